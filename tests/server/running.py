"""Guests who ask one thing after another, and the servers that they ask; their pages are those of `client`."""

import random
from pathlib import Path
from typing import Any

import httpx

from tests.server import client
from tests.server.client import Live, Refused
from tests.server.launching import FREELY, Running

SMALL = (*FREELY, "--thinkers", "1")


class Guest(client.Browser):
    """Somebody with a cookie."""

    def __init__(self, server: Running, name: str | None = None) -> None:
        super().__init__(server.url)
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=60)
        self.id = self.http.get("/api/me").json()["guest"]["id"]
        self.cookie = self.http.cookies["oddboard"]
        if name:
            self.put("/api/me", {"name": name})

    def move_to(self, server: Running) -> None:
        """Talk to another server of the same database, with the same cookie."""
        self.server, self.url = server, server.url
        self.http = httpx.Client(base_url=server.url, timeout=60, headers=self.headers)

    def get(self, path: str, **query: Any) -> Any:
        return client.content(self.http.get(path, params=query))

    def post(self, path: str, content: Any = None) -> Any:
        return client.content(self.http.post(path, json={} if content is None else content))

    def post_text(self, path: str, text: str) -> Any:
        return client.content(self.http.post(path, content=text, headers={"content-type": "text/plain"}))

    def put(self, path: str, content: Any) -> Any:
        return client.content(self.http.put(path, json=content))

    def table(self, game: str, seats: list[Any], **more: Any) -> str:
        """Make a table; its name."""
        return str(self.post("/api/tables", {"game": game, "seats": seats, **more})["id"])


async def play_at_random(page: Live, rng: random.Random, until: int = 100_000) -> int:
    """Decide at random whenever it is the page's turn, until the game is over or has come to a ply; how often."""
    decided = 0
    while page.situation["ranks"] is None and len(page.moments) < until:
        if not page.situation["choices"]:
            await page.next()
            continue
        before = page.situation
        try:
            await page.play(rng.choice(before["choices"])["decision"])
            decided += 1
        except Refused as refusal:
            assert refusal.kind in ("stale", "not_your_turn", "over"), refusal
            while page.situation is before:
                await page.next()
    return decided


def sqlite(folder: Path) -> str:
    return f"sqlite:///{folder / 'tables.db'}"
