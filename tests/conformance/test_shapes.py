"""What a game gives to be drawn: a field that is lacking, unknown or of another type is named."""

from typing import Any

import pytest

from oddboard.conformance.shapes import check_shape
from oddboard.core.scene import Choice, Scene

PIECE = {"id": "a:1", "name": "a", "kind": "a", "seat": None, "at": "b:1", "spot": (1, 2.5), "angle": 90}
SCENE = {"caption": "", "pieces": [PIECE], "items": [], "seats": [{"line": ""}]}


def test_whole_things_pass() -> None:
    check_shape(SCENE, Scene, "scene")
    check_shape({"decision": {"do": "x"}, "touches": ["a:1"], "note": "n"}, Choice, "choice")


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        ({"spot": (1,)}, r"scene\.pieces\[0\]\.spot is \(1,\)"),
        ({"angle": "up"}, r"scene\.pieces\[0\]\.angle is 'up', not a number"),
        ({"angel": 1}, r"has a field 'angel', which Piece does not know"),
        ({"seat": "Rust"}, r"scene\.pieces\[0\]\.seat is 'Rust'"),
    ],
)
def test_what_is_wrong_is_named(change: dict[str, Any], finding: str) -> None:
    with pytest.raises(AssertionError, match=finding):
        check_shape(SCENE | {"pieces": [PIECE | change]}, Scene, "scene")


@pytest.mark.parametrize("name", ["id", "at", "spot"])
def test_what_is_lacking_is_named(name: str) -> None:
    piece = {each: value for each, value in PIECE.items() if each != name}
    with pytest.raises(AssertionError, match=rf"scene\.pieces\[0\] lacks the field '{name}'"):
        check_shape(SCENE | {"pieces": [piece]}, Scene, "scene")
