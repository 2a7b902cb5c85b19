"""Nobody takes the server away from the others: slow readers, idle connections, heavy requests, many tables.

The server runs in a thread of this very process, so that its loop can be watched and its patience shortened.
"""

import asyncio
import contextlib
import random
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest
import uvicorn
from sqlalchemy import insert

from oddboard.core import registry, saves, views
from oddboard.core.match import Match
from oddboard.server import connections, guard, schema
from oddboard.server.app import Settings, build
from oddboard.server.connections import Door
from oddboard.server.database import engine_of, migrated
from oddboard.server.new_tables import new_row
from oddboard.server.serving import bound
from oddboard.server.stories import PART
from oddboard.server.streams import LARGEST_QUEUE, Page, Stream, packed
from oddboard.server.tables import PERSON, PLAYING, Seat, Terms
from tests.server.expanding import whole_moments

LARGEST_PART = 400_000  # bytes of a story that are sent at once
LONG = 1200  # decisions
LONGEST_HOLD = 0.010  # seconds of the loop's own work at a time
MANY_TABLES = 5000
READY = 3.0  # seconds


class Served:
    """A server in a thread, and how long its loop was held at a time, in seconds of its own work."""

    def __init__(self, database: str) -> None:
        self.app = build(Settings(database, generosity=0))
        self.door = Door(1000, None)
        self.longest = 0.0
        self._before = 0.0
        listening = bound("127.0.0.1", 0)
        self.address: tuple[str, int] = listening.getsockname()
        self.url = f"http://127.0.0.1:{self.address[1]}"
        protocol = connections.protocol(self.door)
        config = uvicorn.Config(self.app, http=protocol, log_config=None, ws=connections.Sockets)
        self.server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run, args=(listening,), daemon=True)

    def _run(self, listening: socket.socket) -> None:
        async def work() -> None:
            self.loop = asyncio.get_running_loop()
            self._tick()
            await self.server.serve([listening])

        with asyncio.Runner(loop_factory=self.server.config.get_loop_factory()) as runner:
            runner.run(work())

    def _tick(self) -> None:
        """Come by often; the loop's own work since the last time was done at a stretch, or nearly so."""
        now = time.thread_time()
        self.longest = max(self.longest, now - self._before)
        self._before = now
        asyncio.get_running_loop().call_later(0.0005, self._tick)

    def __enter__(self) -> "Served":
        self._thread.start()
        while not self.server.started:
            time.sleep(0.01)
        return self

    def __exit__(self, *_: Any) -> None:
        self.server.should_exit = True
        self._thread.join()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(f"sqlite:///{tmp_path_factory.mktemp('served')}/oddboard.db") as served:
        yield served


@pytest.fixture
def guest(served: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=served.url, timeout=60) as client:
        client.get("/api/me").raise_for_status()
        yield client


def long_game(key: str) -> Match:
    """A game of many decisions."""
    rng = random.Random(5)
    game = registry.game(key)
    match = Match(game, game.players[0])
    while match.ply < LONG and not match.is_over:
        match.play_code(rng.choice(match.codes()))
    return match


def test_no_request_holds_the_loop(served: Served, guest: httpx.Client) -> None:
    """Neither the story of a long game, nor a study of one, nor its saved game."""
    match = long_game("martian-race")
    assert match.ply == LONG
    record = saves.record(match)
    while guest.get("/api/games/martian-race/sample").status_code == 503:
        time.sleep(0.2)  # the rules are being compiled
    kept = guest.post("/api/records", content=record).json()["id"]
    study = {"game": match.game.key, "players": match.players}
    study["decisions"] = [played.decision for played in match.history[:700]]  # type: ignore[assignment]
    guest.post("/api/study", json=study | {"decisions": []}).raise_for_status()
    asks = {
        "story": lambda: guest.get(f"/api/stories/{kept}"),
        "record": lambda: guest.get(f"/api/stories/{kept}/record"),
        "study": lambda: guest.post("/api/study", json=study),
        "upload": lambda: guest.post("/api/records", content=record),
    }
    held = {}
    for name, ask in asks.items():
        served.longest = 0.0
        assert ask().status_code in (200, 201)
        held[name] = served.longest
    assert max(held.values()) < LONGEST_HOLD, held


def test_a_long_story_comes_in_parts(guest: httpx.Client) -> None:
    """None of them is large, and together they are the whole game."""
    match = long_game("martian-race")
    kept = guest.post("/api/records", content=saves.record(match)).json()["id"]
    answer = guest.get(f"/api/stories/{kept}")
    story = answer.json()
    assert story["length"] == match.ply
    assert len(story["moments"]) == PART
    moments, largest = whole_moments(story["moments"]), len(answer.content)
    while len(moments) < story["length"]:
        answer = guest.get(f"/api/stories/{kept}/moments", params={"from": len(moments)})
        moments |= whole_moments(answer.json()["moments"])
        largest = max(largest, len(answer.content))
    assert largest < LARGEST_PART
    for ply in (0, PART - 1, PART, match.ply - 1):
        wanted = orjson.loads(packed(views.moment(match, ply, None)))
        assert {name: moments[ply][name] for name in wanted} == wanted
    for wrong in (1, PART + 1, match.ply + PART, 10**9):
        assert guest.get(f"/api/stories/{kept}/moments", params={"from": wrong}).status_code in (400, 422)


def ends(connection: socket.socket, within: float) -> bool:
    """Whether the other side hangs up in time."""
    connection.settimeout(within)
    try:
        while connection.recv(4096):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return True


@pytest.mark.parametrize("said", [b"", b"GET /api/he", b"GET /api/health HTTP/1.1\r\nHost: x\r\nX: "])
def test_a_connection_that_says_nothing_is_let_go(served: Served, monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.3)
    with socket.create_connection(served.address) as connection:
        connection.sendall(said)
        assert ends(connection, 5)


@contextlib.contextmanager
def starved(served: Served) -> Iterator[None]:
    """What is sent meanwhile has long come when the server's loop looks at its clock again."""
    near, far = socket.socketpair()

    def starve() -> None:
        served.loop.remove_reader(near)
        time.sleep(1.0)

    with near, far:
        served.loop.call_soon_threadsafe(served.loop.add_reader, near, starve)
        time.sleep(0.1)
        far.sendall(b"now")
        time.sleep(0.1)
        yield


def is_alive(connection: socket.socket) -> bool:
    """Whether the server answers a request."""
    connection.sendall(b"GET /api/alive HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    came = b""
    while not came.endswith(b"ok\n"):
        part = connection.recv(4096)
        if not part:
            return False
        came += part
    return b"200 OK" in came


def test_what_came_while_the_server_got_no_time_is_read(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a starved machine, or after a night's sleep, the time is over before anything was looked at."""
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.3)
    with socket.create_connection(served.address) as connection, starved(served):
        assert is_alive(connection)


def test_what_came_so_on_an_idle_connection_is_read_too(served: Served) -> None:
    served.server.config.timeout_keep_alive = 0.3  # type: ignore[assignment]
    with socket.create_connection(served.address) as connection:
        assert is_alive(connection)
        with starved(served):
            assert is_alive(connection)
        assert ends(connection, 2), "it is let go all the same"


def test_a_second_request_must_come_in_time_too(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.3)
    with socket.create_connection(served.address) as connection:
        connection.sendall(b"GET /api/alive HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert b"200 OK" in connection.recv(4096)
        connection.sendall(b"GET /api/al")
        assert ends(connection, 5)


def test_a_body_that_does_not_come_is_refused(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.3)
    with socket.create_connection(served.address) as connection:
        head = f"POST /api/study HTTP/1.1\r\nHost: 127.0.0.1:{served.address[1]}\r\nContent-Length: 50\r\n"
        connection.sendall(f"{head}Content-Type: application/json\r\n\r\n{{".encode())
        connection.settimeout(5)
        assert b" 408 " in connection.recv(4096)


def wait_until_empty(door: Door) -> None:
    """Until who was there before has gone."""
    end = time.monotonic() + 15
    while door.inside.total() and time.monotonic() < end:
        time.sleep(0.01)
    assert not door.inside.total()


def test_an_address_has_so_many_connections(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    wait_until_empty(served.door)
    monkeypatch.setattr(served.door, "by_address", 3)
    opened = [socket.create_connection(served.address) for _ in range(5)]
    try:
        assert [ends(each, 0.5) for each in opened] == [False, False, False, True, True]
    finally:
        for each in opened:
            each.close()
    wait_until_empty(served.door)
    with socket.create_connection(served.address) as again:
        assert not ends(again, 0.3), "who has gone makes room"


def test_what_waits_for_a_slow_page_is_bounded() -> None:
    async def test() -> None:
        page = Page("somebody")
        page.send(b"x" * (3 * LARGEST_QUEUE))
        assert not page.is_lost, "one large text alone may go"
        page.send(b"y")
        assert page.is_lost
        for _ in range(1000):
            page.send(b"z" * LARGEST_QUEUE)
        assert list(page._waiting) == [None], "nothing is kept for who is let go"

    asyncio.run(test())


def test_who_is_told_everything_at_once_is_not_slow_for_that() -> None:
    async def test() -> None:
        page = Page("somebody")
        page.send_whole(b"w" * (3 * LARGEST_QUEUE))
        page.send(b"x" * LARGEST_QUEUE)
        assert not page.is_lost, "what comes right after it may wait as ever"
        assert len(page._taken()) == 3 * LARGEST_QUEUE
        page.send_whole(b"w" * (3 * LARGEST_QUEUE))
        assert not page.is_lost, "the one before was read"
        page.send_whole(b"w")
        assert page.is_lost, "it reads nothing, and what waits is bounded"
        assert list(page._waiting) == [None]

    asyncio.run(test())


def test_who_missed_too_much_is_told_everything_anew() -> None:
    """In place of events of which so many would wait that the page would be let go, time and again."""
    stream = Stream(0)
    first = stream.seq
    for _ in range(3):
        stream.tell({"type": "talk", "text": "t" * (LARGEST_QUEUE // 2)})
    assert stream.missed(first, None) is None
    assert len(stream.missed(first + 2, None) or []) == 1


def test_a_stream_keeps_one_situation_only() -> None:
    stream = Stream(0)
    first = stream.seq
    for number in range(50):
        stream.tell({"type": "moment", "moment": number}, lambda _, number=number: {"type": "moment", "moment": number})
        stream.tell({"type": "situation", "situation": "s" * 10_000})
    kept = [each.event for each in stream._kept if isinstance(each.event, bytes)]
    assert sum(map(len, kept)) < 15_000
    missed = stream.missed(first, None)
    assert missed is not None
    assert len(missed) == 100
    told = [b"passed" not in each for each in missed]
    assert told == [True, False] * 49 + [True, True]


def test_thousands_of_tables_are_ready_at_once(tmp_path: Path) -> None:
    """Nobody waits for tables that nobody has come to yet."""
    database = f"sqlite:///{tmp_path}/oddboard.db"
    engine = engine_of(database)
    migrated(engine)
    rows, seats = [], []
    for _ in range(MANY_TABLES):
        row = new_row("everest", 2, {}, None, Terms(clock={"seconds": 600, "increment": 0}), False, "host")
        row |= {"state": PLAYING, "keeper": "dead", "clocks": '{"left": [600000, 600000], "running": {}}'}
        rows.append(row)
        seats += [Seat(PERSON, f"P{seat}", f"guest {seat}").row(row["id"], seat) for seat in range(2)]
    with engine.begin() as connection:
        connection.execute(insert(schema.tables), rows)
        connection.execute(insert(schema.seats), seats)
    engine.dispose()
    with Served(database) as served:
        began = time.monotonic()
        httpx.get(f"{served.url}/api/health", timeout=30).raise_for_status()
        assert time.monotonic() - began < READY
        served.longest = 0.0
        time.sleep(0.5)
        assert len(served.app.state.house.store.tables) < MANY_TABLES / 10
