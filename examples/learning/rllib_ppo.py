"""RLlib's PPO at one seat against a named opponent, with what is illegal masked; measured and exported as ever.

    pip install 'oddboard[envs,ray,train]' 'ray[rllib]'
    python rllib_ppo.py --game everest --opponents greedy --iterations 200 --out mine
    oddboard serve --bot mine=mine/policy.npz

`masked` is all that RLlib needs of an environment: its observation and, beside it, what is legal. `ray.init()` joins
a cluster if there is one; `--runners` says how many processes of it play.
"""

import argparse
import json
import sys
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict
from parts import parser_of, published

import oddboard.envs.gym as seats
from oddboard.bots import guests


class Masked(gymnasium.Wrapper[Any, Any, Any, Any]):
    """A seat whose observation is what it sees, scaled as for our networks, and `action_mask`."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        size, codes = env.observation_space.shape, int(env.action_space.n)
        self.observation_space = Dict(
            {
                "observations": Box(-128 / guests.SCALE, 128 / guests.SCALE, size, np.float32),
                "action_mask": Box(0.0, 1.0, (codes,), np.float32),
            }
        )

    def _with_mask(self, seen: Any, info: dict[str, Any]) -> dict[str, Any]:
        mask = np.asarray(info["action_mask"], np.float32)
        return {"observations": np.asarray(seen, np.float32) / guests.SCALE, "action_mask": mask}

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        """A fresh game."""
        seen, info = self.env.reset(seed=seed, options=options)
        return self._with_mask(seen, info), info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """One's own decision, and what the others make of it."""
        seen, reward, terminated, truncated, info = self.env.step(int(action))
        return self._with_mask(seen, info), reward, terminated, truncated, info


def masked(config: dict[str, Any]) -> Masked:
    """The environment that RLlib's processes make, each for itself: `game`, and what `gymnasium.make` takes."""
    given = dict(config)
    return Masked(gymnasium.make(seats.id_of(given.pop("game")), **given))


def layers_of(weights: dict[str, Any]) -> list[tuple[Any, Any]]:
    """What decides, as arrays: the policy's own encoder, and the head above it."""
    found = []
    for part in ("encoder.actor_encoder.net.mlp", "pi.net.mlp"):
        names = sorted((name for name in weights if name.startswith(part) and name.endswith(".weight")), key=_place)
        found += [(np.asarray(weights[name]).T, np.asarray(weights[name[:-6] + "bias"])) for name in names]
    return found


def _place(name: str) -> int:
    return int(name.split(".")[-2])


def configured(asked: argparse.Namespace, options: dict[str, Any]) -> Any:
    """PPO with masked logits and a network that can be exported: dense layers with ReLU."""
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

    network = DefaultModelConfig(
        fcnet_hiddens=[asked.width, asked.width],
        fcnet_activation="relu",
        head_fcnet_hiddens=[],
        vf_share_layers=False,
    )
    config = {"game": asked.game, "opponents": asked.opponents, "seat": "any", "options": options}
    return (
        PPOConfig()
        .environment("masked", env_config=config)
        .env_runners(num_env_runners=asked.runners)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config=network))
        .training(
            train_batch_size_per_learner=asked.batch, minibatch_size=max(1, asked.batch // 8), lr=3e-4, gamma=0.999
        )
        .debugging(seed=asked.seed)
    )


def train(asked: argparse.Namespace) -> dict[str, Any]:
    """Learn, write the policy, and measure it."""
    import ray
    from ray import tune

    options = json.loads(asked.options)
    tune.register_env("masked", masked)
    ray.init(include_dashboard=False, ignore_reinit_error=True, log_to_driver=False)
    algorithm = configured(asked, options).build_algo()
    try:
        for number in range(asked.iterations):
            told = algorithm.train()["env_runners"]
            print(number + 1, "mean result", told.get("episode_return_mean"), file=sys.stderr)
        weights = algorithm.get_module().get_state()
    finally:
        algorithm.stop()
        ray.shutdown()
    return published(asked, layers_of(weights), 2)


def parser() -> argparse.ArgumentParser:
    """What can be asked for."""
    asked = parser_of(__doc__, "everest")
    asked.add_argument("--opponents", default="greedy", help="who sits at the other seat")
    asked.add_argument("--iterations", type=int, default=100)
    asked.add_argument("--batch", type=int, default=4096, help="decisions between two improvements")
    asked.add_argument("--width", type=int, default=128, help="of a layer")
    asked.add_argument("--runners", type=int, default=0, help="processes that play; 0: this one")
    return asked


if __name__ == "__main__":
    train(parser().parse_args())
