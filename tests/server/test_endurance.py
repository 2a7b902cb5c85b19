"""An hour under load: the server's memory stays what it was after the first minutes."""

import asyncio
import os
import time
from pathlib import Path
from statistics import mean

import pytest

from benchmarks.idle import memory_mb
from benchmarks.server import Measured, Pair
from oddboard.core import registry
from tests.server.client import Guest
from tests.server.launching import Running

SECONDS = float(os.environ.get("ODDBOARD_SOAK_SECONDS", "3600"))
TABLES = 50
HOSTS = 5
SAMPLES = 40  # of the memory, over the whole time
PATIENCE = 60.0  # seconds for one decision, on a machine busy with other work
GROWTH = 1.15  # times as much at the end as after the first quarter, at most


async def curve(server: Running) -> list[float]:
    """Play at many tables one game after another; the server's memory meanwhile, in MB."""
    assert server.process
    pid, games = server.process.pid, registry.keys()
    guests = [[await Guest.come(server.url), await Guest.come(server.url)] for _ in range(HOSTS)]
    pairs = [Pair(guests[number % HOSTS], games[number % len(games)], number) for number in range(TABLES)]
    end = time.monotonic() + SECONDS

    async def play(pair: Pair) -> None:
        await pair.open()
        while time.monotonic() < end:
            async with asyncio.timeout(PATIENCE):  # a table that hangs is a mistake
                await pair.decide(Measured(1, 1.0))
            pair.shown.clear()

    async def look() -> list[float]:
        found = []
        for _ in range(SAMPLES):
            await asyncio.sleep(SECONDS / SAMPLES)
            found.append(memory_mb(pid))
        return found

    found, *_ = await asyncio.gather(look(), *map(play, pairs))
    for pair in pairs:
        pair.close()
    return found


@pytest.mark.soak
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the memory is looked up in /proc")
def test_an_hour_under_load_takes_no_more_memory(database: str) -> None:
    with Running(database, ("--generosity", "0", "--thinkers", "1")) as server:
        found = asyncio.run(curve(server))
    print(" ".join(f"{each:.0f}" for each in found), "MB")
    quarter = SAMPLES // 4
    assert mean(found[-quarter:]) < GROWTH * mean(found[quarter : 2 * quarter]), found
