"""Openings for the first player of Yavoch: found by climbing, and measured against known answers and a bot's own.

    PYTHONPATH=src python3 benchmarks/setups.py FOLDER [--seconds 300] [--processes 16] [--seed 1]

Hill-climbing over formations, from the best known one: some pieces of the incumbent are moved or change places, and
who wins more as first player, always with the same dice, goes on to more games; the second player has each of the known
formations in turn, and in every second game places by hand what he thinks best. One that has won more than the
incumbent in all games takes its place. A third of the time is kept for measuring: every opening against every known
answer and against what a bot places by hand, in both games and for both readings of the levels and of the fuse.
FOLDER/log.txt tells what happens as it happens, and FOLDER/found.json has formations and figures whenever there is
something new. `--check` measures only, what is known already, with `--option game=full` and so on in another game, and
`--also "124 113 …"` (positions in the order of `formations.ORDER`) another formation besides.
"""

import argparse
import itertools
import json
import multiprocessing
import os
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from entries import know_the_games

know_the_games()

from oddboard.arena.figures import wilson  # noqa: E402
from oddboard.arena.tournament import dice_of, mixed, play_out  # noqa: E402
from oddboard.bots import Bot, budget  # noqa: E402
from oddboard.core import registry  # noqa: E402
from oddboard.core.match import Match  # noqa: E402
from oddboard.games.yavoch.face.own_formations import decisions_for  # noqa: E402
from oddboard.games.yavoch.field import LEVEL, NAMES, named  # noqa: E402
from oddboard.games.yavoch.formations import FORMATIONS, MOST_TRYCHS, ORDER_KINDS  # noqa: E402
from oddboard.games.yavoch.state import KIND_NAMES, TRYCH  # noqa: E402

Formation = tuple[int, ...]  # the positions of all pieces on the low side, in the order of `formations.ORDER`
LONGEST = 4000  # decisions, after which a game counts as drawn
KINDS = (*ORDER_KINDS, *[TRYCH] * MOST_TRYCHS)
MUTANTS = 12
STAGES = ((0.1, 4), (0.3, 2), (1.0, 1))  # parts of the games, and how many mutants go on
NEW = 2  # openings that are kept
MEASURING = 1 / 3  # of the time
READINGS: tuple[dict[str, str], ...] = tuple(
    {"game": game, "offset": offset, "fuse": fuse}
    for game in ("decker", "full")
    for offset in ("side", "corner")
    for fuse in ("same_turn", "next_turn")
)
BATCH = 4  # games of a pair that are measured at once


@dataclass(frozen=True)
class Bout:
    """A game between two formations."""

    first: Formation
    second: Formation | None  # or what the bot places by hand
    bot: str
    options: tuple[tuple[str, str], ...]
    seed: int


def as_text(formation: Formation) -> str:
    """A formation as players write it."""
    lines: dict[int, list[str]] = {}
    for kind, at in zip(KINDS, formation, strict=True):
        lines.setdefault(kind, []).append(NAMES[at])
    return "\n".join(f"{KIND_NAMES[kind]} {' '.join(places)}" for kind, places in lines.items())


def share(bout: Bout) -> float:
    """What the first player wins of a bout."""
    game = registry.game("yavoch")
    match = Match(game, 2, dict(bout.options), dice=dice_of(game, bout.seed))
    for formation in (bout.first, bout.second):
        for decision in decisions_for(match.state, as_text(formation)) if formation else ():
            match.play(decision)
    bots = [Bot(game, 2, seat, budget(bout.bot, game, 2, match.options), mixed(bout.seed, seat)) for seat in range(2)]
    play_out(match, bots, LONGEST)
    return match.scores()[0] if match.is_over else 0.5


def mutant(parent: Formation, rng: random.Random) -> Formation:
    """A formation with some pieces moved, or in one another's place."""
    child = list(parent)
    for _ in range(rng.choice((1, 1, 2, 3, 4))):
        piece = rng.randrange(len(child))
        if rng.random() < 0.5:
            other = rng.choice([i for i, kind in enumerate(KINDS) if kind != KINDS[piece]])
            child[piece], child[other] = child[other], child[piece]
        else:
            child[piece] = rng.choice([at for at in range(2 * LEVEL) if at not in child])
    return tuple(child)


class Judge:
    """Lets formations play, and remembers what came of it."""

    def __init__(self, pool: ProcessPoolExecutor, bot: str, seed: int) -> None:
        self.workers, self.bot, self.seed = pool, bot, seed
        self.known: dict[Bout, float] = {}

    def play(self, bouts: Sequence[Bout]) -> None:
        missing = list(dict.fromkeys(bout for bout in bouts if bout not in self.known))
        self.known.update(zip(missing, self.workers.map(share, missing), strict=True))

    def bouts(self, one: Formation, answers: Sequence[Formation], games: int) -> list[Bout]:
        """Games of a formation against known answers, and as many against those placed by hand."""
        found = []
        for number in range(games):
            other = None if number % 2 else answers[number // 2 % len(answers)]
            found.append(Bout(one, other, self.bot, (), mixed(self.seed, number)))
        return found

    def shares(self, several: Sequence[Formation], answers: Sequence[Formation], games: int) -> list[float]:
        """What each formation wins of so many games."""
        lists = [self.bouts(each, answers, games) for each in several]
        self.play([bout for bouts in lists for bout in bouts])
        return [sum(self.known[bout] for bout in bouts) / games for bouts in lists]


def climbed(judge: Judge, most: int, until: float, seed: int, tell: Any) -> list[Formation]:
    """The incumbents of a climb, the best last."""
    rng = random.Random(seed)
    pool = list(known_ones().values())
    began = judge.shares(pool, pool, most)
    incumbent = pool[max(range(len(pool)), key=began.__getitem__)]
    tell(f"known {dict(zip(known_ones(), began, strict=True))}")
    line = [incumbent]
    while time.monotonic() < until:
        left = [mutant(incumbent, rng) for _ in range(MUTANTS)]
        shares: list[float] = []
        for part, keep in STAGES:
            shares = judge.shares(left, pool, round(part * most))
            order = sorted(range(len(left)), key=lambda i: -shares[i])[:keep]
            left, shares = [left[i] for i in order], [shares[i] for i in order]
            if time.monotonic() > until:
                return line
        mine = judge.shares([incumbent], pool, most)[0]
        tell(f"{shares[0]:.3f} against {mine:.3f}{' *' if shares[0] > mine else ''}")
        if shares[0] > mine:
            incumbent = left[0]
            line.append(incumbent)
            judge.seed += 1  # other dice, so that nobody is taken for good for long who had luck
            tell(written_line(incumbent))
    return line


def known_ones() -> dict[str, Formation]:
    """The formations that are known, by name."""
    return {name: tuple(named(at) for at in text.split()) for name, text in FORMATIONS.items()}


def written_line(formation: Formation) -> str:
    """The positions of a formation in their order."""
    return " ".join(NAMES[at] for at in formation)


def pairs(known: list[Formation]) -> list[tuple[Formation, Formation | None]]:
    """Every opening against every answer, and against one placed by hand."""
    return list(itertools.product(known, (*known, None)))


def bouts_of(judge: Judge, pair: tuple[Formation, Formation | None], options: Any, rounds: range) -> list[Bout]:
    """The games of a pair in some rounds."""
    seeds = range(rounds.start * BATCH, rounds.stop * BATCH)
    return [Bout(*pair, judge.bot, options, mixed(judge.seed, ~seed)) for seed in seeds]


def matrix(judge: Judge, known: list[Formation], options: Any, rounds: int) -> list[list[float]]:
    """What was measured: the mean of all games of a pair, as if four more had been drawn."""
    cells = []
    for pair in pairs(known):
        played = [judge.known[bout] for bout in bouts_of(judge, pair, options, range(rounds))]
        cells.append((sum(played) + 2.0) / (len(played) + 4.0))
    width = len(known) + 1
    return [cells[row * width : (row + 1) * width] for row in range(len(known))]


def main() -> None:
    """Climb, and measure what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--processes", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--climbing", default="search:6", help="the bots of the climb")
    parser.add_argument("--games", type=int, default=240, help="of each formation that is a step of the climb")
    parser.add_argument("--judging", default="search:40", help="the bots that measure")
    parser.add_argument("--check", action="store_true", help="measure only what is known")
    parser.add_argument("--option", action="append", default=[], help="with --check: NAME=VALUE")
    parser.add_argument("--also", action="append", default=[], help="another formation to measure")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()

    def tell(text: str) -> None:
        line = f"{time.monotonic() - began:6.0f} s  {text}"
        print(line, flush=True)
        with (asked.folder / "log.txt").open("a") as file:
            file.write(line + "\n")

    old = known_ones()
    share(Bout(*list(old.values())[:2], asked.climbing, (), 0))  # compiles what all processes need
    workers = ProcessPoolExecutor(asked.processes or os.cpu_count(), multiprocessing.get_context("spawn"))
    found = [tuple(named(at) for at in text.split()) for text in asked.also]
    if not asked.check:
        until = began + asked.seconds * (1 - MEASURING)
        line = climbed(Judge(workers, asked.climbing, asked.seed), asked.games, until, asked.seed, tell)
        found = list(dict.fromkeys([*found, *reversed(line[1:])]))[: NEW + len(asked.also)]
    names = [f"found {number}" for number in range(1, len(found) + 1)]
    every = [*FORMATIONS, *names]
    known = [*(old[name] for name in FORMATIONS), *found]
    readings = (
        [tuple(each.split("=") for each in asked.option)] if asked.check else [tuple(r.items()) for r in READINGS]
    )
    options = [tuple((name, value) for name, value in reading) for reading in readings]
    judge, rounds = Judge(workers, asked.judging, asked.seed + 1000), 0
    tables: list[list[list[float]]] = []
    while rounds == 0 or time.monotonic() < began + asked.seconds:
        for reading in options:
            judge.play(
                [bout for pair in pairs(known) for bout in bouts_of(judge, pair, reading, range(rounds, rounds + 1))]
            )
        rounds += 1
        tables = [matrix(judge, known, reading, rounds) for reading in options]
        tell(f"{rounds * BATCH} games of each pair")
        told = {
            "formations": {name: written_line(each) for name, each in zip(every, known, strict=True)},
            "games of each pair": rounds * BATCH,
            "first player wins": [
                {"options": dict(reading), "shares": rows} for reading, rows in zip(options, tables, strict=True)
            ],
        }
        (asked.folder / "found.json").write_text(json.dumps(told, indent=1))
    for reading, rows in zip(options, tables, strict=True):
        tell(str(dict(reading)))
        for name, row in zip(every, rows, strict=True):
            low, high = wilson(row[-1], rounds * BATCH)
            shown = " ".join(f"{each:.2f}" for each in row[:-1])
            tell(f"{name:>10}: first {shown}; against one placed by hand {row[-1]:.2f} ({low:.2f} to {high:.2f})")
    workers.shutdown(cancel_futures=True)


if __name__ == "__main__":
    sys.exit(main())
