"""Sailboat Regatta with `diagonal = boat`: one diagonal step a turn for every boat that sails (REG-10)."""

import json
from typing import Any

import numpy as np
import pytest

from oddboard.core import saves
from oddboard.core.errors import BadOptions, BadPosition, BadRequest
from oddboard.core.match import Match
from tests.games.sailboat_regatta.helpers import GAME, count, do, finished, offered, race, refused, where


def one_step(diagram: str = "", players: int = 2, **options: Any) -> Match:
    """A race in which a boat takes one diagonal step a turn."""
    return race(diagram, players, diagonal="boat", **options)


@pytest.mark.rule("REG-10")
def test_a_sail_is_made_with_the_step_or_without_it() -> None:
    match = one_step("l10: 0.1n\nturn 0 sail 3 3 2 2")
    assert offered(match) == {"sail 1 3", "sail 1 2", "sail 1 3 straight", "sail 1 2 straight", "enter 2"}
    assert where(do(one_step("l10: 0.1n\nturn 0 sail 3 3 2 2"), "sail 1 3"), "0.1") == "k6"
    assert where(do(match, "sail 1 3 straight"), "0.1") == "l7"


@pytest.mark.rule("REG-10")
def test_a_boat_that_owes_the_step_sails_on_or_drifts_and_nothing_else_is_done() -> None:
    match = do(one_step("l10: 0.1n\nd8: 0.2n\nturn 0 sail 3 3 2 2"), "sail 1 3 straight")
    assert offered(match) == {"sail 1 3", "sail 1 2", "sail 1 3 straight", "sail 1 2 straight", "drift 1"}
    for decision in (
        {"do": "done"},
        {"do": "enter", "boat": 3},
        {"do": "sail", "boat": 2, "die": 3, "diagonal": True},
        {"do": "drift", "boat": 2},
    ):
        assert refused(match, decision) == "REG-10"
    do(match, "drift 1")
    assert where(match, "0.1") == "k6"
    assert {"done", "enter 3", "sail 2 3"} <= offered(match)


@pytest.mark.rule("REG-10")
def test_the_step_is_taken_once_a_turn_however_many_dice_a_boat_uses() -> None:
    match = do(one_step("l10: 0.1n\nturn 0 sail 3 3 2 2"), "sail 1 3")
    assert offered(match) == {"sail 1 3 straight", "sail 1 2 straight", "enter 2", "done"}
    assert refused(match, {"do": "sail", "boat": 1, "die": 2, "diagonal": True}) == "REG-10"
    assert refused(match, {"do": "drift", "boat": 1}) == "REG-10"
    do(match, "sail 1 2 straight")
    assert where(match, "0.1") == "k4"
    assert "done" in offered(match)  # nothing is owed any more


@pytest.mark.rule("REG-10")
def test_every_boat_has_a_step_of_its_own_in_every_turn() -> None:
    match = do(one_step("l10: 0.1n\nl8: 0.2n\nturn 0 sail 3 3 2 2"), "sail 1 2")
    assert {"sail 2 3", "sail 2 2", "sail 1 3 straight"} <= offered(match)
    do(match, "done", "end", "roll 5 5 5 5", "done", "end", "roll 5 5 1 0")
    assert "sail 1 1" in offered(match)


@pytest.mark.rule("REG-10")
def test_without_the_step_a_sail_must_get_somewhere() -> None:
    match = one_step("d8: 0.1n\nturn 0 sail 3 3 3 3")  # a three on a three
    assert offered(match) == {"sail 1 3", "enter 2"}
    refusal = match.why_not({"do": "sail", "boat": 1, "die": 3, "diagonal": False})
    assert refusal is not None
    assert refusal.rule == "REG-10"
    assert "would stay where it is" in refusal.message


@pytest.mark.rule("REG-10", "REG-12")
@pytest.mark.parametrize(
    ("diagram", "die", "rule", "says"),
    [
        ("i7: 0.1n\nturn 0 sail 3 3 3 3", 3, "REG-10", "2 north to i5, but could not go northwest from there"),
        ("i7: 0.1n\nturn 0 sail 4 4 4 4", 4, "REG-12", "3 north, and end on a buoy (i4)"),
        ("j7: 0.1w\nturn 0 sail 5 5 5 5", 5, "REG-12", "4 west to f7, but something is in the way"),
        ("d8: 0.1s\nturn 0 sail 0 0 0 0", 0, "REG-12", "3 south, which leads out of bounds"),
    ],
)
def test_why_not_straight(diagram: str, die: int, rule: str, says: str) -> None:
    match = one_step(diagram)
    refusal = match.why_not({"do": "sail", "boat": 1, "die": die, "diagonal": False})
    assert refusal is not None
    assert (refusal.rule, says in refusal.message) == (rule, True), refusal.message


@pytest.mark.rule("REG-10")
def test_a_boat_that_has_taken_the_step_may_end_where_it_could_not_take_it() -> None:
    match = do(one_step("j8: 0.1n\nturn 0 sail 3 3 1 1"), "sail 1 1")  # the step alone, to i7
    assert where(match, "0.1") == "i7"
    assert where(do(match, "sail 1 3 straight"), "0.1") == "i5"


@pytest.mark.rule("REG-10", "REG-13")
def test_the_duty_to_sail_means_sails_with_the_step() -> None:
    match = one_step("a5: 0.1n\nturn 0 sail 5 5 4 4")
    assert offered(match) == {"enter 2", "done"}
    match = one_step("i11: 0.1w\nturn 0 sail 4 4 4 4")  # boat 1 can sail, one entered on top of it could not
    assert "enter 2" not in offered(match)
    assert refused(match, {"do": "done"}) == "REG-13"


@pytest.mark.rule("REG-3", "REG-10")
def test_the_count_is_looked_at_after_each_sail_and_each_drift() -> None:
    match = do(one_step("h11: 0.1e\nturn 0 sail 5 5 5 5"), "sail 1 5 straight")
    assert (where(match, "0.1"), count(match, "0.1")) == ("i11", -1)
    assert count(do(match, "drift 1"), "0.1") == 0


NEARLY_HOME = "i10: 0.1n+2* 0.2n+2* 0.3n+2* 0.4n+2*\n{0}: 0.5{1}+1\nl8: 1.1n\nturn 0 sail {2} {2} {2} {2}"


@pytest.mark.rule("REG-10", "REG-17")
def test_the_race_ends_with_the_winning_sail_though_the_step_is_owed() -> None:
    match = do(one_step(NEARLY_HOME.format("j11", "w", 4)), "sail 5 4 straight")
    assert (where(match, "0.5"), finished(match, "0.5"), match.is_over) == ("h11", True, True)
    assert match.ranks == [1, 2]
    assert match.position()["owes"] is None


@pytest.mark.rule("REG-10", "REG-17")
def test_or_with_the_winning_drift() -> None:
    match = do(one_step(NEARLY_HOME.format("j11", "w", 3)), "sail 5 3 straight")
    assert (where(match, "0.5"), match.is_over) == ("i11", False)
    assert do(match, "drift 5").is_over


@pytest.mark.rule("REG-10", "REG-15")
def test_coming_about_is_as_ever() -> None:
    match = do(one_step("a5: 0.1n\nl8: 0.2n\nturn 0 sail 3 2 1 0"), "sail 2 1 straight", "drift 2", "done")
    assert {each for each in offered(match) if "about 1" in each or each == "end"} == {"about 1 e"}


@pytest.mark.rule("REG-10")
def test_a_step_for_every_die_is_the_default_and_what_held_before_the_option() -> None:
    match = race("l10: 0.1n\nturn 0 sail 3 3 2 2")
    assert match.options["diagonal"] == "die"
    assert refused(match, {"do": "sail", "boat": 1, "die": 3, "diagonal": False}) == "REG-10"
    assert refused(match, {"do": "sail", "boat": 1, "die": 3, "diagonal": True}) == "REG-10"
    assert refused(match, {"do": "drift", "boat": 1}) == "REG-10"
    assert next(option.before for option in GAME.options if option.name == "diagonal") == "die"
    with pytest.raises(BadOptions, match="one of die, boat"):
        GAME.check_options(2, {"diagonal": "wind"})
    with pytest.raises(BadRequest, match="diagonal"):
        GAME.code(one_step().state, {"do": "sail", "boat": 1, "die": 3})


@pytest.mark.rule("REG-10")
def test_a_game_saved_before_the_option_loads_and_goes_on() -> None:
    match = do(Match(GAME, 2, {"first": "seats"}), "roll 3 2 2 1", "enter 1", "sail 1 2")
    text = saves.record(match)
    assert '"diagonal":"die",' in text
    loaded = saves.load(text.replace('"diagonal":"die",', "")).match
    assert loaded.options["diagonal"] == "die"
    assert loaded.position() == match.position()
    position = json.loads(json.dumps(match.position()))
    del position["options"]["diagonal"]
    assert Match.from_position(GAME, position).position() == match.position()


@pytest.mark.rule("REG-10")
def test_positions_say_who_took_the_step_and_who_owes_it() -> None:
    match = do(one_step("l10: 0.1n\nl8: 0.2n\nturn 0 sail 3 3 2 2"), "sail 1 2", "sail 2 3 straight")
    position = json.loads(json.dumps(match.position()))
    assert (position["drifted"], position["owes"]) == ([1], 2)
    assert offered(Match.from_position(GAME, position)) == offered(match)
    plain = race("l10: 0.1n\nturn 0 sail 3 3 2 2").position()
    assert not {"drifted", "owes"} & set(plain)
    with pytest.raises(BadPosition, match="drifted"):
        GAME.from_position({**plain, "drifted": []})


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"drifted": [], "owes": None}, "just in the phase sail after a sail"),
        ({"drifted": [1, 3], "owes": None}, "boats afloat"),
        ({"drifted": [1, 2], "owes": 2, "dice": [3, 2]}, "position.owes"),
        ({"drifted": [1], "owes": 2, "dice": [3, 2, 2]}, "no more than dice were used"),
        ({"owes": 9}, "position.owes"),
        ({"drifted": [2, 1]}, "lowest first"),
    ],
)
def test_positions_that_cannot_be(change: dict[str, Any], says: str) -> None:
    match = do(one_step("l10: 0.1n\nl8: 0.2n\nturn 0 sail 3 3 2 2"), "sail 1 2", "sail 2 3 straight")
    position = json.loads(json.dumps(match.position())) | change
    with pytest.raises(BadPosition) as raised:
        GAME.from_position(position)
    assert says in raised.value.message


@pytest.mark.parametrize(
    ("decisions", "words", "note"),
    [
        (["sail 1 3"], "Rust's boat 1 sails 3 north and 1 northwest with the 3, to k6", "3 north + 1 northwest"),
        (
            ["sail 1 3 straight"],
            "Rust's boat 1 sails 3 north with the 3, to l7, and takes the wind of Cobalt's boat 1",
            "3 north · northwest still to come · takes Cobalt's wind",
        ),
        (["sail 1 3 straight", "drift 1"], "Rust's boat 1 drifts 1 northwest, to k6", "1 northwest"),
        (["sail 1 2", "sail 1 2 straight"], "Rust's boat 1 sails 2 north with the 2, to k5", "2 north"),
    ],
)
def test_words_and_notes(decisions: list[str], words: str, note: str) -> None:
    match = do(one_step("l10: 0.1n\nl7: 1.1n\nturn 0 sail 3 3 2 2"), *decisions)
    before, played = match.state_at(match.ply - 1), match.history[-1]
    assert GAME.words(before, played.code) == words
    assert GAME.preview(before, played.code)["note"] == note
    (trail,) = GAME.trails(before, played.code).values()
    assert trail[-1] == f"space:{where(match, '0.1')}"


def test_a_straight_sail_is_touched_like_any_and_the_drift_is_a_button() -> None:
    match = one_step("l10: 0.1n\nturn 0 sail 3 3 2 2")
    touches = [each["touches"] for each in GAME.choices(match.state)]
    assert ["boat:0.1", "space:l7", "die:3"] in touches
    assert ["boat:0.1", "space:k6", "die:3"] in touches
    assert GAME.scene(match.state)["look"]["dice"]["boat:0.1"]["space:l7"] == [3]
    assert "once in the turn" in GAME.scene(match.state)["help"]
    do(match, "sail 1 3 straight")
    scene = GAME.scene(match.state)
    assert scene["help"] == "Boat 1 is still to go one space northwest: sail on with it, or let it drift."
    assert [item["id"] for item in scene["items"] if item.get("main")] == ["button:drift"]
    assert ["button:drift"] in [each["touches"] for each in GAME.choices(match.state)]
    assert GAME.attempt(match.state, ["button:drift"]) == {"do": "drift", "boat": 1}
    meant = GAME.attempt(match.state, ["boat:0.1", "space:l6"])  # straight on with a one, which was not rolled
    assert meant == {"do": "sail", "boat": 1, "die": 1, "diagonal": False}


def test_what_a_program_may_know_of_it() -> None:
    match = do(one_step("l10: 0.1n\nl8: 0.2n\nturn 0 sail 3 3 2 2"), "sail 1 2", "sail 2 3 straight")
    assert GAME.observation is not None
    assert GAME.rules.observe is not None
    out = np.zeros(GAME.observation.size, np.int8)
    GAME.rules.observe(match.state, 0, out)
    seen = GAME.observation.split(out)
    assert seen["step_a_boat"].tolist() == [1]
    assert seen["steps"].tolist() == [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0]]
