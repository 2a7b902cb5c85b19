"""Connections: how many there may be, by address and in all, and how long one may take to say what it wants.

Whoever opens a connection and says nothing, or half a request, is let go; of too many from one address the next is
closed at once, so that nobody takes away what the others need.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from fastapi import WebSocketDisconnect
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from oddboard.server.neighbours import Neighbours

HEADER_SECONDS = 10.0  # from the first byte of a request, or from connecting, to the end of its head
BODY_SECONDS = 30.0  # for all of a request's content
MOST_BY_ADDRESS = 128  # connections; a browser has six, and one for each table that is open
SPARE_FILES = 200  # that databases, pipes and logs need
MOST_FILES = 65_536  # that are asked for
USUAL_FILES = 1024  # where the system does not say
TEXTS = "oddboard.texts"  # our own extension of ASGI: a page's `Sockets`, which takes several texts at once
GONE = 1006  # why a socket was closed: nobody said
WHOLE_TEXT = 0x81  # the first byte of a frame that is a whole text
SHORT, MEDIUM = 126, 1 << 16  # bytes: the length of a shorter frame fits in its second byte, or in two more


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
            self._deadline = asyncio.get_running_loop().call_later(HEADER_SECONDS, self.transport.abort)

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


class Sockets(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket, which sends all that waits for a page at once: each piece alone would cost as much.

    A page need not wake a task for it, as long as what was sent before has gone.
    """

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][TEXTS] = {"socket": self}

    @property
    def is_free(self) -> bool:
        """Whether texts can be sent now."""
        return self.writable.is_set() and not (self.disconnected or self.close_sent)

    async def free(self) -> None:
        """Wait until texts can be sent."""
        await self.writable.wait()
        if not self.is_free:
            raise WebSocketDisconnect(GONE)

    def send_texts(self, texts: Sequence[bytes]) -> None:
        """Send texts; it is free."""
        self.transport.write(b"".join(part for text in texts for part in (head_of(len(text)), text)))


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
