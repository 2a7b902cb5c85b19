"""Golden playthroughs still give the text that is stored with them."""

import pytest

from oddboard.core import registry
from tests.conformance.golden import FOLDER, PLAYTHROUGHS, replayed

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_playthrough(path: object) -> None:
    stored = path.read_text(encoding="utf-8")  # type: ignore[attr-defined]
    assert replayed(stored) == stored


@pytest.mark.parametrize("key", registry.keys())
def test_every_game_has_playthroughs(key: str) -> None:
    assert sum(path.stem.startswith(key) for path in FILES) >= PLAYTHROUGHS
