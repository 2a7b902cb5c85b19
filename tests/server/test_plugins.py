"""Games of other packages that are broken: named in the log, to the page, and to who opens a table; the others work."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.packages import register
from tests.server.client import Refused
from tests.server.launching import Running
from tests.server.running import SMALL, Guest, sqlite

MAGPIES = Path(__file__).parent.parent.parent / "examples" / "magpies"
# Magpies without something that a page must be told.
FACELESS = """
from magpies.game import Magpies

class Faceless(Magpies):
    key = "faceless"
    title = "Faceless"

    def scene(self, s):
        scene = dict(super().scene(s))
        del scene["caption"]
        return scene
"""
HALF = """
from oddboard.core.game import Game

class Half(Game):
    key = "half"
"""
PATIENCE = 60.0  # seconds until what is wrong is told


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with three broken games, on interpreted rules: what is wrong with them is not in the rules."""
    place = tmp_path_factory.mktemp("plugins")
    (place / "faceless.py").write_text(FACELESS)
    (place / "half.py").write_text(HALF)
    register(
        place, "broken-games", "1", {"faceless": "faceless:Faceless", "half": "half:Half", "absent": "nowhere:Absent"}
    )
    paths = os.pathsep.join(filter(None, [str(place), str(MAGPIES), os.environ.get("PYTHONPATH", "")]))
    server = Running(sqlite(place), SMALL, PYTHONPATH=paths, ODDBOARD_INTERPRETED="1").start()
    yield server
    log = server.stop()
    for key in ("faceless", "half", "absent"):
        assert f"the game {key} is broken" in log


def _broken(guest: Guest) -> dict[str, str]:
    return {one["key"]: one["why"] for one in guest.get("/api/games")["broken"]}


def test_what_is_broken_is_named_and_the_others_are_there(running: Running) -> None:
    ann = Guest(running, "Ann")
    assert {game["key"] for game in ann.get("/api/games")["games"]} >= {"everest", "yaz"}
    broken = _broken(ann)
    assert "lacks" in broken["half"]
    assert "ModuleNotFoundError" in broken["absent"]
    assert ann.http.get("/api/games/half/rulebook").status_code == 404


def test_a_scene_that_lacks_a_field_is_named(running: Running) -> None:
    ann = Guest(running, "Ann")
    made = ann.http.post("/api/tables", json={"game": "faceless", "seats": ["me", "shared"], "start": True})
    path = f"/api/tables/{made.json()['id']}/situation" if made.is_success else "/api/games/faceless/sample"
    message = _told(ann, path)
    assert "the game faceless is broken" in message
    assert "the scene lacks the field 'caption'" in message
    assert "caption" in _broken(ann)["faceless"], "and on the home page"


def _told(guest: Guest, path: str) -> str:
    late = time.monotonic() + PATIENCE
    while True:
        try:
            found: Any = guest.get(path)
        except Refused as refusal:
            return str(refusal)
        assert time.monotonic() < late, found
        time.sleep(0.2)
