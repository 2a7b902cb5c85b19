"""`oddboard serve --processes`: one port, several processes; one is killed, and its tables and its place are taken."""

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import time
import zlib
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from oddboard.server.neighbours import Neighbours
from tests.server.client import Guest, Live
from tests.server.launching import FREELY, Running

TAKEN_OVER = 3.0  # seconds after which another process keeps the tables of one that was killed
REPLACED = 20.0  # seconds for a new process to be there on a busy machine
ASKED = 30  # requests, more than one process takes by chance
TABLES = 10
ESTABLISHED = "01"  # in /proc/net/tcp


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


def server_of(live: Live, pids: set[int]) -> int:
    """Which of the processes has the other end of a connection."""
    port = live.port
    ends = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    inode = next(end[9] for end in ends if int(end[2].rpartition(":")[2], 16) == port and end[3] == ESTABLISHED)
    return next(pid for pid in pids if f"socket:[{inode}]" in open_files(pid))


def open_files(pid: int) -> list[str]:
    """What a process has open, but for what it closes meanwhile."""
    found = []
    for each in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):
            found.append(os.readlink(each))
    return found


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked for in /proc")
def test_the_pages_of_a_table_come_together_at_one_process(postgres_database: str) -> None:
    """What happens at a table is worked out once, and not by each process at which somebody looks on."""

    async def test(server: Running) -> None:
        assert server.process
        parent = server.process.pid
        await until(REPLACED, lambda: len(children(parent)) == 2)
        host, other = await Guest.come(server.url), await Guest.come(server.url)
        found: list[int] = []
        for _ in range(TABLES):
            made = await host.make("everest", ["me", "open"])
            await other.post(f"/tables/{made['id']}/join")
            await host.post(f"/tables/{made['id']}/start")
            async with host.live(made["id"], 0) as one, other.live(made["id"], 1) as two:
                places = {server_of(each, children(parent)) for each in (one, two)}
                assert len(places) == 1
                assert one.situation
                assert two.situation
            found += places
        assert set(found) == children(parent), "each has its share of the tables"

    with Running(postgres_database, (*FREELY, "--thinkers", "1", "--processes", "2")) as server:
        asyncio.run(test(server))


def test_a_connection_stays_where_its_place_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """As while a process starts, has too much to do, or hangs."""
    url = next(
        url for url in map("/api/tables/t{}/live?seat=0".format, range(9)) if zlib.crc32(url[12:14].encode()) % 2
    )
    ours, theirs = socket.socketpair()
    neighbours = Neighbours(2)
    neighbours.place = 0

    def hands_over(address: str) -> bool:
        return neighbours.hands_over(address.encode(), ours.fileno(), lambda: b"GET it")

    async def serve() -> None:
        neighbours.place = 1
        received = asyncio.get_running_loop().create_future()
        neighbours.receive(lambda connection, request: received.set_result((connection, request)))
        neighbours.place = 0
        assert not hands_over("/api/tables/t1/join")
        assert hands_over(url)
        neighbours.place = 1
        connection, request = await received
        connection.send(request)
        assert theirs.recv(9) == b"GET it"
        neighbours.place = 0
        while hands_over(url):  # until nothing more can wait there
            pass
        neighbours.leave(1)
        assert not hands_over(url)

    async def fall_silent() -> None:
        neighbours.place = 1
        neighbours.receive(lambda connection, _: connection.close())
        neighbours.place = 0
        await asyncio.sleep(0.01)
        assert hands_over(url)
        monkeypatch.setattr("oddboard.server.neighbours.SILENCE", 0.0)
        assert not hands_over(url), "it hangs"

    assert not hands_over(url)
    asyncio.run(serve())
    asyncio.run(fall_silent())


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
