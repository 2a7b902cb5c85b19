"""Measure the server: durable decisions a second, how long one takes, and how both grow with the tables.

Every table has two seats, each with a page of its own that follows all that happens. *Flat out* every table decides
again as soon as it has its answer, which shows how many decisions a second there can be; *paced* all tables together
decide at a given rate, which shows how long a decision takes for people. A decision counts when its `ok` has come,
which the server sends only when it is on the disk.

Two things are measured beside it in the same run: a bare loop that writes one row and waits for the disk, on the same
database; and the same web stack that only sends back what it gets.

    python -m benchmarks.server [--seconds 5] [--tables 1,50,200] [--rate 1000] [--databases sqlite,postgresql]
"""

import argparse
import asyncio
import itertools
import json
import multiprocessing
import os
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import orjson
import psycopg
import uvicorn
from fastapi import FastAPI, WebSocket
from websockets.asyncio.client import ClientConnection, connect

from oddboard.core import registry
from tests.server import postgres
from tests.server.client import Guest
from tests.server.launching import Running

HOSTS = 10  # guests at the first seats of the tables, and as many at the second ones
GOAL_RATE, GOAL_MS = 1000, 50.0  # of DESIGN: decisions a second at 200 tables, and the 99th percentile


@dataclass
class Measured:
    """What was measured at so many tables."""

    tables: int
    seconds: float
    took: list[float] = field(default_factory=list)  # seconds, each decision
    server_seconds: float = 0.0  # of processor time

    @property
    def rate(self) -> float:
        return len(self.took) / self.seconds

    def percentile(self, share: float) -> float:
        """Milliseconds."""
        ordered = sorted(self.took)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")

    def line(self) -> str:
        shares = " ".join(f"{self.percentile(share):8.1f}" for share in (0.5, 0.9, 0.99))
        cost = 1000 * self.server_seconds / max(1, len(self.took))
        return f"{self.tables:7d} {self.rate:12.0f} {shares} {cost:12.2f}"


class Page:
    """One seat's page, as light as can be: it follows, and knows its situation and nothing else."""

    def __init__(self, changed: asyncio.Event) -> None:
        self.situation: dict[str, Any] = {}
        self.changed = changed  # is set with every new situation
        self.answer: asyncio.Future[str] | None = None

    async def open(self, guest: Guest, table: str, seat: int) -> None:
        """Connect, and follow from now on."""
        self.socket: ClientConnection = await connect(
            f"ws://{urlsplit(guest.url).netloc}/api/tables/{table}/live",
            additional_headers=guest.headers,
            max_size=None,
            compression=None,
            ping_interval=None,
            open_timeout=60,
        )
        await self.socket.send(json.dumps({"type": "hello", "since": None, "seat": seat}))
        self._take(await self.socket.recv())
        self._following = asyncio.ensure_future(self._follow())

    async def close(self) -> None:
        self._following.cancel()
        await self.socket.close()

    async def _follow(self) -> None:
        async for text in self.socket:
            self._take(text)

    def _take(self, text: str | bytes) -> None:
        event: dict[str, Any] = orjson.loads(text)
        if "situation" in event:
            self.situation = event["situation"]
            self.changed.set()
        elif event["type"] in ("ok", "refused") and self.answer:
            self.answer.set_result(event["type"])
            self.answer = None

    async def play(self, decision: Any) -> bool:
        """Decide; whether it counted, once that is known."""
        seat, ply = self.situation["seat"], self.situation["ply"]
        self.answer = asyncio.get_running_loop().create_future()
        wanted = {"type": "play", "id": 1, "seat": seat, "ply": ply, "decision": decision}
        answer = self.answer
        await self.socket.send(orjson.dumps(wanted).decode())
        return await answer == "ok"


class Pair:
    """A table with both its pages."""

    def __init__(self, guests: list[Guest], game: str, seed: int) -> None:
        self.guests = guests
        self.game = game
        self.rng = random.Random(seed)
        self.changed = asyncio.Event()
        self.pages: list[Page] = []

    async def open(self) -> None:
        """Sit down and begin."""
        host, other = self.guests
        made = await host.make(self.game, ["me", "open"])
        await other.post(f"/tables/{made['id']}/join")
        await host.post(f"/tables/{made['id']}/start")
        self.pages = [Page(self.changed), Page(self.changed)]
        for seat, page in enumerate(self.pages):
            await page.open(self.guests[seat], made["id"], seat)

    async def close(self) -> None:
        """Both pages go."""
        for page in self.pages:
            await page.close()

    async def decide(self) -> float:
        """One decision of whoever is to move; seconds until it was acknowledged."""
        while True:
            if self.pages[0].situation["ranks"] is not None:
                await self.close()
                await self.open()
            self.changed.clear()
            page = next((page for page in self.pages if page.situation["choices"]), None)
            if page is not None:
                began = time.perf_counter()
                if await page.play(self.rng.choice(page.situation["choices"])["decision"]):
                    return time.perf_counter() - began
            await self.changed.wait()


async def flat_out(pairs: list[Pair], seconds: float) -> list[float]:
    """Each table decides as fast as it gets its answers."""
    end = time.perf_counter() + seconds
    took: list[float] = []

    async def play(pair: Pair) -> None:
        while time.perf_counter() < end:
            took.append(await pair.decide())

    await asyncio.gather(*map(play, pairs))
    return took


async def paced(pairs: list[Pair], seconds: float, rate: float) -> list[float]:
    """All tables together decide at a rate; who is late counts from when it should have been."""
    began = time.perf_counter()
    gap = len(pairs) / rate
    took: list[float] = []

    async def play(number: int, pair: Pair) -> None:
        due = began + gap * number / len(pairs)
        while due < began + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            late = max(0.0, time.perf_counter() - due)
            took.append(late + await pair.decide())
            due += gap

    await asyncio.gather(*(play(number, pair) for number, pair in enumerate(pairs)))
    return took


def processor_seconds(pid: int) -> float:
    """What a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(server: Running, games: list[str], tables: int, seconds: float, rate: float | None) -> Measured:
    """Play at so many tables for a time."""
    assert server.process
    guests = [[await Guest.come(server.url), await Guest.come(server.url)] for _ in range(min(HOSTS, tables))]
    pairs = [Pair(guests[number % len(guests)], games[number % len(games)], number) for number in range(tables)]
    await asyncio.gather(*(pair.open() for pair in pairs))
    before, began = processor_seconds(server.process.pid), time.perf_counter()
    took = await (flat_out(pairs, seconds) if rate is None else paced(pairs, seconds, rate))
    found = Measured(tables, time.perf_counter() - began, took)
    found.server_seconds = processor_seconds(server.process.pid) - before
    await asyncio.gather(*(pair.close() for pair in pairs))
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
        elif postgres.programs() is None:
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
    parser.add_argument("--rate", type=float, default=float(GOAL_RATE))
    parser.add_argument("--databases", default="sqlite,postgresql")
    parser.add_argument("--games", default="", help="all of them take turns by default")
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
            print(" tables  decisions/s   50% ms   90% ms   99% ms  processor ms")
            with Running(url, ("--generosity", "0", "--thinkers", "1")) as server:
                for tables in counts:
                    flat = asyncio.run(measure(server, games, tables, asked.seconds, None))
                    ratios = f"{flat.rate / bare:.2f} x bare commits, {flat.rate / back:.2f} x echoes"
                    print(f"{flat.line()}  flat out: {ratios}")
                slow = asyncio.run(measure(server, games, counts[-1], asked.seconds, asked.rate))
                print(f"{slow.line()}  paced at {asked.rate:.0f}/s")
    print(f"load {os.getloadavg()[0]:.1f} after")


if __name__ == "__main__":
    main()
