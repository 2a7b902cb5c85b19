"""Everest in words: decisions, sentences, refusals, positions and the drawn board."""

import copy
import json
import random
from typing import Any

import pytest

import oddboard
from oddboard.core.errors import BadPosition, BadRequest
from oddboard.core.game import Refusal
from oddboard.core.records import same
from oddboard.games.everest.codes import CODES
from oddboard.games.everest.face.names import laid_words
from oddboard.games.everest.face.terminal import coin_from_mark, coin_mark, diagram, from_diagram
from tests.games.everest.table import EVEREST, at, lay, order, played, roll

CONFLICT = "1 0 1 . . . . . .\n6 . . . . . . . 2"


def refused(match: Any, **decision: Any) -> str:
    refusal = match.why_not(decision)
    assert isinstance(refusal, Refusal), f"{decision} is legal"
    assert refusal.message.endswith(".")
    return refusal.rule


def test_every_code_is_a_decision_and_back() -> None:
    match = oddboard.new("everest", 4)
    seen = set()
    for code in range(CODES):
        decision = EVEREST.decision(match.state, code)
        seen.add(json.dumps(decision))
        assert EVEREST.code(match.state, decision) == code
    assert len(seen) == CODES


@pytest.mark.parametrize(
    "decision",
    [
        {},
        {"do": "fly"},
        {"do": "coin", "coin": 1, "up": "value"},
        {"do": "coin", "coin": True, "up": "value", "to": "n"},
        {"do": "coin", "coin": 1, "up": "value", "to": "n", "from": 1},
        {"do": "order", "order": [0, "snowball"]},
        {"do": "order", "order": [False]},
        {"do": "heal", "seat": 1},
    ],
)
def test_what_has_not_the_shape_of_a_decision(decision: dict[str, Any]) -> None:
    with pytest.raises(BadRequest):
        EVEREST.code(oddboard.new("everest", 2).state, decision)


@pytest.mark.parametrize(
    ("decision", "rule"),
    [
        ({"do": "coin", "coin": 6, "up": "value", "to": "n"}, "EVE-3"),
        ({"do": "coin", "coin": 1, "up": "edge", "to": "n"}, "EVE-6"),
        ({"do": "coin", "coin": 1, "up": "suit", "to": "ne"}, "EVE-6"),
        ({"do": "home", "square": "a3"}, "EVE-1"),
        ({"do": "home", "square": "b2"}, "EVE-4"),
        ({"do": "roll", "seat": 0, "face": 6}, "EVE-3"),
        ({"do": "roll", "seat": 2, "face": 1}, "EVE-5"),
        ({"do": "flee", "from": -1}, "EVE-5"),
        ({"do": "order", "order": []}, "EVE-11"),
        ({"do": "order", "order": [0, 0]}, "EVE-11"),
        ({"do": "order", "order": [0, 7]}, "EVE-5"),
        ({"do": "set_aside", "coin": 9}, "EVE-3"),
    ],
)
def test_what_does_not_exist_is_refused(decision: dict[str, Any], rule: str) -> None:
    found = EVEREST.code(oddboard.new("everest", 2).state, decision)
    assert isinstance(found, Refusal)
    assert found.rule == rule


@pytest.mark.rule("EVE-4")
def test_why_not_a_home() -> None:
    match = oddboard.new("everest", 2, homes="chosen")
    match.play({"do": "home", "square": "a2"})
    assert refused(match, do="home", square="a2") == "EVE-4"
    assert refused(match, do="heal") == "EVE-4"


@pytest.mark.rule("EVE-6", "EVE-29")
def test_why_not_a_coin() -> None:
    match = at("1 0 . . . . . . .\n6 . . . . . . . 1\ncoins 0 1 2 3 4")
    assert refused(match, do="coin", coin=5, up="value", to="n") == "EVE-29"
    lay(match, "1e")
    assert refused(match, do="coin", coin=1, up="suit", to="n") == "EVE-6"
    assert refused(match, do="roll", seat=0, face=3) == "EVE-6"


@pytest.mark.rule("EVE-11", "EVE-12", "EVE-27")
def test_why_not_an_order() -> None:
    match = played(CONFLICT, "0e", "0w", "*1w")
    assert refused(match, do="roll", seat=1, face=3) == "EVE-11"
    assert refused(match, do="stay") == "EVE-11"
    roll(match, 0, 0, 5)
    assert refused(match, do="order", order=[1, 0, "snowballs"]) == "EVE-12"
    assert refused(match, do="order", order=[0, 1, 2]) == "EVE-11"
    assert refused(match, do="order", order=[0, 1]) == "EVE-11"
    assert refused(match, do="order", order=[0, 1, 2, "snowballs"]) == "EVE-11"
    assert refused(match, do="roll", seat=0, face=2) == "EVE-11"
    runs = played("1 0 1 . . . . 2 3", "0e", "", "", "0w")
    roll(runs, 2, 3, 5, 0, 0, 0)
    assert refused(runs, do="order", order=[0, 1]) == "EVE-27"
    assert refused(runs, do="order", order=["snowballs", 1, 2]) == "EVE-11"


@pytest.mark.rule("EVE-23", "EVE-24", "EVE-25", "EVE-26")
def test_why_not_while_somebody_roars() -> None:
    match = played("1 . 0 2 1 . . . .", "0e", "0e", "")
    assert refused(match, do="roll", seat=0, face=1) == "EVE-23"
    assert refused(match, do="flee", **{"from": 0}) == "EVE-23"
    roll(match, 0)
    assert refused(match, do="roll", seat=0, face=1) == "EVE-25"
    assert refused(match, do="heal") == "EVE-24"
    roll(match, 4)
    assert refused(match, do="flee", **{"from": 2}) == "EVE-26"
    assert refused(match, do="roll", seat=2, face=1) == "EVE-26"


@pytest.mark.rule("EVE-29", "EVE-30", "EVE-31")
def test_why_not_at_the_end_of_a_round() -> None:
    match = at("3 - . . 0 . . . -\n6 . . . . . . . 1\ncoins 0 2 3 4")
    lay(match, "2n *3e *4e", "*0e *1e *2e")
    assert refused(match, do="set_aside", coin=2) == "EVE-30"
    match.play({"do": "stay"})
    assert refused(match, do="set_aside", coin=5) == "EVE-29"
    assert refused(match, do="heal") == "EVE-29"
    left = played("3 - . . 0 . . . -\n6 . . . . . . . 1", "3n", "*1e")
    assert refused(left, do="heal") == "EVE-31"


def test_decisions_as_a_friend_would_tell_them() -> None:
    match = played(CONFLICT, "0e", "0w", "*1w")

    def told(**decision: Any) -> str:
        code = EVEREST.code(match.state, decision)
        assert isinstance(code, int)
        return EVEREST.words(match.state, code)

    assert told(do="roll", seat=0, face=1) == "Rust rolls ace for the order"
    roll(match, 0, 0, 5)
    expected = "Marigold chooses the order: the snowballs, then Rust, then Cobalt"
    assert told(do="order", order=["snowballs", 0, 1]) == expected
    order(match, "snowballs", 0, 1)
    assert told(do="roll", seat=0, face=4) == "Rust rolls 4 and is going to run"
    assert told(do="roll", seat=0, face=1) == "Rust rolls ace and roars back"
    assert told(do="roll", seat=0, face=0) == "Rust rolls null and stands and shivers"
    assert told(do="coin", coin=4, up="value", to="e") == "Rust lays the 4 to move east"


def test_a_check_names_the_roarer() -> None:
    match = played("1 . 0 2 1 . . . .", "0w", "0e", "")
    code = EVEREST.code(match.state, {"do": "roll", "seat": 2, "face": 0})
    assert isinstance(code, int)
    assert EVEREST.words(match.state, code) == "Marigold rolls null and is struck by Rust's roar"
    roll(match, 3)
    assert EVEREST.words(match.state, code) == "Marigold rolls null and is struck by Cobalt's roar"


def test_coins_in_words_and_marks() -> None:
    assert laid_words(coin_from_mark("0n")) == "null to roar north"
    assert laid_words(coin_from_mark("*1w")) == "ace suit up: a snowball west"
    assert all(coin_from_mark(coin_mark(coin)) == coin for coin in range(48))
    with pytest.raises(BadPosition, match="no coin"):
        coin_from_mark("6e")


def test_results_in_words() -> None:
    won = played("3 - . . 0 . . . -\n6 . . . . . . . 1", "*5n", "*5e")
    assert EVEREST.result(won.state) == "Rust was alone on the peak for the whole of round 1."
    draw = played("1 0 . . . . . . .\n6 . . . . . . . 1", "*5n", "*5e", round_limit=1)
    assert "draw" in EVEREST.result(draw.state)


def test_a_diagram_and_back() -> None:
    text = (
        "1 . . . . . . . .\n2 . 1 . . . . . .\n3 - . . 0 . . . -\n4 - . . . . . . -\n"
        "5 . . . . . . . .\n6 . . 2 . . . . .\nround 4\nhomes a2 h2 h5\ncoins 1 0 3\n"
    )
    assert diagram(from_diagram(text)) == text
    for wrong in ("1 0 1 . .", "1 0 . . . . . . .", "3 0 1 . . . . . ."):
        with pytest.raises(BadPosition):
            from_diagram(wrong)


def test_the_board_shows_yeti_cliffs_and_plans() -> None:
    match = at("3 - . . 0 . . . -\n6 . . . . . . . 1")
    lay(match, "4e *2s")
    picture = EVEREST.board(match.state).plain
    assert "● Rust" in picture
    rows = [line for line in picture.splitlines() if line.startswith((" 1 ", " 2 ", "   │"))]
    assert len({len(line) for line in rows}) == 1
    assert "go 4→" in picture
    assert "ball↓" in picture
    uprights = sum(line.count("┃") for line in picture.splitlines()[1:-6]) // 2
    lying = picture.count("━━━━━━━━")
    assert uprights + lying == 16
    hidden = at("1 0 . . . . . . .\n6 . . . . . . . 1")
    lay(hidden, "4e")
    view = copy.deepcopy(hidden.position(seat=1))
    assert "▒▒" in EVEREST.board(EVEREST.from_position(view)).plain


def test_positions_and_back_in_every_phase() -> None:
    rng = random.Random(5)
    phases = set()
    for seed in range(40):
        match = oddboard.new("everest", 2 + seed % 3, homes=rng.choice(["dealt", "chosen"]), round_limit=6)
        while not match.is_over:
            legal = [each for each in match.legal() if each.get("coin") == 0] or match.legal()
            chosen = rng.choice(legal if rng.random() < 0.3 else match.legal())
            match.play({name: value for name, value in chosen.items() if name != "weight"})
            for seat in (None, 0):
                position = json.loads(json.dumps(match.position(seat)))
                phases.add(position["phase"])
                assert EVEREST.position(EVEREST.from_position(position)) == position
            assert same(EVEREST.from_position(match.position()), match.state)
    assert {"plan", "contest", "order", "heal", "set_aside", "over", "home"} <= phases


FIELDS: list[tuple[str, Any, str]] = [
    ("players", 5, "players"),
    ("phase", "sleep", "phase"),
    ("turn", 3, "turn"),
    ("round", 0, "round"),
    ("alone_at_start", 0, "alone_at_start"),
    ("winner", 1, "winner"),
    ("yeti", [], "yeti"),
    ("agenda", [0, 0], "agenda"),
    ("agenda", [1], "agenda"),
    ("contest", {"about": "beat", "to_roll": [0], "dice": [None, None, 1]}, "contest"),
    ("roars", {}, "roars"),
    ("runs", [None, None, {"points": 1, "to": "n"}], "points"),
    ("runs", [None, None, {"points": 3, "to": "n"}], "runs"),
    ("left", [2], "left"),
    ("owed", 2, "owed"),
    ("beat", 2, "beat"),
    ("weather", "snow", "weather"),
]


@pytest.mark.parametrize(("name", "value", "named"), FIELDS)
def test_a_position_that_cannot_be_names_the_field(name: str, value: Any, named: str) -> None:
    position = at("1 0 . . 1 . . . .\n6 . . . . . . . 2").position()
    with pytest.raises(BadPosition, match=named):
        EVEREST.from_position(position | {name: value})


@pytest.mark.parametrize(
    ("name", "value", "named"),
    [
        ("home", "b2", "home"),
        ("home", "h5", "home"),
        ("home", None, "homes"),
        ("at", "a3", "at"),
        ("at", "d1", "one square"),
        ("at", None, "off the board"),
        ("hurt", 1, "hurt"),
        ("coins", [7], "coins"),
        ("coins", [1, 1], "coins"),
        ("plan", ["hidden"] * 4, "plan"),
        ("plan", [{"coin": 1, "up": "value", "to": "n"}] * 2, "once"),
        ("plan", ["hidden", {"coin": 1, "up": "value", "to": "n"}], "hidden"),
    ],
)
def test_a_yeti_that_cannot_be_names_the_field(name: str, value: Any, named: str) -> None:
    position = at("1 0 . . 1 . . . .\n6 . . . . . . . 2").position()
    position["yeti"][0] |= {name: value}
    with pytest.raises(BadPosition, match=named):
        EVEREST.from_position(position)


def test_a_contest_without_conflict_cannot_be() -> None:
    match = played(CONFLICT, "0e", "0w", "*1w")
    position = match.position()
    position["yeti"][0]["at"] = "a6"
    with pytest.raises(BadPosition, match="not in conflict"):
        EVEREST.from_position(position)


def test_roars_between_yeti_that_are_not_neighbours_cannot_be() -> None:
    position = played("1 0 1 . . . . . .", "0e", "").position()
    position["yeti"][1]["at"] = "h1"
    with pytest.raises(BadPosition, match="neighbouring"):
        EVEREST.from_position(position)
