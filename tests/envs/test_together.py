"""PettingZoo's parallel kind: seats that may decide at the same time do, and it is the same game as in turn."""

import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'oddboard[envs]'")

from pettingzoo.test import parallel_api_test

from oddboard.core import registry
from oddboard.core.errors import BadRequest, Illegal
from oddboard.core.records import to_bytes
from oddboard.envs import aec, parallel
from tests.envs.test_zoo import short


@pytest.mark.parametrize("key", registry.keys())
def test_api(key: str, capsys: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(parallel(key, **short(key)), num_cycles=30)


def free(observations: Any, env: Any) -> list[str]:
    """The agents that have something to decide."""
    return [agent for agent, seen in observations.items() if not seen["action_mask"][env.wait]]


def test_all_plan_at_once_and_it_is_the_same_game_as_in_turn() -> None:
    rng = np.random.default_rng(3)
    env, other = parallel("everest", 3, round_limit=2), aec("everest", 3, round_limit=2)
    observations, _ = env.reset(seed=5)
    other.reset(seed=5)
    assert free(observations, env) == ["seat_0", "seat_1", "seat_2"]
    steps = 0
    in_turn: dict[str, list[int]] = {agent: [] for agent in env.agents}
    while env.agents:
        actions = {a: int(rng.choice(np.flatnonzero(o["action_mask"]))) for a, o in observations.items()}
        for agent, action in actions.items():
            if action != env.wait:
                in_turn[agent].append(action)
        observations, rewards, *_ = env.step(actions)
        steps += 1
        while other.agents and not any(other.terminations.values()) and in_turn[other.agent_selection]:
            other.step(in_turn[other.agent_selection].pop(0))
        assert to_bytes(other.state_record) == to_bytes(env.state_record)
    assert all(other.terminations.values())
    assert rewards == other.rewards
    assert not any(in_turn.values())


def test_a_plan_that_was_laid_early_is_seen_by_nobody_else() -> None:
    seen = []
    for choice in (0, -1):
        env = parallel("everest", 2)
        observations, _ = env.reset(seed=5)
        actions = {a: int(np.flatnonzero(o["action_mask"])[0]) for a, o in observations.items()}
        actions["seat_1"] = int(np.flatnonzero(observations["seat_1"]["action_mask"])[choice])
        seen.append(env.step(actions)[0])
    assert np.array_equal(seen[0]["seat_0"]["observation"], seen[1]["seat_0"]["observation"])
    assert not np.array_equal(seen[0]["seat_1"]["observation"], seen[1]["seat_1"]["observation"])


def test_what_is_wrong_is_said() -> None:
    env = parallel("sailboat-regatta", first="seats")
    with pytest.raises(BadRequest, match="reset"):
        env.step({})
    observations, _ = env.reset(seed=1)
    assert free(observations, env) == ["seat_0"]
    with pytest.raises(BadRequest, match="every agent acts"):
        env.step({"seat_0": 0})
    legal = int(np.flatnonzero(observations["seat_0"]["action_mask"])[0])
    with pytest.raises(Illegal, match="nothing to decide"):
        env.step({"seat_0": legal, "seat_1": legal})
    with pytest.raises(Illegal, match="is no decision"):
        env.step({"seat_0": env.wait, "seat_1": env.wait})
