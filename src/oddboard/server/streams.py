"""What happens at a table, told to everybody who looks on: each event once and in order, with a number.

There is one stream for each *viewer* of a table (a seat, or the watchers), because each may know other things, and the
numbers of one must not tell that another got something more. The numbers of a stream begin at the time of its making,
so that a page's last number is never taken for one of another process, or of the time before a restart.
"""

import asyncio
import hashlib
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Protocol

import orjson

from oddboard.server.history import History

KEPT = 200  # events that a page which reconnects can still get one by one
LARGEST_QUEUE = 1 << 20  # bytes that may wait for a slow page before it is let go; one event alone may be larger
SOME = 1 << 18  # bytes that something is taken for while it is being made
TOGETHER = 1 << 16  # bytes that are sent at once besides the first event
LINGERS = 60.0  # seconds that a stream without pages is kept up
PASSED = b'"type":"passed"'  # what is told in place of something that a later event says anew
log = logging.getLogger("oddboard.streams")
SUPERSEDED = "situation"  # the kind of event of which only the latest is worth telling


def packed(content: Any) -> bytes:
    """A JSON text."""
    return orjson.dumps(content, option=orjson.OPT_NON_STR_KEYS)


def writable(text: str) -> str:
    """A text without halves of characters, which no JSON text can have: somebody's nonsense may be quoted in it."""
    return text.encode("utf-8", "replace").decode()


def without_clocks(situation: dict[str, Any]) -> dict[str, Any]:
    """A situation but for what goes on by itself."""
    return situation | {"clocks": None}


def _hash(situation: dict[str, Any]) -> bytes:
    return hashlib.sha256(packed(without_clocks(situation))).digest()


class Socket(Protocol):
    """A connection that takes several texts at once."""

    @property
    def is_free(self) -> bool:
        """Whether it takes them now; who follows the connection is told when it does again."""

    def send_texts(self, texts: Sequence[bytes]) -> None:
        """Send texts."""


@dataclass(eq=False)
class Later:
    """Something to be sent of which a part is still being made in another thread."""

    content: dict[str, Any]
    part: str  # the name of its field
    made: "Future[orjson.Fragment]"
    is_awaited: bool = False  # by the page that it is for

    def text(self) -> bytes:
        """The whole, once the part is made."""
        return packed({**self.content, self.part: self.made.result()})


class Page:
    """One connected page. It needs no task: whoever makes it possible that something is sent sends it."""

    def __init__(self, guest: str | None) -> None:
        self.guest = guest
        self.asked: int | None = None  # the seat that it wants to look as
        self.stream: Stream | None = None  # what it follows
        self.extras: Any = None  # what it has asked for to help it choose, while that is still to be told
        self.is_lost = False  # it did not keep up
        self.socket: Socket | None = None  # takes what is to be sent, as long as it is there
        self.on_end: Callable[[], None] = lambda: None  # is called when nothing more is to be sent
        self._waiting: list[bytes | Later | None] = []
        self._is_due = False  # whether what waits will be sent in a moment
        self._bytes = 0
        self._whole: bytes | Later | None = None  # everything in one piece, while it waits

    def send_whole(self, text: bytes | Later) -> None:
        """Send everything in one piece, however long a game was; only what waits beside it says who is slow."""
        if self._whole is None and not self.is_lost:
            self._whole = text
            self._put(text)
        else:
            self.send(text)  # who has not even read the one before

    def send(self, text: bytes | Later | None) -> None:
        """Send when it can be, None to end it; a page that does not keep up is let go, and reconnects."""
        if self.is_lost:
            return
        size = _size(text)
        if self._bytes and self._bytes + size > LARGEST_QUEUE:
            self.is_lost = True
            self._waiting.clear()
            self._bytes, self._whole = 0, None
            self._put(None)
            return
        self._bytes += size
        self._put(text)

    def _put(self, text: bytes | Later | None) -> None:
        self._waiting.append(text)
        if self.socket is not None and not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self.send_waiting)

    def send_waiting(self) -> None:
        """Send what waits, as far as the socket takes it and it is made."""
        self._is_due = False
        while self.socket is not None and self._waiting:
            first = self._waiting[0]
            if first is None:
                self.socket = None
                self.on_end()
            elif isinstance(first, Later) and not first.made.done():
                self._wait_for(first)
                return
            elif not self.socket.is_free:
                return
            else:
                self._send_some(self.socket)

    def _send_some(self, socket: Socket) -> None:
        try:
            socket.send_texts([self._taken(), *self._more()])
        except Exception:
            log.exception("what a page was to be sent could not be made")
            self._waiting.insert(0, None)  # it comes back, and is told everything

    def _wait_for(self, later: Later) -> None:
        """Go on when something is made; it is asked for once."""
        if not later.is_awaited:
            later.is_awaited = True
            loop = asyncio.get_running_loop()
            later.made.add_done_callback(lambda _: loop.call_soon_threadsafe(self.send_waiting))

    def _more(self) -> list[bytes]:
        """What can be sent together with what is sent."""
        found: list[bytes] = []
        size = 0
        while self._waiting and isinstance(text := self._waiting[0], bytes) and size + len(text) <= TOGETHER:
            size += len(text)
            found.append(self._taken())
        return found

    def _taken(self) -> bytes:
        text = self._waiting.pop(0)
        assert text is not None
        if text is self._whole:
            self._whole = None
        else:
            self._bytes -= _size(text)
        return text.text() if isinstance(text, Later) else text


def _size(text: bytes | Later | None) -> int:
    """How much waits, in bytes; of what is not made yet nobody knows."""
    return SOME if isinstance(text, Later) else len(text or b"")


Build = Callable[[str | None], dict[str, Any]]  # what to tell a guest


@dataclass(eq=False)
class Kept:
    """An event that a page which reconnects can still get: its text, how to make it again, or None if it is passed."""

    seq: int
    event: "bytes | Build | None"

    def text(self, guest: str | None) -> bytes:
        """The event for a guest."""
        if self.event is None:
            return b'{"seq":%d,%b}' % (self.seq, PASSED)
        return self.event if isinstance(self.event, bytes) else packed({"seq": self.seq, **self.event(guest)})


class Stream:
    """The events of a table for one viewer."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.pages: set[Page] = set()
        self.seq = time.time_ns() // 1000
        self.moments = 0  # how many were told
        self.revised: dict[int, int] = {}  # of these, by number: how often they had been told better
        self.situation: dict[str, Any] | None = None  # as last told: what every page of the stream knows
        self.state: Any = None  # of the match, in which it was told
        self._rested: bytes | None = None  # a hash of what was told, in place of it while nothing happens
        self._empty_since = time.monotonic()
        self._kept: deque[Kept] = deque(maxlen=KEPT)
        self._latest: Kept | None = None  # of the kind of which only the latest is worth telling

    def tell(self, content: dict[str, Any], again: Build | None = None) -> None:
        """Send an event to all pages; what can be made again is not kept."""
        self.seq += 1
        text = packed({"seq": self.seq, **content})
        self._keep(str(content["type"]), again or text)
        for page in self.pages:
            page.send(text)

    def _keep(self, kind: str, event: "bytes | Build") -> None:
        kept = Kept(self.seq, event)
        if kind == SUPERSEDED:
            if self._latest is not None:
                self._latest.event = None
            self._latest = kept
        self._kept.append(kept)

    def keep_up(self, history: History) -> list[int]:
        """The numbers of the moments that the viewer has not been told, or not as they are known now; it will be."""
        known, self.moments = min(self.moments, len(history.plies)), len(history.plies)
        better = [
            number
            for number in {**self.revised, **history.revised}
            if number < known and self.revised.get(number, 0) != history.revised.get(number, 0)
        ]
        self.revised = dict(history.revised)
        return [*sorted(better), *range(known, self.moments)]

    def begin_anew(self) -> None:
        """What was told so far counts no more: whoever knows an older number is to be told everything."""
        self.seq += 1
        self._kept.clear()
        self._latest = self.situation = self._rested = None

    # What the pages know

    def show(self, situation: dict[str, Any], state: Any) -> None:
        """The pages know this situation from now on."""
        self.situation, self.state, self._rested = situation, state, None

    @property
    def has_shown(self) -> bool:
        """Whether the pages know any situation."""
        return self.situation is not None or self._rested is not None

    def knows(self, situation: dict[str, Any]) -> bool:
        """Whether the pages know a situation, clocks aside."""
        if self.situation is None:
            return self._rested == _hash(situation)
        return without_clocks(self.situation) == without_clocks(situation)

    def rest(self) -> None:
        """Nothing happens: what the pages know is kept as a hash."""
        if self.situation is not None:
            self._rested = _hash(self.situation)
            self.situation = None

    def tell_each(self, build: Build) -> None:
        """Send an event that differs by guest, but not in what may be known: such as which seats are theirs."""
        self.seq += 1
        self._keep("table", build)
        for page in self.pages:
            page.send(packed({"seq": self.seq, **build(page.guest)}))

    def missed(self, since: int, guest: str | None) -> list[bytes] | None:
        """What came after a number; None if that cannot be told any more, or is too much to be told one by one."""
        oldest = self._kept[0].seq - 1 if self._kept else self.seq
        if not oldest <= since <= self.seq:
            return None
        texts = [kept.text(guest) for kept in self._kept if kept.seq > since]
        return texts if sum(map(len, texts)) <= LARGEST_QUEUE else None  # it would be let go, and ask the same again

    def join(self, page: Page) -> None:
        """A page follows this stream, and no other any more."""
        if page.stream is not None:
            page.stream.leave(page)
        page.stream = self
        self.pages.add(page)

    def leave(self, page: Page) -> None:
        """A page is gone."""
        self.pages.discard(page)
        page.stream = None
        self._empty_since = time.monotonic()

    def is_idle(self) -> bool:
        """Whether no page has been there for a while."""
        return not self.pages and time.monotonic() - self._empty_since > LINGERS
