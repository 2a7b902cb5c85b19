"""A table in memory is one object or none."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from oddboard.server import store, streams
from oddboard.server.app import Settings, build
from oddboard.server.house import House
from oddboard.server.streams import Page
from tests.server.running import sqlite

QUICK = "sailboat-regatta"
PATIENCE = 60.0  # seconds for a bot


@asynccontextmanager
async def served(database: str) -> AsyncIterator[tuple[House, httpx.AsyncClient]]:
    """A server in this process, and a guest of it."""
    app = build(Settings(database, generosity=0))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as guest,
    ):
        await guest.get("/api/me")
        yield app.state.house, guest


def test_a_table_that_somebody_holds_is_not_opened_once_more(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Otherwise a page that came before its table was let go would play at another table than those who come later."""
    monkeypatch.setattr(store, "MOST_TABLES", 2)

    async def test() -> None:
        async with served(sqlite(tmp_path)) as (house, ann):
            wanted = {"game": QUICK, "seats": ["me", "open"], "start": False}
            names = [(await ann.post("/api/tables", json=wanted)).json()["id"] for _ in range(5)]
            tables = house.store
            held = await tables.table(names[0])
            for name in names[1:]:
                await tables.table(name)
            assert names[0] not in tables.tables
            assert len(tables.tables) <= 2
            assert await tables.table(names[0]) is held

    asyncio.run(test())


def test_a_table_that_everybody_has_left_is_put_away(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Finished games would fill the memory, up to the most tables that there may be."""
    monkeypatch.setattr(streams, "LINGERS", 0.0)

    async def test() -> None:
        async with served(sqlite(tmp_path)) as (house, ann):
            wanted = {"game": QUICK, "seats": ["me", "me"]}
            name = (await ann.post("/api/tables", json=wanted)).json()["id"]
            before = (await ann.get(f"/api/tables/{name}/situation", params={"seat": 0})).json()
            table, page = await house.store.table(name), Page("ann")
            house.feed.stream(table, 0).join(page)

            for is_there in (True, False):
                for _ in range(3):
                    house.feed.rest(table)
                assert (name in house.store.tables) == is_there
                table.streams[0].leave(page)
            del table
            gc.collect()
            assert (await ann.get(f"/api/tables/{name}/situation", params={"seat": 0})).json() == before

    asyncio.run(test())


def test_a_table_that_was_put_away_is_opened_for_what_is_decided_elsewhere(
    monkeypatch: pytest.MonkeyPatch, postgres_database: str
) -> None:
    """Its keeper alone lets its bots think, however long nobody came to it here."""
    monkeypatch.setattr(store, "MOST_TABLES", 1)

    async def test() -> None:
        here, there = [build(Settings(postgres_database, generosity=0)) for _ in range(2)]
        async with here.router.lifespan_context(here), there.router.lifespan_context(there):
            ann, bob = [
                httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")
                for app in (here, there)
            ]
            bob.cookies.set("oddboard", (await ann.get("/api/me")).cookies["oddboard"])
            wanted = {"game": QUICK, "seats": ["me", {"bot": "beginner"}]}
            kept = f"/api/tables/{(await ann.post('/api/tables', json=wanted)).json()['id']}"

            async def situation() -> Any:
                return (await bob.get(f"{kept}/situation", params={"seat": 0})).json()

            async with asyncio.timeout(PATIENCE):
                while (now := await situation())["seat"] is None:
                    await asyncio.sleep(0.05)
                await ann.post("/api/tables", json=wanted | {"seats": ["me", "open"], "start": False})
                gc.collect()
                assert list(here.state.house.store.tables) != [kept.rpartition("/")[2]], "it was put away"
                while now["to_move"] == 0:
                    said = {"seat": 0, "ply": now["ply"], "decision": now["choices"][0]["decision"]}
                    (await bob.post(f"{kept}/play", json=said)).raise_for_status()
                    now = await situation()
                while (now := await situation())["to_move"] != 0 and now["ranks"] is None:
                    await asyncio.sleep(0.05)
            for each in (ann, bob):
                await each.aclose()

    asyncio.run(test())
