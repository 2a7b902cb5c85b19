"""A table in memory is one object or none."""

import asyncio
from pathlib import Path

import httpx
import pytest

from oddboard.server import store
from oddboard.server.app import Settings, build
from tests.server.running import sqlite

QUICK = "sailboat-regatta"


def test_a_table_that_somebody_holds_is_not_opened_once_more(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Otherwise a page that came before its table was let go would play at another table than those who come later."""
    monkeypatch.setattr(store, "MOST_TABLES", 2)

    async def test() -> None:
        app = build(Settings(sqlite(tmp_path), generosity=0))
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as ann,
        ):
            await ann.get("/api/me")
            wanted = {"game": QUICK, "seats": ["me", "open"], "start": False}
            names = [(await ann.post("/api/tables", json=wanted)).json()["id"] for _ in range(5)]
            tables = app.state.house.store
            held = await tables.table(names[0])
            for name in names[1:]:
                await tables.table(name)
            assert names[0] not in tables.tables
            assert len(tables.tables) <= 2
            assert await tables.table(names[0]) is held

    asyncio.run(test())
