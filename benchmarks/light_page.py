"""A page that costs next to nothing, so that a crowd of them does not take the processor from the server they measure.

It speaks just enough WebSocket for one table, and looks only for what it must know in a message: whose turn it is, the
ply, and one of the choices.
"""

import asyncio
import base64
import os
import random
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import orjson

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
ENDED = b"\r\n\r\n"


class LightPage(asyncio.Protocol):
    """One seat's page: it follows, and knows its situation and nothing else."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.ply = 0
        self.seat: int | None = None  # the seat that is to decide here
        self.over = False
        self.shown: list[float] = []  # seconds from each decision until the page was told what has become of it
        self._decided = 0.0  # when it decided something of which it was not told yet
        self.answer: asyncio.Future[bool] | None = None
        self._changed = changed  # is called with every new situation
        self._seat: int | None = None  # as last told
        self._choices: list[Any] = []  # as told
        self.bytes = 0  # that came
        self._waiting = bytearray()
        self._welcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._upgraded = False

    async def open(self, url: str, table: str, seat: int, cookie: str) -> None:
        """Connect, and follow from now on."""
        where = urlsplit(url)
        await asyncio.get_running_loop().create_connection(lambda: self, where.hostname, where.port)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            f"GET /api/tables/{table}/live HTTP/1.1",
            f"Host: {where.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Cookie: oddboard={cookie}",
        )
        self._hello = b'{"type":"hello","since":null,"seat":%d}' % seat
        self._transport.write("\r\n".join(lines).encode() + ENDED)
        await self._welcome

    def close(self) -> None:
        """Go."""
        self._transport.close()

    def say(self, text: bytes, kind: int = TEXT) -> None:
        """Send a message, masked with noughts, which changes nothing."""
        length = bytes([128 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
        self._transport.write(bytes([128 | kind]) + length + b"\0\0\0\0" + text)

    async def play(self, rng: random.Random) -> bool:
        """Decide something at random; whether it counted, once that is known."""
        self.answer = answer = asyncio.get_running_loop().create_future()
        self._decided = time.perf_counter()
        seat, self.seat = self.seat, None  # until it is told what there is to decide next
        wanted = {"type": "play", "id": 1, "seat": seat, "ply": self.ply, "decision": self._decision(rng)}
        self.say(orjson.dumps(wanted))
        return await answer

    def _decision(self, rng: random.Random) -> Any:
        """One of the choices."""
        found = rng.choice(self._choices)
        if "rows" not in found:
            return found["decision"]
        row = rng.randrange(found["rows"])
        return {name: _value(column, row) for name, column in found["decision"].items()}

    # Hearing

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport: Any = transport

    def connection_lost(self, error: Exception | None) -> None:
        for waiting in (self.answer, self._welcome):
            if waiting and not waiting.done():
                waiting.set_exception(ConnectionError("the server has closed a page's socket"))

    def data_received(self, data: bytes) -> None:
        waiting = self._waiting
        waiting += data
        if not self._upgraded:
            if (end := waiting.find(ENDED)) < 0:
                return
            assert waiting.startswith(b"HTTP/1.1 101"), bytes(waiting[:200])
            self._upgraded = True
            del waiting[: end + len(ENDED)]
            self.say(self._hello)
        begin = 0
        while len(waiting) >= begin + 2:
            size, content = waiting[begin + 1], begin + 2
            if size >= 126:
                content += 2 if size == 126 else 8
                size = int.from_bytes(waiting[begin + 2 : content], "big")
            if len(waiting) < content + size:
                break
            self._frame(waiting[begin] & 15, bytes(waiting[content : content + size]))
            begin = content + size
        del waiting[:begin]

    def _frame(self, kind: int, text: bytes) -> None:
        if kind == PING:
            self.say(text, PONG)
        elif kind == TEXT:
            self._take(text)

    def _take(self, text: bytes) -> None:
        self.bytes += len(text)
        start = text[:48]
        if b'"type":"ok"' in start or b'"type":"refused"' in start:
            answer, self.answer = self.answer, None
            if answer:
                answer.set_result(b'"ok"' in start)
        elif b'"type":"moment"' in start:
            self._told()
        elif b'"type":"situation"' in start or b'"type":"welcome"' in start:
            told = orjson.loads(text)["situation"]
            self.ply = told.get("ply", self.ply)
            self._seat = self.seat = told.get("seat", self._seat)
            self._choices = told.get("choices", self._choices)
            self.over = self.over or told.get("ranks") is not None
            self._told()
            if not self._welcome.done():
                self._welcome.set_result(None)
            self._changed()

    def _told(self) -> None:
        if self._decided:
            self.shown.append(time.perf_counter() - self._decided)
            self._decided = 0.0


def _value(column: dict[str, Any], row: int) -> Any:
    of = column["of"]
    return of[column["at"][row]] if "at" in column else of[0 if len(of) == 1 else row]
