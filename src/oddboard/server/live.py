"""The WebSocket of a table: what happens, told as it happens, and what a page wants."""

import asyncio
import contextlib
import logging
from typing import Any, TypeVar

import orjson
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ValidationError

from oddboard.core.errors import BadRequest, OddboardError
from oddboard.server import models, playing
from oddboard.server.errors import NoGuest, TooLarge, TooMany
from oddboard.server.guests import COOKIE, Guest
from oddboard.server.house import House
from oddboard.server.referee import Wanted
from oddboard.server.streams import Page, packed
from oddboard.server.tables import Table

LARGEST_FRAME = 16_384  # bytes that a page may send at once
TRY_AGAIN, REFUSED, NO_TABLE, TOO_LARGE = 1012, 1008, 4404, 1009  # why a socket is closed
HELLO_SECONDS = 15.0
GONE = (WebSocketDisconnect, RuntimeError)  # what a socket raises whose page has gone
log = logging.getLogger("oddboard.live")

router = APIRouter()
M = TypeVar("M", bound=BaseModel)


@router.websocket("/api/tables/{identifier}/live")
async def live(socket: WebSocket, identifier: str) -> None:
    """Follow a table."""
    house: House = socket.app.state.house
    if not house.limits.allowed_origin(socket.headers):
        await socket.close(REFUSED, "this page is not the server's own")
        return
    guest = await house.guests.by_cookie(socket.cookies.get(COOKIE))
    await socket.accept()
    try:
        house.limits.spend(guest.id if guest else None, house.limits.address_of(socket), "request")
        table = await house.store.table(identifier)
        await Connection(house, socket, table, guest).serve()
    except OddboardError as error:
        with contextlib.suppress(RuntimeError):
            await socket.send_text(packed({"type": "refused", "id": None, "error": error.to_json()}).decode())
            await socket.close(NO_TABLE if error.kind == "not_found" else REFUSED, error.message[:100])
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
                hello = read(await self.receive())
        except TimeoutError:
            raise BadRequest("no hello came") from None
        if hello.get("type") != "hello":
            raise BadRequest("the first message of a page is a hello")
        await self.look(hello.get("seat"), hello.get("since"))
        sending = asyncio.ensure_future(self.send_all())
        listening = asyncio.ensure_future(self.listen())
        try:
            await asyncio.wait([sending, listening], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, listening):
                task.cancel()
            results = await asyncio.gather(sending, listening, return_exceptions=True)
            self.leave()
        for result in results:
            if isinstance(result, OddboardError):
                raise result
            if isinstance(result, Exception) and not isinstance(result, GONE):
                log.error("a socket failed", exc_info=result, extra={"table": self.table.id})
        with contextlib.suppress(RuntimeError):
            await self.socket.close(TRY_AGAIN)

    async def look(self, seat: Any, since: Any) -> None:
        """Follow the table as one of the guest's seats, or as a watcher."""
        self.page.asked = seat if isinstance(seat, int) and not isinstance(seat, bool) else None
        table = self.table
        feed = self.house.feed
        async with self.house.changes.looking(table.id):
            stream = feed.stream(table, table.views.viewer_of(self.page.guest, self.page.asked))
            missed = stream.missed(since, self.page.guest) if isinstance(since, int) else None
            was_there = feed.connected(table)
            if missed is None:
                feed.welcome(table, stream, self.page)
            for text in missed or []:
                self.page.send(text)
            stream.join(self.page)
            if feed.connected(table) != was_there:
                feed.tell_table(table)

    def leave(self) -> None:
        """The page has gone."""
        feed = self.house.feed
        was_there = feed.connected(self.table)
        if self.page.stream is not None:
            self.page.stream.leave(self.page)
        if not any(stream.pages for stream in self.table.streams.values()):
            self.table.views.forget_moments()
        if feed.connected(self.table) != was_there and not self.house.tasks.stopping:
            feed.tell_table(self.table)

    async def send_all(self) -> None:
        """Send what waits, until the server lets the page go."""
        while (text := await self.page.waiting.get()) is not None:
            await self.socket.send_text(text.decode())

    async def listen(self) -> None:
        """Do what the page wants."""
        while True:
            text = await self.receive()
            message: dict[str, Any] = {}
            try:
                self.house.limits.spend(self.page.guest, self.house.limits.address_of(self.socket), "message")
                message = read(text)
                await self.answer(message)
            except TooMany as error:
                self.page.send(packed({"type": "refused", "id": message.get("id"), "error": error.to_json()}))
                await asyncio.sleep(error.wait)
            except OddboardError as error:
                self.page.send(packed({"type": "refused", "id": message.get("id"), "error": error.to_json()}))

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

    async def answer(self, message: dict[str, Any]) -> None:
        """Answer one message."""
        kind, number = message.get("type"), message.get("id")
        if kind == "ping":
            self.house.feed.tell_everything(self.table, self.page.stream)  # a pong comes after all that happened before
            self.page.send(packed({"type": "pong", "id": number}))
            return
        if kind == "look":
            await self.look(message.get("seat"), None)
            return
        if self.guest is None:
            raise NoGuest("who are you? GET /api/me gives a cookie")
        table, guest, house = self.table, self.guest, self.house
        if kind in ("play", "lay"):
            wanted = wanted_of(parsed(models.Play, message))
            self.page.send(packed({"type": "ok", "id": number, "ply": await playing.play(house, table, guest, wanted)}))
        elif kind == "why":
            ask = parsed(models.Why, message)
            because = await playing.why(house, table, guest, ask.seat, ask.decision, ask.touches)
            self.page.send(packed({"type": "why", "id": number, **because}))
        elif kind == "undo":
            undo = parsed(models.Undo, message)
            done = await playing.undo(house, table, guest, undo.seat, undo.ply)
            self.page.send(packed({"type": "ok", "id": number, **done}))
        elif kind == "undo_answer":
            done = await playing.answer_undo(house, table, guest, parsed(models.UndoAnswer, message).agree)
            self.page.send(packed({"type": "ok", "id": number, **done}))
        elif kind == "talk":
            house.limits.spend(guest.id, None, "talk")
            await playing.talk(house, table, guest, parsed(models.Talk, message).text)
            self.page.send(packed({"type": "ok", "id": number}))
        else:
            raise BadRequest("a message is of type play, lay, talk, undo, undo_answer, why, look or ping")


def read(text: str) -> dict[str, Any]:
    """A message; BadRequest if it is none."""
    try:
        message = orjson.loads(text)
    except (orjson.JSONDecodeError, RecursionError):
        raise BadRequest("a message is a JSON object") from None
    if not isinstance(message, dict):
        raise BadRequest("a message is a JSON object")
    return message


def parsed(model: type[M], message: dict[str, Any]) -> M:
    """A message of the right shape; BadRequest names the field that is wrong."""
    try:
        return model.model_validate({name: value for name, value in message.items() if name not in ("type", "id")})
    except ValidationError as error:
        raise BadRequest(first_wrong(error.errors())) from None


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
