"""How the server is."""

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse
from sqlalchemy import Connection, select, update

from oddboard import __version__
from oddboard.server import schema
from oddboard.server.errors import NotSaved, NotYours
from oddboard.server.house import house_of
from oddboard.server.models import Health, Preparing, Reach
from oddboard.server.reach import is_own
from oddboard.server.routes import ERRORS

PATIENCE = 5.0  # seconds for the database to write something
router = APIRouter(prefix="/api", tags=["health"], responses=ERRORS)


@router.get("/alive", operation_id="alive", response_class=PlainTextResponse)
async def alive() -> PlainTextResponse:
    """Whether the process answers at all; otherwise it is to be started again."""
    return PlainTextResponse("ok\n")


@router.get("/health", operation_id="health")
async def health(request: Request) -> Health:
    """Whether people can play: the database is written to and read; if that fails, what is wrong, with status 503."""
    house = house_of(request)
    try:
        async with asyncio.timeout(PATIENCE):
            await house.database.write(lambda connection: signed(connection, house.database.name))
    except TimeoutError:
        raise NotSaved(f"the database has not written anything for {PATIENCE:.0f} seconds") from None
    preparing = {key: Preparing(**found) for key, found in house.thinkers.preparing.items()}
    return Health(ok=True, version=__version__, database=house.database.engine.dialect.name, preparing=preparing)


@router.get("/reach", operation_id="reach")
async def reach(request: Request) -> Reach:
    """Whether a link to this server works elsewhere; who is elsewhere already need not be told more."""
    house = house_of(request)
    here_only = is_own(request.url.hostname or "") and house.limits.is_local(request)
    return Reach(here_only=here_only, network=house.network if here_only else None)


def signed(connection: Connection, name: str) -> None:
    """Write that this process lives, and read what every table of the database begins with."""
    servers = schema.servers
    connection.execute(update(servers).where(servers.c.id == name).values(seen=servers.c.seen))
    for table in schema.metadata.sorted_tables:
        connection.execute(select(table).limit(1)).first()


@router.get("/metrics", operation_id="metrics", response_class=PlainTextResponse)
async def metrics(request: Request) -> PlainTextResponse:
    """Figures as Prometheus reads them, for the host: by no proxy, and from where he allows it."""
    house = house_of(request)
    if not house.limits.is_host(request):
        raise NotYours("the figures are for the host, on the machine itself")
    tables, database = house.store.tables, house.database
    pages = sum(len(stream.pages) for table in tables.values() for stream in table.streams.values())
    thinking = sum(len(table.thinking) for table in tables.values())
    figures = [
        ("oddboard_tables", "gauge", "tables in memory", len(tables)),
        ("oddboard_pages", "gauge", "connected pages", pages),
        ("oddboard_games_compiled", "gauge", "games whose machine code is in use", len(house.games.compiled)),
        ("oddboard_bots_thinking", "gauge", "bots that think or wait for it", thinking),
        ("oddboard_decisions_total", "counter", "decisions made durable", house.changes.decisions),
        ("oddboard_changes_total", "counter", "changes made durable", database.written),
        ("oddboard_commits_total", "counter", "commits of the database", database.commits),
        ("oddboard_failed_commits_total", "counter", "commits that failed", database.failures),
        ("oddboard_refused_total", "counter", "requests refused as too many", house.limits.refused),
    ]
    lines = [f"# HELP {name} {tells}\n# TYPE {name} {kind}\n{name} {value}\n" for name, kind, tells, value in figures]
    lines += house.requests.lines("oddboard_request_seconds", "how long requests take")
    lines += house.decisions.lines("oddboard_decision_seconds", "from a decision to its acknowledgement")
    lines += database.waits.lines("oddboard_write_seconds", "how long a change waits to be durable")
    lines += house.thinkers.thoughts.lines("oddboard_thought_seconds", "how long bots and hints take, with waiting")
    return PlainTextResponse("".join(lines), media_type="text/plain; version=0.0.4")
