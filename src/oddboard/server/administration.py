"""What a host does about tables and guests, with `oddboard admin`: in the database, while servers run or not.

Each change leaves a notice, which the servers look for every second (`notices`): what they have in memory of a table or
a guest they forget, and pages that were open come back to what is stored now.
"""

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import DBAPIError

from oddboard.core.errors import BadRequest
from oddboard.server import derived, schema
from oddboard.server.clocks import now
from oddboard.server.database import engine_of, migrated, writing
from oddboard.server.errors import CannotServe, NotFound
from oddboard.server.limits import network_of
from oddboard.server.tables import is_id

ABOUT_TABLE, ABOUT_GUEST, ABOUT_BANS = "table", "guest", "bans"
REMOVED = "(removed by the host)"
DAY = 86_400_000  # milliseconds
KEPT_NOTICES = DAY  # milliseconds: a server that was not there reads everything anew anyway
LONGEST_WHY = 200


@dataclass(frozen=True)
class Listed:
    """A table as the host sees it."""

    id: str
    game: str
    state: str
    seats: list[str]  # who sits there: a name with the guest's identifier, or what else the seat is
    decisions: int  # entries of the log, to be exact
    moved: int


@contextmanager
def changing(database: str) -> Iterator[Connection]:
    """A connection on which everything is done or nothing; CannotServe if the database cannot be used."""
    engine = engine_of(database)
    migrated(engine)
    try:
        with writing(engine) as connection, connection.begin():
            yield connection
    except DBAPIError as error:
        reason = str(error.orig).splitlines()[0]
        raise CannotServe(f"the database could not be used ({reason}): nothing was changed") from None
    finally:
        engine.dispose()


# Looking


def tables(connection: Connection, state: str | None = None, most: int = 50) -> list[Listed]:
    """The tables that were last moved at, the latest first; those of one state, if it is named."""
    known, seats = schema.tables, schema.seats
    chosen = select(known).order_by(known.c.moved.desc()).limit(most)
    rows = connection.execute(chosen.where(known.c.state == state) if state else chosen).all()
    taken = select(seats).where(seats.c.table_id.in_([row.id for row in rows])).order_by(seats.c.seat)
    names: dict[str, list[str]] = {row.id: [] for row in rows}
    for seat in connection.execute(taken):
        names[seat.table_id].append(f"{seat.name} ({seat.guest})" if seat.guest else seat.level or seat.kind)
    return [Listed(row.id, row.game, row.state, names[row.id], row.version, row.moved) for row in rows]


def statistics(connection: Connection, at: int) -> dict[str, Any]:
    """How much there is, and how much of it is of the last day."""

    def count(table: Any, *conditions: Any) -> int:
        return int(connection.execute(select(func.count()).select_from(table).where(*conditions)).scalar_one())

    known, entries, guests = schema.tables, schema.entries, schema.guests
    by_game = select(known.c.game, func.count()).group_by(known.c.game).order_by(known.c.game)
    return {
        "guests": count(guests),
        "guests of the last day": count(guests, guests.c.created > at - DAY),
        **{f"tables {state}": count(known, known.c.state == state) for state in ("waiting", "playing", "over")},
        "tables of the last day": count(known, known.c.created > at - DAY),
        "decisions of the last day": count(entries, entries.c.kind == "decision", entries.c.at > at - DAY),
        "saved games uploaded": count(schema.records),
        "bans": count(schema.bans),
        "servers": count(schema.servers, schema.servers.c.seen > 0),
        "tables by game": {row[0]: row[1] for row in connection.execute(by_game)},
    }


def bans(connection: Connection) -> list[Any]:
    """Everybody who may not come in, with the reason."""
    return list(connection.execute(select(schema.bans).order_by(schema.bans.c.created)))


# Changing


def close_table(connection: Connection, table: str) -> None:
    """Take a table away, with its game, its talk and its links."""
    known = schema.tables
    if not connection.execute(delete(known).where(known.c.id == table)).rowcount:
        raise NotFound(f"there is no table {table!r}: `oddboard admin tables` lists them")
    derived.forget(connection, [table])
    leave_notice(connection, ABOUT_TABLE, table)


def remove_talk(connection: Connection, table: str) -> int:
    """Take away what was said at a table; how many lines. The log keeps their places."""
    if connection.execute(select(schema.tables.c.id).where(schema.tables.c.id == table)).first() is None:
        raise NotFound(f"there is no table {table!r}: `oddboard admin tables` lists them")
    lines = [(number, content) for number, content in _talk(connection, table) if content["text"] != REMOVED]
    for number, content in lines:
        _rewrite(connection, table, number, content | {"text": REMOVED})
    leave_notice(connection, ABOUT_TABLE, table)
    return len(lines)


def remove_name(connection: Connection, guest: str) -> str:
    """Give a guest a name of ours, wherever the old one stands; the new one."""
    guests, seats, known = schema.guests, schema.seats, schema.tables
    row = connection.execute(select(guests.c.name).where(guests.c.id == guest)).one_or_none()
    if row is None:
        raise NotFound(f"there is no guest {guest!r}: `oddboard admin tables` shows who sits where")
    name = f"Guest {secrets.randbelow(9000) + 1000}"
    connection.execute(update(guests).where(guests.c.id == guest).values(name=name))
    leave_notice(connection, ABOUT_GUEST, guest)
    places = connection.execute(select(seats.c.table_id, seats.c.seat).where(seats.c.guest == guest)).all()
    connection.execute(update(seats).where(seats.c.guest == guest).values(name=name))
    for table, seat in places:
        for number, content in _talk(connection, table, seat):
            _rewrite(connection, table, number, content | {"name": name})
        names = connection.execute(select(seats.c.name).where(seats.c.table_id == table).order_by(seats.c.seat))
        searched = " ".join(names.scalars()).lower()
        connection.execute(update(known).where(known.c.id == table).values(names=searched))
        leave_notice(connection, ABOUT_TABLE, table)
    return name


def ban(connection: Connection, whom: str, days: float | None, why: str) -> str:
    """Let a guest, or everybody of a network, come in no more; whom, as it is kept."""
    kept = banned_as(whom)
    at = now()
    if is_id(kept) and connection.execute(select(schema.guests.c.id).where(schema.guests.c.id == kept)).first() is None:
        raise NotFound(f"there is no guest {kept!r}: `oddboard admin tables` shows who sits where")
    connection.execute(delete(schema.bans).where(schema.bans.c.whom == kept))
    until = None if days is None else at + round(days * DAY)
    row = {"whom": kept, "until": until, "why": why[:LONGEST_WHY], "created": at}
    connection.execute(insert(schema.bans), row)
    leave_notice(connection, ABOUT_BANS, kept if is_id(kept) else "")
    return kept


def lift_ban(connection: Connection, whom: str) -> None:
    """Let somebody come in again."""
    kept = banned_as(whom)
    if not connection.execute(delete(schema.bans).where(schema.bans.c.whom == kept)).rowcount:
        raise NotFound(f"{kept} is not banned: `oddboard admin bans` lists who is")
    leave_notice(connection, ABOUT_BANS, "")


def banned_as(whom: str) -> str:
    """A guest's identifier as it is, an address as its household's network, a network as it is written."""
    if is_id(whom):
        return whom
    try:
        ip_address(whom)
    except ValueError:
        try:
            return str(ip_network(whom, strict=False))
        except ValueError:
            raise BadRequest(
                f"a guest's identifier, an address or a network such as 203.0.113.0/24 is wanted, not {whom!r}"
            ) from None
    return network_of(whom)


def _talk(connection: Connection, table: str, seat: int | None = None) -> list[tuple[int, dict[str, Any]]]:
    """What was said at a table, or by one of its seats, with its number in the log."""
    entries = schema.entries
    said = (entries.c.table_id == table) & (entries.c.kind == "talk")
    chosen = said if seat is None else said & (entries.c.seat == seat)
    rows = connection.execute(select(entries.c.number, entries.c.content).where(chosen))
    return [(row.number, json.loads(row.content)) for row in rows]


def _rewrite(connection: Connection, table: str, number: int, content: dict[str, Any]) -> None:
    entries = schema.entries
    which = (entries.c.table_id == table) & (entries.c.number == number)
    connection.execute(update(entries).where(which).values(content=json.dumps(content)))


def leave_notice(connection: Connection, about: str, identifier: str) -> None:
    """Let all servers of this database look something up again."""
    notices, at = schema.notices, now()
    connection.execute(delete(notices).where(notices.c.at < at - KEPT_NOTICES))
    connection.execute(insert(notices), {"about": about, "id": identifier, "at": at})
