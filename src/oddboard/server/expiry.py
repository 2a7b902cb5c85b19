"""What nobody needs any more is deleted: tables that nobody came to, old links, guests who never played.

Finished games and uploads are kept for as long as the host says; without a word, for ever.
"""

import asyncio
import logging
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, exists, select

from oddboard.server import derived, schema
from oddboard.server.clocks import now
from oddboard.server.errors import NotSaved
from oddboard.server.house import House
from oddboard.server.seats import LINK_LASTS
from oddboard.server.tables import OVER, WAITING

DAY = 24 * 3600 * 1000  # milliseconds
WAITING_DAYS = 7  # for a table at which nothing happens before the game begins
GUEST_DAYS = 30  # for somebody who never sat anywhere
SWEEPS = 3600.0  # seconds between two looks
AT_ONCE = 500  # tables that are deleted together, so that nobody waits long for his own decision
log = logging.getLogger("oddboard.expiry")


@dataclass(frozen=True)
class Terms:
    """How long things are kept, in days."""

    finished: int | None = None  # games that are over, and uploads; None for ever
    waiting: int = WAITING_DAYS
    guests: int = GUEST_DAYS


async def sweep_for_ever(house: House, terms: Terms) -> None:
    """Look now and then for what can go."""
    while True:
        try:
            while await house.database.write(lambda connection: swept(connection, terms, house.store.tables)):
                await asyncio.sleep(1)
        except NotSaved as error:
            log.warning("nothing could be deleted", extra={"why": error.message})
        await asyncio.sleep(SWEEPS)


def swept(connection: Connection, terms: Terms, in_use: Collection[str], at: int | None = None) -> int:
    """Delete what nobody needs; how many tables went, of which there may be more."""
    tables, at = schema.tables, at or now()
    forgotten = (tables.c.state == WAITING) & (tables.c.moved < at - terms.waiting * DAY)
    gone: Any = forgotten
    if terms.finished is not None:
        gone = forgotten | ((tables.c.state == OVER) & (tables.c.ended < at - terms.finished * DAY))
    found = connection.execute(select(tables.c.id).where(gone).limit(AT_ONCE)).scalars().all()
    ids = [each for each in found if each not in in_use]
    for child in (schema.seat_links, schema.seats, schema.entries, schema.results):
        connection.execute(delete(child).where(child.c.table_id.in_(ids)))
    derived.forget(connection, ids)
    connection.execute(delete(tables).where(tables.c.id.in_(ids)))
    links, records, guests = schema.seat_links, schema.records, schema.guests
    connection.execute(delete(links).where(links.c.created < at - LINK_LASTS))
    if terms.finished is not None:
        old = select(records.c.id).where(records.c.created < at - terms.finished * DAY)
        derived.forget(connection, old)
        connection.execute(delete(records).where(records.c.created < at - terms.finished * DAY))
    sits = exists().where(schema.seats.c.guest == guests.c.id)
    has = exists().where(records.c.guest == guests.c.id)
    hosts = exists().where(tables.c.host == guests.c.id)
    known = exists().where(schema.keys.c.guest == guests.c.id)
    idle = (guests.c.created < at - terms.guests * DAY) & ~sits & ~has & ~hosts & ~known
    connection.execute(delete(guests).where(guests.c.id.in_(select(guests.c.id).where(idle).limit(AT_ONCE))))
    return len(ids)
