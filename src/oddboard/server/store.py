"""The store: the tables that this process has in memory; all others are in the database.

A table in memory is one object or none: one that was let go while somebody still holds it is taken back, not opened
once more, since what is done to the one would not be seen at the other.

A table is opened by following its log. While its rules are compiled for the first time it is there without a match.
"""

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import Connection, select

from oddboard.core.errors import OddboardError
from oddboard.server import schema
from oddboard.server.database import Database
from oddboard.server.errors import NotFound
from oddboard.server.games import Games
from oddboard.server.log import Entry
from oddboard.server.log import read as read_entry
from oddboard.server.tables import OVER, Seat, Table, is_id
from oddboard.server.tasks import Tasks

MOST_TABLES = 2000  # in memory; of more, those that rest longest are left to the database
log = logging.getLogger("oddboard.store")
TRIES = 8  # tables that are looked at for one that rests, each time another one is opened

Stored = tuple[Mapping[str, Any] | None, list[Seat], list[Entry]]  # a table's row, its seats and its log


async def _nothing(table: Table) -> None:
    pass


class Store:
    """The tables in memory, the one that was used last at the end."""

    def __init__(self, database: Database, games: Games, tasks: Tasks, answer_seconds: float) -> None:
        self._answer_seconds = answer_seconds
        self.tables: OrderedDict[str, Table] = OrderedDict()
        self.resting: set[str] = set()  # let go, and others may do something there that its bots have to answer here
        self._used: WeakValueDictionary[str, Table] = WeakValueDictionary()  # and those that somebody still holds
        self.on_opened: Callable[[Table], Awaitable[None]] = _nothing  # is told of a table that was opened late
        self.on_loaded: Callable[[Table], Awaitable[None]] = _nothing  # is told of every table that is opened
        self._database = database
        self._games = games
        self._tasks = tasks
        self._loading: dict[str, asyncio.Task[Table]] = {}

    async def table(self, identifier: str) -> Table:
        """A table by its name; NotFound if there is none."""
        if found := self.tables.get(identifier):
            self.tables.move_to_end(identifier)
            return found
        if found := self._used.get(identifier):
            self._keep(found)
            return found
        if identifier not in self._loading:
            task = asyncio.ensure_future(self._load(identifier))
            self._loading[identifier] = task
            task.add_done_callback(lambda _: self._loading.pop(identifier, None))
        return await asyncio.shield(self._loading[identifier])

    async def read(self, identifier: str, since: int = 0) -> Stored:
        """A table as it is stored, with its log from an entry on."""
        return await self._database.read(lambda connection: stored(connection, identifier, since))

    async def version(self, identifier: str) -> int | None:
        """How many entries the log of a table has by now; None if the table is gone."""
        query = select(schema.tables.c.version).where(schema.tables.c.id == identifier)
        return await self._database.read(lambda connection: connection.execute(query).scalar())

    async def _load(self, identifier: str) -> Table:
        row, seats, entries = await self.read(identifier) if is_id(identifier) else (None, [], [])
        if row is None:
            raise NotFound("there is no such table: it was closed, or the link is cut short")
        self._games.check(row["game"])
        table = Table(row, seats, self._answer_seconds)
        if self._games.is_playable(table.game.key):
            await self._games.load(table.game.key)
            table.open(entries)
        else:
            self._tasks.spawn(self._open_later(table))
        self._keep(table)
        await self.on_loaded(table)
        return table

    async def _open_later(self, table: Table) -> None:
        """Open a table once its rules are compiled; if that fails, its pages come back and are told why."""
        try:
            await self._games.compile(table.game.key)
            await self._games.load(table.game.key)
        except OddboardError as error:
            log.warning("a table cannot be opened", extra={"table": table.id, "why": error.message})
            await self.let_go(table.id)
            return
        async with table.lock:
            row, seats, entries = await self.read(table.id)
            assert row is not None
            table.seats = seats
            table.open(entries)
            table.take_over(row)
        await self.on_opened(table)

    async def let_go(self, identifier: str) -> bool:
        """Forget a table that was changed beside its log, and let its pages come back; whether it was in memory."""
        table = self.tables.get(identifier) or self._used.get(identifier)
        if table is None:
            return False
        async with table.lock:
            self.let_go_locked(table)
        return True

    def let_go_locked(self, table: Table) -> None:
        """The same for who holds the table's lock, so that nobody goes on there before it is gone."""
        self._rest(table)
        self.tables.pop(table.id, None)
        self._used.pop(table.id, None)
        table.keeper = None  # what was let go has no bots any more, whoever still holds it
        for task in table.thinking.values():
            task.cancel()
        if table.alarm:
            table.alarm.cancel()
        self._send_away(table, None)

    def send_away(self, guest: str) -> None:
        """Close a guest's pages, so that they have to ask whether they may come in."""
        for table in self.tables.values():
            self._send_away(table, guest)

    def _send_away(self, table: Table, guest: str | None) -> None:
        for page in [page for stream in table.streams.values() for page in stream.pages]:
            if guest is None or page.guest == guest:
                page.send(None)

    def _keep(self, table: Table) -> None:
        """Keep a table in memory; of too many, those that rest are let go."""
        self.tables[table.id] = self._used[table.id] = table
        self.resting.discard(table.id)
        for _ in range(TRIES):
            if len(self.tables) <= MOST_TABLES:
                return
            oldest = next(iter(self.tables))
            if rests(self.tables[oldest]):
                self._rest(self.tables.pop(oldest))
            else:
                self.tables.move_to_end(oldest)

    def leave_to_others(self, identifier: str) -> bool:
        """Let a table go that another process goes on with, if there is nothing to do for it here; whether it is so.

        It would have to be followed at each decision; it is opened again for who comes here.
        """
        table = self.tables.get(identifier)
        if table is None or not rests(table) or self._is_attended(table):
            return False
        del self.tables[identifier]
        return True

    def put_away(self, table: Table) -> None:
        """Let a table go at which nobody has been for a while and nothing goes on: its log is all there is to it.

        Who was cut off comes back soon, and need not be told everything; where a game is over nobody is waited for.
        """
        is_left = table.state == OVER or all(stream.is_idle() for stream in table.streams.values())
        if is_left and rests(table) and self.tables.get(table.id) is table:
            self._rest(self.tables.pop(table.id))

    def _rest(self, table: Table) -> None:
        """A table is let go: if its bots and clocks go on here, it is opened again for what others do there."""
        if self._is_attended(table):
            self.resting.add(table.id)

    def _is_attended(self, table: Table) -> bool:
        """Whether this process sees to a table's bots and clocks."""
        return table.is_playing and table.keeper == self._database.name and not table.has_only_people()


def rests(table: Table) -> bool:
    """Whether nobody looks at a table and nothing goes on there."""
    has_pages = any(stream.pages for stream in table.streams.values())
    return not (has_pages or table.thinking or table.clocks.running or table.hold or table.lock.locked())


def stored(connection: Connection, identifier: str, since: int) -> Stored:
    """A table as it is stored, with its log from an entry on."""
    tables, seats, entries = schema.tables, schema.seats, schema.entries
    row = connection.execute(select(tables).where(tables.c.id == identifier)).mappings().one_or_none()
    if row is None:
        return None, [], []
    taken = connection.execute(select(seats).where(seats.c.table_id == identifier).order_by(seats.c.seat))
    chosen = (entries.c.table_id == identifier, entries.c.number >= since, entries.c.number < row["version"])
    lines = connection.execute(select(entries).where(*chosen).order_by(entries.c.number))
    return (
        dict(row),
        [Seat(each.kind, each.name, each.guest, each.level, each.word) for each in taken],
        [read_entry(line.kind, json.loads(line.content), line.seat, line.roll, line.at) for line in lines],
    )
