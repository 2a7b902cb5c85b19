"""Seats that bots play: their thoughts are asked for, carried out, and never leave a table waiting.

Also here is what a clock does that runs out, because it hands a seat to a bot.
"""

import asyncio
import logging
import zlib
from typing import TYPE_CHECKING, Any

from oddboard import bots
from oddboard.core.errors import OddboardError
from oddboard.core.match import Match
from oddboard.server import referee
from oddboard.server.drafting import Draft
from oddboard.server.errors import NotSaved
from oddboard.server.tables import BOT, PLAYING, RESIGNED, Seat, Table, now
from oddboard.server.thinking import Start, ThinkingFailed

if TYPE_CHECKING:
    from oddboard.server.hall import Hall

SPARE_SECONDS = 3.0  # that a bot gets beyond its level's time before its process is ended
LONGEST_THOUGHT = 15.0  # seconds, for a level without a time of its own
LOWEST = next(iter(bots.LEVELS))  # plays on for who has resigned
STAND_IN = "greedy"  # decides where thinking has failed
AGAIN = 2.0  # seconds until a bot tries again what could not be written
SECRET_ANSWER = 30.0  # seconds for an answer of which nobody may know that it was asked for, where time is counted
log = logging.getLogger("oddboard.bots")


def attend(hall: "Hall", table: Table) -> None:
    """Let the bots think that are to decide, and the others stop; chance and clocks go on too.

    Only the table's keeper does this, so that no bot thinks in two processes. The table's lock is held.
    """
    if table.match is None or table.keeper != hall.storage.name:
        return
    if table.is_left_to_people():
        return
    if table.state == PLAYING and table.match.to_move == "chance":
        hall.spawn(hall.change(table, Draft.go_on))  # the game was started before its rules were compiled
    wanted = [seat for seat in table.deciding() if not table.seats[seat].is_person] if not hall.stopping else []
    for seat in [seat for seat in table.thinking if seat not in wanted]:
        table.thinking.pop(seat).cancel()
    for seat in wanted:
        if seat not in table.thinking:
            table.thinking[seat] = hall.spawn(think(hall, table, seat))
    watch_clock(hall, table)


async def think(hall: "Hall", table: Table, seat: int) -> None:
    """Decide for a bot's seat until it is somebody else's turn."""
    try:
        while True:
            async with table.lock:
                if seat not in table.deciding() or table.seats[seat].is_person:
                    return
                question, about = question_for(table, seat), position_of(table, seat)
                level = table.seats[seat].level or LOWEST
            code = await thought(hall, table, question, level, seat)

            def decide(draft: Draft, about: Any = about, code: int | None = code) -> bool:
                if position_of(table, seat) != about or table.seats[seat].is_person:
                    return False  # taken back, or taken over, while the bot thought
                carry_out(draft, seat, code)
                return True

            async with table.lock:
                await hall.changed(table, decide)
    except NotSaved as error:
        log.warning("a bot's decision could not be written", extra={"table": table.id, "why": error.message})
        await asyncio.sleep(AGAIN)
    finally:
        if table.thinking.get(seat) is asyncio.current_task():
            del table.thinking[seat]
        if not hall.stopping:
            hall.spawn(hall.attend(table))


def start_of(table: Table) -> Start:
    """How a table's match begins, for the thinkers."""
    return {"players": table.players, "options": table.options, "position": table.position}


def question_for(table: Table, seat: int) -> dict[str, Any]:
    """What the thinkers must know to decide for a seat."""
    return {
        "table": table.id,
        "game": table.game.key,
        "start": start_of(table),
        "codes": [played.code for played in table.played.history],
        "seat": seat,
        "laid": list(table.laid.get(seat, [])) if seat in table.planners() else [],
    }


def position_of(table: Table, seat: int) -> Any:
    """What a thought is about: it is worth nothing once this has changed."""
    return table.played.ply, len(table.laid.get(seat, [])), table.version if table.state != PLAYING else None


async def thought(hall: "Hall", table: Table, question: dict[str, Any], level: str, seat: int) -> int | None:
    """The code that a bot decides for; None if thinking failed."""
    seconds = (bots.budget(level).seconds or LONGEST_THOUGHT) + SPARE_SECONDS
    seed = zlib.crc32(f"{table.id} {seat}".encode())
    try:
        return (await hall.thinkers.decide(**question, level=level, seed=seed, deadline_s=seconds)).code
    except (ThinkingFailed, OddboardError) as error:
        log.warning("a bot's thought failed", extra={"table": table.id, "seat": seat, "why": str(error)})
        return None


def carry_out(draft: Draft, seat: int, code: int | None) -> None:
    """What a bot decides; without a thought, what looks best one step ahead."""
    table = draft.table
    state = referee.state_for(table, seat)
    codes = table.game.codes_of(state)
    if code not in codes:
        code = best_at_sight(table, seat)
    if seat in table.planners():
        draft.lay(seat, code)
    else:
        draft.decide(seat, code)
    draft.go_on()


def best_at_sight(table: Table, seat: int) -> int:
    """A decision without thinking long, for when thinking has failed."""
    state = table.early(seat) if seat in table.planners() else table.played.state
    here = Match(table.game, table.players, table.options, start=state)
    return bots.advise(here, STAND_IN, seed=table.played.ply).code


# Clocks


def watch_clock(hall: "Hall", table: Table) -> None:
    """Wake up when the first of the running clocks runs out."""
    if table.alarm is not None:
        table.alarm.cancel()
        table.alarm = None
    ends = [end for end in (table.clocks.next_end(), secret_end(table)) if end is not None]
    if not ends or table.state != PLAYING or hall.stopping:
        return
    end = min(ends)
    loop = asyncio.get_running_loop()
    table.alarm = loop.call_later(max(0.0, (end - now()) / 1000), lambda: hall.spawn(ring(hall, table)))


def secretly_asked(table: Table) -> list[int]:
    """People who are asked something of which the others must not know; no clock of theirs may run."""
    openly = table.openly_deciding()
    return [seat for seat in table.deciding() if seat not in openly and table.seats[seat].is_person]


def secret_end(table: Table) -> int | None:
    """When such an answer is given by a bot, where time is counted."""
    if not table.clocks.counted or table.match is None or not secretly_asked(table):
        return None
    return table.moved + int(SECRET_ANSWER * 1000)


async def ring(hall: "Hall", table: Table) -> None:
    """Somebody's time is up: a bot sits down there, or the seat resigns, as the table chose."""

    def take_action(draft: Draft) -> None:
        end = secret_end(table)
        if end is not None and end <= draft.at:
            for seat in secretly_asked(table):
                carry_out(draft, seat, None)
        for seat in table.clocks.out_of_time(draft.at):
            if table.state != PLAYING:
                break
            if table.terms.on_time == "resign":
                resign(draft, seat)
            else:
                hand_over(draft, seat, bots.USUAL)
        draft.go_on()

    await hall.change(table, take_action)


def hand_over(draft: Draft, seat: int, level: str) -> None:
    """A bot plays a seat, until its guest takes it back."""
    old = draft.table.seats[seat]
    draft.sit(seat, Seat(BOT, old.name, old.guest, level, old.word))


def resign(draft: Draft, seat: int) -> None:
    """A seat gives up. With one other seat left, or no people, the game is over; otherwise a bot plays on for it."""
    table = draft.table
    old = table.seats[seat]
    draft.sit(seat, Seat(RESIGNED, old.name, old.guest, LOWEST, old.word))
    table.resigned = [*table.resigned, seat]
    table.laid.pop(seat, None)
    draft.add("resigned", None, seat)
    still_playing = [number for number in range(table.players) if number not in table.resigned]
    people = [number for number in still_playing if table.seats[number].guest is not None]
    if len(still_playing) <= 1 or not people:
        draft.end()
