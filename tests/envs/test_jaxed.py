"""The bridge to JAX: inside a compiled loop it plays the games of the vector."""

import numpy as np
import pytest

jax = pytest.importorskip("jax", reason="JAX is not installed: pip install 'oddboard[jax]'")

from oddboard.envs import Vector  # noqa: E402
from oddboard.envs.jaxed import Games, drawn  # noqa: E402


def test_a_compiled_loop_plays_the_games_of_the_vector() -> None:
    games = Games("everest", 8, options={"round_limit": 2})
    start = games.init(seed=4)
    keys = jax.random.split(jax.random.PRNGKey(1), 30)

    @jax.jit
    def played(state: object) -> object:
        def once(state: object, key: object) -> object:
            actions = drawn(key, state.mask)  # type: ignore[attr-defined]
            state = games.step(state, actions)  # type: ignore[arg-type]
            return state, (actions, state.rewards, state.terminated)

        return jax.lax.scan(once, state, keys)

    end, (actions, rewards, terminated) = played(start)  # type: ignore[misc]
    again, _ = played(start)  # type: ignore[misc]
    assert np.array_equal(end.records, again.records)
    v = Vector("everest", 8, options={"round_limit": 2}, seed=4)
    for step in range(30):
        v.step(np.asarray(actions[step]))
        assert np.array_equal(v.rewards, rewards[step])
        assert np.array_equal(v.terminated, terminated[step])
    assert np.array_equal(v.observations, end.observations)
    assert terminated.any()
