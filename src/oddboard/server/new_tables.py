"""New tables: made from what a guest wants, or as a rematch."""

import json
import secrets
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Connection, func, insert, select

from oddboard import bots
from oddboard.core import registry, series
from oddboard.core import seats as colours
from oddboard.core.dice import SECRET_BYTES
from oddboard.core.errors import BadOptions
from oddboard.core.game import Game
from oddboard.server import models, schema, seats
from oddboard.server.change import Draft
from oddboard.server.clocks import now
from oddboard.server.errors import Conflict, NotYours
from oddboard.server.games import match_from
from oddboard.server.guests import Guest
from oddboard.server.house import House
from oddboard.server.log import RematchAnswered, RematchMade
from oddboard.server.seats import bot_name, check_level
from oddboard.server.tables import BOT, OPEN, OVER, PERSON, SHARED, WAITING, Seat, Table, Terms, new_id

MOST_TABLES = 60  # that are not over, for a guest


async def create(house: House, guest: Guest, wanted: models.NewTable) -> Table:
    """Make a table; its host sits at every seat that is `me`, and shares the device with those that are `shared`."""
    game = registry.game(wanted.game)
    await check_room(house, guest)
    players, options = len(wanted.seats), wanted.options
    if wanted.position is not None:
        await house.games.ready(wanted.game)
        match = match_from(game, wanted.position)
        if match.is_over:
            raise BadOptions("the game is over in this position: choose another to begin from")
        if match.players != players:
            raise BadOptions(f"the position is one of {match.players} players: give as many seats, not {players}")
        options = match.options
    taken = [_seat(guest, each, number, seats.word_of(wanted), game) for number, each in enumerate(wanted.seats)]
    at_once = wanted.start and not any(seat.kind == OPEN for seat in taken)
    clock = wanted.clock.model_dump() if wanted.clock else None
    begun = _series(wanted, players)
    terms = Terms(clock, wanted.on_time, wanted.talk, hints=wanted.hints, begins=at_once, series=begun)
    row = new_row(
        game.key, players, game.check_options(players, options), wanted.position, terms, wanted.public, guest.id
    )
    if all(seat.kind == BOT for seat in taken):
        raise BadOptions("a table is for somebody who plays: leave a seat to yourself or to others")
    table = await furnish(house, row, taken)
    if at_once and wanted.seal is None:
        await seats.start(house, table, guest)  # otherwise when the word is said
    return table


async def check_room(house: House, guest: Guest) -> None:
    """Conflict if somebody sits at too many tables already that are not over."""
    most = round(MOST_TABLES * house.limits.scale)
    sits, tables = schema.seats, schema.tables
    joined = sits.join(tables, tables.c.id == sits.c.table_id)
    where = (sits.c.guest == guest.id) & (tables.c.state != OVER)
    query = select(func.count(sits.c.table_id.distinct())).select_from(joined).where(where)
    if most and await house.database.read(lambda connection: connection.execute(query).scalar_one()) >= most:
        raise Conflict(f"you sit at {most} tables that are not over: finish or leave one first")


def new_row(
    game: str, players: int, options: dict[str, Any], position: Any, terms: Terms, public: bool, host: str
) -> dict[str, Any]:
    """A table as it is stored at first."""
    return {
        "id": new_id(),
        "game": game,
        "players": players,
        "options": json.dumps(options),
        "position": json.dumps(position) if position is not None else None,
        "terms": json.dumps(asdict(terms)),
        "public": public,
        "host": host,
        "state": WAITING,
        "secret": secrets.token_hex(SECRET_BYTES),
        "version": 0,
        "keeper": None,
        "names": "",
        "clocks": None,
        "ranks": None,
        "result": None,
        "created": now(),
        "moved": now(),
        "ended": None,
    }


def _series(wanted: models.NewTable, players: int) -> dict[str, Any] | None:
    """The series that a table begins, as its terms keep it."""
    if wanted.series is None:
        return None
    if wanted.position is not None:
        raise BadOptions("a series begins each of its games at the beginning: leave out the position")
    found = series.checked(wanted.series, players)
    if found.game != wanted.game:
        raise BadOptions(f"the series begins with {found.game}, so that is the game of its first table")
    return asdict(found)


async def furnish(house: House, row: dict[str, Any], taken: list[Seat]) -> Table:
    """Store a new table, and open it."""
    row["names"] = " ".join(seat.name for seat in taken).lower()
    row["keeper"] = house.database.name

    def store(connection: Connection) -> None:
        connection.execute(insert(schema.tables), row)
        connection.execute(insert(schema.seats), [seat.row(row["id"], number) for number, seat in enumerate(taken)])

    await house.database.write(store)
    return await house.store.table(row["id"])


def _seat(guest: Guest, who: Any, number: int, word: str, game: Game) -> Seat:
    if who == "me":
        return Seat(PERSON, guest.name, guest.id, word=word)
    if who == "shared":
        return Seat(SHARED, colours.name(number), guest.id)  # who sits there is known by the colour only
    if who == "open":
        return Seat(OPEN)
    check_level(who.bot, game)
    return Seat(BOT, bot_name(who.bot), level=who.bot)


async def rematch(house: House, table: Table, guest: Guest) -> Table:
    """Wish for the same again, or agree to it: the new table once all who played do, until then this one."""

    def agree(draft: Draft) -> None:
        mine = _played(table, guest)
        wish = table.rematch
        if wish is None or wish.declined is not None or not wish.agreed.issuperset(mine):
            draft.add(RematchAnswered(agree=True, seats=mine))

    async with table.lock:
        await house.changes.make_locked(table, agree)
        wish = table.rematch
        if wish is not None and wish.table is None and wish.agreed.issuperset(table.people()):
            fresh = await _once_more(house, table, guest)
            await house.changes.make_locked(table, lambda draft: _lead_to(draft, fresh))
        house.changes.on_changed(table)
    return await house.store.table(wish.table) if wish is not None and wish.table else table


async def decline_rematch(house: House, table: Table, guest: Guest) -> None:
    """Would rather not play the same again."""

    def decline(draft: Draft) -> None:
        mine = _played(table, guest)
        if table.rematch is not None and table.rematch.declined is None and table.rematch.table is None:
            draft.add(RematchAnswered(agree=False, seats=mine))

    await house.changes.make(table, decline)


def _played(table: Table, guest: Guest) -> list[int]:
    """The seats of somebody who played the game that is over."""
    mine = table.seats_of(guest.id)
    if not mine:
        raise NotYours("a rematch is for those who played")
    if not table.is_over:
        raise Conflict("the game is not over yet")
    return mine


def _lead_to(draft: Draft, fresh: Table) -> None:
    wish = draft.table.rematch
    if wish is not None and wish.table is None:  # otherwise another process was quicker
        draft.add(RematchMade(table=fresh.id))


def _next_of(table: Table) -> tuple[str, dict[str, Any], Terms]:
    """The game, options and terms with which a table goes on: the same, or what is next in its series."""
    if table.series is None:
        return table.game.key, table.options, table.terms
    after = table.series.after(table.ranks or [], table.id)
    if after.game is None:
        after = after.anew()
    key = after.games[len(after.scored)]
    options = table.options if key == table.game.key else registry.game(key).check_options(table.players, {})
    return key, options, replace(table.terms, series=asdict(after))


async def _once_more(house: House, table: Table, guest: Guest) -> Table:
    """The same again, with everybody one seat further; it begins when all have come and said a word for the dice."""
    rotated = [table.seats[number - 1] for number in range(table.players)]
    taken = [
        Seat(BOT, bot_name(each.level or bots.USUAL), level=each.level)
        if each.guest is None
        else Seat(SHARED if each.kind == SHARED else PERSON, each.name, each.guest)
        for each in rotated
    ]
    key, options, terms = _next_of(table)
    terms = replace(terms, begins=True)
    row = new_row(key, table.players, options, table.position, terms, table.public, guest.id)
    fresh = await furnish(house, row, taken)
    if not any(each.kind == PERSON for each in taken):
        await seats.start(house, fresh, guest)  # those who share a device are all there
    return fresh
