"""A vector for programs written in JAX: pure functions of a state, to be called inside `jit` and `scan`.

    games = Games("everest", 512)
    state = games.init(seed=1)
    state = games.step(state, actions)      # also inside jax.jit and jax.lax.scan

The rules run on the processor, called back from the compiled program; the state that is handed around holds the records
and generators of all games, so that the same state and the same decisions always give the same. On a graphics card
the games of `Vector(device="cuda")` are handed over without a copy instead (`jax.dlpack.from_dlpack`), outside `jit`.
"""

import threading
from collections.abc import Mapping
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from oddboard.envs.vector import Vector


class State(NamedTuple):
    """All games as they stand, and what is shown of them."""

    records: Any  # uint8[n, bytes of a record]
    generators: Any  # uint8[n, bytes of its generators]
    observations: Any  # int8[n, size], of the seat that decides
    mask: Any  # bool[n, codes]
    turn: Any  # int8[n]
    rewards: Any  # float32[n, players], of the step before
    terminated: Any  # bool[n]: a game ended in the step before, and a fresh one has begun


class Games:
    """So many games of one kind, as pure functions."""

    def __init__(
        self,
        game: str,
        n: int,
        *,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        position: Mapping[str, Any] | None = None,
    ) -> None:
        self.vector = Vector(game, n, players=players, options=options, position=position, mask="flags", checked=False)
        self._lock = threading.Lock()
        self._shapes = jax.tree.map(lambda array: jax.ShapeDtypeStruct(array.shape, array.dtype), self._shown())

    @property
    def codes(self) -> int:
        """Every decision is a whole number below this."""
        return self.vector.codes

    def init(self, seed: int) -> State:
        """Fresh games; not for inside `jit`."""
        with self._lock:
            self.vector.reset(seed)
            return State(*map(jnp.asarray, self._shown()))

    def step(self, state: State, actions: Any) -> State:
        """Carry out a legal decision in each game, and whatever chance decides after it."""
        found = jax.pure_callback(self._step, self._shapes, state.records, state.generators, actions)
        return State(*found)

    def _step(self, records: Any, generators: Any, actions: Any) -> State:
        v, n = self.vector, self.vector.n
        with self._lock:
            v.records.view(np.uint8).reshape(n, -1)[:] = np.asarray(records)
            v._engine.rngs.view(np.uint8).reshape(n, -1)[:] = np.asarray(generators)
            v.carry_out(np.asarray(actions).astype(np.int32))
            return self._shown()

    def _shown(self) -> State:
        v, n = self.vector, self.vector.n
        records = v.records.view(np.uint8).reshape(n, -1).copy()
        generators = v._engine.rngs.view(np.uint8).reshape(n, -1).copy()
        shown: tuple[Any, ...] = (v.observations, v.mask, v.turn, v.rewards, v.terminated)
        return State(records, generators, *(each.copy() for each in shown))


def drawn(key: Any, mask: Any) -> Any:
    """A legal decision for each game, each as likely as any other."""
    return jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf), axis=-1)
