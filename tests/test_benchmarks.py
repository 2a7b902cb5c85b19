"""Results that are kept, and what has become slower since."""

from pathlib import Path
from typing import Any

import pytest

from benchmarks import kept


def result(**ratios: float | None) -> dict[str, Any]:
    return {"games": [{"game": key, "ratio_to_openspiel": ratio} for key, ratio in ratios.items()]}


def test_the_last_results_are_compared_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "FOLDER", tmp_path / "results")
    assert "nothing is kept" in kept.compared(result(yaz=70.0), "random-play")[0]
    path = kept.keep("random-play", result(yaz=70.0, everest=200.0, unmeasured=None))
    assert path.name.endswith("-random-play.json")
    head, yaz, everest = kept.compared(result(yaz=35.0, everest=210.0, unmeasured=1.0, new=1.0), "random-play")
    assert path.stem in head
    assert yaz.split()[:2] == ["yaz", "35.0"]
    assert yaz.endswith("SLOWER")
    assert "SLOWER" not in everest


def test_there_are_results_of_every_game() -> None:
    from oddboard.core import registry

    known = kept.latest("random-play")
    assert known is not None
    assert set(kept.ratios(known[1])) == set(registry.keys())
