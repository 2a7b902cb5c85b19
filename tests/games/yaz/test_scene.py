"""What is seen of a race, what is touched in it, and what wrong touches are told."""

import pytest

from oddboard.core.game import Refusal
from oddboard.core.views import choices
from oddboard.games.yaz.state import State
from tests.games.yaz.table import RULES, WORK, YAZ, decided, play, race

SWAMP = """
    .S1!    .       .*      .F1
        .       #       .       .s1
    .L1     .f1     .*      o       .
        .       .       .       .L2
turn 0 3
"""


def touched(s: State) -> dict[str, list[str]]:
    """The touches of every legal decision, by the decision in short."""
    return {" ".join(map(str, each["decision"].values())): each["touches"] for each in choices(YAZ, s)}


def ways(s: State) -> dict[tuple[str, ...], list[str]]:
    """What several decisions at one touch are, by their touches."""
    return {
        tuple(each["touches"]): [" ".join(map(str, decision.values())) for decision in each["decisions"]]
        for each in YAZ.shortcuts(s)
    }


def why(s: State, *touches: str) -> str:
    """The rule against what was probably meant."""
    meant = YAZ.attempt(s, touches)
    assert meant is not None
    code = YAZ.code(s, meant)
    assert code not in WORK.code[: RULES.legal(s, WORK)], meant
    return (code if isinstance(code, Refusal) else YAZ.why_not(s, code)).rule


def piece(s: State, name: str) -> dict[str, object]:
    return next(dict(each) for each in YAZ.scene(s)["pieces"] if each["id"] == name)


def test_a_yazzite_is_touched_and_then_a_hex() -> None:
    s = race(SWAMP)
    assert touched(s)["step S1 b1"] == ["yazzite:0.S1", "hex:b1"]
    assert touched(s)["end"] == ["button:end"]
    play(s, "S1 b1")
    assert touched(s)["step S1 c1"] == ["hex:c1"]
    assert touched(s)["stop"] == ["button:stop"]


def test_a_long_way_is_one_touch_and_tells_what_it_breaks() -> None:
    s = race(SWAMP)
    assert ways(s)["yazzite:0.S1", "hex:c1"] == ["step S1 b1", "step S1 c1"]
    found = next(each for each in YAZ.shortcuts(s) if each.get("touches") == ["yazzite:0.S1", "hex:c1"])
    assert found["note"] == "2 steps · breaks it"
    assert found["path"] == ["hex:a1", "hex:b1", "hex:c1"]
    assert found["steps"] == 2


def test_no_long_way_ends_on_a_foe_unless_a_luggant_may_sit_on_it() -> None:
    s = race(SWAMP)
    assert ("yazzite:0.S1", "hex:b3") not in ways(s)
    assert ways(s)["yazzite:0.L2", "hex:b4"]
    near = next(each for each in choices(YAZ, s) if each["touches"] == ["yazzite:0.L1", "hex:b3"])
    assert near["note"] == "1 step · can sit on Flibdill 1"
    assert "through" not in near


def test_touching_another_yazzite_or_the_end_stops_the_moving_one() -> None:
    s = play(race(SWAMP), "S1 b1")
    assert ways(s)["yazzite:0.F1", "hex:c1"] == ["stop", "step F1 c1"]
    assert ways(s)["button:end",] == ["stop", "end"]


def test_a_hex_with_a_foe_is_only_passed_by_a_runner() -> None:
    s = play(race(SWAMP), "S1 b1", "S1 a2")
    step = next(each for each in choices(YAZ, s) if each["touches"] == ["hex:b3"])
    assert step["through"] == ["hex:b3"]
    assert step["note"] == "1 step · only passes"


def test_pieces_say_who_where_and_how() -> None:
    s = play(race(SWAMP), "L1 b3", "stop")
    assert piece(s, "yazzite:0.L1")["name"] == "Rust Luggant 1 on b3, throttling Cobalt Flibdill 1, has moved"
    assert piece(s, "yazzite:1.F1")["name"] == "Cobalt Flibdill 1 on b3, throttled by Rust Luggant 1"
    assert piece(s, "yazzite:0.S1")["name"] == "Rust Skadingle 1 on a1, with the baton"
    assert piece(s, "baton:0")["look"] == {"with": "yazzite:0.S1"}
    assert piece(s, "bulge:1")["name"] == "Bulge on c1, stands for Rust, stands for Cobalt"


@pytest.mark.parametrize(
    ("rule", "touches"),
    [
        ("YAZ-2", ["yazzite:0.S1", "hex:b2"]),  # mire
        ("YAZ-2", ["yazzite:0.L2", "hex:a1"]),  # too far
        ("YAZ-13", ["yazzite:0.S1", "hex:b3"]),
        ("YAZ-13", ["yazzite:0.S1", "yazzite:1.F1"]),  # who stands in a hex stands for it
        ("YAZ-2", ["yazzite:0.L2", "bulge:1"]),
        ("YAZ-29", ["button:pass", "yazzite:0.F1"]),
        ("YAZ-28", ["button:drop", "hex:b1"]),
        ("YAZ-9", ["button:stop"]),
    ],
)
def test_a_wrong_touch_is_told_its_rule(rule: str, touches: list[str]) -> None:
    assert why(race(SWAMP), *touches) == rule


def test_who_has_moved_or_is_throttled_says_so_when_touched() -> None:
    s = play(race(SWAMP), "L1 b3", "stop")
    assert why(s, "yazzite:0.L1") == "YAZ-9"
    play(s, "end")
    assert why(s, "yazzite:1.F1", "hex:c3") == "YAZ-15"
    assert YAZ.attempt(s, ["yazzite:0.S1"]) is None


def test_the_setting_is_touched_and_can_be_left_to_chance() -> None:
    s = YAZ.start(2, YAZ.check_options(2, {"setter": "first"}))
    assert why(s, "hex:z9") == "YAZ-3"
    everything, shortcut = YAZ.shortcuts(s)
    assert len(shortcut["decisions"]) == 6
    assert shortcut.get("again") is None
    assert everything.get("again"), "it goes on with what is to be set next"
    assert everything["decisions"] == shortcut["decisions"]
    for decision in shortcut["decisions"]:
        RULES.play(s, WORK, YAZ.code(s, decision))
    assert touched(s)["place S e2"] == ["kind:S", "hex:e2"]
    assert why(s, "kind:S", "hex:a13") == "YAZ-7"
    assert [len(each["decisions"]) for each in YAZ.shortcuts(s)] == [1, 1]
    reserve = {item["id"]: item["look"]["left"] for item in YAZ.scene(s)["items"]}
    assert reserve == {"kind:S": 2, "kind:F": 2, "kind:T": 2, "kind:L": 4}


def test_marks_name_the_mover_of_a_step() -> None:
    s = play(race(SWAMP), "S1 b1")
    assert YAZ.marks(s, YAZ.code(s, decided("S1 c1"))) == ["yazzite:0.S1", "hex:c1"]  # type: ignore[arg-type]
    assert YAZ.marks(s, YAZ.code(s, decided("stop"))) == ["yazzite:0.S1"]  # type: ignore[arg-type]
