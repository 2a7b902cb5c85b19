"""The application: what a server has, put together and taken apart again."""

import logging
import os
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI

from oddboard import __version__
from oddboard.server import expiry, guard, live, pages
from oddboard.server.database import Database
from oddboard.server.holds import ANSWER_SECONDS
from oddboard.server.house import House
from oddboard.server.keeper import Keeper
from oddboard.server.limits import Limits
from oddboard.server.notices import Notices
from oddboard.server.routes import drawings, games, health, identities, me, own_games, playing, stories, study, tables
from oddboard.server.thinkers import Thinkers

log = logging.getLogger("oddboard.server")


@dataclass(frozen=True)
class Settings:
    """How a server is to run."""

    database: str
    thinkers: int = 1  # processes in which bots think
    memory_mb: int = 1024  # for each of them
    generosity: float = 1.0  # of the rate limits; 0 switches them off
    behind_proxy: bool = False
    network: str | None = None  # the address at which others in the same network reach it
    host_network: str | None = None  # from which figures may be asked for, besides this machine
    keep_days: int | None = None  # that finished games and uploads are kept; None for ever
    names: frozenset[str] = frozenset()  # that the server is called by, besides its addresses
    answer_seconds: float = ANSWER_SECONDS  # for what somebody may answer in secret


def build(settings: Settings) -> FastAPI:
    """The application; CannotServe if the database cannot be used."""
    database = Database(settings.database, f"{os.getpid()}-{secrets.token_urlsafe(9)}")

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        database.start()
        thinkers = Thinkers(settings.thinkers, settings.memory_mb)
        limits = Limits(
            settings.generosity,
            behind_proxy=settings.behind_proxy,
            host_network=settings.host_network,
            names=settings.names,
        )
        app.state.house = house = House(database, thinkers, limits, settings.network, settings.answer_seconds)
        await thinkers.start()
        listener = None
        if database.shared:
            from oddboard.server.listener import Listener  # only here, as psycopg takes its time to load

            listener = Listener(house)
            await listener.start()
        notices = Notices(house)
        await notices.start()
        keeper = Keeper(house)
        await keeper.start()
        house.tasks.spawn(house.games.look_at_all())
        house.tasks.spawn(house.feed.rest_for_ever())
        house.tasks.spawn(expiry.sweep_for_ever(house, expiry.Terms(settings.keep_days)))
        log.info("serving", extra={"database": database.engine.dialect.name})
        yield
        if listener:
            await listener.stop()
        await notices.stop()
        await keeper.stop()
        await thinkers.stop()
        await database.stop()
        log.info("stopped")

    app = FastAPI(
        title="Oddboard",
        version=__version__,
        description="Tables for odd board games: make one, sit down, play.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=running,
        separate_input_output_schemas=False,
    )
    for module in (me, own_games, identities, games, drawings, tables, playing, stories, study, health):
        app.include_router(module.router)
    app.include_router(live.router)
    app.include_router(pages.router)
    guard.install(app)
    app.openapi = lambda: _described(app)  # type: ignore[method-assign]
    return app


def _described(app: FastAPI) -> dict[str, Any]:
    from oddboard.server.description import described  # only for who asks

    return described(app)
