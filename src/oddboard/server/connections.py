"""Connections: how many there may be, by address and in all, and how long one may take to say what it wants.

Whoever opens a connection and says nothing, or half a request, is let go; of too many from one address the next is
closed at once, so that nobody takes away what the others need.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Protocol

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import Protocol as Frames
from websockets.protocol import Side, State

from oddboard.server.neighbours import Neighbours

HEADER_SECONDS = 10.0  # from the first byte of a request, or from connecting, to the end of its head
LAST_LOOK = 0.1  # seconds for what has come while the server itself got no time to read it
BODY_SECONDS = 30.0  # for all of a request's content
MOST_BY_ADDRESS = 128  # connections; a browser has six, and one for each table that is open
SPARE_FILES = 200  # that databases, pipes and logs need
MOST_FILES = 65_536  # that are asked for
USUAL_FILES = 1024  # where the system does not say
TEXTS = "oddboard.texts"  # our own extension of ASGI: a page's `Sockets`, which takes several texts at once
FAREWELL = 1.0  # seconds for the last word to a page that does not read
WHOLE_TEXT = 0x81  # the first byte of a frame that is a whole text
SHORT, MEDIUM = 126, 1 << 16  # bytes: the length of a shorter frame fits in its second byte, or in two more
log = logging.getLogger("oddboard.connections")


def raise_file_limit() -> int:
    """Let this process have as many files and connections open as the system allows; how many that is."""
    try:
        import resource
    except ImportError:
        return USUAL_FILES  # Windows has no such limit to raise
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else hard
    wanted = max(soft, min(most, MOST_FILES))
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (ValueError, OSError):
        return soft
    return wanted


@dataclass
class Door:
    """Counts who is inside."""

    most: int  # in all
    by_address: int | None = MOST_BY_ADDRESS  # None where all come through a proxy
    inside: Counter[str] = field(default_factory=Counter)
    refused: int = 0

    def enter(self, address: str) -> bool:
        """Whether one more may come in from an address; if so, it has."""
        full = self.by_address is not None and self.inside[address] >= self.by_address
        if full or self.inside.total() >= self.most:
            self.refused += 1
            return False
        self.inside[address] += 1
        return True

    def leave(self, address: str) -> None:
        """One has gone."""
        self.inside[address] -= 1
        if not self.inside[address]:
            del self.inside[address]


def protocol(door: Door, others: Neighbours | None = None) -> type[asyncio.Protocol]:
    """Uvicorn's protocol with a door: made for one server, because that alone knows who is inside."""

    class Watched(HttpToolsProtocol):
        """A connection that is watched until its request has come."""

        _address: str | None = None
        _deadline: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            peer = transport.get_extra_info("peername")
            address = str(peer[0]) if isinstance(peer, tuple) else ""
            super().connection_made(transport)
            if not door.enter(address):
                transport.abort()
                return
            self._address = address
            self._hurry()

        def connection_lost(self, exc: Exception | None) -> None:
            self._left()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self._deadline is None and (self.cycle is None or self.cycle.response_complete):
                self._hurry()
            super().data_received(data)

        def on_headers_complete(self) -> None:
            self._rest()
            super().on_headers_complete()

        def handle_websocket_upgrade(self) -> None:
            if others and others.hands_over(self.url, self.transport.get_extra_info("socket").fileno(), self._said):
                self.transport.abort()  # only here: there it goes on
                return
            # The socket's own protocol takes the connection over; its transport tells when it ends.
            self._rest()
            address, self._address = self._address, None
            super().handle_websocket_upgrade()
            if address is not None:
                _follow(self.transport, lambda: door.leave(address))

        def _said(self) -> bytes:
            lines = [b"%b: %b" % header for header in self.scope["headers"]]
            return b"\r\n".join([b"GET %b HTTP/1.1" % self.url, *lines, b"", b""])

        def _hurry(self) -> None:
            self._deadline = asyncio.get_running_loop().call_later(HEADER_SECONDS, self._look_again)

        def _look_again(self) -> None:
            self._deadline = asyncio.get_running_loop().call_later(LAST_LOOK, self.transport.abort)

        def timeout_keep_alive_handler(self) -> None:
            close = super().timeout_keep_alive_handler
            self.timeout_keep_alive_task = asyncio.get_running_loop().call_later(LAST_LOOK, close)

        def _rest(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

        def _left(self) -> None:
            self._rest()
            if self._address is not None:
                door.leave(self._address)
                self._address = None

    return Watched


class Follower(Protocol):
    """Who goes on with a connection by himself, so that no task waits for it while nothing happens."""

    def heard(self, event: dict[str, Any]) -> None:
        """Take in a message, or that the connection has ended: events of ASGI, in their order."""

    def free(self) -> None:
        """Texts can be sent again."""


class Passing:
    """Stands where ASGI has a queue, and passes on what is put into it."""

    def __init__(self, follower: Follower) -> None:
        self.put_nowait = follower.heard


class Sockets(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket, which sends all that waits for a page at once: each piece alone would cost as much.

    Once somebody follows it, the request that opened it is over and forgotten, with all that stood around it: a page
    at which nothing happens needs no task.
    """

    follower: Follower | None = None
    _last_word: tuple[int, str] | None = None  # for a page that does not read just now

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][TEXTS] = {"socket": self}

    async def run_asgi(self) -> None:
        """Open the connection, and close it if nobody follows it."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            log.exception("a socket could not be opened")
        if self.follower is None and self.close_timer is None:
            self.send_500_response()  # unless it was answered
            self.transport.close()
        self.scope = self.request = self.response = None  # type: ignore[assignment]

    def follow(self, follower: Follower) -> None:
        """Tell all that comes from now on, and what has come since the request was answered."""
        self.follower = follower
        conn = self.conn
        if conn.state is State.OPEN and not (conn.reader.buffer or self.frames):
            # The one that has read the request keeps it as long as it lives.
            self.conn = Frames(Side.SERVER, state=State.OPEN, max_size=self.config.ws_max_size)  # type: ignore[assignment]
        came, self.queue = self.queue, Passing(follower)  # type: ignore[assignment]
        while not came.empty():
            follower.heard(dict(came.get_nowait()))
        self.hear_on()

    def hear_on(self) -> None:
        """Take the next message: after each one nothing is read until somebody asks for more."""
        if self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something for a message; a server that stops waits for it."""
        task = self.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.on_task_complete)

    @property
    def is_free(self) -> bool:
        """Whether texts can be sent now."""
        return self.writable.is_set() and not (self.disconnected or self.close_sent)

    def resume_writing(self) -> None:
        """The page reads again."""
        super().resume_writing()
        if self._last_word is not None:
            self.end(*self._last_word)
        elif self.follower is not None:
            self.follower.free()

    def send_texts(self, texts: Sequence[bytes]) -> None:
        """Send texts; it is free."""
        self.transport.write(b"".join(part for text in texts for part in (head_of(len(text)), text)))

    def end(self, code: int, reason: str = "") -> None:
        """Close the connection and say why; who does not read for a while is not waited for."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return
        if not self.writable.is_set():
            self._last_word = code, reason
            self.loop.call_later(FAREWELL, self.transport.abort)
            return
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.hear_on()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)


def head_of(length: int) -> bytes:
    """What stands before a text of so many bytes (RFC 6455, 5.2)."""
    if length < SHORT:
        return bytes((WHOLE_TEXT, length))
    if length < MEDIUM:
        return b"%c%c%b" % (WHOLE_TEXT, SHORT, length.to_bytes(2, "big"))
    return b"%c%c%b" % (WHOLE_TEXT, SHORT + 1, length.to_bytes(8, "big"))


def _follow(transport: Any, gone: Any) -> None:
    """Tell when a connection ends that another protocol has taken over."""
    taken_over = transport.get_protocol()
    lost = taken_over.connection_lost

    def connection_lost(error: Exception | None) -> None:
        gone()
        lost(error)

    taken_over.connection_lost = connection_lost
