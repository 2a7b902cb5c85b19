"""Playing over HTTP: the same as by the socket, for programs and for pages whose socket is not open yet."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import PlainTextResponse

from oddboard.core import saves
from oddboard.server import playing, seeing
from oddboard.server.errors import NotYours
from oddboard.server.guests import Guest
from oddboard.server.house import house_of, maybe_guest, needed_guest
from oddboard.server.live import wanted_of
from oddboard.server.models import (
    Because,
    Hint,
    Moments,
    OneSeat,
    Play,
    Played,
    Situation,
    Undo,
    UndoAnswer,
    Undone,
    Why,
)
from oddboard.server.routes import ERRORS, reply
from oddboard.server.tables import OVER

router = APIRouter(prefix="/api/tables/{identifier}", tags=["playing"], responses=ERRORS)
Known = Annotated[Guest, Depends(needed_guest)]
Anyone = Annotated[Guest | None, Depends(maybe_guest)]


@router.post("/play", operation_id="play")
async def play(request: Request, identifier: str, wanted: Play, guest: Known) -> Played:
    """Decide; answered when it is durable."""
    hall = house_of(request).hall
    return Played(ply=await playing.play(hall, await hall.table(identifier), guest, wanted_of(wanted)))


@router.get("/situation", operation_id="situation", response_model=Situation)
async def situation(
    request: Request, identifier: str, guest: Anyone, seat: Annotated[int | None, Query(ge=0, le=63)] = None
) -> Response:
    """The situation as one of the guest's seats sees it, or as a watcher does."""
    hall = house_of(request).hall
    async with hall.looking(identifier) as table:
        viewer = seeing.viewer_of(table, guest.id if guest else None, seat)
        return reply(seeing.situation_json(table, viewer, hall.preparing(table)))


@router.post("/why", operation_id="why", response_model=Because)
async def why(request: Request, identifier: str, wanted: Why, guest: Known) -> Response:
    """Why something cannot be done."""
    hall = house_of(request).hall
    table = await hall.table(identifier)
    return reply(await playing.why(hall, table, guest, wanted.seat, wanted.decision, wanted.touches))


@router.post("/undo", operation_id="undo")
async def undo(request: Request, identifier: str, wanted: Undo, guest: Known) -> Undone:
    """Take back, or ask the others to agree."""
    hall = house_of(request).hall
    return Undone(**await playing.undo(hall, await hall.table(identifier), guest, wanted.seat, wanted.ply))


@router.post("/undo-answer", operation_id="undoAnswer")
async def undo_answer(request: Request, identifier: str, wanted: UndoAnswer, guest: Known) -> Undone:
    """Agree to an undo, or not."""
    hall = house_of(request).hall
    return Undone(**await playing.answer_undo(hall, await hall.table(identifier), guest, wanted.agree))


@router.post("/hint", operation_id="hint", response_model=Hint)
async def hint(request: Request, identifier: str, wanted: OneSeat, guest: Known) -> Response:
    """What a seat could do."""
    house = house_of(request)
    house.limits.spend(guest.id, house.limits.address_of(request), "thinking")
    table = await house.hall.table(identifier)
    return reply(await playing.hint(house.hall, table, guest, wanted.seat))


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
    hall = house_of(request).hall
    async with hall.looking(identifier) as table:
        start = table.prepared().start
        viewer = seeing.viewer_of(table, guest.id if guest else None, seat)
        game = table.game
        return reply(
            {
                "moments": seeing.moments_json(table, viewer, since, to),
                "ground": game.ground(start),
                "start": seeing.scene_of(table, start, viewer),
            }
        )


@router.get("/record", operation_id="record", response_class=PlainTextResponse)
async def record(request: Request, identifier: str, guest: Anyone) -> PlainTextResponse:
    """The saved game; of a game that is not over only where nothing is hidden."""
    hall = house_of(request).hall
    async with hall.looking(identifier) as table:
        match = table.prepared()
        if table.state != OVER and table.game.secrets:
            raise NotYours("the seats still have secrets from one another: the saved game is there after the end")
        names = [seat.name for seat in table.seats]
        text = saves.record(match, names, table.resigned, table.state == OVER)
    name = f"{table.game.key}-{table.id}.oddboard"
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})
