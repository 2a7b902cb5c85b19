"""Tables: made, listed, sat down at."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request, Response

from oddboard.server import draws, lobby, new_tables, seats
from oddboard.server.errors import NotYours
from oddboard.server.guests import Guest
from oddboard.server.house import house_of, maybe_guest, needed_guest
from oddboard.server.models import Contribution, DrawAnswer, HandOver, Join, Link, NewTable, OneSeat, Table, TableList
from oddboard.server.routes import ERRORS, reply
from oddboard.server.tables import Table as InMemory

router = APIRouter(prefix="/api", tags=["tables"], responses=ERRORS)
Known = Annotated[Guest, Depends(needed_guest)]
Anyone = Annotated[Guest | None, Depends(maybe_guest)]


async def reply_with(request: Request, table: InMemory, guest: Guest | None, status: int = 200) -> Response:
    """A table as it is now."""
    house = house_of(request)
    async with house.changes.looking(table.id):
        return reply(house.feed.table_json(table, guest.id if guest else None), status)


@router.post("/tables", operation_id="createTable", status_code=201, response_model=Table)
async def create(request: Request, wanted: NewTable, guest: Known) -> Response:
    """Make a table, and start at once if every seat is taken."""
    house = house_of(request)
    house.limits.spend(guest.id, house.limits.address_of(request), "table")
    table = await new_tables.create(house, guest, wanted)
    return await reply_with(request, table, guest, 201)


@router.get("/tables", operation_id="listTables", response_model=TableList)
async def list_tables(
    request: Request,
    guest: Anyone,
    which: Literal["open", "mine", "finished", "playing"] = "open",
    game: Annotated[str | None, Query(max_length=64)] = None,
    text: Annotated[str | None, Query(max_length=100)] = None,
    after: Annotated[str | None, Query(max_length=64, pattern=r"^\d{1,15}\.[\w-]{1,32}$")] = None,
) -> Response:
    """Tables: open to sit down at, my own, being played in public, or finished."""
    return reply(await lobby.listed(house_of(request), guest, which, game, text, after))


@router.get("/tables/{identifier}", operation_id="table", response_model=Table)
async def table(request: Request, identifier: str, guest: Anyone) -> Response:
    """A table."""
    return await reply_with(request, await house_of(request).store.table(identifier), guest)


@router.post("/tables/{identifier}/join", operation_id="join", response_model=Table)
async def join(request: Request, identifier: str, wanted: Join, guest: Known) -> Response:
    """Sit down at an open seat."""
    house = house_of(request)
    found = await house.store.table(identifier)
    await seats.join(house, found, guest, wanted)
    return await reply_with(request, found, guest)


@router.post("/tables/{identifier}/contribute", operation_id="contribute", response_model=Table)
async def contribute(request: Request, identifier: str, wanted: Contribution, guest: Known) -> Response:
    """Put a word of one's own into the dice, until the game begins."""
    house = house_of(request)
    found = await house.store.table(identifier)
    await seats.contribute(house, found, guest, wanted)
    return await reply_with(request, found, guest)


@router.post("/tables/{identifier}/start", operation_id="start", response_model=Table)
async def start(request: Request, identifier: str, guest: Known) -> Response:
    """Begin the game."""
    house = house_of(request)
    found = await house.store.table(identifier)
    await seats.start(house, found, guest)
    return await reply_with(request, found, guest)


@router.post("/tables/{identifier}/leave", operation_id="leave", response_model=Table)
async def leave(request: Request, identifier: str, guest: Known) -> Response:
    """Get up from the table."""
    house = house_of(request)
    found = await house.store.table(identifier)
    await seats.leave(house, found, guest)
    return await reply_with(request, found, guest)


@router.post("/tables/{identifier}/resign", operation_id="resign", response_model=Table)
async def resign(request: Request, identifier: str, wanted: OneSeat, guest: Known) -> Response:
    """Give up."""
    house = house_of(request)
    found = await house.store.table(identifier)
    await seats.resign(house, found, guest, wanted.seat)
    return await reply_with(request, found, guest)


@router.post("/tables/{identifier}/draw", operation_id="draw", response_model=Table)
async def draw(request: Request, identifier: str, wanted: DrawAnswer, guest: Known) -> Response:
    """Offer a draw, agree to one, or decline it; the game is drawn once all seats still in agree."""
    house = house_of(request)
    house.limits.spend(guest.id, None, "talk")
    found = await house.store.table(identifier)
    await draws.answer(house, found, guest, wanted.agree)
    return await reply_with(request, found, guest)


@router.post("/tables/{identifier}/free", operation_id="freeSeat", response_model=Table)
async def free(request: Request, identifier: str, wanted: OneSeat, guest: Known) -> Response:
    """As host, open somebody's seat before the game begins."""
    house = house_of(request)
    found = await house.store.table(identifier)
    await seats.free(house, found, guest, wanted.seat)
    return await reply_with(request, found, guest)


@router.post("/tables/{identifier}/claim", operation_id="claim", response_model=Table)
async def claim(request: Request, identifier: str, wanted: OneSeat, guest: Known) -> Response:
    """Go on without somebody who has left: after two days without a decision the seat resigns."""
    house = house_of(request)
    found = await house.store.table(identifier)
    await seats.claim(house, found, guest, wanted.seat)
    return await reply_with(request, found, guest)


@router.post("/tables/{identifier}/rematch", operation_id="rematch", status_code=201, response_model=Table)
async def rematch(request: Request, identifier: str, guest: Known) -> Response:
    """Wish for the same again with the seats rotated, or agree to it: the new table, once all who played do."""
    house = house_of(request)
    house.limits.spend(guest.id, house.limits.address_of(request), "table")
    found = await new_tables.rematch(house, await house.store.table(identifier), guest)
    return await reply_with(request, found, guest, 201)


@router.post("/tables/{identifier}/rematch/decline", operation_id="declineRematch", response_model=Table)
async def decline_rematch(request: Request, identifier: str, guest: Known) -> Response:
    """Would rather not play the same again."""
    house = house_of(request)
    found = await house.store.table(identifier)
    await new_tables.decline_rematch(house, found, guest)
    return await reply_with(request, found, guest)


@router.post("/tables/{identifier}/hand-over", operation_id="handOver", response_model=Table)
async def hand_over(request: Request, identifier: str, wanted: HandOver, guest: Known) -> Response:
    """Let a bot play a seat."""
    house = house_of(request)
    found = await house.store.table(identifier)
    await seats.hand_over(house, found, guest, wanted.seat, wanted.level)
    return await reply_with(request, found, guest)


@router.post("/tables/{identifier}/take-back", operation_id="takeBack", response_model=Table)
async def take_back(request: Request, identifier: str, wanted: OneSeat, guest: Known) -> Response:
    """Play again at a seat that was handed to a bot."""
    house = house_of(request)
    found = await house.store.table(identifier)
    await seats.take_back(house, found, guest, wanted.seat)
    return await reply_with(request, found, guest)


@router.post("/tables/{identifier}/seat-link", operation_id="seatLink")
async def seat_link(request: Request, identifier: str, wanted: OneSeat, guest: Known) -> Link:
    """A link of one use that moves a seat to another device."""
    house = house_of(request)
    house.limits.spend(guest.id, None, "table")
    found = await house.store.table(identifier)
    return Link(link=f"/seat/{await seats.seat_link(house, found, guest, wanted.seat)}")


@router.post("/seat-links/{secret}", operation_id="moveSeat", response_model=Table)
async def move_seat(request: Request, secret: str, guest: Known) -> Response:
    """Take a seat over with such a link."""
    if len(secret) > 100:
        raise NotYours("this is no seat link")
    house = house_of(request)
    house.limits.spend(guest.id, house.limits.address_of(request), "table")
    return await reply_with(request, await seats.move_seat(house, guest, secret), guest)
