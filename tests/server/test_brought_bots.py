"""Bots that a host brings along are offered at its tables, and decide there."""

import asyncio
import shlex
import sys
from pathlib import Path

import pytest

from oddboard.core import saves
from tests.bots.test_guests import FIRST_LEGAL, network
from tests.server.client import Refused
from tests.server.launching import FREELY, Running
from tests.server.running import Guest, sqlite

PATIENCE = 60  # seconds


def test_a_network_and_a_program_play_a_table_to_its_end(tmp_path: Path) -> None:
    program = shlex.join([sys.executable, str(FIRST_LEGAL)])
    brought = ["--bot", str(network(tmp_path / "large.npz")), "--bot", f"first={program}", "--thinkers", "1"]
    with Running(sqlite(tmp_path), [*FREELY, *brought]) as server:
        ann = Guest(server, "Ann")
        levels = {game["key"]: [level["name"] for level in game["levels"]] for game in ann.get("/api/games")["games"]}
        assert levels["everest"][-2:] == ["large", "first"]
        assert levels["yaz"][-1] == "first"
        assert "large" not in levels["yaz"]
        with pytest.raises(Refused, match="there is no level"):
            ann.table("yaz", ["me", {"bot": "large"}])
        table = ann.table("everest", ["me", {"bot": "first"}], options={"round_limit": 1})
        ann.post(f"/api/tables/{table}/start")
        ann.post(f"/api/tables/{table}/hand-over", {"seat": 0, "level": "large"})

        async def look_on() -> None:
            async with ann.live(table) as page:
                await page.until("over")

        asyncio.run(asyncio.wait_for(look_on(), PATIENCE))
        match = saves.load(ann.get(f"/api/tables/{table}/record")).match
    assert match.is_over
    for ply, played in enumerate(match.history):
        if played.seat >= 0:
            codes = match.game.codes_of(match.state_at(ply))
            assert played.code == (max(codes) if played.seat == 0 else codes[0])
