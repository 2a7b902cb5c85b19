"""The WebSocket of a table: what happens, told as it happens, and what a page wants."""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, Protocol

import orjson
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from oddboard.core.errors import BadRequest, OddboardError
from oddboard.server import holds, models, playing
from oddboard.server.clocks import now
from oddboard.server.connections import TEXTS, Follower
from oddboard.server.errors import NoGuest, TooLarge, TooMany
from oddboard.server.guests import COOKIE, Guest
from oddboard.server.house import House
from oddboard.server.log import Came
from oddboard.server.messages import (
    LARGEST_NUMBER,
    ExtrasMessage,
    FromPage,
    Hello,
    Look,
    Ping,
    PlayMessage,
    TalkMessage,
    UndoAnswerMessage,
    UndoMessage,
    WhyMessage,
)
from oddboard.server.referee import Wanted
from oddboard.server.streams import Page, Socket, packed, writable
from oddboard.server.tables import Table

KINDS = "play, lay, talk, undo, undo_answer, why, extras, look or ping"
LARGEST_FRAME = 16_384  # bytes that a page may send at once
TRY_AGAIN, REFUSED, NO_TABLE, TOO_SLOW = 1012, 1008, 4404, 1013  # why a socket is closed
SLOW = "too slow: come again"
LONGEST_REASON = 30  # characters: a reason has at most 123 bytes
HELLO_SECONDS = 15.0
ENDED = "websocket.disconnect"  # the last event of a connection
GONE = (WebSocketDisconnect, RuntimeError)  # what a socket raises whose page has gone
log = logging.getLogger("oddboard.live")

router = APIRouter()
Message = Hello | Look | Ping | ExtrasMessage | PlayMessage | WhyMessage | UndoMessage | UndoAnswerMessage | TalkMessage


@router.websocket("/api/tables/{identifier}/live")
async def live(socket: WebSocket, identifier: str) -> None:
    """Follow a table: greet the page; from then on the connection goes on by itself."""
    house: House = socket.app.state.house
    if not (house.limits.allowed_host(socket.headers) and house.limits.allowed_origin(socket.headers)):
        await socket.close(REFUSED, "this page is not the server's own")
        return
    address = house.limits.address_of(socket)
    guest = await house.guests.by_cookie(socket.cookies.get(COOKIE), address)
    await socket.accept()
    try:
        house.bans.check(guest, address)
        house.limits.spend(guest.id if guest else None, address, "request")
        table = await house.store.table(identifier)
        hello = await _hello(socket)
        extension = socket.scope.get("extensions", {}).get(TEXTS)
        wire: Wire = extension["socket"] if extension else PlainSocket(socket)
        connection = Connection(house, wire, table, guest, address)
        await connection.look(hello.seat, hello.since)
        connection.begin()
        if isinstance(wire, PlainSocket):
            await wire.serve()
    except OddboardError as error:
        with contextlib.suppress(RuntimeError):
            await socket.send_text(packed(refused(error, None)).decode())
            await socket.close(NO_TABLE if error.kind == "not_found" else REFUSED, reason_of(error))
    except GONE:
        pass  # the page has gone


async def _hello(socket: WebSocket) -> Hello:
    """The first message of a page."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            frame = await socket.receive()
    except TimeoutError:
        raise BadRequest("no hello came") from None
    if frame["type"] == ENDED:
        raise WebSocketDisconnect(frame.get("code", 1000))
    hello = parsed(read(text_of(frame)))
    if not isinstance(hello, Hello):
        raise BadRequest("the first message of a page is a hello")
    return hello


class Wire(Socket, Protocol):
    """A page's connection, as `connections.Sockets` is."""

    def follow(self, follower: Follower) -> None:
        """Tell what comes."""

    def hear_on(self) -> None:
        """Take the next message."""

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something for a message."""

    def end(self, code: int, reason: str = "") -> None:
        """Close it."""


class PlainSocket:
    """A connection of any other ASGI server: its request lasts as long as it does, and texts are sent one by one."""

    is_free = True

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._follower: Follower | None = None
        self._texts: asyncio.Queue[bytes | tuple[int, str]] = asyncio.Queue()
        self._working: set[asyncio.Task[None]] = set()

    def follow(self, follower: Follower) -> None:
        """Tell what comes."""
        self._follower = follower

    def hear_on(self) -> None:
        """Whatever comes is taken."""

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something for a message."""
        task = asyncio.ensure_future(work)
        self._working.add(task)
        task.add_done_callback(self._working.discard)

    def send_texts(self, texts: Sequence[bytes]) -> None:
        """Send texts soon."""
        for text in texts:
            self._texts.put_nowait(text)

    def end(self, code: int, reason: str = "") -> None:
        """Close it after what was sent."""
        self._texts.put_nowait((code, reason))

    async def serve(self) -> None:
        """Send and receive until one of both ends it."""
        assert self._follower
        sending = asyncio.ensure_future(self._send())
        event: dict[str, Any] = {}
        try:
            while event.get("type") != ENDED:
                event = dict(await self._socket.receive())
                self._follower.heard(event)
        finally:
            sending.cancel()

    async def _send(self) -> None:
        with contextlib.suppress(*GONE):
            while isinstance(text := await self._texts.get(), bytes):
                await self._socket.send_text(text.decode())
            await self._socket.close(*text)


class Connection:
    """A page that follows a table. Its messages are answered one after another."""

    def __init__(self, house: House, wire: Wire, table: Table, guest: Guest | None, address: str | None) -> None:
        self.house = house
        self.wire = wire
        self.table = table
        self.guest = guest
        self.address = address
        self.page = Page(guest.id if guest else None)
        self._events: list[dict[str, Any]] = []  # that came, and were not seen to yet
        self._is_busy = False
        self._has_left = False

    def begin(self) -> None:
        """Send what waits, and take in what comes."""
        self.page.socket, self.page.on_end = self.wire, self._end
        self.wire.follow(self)
        self.page.send_waiting()

    def heard(self, event: dict[str, Any]) -> None:
        """Take in a message, or that the page has gone."""
        self._events.append(event)
        if not self._is_busy:
            self._is_busy = True
            if event["type"] == ENDED:
                self._leave()
            else:
                self.wire.begin(self._answer_all())

    def free(self) -> None:
        """The page reads again."""
        self.page.send_waiting()

    async def _answer_all(self) -> None:
        try:
            while self._events:
                event = self._events.pop(0)
                if event["type"] == ENDED:
                    self._leave()
                    return
                await self._answer(text_of(event))
        except OddboardError as error:  # nothing more will be understood
            self.send(refused(error, None))
            self._end(REFUSED, reason_of(error))
        except Exception:
            log.exception("a socket failed", extra={"table": self.table.id})
            self._end()
        self._is_busy = False
        self.wire.hear_on()

    async def _answer(self, text: str) -> None:
        """Do what the page wants."""
        content: dict[str, Any] = {}
        try:
            self.house.limits.spend(self.page.guest, self.address, "message")
            content = read(text)
            await self.answer(parsed(content))
        except OddboardError as error:
            self.send(refused(error, number_of(content)))
            if isinstance(error, TooMany):
                await asyncio.sleep(error.wait)

    def _end(self, code: int | None = None, reason: str = "") -> None:
        """Let the page go."""
        self.page.socket = None
        if code is None:
            code, reason = (TOO_SLOW, SLOW) if self.page.is_lost else (TRY_AGAIN, "")
        self.wire.end(code, reason)
        self._leave()

    async def look(self, seat: int | None, since: int | None) -> None:
        """Follow the table as one of the guest's seats, or as a watcher."""
        self.page.asked = seat
        table = self.table
        feed = self.house.feed
        async with self.house.changes.looking(table.id):
            stream = feed.stream(table, table.views.viewer_of(self.page.guest, self.page.asked))
            missed = stream.missed(since, self.page.guest) if since is not None else None
            was_there = feed.present(table)
            if missed is None:
                feed.welcome(table, stream, self.page)
            for text in missed or []:
                self.page.send(text)
            stream.join(self.page)
            if feed.present(table) != was_there:
                feed.tell_table(table)
            await self.come(table)
            self.house.bots.attend(table)  # bots that play on for others think while somebody looks on

    async def come(self, table: Table) -> None:
        """Who was away while an attack waited for him gets the usual time for his answer. The table's lock is held."""
        hold = table.hold
        if hold is None or table.came_during_hold is not None or hold.answerer not in table.seats_of(self.page.guest):
            return
        if holds.ends_at(table, hold) > now() + round(1000 * table.answer_seconds):
            came = Came(seat=hold.answerer)
            await self.house.changes.make_locked(table, lambda draft: draft.add(came))

    def _leave(self) -> None:
        """The page has gone."""
        if self._has_left:
            return
        self._has_left = True
        feed = self.house.feed
        was_there = feed.present(self.table)
        if self.page.stream is not None:
            self.page.stream.leave(self.page)
        if not any(stream.pages for stream in self.table.streams.values()):
            self.table.views.forget_moments()
        if feed.present(self.table) != was_there and not self.house.tasks.stopping:
            feed.tell_table(self.table)

    async def answer(self, message: Message) -> None:
        """Answer one message."""
        table, house = self.table, self.house
        if isinstance(message, Ping):
            house.feed.tell_everything(table, self.page)  # a pong comes after all that happened before
            self.send({"type": "pong", "id": message.id})
            return
        if isinstance(message, ExtrasMessage):
            house.feed.promise_extras(table, self.page, message.ply)
            return
        if isinstance(message, Look):
            await self.look(message.seat, None)
            return
        if isinstance(message, Hello):
            raise BadRequest("only the first message of a page is a hello")
        if self.guest is None:
            raise NoGuest("who are you? GET /api/me gives a cookie")
        guest, number = self.guest, message.id
        if isinstance(message, PlayMessage):
            ply = await playing.play(house, table, guest, wanted_of(message))
            self.send({"type": "ok", "id": number, "ply": ply})
        elif isinstance(message, WhyMessage):
            because = await playing.why(house, table, guest, message.seat, message.decision, message.touches)
            self.send({"type": "why", "id": number, **because})
        elif isinstance(message, UndoMessage):
            house.limits.spend(guest.id, None, "undo")
            undone = await playing.undo(house, table, guest, message.seat, message.ply)
            self.send({"type": "ok", "id": number, **undone})
        elif isinstance(message, UndoAnswerMessage):
            answered = await playing.answer_undo(house, table, guest, message.agree)
            self.send({"type": "ok", "id": number, **answered})
        else:
            house.limits.spend(guest.id, None, "talk")
            await playing.talk(house, table, guest, message.text)
            self.send({"type": "ok", "id": number})

    def send(self, content: dict[str, Any]) -> None:
        """Send an answer, after all that was sent before; it does not wait until others are told."""
        self.page.send(packed(content))
        self.page.send_waiting()


def text_of(event: Mapping[str, Any]) -> str:
    """The text of a message; BadRequest if it is none, TooLarge if it is too long to be one."""
    text = event.get("text")
    if text is None:
        raise BadRequest("messages are text")
    if len(text) > LARGEST_FRAME:
        raise TooLarge(f"a message has at most {LARGEST_FRAME} characters")
    return str(text)


def refused(error: OddboardError, number: int | None) -> dict[str, Any]:
    """The answer to a message that is refused, or to all that a page could say."""
    return {"type": "refused", "id": number, "error": refusal_json(error)}


def reason_of(error: OddboardError) -> str:
    """Why a socket is closed, as shortly as that has to be said."""
    return str(refusal_json(error)["message"][:LONGEST_REASON])


def refusal_json(error: OddboardError) -> dict[str, Any]:
    """Why something is refused."""
    content = error.to_json()
    return content | {"message": writable(content["message"])}


def read(text: str) -> dict[str, Any]:
    """A JSON object; BadRequest if it is none."""
    try:
        content = orjson.loads(text)
    except (orjson.JSONDecodeError, RecursionError):
        raise BadRequest("a message is a JSON object") from None
    if not isinstance(content, dict):
        raise BadRequest("a message is a JSON object")
    return content


def parsed(content: dict[str, Any]) -> Message:
    """A message of one of the kinds that there are; BadRequest names the field that is wrong."""
    try:
        message: Message = FromPage.model_validate(content).root
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        if first["type"].startswith("union_tag"):
            raise BadRequest(f"a message is of type {KINDS}") from None
        raise BadRequest(first_wrong([first | {"loc": first["loc"][1:]}])) from None
    return message


def number_of(content: dict[str, Any]) -> int | None:
    """The number of a message, to be named in the answer; none if it is no number that a page could have given."""
    number = content.get("id")
    return number if type(number) is int and 0 <= number <= LARGEST_NUMBER else None


def first_wrong(errors: Any) -> str:
    """The first thing that is wrong with a request, in one line."""
    first = errors[0]
    where = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    return f"{where}: {first['msg']}" if where else str(first["msg"])


def wanted_of(play: models.Play) -> Wanted:
    """The decisions that somebody wants carried out."""
    if (play.decision is None) == (play.decisions is None):
        raise BadRequest("a request to play has a field 'decision' or a list 'decisions'")
    decisions = [play.decision] if play.decision is not None else play.decisions
    return Wanted(play.seat, play.ply, list(decisions or []))
