"""Everything that a running server has, in one place for requests to find."""

from dataclasses import dataclass, field
from typing import Any

from fastapi import Request

from oddboard.server.errors import NoGuest
from oddboard.server.guests import COOKIE, Guest, Guests
from oddboard.server.hall import Hall
from oddboard.server.limits import Limits
from oddboard.server.storage import Storage
from oddboard.server.thinking import Thinkers


@dataclass
class House:
    """A running server."""

    storage: Storage
    thinkers: Thinkers
    hall: Hall
    guests: Guests
    limits: Limits
    analyses: dict[str, Any] = field(default_factory=dict)  # by story: those that are being made


def house_of(request: Request) -> House:
    """The server that a request has come to."""
    house: House = request.app.state.house
    return house


async def maybe_guest(request: Request) -> Guest | None:
    """Who asks, if his cookie says so."""
    house = house_of(request)
    guest = await house.guests.by_cookie(request.cookies.get(COOKIE))
    house.limits.spend(guest.id if guest else None, house.limits.address_of(request), "request")
    return guest


async def needed_guest(request: Request) -> Guest:
    """Who asks; NoGuest if there is no cookie to tell."""
    guest = await maybe_guest(request)
    if guest is None:
        raise NoGuest("who are you? GET /api/me gives a cookie")
    return guest
