"""The hall: all tables that this process knows, what is done at them, and who is told.

Whatever changes a table is done here, in three steps: drafted under the table's lock, written by the storage, told to
the pages. Who decided is answered as soon as it is written; the pages are told one table after another, in between
whatever else there is to do, and in any case before anything more is done at the table.

With PostgreSQL several processes have halls of the same tables; see `keeping` for who lets bots think.
"""

import asyncio
import gc
import json
import logging
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import orjson
from sqlalchemy import Connection, select

from oddboard.core import registry, warming
from oddboard.core.game import Game
from oddboard.core.views import WATCHER
from oddboard.server import bot_seats, schema, seeing
from oddboard.server.drafting import Draft
from oddboard.server.errors import NotFound, NotReady
from oddboard.server.offering import Offer
from oddboard.server.storage import Behind, Entry, Storage
from oddboard.server.streams import Page, Stream, packed
from oddboard.server.tables import OVER, Seat, Table
from oddboard.server.thinking import Thinkers

MOST_TABLES = 2000  # in memory; of more, those that rest longest are left to the database
MANY = 60  # moments at once, as at the end of a game with secrets: then a page is told everything anew in one piece
LONGEST_OWED = 0.25  # seconds that what helps to choose waits for those who decide; people look longer than that
TURN = 0.003  # seconds for telling before others get theirs: short for who waits for an answer, fair to who looks on
TRIES = 5  # of a change, if other processes are quicker
log = logging.getLogger("oddboard.hall")


@dataclass(eq=False)
class Owed:
    """What a viewer is still to be told about the situation that it is in."""

    table: Table
    stream: Stream
    offer: Offer
    ply: int  # as the viewer counts
    since: float = field(default_factory=time.monotonic)


class Hall:
    """All tables that this process knows."""

    def __init__(self, storage: Storage, thinkers: Thinkers) -> None:
        self.storage = storage
        self.thinkers = thinkers
        self.tables: OrderedDict[str, Table] = OrderedDict()
        self.streams: dict[str, dict[int, Stream]] = {}  # by table and viewer
        self.decisions = 0  # written since the start
        self._untold: deque[Table] = deque()  # tables of which something is written that is not told yet
        self._owed: deque[Owed] = deque()  # what helps to choose, and is told when there is time
        self._telling = False  # whether the next one to be told has its turn soon
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._rules: dict[str, asyncio.Future[None]] = {}  # of games whose compiled rules are loaded here, or being so
        self.stopping = False
        thinkers.on_preparing = self._preparing

    def spawn(self, work: Any) -> "asyncio.Task[Any]":
        """Do something beside everything else, and log what goes wrong with it."""
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self._tasks.add(task)

        def done(task: "asyncio.Task[Any]") -> None:
            self._tasks.discard(task)
            if not task.cancelled() and (error := task.exception()) and not self.stopping:
                log.error("something beside failed", exc_info=error)

        task.add_done_callback(done)
        return task

    # Finding tables

    async def table(self, identifier: str) -> Table:
        """A table by its name; NotFound if there is none."""
        if found := self.tables.get(identifier):
            self.tables.move_to_end(identifier)
            return found
        if identifier not in self._loading:
            task = asyncio.ensure_future(self._load(identifier))
            self._loading[identifier] = task
            task.add_done_callback(lambda _: self._loading.pop(identifier, None))
        return await asyncio.shield(self._loading[identifier])

    async def _load(self, identifier: str) -> Table:
        row, seats, entries = await self.storage.read(lambda connection: stored(connection, identifier, 0))
        if row is None:
            raise NotFound("there is no such table: the link may be cut short")
        table = Table(row, seats)
        await self._open(table, entries)
        self._keep(table)
        return table

    async def _open(self, table: Table, entries: list[Entry]) -> None:
        """Lay out the match and follow the log; while rules are compiled the table is there without one."""
        key = table.game.key
        if not self.thinkers.is_ready(key):
            self.spawn(self._open_later(table))
            return
        await self.load_rules(key)
        table.open(entries)

    async def _open_later(self, table: Table) -> None:
        await self.thinkers.prepare(table.game.key)
        async with table.lock:
            if table.match is None:
                row, seats, entries = await self.storage.read(lambda connection: stored(connection, table.id, 0))
                assert row is not None
                table.seats = seats
                await self._open(table, entries)
                table.take_over(row)
                self.tell_all(table)
        await self.attend(table)

    async def load_rules(self, key: str) -> None:
        """Load a game's compiled rules without keeping others waiting."""
        if key not in self._rules:
            self._rules[key] = asyncio.ensure_future(asyncio.to_thread(loaded, key))
        await asyncio.shield(self._rules[key])

    async def games(self) -> list[Game]:
        """All games. The first import of their modules takes seconds, in which others are answered."""
        return await asyncio.to_thread(registry.sound)

    async def rules(self, key: str) -> Any:
        """A game whose rules can be used at once; NotReady while they are compiled."""
        game = registry.game(key)
        if not self.thinkers.is_ready(key):
            self.spawn(self.thinkers.prepare(key))
            raise NotReady(f"the rules of {game.title} are being compiled for the first time: wait a minute")
        await self.load_rules(key)
        return game

    def _preparing(self, key: str) -> None:
        """Tell pages how far the compilation of their game is."""
        for table in self.tables.values():
            if table.game.key == key and table.match is None:
                self.tell_situations(table)

    def _keep(self, table: Table) -> None:
        self.tables[table.id] = table
        resting = len(self.tables) - MOST_TABLES
        for identifier in [each for each in self.tables if self._rests(each)][: max(0, resting)]:
            self.streams.pop(identifier, None)
            del self.tables[identifier]

    def _rests(self, identifier: str) -> bool:
        table = self.tables[identifier]
        pages = any(stream.pages for stream in self.streams.get(identifier, {}).values())
        return not (pages or table.thinking or table.clocks.running or table.lock.locked())

    # Changing tables

    @asynccontextmanager
    async def looking(self, identifier: str) -> AsyncIterator[Table]:
        """A table as it is written, also by other processes, and stays so meanwhile."""
        table = await self.table(identifier)
        async with table.lock:
            self.tell_now(table)
            if self.storage.shared:
                await self.catch_up(table)
            yield table

    async def change(self, table: Table, make: Callable[[Draft], Any]) -> Any:
        """Draft a change, write it, tell it. What refuses it may be behind: then it looks again."""
        async with table.lock:
            result = await self.changed(table, make)
            bot_seats.attend(self, table)
        return result

    async def changed(self, table: Table, make: Callable[[Draft], Any]) -> Any:
        """The same for who holds the table's lock."""
        for _ in range(TRIES):
            self.tell_now(table)
            draft = Draft(table)
            try:
                result = make(draft)
            except BaseException:
                self._take_back(table, draft)
                if self.storage.shared and await self.catch_up(table):
                    continue
                raise
            if not draft.entries:
                return result
            try:
                await to_the_end(self._write(table, draft))
            except Behind:
                await self.catch_up(table)
                continue
            finally:
                self._tell_soon(table)
            return result
        raise NotReady("others at this table were quicker each time: try again")

    async def _write(self, table: Table, draft: Draft) -> None:
        """Once begun this goes to its end, even if whoever asked has gone."""
        try:
            await self.storage.change(draft.change())
        except BaseException:
            self._take_back(table, draft)
            raise
        draft.settle()
        self.decisions += sum(entry.kind == "decision" for entry in draft.entries)
        table.untold += draft.entries

    def _take_back(self, table: Table, draft: Draft) -> None:
        """Everything is as before, also what is still to be told about it."""
        draft.take_back()
        self._owed.extend(stream.owed for stream in self.streams.get(table.id, {}).values() if stream.owed)
        self._go_on_telling()

    async def catch_up(self, table: Table) -> bool:
        """Follow what other processes have written; whether there was anything. The table's lock is held."""
        self.tell_now(table)
        known = table.version
        row, seats, entries = await self.storage.read(lambda connection: stored(connection, table.id, known))
        if row is None or not entries or table.match is None:
            return False
        table.seats = seats
        for entry in entries:
            table.apply(entry)
        table.take_over(row)
        self.tell(table, entries)
        return True

    async def attend(self, table: Table) -> None:
        """See to it that bots think and clocks run out."""
        async with table.lock:
            bot_seats.attend(self, table)

    # Telling

    def stream(self, table: Table, viewer: int) -> Stream:
        """The events of a table for a viewer."""
        streams = self.streams.setdefault(table.id, {})
        if viewer not in streams:
            streams[viewer] = stream = Stream(viewer)
            if table.match is not None:
                stream.keep_up(table.knowing(table.eyes(viewer)))
        return streams[viewer]

    def connected(self, table: Table) -> set[int]:
        """The seats whose guests have the table open."""
        guests = {page.guest for stream in self.streams.get(table.id, {}).values() for page in stream.pages}
        return {number for number, seat in enumerate(table.seats) if seat.guest is not None and seat.guest in guests}

    def _told(self, table: Table) -> list[Stream]:
        """The streams that somebody follows."""
        streams = self.streams.get(table.id, {})
        for viewer in [viewer for viewer, stream in streams.items() if stream.is_idle()]:
            del streams[viewer]
        return list(streams.values())

    def _tell_soon(self, table: Table) -> None:
        """Tell what is written as soon as who asked for it has been answered."""
        if table.untold:
            self._untold.append(table)
            self._go_on_telling()

    def _go_on_telling(self) -> None:
        if not self._telling and (self._untold or self._owed):
            self._telling = True
            asyncio.get_running_loop().call_soon(self._tell_next)

    def _tell_next(self) -> None:
        """Tell the pages of a few tables, then let others have their turn."""
        self._telling = False
        began = time.monotonic()
        late = bool(self._owed) and began - self._owed[0].since > LONGEST_OWED
        try:
            while self._untold and time.monotonic() - began < TURN:
                self.tell_now(self._untold.popleft())
            if self._owed and (late or not self._untold):
                self._tell_extras(self._owed.popleft())
        finally:
            self._go_on_telling()

    def tell_everything(self, table: Table, stream: Stream | None) -> None:
        """Tell a viewer all that there is to tell."""
        self.tell_now(table)
        if stream is not None and stream.owed is not None:
            self._tell_extras(stream.owed)

    def _tell_extras(self, owed: "Owed") -> None:
        """Tell a viewer what helps to choose, unless the game has gone on."""
        table, offer, stream = owed.table, owed.offer, owed.stream
        here = table.match is not None and table.match.state is offer.state and not table.untold
        if here and stream.owed is owed and stream.pages and table.offers.get(stream.viewer) is offer:
            stream.owed = None
            extras = {"previews": offer.previews, "shortcuts": offer.shortcuts}
            stream.tell({"type": "extras", "ply": owed.ply, "seat": stream.viewer, **extras})

    def tell_now(self, table: Table) -> None:
        """Tell what was not told yet, before anything else is done at the table."""
        if table.untold:
            entries, table.untold = table.untold, []
            self.tell(table, entries)

    def tell(self, table: Table, entries: list[Entry]) -> None:
        """Tell every page what these entries of the log mean to it."""
        kinds = {entry.kind for entry in entries}
        shared: dict[Any, Any] = {}
        still_laying = {entry.seat for entry in entries} & set(table.laying()) if kinds == {"laid"} else set()
        for stream in self._told(table):
            if still_laying and stream.viewer not in still_laying:
                continue  # what somebody is about to lay concerns nobody else
            if {"undo", "decision"} <= kinds:
                self._tell_anew(table, stream)  # numbers were given a second time
            elif kinds & {"decision", "undo", "over"}:
                self._tell_moments(table, stream, shared)
            for entry in entries:
                if entry.kind == "talk":
                    stream.tell({"type": "talk", **talk_json(entry)})
            if kinds & {"asked", "answered"}:
                stream.tell({"type": "undo_asked", "asked": seeing.asked_json(table)})
            if "over" in kinds:
                over = {"ranks": table.ranks, "result": table.result, "dice": seeing.dice_json(table)}
                stream.tell({"type": "over", **over})
            if kinds - {"talk"}:
                self._tell_situation(table, stream)
        if kinds & {"seated", "started", "resigned", "over"}:
            self.tell_table(table)
        if table.game.secrets or "seated" in kinds:
            self._follow_seats(table, "seated" in kinds)

    def _tell_moments(self, table: Table, stream: Stream, shared: dict[Any, Any]) -> None:
        """New decisions, decisions that may be told better now, and how far was gone back."""
        eyes = table.eyes(stream.viewer)
        knowing = table.knowing(eyes)
        if len(knowing.plies) < stream.moments:
            stream.tell({"type": "undo", "to": len(knowing.plies)})
        changed = stream.keep_up(knowing)
        if table.state == OVER and table.game.secrets:
            changed = list(range(len(knowing.plies)))  # everything is shown
        if len(changed) > MANY:
            self._tell_anew(table, stream)
            return
        for number in changed:
            key = (eyes if table.game.secrets else None, number)
            if key not in shared:
                shared[key] = seeing.moment_json(table, number, stream.viewer)
            stream.tell({"type": "moment", "moment": shared[key]})

    def _tell_anew(self, table: Table, stream: Stream) -> None:
        """Tell a viewer everything in one piece, in place of what it was told before."""
        stream.keep_up(table.knowing(table.eyes(stream.viewer)))
        stream.begin_anew()
        for page in stream.pages:
            self.welcome(table, stream, page)

    def _follow_seats(self, table: Table, seated: bool) -> None:
        """Every page looks as who it may look as now.

        Who has just sat down is no watcher any more, and who gave a seat away no longer looks as it. Of several seats
        at one device none is shown any longer than it is to decide, nor again before the page asks for it.
        """
        for stream in self._told(table):
            watching = stream.viewer == WATCHER
            if watching and not seated:
                continue
            for page in list(stream.pages):
                viewer = seeing.viewer_of(table, page.guest, None if watching else page.asked)
                if viewer != stream.viewer:
                    other = self.stream(table, viewer)
                    self.welcome(table, other, page)
                    other.join(page)

    def welcome(self, table: Table, stream: Stream, page: Page) -> None:
        """Tell a page everything that it must know to begin."""
        content = {
            "type": "welcome",
            "seq": stream.seq,
            "viewer": stream.viewer if stream.viewer != WATCHER else None,
            "table": self.table_json(table, page.guest),
            "situation": seeing.situation_json(table, stream.viewer, self.preparing(table)),
            "moments": seeing.moments_json(table, stream.viewer),
        }
        page.send(packed(content))

    def tell_situations(self, table: Table) -> None:
        """Tell every page its situation anew."""
        for stream in self._told(table):
            self._tell_situation(table, stream)

    def _tell_situation(self, table: Table, stream: Stream) -> None:
        """Tell a viewer its situation, if there is anything new in it.

        Chance decides at once; so if a viewer sees chance to move, somebody is asked in secret, and nothing must show
        until he has answered.
        """
        situation = seeing.situation_json(table, stream.viewer, self.preparing(table), whole=False)
        if situation["to_move"] == "chance":
            return
        text = packed(situation | {"clocks": None})
        if table.game.secrets and not table.clocks.counted and stream.situation == text:
            return
        stream.situation = text
        stream.tell(
            {"type": "situation", "situation": orjson.Fragment(text) if not table.clocks.counted else situation}
        )
        if situation["seat"] is not None:
            stream.owed = Owed(table, stream, table.offers[stream.viewer], situation["ply"])
            self._owed.append(stream.owed)
            self._go_on_telling()

    def preparing(self, table: Table) -> dict[str, Any] | None:
        """How far the compilation of a table's rules is."""
        found = self.thinkers.preparing.get(table.game.key)
        return dict(found) if found else None

    def tell_table(self, table: Table) -> None:
        """Tell every page who sits where. To each its own, as it says which seats are the page's."""
        for stream in self._told(table):
            stream.tell_each(lambda guest: {"type": "table", "table": self.table_json(table, guest)})

    def table_json(self, table: Table, guest: str | None) -> dict[str, Any]:
        """A table as a guest sees it."""
        return seeing.table_json(table, guest, self.connected(table))

    def tell_all(self, table: Table) -> None:
        """Tell every page everything anew."""
        self.tell_table(table)
        for stream in self._told(table):
            stream.keep_up(table.knowing(table.eyes(stream.viewer)))
        self.tell_situations(table)

    async def stop(self) -> None:
        """Tell the pages that they should come back soon."""
        self.stopping = True
        for table in self._untold:
            self.tell_now(table)
        for streams in self.streams.values():
            for stream in streams.values():
                for page in stream.pages:
                    page.send(packed({"type": "going", "seq": stream.seq}))
                    page.send(None)
        for table in self.tables.values():
            for task in table.thinking.values():
                task.cancel()
        for task in self._tasks:
            task.cancel()


def loaded(key: str) -> None:
    """Load a game's compiled rules; what they are made of stays to the end, and need not be looked at for garbage."""
    warming.warm_up(registry.game(key))
    gc.freeze()


async def to_the_end(work: Coroutine[Any, Any, None]) -> None:
    """Wait for something that must not be left half done, even by somebody who is told to stop."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


def talk_json(entry: Entry) -> dict[str, Any]:
    """Something that was said."""
    return {"from": {"name": entry.content["name"], "seat": entry.seat}, "text": entry.content["text"], "at": entry.at}


def stored(
    connection: Connection, identifier: str, since: int
) -> tuple[Mapping[str, Any] | None, list[Seat], list[Entry]]:
    """A table as it is stored: its row, its seats, and its log from an entry on."""
    tables, seats, entries = schema.tables, schema.seats, schema.entries
    row = connection.execute(select(tables).where(tables.c.id == identifier)).mappings().one_or_none()
    if row is None:
        return None, [], []
    sitting = connection.execute(select(seats).where(seats.c.table_id == identifier).order_by(seats.c.seat))
    chosen = (entries.c.table_id == identifier, entries.c.number >= since, entries.c.number < row["version"])
    lines = connection.execute(select(entries).where(*chosen).order_by(entries.c.number))
    return (
        dict(row),
        [Seat(each.kind, each.name, each.guest, each.level, each.word) for each in sitting],
        [Entry(line.kind, json.loads(line.content), line.seat, line.roll, line.at) for line in lines],
    )
