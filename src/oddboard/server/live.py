"""The WebSocket of a table: what happens, told as it happens, and what a page wants."""

import asyncio
import contextlib
import logging
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from oddboard.core.errors import BadRequest, OddboardError
from oddboard.server import holds, models, playing
from oddboard.server.clocks import now
from oddboard.server.connections import TEXTS
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
from oddboard.server.streams import Page, packed, writable
from oddboard.server.tables import Table

KINDS = "play, lay, talk, undo, undo_answer, why, extras, look or ping"
LARGEST_FRAME = 16_384  # bytes that a page may send at once
TRY_AGAIN, REFUSED, NO_TABLE, TOO_LARGE, TOO_SLOW = 1012, 1008, 4404, 1009, 1013  # why a socket is closed
SLOW = "too slow: come again"
FAREWELL = 1.0  # seconds for the last word to a page that does not read
LONGEST_REASON = 30  # characters: a reason has at most 123 bytes
HELLO_SECONDS = 15.0
GONE = (WebSocketDisconnect, RuntimeError)  # what a socket raises whose page has gone
log = logging.getLogger("oddboard.live")

router = APIRouter()
Message = Hello | Look | Ping | ExtrasMessage | PlayMessage | WhyMessage | UndoMessage | UndoAnswerMessage | TalkMessage


@router.websocket("/api/tables/{identifier}/live")
async def live(socket: WebSocket, identifier: str) -> None:
    """Follow a table."""
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
        await Connection(house, socket, table, guest).serve()
    except OddboardError as error:
        with contextlib.suppress(RuntimeError):
            refusal = refusal_json(error)
            await socket.send_text(packed({"type": "refused", "id": None, "error": refusal}).decode())
            await socket.close(NO_TABLE if error.kind == "not_found" else REFUSED, refusal["message"][:LONGEST_REASON])
    except GONE:
        pass  # the page has gone


class Connection:
    """A page that follows a table."""

    def __init__(self, house: House, socket: WebSocket, table: Table, guest: Guest | None) -> None:
        self.house = house
        self.socket = socket
        self.table = table
        self.guest = guest
        self.page = Page(guest.id if guest else None)

    async def serve(self) -> None:
        """Greet the page, then listen to it and tell it what happens until it goes."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                hello = parsed(read(await self.receive()))
        except TimeoutError:
            raise BadRequest("no hello came") from None
        if not isinstance(hello, Hello):
            raise BadRequest("the first message of a page is a hello")
        await self.look(hello.seat, hello.since)
        tasks = [asyncio.ensure_future(work) for work in (self.send_all(), self.listen(), self.page.lost.wait())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
            self.leave()
        for result in results:
            if isinstance(result, OddboardError):
                raise result
            if isinstance(result, Exception) and not isinstance(result, GONE):
                log.error("a socket failed", exc_info=result, extra={"table": self.table.id})
        with contextlib.suppress(RuntimeError, TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self.socket.close(*((TOO_SLOW, SLOW) if self.page.lost.is_set() else (TRY_AGAIN, None)))

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

    def leave(self) -> None:
        """The page has gone."""
        feed = self.house.feed
        was_there = feed.present(self.table)
        if self.page.stream is not None:
            self.page.stream.leave(self.page)
        if not any(stream.pages for stream in self.table.streams.values()):
            self.table.views.forget_moments()
        if feed.present(self.table) != was_there and not self.house.tasks.stopping:
            feed.tell_table(self.table)

    async def send_all(self) -> None:
        """Send what waits, until the server lets the page go."""
        self.page.socket = socket = self.socket.scope.get("extensions", {}).get(TEXTS, {}).get("socket")
        while (text := await self.page.next()) is not None:
            if socket is not None:
                await socket.free()
                socket.send_texts([text, *self.page.more()])
            else:
                await self.socket.send_text(text.decode())
            del text  # it would be kept until the next one comes, and a welcome is large

    async def listen(self) -> None:
        """Do what the page wants."""
        while True:
            text = await self.receive()
            content: dict[str, Any] = {}
            try:
                self.house.limits.spend(self.page.guest, self.house.limits.address_of(self.socket), "message")
                content = read(text)
                await self.answer(parsed(content))
            except OddboardError as error:
                self.send({"type": "refused", "id": number_of(content), "error": refusal_json(error)})
                if isinstance(error, TooMany):
                    await asyncio.sleep(error.wait)

    async def receive(self) -> str:
        """The next message."""
        frame = await self.socket.receive()
        if frame["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(frame.get("code", 1000))
        text = frame.get("text")
        if text is None:
            raise BadRequest("messages are text")
        if len(text) > LARGEST_FRAME:
            raise TooLarge(f"a message has at most {LARGEST_FRAME} characters")
        return str(text)

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
            raise BadRequest(
                "a message is of type play, lay, talk, undo, undo_answer, why, extras, look or ping"
            ) from None
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
