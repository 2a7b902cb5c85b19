"""What other server processes write to the same PostgreSQL database, heard by its notifications.

The connection over which a process listens holds a lock in its name: when the process dies the database lets the lock
go at once, and the others know.
"""

import asyncio
import logging
from typing import Any

import orjson
import psycopg

from oddboard.server.database import CHANNEL, LIVING
from oddboard.server.errors import NotFound, NotSaved
from oddboard.server.house import House

AGAIN = 1.0  # seconds until a lost connection is tried again
log = logging.getLogger("oddboard.listener")


class Listener:
    """Follows the tables that others change."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._task: asyncio.Task[None] | None = None
        self._heard = asyncio.Event()

    async def start(self) -> None:
        """Listen from now on."""
        self._task = asyncio.ensure_future(self._listen_for_ever())
        await self._heard.wait()

    async def stop(self) -> None:
        """Listen no more."""
        if self._task:
            self._task.cancel()

    async def _listen_for_ever(self) -> None:
        while True:
            try:
                await self._listen()
            except psycopg.Error as error:
                log.warning("the database does not tell any more what others do", extra={"why": str(error)[:200]})
            await asyncio.sleep(AGAIN)

    async def _listen(self) -> None:
        url = self.house.database.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            await connection.execute(f"SELECT pg_advisory_lock({LIVING}, hashtext(%s))", (self.house.database.name,))
            self._heard.set()
            # Whatever was told while nobody listened has to be looked up.
            for identifier in list(self.house.store.tables):
                self.house.tasks.spawn(self._follow(identifier))
            self.house.tasks.spawn(self._follow_resting())
            async for notice in connection.notifies():
                teller, *changes = orjson.loads(notice.payload)
                if teller != self.house.database.name:
                    for change in changes:
                        self._hear(change)

    def _hear(self, change: Any) -> None:
        """Take in a change that somebody tells, whole or only of which table."""
        store = self.house.store
        identifier, *news = [change] if isinstance(change, str) else change
        if store.leave_to_others(identifier):
            return
        if identifier not in store.tables and identifier not in store.resting:
            return
        if news and self.house.changes.hear(identifier, *news):
            self.house.bots.attend(store.tables[identifier])
        else:
            self.house.tasks.spawn(self._follow(identifier))

    async def _follow_resting(self) -> None:
        """Look at the tables that were let go, one after another; others are answered in between."""
        for identifier in list(self.house.store.resting):
            await self._follow(identifier)

    async def _follow(self, identifier: str) -> None:
        """Take in what others have done at a table that is in memory, or that has to be for its bots to answer."""
        store = self.house.store
        if identifier not in store.tables and identifier not in store.resting:
            return
        try:
            table = await store.table(identifier)
            async with table.lock:
                await self.house.changes.catch_up(table)
            await self.house.bots.attend_soon(table)
        except NotFound:
            store.resting.discard(identifier)  # it was deleted; whoever is still there is told when he does something
        except NotSaved as error:
            log.warning("a table could not be followed", extra={"table": identifier, "why": error.message})
