"""Games between bots as a Minari dataset, for offline learning: one seat's decisions, as a named bot makes them.

pip install 'minari[hdf5]'
python minari_export.py --game sailboat-regatta --bot skilled --opponents casual --episodes 100 --id oddboard/regatta-v0
"""

import argparse
from typing import Any

import gymnasium
import minari

import oddboard.envs.gym as ours
from oddboard import bots
from oddboard.core.match import Match
from oddboard.core.records import copy


def expert(env: Any, name: str) -> Any:
    """What decides at the environment's own seat as a bot of that name would."""
    v = env.unwrapped._seats.vector
    seated: dict[int, bots.Bot] = {}

    def decide() -> int:
        seat = env.unwrapped.seat
        bot = seated.setdefault(seat, bots.Bot(v.game, v.players, seat, bots.budget(name, v.game), seat))
        return bot.decide(Match(v.game, v.players, v.options, start=copy(v.states()[0]))).code

    return decide


def export(asked: argparse.Namespace) -> Any:
    """Play, and write the dataset; the dataset."""
    env = gymnasium.make(ours.id_of(asked.game), opponents=asked.opponents, seat="any", mask=False, illegal="refuse")
    kept = minari.DataCollector(env)
    decide = expert(env, asked.bot)
    for episode in range(asked.episodes):
        kept.reset(seed=asked.seed + episode)
        terminated = False
        while not terminated:
            _, _, terminated, _, _ = kept.step(decide())
    told = f"{asked.episodes} games of {asked.game}: {asked.bot} against {asked.opponents}"
    return kept.create_dataset(asked.id, algorithm_name=asked.bot, description=told, eval_env=None)


def parser() -> argparse.ArgumentParser:
    """What can be asked for."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--game", default="everest")
    asked.add_argument("--bot", default="casual", help="whose decisions are kept")
    asked.add_argument("--opponents", default="novice")
    asked.add_argument("--episodes", type=int, default=20)
    asked.add_argument("--id", default="oddboard/everest-v0")
    asked.add_argument("--seed", type=int, default=1)
    return asked


if __name__ == "__main__":
    print(export(parser().parse_args()))
