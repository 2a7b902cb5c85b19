"""The seats of a table: sit down, start, leave, resign, hand over, take back, be renamed, move to another device."""

import secrets
import unicodedata
from dataclasses import replace

from sqlalchemy import Connection, delete, insert, select

from oddboard import bots
from oddboard.core.dice import seal_of
from oddboard.core.errors import BadRequest
from oddboard.core.game import Game
from oddboard.core.options import quoted
from oddboard.server import bot_seats, models, schema
from oddboard.server.change import Draft
from oddboard.server.clocks import now
from oddboard.server.errors import Conflict, NotFound, NotYours
from oddboard.server.guests import LONGEST_NAME, Guest, hash_of, plain_text
from oddboard.server.house import House
from oddboard.server.log import Started
from oddboard.server.tables import BOT, OPEN, OVER, PERSON, SEALED, Seat, Table

LINK_LASTS = 24 * 3600 * 1000  # milliseconds
LEFT_AFTER = 48 * 3600 * 1000  # milliseconds without a decision, after which others need not wait
MOST_RENAMED = 50  # tables at which a new name is told


def bot_name(level: str) -> str:
    """What a bot is called at a table."""
    return f"{level.capitalize()} bot"


def check_level(level: str, game: Game) -> None:
    """A bot at a table is of a level or a guest of the house: anything else could think for as long as it likes."""
    if level not in bots.levels(game):
        raise BadRequest(f"there is no level {quoted(level)}; there are {', '.join(bots.levels(game))}")


def check_host(table: Table, guest: Guest) -> None:
    """Only who made a table may do some things."""
    if table.host != guest.id:
        raise NotYours("only who made the table may do this")


def check_waiting(table: Table) -> None:
    """Some things are settled once the game has begun."""
    if not table.is_waiting:
        raise Conflict("the game has begun already" if table.is_playing else "the game is over")


def check_holder(table: Table, guest: Guest, seat: int) -> None:
    """The seat is one of the guest's."""
    if not 0 <= seat < table.players:
        raise BadRequest(f"there is no seat {seat}: they are 0 to {table.players - 1}")
    if seat not in table.seats_of(guest.id):
        raise NotYours(f"seat {seat} is not yours")


def _look(name: str) -> str:
    """What a name looks like: without accents, spaces and the difference of small and large letters."""
    parts = unicodedata.normalize("NFKD", name).casefold()
    return "".join(each for each in parts if not unicodedata.combining(each) and not each.isspace())


def distinct(table: Table, guest: Guest, name: str) -> str:
    """A name that nobody else at the table could be taken for: with a number, if need be."""
    taken = {_look(seat.name) for seat in table.seats if seat.guest != guest.id and seat.kind != OPEN}
    number, found = 2, name
    while _look(found) in taken:
        found = f"{name[: LONGEST_NAME - len(str(number)) - 1]} {number}"
        number += 1
    return found


async def free(house: House, table: Table, guest: Guest, seat: int) -> None:
    """As host, ask somebody to get up before the game begins: the seat is open again."""

    def open_seat(draft: Draft) -> None:
        check_host(table, guest)
        check_waiting(table)
        if not 0 <= seat < table.players:
            raise BadRequest(f"there is no seat {seat}: they are 0 to {table.players - 1}")
        if table.seats[seat].kind != OPEN:
            draft.sit(seat, Seat(OPEN))

    await house.changes.make(table, open_seat)


async def claim(house: House, table: Table, guest: Guest, seat: int) -> None:
    """Go on without somebody who has been away for days when it was his turn: he resigns."""

    def give_up_for_him(draft: Draft) -> None:
        if not any(table.seats[mine].is_person for mine in table.seats_of(guest.id)):
            raise NotYours("only those who play may do this")
        if not table.is_playing:
            raise Conflict("only a game that is being played can be claimed")
        table.prepared()
        if seat not in table.turn.openly_deciding or not table.seats[seat].is_person:
            raise Conflict(f"nobody waits for seat {seat}")
        if table.seats[seat].guest == guest.id:
            raise Conflict("that is your own seat: resign it")
        if seat in house.feed.connected(table) or draft.at - table.moved < LEFT_AFTER:
            hours = LEFT_AFTER // 3_600_000
            raise Conflict(f"{table.seats[seat].name} has not been away for {hours} hours yet")
        bot_seats.resign(draft, seat, "did not come back")
        draft.go_on()

    await house.changes.make(table, give_up_for_him)


async def join(house: House, table: Table, guest: Guest, wanted: models.Join) -> None:
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
        if table.public and table.host != guest.id and table.seats_of(guest.id):
            raise Conflict("you sit at this table already: its other seats are for others")
        draft.sit(seat, Seat(PERSON, distinct(table, guest, name), guest.id, word=word_of(wanted)))
        if wanted.seal is not None:
            seal(draft, seat, wanted.seal)

    await house.changes.make(table, sit)


async def contribute(house: House, table: Table, guest: Guest, wanted: models.Contribution) -> None:
    """A seat's own word in the dice: sealed first, and said when all have sealed theirs.

    So nobody can choose a word after he has heard the others'. At a table that begins by itself the last word does it.
    """

    def say(draft: Draft) -> None:
        check_holder(table, guest, wanted.seat)
        check_waiting(table)
        old = table.seats[wanted.seat]
        if wanted.seal is not None:
            seal(draft, wanted.seat, wanted.seal)
            return
        if old.seal is not None and not old.said:
            check_said(table, old, wanted.word)
        draft.sit(wanted.seat, replace(old, word=checked_word(wanted.word)))
        if all(each.kind != OPEN and (each.said or each.kind != PERSON) for each in table.seats) and table.terms.begins:
            _begin(house, draft)

    await house.changes.make(table, say)


def checked_word(word: str) -> str:
    """A word that cannot be taken for the seal of one."""
    if word.startswith(SEALED):
        raise BadRequest(f"a word for the dice does not begin with {SEALED}")
    return word


def word_of(wanted: "models.Join | models.NewTable") -> str:
    """The word of who sits down, sealed if he gives its seal."""
    return SEALED + wanted.seal if wanted.seal is not None else checked_word(wanted.word)


def check_said(table: Table, seat: Seat, word: str) -> None:
    """A sealed word is said when all have sealed theirs, and it is the one that was sealed."""
    people = [each for each in table.seats if each.kind == PERSON]
    if any(each.kind == OPEN for each in table.seats) or any(each.seal is None for each in people):
        raise Conflict("words are said when all are there and have sealed theirs")
    if seal_of(word) != seat.seal:
        raise Conflict("this is not the word that was sealed")


def seal(draft: Draft, seat: int, given: str) -> None:
    """A seat seals a word. Words that were said before count no more: the new one may have been chosen by them."""
    seats = list(draft.table.seats)
    for number, each in enumerate(seats):
        if number == seat:
            draft.sit(number, replace(each, word=SEALED + given))
        elif each.said and each.kind == PERSON:
            draft.sit(number, replace(each, word=""))


async def start(house: House, table: Table, guest: Guest) -> None:
    """Begin the game, when every seat is taken."""

    def begin(draft: Draft) -> None:
        check_host(table, guest)
        if table.is_playing:
            return  # a repeated request
        check_waiting(table)
        if any(seat.kind == OPEN for seat in table.seats):
            raise Conflict("not every seat is taken: wait for others, or give it to a bot")
        _begin(house, draft)

    await house.changes.make(table, begin)


def _begin(house: House, draft: Draft) -> None:
    table = draft.table
    words = [seat.said for seat in table.seats]
    draft.add(Started(words=words))
    draft.row["keeper"] = table.keeper = house.database.name
    table.begin()
    if table.match is not None:  # otherwise it goes on when the rules are compiled
        table.match.dice.contributions = words
        draft.go_on()


async def leave(house: House, table: Table, guest: Guest) -> None:
    """Get up. Before the game begins the seats are open again; afterwards bots play on, until they are taken back."""

    def get_up(draft: Draft) -> None:
        for seat in table.seats_of(guest.id):
            if table.is_waiting:
                draft.sit(seat, Seat(OPEN))
            elif table.is_playing and table.seats[seat].is_person:
                bot_seats.hand_over(draft, seat, bots.USUAL)

    await house.changes.make(table, get_up)


async def resign(house: House, table: Table, guest: Guest, seat: int) -> None:
    """Give up a seat's game."""

    def give_up(draft: Draft) -> None:
        check_holder(table, guest, seat)
        if table.seats[seat].has_resigned:
            return
        if not table.is_playing:
            raise Conflict("only a game that is being played can be resigned")
        table.prepared()
        bot_seats.resign(draft, seat)
        draft.go_on()

    await house.changes.make(table, give_up)


async def hand_over(house: House, table: Table, guest: Guest, seat: int, level: str) -> None:
    """Let a bot play: at one's own seat for a while, or as host at an open one."""
    check_level(level, table.game)

    def hand(draft: Draft) -> None:
        if 0 <= seat < table.players and table.seats[seat].kind in (OPEN, BOT) and table.is_waiting:
            check_host(table, guest)
            draft.sit(seat, Seat(BOT, bot_name(level), level=level))
            return
        if table.is_waiting and table.host == guest.id and 0 <= seat < table.players:
            raise Conflict(f"somebody sits at seat {seat}: only a seat that is open can be given to a bot")
        check_holder(table, guest, seat)
        if table.seats[seat].has_resigned:
            raise Conflict("the seat has resigned")
        if not table.is_playing:
            raise Conflict("the game is not being played")
        table.prepared()
        bot_seats.hand_over(draft, seat, level)
        draft.go_on()

    await house.changes.make(table, hand)


async def take_back(house: House, table: Table, guest: Guest, seat: int) -> None:
    """Play again at a seat that was handed to a bot; as host, open a bot's seat before the game begins."""

    def take(draft: Draft) -> None:
        if 0 <= seat < table.players and table.seats[seat].kind == BOT and table.is_waiting:
            check_host(table, guest)
            draft.sit(seat, Seat(OPEN))
            return
        check_holder(table, guest, seat)
        old = table.seats[seat]
        if old.has_resigned:
            raise Conflict("the seat has resigned")
        if old.kind == BOT:
            draft.sit(seat, Seat(PERSON, old.name, old.guest, word=old.word))

    await house.changes.make(table, take)


async def rename(house: House, guest: Guest) -> None:
    """Call a guest by his new name at the tables where he sits."""
    tables, seats = schema.tables, schema.seats
    sits = select(seats.c.table_id).where(seats.c.guest == guest.id, seats.c.kind == PERSON, seats.c.name != guest.name)
    found = select(tables.c.id).where(tables.c.id.in_(sits), tables.c.state != OVER).limit(MOST_RENAMED)
    for identifier in await house.database.read(lambda connection: connection.execute(found).scalars().all()):
        table = await house.store.table(identifier)

        def call(draft: Draft, table: Table = table) -> None:
            for seat in table.seats_of(guest.id):
                old = table.seats[seat]
                if old.kind == PERSON and not table.is_over:
                    name = distinct(table, guest, guest.name)
                    draft.sit(seat, Seat(old.kind, name, old.guest, old.level, old.word))

        await house.changes.make(table, call)


# Seat links


async def seat_link(house: House, table: Table, guest: Guest, seat: int) -> str:
    """A secret of one use, which moves a seat to who knows it.

    It is good for a while, and only as long as the seat stays with who asked for it.
    """
    async with house.changes.looking(table.id):
        check_holder(table, guest, seat)
    secret = secrets.token_urlsafe(24)
    row = {"hash": hash_of(secret), "table_id": table.id, "seat": seat, "created": now()}
    await house.database.write(lambda connection: connection.execute(insert(schema.seat_links), row) and None)
    return secret


async def move_seat(house: House, guest: Guest, secret: str) -> Table:
    """Move a seat to this guest; the link is used up."""
    links = schema.seat_links

    def use(connection: Connection) -> tuple[str, int] | None:
        row = connection.execute(select(links).where(links.c.hash == hash_of(secret)).with_for_update()).one_or_none()
        if row is None:
            return None
        connection.execute(delete(links).where(links.c.hash == hash_of(secret)))
        return (row.table_id, row.seat) if row.created > now() - LINK_LASTS else None

    found = await house.database.write(use)
    if found is None:
        raise NotFound("this link was used already, is out of date, or never was one: ask for a new one at the seat")
    table = await house.store.table(found[0])
    seat = found[1]

    def move(draft: Draft) -> None:
        old = table.seats[seat]
        draft.sit(seat, Seat(old.kind, old.name, guest.id, old.level, old.word))

    await house.changes.make(table, move)
    return table
