"""Measure what waiting people cost: tables with two pages each at which nobody does anything, and the server's memory.

Every table is begun and a few decisions are made there, so that it has what a table has; then nothing happens.

    python -m benchmarks.idle [--tables 10000] [--decisions 4]
"""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

import uvloop

from benchmarks.server import HOSTS, Measured, Pair
from oddboard.core import registry
from oddboard.server.connections import SPARE_FILES, raise_file_limit
from oddboard.server.feed import RESTS
from tests.server.client import Guest
from tests.server.launching import Running

AT_ONCE = 20  # tables that are opened together
CALM = 2.5 * RESTS  # seconds after which what was made for the pages and is not used is dropped
GOAL_MB = 1000.0  # for 10,000 tables


def memory_mb(pid: int) -> float:
    """What a process has in memory."""
    fields = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return int(fields["VmRSS"].split()[0]) / 1024


async def sit(server: Running, tables: int, decisions: int) -> list[Pair]:
    """Open tables with their pages, and decide a little at each."""
    games = registry.keys()
    guests = [[await Guest.come(server.url), await Guest.come(server.url)] for _ in range(HOSTS)]
    pairs = [Pair(guests[number % HOSTS], games[number % len(games)], number) for number in range(tables)]
    waiting = iter(pairs)

    async def some() -> None:
        for pair in waiting:
            await pair.open()
            for _ in range(decisions):
                await pair.decide(Measured(1, 1.0))

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))
    return pairs


async def measure(server: Running, tables: int, decisions: int) -> None:
    """Sit down at tables, wait, and print what that takes."""
    assert server.process
    pid = server.process.pid
    await sit(server, 5, decisions)  # all rules are loaded
    before, began = memory_mb(pid), time.perf_counter()
    pairs = await sit(server, tables, decisions)
    await asyncio.sleep(CALM)
    after = memory_mb(pid)
    each = 1000 * (after - before) / tables
    print(f"{tables} tables with {2 * tables} pages, opened in {time.perf_counter() - began:.0f} s")
    print(f"{before:.0f} MB before, {after:.0f} MB after: {each:.0f} kB a table with both its pages")
    print(f"10,000 tables: {before + 10 * each:.0f} MB (the goal is {GOAL_MB:.0f})")
    for pair in pairs:
        pair.close()


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--decisions", type=int, default=4, help="at each table, before nothing happens")
    asked = parser.parse_args()
    files = raise_file_limit()
    tables = min(asked.tables, (files - 2 * SPARE_FILES) // 2)
    if tables < asked.tables:
        print(f"A process may have {files} files open here: {tables} tables are opened instead of {asked.tables}.")
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/tables.db"
        with Running(database, ("--generosity", "0", "--thinkers", "1")) as server:
            uvloop.run(measure(server, tables, asked.decisions))


if __name__ == "__main__":
    main()
