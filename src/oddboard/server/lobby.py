"""Lists of tables: open ones, one's own, finished ones."""

import json
from typing import Any

from sqlalchemy import Connection, and_, exists, or_, select

from oddboard.core import registry
from oddboard.core.errors import UnknownGame
from oddboard.server import schema
from oddboard.server.guests import Guest
from oddboard.server.house import House
from oddboard.server.log import RematchAnswered, Talked
from oddboard.server.tables import OPEN, OVER, PERSON, PLAYING, WAITING, Table
from oddboard.server.views import rematch_json

PAGE = 30  # tables in a list


async def listed(
    house: House, guest: Guest | None, which: str, game: str | None, text: str | None, after: str | None
) -> dict[str, Any]:
    """Tables, the newest first, and where the list goes on."""
    rows, seats, wished = await house.database.read(lambda reads: _found(reads, guest, which, game, text, after))
    cards = [await _card(house, row, seats.get(row["id"], []), guest, row["id"] in wished) for row in rows[:PAGE]]
    more = f"{rows[PAGE - 1]['created']}.{rows[PAGE - 1]['id']}" if len(rows) > PAGE else None
    return {"tables": [card for card in cards if card], "next": more}


def _found(
    connection: Connection, guest: Guest | None, which: str, game: str | None, text: str | None, after: str | None
) -> tuple[list[Any], dict[str, list[Any]], set[str]]:
    """The rows of tables and of their seats, and which tables were last asked for a rematch."""
    tables, seats = schema.tables, schema.seats
    query = select(tables).order_by(tables.c.created.desc(), tables.c.id.desc()).limit(PAGE + 1)
    mine = exists().where(seats.c.table_id == tables.c.id, seats.c.guest == (guest.id if guest else ""))
    if which == "open":
        free = exists().where(seats.c.table_id == tables.c.id, seats.c.kind == OPEN)
        query = query.where(tables.c.state == WAITING, tables.c.public, free)
    elif which == "playing":
        query = query.where(tables.c.state == PLAYING, tables.c.public)
    elif which == "mine":
        query = query.where(or_(mine, tables.c.host == (guest.id if guest else "")), tables.c.state != OVER)
    else:
        results = schema.results
        kept = exists().where(results.c.table_id == tables.c.id, results.c.guest == (guest.id if guest else ""))
        query = query.where(tables.c.state == OVER, or_(tables.c.public, kept))
    if game:
        query = query.where(tables.c.game == game)
    if text:
        pattern = text.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        matching = [game.key for game in registry.sound() if text.lower() in game.title.lower()]
        query = query.where(or_(tables.c.names.like(f"%{pattern}%", escape="\\"), tables.c.game.in_(matching)))
    if after:
        created, _, identifier = after.partition(".")
        earlier = and_(tables.c.created == int(created), tables.c.id < identifier)
        query = query.where(or_(tables.c.created < int(created), earlier))
    rows = list(connection.execute(query).mappings())
    found = [row["id"] for row in rows]
    sitting = connection.execute(select(seats).where(seats.c.table_id.in_(found)).order_by(seats.c.seat))
    by_table: dict[str, list[Any]] = {}
    for seat in sitting:
        by_table.setdefault(seat.table_id, []).append(seat)
    return rows, by_table, _wished(connection, [row["id"] for row in rows if row["state"] == OVER])


def _wished(connection: Connection, found: list[str]) -> set[str]:
    """The tables whose last entry, but for what is said, is about a rematch."""
    tables, entries = schema.tables, schema.entries
    newest = select(entries.c.kind).where(entries.c.table_id == tables.c.id, entries.c.kind != Talked.kind)
    last = newest.order_by(entries.c.number.desc()).limit(1).scalar_subquery()
    asked = select(tables.c.id).where(tables.c.id.in_(found), last == RematchAnswered.kind)
    return set(connection.execute(asked).scalars())


async def _card(house: House, row: Any, seats: list[Any], guest: Guest | None, wished: bool) -> dict[str, Any] | None:
    try:
        title = registry.game(row["game"]).title
    except UnknownGame:
        return None  # a game that is not installed any more
    caption, your_turn = "", False
    mine = guest is not None and any(seat.guest == guest.id for seat in seats)
    if row["state"] == PLAYING and (mine or row["id"] in house.store.tables):
        caption, your_turn = await _now(await house.store.table(row["id"]), guest)
    elif row["state"] == WAITING and mine:
        your_turn = _is_awaited(seats, guest)
    elif mine and wished:
        your_turn = _is_asked(await house.store.table(row["id"]), guest)
    return {
        "id": row["id"],
        "game": row["game"],
        "title": title,
        "state": row["state"],
        "seats": [
            {"name": seat.name, "kind": seat.kind, "you": guest is not None and seat.guest == guest.id}
            for seat in seats
        ],
        "caption": caption,
        "your_turn": your_turn,
        "clock": json.loads(row["terms"])["clock"],
        "created": row["created"],
        "ended": row["ended"],
        "ranks": json.loads(row["ranks"]) if row["ranks"] else None,
        "result": row["result"],
    }


def _is_awaited(seats: list[Any], guest: Guest | None) -> bool:
    """Whether all have a seat, as at a rematch, and this guest has not come yet: he has given no word for the dice."""
    missing = [seat.guest for seat in seats if seat.kind == PERSON and not seat.word]
    return guest is not None and guest.id in missing and all(seat.kind != OPEN for seat in seats)


def _is_asked(table: Table, guest: Guest | None) -> bool:
    """Whether the others would like to play again, and this guest has not answered."""
    wish = rematch_json(table)
    asked = wish["waits_for"] if wish and wish["table"] is None else []
    return any(seat in asked for seat in table.seats_of(guest.id if guest else None))


async def _now(table: Table, guest: Guest | None) -> tuple[str, bool]:
    """Where a game is, and whether the guest is to decide."""
    async with table.lock:
        if table.match is None:
            return "", False
        identifier = guest.id if guest else None
        caption = table.views.scene(table.match.state, table.views.viewer_of(identifier, None))["caption"]
        mine = {seat for seat in table.seats_of(identifier) if table.seats[seat].is_person}
        return caption, bool(mine & set(table.turn.deciding))
