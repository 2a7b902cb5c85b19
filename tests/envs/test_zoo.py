"""PettingZoo's own checks, for every game, and what they leave out."""

import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'oddboard[envs]'")

from pettingzoo.test import api_test, seed_test

from oddboard.core import registry
from oddboard.core.errors import BadOptions, BadRequest, Illegal
from oddboard.envs import aec

LIMITS = ("round_limit", "turn_limit")


def short(key: str) -> dict[str, Any]:
    """Options with which a game is soon over."""
    names = {option.name for option in registry.game(key).options}
    return {name: 2 for name in LIMITS if name in names}


@pytest.mark.parametrize("key", registry.keys())
def test_api(key: str, capsys: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that observations are dictionaries, as masks want it
        api_test(aec(key, render_mode="ansi", **short(key)), num_cycles=10)


@pytest.mark.parametrize("key", registry.keys())
def test_seeds(key: str) -> None:
    seed_test(lambda: aec(key, **short(key)), num_cycles=10)


def finished(env: Any, seed: int) -> dict[str, float]:
    """Play a game at random to its end, dead steps too; what each agent got."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, _, _ = env.last()
        got[agent] += reward
        if termination:
            assert not observation["action_mask"].any()
            env.step(None)
        else:
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert env.agents == []
    return got


@pytest.mark.parametrize("players", [2, 4])
def test_rewards_are_scores(players: int) -> None:
    env = aec("everest", players, round_limit=3)
    for seed in range(3):
        got = finished(env, seed)
        assert sum(got.values()) == pytest.approx(players / 2)
        scores = np.zeros(players)
        env.game.rules.score(env.state_record, scores)
        assert list(got.values()) == pytest.approx(scores.tolist())


def test_only_the_agent_to_decide_has_something_to_do() -> None:
    env = aec("everest", 3)
    env.reset(seed=1)
    masks = {agent: env.observe(agent)["action_mask"].any() for agent in env.agents}
    assert [agent for agent, any_legal in masks.items() if any_legal] == [env.agent_selection]


def test_what_is_wrong_is_said() -> None:
    env = aec("everest")
    env.reset(seed=1)
    with pytest.raises(Illegal, match="decision 290"):
        env.step(290)
    with pytest.raises(Illegal, match="is no decision"):
        env.step(-1)
    with pytest.raises(BadRequest, match="whole number"):
        env.step(None)
    with pytest.raises(BadOptions):
        aec("everest", colour=1)
    with pytest.raises(BadRequest, match="render mode"):
        aec("everest", render_mode="hologram")


def test_drawing() -> None:
    env = aec("everest", render_mode="ansi")
    env.reset(seed=1)
    drawn = env.render()
    assert drawn is not None
    assert "a" in drawn
    assert len(drawn.splitlines()) > 5
