"""TorchRL takes the environments as they are: Gymnasium's and PettingZoo's."""

import pytest

pytest.importorskip("torchrl", reason="TorchRL is not installed")

import gymnasium
from torchrl.envs import GymWrapper, PettingZooWrapper
from torchrl.envs.utils import MarlGroupMapType, check_env_specs

import oddboard.envs.gym
from oddboard.envs import aec

NAME = oddboard.envs.gym.id_of("everest")


def test_one_seat() -> None:
    env = GymWrapper(gymnasium.make(NAME, opponents="random", options={"round_limit": 2}))
    check_env_specs(env)
    rolled = env.rollout(5)
    assert rolled["observation"].shape[0] == 5


def test_a_table() -> None:
    env = PettingZooWrapper(
        aec("everest", round_limit=2), use_mask=True, group_map=MarlGroupMapType.ONE_GROUP_PER_AGENT
    )
    assert env.rollout(4).batch_size[0] == 4
