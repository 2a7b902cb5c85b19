"""Who lets bots think and clocks run out: each table that is being played has one *keeper*, a server process.

A process says all the time that it lives. One that starts, or sees that another has died, takes over the tables of the
dead: bots go on thinking, and the time for which nobody kept a table is not counted. A process is dead that has been
silent for long, as when its machine has lost its power; or for a short time, if the database has let its lock go too
(see `listener`). One that is only slow keeps its lock, and its tables.
"""

import asyncio
import contextlib
import logging
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, text, update

from oddboard.server import schema
from oddboard.server.change import Draft
from oddboard.server.clocks import now
from oddboard.server.database import LIVING
from oddboard.server.errors import NotSaved
from oddboard.server.house import House
from oddboard.server.log import Resumed
from oddboard.server.tables import PLAYING, Table

BEAT = 0.5  # seconds between two signs of life
SHORT_SILENCE = 1.3  # seconds after which a process is dead whose lock is free
SILENCE = 7.0  # seconds after which a process is taken for dead
SEARCH = 4  # signs of life between two searches for tables that nobody keeps, where nobody has died
BREATH = 0.02  # seconds for others between two tables that are opened unasked
log = logging.getLogger("oddboard.keeper")


@dataclass(frozen=True)
class Orphan:
    """A table that nobody keeps."""

    table: str
    seen: int | None  # when its keeper last said that it lived
    counted: bool  # whether time is counted there


class Keeper:
    """One of the processes that keep tables: the one that this is."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.name = house.database.name
        self._task: asyncio.Task[None] | None = None
        self._signs = 0  # of life, so far
        self._pending: dict[str, Orphan] = {}  # tables that were taken over, and not opened since

    async def start(self) -> None:
        """Say that this process lives, and take over what nobody keeps, however much that is.

        A table is opened when somebody comes to it; those where time is counted, and all that several processes share,
        also by themselves.
        """
        orphans: list[Orphan] = []
        with contextlib.suppress(NotSaved):  # it can still be looked at; the next sign of life tells why
            orphans = await self.house.database.write(self._sign)
        self.house.store.on_loaded = self.resume
        self._task = asyncio.ensure_future(self._live(orphans))

    async def stop(self) -> None:
        """Leave the tables to others at once."""
        if self._task:
            self._task.cancel()
        with contextlib.suppress(NotSaved):
            await self.house.database.write(self._leave)

    async def _live(self, orphans: "list[Orphan]") -> None:
        while True:
            await self._take_over(orphans)
            await asyncio.sleep(BEAT)
            try:
                orphans = await self.house.database.write(self._sign)
            except NotSaved as error:
                orphans = []
                log.warning("no sign of life could be written", extra={"why": error.message})

    async def _take_over(self, orphans: "list[Orphan]") -> None:
        """Keep tables from now on: those in memory at once, others beside the signs of life."""
        self._pending |= {orphan.table: orphan for orphan in orphans}
        unknown: list[Orphan] = []
        for orphan in orphans:
            if (known := self.house.store.tables.get(orphan.table)) is None:
                unknown.append(orphan)
                continue
            try:
                await self.resume(known)
            except Exception:
                log.exception("a table could not be resumed", extra={"table": orphan.table})
        # Where several processes share the tables, somebody may sit there at another one, and wait for a bot here.
        if opened := [orphan for orphan in unknown if orphan.counted or self.house.database.shared]:
            self.house.tasks.spawn(self._open(opened))

    async def _open(self, orphans: "list[Orphan]") -> None:
        """Open tables unasked; others are answered in between."""
        for orphan in orphans:
            try:
                await self.house.store.table(orphan.table)
            except Exception:
                log.exception("a table could not be resumed", extra={"table": orphan.table})
            await asyncio.sleep(BREATH)

    async def resume(self, table: Table) -> None:
        """Go on with a table that was just opened or taken over."""
        orphan = self._pending.pop(table.id, None)
        if orphan is not None:
            table.keeper = self.name  # its row may have been read before it was taken over
            await self._resume(table, orphan.seen)
        elif table.is_playing and table.keeper == self.name:
            await self.house.bots.attend_soon(table)

    def _sign(self, connection: Connection) -> "list[Orphan]":
        """Write that this process lives; the tables it takes over, and when they were last kept."""
        servers, tables, at = schema.servers, schema.tables, self._time(connection)
        if not connection.execute(update(servers).where(servers.c.id == self.name).values(seen=at)).rowcount:
            connection.execute(insert(servers).values(id=self.name, seen=at))
        dead = self._dead(connection, at)
        self._signs += 1
        if not dead and self._signs % SEARCH != 1:
            return []
        alive = select(servers.c.id).where(servers.c.id.not_in(list(dead)))
        orphan = (tables.c.state == PLAYING) & (tables.c.keeper.is_(None) | tables.c.keeper.not_in(alive))
        columns = select(tables.c.id, tables.c.keeper, tables.c.clocks)
        rows = connection.execute(columns.where(orphan).with_for_update(skip_locked=True)).all()
        if rows:
            taken = [row.id for row in rows]
            connection.execute(update(tables).where(tables.c.id.in_(taken)).values(keeper=self.name))
        if dead:
            connection.execute(delete(servers).where(servers.c.id.in_(list(dead))))
        return [Orphan(row.id, dead.get(row.keeper), row.clocks is not None) for row in rows]

    def _dead(self, connection: Connection, at: int) -> dict[str, int]:
        """The processes that have died, and when each last said that it lived."""
        servers = schema.servers
        others = select(servers.c.id, servers.c.seen).where(servers.c.id != self.name)
        if not self.house.database.shared:  # whoever wrote the file before is dead: a lock on it says so
            return {row.id: row.seen for row in connection.execute(others)}
        silent = connection.execute(others.where(servers.c.seen < at - int(SHORT_SILENCE * 1000))).all()
        free = text(f"SELECT pg_try_advisory_xact_lock({LIVING}, hashtext(:name))")
        return {
            row.id: row.seen
            for row in silent
            if row.seen < at - int(SILENCE * 1000) or connection.execute(free, {"name": row.id}).scalar_one()
        }

    def _time(self, connection: Connection) -> int:
        """The time by the clock that all processes share."""
        if not self.house.database.shared:
            return now()
        return int(connection.execute(text("SELECT extract(epoch FROM clock_timestamp()) * 1000")).scalar_one())

    async def _resume(self, table: Table, seen: int | None) -> None:
        """Go on with a table: clocks from now, bots at once."""

        def credit(draft: Draft) -> None:
            if table.clocks.counted and table.clocks.running:
                table.clocks.resume(seen or table.moved, draft.at)
                draft.add(Resumed(away_since=seen or table.moved))

        if table.match is not None and table.clocks.counted:
            await self.house.changes.make(table, credit)
        else:
            await self.house.bots.attend_soon(table)

    def _leave(self, connection: Connection) -> Any:
        connection.execute(update(schema.servers).where(schema.servers.c.id == self.name).values(seen=0))
