"""How a bot does against the same one of another checkout, with 95 % intervals, and how fast both search.

git worktree add /tmp/first REVISION
python benchmarks/editions.py /tmp/first --bot search:0.05s --games 60 --processes 2 --seconds 900 [TABLE...]
python benchmarks/editions.py /tmp/first --iterations 1000 [TABLE...]

The other checkout plays as a guest program of its own (`edition.py`), with its own sources and its own folder for what
it compiles, so any revision that has games and bots can be compared. A TABLE is written as in reports, such as
"everest 4" or "yavoch 2 game=full"; all of `contests.py`, if none is named. Options that a game has got since its first
edition are as they were before, and the other is not told of those that it does not know.

With `--iterations` nobody plays: both think so often about the same positions of games between skilled bots, one after
the other.
"""

import argparse
import json
import math
import os
import random
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from contests import TABLES, Contest, Table, hold

from oddboard.arena.tournament import dice_of, play_out
from oddboard.bots import Bot, budget, guests
from oddboard.cli import compilation
from oddboard.core import machine_code, registry
from oddboard.core.match import Match
from oddboard.core.options import saved_options

OTHER = "other"  # its name as a guest
OWN = Path(__file__).parents[1]
TIMEOUT = 1800  # seconds in which it compiles
POSITIONS = 12  # of each table, thought about for their iterations a second
LATEST = 120  # decision of a game that one of them is taken after, as soon as there is a choice of some
SOME = 4
USUAL = "skilled"


def as_it_was(table: Table) -> Table:
    """A table with what held before the game got each option, where it has got it since."""
    options = saved_options(registry.game(table.game).options, {})
    return Table(table.game, table.players, options | table.options)


def edition(checkout: Path, cache: Path) -> list[str]:
    """The interpreter that runs a checkout's sources, with a folder for what they compile."""
    return ["env", f"PYTHONPATH={checkout / 'src'}", f"ODDBOARD_CACHE={cache}", sys.executable]


def positions(table: Table) -> list[dict[str, Any]]:
    """Positions of games between equal bots, as the seat to decide sees them."""
    game, found = registry.game(table.game), []
    thinking = budget(USUAL, game, table.players, table.options)
    for number in range(10 * POSITIONS):
        match = Match(game, table.players, table.options, dice=dice_of(game, number))
        seated = [Bot(game, table.players, seat, thinking, number) for seat in range(table.players)]
        play_out(match, seated, random.Random(number).randrange(LATEST))
        while not match.is_over and (match.to_move == "chance" or len(match.codes()) < SOME):
            play_out(match, seated, match.ply + 1)
        if not match.is_over:
            asked = {"id": number, "cmd": "think", "game": table.game, "players": table.players, "seat": match.to_move}
            found.append(asked | {"position": match.position(match.to_move)})
        if len(found) == POSITIONS:
            break
    return found


def print_speeds(tables: Iterable[Table], commands: list[list[str]], iterations: int) -> None:
    """Print the iterations a second of both, and of this one without a network; each decides once before it counts."""
    running = [subprocess.Popen(each, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for each in commands]
    own, other = running

    def speed(who: Any, about: list[dict[str, Any]], kind: str) -> float:
        found = []
        for asked in about:
            for _ in range(2):
                print(json.dumps(asked | {"bot": f"{kind}:{iterations}"}), file=who.stdin, flush=True)
                took = json.loads(who.stdout.readline())["seconds"]
            found.append(iterations / took)
        return statistics.geometric_mean(found)

    print("| table | here | by hand | other | here / other | by hand / other |\n|---|---:|---:|---:|---:|---:|")
    for table in tables:
        about = positions(as_it_was(table))
        here, hand, there = speed(own, about, "search"), speed(own, about, "handmade"), speed(other, about, "search")
        figures = f"{here:,.0f} | {hand:,.0f} | {there:,.0f} | {here / there:.2f} | {hand / there:.2f}"
        print(f"| {table.name} | {figures} |", flush=True)
    for each in running:
        each.communicate()


def told(contests: Iterable[Contest], shown: dict[str, str]) -> str:
    """The results as a table to read."""
    lines = ["| table | games | share, 95 % | drawn | ms a decision |", "|---|---|---|---|---|"]
    for contest in contests:
        if contest.played:
            c = contest.result()
            lines.append(
                f"| {shown[contest.table.name]} | {c['games']} | {c['share']:.0%} ({c['low']:.0%} to {c['high']:.0%}) "
                f"| {c['drawn']} | {c['ms'][0]:.1f} / {c['ms'][1]:.1f} |"
            )
    return "\n".join(lines) + "\n"


def _asked() -> argparse.Namespace:
    tables = {table.name: table for table in TABLES}
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("other", type=Path, help="the other checkout")
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=f"of {', '.join(tables)}; all, if none is named")
    parser.add_argument("--games", type=int, default=60, help="at each table, at most (60)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=math.inf, help="stop then, with what is done")
    parser.add_argument(
        "--bot", default="search:0.05s", help="who plays for both; by the clock, as usual, or search:60"
    )
    parser.add_argument("--iterations", type=int, help="think so often about positions, and do not play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cache", type=Path, help="where the other keeps what it compiles (OTHER/.compiled)")
    asked = parser.parse_intermixed_args()
    if wrong := [name for name in asked.tables if name not in tables]:
        parser.error(f"there is no table {wrong[0]!r}; there are {', '.join(tables)}")
    asked.other = asked.other.resolve()
    asked.cache = (asked.cache or asked.other / ".compiled").resolve()
    asked.tables = [tables[name] for name in asked.tables] or TABLES
    return asked


def main() -> None:
    """Play, and tell how it went."""
    asked = _asked()
    began = time.monotonic()
    asked.cache.mkdir(exist_ok=True)
    other = edition(asked.other, asked.cache)
    subprocess.run([*other, "-m", "oddboard", "warm"], check=True, timeout=TIMEOUT, stdout=sys.stderr)
    compilation.warm(list({table.game for table in asked.tables}))
    plays = [str(Path(__file__).with_name("edition.py")), asked.bot]
    if asked.iterations:
        print_speeds(asked.tables, [[*edition(OWN, machine_code.home()), *plays], [*other, *plays]], asked.iterations)
        return
    guests.introduce([f"{OTHER}={shlex.join([*other, *plays])}"], [])
    contests, shown = [], {}
    for table in asked.tables:
        before = as_it_was(table)
        shown[before.name] = table.name
        contests.append(Contest(before, asked.bot, OTHER, asked.games))
    last = time.monotonic()

    def report() -> None:
        nonlocal last
        if time.monotonic() - last > 60:
            last = time.monotonic()
            print(told(contests, shown), file=sys.stderr)

    hold(contests, asked.seed, asked.processes, asked.seconds - (time.monotonic() - began), report)
    print(told(contests, shown))


if __name__ == "__main__":
    main()
