"""`oddboard serve --processes`: one port, several processes; one is killed, and its tables and its place are taken."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from tests.server.client import Guest
from tests.server.launching import FREELY, Running

TAKEN_OVER = 3.0  # seconds after which another process keeps the tables of one that was killed
REPLACED = 20.0  # seconds for a new process to be there on a busy machine
ASKED = 30  # requests, more than one process takes by chance


def children(pid: int) -> set[int]:
    """The processes that a process has started and that still live."""
    return {int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


async def until(wanted: float, is_so: object) -> float:
    """The seconds until something is so."""
    began = time.monotonic()
    while not is_so():  # type: ignore[operator]
        assert time.monotonic() - began < wanted, "it took too long"
        await asyncio.sleep(0.02)
    return time.monotonic() - began


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked for in /proc")
def test_a_killed_process_is_replaced_and_its_tables_are_taken_over(postgres_database: str) -> None:
    def keeper(table: str) -> int:
        with psycopg.connect(postgres_database) as connection:
            found = connection.execute("SELECT keeper FROM tables WHERE id = %s", (table,)).fetchone()
        assert found
        return int(found[0].partition("-")[0])

    async def test(server: Running) -> None:
        assert server.process
        parent = server.process.pid
        await until(REPLACED, lambda: len(children(parent)) == 2)
        guest = await Guest.come(server.url)
        made = await guest.make("everest", ["me", {"bot": "novice"}], options={"round_limit": 3})
        killed = keeper(made["id"])
        assert killed in children(parent)
        async with guest.live(made["id"], 0) as live:
            await live.play_on(random.Random(1), 2)
            known = dict(live.moments)
        os.kill(killed, signal.SIGKILL)
        await until(TAKEN_OVER, lambda: keeper(made["id"]) != killed)
        assert keeper(made["id"]) in children(parent) - {killed}
        async with guest.live(made["id"], 0) as live:
            assert {ply: live.moments[ply] for ply in known} == known, "nothing acknowledged is lost"
            await live.play_on(random.Random(2), 3)  # against a bot that thinks elsewhere now
        await until(REPLACED, lambda: len(children(parent) - {killed}) == 2)
        for _ in range(ASKED):
            assert (await guest.get("/me"))["guest"]

    with Running(postgres_database, (*FREELY, "--thinkers", "1", "--processes", "2")) as server:
        asyncio.run(test(server))
        assert server.process
        left = children(server.process.pid)
        server.stop()
        assert not any(Path(f"/proc/{each}").exists() for each in left), "they end together"


def test_a_file_is_for_one_process(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "oddboard",
        "serve",
        "--processes",
        "2",
        "--database",
        f"sqlite:///{tmp_path}/x.db",
    ]
    found = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert found.returncode
    assert "several processes serve the tables of a PostgreSQL database" in found.stderr
    assert "Traceback" not in found.stderr
