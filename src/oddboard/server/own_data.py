"""What is stored about a guest: given out when he asks, and deleted when he wants that.

Games that others played too stay, without his name and his words.
"""

import json
from typing import Any

from sqlalchemy import Connection, delete, select, update

from oddboard import bots
from oddboard.server import bot_seats, derived, schema
from oddboard.server.administration import ABOUT_GUEST, leave_notice
from oddboard.server.change import Draft
from oddboard.server.guests import Guest
from oddboard.server.house import House
from oddboard.server.log import Talked
from oddboard.server.tables import OPEN, Seat, Table

NOBODY = "Somebody"  # what who has gone is called
SILENCE = "…"  # what he said


async def exported(house: House, guest: Guest) -> dict[str, Any]:
    """Everything that is stored about a guest."""
    return await house.database.read(lambda connection: _collected(connection, guest))


def _collected(connection: Connection, guest: Guest) -> dict[str, Any]:
    tables, seats, entries, records = schema.tables, schema.seats, schema.entries, schema.records
    sits = list(connection.execute(select(seats).where(seats.c.guest == guest.id)).mappings())
    ids = {row["table_id"] for row in sits}
    at = connection.execute(select(tables).where(tables.c.id.in_(ids) | (tables.c.host == guest.id))).mappings()
    said = connection.execute(
        select(entries).where(entries.c.table_id.in_(ids), entries.c.kind == Talked.kind).order_by(entries.c.at)
    )
    own = {(row["table_id"], row["seat"]) for row in sits}
    return {
        "guest": {"id": guest.id, "name": guest.name},
        "seats": [dict(row) for row in sits],
        "tables": [
            {name: row[name] for name in ("id", "game", "options", "state", "result", "created", "ended")} for row in at
        ],
        "said": [
            {"table": line.table_id, "at": line.at, "text": json.loads(line.content)["text"]}
            for line in said
            if (line.table_id, line.seat) in own
        ],
        "records": [
            {"id": row.id, "created": row.created, "text": row.text}
            for row in connection.execute(select(records).where(records.c.guest == guest.id))
        ],
    }


async def delete_all(house: House, guest: Guest) -> None:
    """Delete what is stored about a guest; his seats are left to bots, and nobody sits there any more."""
    seats = schema.seats
    found = select(seats.c.table_id).where(seats.c.guest == guest.id).distinct()
    for identifier in await house.database.read(lambda connection: connection.execute(found).scalars().all()):
        table = await house.store.table(identifier)
        said = [number for number, seat in enumerate(table.seats) if seat.guest == guest.id]
        await house.database.write(lambda connection, t=identifier, s=said: _silence(connection, t, s))  # type: ignore[misc]
        await house.changes.make(table, lambda draft, table=table: _get_up(draft, table, guest))  # type: ignore[misc]
        for line in table.talk:
            if line["seat"] in said:
                line |= {"name": NOBODY, "text": SILENCE}
    await house.database.write(lambda connection: _forget(connection, guest.id))
    house.guests.forget(guest.id)


def _get_up(draft: Draft, table: Table, guest: Guest) -> None:
    for seat in table.seats_of(guest.id):
        old = table.seats[seat]
        if table.is_waiting:
            draft.sit(seat, Seat(OPEN))
            continue
        if table.is_playing and old.is_person:
            bot_seats.hand_over(draft, seat, bots.USUAL)
        draft.sit(seat, Seat(table.seats[seat].kind, NOBODY, None, table.seats[seat].level, old.word))


def _silence(connection: Connection, table: str, said: list[int]) -> None:
    entries = schema.entries
    lines = (entries.c.table_id == table) & (entries.c.kind == Talked.kind) & entries.c.seat.in_(said)
    content = json.dumps({"name": NOBODY, "text": SILENCE})
    connection.execute(update(entries).where(lines).values(content=content))


def _forget(connection: Connection, guest: str) -> None:
    records, results = schema.records, schema.results
    derived.forget(connection, select(records.c.id).where(records.c.guest == guest))
    connection.execute(delete(results).where(results.c.guest == guest))
    connection.execute(delete(records).where(records.c.guest == guest))
    connection.execute(delete(schema.keys).where(schema.keys.c.guest == guest))
    connection.execute(delete(schema.guests).where(schema.guests.c.id == guest))
    leave_notice(connection, ABOUT_GUEST, guest)  # other processes still know him
