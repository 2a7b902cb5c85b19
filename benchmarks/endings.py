"""How games between equal bots end, at every kind of table: won, drawn, or at a limit.

    python benchmarks/endings.py [GAME...] [--games 40] [--bot skilled] [--processes 2] [--seed 1] [--keep FILE]

All tables take turns. With `--keep` every game is written down as a line of JSON as soon as it has ended, and those
that stand in the file already are not played again, so that a run can be broken off and continued.

A game has ended at a limit if the same decisions do not end it where all limits are twice as high. It is drawn if
several seats share the first rank. Intervals are Wilson's, 95 %.
"""

import argparse
import json
import math
import multiprocessing
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from contests import Table

from oddboard import bots
from oddboard.arena.figures import wilson
from oddboard.arena.tournament import dice_of, mixed, play_out
from oddboard.core import registry
from oddboard.core.game import Game
from oddboard.core.match import Match

SEED_STEP = 1_000_003  # between the streams of two games


TABLES = [
    *(Table("everest", players) for players in (2, 3, 4)),
    *(Table("martian-race", players) for players in (2, 3, 4, 5)),
    *(Table("martian-race", players, {"mad_dog": True}) for players in (2, 3, 4, 5)),
    Table("martian-race", 4, {"chain": "owner"}),
    *(Table("sailboat-regatta", players) for players in (2, 3, 4, 6, 14)),
    *(Table("sailboat-regatta", players, {"course": "compact"}) for players in (2, 4)),
    *(Table("sailboat-regatta", players, {"diagonal": "boat"}) for players in (2, 4)),
    Table("yavoch", 2),
    Table("yavoch", 2, {"fuse": "next_turn"}),
    Table("yavoch", 2, {"offset": "corner"}),
    Table("yavoch", 2, {"game": "full"}),
    Table("yavoch", 2, {"game": "full", "deck": "arsenal"}),
    Table("yaz", 2),
    Table("yaz", 2, {"scenario": "large"}),
    Table("yaz", 2, {"lugging": True, "dropping": True}),
    Table("yaz", 2, {"first_and_last": True}),
]


@dataclass(frozen=True)
class Ending:
    """How one game ended."""

    table: str
    decisions: int
    drawn: bool
    at_limit: bool
    seconds: float  # of one core


def played(table: Table, bot: str, stream: int) -> Ending:
    """Let bots of one kind play a game."""
    began = time.perf_counter()
    game = registry.game(table.game)
    match = Match(game, table.players, table.options, dice=dice_of(game, stream))
    thinking = bots.budget(bot, game, table.players, match.options)
    play_out(
        match, [bots.Bot(game, table.players, seat, thinking, mixed(stream, seat)) for seat in range(table.players)]
    )
    seconds = time.perf_counter() - began
    return Ending(table.name, match.ply, (match.ranks or []).count(1) > 1, _goes_on(game, match), seconds)


def _goes_on(game: Game, match: Match) -> bool:
    """Whether the same decisions leave the game open where all limits are twice as high."""
    limits = {name: 2 * value for name, value in match.options.items() if name.endswith("_limit")}
    longer = Match(game, match.players, match.options | limits)
    for each in match.history:
        longer.play_code(each.code)
    return not longer.is_over


def _one(asked: tuple[int, Table, str, int]) -> tuple[int, Ending]:
    number, table, bot, stream = asked
    return number, played(table, bot, stream)


def kept(file: Path | None) -> dict[tuple[str, int], Ending]:
    """The games that were written down, by table and number."""
    lines = file.read_text().splitlines() if file and file.exists() else []
    found = [json.loads(line) for line in lines]
    return {(each["table"], number): Ending(**each) for each in found for number in [each.pop("number")]}


def report(tables: list[Table], endings: list[Ending]) -> None:
    """A line for each table."""
    print("| table | games | at a limit or drawn | at a limit | drawn | decisions |\n|---|---|---|---|---|---|")
    for table in tables:
        mine = [ending for ending in endings if ending.table == table.name]
        if mine:
            either = sum(ending.drawn or ending.at_limit for ending in mine)
            low, high = wilson(either / len(mine), len(mine))
            print(
                f"| {table.name} | {len(mine)} | {either / len(mine):.0%} ({low:.0%} to {high:.0%}) "
                f"| {sum(e.at_limit for e in mine)} | {sum(e.drawn for e in mine)} "
                f"| {sum(e.decisions for e in mine) / len(mine):.0f} |"
            )


def main() -> None:
    """Play, and print a line for each table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games_named", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--bot", default=bots.USUAL)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=math.inf, help="stop after so long, with what there is")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="write each game down, and go on from there")
    wanted = parser.parse_args()
    tables = [table for table in TABLES if not wanted.games_named or table.game in wanted.games_named]
    done = kept(wanted.keep)
    asked = [
        (number, table, wanted.bot, wanted.seed * SEED_STEP + number)
        for number in range(wanted.games)
        for table in tables
        if (table.name, number) not in done
    ]
    until = time.monotonic() + wanted.seconds
    with multiprocessing.get_context("spawn").Pool(wanted.processes) as pool:
        for number, ending in pool.imap_unordered(_one, asked):
            done[ending.table, number] = ending
            print(f"\r{len(done)} games", end="", file=sys.stderr, flush=True)
            if wanted.keep:
                with wanted.keep.open("a") as file:
                    file.write(json.dumps({"number": number} | asdict(ending)) + "\n")
            if time.monotonic() > until:
                pool.terminate()
                break
    print(file=sys.stderr)
    report(tables, list(done.values()))


if __name__ == "__main__":
    main()
