"""A page without a screen: a guest, and the socket of a table; checks that events come once and in order."""

import asyncio
import contextlib
import itertools
import json
import random
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx
import websockets
from websockets.asyncio.client import ClientConnection, connect

from tests.server.expanding import whole_moment, whole_moments, whole_situation

PATIENCE = 30.0  # seconds to wait for an event that must come
LARGEST = 1 << 26

Json = dict[str, Any]


class Refused(Exception):
    """The server said no."""

    def __init__(self, status: int, error: Json) -> None:
        super().__init__(f"{status} {error}")
        self.status = status
        self.kind: str = error["kind"]
        self.message: str = error["message"]
        self.rule: str | None = error["rule"]


class Browser:
    """A browser with a cookie. `url` may change, as its guest can go to another server of the same tables."""

    def __init__(self, url: str, cookie: str | None = None) -> None:
        self.url = url
        self.cookie = cookie

    @property
    def headers(self) -> dict[str, str]:
        return {"Cookie": f"oddboard={self.cookie}"} if self.cookie else {}

    @asynccontextmanager
    async def live(self, table: str, seat: int | None = None) -> AsyncIterator["Live"]:
        """Follow a table as a seat, or as a watcher."""
        found = Live(self, table, seat)
        await found.connect()
        try:
            yield found
        finally:
            await found.close()


def content(answer: httpx.Response) -> Any:
    """What was answered; a refusal is raised."""
    if answer.is_error:
        raise Refused(answer.status_code, answer.json()["error"])
    return answer.json() if answer.headers["content-type"].startswith("application/json") else answer.text


class Guest(Browser):
    """Somebody who does many things at once."""

    def __init__(self, url: str, cookie: str | None = None) -> None:
        super().__init__(url, cookie)
        # Shorter than the server keeps an idle connection, so that none is used while it is being closed.
        self.http = httpx.AsyncClient(timeout=PATIENCE, limits=httpx.Limits(keepalive_expiry=2))

    @classmethod
    async def come(cls, url: str) -> "Guest":
        guest = cls(url)
        answer = await guest.http.get(f"{url}/api/me")
        answer.raise_for_status()
        guest.cookie = answer.cookies["oddboard"]
        guest.http.cookies.clear()
        return guest

    async def ask(self, method: str, path: str, body: Any = None, query: Mapping[str, Any] | None = None) -> Any:
        url = f"{self.url}/api{path}"
        return content(await self.http.request(method, url, json=body, params=query or {}, headers=self.headers))

    async def get(self, path: str, **query: Any) -> Any:
        return await self.ask("GET", path, query=query)

    async def post(self, path: str, body: Any = None) -> Any:
        return await self.ask("POST", path, {} if body is None else body)

    async def make(self, game: str, seats: list[Any], **more: Any) -> Json:
        """Make a table."""
        wanted = {"game": game, "seats": seats, "options": {}, "public": False, "start": True} | more
        made: Json = await self.post("/tables", wanted)
        return made

    async def __aenter__(self) -> "Guest":
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.http.aclose()


def with_extras(situation: Json, extras: Json) -> Json:
    """A situation with what helps to choose, which is told after it."""
    assert (extras["ply"], extras["seat"]) == (situation["ply"], situation["seat"]), "it is about another situation"
    strict = extras["seat"] is not None  # who is not to decide has nothing to choose
    choices = [{**each, **more} for each, more in zip(situation["choices"], extras["previews"], strict=strict)]
    return {**situation, "choices": choices, "shortcuts": extras["shortcuts"], "threats": extras["threats"]}


class Live:
    """A table as a page follows it."""

    def __init__(self, guest: Browser, table: str, seat: int | None) -> None:
        self.guest = guest
        self.id = table
        self.seat = seat
        self.seq: int | None = None
        self.table: Json = {}
        self.situation: Json = {}
        self.moments: dict[int, Json] = {}  # by ply as the viewer counts
        self.received: list[Json] = []  # all there ever came, answers too, made whole
        self.raw: list[Json] = []  # the same as it came
        self.has_extras = False  # whether what helps to choose has come
        self.over: Json | None = None
        self._numbers = itertools.count()
        self._socket: ClientConnection | None = None

    @property
    def port(self) -> int:
        """Its own end of the connection."""
        assert self._socket
        return int(self._socket.local_address[1])

    # Connecting

    async def connect(self) -> None:
        """Connect, or connect again: the rest of the events, or everything anew."""
        since = self.seq
        host = urlsplit(self.guest.url).netloc
        self._socket = await connect(
            f"ws://{host}/api/tables/{self.id}/live",
            additional_headers=self.guest.headers,
            origin=self.guest.url,  # type: ignore[arg-type]
            max_size=LARGEST,
            compression=None,
            ping_interval=None,
            open_timeout=PATIENCE,
        )
        hello: Json = {"type": "hello", "since": since}
        if self.seat is not None:
            hello["seat"] = self.seat
        await self.say(hello)
        if since is None:
            await self.next()

    def drop(self) -> None:
        """Lose the connection, without a word."""
        assert self._socket
        self._socket.transport.abort()

    async def close(self) -> None:
        assert self._socket
        with contextlib.suppress(OSError, websockets.ConnectionClosed):
            await self._socket.close()

    async def say(self, message: Any) -> None:
        assert self._socket
        text = message if isinstance(message, str | bytes) else json.dumps(message)
        await self._socket.send(text)

    # Following

    async def next(self) -> Json:
        """The next message, taken to heart."""
        assert self._socket
        raw: Json = json.loads(await asyncio.wait_for(self._socket.recv(), PATIENCE))
        self.raw.append(raw)
        event = self._whole(raw)
        self.received.append(event)
        self._take(event)
        return event

    def _whole(self, event: Json) -> Json:
        """An event with all that it means to who knows what came before."""
        if event["type"] == "welcome":
            moments = whole_moments(event["moments"])
            situation = whole_situation(event["situation"], {}, moments)
            return event | {"moments": list(moments.values()), "situation": situation}
        if event["type"] == "moment":
            return event | {"moment": whole_moment(event["moment"], self.moments)}
        if event["type"] == "situation":
            return event | {"situation": whole_situation(event["situation"], self.situation, self.moments)}
        return event

    def _take(self, event: Json) -> None:
        kind = event["type"]
        if kind == "welcome":
            self.seq, self.has_extras = event["seq"], False
            self.table, self.situation = event["table"], event["situation"]
            self.moments = {moment["ply"]: moment for moment in event["moments"]}
            if self.table["state"] == "over":
                self.over = self.table
            return
        if "seq" in event and kind != "going":
            assert self.seq is not None
            assert event["seq"] == self.seq + 1, f"{event['seq']} came after {self.seq}"
            self.seq = event["seq"]
        if kind == "moment":
            self.moments[event["moment"]["ply"]] = event["moment"]
        elif kind == "undo":
            self.moments = {ply: moment for ply, moment in self.moments.items() if ply < event["to"]}
        elif kind == "situation":
            self.situation, self.has_extras = event["situation"], False
        elif kind == "extras":
            self.situation, self.has_extras = with_extras(self.situation, event), True
        elif kind == "table":
            self.table = event["table"]
        elif kind == "over":
            self.over = event

    async def until(self, kind: str, wanted: Callable[[Json], Any] = lambda event: True) -> Json:
        """Follow until an event of a kind comes that is wanted."""
        while (event := await self.next())["type"] != kind or not wanted(event):
            pass
        return event

    async def to_the_end(self) -> None:
        """Follow until the game is over and everything about that was told."""
        while self.over is None or self.table["state"] != "over":
            await self.next()

    async def answer(self, message: Json) -> Json:
        """Say something, and follow until it is answered; a refusal is raised."""
        answer = await self.ask(message)
        if answer["type"] == "refused":
            raise Refused(0, answer["error"])
        return answer

    async def ask(self, message: Json) -> Json:
        """Say something, and follow until it is answered or refused."""
        number = next(self._numbers)
        await self.say(message | {"id": number})
        while True:
            event = await self.next()
            if "id" in event and event["id"] == number:
                return event

    # Playing

    @property
    def may_play(self) -> bool:
        return self.situation.get("seat") is not None and self.over is None

    @property
    def is_on(self) -> bool:
        return self.table["state"] == "playing" and self.over is None and self.situation.get("preparing") is None

    async def play(self, decision: Json, ply: int | None = None, seat: int | None = None) -> int:
        """Decide; the ply afterwards, once the server has kept it and told what has become of it."""
        reached = await self.decide(decision, ply, seat)
        await self.sync()
        return reached

    async def sync(self) -> None:
        """Take in everything that was told up to now, and ask for what helps to choose and what threatens."""
        await self.answer({"type": "ping"})
        while self.is_on and not self.has_extras:
            await self.say({"type": "extras", "ply": self.situation["ply"]})
            await self.answer({"type": "ping"})

    async def decide(self, decision: Json, ply: int | None = None, seat: int | None = None) -> int:
        """Decide; the ply afterwards, once the server has kept it. The page is told a little later."""
        wanted = {
            "type": "play",
            "seat": self.situation["seat"] if seat is None else seat,
            "ply": self.situation["ply"] if ply is None else ply,
            "decision": decision,
        }
        answer = await self.answer(wanted)
        return int(answer["ply"])

    async def play_on(self, rng: random.Random, most: int | None = None) -> int:
        """Play whatever can be played until the game is over, or so many decisions; how many there were."""
        played = 0
        while self.over is None and played != most:
            if not self.may_play:
                await self.next()
                continue
            try:
                await self.play(rng.choice(self.situation["choices"])["decision"])
                played += 1
            except Refused as refusal:
                assert refusal.kind in ("stale", "not_your_turn", "over"), refusal
                await self.next()
        return played


async def seated(url: str, game: str, players: int, **more: Any) -> tuple[str, list[Guest]]:
    """A table with a guest of its own at every seat, and the game begun."""
    host = await Guest.come(url)
    made = await host.make(game, ["me", *["open"] * (players - 1)], **more)
    others = [await Guest.come(url) for _ in range(players - 1)]
    for other in others:
        await other.post(f"/tables/{made['id']}/join")
    await host.post(f"/tables/{made['id']}/start")
    return made["id"], [host, *others]
