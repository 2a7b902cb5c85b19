"""Invitations: the page that a link to a table leads to, told to messengers too before anybody opens it.

A messenger that shows a link reads the head of its page and runs no script. So for a table the page is served with a
title, a sentence and a picture of the game in its head; everything that somebody has typed is escaped there.
"""

import html
from dataclasses import dataclass

from fastapi import Request
from sqlalchemy import Connection, select

from oddboard.core import registry
from oddboard.core.errors import UnknownGame
from oddboard.server import schema
from oddboard.server.house import House
from oddboard.server.tables import OPEN, WAITING, is_id

PICTURE_SIZE = (1200, 630)  # pixels, which all messengers show whole
ANY_GAME = "oddboard"  # the picture of a game that brought none


@dataclass(frozen=True)
class Told:
    """What a messenger shows of a link."""

    title: str
    sentence: str
    picture: str  # its name among the page's files, without the ending


async def told_of(house: House, table: str) -> Told | None:
    """What there is to tell of a link to a table; nothing if there is no such table."""
    return await house.database.read(lambda connection: _told(connection, table)) if is_id(table) else None


def _told(connection: Connection, identifier: str) -> Told | None:
    tables, seats, guests = schema.tables, schema.seats, schema.guests
    table = connection.execute(select(tables).where(tables.c.id == identifier)).one_or_none()
    try:
        game = registry.game(table.game) if table else None
    except UnknownGame:
        return None
    if table is None or game is None:
        return None
    host = connection.execute(select(guests.c.name).where(guests.c.id == table.host)).scalar_one_or_none()
    of_table = select(seats.c.kind, seats.c.name).where(seats.c.table_id == identifier).order_by(seats.c.seat)
    sitting = connection.execute(of_table).all()
    free = sum(seat.kind == OPEN for seat in sitting)
    if table.state == WAITING and free:
        title = f"{host} invites you to {game.title}" if host else f"You are invited to {game.title}"
        seats_free = "one seat is free" if free == 1 else f"{free} seats are free"
        return Told(title, f"{game.tagline} {seats_free.capitalize()}.", game.key)
    names = ", ".join(seat.name for seat in sitting if seat.kind != OPEN)
    return Told(f"{game.title}: {names}", game.tagline, game.key)


def head_of(request: Request, told: Told, path: str, has_picture: bool) -> str:
    """Lines for the head of the page, as the Open Graph protocol has them."""
    base = base_of(request)
    width, height = PICTURE_SIZE
    picture = f"{base}/pictures/{told.picture if has_picture else ANY_GAME}.jpg"
    properties = {
        "og:site_name": "Oddboard",
        "og:type": "website",
        "og:title": told.title,
        "og:description": told.sentence,
        "og:url": f"{base}/{path}",
        "og:image": picture,
        "og:image:width": str(width),
        "og:image:height": str(height),
    }
    lines = [f'<meta property="{name}" content="{html.escape(value)}" />' for name, value in properties.items()]
    lines += [
        f'<meta name="description" content="{html.escape(told.sentence)}" />',
        '<meta name="twitter:card" content="summary_large_image" />',
        '<meta name="robots" content="noindex" />',
        f"<title>{html.escape(told.title)}</title>",
    ]
    return "\n    ".join(lines)


def base_of(request: Request) -> str:
    """The address of this server as the one who asks knows it; believes a proxy about HTTPS."""
    scheme = "https" if request.headers.get("x-forwarded-proto") == "https" else request.url.scheme
    return f"{scheme}://{request.headers.get('host', '')}"
