"""What is seen and touched: pieces by name, dice that may be skipped, previews, and what a wrong touch meant."""

from typing import Any

import pytest

from oddboard.core.game import Refusal
from oddboard.core.match import Match
from oddboard.core.views import Choice, choices, moment
from tests.games.martian_race.drawn import GAME, drawn, move, push, roll

CROWDED = """
8 .     .     .     .           .     .     .     .
7 .     .     .     .           .     .     .     .
5 .     .     .     .           .     .     .     .
4 .     .     .     1.1s>       .     .     .     .
3 .     .     .     1.2s+,1.3s+ 0.1m< .     .     .
2 .     .     .     .           0.2s^ .     .     0.3s<
"""


def found(match: Match, **wanted: Any) -> Choice:
    """The choice of a decision with these fields."""
    return next(
        each for each in choices(GAME, match.state) if all(each["decision"][name] == wanted[name] for name in wanted)
    )


def test_a_move_is_a_die_a_martian_a_square_and_a_facing() -> None:
    match = drawn(CROWDED + "turn 0 5 2")
    choice = found(match, die=5, martian="0.1", to="d4", facing="w")
    assert choice["touches"] == ["die:5", "martian:0.1", "square:d4", "facing:w"]


def test_no_die_is_touched_where_there_is_nothing_to_choose() -> None:
    one, double = drawn(CROWDED + "turn 0 5"), drawn(CROWDED + "turn 0 5 5")
    for match in (one, double):
        choice = found(match, die=5, martian="0.1", to="d4", facing="w")
        assert choice["touches"] == ["martian:0.1", "square:d4", "facing:w"]
    dice = [item["id"] for item in double.game.scene(double.state)["items"] if item["kind"] == "die"]
    assert dice == ["die:5", "die:5.2"]


def test_a_preview_tells_the_steps_the_way_and_who_is_pushed() -> None:
    match = drawn(CROWDED + "turn 0 5 2")
    choice = found(match, die=5, martian="0.1", to="d4", facing="w")
    assert choice["steps"] == 4, "turn north, go, turn west, go"
    assert found(match, die=5, martian="0.1", to="d4", facing="n")["steps"] == 4, "what the square costs"
    assert choice["path"] == ["square:e3", "square:e4", "square:d4"]
    assert choice["note"] == "4 steps · pushes Cobalt's small 1"
    assert found(match, die=2, martian="0.1", to="e3", facing="w")["note"] == "stays there"
    assert found(match, die=2, martian="0.3", to="h2", facing="up")["note"] == "stays there · grows to medium"


def test_a_push_is_a_martian_and_a_square() -> None:
    match = drawn(CROWDED + "turn 0 5 2")
    move(match, "0.1", "d4 w", 5)
    scene = GAME.scene(match.state)
    pushed = next(piece for piece in scene["pieces"] if piece["id"] == "martian:1.1")
    assert pushed["name"] == "Cobalt's small Martian 1 on d4, lying east, to be pushed 2"
    choice = found(match, martian="1.1", to="d6")
    assert choice["touches"] == ["martian:1.1", "square:d6"]
    assert choice["path"] == ["square:d4", "square:d5", "square:d6"]
    push(match, "1.1", "d6")
    told = moment(match, 1, None)
    assert told is not None
    assert told["trails"] == {"martian:1.1": choice["path"]}
    assert told["marks"] == ["martian:1.1", "square:d6"]


def test_everybody_has_a_name_and_a_place() -> None:
    scene = GAME.scene(drawn(CROWDED + "turn 0 5 2").state)
    names = {piece["id"]: piece["name"] for piece in scene["pieces"]}
    assert names["martian:0.1"] == "Rust's medium Martian 1 on e3, lying west"
    assert names["martian:1.2"] == "Cobalt's small Martian 2 on d3, standing"
    assert names["martian:0.4"] == "Rust's small Martian 4, waiting to land"
    assert scene["look"]["blocks"] == {"square:d3": 4}
    assert scene["look"]["closed"] == ["square:d3"]
    assert scene["seats"][0]["line"] == "3 on the way, 2 waiting"
    assert scene["caption"] == "Two families of five · round 1"


@pytest.mark.rule("MAR-16")
def test_a_square_that_is_only_partly_blocked_is_not_closed() -> None:
    scene = GAME.scene(drawn("3 . . . 1.2s+,1.3s^ . . . 0.1s^\nturn 0 5 2").state)
    assert scene["look"]["blocks"] == {"square:d3": 3}
    assert scene["look"]["closed"] == []


def why(match: Match, *touches: str) -> str:
    """The rule against what these touches meant."""
    decision = GAME.attempt(match.state, touches)
    assert decision is not None
    refusal = match.why_not(decision)
    assert isinstance(refusal, Refusal), f"{decision} is legal"
    return refusal.rule


def test_a_wrong_touch_names_the_rule() -> None:
    match = drawn(CROWDED + "turn 0 5 2")
    assert why(match, "die:5", "martian:0.1", "square:d3") == "MAR-17"
    assert why(match, "die:5", "martian:0.1", "martian:1.2") == "MAR-17", "the piece stands for its square"
    assert why(match, "die:2", "martian:0.1", "square:a8") == "MAR-7"
    assert why(match, "die:5", "martian:0.2", "square:a2") == "MAR-11"
    assert why(match, "die:5", "martian:1.1") == "MAR-6"
    assert why(match, "die:5", "martian:0.5") == "MAR-8"
    assert GAME.attempt(match.state, ["square:d3"]) is None
    move(match, "0.1", "d4 w", 5)
    assert why(match, "martian:0.2") == "MAR-19"
    assert why(match, "martian:1.1", "square:a8") == "MAR-20"


def test_dice_are_marked_when_they_are_rolled() -> None:
    match = drawn(CROWDED + "turn 0")
    roll(match, 4, 4)
    told = moment(match, 0, None)
    assert told is not None
    assert told["marks"] == ["die:4", "die:4.2"]
