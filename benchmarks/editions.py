"""How a bot does against the same one of another checkout, with 95 % intervals.

git worktree add /tmp/first REVISION
python benchmarks/editions.py /tmp/first --bot search:0.05s --games 60 --processes 2 --seconds 900 [TABLE...]

The other checkout plays as a guest program of its own (`edition.py`), with its own sources and its own folder for what
it compiles, so any revision that has games and bots can be compared. A TABLE is written as in reports, such as
"everest 4" or "yavoch 2 game=full"; all of `contests.py`, if none is named. Options that a game has got since its first
edition are as they were before, and the other is not told of those that it does not know.
"""

import argparse
import math
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from contests import TABLES, Contest, Table, hold

from oddboard.bots import guests
from oddboard.cli import compilation
from oddboard.core import registry
from oddboard.core.options import saved_options

OTHER = "other"  # its name as a guest
TIMEOUT = 1800  # seconds in which it compiles


def as_it_was(table: Table) -> Table:
    """A table with what held before the game got each option, where it has got it since."""
    options = saved_options(registry.game(table.game).options, {})
    return Table(table.game, table.players, options | table.options)


def invite(checkout: Path, cache: Path, kind: str) -> None:
    """Let the other checkout compile into a folder of its own, and make it known as a guest."""
    cache.mkdir(exist_ok=True)
    running = ["env", f"PYTHONPATH={checkout / 'src'}", f"ODDBOARD_CACHE={cache}", sys.executable]
    subprocess.run([*running, "-m", "oddboard", "warm"], check=True, timeout=TIMEOUT, stdout=sys.stderr)
    command = [*running, str(Path(__file__).with_name("edition.py")), kind]
    guests.introduce([f"{OTHER}={shlex.join(command)}"], [])


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
    invite(asked.other, asked.cache, asked.bot)
    compilation.warm(list({table.game for table in asked.tables}))
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
