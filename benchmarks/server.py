"""Measure the server: durable decisions a second, how long one takes, and how both grow with the tables.

Every table has two seats, each with a page of its own that follows all that happens. *Flat out* every table decides
again as soon as it has its answer, which shows how many decisions a second there can be; *paced* all tables together
decide at a given rate, which shows how long a decision takes for people. A decision counts when its `ok` has come,
which the server sends only when it is on the disk.

Two things are measured beside it in the same run: a bare loop that writes one row and waits for the disk, on the same
database; and the same web stack that only sends back what it gets.

    python -m benchmarks.server [--seconds 5] [--tables 1,50,200] [--rate 500,1000] [--databases sqlite,postgresql]
        [--processes 2]
"""

import argparse
import asyncio
import itertools
import multiprocessing
import os
import random
import re
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psycopg
import uvicorn
import uvloop
from fastapi import FastAPI, WebSocket
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.light_page import LightPage
from oddboard.core import registry
from tests.server import postgres
from tests.server.client import Guest
from tests.server.launching import Running
from tools.provide import found_postgresql

HOSTS = 10  # guests at the first seats of the tables, and as many at the second ones
GOAL_RATE, GOAL_MS = 1000, 50.0  # of DESIGN: decisions a second at 200 tables, and the 99th percentile


@dataclass
class Measured:
    """What was measured at so many tables."""

    tables: int
    seconds: float
    took: list[float] = field(default_factory=list)  # seconds, each decision
    shown: list[float] = field(default_factory=list)  # seconds until the pages were told
    server_seconds: float = 0.0  # of processor time
    own_seconds: float = 0.0  # of the pages' processor time
    sent: int = 0  # bytes that came to the pages

    @property
    def rate(self) -> float:
        return len(self.took) / self.seconds

    def line(self) -> str:
        shares = " ".join(f"{percentile(self.took, share):8.1f}" for share in (0.5, 0.9, 0.99))
        seen = " ".join(f"{percentile(self.shown, share):8.1f}" for share in (0.5, 0.99))
        costs = " ".join(
            f"{1000 * each / max(1, len(self.took)):9.2f}" for each in (self.server_seconds, self.own_seconds)
        )
        size = self.sent / max(1, len(self.took)) / 1000
        return f"{self.tables:7d} {self.rate:12.0f} {shares}  {seen}  {costs} {size:8.1f}"


def percentile(seconds: list[float], share: float) -> float:
    """Milliseconds."""
    ordered = sorted(seconds)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


HEADS = (
    "                      acknowledged after ms       shown after ms  processor ms       sent\n"
    " tables  decisions/s      50%      90%      99%       50%      99%    server     pages       kB"
)


class Pair:
    """A table with both its pages."""

    def __init__(self, guests: list[Guest], game: str, seed: int) -> None:
        self.guests = guests
        self.game = game
        self.rng = random.Random(seed)
        self.changed = asyncio.Event()
        self.shown: list[float] = []  # seconds, each decision, until its page was told of it
        self.pages: list[LightPage] = []
        self.sent = 0  # bytes, to pages that have gone

    async def open(self) -> None:
        """Sit down and begin."""
        host, other = self.guests
        self.sent += sum(page.bytes for page in self.pages)
        made = await host.make(self.game, ["me", "open"])
        await other.post(f"/tables/{made['id']}/join")
        await host.post(f"/tables/{made['id']}/start")
        self.pages = [LightPage(self.changed.set), LightPage(self.changed.set)]
        for seat, page in enumerate(self.pages):
            guest = self.guests[seat]
            await page.open(guest.url, made["id"], seat, guest.cookie or "")
            page.shown = self.shown

    def close(self) -> None:
        """Both pages go."""
        for page in self.pages:
            page.close()

    async def decide(self, found: "Measured", due: float | None = None) -> None:
        """One decision of whoever is to move, timed until its answer; from when it was due if that was before."""
        while True:
            if any(page.over for page in self.pages):
                self.close()
                await self.open()
                due = None  # to make a table is no decision
            self.changed.clear()
            page = next((page for page in self.pages if page.seat is not None), None)
            if page is not None:
                began = time.perf_counter()
                if await page.play(self.rng):
                    found.took.append(time.perf_counter() - (due or began))
                    return
            await self.changed.wait()


async def flat_out(pairs: list[Pair], found: "Measured") -> None:
    """Each table decides as fast as it gets its answers."""
    end = time.perf_counter() + found.seconds

    async def play(pair: Pair) -> None:
        while time.perf_counter() < end:
            await pair.decide(found)

    await asyncio.gather(*map(play, pairs))


async def paced(pairs: list[Pair], found: "Measured", rate: float) -> None:
    """All tables together decide at a rate; who is late counts from when it should have been."""
    began = time.perf_counter()
    gap = len(pairs) / rate

    async def play(number: int, pair: Pair) -> None:
        due = began + gap * number / len(pairs)
        while due < began + found.seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await pair.decide(found, due)
            due += gap

    await asyncio.gather(*(play(number, pair) for number, pair in enumerate(pairs)))


def processor_seconds(pid: int) -> float:
    """What a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def server_seconds(server: Running) -> float:
    """What a server has used so far: its process, or those of its crew; bots think in others, which do not count."""
    assert server.process
    pid = server.process.pid
    is_crew = int(server.options[server.options.index("--processes") + 1]) > 1
    crew = Path(f"/proc/{pid}/task/{pid}/children").read_text().split() if is_crew else []
    return processor_seconds(pid) + sum(processor_seconds(int(each)) for each in crew)


async def warmed_up(server: Running, games: list[str], count: int) -> None:
    """Wait until each of so many processes plays all games with machine code: what is loaded once is not measured."""
    async with await Guest.come(server.url) as guest:
        tables = [(await guest.make(game, ["me", "me"]))["id"] for game in games]
        ready = 0  # answers in a row of processes that are; whichever takes a connection answers
        while ready < 8 * count:
            async with httpx.AsyncClient(headers={**guest.headers, "Connection": "close"}) as fresh:
                for table in tables:
                    (await fresh.get(f"{server.url}/api/tables/{table}")).raise_for_status()
                figures = (await fresh.get(f"{server.url}/api/metrics")).text
            compiled = re.search(r"^oddboard_games_compiled (\d+)$", figures, re.MULTILINE)
            ready = ready + 1 if compiled and int(compiled[1]) >= len(games) else 0
            await asyncio.sleep(0 if ready else 0.2)


async def measure(server: Running, games: list[str], tables: int, seconds: float, rate: float | None) -> Measured:
    """Play at so many tables for a time."""
    guests = [[await Guest.come(server.url), await Guest.come(server.url)] for _ in range(min(HOSTS, tables))]
    pairs = [Pair(guests[number % len(guests)], games[number % len(games)], number) for number in range(tables)]
    await asyncio.gather(*(pair.open() for pair in pairs))
    found = Measured(tables, seconds)
    came = sum(page.bytes for pair in pairs for page in pair.pages)
    before, own, began = server_seconds(server), time.process_time(), time.perf_counter()
    await (flat_out(pairs, found) if rate is None else paced(pairs, found, rate))
    found.seconds = time.perf_counter() - began
    found.server_seconds = server_seconds(server) - before
    found.own_seconds = time.process_time() - own
    for pair in pairs:
        found.shown += pair.shown
        found.sent += pair.sent + sum(page.bytes for page in pair.pages)
        pair.close()
    found.sent -= came
    for guest in itertools.chain(*guests):
        await guest.http.aclose()
    return found


# What it is measured against


def bare_commits(url: str, seconds: float) -> float:
    """Rows a second that a bare loop writes, waiting for the disk after each."""
    end, count = time.perf_counter() + seconds, 0
    if url.startswith("sqlite"):
        connection: Any = sqlite3.connect(f"{url.removeprefix('sqlite:///')}.bare", isolation_level=None)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        sign = "?"
    else:
        connection = psycopg.connect(url, autocommit=True)
        sign = "%s"
    connection.execute("CREATE TABLE bare (number INTEGER, content TEXT)")
    while time.perf_counter() < end:
        connection.execute(f"INSERT INTO bare VALUES ({sign}, {sign})", (count, "a decision of some length " * 4))  # noqa: S608
        count += 1
    connection.close()
    return count / seconds


def serve_echo(port: int) -> None:
    """The same web stack without tables."""
    app = FastAPI()

    @app.websocket("/echo")
    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        while True:
            await socket.send_text(await socket.receive_text())

    uvicorn.run(app, port=port, log_level="critical", ws="websockets-sansio")


async def echoes(sockets: int, seconds: float) -> float:
    """Messages a second that come back from such a server."""
    port = postgres.free_port()
    process = multiprocessing.get_context("spawn").Process(target=serve_echo, args=(port,), daemon=True)
    process.start()
    count = 0
    try:
        opened: list[ClientConnection] = []
        while len(opened) < sockets:
            try:
                opened.append(await connect(f"ws://127.0.0.1:{port}/echo", compression=None, ping_interval=None))
            except OSError:
                await asyncio.sleep(0.05)
        end = time.perf_counter() + seconds

        async def ask(socket: ClientConnection) -> None:
            nonlocal count
            while time.perf_counter() < end:
                await socket.send('{"type":"play","id":1,"seat":0,"ply":12,"decision":{"do":"move","to":"a1"}}')
                await socket.recv()
                count += 1

        await asyncio.gather(*map(ask, opened))
    finally:
        process.kill()
        process.join()
    return count / seconds


@contextmanager
def databases(names: list[str]) -> Iterator[dict[str, str]]:
    """Fresh databases that wait for the disk."""
    with tempfile.TemporaryDirectory() as folder:
        found = {"sqlite": f"sqlite:///{folder}/tables.db"} if "sqlite" in names else {}
        if "postgresql" not in names:
            yield found
        elif found_postgresql() is None:
            print("PostgreSQL is not installed, and left out.", file=sys.stderr)
            yield found
        else:
            with postgres.cluster(durable=True) as cluster:
                yield found | {"postgresql": cluster.database()}


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--tables", default="1,50,200")
    parser.add_argument("--rate", default=str(GOAL_RATE), help="of paced decisions, several with commas between them")
    parser.add_argument("--databases", default="sqlite,postgresql")
    parser.add_argument("--games", default="", help="all of them take turns by default")
    parser.add_argument("--processes", type=int, default=1, help="of the server, on PostgreSQL")
    asked = parser.parse_args()
    games = asked.games.split(",") if asked.games else registry.keys()
    counts = [int(each) for each in asked.tables.split(",")]
    print(f"{os.cpu_count()} processors; load {os.getloadavg()[0]:.1f} before")
    back = asyncio.run(echoes(max(counts), asked.seconds / 2))
    print(f"The web stack alone sends back {back:.0f} messages/s on {max(counts)} sockets.")
    with databases(asked.databases.split(",")) as found:
        for name, url in found.items():
            bare = bare_commits(url, asked.seconds / 2)
            print(f"\n{name}: a bare loop commits {bare:.0f} rows/s, one by one")
            print(HEADS)
            count = asked.processes if name == "postgresql" else 1  # a file is for one process
            with Running(url, ("--generosity", "0", "--thinkers", "1", "--processes", str(count))) as server:
                uvloop.run(warmed_up(server, games, count))
                for tables in counts:
                    flat = uvloop.run(measure(server, games, tables, asked.seconds, None))
                    ratios = f"{flat.rate / bare:.2f} x bare commits, {flat.rate / back:.2f} x echoes"
                    print(f"{flat.line()}  flat out: {ratios}")
                for rate in map(float, asked.rate.split(",")):
                    slow = uvloop.run(measure(server, games, counts[-1], asked.seconds, rate))
                    print(f"{slow.line()}  paced at {rate:.0f}/s")
    print(f"load {os.getloadavg()[0]:.1f} after")


if __name__ == "__main__":
    main()
