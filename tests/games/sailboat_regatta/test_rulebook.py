"""What the Regatta's rulebook draws and lists is as it says."""

import re

import pytest

from oddboard.core.match import Match
from oddboard.games.sailboat_regatta.face.names import WINDS
from oddboard.games.sailboat_regatta.rules.fleets import fleet_size, is_free
from oddboard.games.sailboat_regatta.rules.sailing import difference, gustiness
from oddboard.games.sailboat_regatta.state import FACES
from tests.games.sailboat_regatta.helpers import GAME, count, do, offered, way, where


def example(name: str) -> Match:
    """A drawn position."""
    return Match.from_position(GAME, GAME.examples[name]["position"])


def test_every_subject_is_drawn() -> None:
    rules = GAME.rulebook.partition("## The rules\n")[2].partition("## Tips and tactics")[0]
    subjects = rules.split("### ")[1:]
    assert len(subjects) == 7
    for subject in subjects:
        assert "```board" in subject, subject.splitlines()[0]
    drawn = set(re.findall(r"^```board (\S+)$", GAME.rulebook, re.MULTILINE))
    assert set(GAME.examples) <= drawn, "an example that nobody sees"


def test_every_rule_says_whose_word_it_is_and_ours_say_why() -> None:
    rules = re.findall(r"^- \*\*(REG-\d+)\*\* \[([TIR/]+)\] (.*)$", GAME.rulebook, re.MULTILINE)
    assert [rule for rule, _, _ in rules] == [f"REG-{number}" for number in range(1, 20)]
    for rule, marks, text in rules:
        assert ("R" in marks.split("/")) == ("Our ruling: " in text), rule


def test_no_format_stands_in_front_of_a_player() -> None:
    assert '{"' not in GAME.rulebook
    assert "```\n" not in re.sub(r"```(board \S+|pieces)\n[^`]*(`\w+`[^`]*)*```\n", "", GAME.rulebook)
    for word in ("first", "roll", "enter", "sail", "drift", "done", "about", "end"):
        assert f"`{word}`" in GAME.decisions_page
    for option in GAME.options:
        assert f"`{option.name}`" in GAME.rulebook
        assert f"`{option.name}`" in GAME.decisions_page


@pytest.mark.rule("REG-1", "REG-10")
def test_the_table_of_distances() -> None:
    rows = re.findall(r"^\| \*\*(\d)\*\* (\w+) \|(.*)\|$", GAME.rulebook, re.MULTILINE)
    assert [int(value) for value, _, _ in rows] == list(range(FACES))
    for value, wind, cells in rows:
        assert wind == WINDS[gustiness(int(value))]
        assert [int(cell) for cell in cells.split("|")] == [difference(face, int(value)) for face in range(FACES)]
    for values, mean in (((0, 5), 2.5), ((1, 4), 1.8), ((2, 3), 1.5)):
        for value in values:
            assert round(sum(difference(face, value) for face in range(FACES)) / FACES, 1) == mean


@pytest.mark.rule("REG-5")
def test_the_table_of_fleets() -> None:
    rows = re.findall(r"^\| (\d+)(?: (?:to|or) (\d+)) \| (\d) \|$", GAME.rulebook, re.MULTILINE)
    found = {players: int(boats) for low, high, boats in rows for players in range(int(low), int(high) + 1)}
    assert found == {players: fleet_size(players) for players in GAME.players}


@pytest.mark.rule("REG-9", "REG-10")
def test_the_turn_that_is_drawn() -> None:
    assert offered(example("turn")) == {"sail 1 2", "sail 1 1", "enter 2"}
    for decision, space in (("sail 1 2", "h10"), ("sail 1 1", "h9")):
        match = do(example("turn"), decision)
        assert (where(match, "0.1"), count(match, "0.1")) == (space, 1)


@pytest.mark.rule("REG-3")
def test_the_crossings_that_are_drawn() -> None:
    for decision, boat, space, crossings in (
        ("sail 1 1", "0.1", "h9", 1),
        ("sail 2 5", "0.2", "h10", 1),
        ("sail 2 3", "0.2", "h10", 1),
        ("sail 2 2", "0.2", "i10", 0),
    ):
        match = do(example("line"), decision)
        assert (where(match, boat), count(match, boat)) == (space, crossings)


@pytest.mark.rule("REG-4")
def test_the_buoy_that_is_drawn() -> None:
    refusal = example("buoy").why_not({"do": "sail", "boat": 1, "die": 1})
    assert refusal is not None
    assert refusal.rule == "REG-4"


@pytest.mark.rule("REG-7", "REG-16")
def test_the_stacks_that_are_drawn() -> None:
    s = example("stack").state
    fleet = int(s.fleet)
    assert [is_free(s, boat) for boat in (0, fleet, 2 * fleet)] == [False, False, True]
    assert {each.split()[1] for each in offered(example("stack")) if each.startswith("sail")} == {"2"}
    guard = example("guard").state
    assert not is_free(guard, fleet)
    assert "sail 2 5" in offered(example("guard"))


@pytest.mark.rule("REG-10", "REG-11", "REG-12", "REG-13")
def test_the_sails_that_are_drawn() -> None:
    sails = {each for each in offered(example("threes-and-twos")) if each.startswith("sail")}
    assert sails == {"sail 1 3", "sail 1 2", "sail 2 3", "sail 2 2"}
    match = example("wind-first")
    code = GAME.code(match.state, {"do": "sail", "boat": 1, "die": 3})
    assert isinstance(code, int)
    assert GAME.preview(match.state, code)["path"] == ["space:e7", "space:d6", "space:d5"]
    assert offered(example("duty")) == {"sail 1 4"}
    assert "enter 2" in offered(do(example("duty"), "sail 1 4"))
    assert {each.split()[1] for each in offered(example("one-step"))} == {"1"}
    assert where(do(example("one-step"), "drift 1"), "0.1") == "k6"


@pytest.mark.rule("REG-17")
def test_the_standing_that_is_drawn() -> None:
    match = example("standing")
    assert (way(match, "a5", 1), way(match, "i11", 1), way(match, "i11", 0)) == (20, 1, 24)
    ways = match.state.to_go[:10].reshape(2, 5).sum(axis=1)
    assert ways.tolist() == [116, 97]


@pytest.mark.rule("REG-2", "REG-19")
def test_the_courses_that_are_drawn() -> None:
    pages = {name: example(name).options["course"] for name in ("setup", "compact", "own")}
    assert (pages["setup"], pages["compact"]) == ("classic", "compact")
    spaced = "\n".join(" ".join(row) for row in pages["own"].split())
    assert spaced in GAME.decisions_page, "the page for programmers has the text of the course that is drawn"
