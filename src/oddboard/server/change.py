"""Changing a table: whatever is done there is drafted, written, acknowledged, and then told.

A change is drafted on the table's match, under the table's lock. Once it is written it counts, and who asked for it is
answered; the pages are told soon afterwards (see `feed`), in any case before anything more is done at the table. A
draft that cannot be written is taken back, and everything is as before.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from oddboard.core.game import CHANCE
from oddboard.server.clocks import now
from oddboard.server.database import Behind, Change, Database
from oddboard.server.errors import NotFound, NotReady
from oddboard.server.feed import Feed
from oddboard.server.holds import Step, is_secret, silent_answer
from oddboard.server.log import Answered, Decided, Ended, Entry, Held, Laid, Seated, Undone
from oddboard.server.log import read as read_entry
from oddboard.server.results import results_of
from oddboard.server.store import Store
from oddboard.server.tables import OVER, PLAYING, Seat, Table

DRAWN = "Drawn by agreement."  # how such a game ended, in words
TRIES = 5  # of a change, if other processes are quicker


class Draft:
    """What is to become of a table. It holds the table's lock from its making until it is written or taken back."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.at = now()
        self.entries: list[Entry] = []
        self.row: dict[str, Any] = {}
        self.seats: list[Seat] | None = None
        match = table.match
        self._before = (
            table.state,
            match.ply if match else 0,
            match.dice.rolled if match else 0,
            list(match.dice.contributions) if match else [],
            table.laid,
            table.clocks.stored() if table.clocks.counted else None,
            list(table.resigned),
            (table.hold, table.came_during_hold),
        )
        self._seats_before = list(table.seats)
        self._undone: list[Any] = []

    def add(self, entry: Entry) -> None:
        """One more entry for the log."""
        entry.at = self.at
        self.entries.append(entry)

    # What seats and chance decide

    def decide(self, seat: int, code: int) -> None:
        """A seat decides something legal; what somebody could answer in secret waits, and so does the answer."""
        table = self.table
        table.clocks.decided(seat)
        if table.hold is not None:
            self._answer(seat, code)
        elif self._may_be_answered(code):
            self._hold_back(seat, code, None)
        else:
            table.played.play_code(code)
            self.add(Decided(decision=table.played.history[-1].decision, seat=seat))

    # What waits for a secret answer, see `holds`

    def _may_be_answered(self, code: int) -> bool:
        table = self.table
        return table.keeps_secrets and table.game.may_answer(table.played.state, code) is not None

    def _hold_back(self, seat: int, code: int, roll: int | None) -> None:
        table = self.table
        decision = table.game.decision(table.turn.answering, code)
        table.hold_back(Step(code, seat, decision, roll), self.at)
        self.add(Held(decision=decision, seat=seat, roll=roll))

    def _answer(self, seat: int, code: int) -> None:
        """An answer waits with what it answers; one that everybody may know of ends the wait."""
        table, before = self.table, self.table.turn.answering
        self._hold_back(seat, code, None)
        if not is_secret(table, before, code, table.turn.answering):
            self.release()

    def release(self) -> None:
        """Carry out what was held; who has not answered says nothing."""
        table, hold = self.table, self.table.hold
        assert hold is not None
        while table.turn.mover == hold.answerer:
            code = silent_answer(table, table.turn.answering)
            if code is None:
                break  # it is no secret any more that he decides
            self._hold_back(hold.answerer, code, None)
        steps = table.hold.steps if table.hold else ()
        table.let_go()
        for step in steps:
            table.played.play_code(step.code, step.roll)
            kind = Answered if step.seat == hold.answerer else Decided
            self.add(kind(decision=step.decision, seat=step.seat, roll=step.roll))

    def lay(self, seat: int, code: int) -> None:
        """A seat lays a secret decision, which waits for its turn."""
        self.set_laid(seat, (*self.table.laid.get(seat, ()), code))
        if seat not in self.table.turn.laying:
            self.table.clocks.decided(seat)

    def set_laid(self, seat: int, codes: tuple[int, ...]) -> None:
        """What a seat has laid is this from now on."""
        self.table.lay(seat, codes)
        self.add(Laid(decisions=self.table.turn.laid_out(seat, codes)[1], seat=seat))

    def go_on(self) -> None:
        """What follows by itself: chance rolls, and when the last has laid, what was laid is carried out in order."""
        table, match = self.table, self.table.played
        while table.state == PLAYING and table.hold is None:
            mover = match.to_move
            if mover == "chance":
                code, roll = match.draw()
                if self._may_be_answered(code):
                    self._hold_back(CHANCE, code, roll)
                    break
                match.play_code(code, roll)
                self.add(Decided(decision=match.history[-1].decision, seat=CHANCE, roll=roll))
            elif mover is None:
                self.end()
            elif isinstance(mover, int) and table.laid.get(mover) and not table.turn.laying:
                match.play_code(table.laid[mover][0])
                table.take_laid(mover)
                self.add(Decided(decision=match.history[-1].decision, seat=mover))
            else:
                table.ask_in_secret()
                break

    def undo(self, seat: int, to: int) -> None:
        """Go back to a ply."""
        match = self.table.played
        self._undone = match.history[to:]
        match.undo(to)
        self.table.laid = {}
        self.table.let_go()
        self.add(Undone(to=to, seat=seat))

    def end(self, why: str = "", drawn: bool = False) -> None:
        """The game is over: by its rules, or because nobody is left to play against or all agreed, as `why` says."""
        table = self.table
        table.state = OVER
        table.let_go()
        result = table.game.result(table.played.state) if table.played.is_over else why
        self.add(Ended(ranks=table.final_ranks(drawn), result=result, drawn=drawn))

    def sit(self, seat: int, who: Seat) -> None:
        """Somebody sits down, or a bot does."""
        if self.seats is None:
            self.seats = list(self.table.seats)
            self.add(Seated(seat=seat))
        self.seats[seat] = who
        self.table.seats = self.seats

    # What is written

    def change(self) -> Change:
        """The change as the database takes it."""
        table = self.table
        if table.clocks.counted and table.match:
            persons = [seat for seat in table.turn.openly_deciding if table.seats[seat].is_person]
            table.clocks.run(persons, self.at)
            self.row["clocks"] = table.clocks.stored()
        last, results = self.entries[-1], list[dict[str, Any]]()
        if isinstance(last, Ended):
            self.row |= {"ranks": json.dumps(last.ranks), "result": last.result, "ended": self.at}
            results = results_of(table.id, table.game.key, table.seats, last.ranks, self.at)
        if table.state != self._before[0]:
            self.row["state"] = table.state
        if self.seats is None:
            return Change(table.id, table.version, self.entries, self.row, results=results)
        self.row["names"] = " ".join(seat.name for seat in self.seats).lower()
        rows = [seat.row(table.id, number) for number, seat in enumerate(self.seats)]
        passed_on = [number for number, seat in enumerate(self._seats_before) if seat.guest != self.seats[number].guest]
        return Change(table.id, table.version, self.entries, self.row, rows, passed_on, results)

    def take_back(self) -> None:
        """It could not be written: everything is as before."""
        table = self.table
        state, ply, rolled, contributions, laid, clocks, resigned, hold = self._before
        table.state, table.laid, table.seats, table.resigned = state, laid, self._seats_before, resigned
        table.hold, table.came_during_hold = hold
        table.clocks.load(clocks)
        match = table.match
        if match is None:
            return
        match.undo(min(ply, match.ply))
        for played in self._undone:
            match.play_code(played.code, played.roll)
        match.dice.rolled, match.dice.contributions = rolled, contributions


class Changes:
    """The way that every change of a table goes."""

    def __init__(self, database: Database, store: Store, feed: Feed) -> None:
        self.decisions = 0  # written since the start
        self.on_changed: Callable[[Table], None] = lambda table: None  # is told, under the lock, after a change
        self._database = database
        self._store = store
        self._feed = feed

    @asynccontextmanager
    async def looking(self, identifier: str) -> AsyncIterator[Table]:
        """A table as it is written, also by other processes, and stays so meanwhile."""
        table = await self._store.table(identifier)
        async with table.lock:
            self._feed.tell_now(table)
            if self._database.shared:
                await self.catch_up(table)
            yield table

    async def make(self, table: Table, drafted: Callable[[Draft], Any]) -> Any:
        """Make a change that somebody drafts; what he gives back, once it is written."""
        async with table.lock:
            result = await self.make_locked(table, drafted)
            self.on_changed(table)
        return result

    async def make_locked(self, table: Table, drafted: Callable[[Draft], Any]) -> Any:
        """The same for who holds the table's lock.

        Where other processes have changed the table meanwhile, the change is drafted again on what they wrote; also
        one that was refused, since that may have been for what is no longer so.
        """
        for _ in range(TRIES):
            self._feed.tell_now(table)
            draft = Draft(table)
            try:
                result = drafted(draft)
            except BaseException:
                self._take_back(draft)
                if self._database.shared and await self.catch_up(table):
                    continue
                raise
            if not draft.entries:
                return result
            try:
                await self._write(draft)
            except Behind:
                await self.catch_up(table)
                continue
            finally:
                self._feed.tell_soon(table)
            return result
        raise NotReady("others at this table were quicker each time: try again")

    async def _write(self, draft: Draft) -> None:
        try:
            is_stopped = await to_the_end(self._database.change(draft.change()))
        except BaseException:
            self._take_back(draft)
            raise
        draft.table.settle(draft.entries)
        draft.table.untold += draft.entries
        self.decisions += sum(type(entry) is Decided for entry in draft.entries)  # secret answers are not counted
        if is_stopped:
            raise asyncio.CancelledError

    def _take_back(self, draft: Draft) -> None:
        draft.take_back()
        self._feed.promise_extras_again(draft.table)

    def hear(self, identifier: str, version: int, clocks: str | None, lines: list[Any]) -> bool:
        """Follow what another process says it has written; False if it has to be read.

        That is where something else comes next in the table's log, or somebody is about to add to it.
        """
        table = self._store.tables.get(identifier)
        if table is None or table.match is None or table.lock.locked() or table.version < version:
            return False
        if table.version > version:
            return table.version >= version + len(lines)  # it was read already
        self._feed.tell_now(table)
        entries = [read_entry(*line) for line in lines]
        table.follow(entries)
        if clocks is not None:
            table.clocks.load(clocks)
        table.untold += entries
        self._feed.tell_soon(table)
        return True

    async def catch_up(self, table: Table) -> bool:
        """Follow what other processes have written; whether there was anything. The table's lock is held."""
        self._feed.tell_now(table)
        if await self._store.version(table.id) == table.version:
            return False
        row, seats, entries = await self._store.read(table.id, table.version)
        if row is None:
            raise NotFound("this table is there no more: it was deleted")
        if not entries or table.match is None:
            return False
        table.seats = seats
        table.follow(entries)
        table.take_over(row)
        self._feed.tell(table, entries)
        return True


async def to_the_end(written: "asyncio.Future[Any]") -> bool:
    """Wait for something that must not be left half done; whether who waits was told to stop meanwhile."""
    is_stopped = False
    while not written.done():
        try:
            await asyncio.shield(written)
        except asyncio.CancelledError:
            is_stopped = True
        except Exception:
            assert written.done()
    if is_stopped and written.exception() is not None:
        raise asyncio.CancelledError  # nobody is there any more to be told what failed
    written.result()
    return is_stopped
