"""What the host has changed in the database, noticed by a running server: see `administration`."""

import asyncio
import contextlib
import logging
from typing import Any

from sqlalchemy import Connection, func, select

from oddboard.server import schema
from oddboard.server.administration import ABOUT_BANS, ABOUT_GUEST, ABOUT_TABLE
from oddboard.server.errors import NotFound, NotSaved
from oddboard.server.house import House

LOOK = 1.0  # seconds between two looks for what is new
log = logging.getLogger("oddboard.notices")


class Notices:
    """Follows what the host changes."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._last = 0  # the number of the last notice that was seen
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin with what is stored now."""
        self._last = await self.house.database.read(_last_number)
        await self.house.bans.load()
        self._task = asyncio.ensure_future(self._follow())

    async def stop(self) -> None:
        """Look no more."""
        if self._task:
            self._task.cancel()

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            try:
                for notice in await self.house.database.read(lambda connection: _since(connection, self._last)):
                    self._last = notice.number
                    await self._heed(notice.about, notice.id)
            except NotSaved as error:
                log.warning("what the host changes cannot be looked up", extra={"why": error.message})

    async def _heed(self, about: str, identifier: str) -> None:
        log.info(f"the host has changed something about a {about}", extra={"table": identifier})
        if about == ABOUT_TABLE:
            await self._begin_anew(identifier)
        elif about == ABOUT_GUEST:
            self.house.guests.forget(identifier)
        elif about == ABOUT_BANS:
            await self.house.bans.load()
            self.house.store.send_away(identifier)

    async def _begin_anew(self, identifier: str) -> None:
        """Go on with a table as it is stored now, if it still is."""
        if not await self.house.store.let_go(identifier):
            return
        with contextlib.suppress(NotFound):  # it was taken away
            await self.house.bots.attend_soon(await self.house.store.table(identifier))


def _last_number(connection: Connection) -> int:
    return connection.execute(select(func.max(schema.notices.c.number))).scalar() or 0


def _since(connection: Connection, number: int) -> list[Any]:
    notices = schema.notices
    return list(connection.execute(select(notices).where(notices.c.number > number).order_by(notices.c.number)))
