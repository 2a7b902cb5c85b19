"""What the rulebook draws is as its captions say."""

import re
from typing import Any

import pytest

from oddboard.core.match import Match
from oddboard.games.everest.face.terminal import coin_from_mark
from tests.games.everest.table import EVEREST, hurt, lay, phase, where


def example(name: str) -> Match:
    """A drawn position."""
    return Match.from_position(EVEREST, EVEREST.examples[name]["position"])


def alone(name: str, mark: str) -> Match:
    """A drawn position after a coin of the first seat, with nobody else doing anything."""
    position: dict[str, Any] = EVEREST.examples[name]["position"]
    coin = mark.lstrip("*")[0]
    yeti = [one | {"coins": [int(coin)] if seat == 0 else []} for seat, one in enumerate(position["yeti"])]
    match = Match.from_position(EVEREST, position | {"yeti": yeti})
    lay(match, mark)
    return match


def test_every_subject_is_drawn() -> None:
    rules = EVEREST.rulebook.partition("## The rules\n")[2].partition("## Tips and tactics")[0]
    subjects = rules.split("### ")[1:]
    assert len(subjects) == 8
    for subject in subjects:
        assert "```board" in subject, subject.splitlines()[0]
    drawn = set(re.findall(r"^```board (\S+)$", EVEREST.rulebook, re.MULTILINE))
    assert set(EVEREST.examples) <= drawn, "an example that nobody sees"


def test_every_rule_says_whose_word_it_is_and_ours_say_why() -> None:
    for rule, marks, text in re.findall(r"^- \*\*(EVE-\d+)\*\* \[([TIR/]+)\] (.*)$", EVEREST.rulebook, re.MULTILINE):
        assert ("R" in marks.split("/")) == ("Our ruling: " in text), rule
    assert len(re.findall(r"^- \*\*EVE-\d+\*\* \[", EVEREST.rulebook, re.MULTILINE)) == 33


def test_no_format_stands_in_front_of_a_player() -> None:
    assert '{"' not in EVEREST.rulebook
    for kind in ("home", "coin", "roll", "order", "flee", "heal", "stay", "set_aside"):
        assert f"`{kind}`" in EVEREST.decisions_page


@pytest.mark.rule("EVE-13")
def test_the_plan_that_is_drawn_climbs_to_the_peak() -> None:
    match = example("plan")
    assert EVEREST.preview(match.state, coin_from_mark("3e"))["note"] == "onto the peak"


@pytest.mark.rule("EVE-7", "EVE-8")
def test_the_short_plan_that_is_drawn() -> None:
    match = example("dazed")
    assert match.position()["yeti"][0]["plan"] == ["hidden"] * 3
    assert {each["coin"] for each in match.legal()} == {1}, "the last of two coins"


@pytest.mark.rule("EVE-16", "EVE-17", "EVE-18")
def test_pushes_that_are_drawn() -> None:
    assert where(alone("uphill", "3e"))[:2] == ["a2", "b2"]
    assert where(alone("uphill", "4e"))[:2] == ["b2", "c2"]
    for points in range(1, 6):
        assert where(alone("blocked", f"{points}e")) == ["c1", "d1", "e1"]
    tumble = alone("tumble", "1w")
    assert (where(tumble)[0], hurt(tumble)) == ("b3", [1, 0])
    assert tumble.position()["left"] == [1]


@pytest.mark.rule("EVE-20")
def test_a_snowball_at_the_rim_that_is_drawn() -> None:
    assert hurt(alone("ledge", "*0s")) == [0, 1]


@pytest.mark.rule("EVE-23")
def test_the_roar_that_is_drawn_waits_for_a_check() -> None:
    roars = example("startled").position()["roars"]
    assert roars["struck_by"] == [[], [0], [], []]
    assert roars["checks"] == [[0, 2]]


@pytest.mark.rule("EVE-28")
def test_the_one_alone_on_the_peak_that_is_drawn() -> None:
    match = example("alone")
    assert match.position()["alone_at_start"] == 1
    lay(match, "*1e *2e *3e", "*1n *2n *3n", "*1e *2e *3e")
    assert (phase(match), match.position()["winner"]) == ("over", 1)


@pytest.mark.rule("EVE-32")
def test_the_occupied_home_that_is_drawn() -> None:
    match = example("crowded_home")
    lay(match, "*1n *2n *3n", "*1w *2w *3w")
    match.play({"do": "heal"})
    assert where(match) == ["a2", "h5"]
