"""Making tables and sitting down at them: create, join, start, leave, resign, rematch, hand over, seat links."""

import json
import secrets
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from oddboard import bots
from oddboard.core import registry
from oddboard.core.dice import SECRET_BYTES
from oddboard.core.errors import BadOptions, BadRequest
from oddboard.core.match import Match
from oddboard.server import bot_seats, models, schema
from oddboard.server.drafting import Draft
from oddboard.server.errors import Conflict, NotFound, NotYours
from oddboard.server.guests import LONGEST_NAME, Guest, hash_of, plain_text
from oddboard.server.hall import Hall
from oddboard.server.tables import (
    BOT,
    OPEN,
    OVER,
    PERSON,
    PLAYING,
    RESIGNED,
    SHARED,
    WAITING,
    Seat,
    Table,
    Terms,
    new_id,
    now,
)

MOST_RENAMED = 50  # tables at which a new name is told


def bot_name(level: str) -> str:
    """What a bot is called at a table."""
    return f"{level.capitalize()} bot"


async def create(hall: Hall, guest: Guest, wanted: models.NewTable) -> Table:
    """Make a table; its host sits at every seat that is `me`, and shares the device with those that are `shared`."""
    game = registry.game(wanted.game)
    players, options = len(wanted.seats), wanted.options
    if wanted.position is not None:
        await hall.rules(wanted.game)
        match = Match.from_position(game, wanted.position)
        if match.is_over:
            raise BadOptions("the game is over in this position: choose another to begin from")
        if match.players != players:
            raise BadOptions(f"the position is one of {match.players} players: give as many seats, not {players}")
        options = match.options
    terms = Terms(wanted.clock.model_dump() if wanted.clock else None, wanted.on_time, wanted.talk)
    seats = [_seat(guest, each, number, wanted.word) for number, each in enumerate(wanted.seats)]
    row = new_row(
        game.key, players, game.check_options(players, options), wanted.position, terms, wanted.public, guest.id
    )
    table = await furnish(hall, row, seats)
    if wanted.start and not any(seat.kind == OPEN for seat in seats):
        await start(hall, table, guest)
    return table


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


async def furnish(hall: Hall, row: dict[str, Any], seats: list[Seat]) -> Table:
    """Store a new table, and open it."""
    row["names"] = " ".join(seat.name for seat in seats).lower()
    row["keeper"] = hall.storage.name

    def store(connection: Connection) -> None:
        connection.execute(insert(schema.tables), row)
        connection.execute(insert(schema.seats), [seat.row(row["id"], number) for number, seat in enumerate(seats)])

    await hall.storage.write(store)
    return await hall.table(row["id"])


def _seat(guest: Guest, who: Any, number: int, word: str) -> Seat:
    if who == "me":
        return Seat(PERSON, guest.name, guest.id, word=word)
    if who == "shared":
        return Seat(SHARED, f"{guest.name} {number + 1}"[:LONGEST_NAME], guest.id)
    if who == "open":
        return Seat(OPEN)
    bots.budget(who.bot)  # refuses what is none
    return Seat(BOT, bot_name(who.bot), level=who.bot)


def check_host(table: Table, guest: Guest) -> None:
    """Only who made a table may do some things."""
    if table.host != guest.id:
        raise NotYours("only who made the table may do this")


def check_waiting(table: Table) -> None:
    """Some things are settled once the game has begun."""
    if table.state != WAITING:
        raise Conflict("the game has begun already" if table.state == PLAYING else "the game is over")


def check_holder(table: Table, guest: Guest, seat: int) -> None:
    """The seat is one of the guest's."""
    if not 0 <= seat < table.players:
        raise BadRequest(f"there is no seat {seat}: they are 0 to {table.players - 1}")
    if seat not in table.seats_of(guest.id):
        raise NotYours(f"seat {seat} is not yours")


async def join(hall: Hall, table: Table, guest: Guest, wanted: models.Join) -> None:
    """Sit down at an open seat, before the game begins."""
    name = plain_text(wanted.name, LONGEST_NAME, "a name") if wanted.name else guest.name

    def sit(draft: Draft) -> None:
        check_waiting(table)
        free = [number for number, seat in enumerate(table.seats) if seat.kind == OPEN]
        if wanted.seat is None and table.seats_of(guest.id):
            return  # sits there already: a repeated request
        if not free:
            raise Conflict("every seat is taken: you may watch")
        seat = free[0] if wanted.seat is None else wanted.seat
        if seat not in free:
            raise Conflict(f"seat {seat} is not open: {', '.join(map(str, free))} are")
        draft.sit(seat, Seat(PERSON, name, guest.id, word=wanted.word))

    await hall.change(table, sit)


async def contribute(hall: Hall, table: Table, guest: Guest, seat: int, word: str) -> None:
    """A seat's own word in the dice, until the game begins."""

    def say(draft: Draft) -> None:
        check_holder(table, guest, seat)
        check_waiting(table)
        old = table.seats[seat]
        draft.sit(seat, Seat(old.kind, old.name, old.guest, old.level, word))

    await hall.change(table, say)


async def start(hall: Hall, table: Table, guest: Guest) -> None:
    """Begin the game, when every seat is taken."""

    def begin(draft: Draft) -> None:
        check_host(table, guest)
        if table.state == PLAYING:
            return  # a repeated request
        check_waiting(table)
        if any(seat.kind == OPEN for seat in table.seats):
            raise Conflict("not every seat is taken: wait for others, or give it to a bot")
        words = [seat.word for seat in table.seats]
        draft.add("started", {"words": words})
        draft.row["keeper"] = table.keeper = hall.storage.name
        table.state = PLAYING
        if table.match is not None:  # otherwise it goes on when the rules are compiled
            table.match.dice.contributions = words
            draft.go_on()

    await hall.change(table, begin)


async def leave(hall: Hall, table: Table, guest: Guest) -> None:
    """Get up. Before the game begins the seats are open again; afterwards bots play on, until they are taken back."""

    def get_up(draft: Draft) -> None:
        for seat in table.seats_of(guest.id):
            if table.state == WAITING:
                draft.sit(seat, Seat(OPEN))
            elif table.state == PLAYING and table.seats[seat].is_person:
                bot_seats.hand_over(draft, seat, bots.USUAL)

    await hall.change(table, get_up)


async def resign(hall: Hall, table: Table, guest: Guest, seat: int) -> None:
    """Give up a seat's game."""

    def give_up(draft: Draft) -> None:
        check_holder(table, guest, seat)
        if table.seats[seat].kind == RESIGNED:
            return
        if table.state != PLAYING:
            raise Conflict("only a game that is being played can be resigned")
        table.prepared()
        bot_seats.resign(draft, seat)
        draft.go_on()

    await hall.change(table, give_up)


async def hand_over(hall: Hall, table: Table, guest: Guest, seat: int, level: str) -> None:
    """Let a bot play: at one's own seat for a while, or as host at an open one."""
    bots.budget(level)

    def hand(draft: Draft) -> None:
        if 0 <= seat < table.players and table.seats[seat].kind in (OPEN, BOT) and table.state == WAITING:
            check_host(table, guest)
            draft.sit(seat, Seat(BOT, bot_name(level), level=level))
            return
        if table.state == WAITING and table.host == guest.id and 0 <= seat < table.players:
            raise Conflict(f"somebody sits at seat {seat}: only a seat that is open can be given to a bot")
        check_holder(table, guest, seat)
        if table.seats[seat].kind == RESIGNED:
            raise Conflict("the seat has resigned")
        if table.state != PLAYING:
            raise Conflict("the game is not being played")
        table.prepared()
        bot_seats.hand_over(draft, seat, level)
        draft.go_on()

    await hall.change(table, hand)


async def take_back(hall: Hall, table: Table, guest: Guest, seat: int) -> None:
    """Play again at a seat that was handed to a bot; as host, open a bot's seat before the game begins."""

    def take(draft: Draft) -> None:
        if 0 <= seat < table.players and table.seats[seat].kind == BOT and table.state == WAITING:
            check_host(table, guest)
            draft.sit(seat, Seat(OPEN))
            return
        check_holder(table, guest, seat)
        old = table.seats[seat]
        if old.kind == RESIGNED:
            raise Conflict("the seat has resigned")
        if old.kind == BOT:
            draft.sit(seat, Seat(PERSON, old.name, old.guest, word=old.word))

    await hall.change(table, take)


async def rematch(hall: Hall, table: Table, guest: Guest) -> Table:
    """The same again, with everybody one seat further; people other than the host have to sit down anew."""
    if not table.seats_of(guest.id):
        raise NotYours("a rematch is for those who played")
    if table.state == PLAYING:
        raise Conflict("the game is not over yet")
    rotated = [table.seats[number - 1] for number in range(table.players)]
    seats = [
        Seat(BOT, bot_name(each.level or bots.USUAL), level=each.level)
        if each.guest is None
        else Seat(SHARED if each.kind == SHARED else PERSON, each.name, each.guest)
        for each in rotated
    ]
    row = new_row(table.game.key, table.players, table.options, table.position, table.terms, table.public, guest.id)
    fresh = await furnish(hall, row, seats)
    await start(hall, fresh, guest)
    return fresh


async def rename(hall: Hall, guest: Guest) -> None:
    """Call a guest by his new name at the tables where he sits."""
    tables, seats = schema.tables, schema.seats
    sits = select(seats.c.table_id).where(seats.c.guest == guest.id, seats.c.kind == PERSON, seats.c.name != guest.name)
    found = select(tables.c.id).where(tables.c.id.in_(sits), tables.c.state != OVER).limit(MOST_RENAMED)
    for identifier in await hall.storage.read(lambda connection: connection.execute(found).scalars().all()):
        table = await hall.table(identifier)

        def call(draft: Draft, table: Table = table) -> None:
            for seat in table.seats_of(guest.id):
                old = table.seats[seat]
                if old.kind == PERSON and table.state != OVER:
                    draft.sit(seat, Seat(old.kind, guest.name, old.guest, old.level, old.word))

        await hall.change(table, call)


# Seat links


async def seat_link(hall: Hall, table: Table, guest: Guest, seat: int) -> str:
    """A secret of one use, which moves a seat to who knows it."""
    async with hall.looking(table.id):
        check_holder(table, guest, seat)
    secret = secrets.token_urlsafe(24)
    row = {"hash": hash_of(secret), "table_id": table.id, "seat": seat, "created": now()}
    await hall.storage.write(lambda connection: connection.execute(insert(schema.seat_links), row) and None)
    return secret


async def move_seat(hall: Hall, guest: Guest, secret: str) -> Table:
    """Move a seat to this guest; the link is used up."""
    links = schema.seat_links

    def use(connection: Connection) -> tuple[str, int] | None:
        row = connection.execute(select(links).where(links.c.hash == hash_of(secret)).with_for_update()).one_or_none()
        if row is None:
            return None
        connection.execute(delete(links).where(links.c.hash == hash_of(secret)))
        return row.table_id, row.seat

    found = await hall.storage.write(use)
    if found is None:
        raise NotFound("this link was used already, or never was one: ask for a new one where the seat is")
    table = await hall.table(found[0])
    seat = found[1]

    def move(draft: Draft) -> None:
        old = table.seats[seat]
        draft.sit(seat, Seat(old.kind, old.name, guest.id, old.level, old.word))

    await hall.change(table, move)
    return table
