"""Seats that bots play: their thoughts are asked for and carried out; a thought that fails is replaced by another.

Also here is what a clock does that runs out, because it hands a seat to a bot.
"""

import asyncio
import logging
from typing import Any

from oddboard import bots
from oddboard.core import seats
from oddboard.core.errors import OddboardError
from oddboard.core.match import Match
from oddboard.server import holds, referee
from oddboard.server.change import Changes, Draft
from oddboard.server.clocks import now
from oddboard.server.database import Database
from oddboard.server.errors import NotSaved
from oddboard.server.guests import Guests
from oddboard.server.limits import Asker
from oddboard.server.log import Resigned
from oddboard.server.questions import Question, Start
from oddboard.server.seeds import seed_of
from oddboard.server.tables import BOT, RESIGNED, Seat, Table
from oddboard.server.tasks import Tasks
from oddboard.server.thinkers import Thinkers

SPARE_SECONDS = 3.0  # that a bot gets beyond its level's time before its process is ended
LONGEST_THOUGHT = 15.0  # seconds, for a level without a time of its own
LOWEST = next(iter(bots.LEVELS))  # plays on for who has resigned
STAND_IN = "greedy"  # decides where thinking has failed
AGAIN = 2.0  # seconds until a bot tries again what could not be written
log = logging.getLogger("oddboard.bots")


class BotSeats:
    """Sees to it that bots think where they are to decide, and that clocks run out."""

    def __init__(self, changes: Changes, thinkers: Thinkers, tasks: Tasks, guests: Guests, database: Database) -> None:
        self._changes = changes
        self._thinkers = thinkers
        self._tasks = tasks
        self._guests = guests
        self._database = database

    async def attend_soon(self, table: Table) -> None:
        """See to a table as soon as nobody else does something there."""
        async with table.lock:
            self.attend(table)

    def attend(self, table: Table) -> None:
        """Let the bots think that are to decide, and the others stop; chance and clocks go on too.

        Only the table's keeper does this, so that no bot thinks in two processes. The table's lock is held.
        """
        if table.match is None or table.keeper != self._database.name:
            return
        turn, stopping = table.turn, self._tasks.stopping
        if turn.deciding and turn.hold is None and table.has_only_people():
            return
        if turn.mover == "chance":  # the game was started before its rules were compiled
            self._tasks.spawn(self._changes.make(table, Draft.go_on))
        wanted = [seat for seat in turn.deciding if not table.seats[seat].is_person]
        if stopping or not self._has_company(table):
            wanted = []
        for seat in [seat for seat in table.thinking if seat not in wanted]:
            table.thinking.pop(seat).cancel()
        for seat in wanted:
            if seat not in table.thinking:
                table.thinking[seat] = self._tasks.spawn(self._think(table, seat))
        self._watch_clock(table)

    def _has_company(self, table: Table) -> bool:
        """Whether somebody plays or looks on; bots that are alone wait for that.

        Where several servers share the tables, others may look on at another one.
        """
        has_pages = any(stream.pages for stream in table.streams.values())
        return has_pages or self._database.shared or any(seat.is_person for seat in table.seats)

    async def _think(self, table: Table, seat: int) -> None:
        """Decide for a bot's seat until it is somebody else's turn."""
        try:
            while True:
                async with table.lock:
                    decides = seat in table.turn.deciding and not table.seats[seat].is_person
                    if not decides or not self._has_company(table):
                        return
                    question, about = bot_question(table, seat), subject_of(table, seat)
                code = await self._thought(question, self._guests.asker(table.host))

                def decide(draft: Draft, about: Any = about, code: int | None = code) -> bool:
                    if subject_of(table, seat) != about or table.seats[seat].is_person:
                        return False  # taken back, or taken over, while the bot thought
                    carry_out(draft, seat, code)
                    return True

                async with table.lock:
                    await self._changes.make_locked(table, decide)
        except NotSaved as error:
            log.warning("a bot's decision could not be written", extra={"table": table.id, "why": error.message})
            await asyncio.sleep(AGAIN)
        finally:
            if table.thinking.get(seat) is asyncio.current_task():
                del table.thinking[seat]
            if not self._tasks.stopping:
                self._tasks.spawn(self.attend_soon(table))

    async def _thought(self, question: Question, asker: Asker) -> int | None:
        """The code that a bot decides for; None if thinking failed."""
        try:
            return (await self._thinkers.decide(question, asker)).code
        except OddboardError as error:
            where = {"table": question.table, "seat": question.seat}
            log.warning("a bot's thought failed", extra={**where, "why": str(error)})
            return None

    def _watch_clock(self, table: Table) -> None:
        """Wake up when the first of the running clocks runs out."""
        if table.alarm is not None:
            table.alarm.cancel()
            table.alarm = None
        held = holds.ends_at(table, table.hold) if table.hold is not None else None
        ends = [end for end in (table.clocks.next_end(), held) if end is not None]
        if not ends or not table.is_playing or self._tasks.stopping:
            return
        seconds = max(0.0, (min(ends) - now()) / 1000)
        ring = self._changes.make
        table.alarm = asyncio.get_running_loop().call_later(
            seconds, lambda: self._tasks.spawn(ring(table, time_is_up)) and None
        )


def start_of(table: Table) -> Start:
    """How a table's match begins, for the thinkers."""
    return {"players": table.players, "options": table.options, "position": table.position}


def question_for(table: Table, seat: int, level: str, seconds: float, purpose: str) -> Question:
    """What a seat could decide now; the same purpose is the same bot."""
    held = table.hold.steps if table.hold else ()
    return Question(
        table=table.id,
        game=table.game.key,
        start=start_of(table),
        codes=[played.code for played in table.played.history] + [step.code for step in held],
        seat=seat,
        level=level,
        seconds=seconds,
        seed=seed_of(table.secret, purpose),
        laid=table.laid.get(seat, ()) if seat in table.turn.planners else (),
    )


def bot_question(table: Table, seat: int) -> Question:
    """What a bot is to decide now."""
    chosen = table.seats[seat].level
    level = chosen if chosen in bots.levels() else LOWEST  # tables of earlier servers may have had other bots
    seconds = (bots.budget(level).seconds or LONGEST_THOUGHT) + SPARE_SECONDS
    return question_for(table, seat, level, seconds, f"the bot at seat {seat}")


def subject_of(table: Table, seat: int) -> Any:
    """What a thought is about: it is worth nothing once this has changed."""
    held = len(table.hold.steps) if table.hold else 0
    return table.played.ply, len(table.laid.get(seat, ())), held, table.version if not table.is_playing else None


def carry_out(draft: Draft, seat: int, code: int | None) -> None:
    """What a bot decides; without a thought, what looks best one step ahead."""
    table = draft.table
    state = referee.state_for(table, seat)
    codes = table.game.codes_of(state)
    if code not in codes:
        code = stand_in_decision(table, seat)
    if seat in table.turn.planners:
        draft.lay(seat, code)
    else:
        draft.decide(seat, code)
    draft.go_on()


def stand_in_decision(table: Table, seat: int) -> int:
    """A decision without thinking long, for when thinking has failed."""
    state = table.turn.state_for(seat)
    here = Match(table.game, table.players, table.options, start=state)
    seed = seed_of(table.secret, f"the stand-in for seat {seat} at ply {table.played.ply}")
    return bots.advise(here, STAND_IN, seed=seed).code


def time_is_up(draft: Draft) -> None:
    """A secret answer's time is up, or somebody's: then a bot sits down there, or the seat resigns, as was agreed."""
    table = draft.table
    if table.hold is not None and holds.ends_at(table, table.hold) <= draft.at:
        draft.release()
    for seat in table.clocks.out_of_time(draft.at):
        if not table.is_playing:
            break
        if table.terms.on_time == "resign":
            resign(draft, seat, "ran out of time")
        else:
            hand_over(draft, seat, bots.USUAL)
    draft.go_on()


def hand_over(draft: Draft, seat: int, level: str) -> None:
    """A bot plays a seat, until its guest takes it back."""
    old = draft.table.seats[seat]
    draft.sit(seat, Seat(BOT, old.name, old.guest, level, old.word))


def resign(draft: Draft, seat: int, why: str = "resigned") -> None:
    """A seat gives up. With one other seat left, or no people, the game is over; otherwise a bot plays on for it."""
    table = draft.table
    old = table.seats[seat]
    draft.sit(seat, Seat(RESIGNED, old.name, old.guest, LOWEST, old.word))
    resigned = Resigned(seat=seat)
    resigned.replay(table)
    draft.add(resigned)
    still_playing = [number for number in range(table.players) if number not in table.resigned]
    people = [number for number in still_playing if table.seats[number].guest is not None]
    if len(still_playing) <= 1 or not people:
        draft.end(f"{seats.name(seat)} {why}.")
