"""Playing over HTTP: the same as by the socket, for programs and for pages whose socket is not open yet."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import PlainTextResponse

from oddboard.core import saves
from oddboard.server import playing
from oddboard.server.errors import NotYours
from oddboard.server.guests import Guest
from oddboard.server.house import house_of, maybe_guest, needed_guest
from oddboard.server.live import wanted_of
from oddboard.server.models import (
    Because,
    Form,
    Formed,
    Hint,
    KeptFormation,
    Moments,
    OneSeat,
    Play,
    Played,
    Reason,
    Situation,
    Undo,
    UndoAnswer,
    Undone,
    Why,
)
from oddboard.server.routes import ERRORS, reply, reply_text
from oddboard.server.streams import packed

router = APIRouter(prefix="/api/tables/{identifier}", tags=["playing"], responses=ERRORS)
Known = Annotated[Guest, Depends(needed_guest)]
Anyone = Annotated[Guest | None, Depends(maybe_guest)]


@router.post("/play", operation_id="play")
async def play(request: Request, identifier: str, wanted: Play, guest: Known) -> Played:
    """Decide; answered when it is durable."""
    house = house_of(request)
    return Played(ply=await playing.play(house, await house.store.table(identifier), guest, wanted_of(wanted)))


@router.get("/situation", operation_id="situation", response_model=Situation)
async def situation(
    request: Request, identifier: str, guest: Anyone, seat: Annotated[int | None, Query(ge=0, le=63)] = None
) -> Response:
    """The situation as one of the guest's seats sees it, or as a watcher does."""
    house = house_of(request)
    async with house.changes.looking(identifier) as table:
        viewer = table.views.viewer_of(guest.id if guest else None, seat)
        return reply(house.feed.situation_json(table, viewer))


@router.post("/why", operation_id="why", response_model=Because)
async def why(request: Request, identifier: str, wanted: Why, guest: Known) -> Response:
    """Why something cannot be done."""
    house = house_of(request)
    table = await house.store.table(identifier)
    return reply(await playing.why(house, table, guest, wanted.seat, wanted.decision, wanted.touches))


@router.get("/formation", operation_id="formation")
async def formation(
    request: Request, identifier: str, guest: Known, seat: Annotated[int, Query(ge=0, le=63)]
) -> KeptFormation:
    """The set-up that one of the guest's seats has just made, to be kept."""
    house = house_of(request)
    return KeptFormation(text=await playing.formation(house, await house.store.table(identifier), guest, seat))


@router.post("/formation", operation_id="form")
async def form(request: Request, identifier: str, wanted: Form, guest: Known) -> Formed:
    """The decisions that set up as a text says; nothing is decided by asking."""
    house = house_of(request)
    table = await house.store.table(identifier)
    return Formed(decisions=await playing.formed(house, table, guest, wanted.seat, wanted.text))


@router.post("/undo", operation_id="undo")
async def undo(request: Request, identifier: str, wanted: Undo, guest: Known) -> Undone:
    """Take back, or ask the others to agree."""
    house = house_of(request)
    house.limits.spend(guest.id, None, "undo")
    return Undone(**await playing.undo(house, await house.store.table(identifier), guest, wanted.seat, wanted.ply))


@router.post("/undo-answer", operation_id="undoAnswer")
async def undo_answer(request: Request, identifier: str, wanted: UndoAnswer, guest: Known) -> Undone:
    """Agree to an undo, or not."""
    house = house_of(request)
    return Undone(**await playing.answer_undo(house, await house.store.table(identifier), guest, wanted.agree))


@router.post("/hint", operation_id="hint", response_model=Hint)
async def hint(request: Request, identifier: str, wanted: OneSeat, guest: Known) -> Response:
    """What a seat could do."""
    house = house_of(request)
    house.limits.spend(guest.id, house.limits.address_of(request), "thinking")
    table = await house.store.table(identifier)
    return reply(await playing.hint(house, table, guest, wanted.seat))


@router.get("/reason", operation_id="reason")
async def reason(
    request: Request,
    identifier: str,
    guest: Anyone,
    ply: Annotated[int, Query(ge=0, le=1_000_000)],
    seat: Annotated[int | None, Query(ge=0, le=63)] = None,
) -> Reason:
    """What a decision was good for, counted as the viewer counts."""
    house = house_of(request)
    house.limits.spend(guest.id if guest else None, house.limits.address_of(request), "reason")
    table = await house.store.table(identifier)
    return Reason(because=await playing.reason(house, table, guest.id if guest else None, seat, ply))


@router.get("/moments", operation_id="moments", response_model=Moments)
async def moments(
    request: Request,
    identifier: str,
    guest: Anyone,
    seat: Annotated[int | None, Query(ge=0, le=63)] = None,
    since: Annotated[int, Query(alias="from", ge=0, le=1_000_000)] = 0,
    to: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
) -> Response:
    """A stretch of the history, as the viewer may know it."""
    house = house_of(request)
    async with house.changes.looking(identifier) as table:
        start = table.prepared().start
        viewer = table.views.viewer_of(guest.id if guest else None, seat)
        content = {"ground": table.game.ground(start), "start": table.views.scene(start, viewer)}

        def told() -> bytes:
            return packed({"moments": table.views.moments(viewer, since, to), **content})

        return reply_text(await asyncio.to_thread(told))


@router.get("/record", operation_id="record", response_class=PlainTextResponse)
async def record(request: Request, identifier: str, guest: Anyone) -> PlainTextResponse:
    """The saved game; of a game that is not over only where nothing is hidden."""
    house = house_of(request)
    async with house.changes.looking(identifier) as table:
        match = table.prepared()
        if not table.is_over and table.game.secrets:
            raise NotYours("the seats still have secrets from one another: the saved game is there after the end")
        names = [seat.name for seat in table.seats]
        text = await asyncio.to_thread(saves.record, match, names, table.resigned, table.is_over, table.drawn)
    name = f"{table.game.key}-{table.id}.oddboard"
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})
