"""How the server is."""

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse
from sqlalchemy import text

from oddboard import __version__
from oddboard.server.house import house_of
from oddboard.server.models import Health, Preparing
from oddboard.server.routes import ERRORS

router = APIRouter(prefix="/api", tags=["health"], responses=ERRORS)


@router.get("/health", operation_id="health")
async def health(request: Request) -> Health:
    """Whether the server and its database work."""
    house = house_of(request)
    await house.database.read(lambda connection: connection.execute(text("SELECT 1")).scalar())
    preparing = {key: Preparing(**found) for key, found in house.thinkers.preparing.items()}
    return Health(ok=True, version=__version__, database=house.database.engine.dialect.name, preparing=preparing)


@router.get("/metrics", operation_id="metrics", response_class=PlainTextResponse)
async def metrics(request: Request) -> PlainTextResponse:
    """Figures as Prometheus reads them."""
    house = house_of(request)
    tables, database = house.store.tables, house.database
    pages = sum(len(stream.pages) for table in tables.values() for stream in table.streams.values())
    thinking = sum(len(table.thinking) for table in tables.values())
    figures = [
        ("oddboard_tables", "gauge", "tables in memory", len(tables)),
        ("oddboard_pages", "gauge", "connected pages", pages),
        ("oddboard_bots_thinking", "gauge", "bots that think or wait for it", thinking),
        ("oddboard_decisions_total", "counter", "decisions made durable", house.changes.decisions),
        ("oddboard_changes_total", "counter", "changes made durable", database.written),
        ("oddboard_commits_total", "counter", "commits of the database", database.commits),
        ("oddboard_failed_commits_total", "counter", "commits that failed", database.failures),
        ("oddboard_refused_total", "counter", "requests refused as too many", house.limits.refused),
    ]
    lines = [f"# HELP {name} {tells}\n# TYPE {name} {kind}\n{name} {value}\n" for name, kind, tells, value in figures]
    return PlainTextResponse("".join(lines), media_type="text/plain; version=0.0.4")
