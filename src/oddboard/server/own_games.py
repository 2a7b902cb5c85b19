"""One's own games: what is over with how it ended, searched and counted; and what nobody needs any more removed.

How a game ended for a guest is written with its last decision (`results`), so that a list or a count of two thousand
games is found by an index, in the threads that read.
"""

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, and_, delete, distinct, exists, func, or_, select

from oddboard.core import registry
from oddboard.core.errors import UnknownGame
from oddboard.server import schema
from oddboard.server.administration import close_table
from oddboard.server.clocks import now
from oddboard.server.errors import NotFound, NotYours
from oddboard.server.guests import Guest
from oddboard.server.house import House
from oddboard.server.results import OUTCOMES, SHARED
from oddboard.server.tables import BOT, is_id

PAGE = 24  # games in a list
MOST_OPPONENTS = 12  # that are counted one by one: those met most often
MOST_KINDS = 12  # of costly decisions
MOST_WEEKS = 520  # that are counted one by one
DAY = 24 * 3600 * 1000  # milliseconds
WEEK = 7 * DAY
MONDAY = 3 * DAY  # before the first Thursday of 1970, from which time is counted


@dataclass(frozen=True)
class Wanted:
    """Which of one's own games; what is None or empty does not matter."""

    game: str | None = None
    text: str | None = None  # in the name of somebody who played
    level: str | None = None  # of a bot that played
    outcome: str | None = None
    days: int | None = None  # ended since


async def listed(house: House, guest: Guest, wanted: Wanted, after: str | None) -> dict[str, Any]:
    """Games that are over, the latest first, and where the list goes on."""
    rows, seats = await house.database.read(lambda connection: _found(connection, guest.id, wanted, after))
    cards = [_card(row, seats.get(row["id"], []), guest.id) for row in rows[:PAGE]]
    more = f"{rows[PAGE - 1]['ended']}.{rows[PAGE - 1]['id']}" if len(rows) > PAGE else None
    return {"games": [card for card in cards if card], "next": more}


def _found(
    connection: Connection, guest: str, wanted: Wanted, after: str | None
) -> tuple[list[Any], dict[str, list[Any]]]:
    results, tables, seats, mistakes = schema.results, schema.tables, schema.seats, schema.mistakes
    analysed = exists().where(schema.analyses.c.story == results.c.table_id)
    costly = select(func.count()).where(mistakes.c.story == results.c.table_id, mistakes.c.seat == results.c.seat)
    columns = (tables.c.id, tables.c.game, tables.c.ranks, tables.c.result, results.c.ended, results.c.outcome)
    query = _chosen(
        select(*columns, analysed.label("analysed"), costly.scalar_subquery().label("costly")), guest, wanted
    )
    query = query.join(tables, tables.c.id == results.c.table_id)
    if after:
        ended, _, identifier = after.partition(".")
        same = and_(results.c.ended == int(ended), results.c.table_id < identifier)
        query = query.where(or_(results.c.ended < int(ended), same))
    query = query.order_by(results.c.ended.desc(), results.c.table_id.desc()).limit(PAGE + 1)
    rows = list(connection.execute(query).mappings())
    sitting = select(seats).where(seats.c.table_id.in_([row["id"] for row in rows])).order_by(seats.c.seat)
    by_table: dict[str, list[Any]] = {}
    for seat in connection.execute(sitting):
        by_table.setdefault(seat.table_id, []).append(seat)
    return rows, by_table


def _chosen(query: Select[Any], guest: str, wanted: Wanted) -> Select[Any]:
    """A query of results, for those that are wanted."""
    results, seats = schema.results, schema.seats.alias()  # an own name, as a query may look at seats itself
    query = query.where(results.c.guest == guest)
    if wanted.game:
        query = query.where(results.c.game == wanted.game)
    if wanted.outcome:
        query = query.where(results.c.outcome == wanted.outcome)
    if wanted.days:
        query = query.where(results.c.ended > now() - wanted.days * DAY)
    there = exists().where(seats.c.table_id == results.c.table_id, seats.c.seat != results.c.seat)
    if wanted.level:
        query = query.where(there.where(seats.c.guest.is_(None), seats.c.level == wanted.level))
    if wanted.text:
        query = query.where(there.where(_like(seats.c.name, wanted.text)))
    return query


def _like(column: Any, text: str) -> Any:
    """Whether a column contains a text, as it is written or without regard to capitals as the database knows them."""
    pattern = "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
    return or_(column.like(pattern, escape="\\"), func.lower(column).like(pattern.lower(), escape="\\"))


def _card(row: Any, seats: list[Any], guest: str) -> dict[str, Any] | None:
    try:
        title = registry.game(row["game"]).title
    except UnknownGame:
        return None  # a game that is not installed any more
    return {
        **{name: row[name] for name in ("id", "game", "result", "ended", "outcome", "costly")},
        "title": title,
        "analysed": bool(row["analysed"]),
        "ranks": json.loads(row["ranks"]),
        "seats": [{"name": seat.name, "kind": seat.kind, "you": seat.guest == guest} for seat in seats],
    }


# Counting


async def figures(house: House, guest: Guest, wanted: Wanted) -> dict[str, Any]:
    """How one's own games ended: by game, opponent and week, and what was decided where it was costly."""
    return await house.database.read(lambda connection: _counted(connection, guest.id, wanted))


def _counted(connection: Connection, guest: str, wanted: Wanted) -> dict[str, Any]:
    results, seats = schema.results, schema.seats
    others = (seats.c.table_id == results.c.table_id) & (seats.c.seat != results.c.seat)
    bots = others & seats.c.guest.is_(None) & (seats.c.kind == BOT)
    people = others & (seats.c.guest != guest)

    def by(*columns: Any, among: Any = None) -> list[Any]:
        """Outcomes counted by something; a game with three bots of a level is one game against that level."""
        number = func.count(distinct(results.c.table_id))
        query = _chosen(select(*columns, results.c.outcome, number), guest, wanted)
        if among is not None:
            query = query.join(seats, among)
        return list(connection.execute(query.group_by(*columns, results.c.outcome)))

    named = _chosen(select(seats.c.guest, func.max(seats.c.name)).join(seats, people), guest, wanted)
    names = {row[0]: row[1] for row in connection.execute(named.group_by(seats.c.guest))}
    weeks = _tallies(by((results.c.ended + MONDAY) // WEEK))
    return {
        "games": [{"game": key, **tally} for key, tally in _tallies(by(results.c.game)).items()],
        "levels": [{"level": key, **tally} for key, tally in _tallies(by(seats.c.level, among=bots)).items() if key],
        "people": [
            {"name": names[key], **tally} for key, tally in _most(_tallies(by(seats.c.guest, among=people))).items()
        ],
        "weeks": [{"since": week * WEEK - MONDAY, **weeks[week]} for week in sorted(weeks)[-MOST_WEEKS:]],
        "costly": _costly(connection, guest, wanted),
    }


def _tallies(rows: list[Any]) -> dict[Any, dict[str, int]]:
    """By what was counted: how often which outcome."""
    found: dict[Any, dict[str, int]] = {}
    for key, outcome, number in rows:
        found.setdefault(key, dict.fromkeys(OUTCOMES, 0))[outcome] = number
    return found


def _most(tallies: dict[Any, dict[str, int]]) -> dict[Any, dict[str, int]]:
    """Those met most often."""
    often = sorted(tallies.items(), key=lambda each: -sum(each[1].values()))
    return dict(often[:MOST_OPPONENTS])


def _costly(connection: Connection, guest: str, wanted: Wanted) -> dict[str, Any]:
    """What was decided where it was costly, the worst first, of how many games that were analysed."""
    results, mistakes, analyses = schema.results, schema.mistakes, schema.analyses
    own = (mistakes.c.story == results.c.table_id) & (mistakes.c.seat == results.c.seat)
    total = func.sum(mistakes.c.cost)
    kinds = (results.c.game, mistakes.c.kind)
    worst = _chosen(select(*kinds, func.count(), total).join(mistakes, own), guest, wanted)
    alone = results.c.outcome != SHARED
    rows = connection.execute(worst.where(alone).group_by(*kinds).order_by(total.desc()).limit(MOST_KINDS))
    of = _chosen(select(func.count()).join(analyses, analyses.c.story == results.c.table_id), guest, wanted)
    return {
        "analysed": connection.execute(of.where(alone)).scalar_one(),
        "kinds": [{"game": game, "kind": kind, "times": times, "cost": cost} for game, kind, times, cost in rows],
    }


# Removing


async def remove(house: House, guest: Guest, identifier: str) -> None:
    """Take a game off one's own list; where nobody else plays or has played, there is nothing left of it."""
    if not is_id(identifier):
        raise NotFound("there is no such table: it was closed, or the link is cut short")
    async with house.changes.looking(identifier) as table:  # nothing is decided there meanwhile
        if await house.database.write(lambda connection: _removed(connection, guest.id, identifier)):
            house.store.let_go_locked(table)
            house.stories.pop(identifier, None)


def _removed(connection: Connection, guest: str, identifier: str) -> bool:
    """Remove it; whether the whole table is gone."""
    results, seats, tables = schema.results, schema.seats, schema.tables
    of_table = results.c.table_id == identifier
    listed = connection.execute(delete(results).where(of_table, results.c.guest == guest)).rowcount
    sits = select(seats.c.guest).where(seats.c.table_id == identifier, seats.c.guest.is_not(None))
    guests = set(connection.execute(sits).scalars())
    host = connection.execute(select(tables.c.host).where(tables.c.id == identifier)).scalar_one_or_none()
    if not listed and guest not in guests and guest != host:
        raise NotYours("you did not play at this table: everybody removes his own games")
    over = select(tables.c.id).where(tables.c.id == identifier, tables.c.ended.is_not(None))
    if connection.execute(over).first() is None:
        if guests - {guest}:
            raise NotYours("others play at this table: resign or get up first, then remove it")
    elif connection.execute(select(results.c.guest).where(of_table)).first() is not None:
        return False
    close_table(connection, identifier)
    return True
