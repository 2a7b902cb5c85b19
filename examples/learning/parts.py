"""What the examples share: a small network in NumPy alone, what can be asked, and the measurement in the arena.

A network of this kind learns within minutes what a beginner knows, on any machine; for more, take PyTorch as
`ppo.py` does. `guests.save(path, game, network.layers)` makes an opponent of it that sits down at a table.
"""

import argparse
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from oddboard.arena import tournament
from oddboard.arena.crew import Processes
from oddboard.arena.ratings import standings
from oddboard.bots import guests

FIRST_MOMENT, SECOND_MOMENT, TINY = 0.9, 0.999, 1e-8  # Adam's


class Network:
    """Dense layers with ReLU between them, improved by Adam."""

    def __init__(self, sizes: list[int], seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.layers = [
            (rng.normal(0, np.sqrt(2 / given), (given, found)).astype(np.float32), np.zeros(found, np.float32))
            for given, found in pairwise(sizes)
        ]
        self.layers[-1][0][:] *= 0.01  # at first all codes are about equally good
        self._moments = [[np.zeros_like(part) for part in pair * 2] for pair in self.layers]
        self._steps = 0

    def forward(self, seen: Any) -> list[Any]:
        """What every layer makes of some rows; the last is the result."""
        found = [np.asarray(seen, np.float32)]
        for number, (weight, bias) in enumerate(self.layers):
            given = found[-1]
            if len(given) == 1:  # most of an observation is zeros
                some = np.flatnonzero(given[0])
                made = given[:, some] @ weight[some] + bias
            else:
                made = given @ weight + bias
            found.append(made if number == len(self.layers) - 1 else np.maximum(made, 0))
        return found

    def __call__(self, seen: Any) -> Any:
        """The result for some rows."""
        return self.forward(seen)[-1]

    def improve(self, within: list[Any], slope: Any, rate: float) -> None:
        """One step down a slope of the error by the result, as `forward` gave it."""
        self._steps += 1
        for number in reversed(range(len(self.layers))):
            weight, bias = self.layers[number]
            slopes = (within[number].T @ slope, slope.sum(axis=0))
            slope = (slope @ weight.T) * (within[number] > 0)
            self._adam(self._moments[number], (weight, bias), slopes, rate)

    def _adam(self, moments: list[Any], parts: tuple[Any, Any], slopes: tuple[Any, Any], rate: float) -> None:
        fading = np.sqrt(1 - SECOND_MOMENT**self._steps) / (1 - FIRST_MOMENT**self._steps)
        for part, slope, first, second in zip(parts, slopes, moments[:2], moments[2:], strict=True):
            first += (1 - FIRST_MOMENT) * (slope - first)
            second += (1 - SECOND_MOMENT) * (slope * slope - second)
            part -= rate * fading * first / (np.sqrt(second) + TINY)


def chances(logits: Any, legal: Any) -> Any:
    """How likely each code is: softmax over what is legal, row by row, and nothing elsewhere."""
    shifted = np.where(legal, logits, -np.inf)
    weights = np.exp(shifted - shifted.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


def measured(path: Path, game: str, players: int, options: dict[str, Any], against: list[str], games: int) -> Any:
    """How a policy in a file does in the arena against each opponent, with 95 % intervals."""
    found = {}
    for other in against:
        rounds = tournament.pairings(game, players, options, [str(path), other], games, seed=1)
        mine = next(one for one in standings(tournament.run(rounds, Processes(1))) if one.bot == str(path))
        found[other] = (round(mine.score, 3), round(mine.score_low, 3), round(mine.score_high, 3))
    return found


def published(asked: argparse.Namespace, layers: Any, players: int) -> Any:
    """Keep a policy in the folder that was asked for, measure it there, and print how it does."""
    path = Path(asked.out) / "policy.npz"
    path.parent.mkdir(parents=True, exist_ok=True)
    guests.save(path, asked.game, layers)
    against = [name for name in asked.against.split(",") if name]
    found = measured(path, asked.game, players, json.loads(asked.options), against, asked.arena_games)
    print(json.dumps(found))
    return found


def parser_of(
    description: str | None, game: str, options: str = "{}", against: str = "random"
) -> argparse.ArgumentParser:
    """What can be asked of every example: the game, who measures the policy at the end, and where it is kept."""
    asked = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--game", default=game)
    asked.add_argument("--options", default=options, help="of the game, in JSON")
    asked.add_argument("--against", default=against, help="opponents in the arena at the end")
    asked.add_argument("--arena-games", type=int, default=40)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", default="mine")
    return asked
