"""Who asks."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse

from oddboard.server import own_data as export
from oddboard.server import seats
from oddboard.server.guests import COOKIE, COOKIE_DAYS, LONGEST_NAME, Guest, plain_text
from oddboard.server.house import house_of, maybe_guest, needed_guest
from oddboard.server.models import GuestCard, Me, Rename
from oddboard.server.routes import ERRORS

router = APIRouter(prefix="/api/me", tags=["guests"], responses=ERRORS)
Known = Annotated[Guest, Depends(needed_guest)]
Anyone = Annotated[Guest | None, Depends(maybe_guest)]


@router.get("", operation_id="me")
async def me(request: Request, response: Response, guest: Anyone) -> Me:
    """Who I am; whoever comes for the first time gets a cookie."""
    if guest is None:
        house = house_of(request)
        house.limits.spend(None, house.limits.address_of(request), "guest")
        guest, cookie = await house.guests.welcome()
        give_cookie(request, response, cookie)
    response.headers["Cache-Control"] = "no-store"
    return Me(guest=card_of(guest))


def give_cookie(request: Request, response: Response, cookie: str) -> None:
    """Let this device be known by a cookie."""
    secure = request.url.scheme == "https" or request.headers.get("x-forwarded-proto") == "https"
    seconds = COOKIE_DAYS * 86400
    response.set_cookie(COOKIE, cookie, max_age=seconds, httponly=True, samesite="lax", secure=secure)
    response.headers["Cache-Control"] = "no-store"


def card_of(guest: Guest) -> GuestCard:
    """A guest as he sees himself."""
    return GuestCard(id=guest.id, name=guest.name, named=guest.is_named)


@router.get("/data", operation_id="ownData", response_class=JSONResponse)
async def own_data(request: Request, guest: Known) -> Response:
    """Everything that is stored about me."""
    house = house_of(request)
    house.limits.spend(guest.id, house.limits.address_of(request), "upload")
    headers = {"Content-Disposition": 'attachment; filename="oddboard-my-data.json"', "Cache-Control": "no-store"}
    return JSONResponse(await export.exported(house, guest), headers=headers)


@router.delete("", operation_id="deleteMe", status_code=204)
async def delete_me(request: Request, guest: Known) -> Response:
    """Delete everything that is stored about me; games that others played too stay, without my name."""
    await export.delete_all(house_of(request), guest)
    gone = Response(status_code=204)
    gone.delete_cookie(COOKIE)
    return gone


@router.put("", operation_id="rename")
async def rename(request: Request, wanted: Rename, guest: Known) -> Me:
    """Be called something else."""
    name = plain_text(wanted.name, LONGEST_NAME, "a name")
    house = house_of(request)
    await house.guests.rename(guest, name)
    house.tasks.spawn(seats.rename(house, guest))
    return Me(guest=card_of(guest))
