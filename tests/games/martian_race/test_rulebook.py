"""What the rulebook draws is as its captions say, and its numbers are those of the game."""

import json
import re

import pytest

from oddboard.core.match import Match
from oddboard.games.martian_race.face.preview import Paths
from oddboard.games.martian_race.rules.blocking import may_enter
from oddboard.games.martian_race.state import UP, square
from tests.games.martian_race.drawn import GAME, at, drawn, ends, move, phase, pushes, roll, size

LESSONS = {
    lesson["id"]: lesson
    for lesson in json.loads(GAME.folder.joinpath("lessons.json").read_text(encoding="utf-8"))["lessons"]
}


def example(name: str) -> Match:
    """A drawn position."""
    return Match.from_position(GAME, (GAME.examples | LESSONS)[name]["position"])


def test_every_subject_is_drawn() -> None:
    subjects = GAME.rulebook.partition("## The rules\n")[2].partition("## Tips and tactics")[0].split("### ")[1:]
    assert len(subjects) == 8
    for subject in [*subjects, GAME.rulebook.partition("## Setting up\n")[2].partition("## A turn")[0]]:
        assert "```board" in subject, subject.splitlines()[0]
    blocks = set(re.findall(r"^```board (\S+)$", GAME.rulebook, re.MULTILINE))
    assert set(GAME.examples) <= blocks, "an example that nobody sees"
    assert not set(GAME.examples) & set(LESSONS), "one name for two positions"
    assert blocks <= {*GAME.examples, *LESSONS}


def test_every_rule_says_whose_word_it_is_and_ours_say_why() -> None:
    rules = re.findall(r"^- \*\*(MAR-\d+)\*\* \[([TIR/]+)\] (.*)$", GAME.rulebook, re.MULTILINE)
    assert [rule for rule, _, _ in rules] == [f"MAR-{number}" for number in range(1, 37)]
    for rule, marks, text in rules:
        assert ("R" in marks.split("/")) == ("Our ruling: " in text), rule


def test_no_format_stands_in_front_of_a_player() -> None:
    assert '{"' not in GAME.rulebook
    for kind in ("first", "roll", "move", "push"):
        assert f"`{kind}`" in GAME.decisions_page
    for option in GAME.options:
        assert f"`{option.name}`" in GAME.decisions_page
        assert f"`{option.name}`" in GAME.rulebook
    for field in example("pushed_on").position():
        assert f"`{field}`" in GAME.decisions_page


def test_numbers_in_the_text_are_the_games() -> None:
    defaults = {option.name: option.default for option in GAME.options}
    rules = dict(re.findall(r"^- \*\*(MAR-\d+)\*\* \[[TIR/]+\] (.*)$", GAME.rulebook, re.MULTILINE))
    assert f"{defaults['turn_limit']} unless you change it" in rules["MAR-30"]
    assert f"{defaults['dog_turns']} unless you change it" in rules["MAR-36"]
    assert f"for {defaults['dog_turns']} turns" in GAME.rulebook


@pytest.mark.rule("MAR-10", "MAR-14")
def test_the_martian_that_is_drawn_walled_in_loses_both_dice() -> None:
    for high, low in ((6, 6), (2, 1)):
        match = example("stuck")
        roll(match, high, low)
        assert match.position()["turn"] == 1


@pytest.mark.rule("MAR-16", "MAR-17")
def test_the_strengths_that_are_drawn() -> None:
    match = example("strengths")
    assert match.game.scene(match.state)["look"] == {
        "blocks": {"square:d5": 3, "square:f5": 4},
        "closed": ["square:f5"],
    }
    reached = {end.split()[0] for name in ("0.1", "0.2", "0.3") for end in ends(match, name, 3)}
    assert {"b5", "d6"} <= reached
    assert not {"d5", "f5", "f6"} & reached


@pytest.mark.rule("MAR-19")
def test_the_distances_that_are_drawn() -> None:
    waiting = {each["martian"]: each["distance"] for each in example("distances").position()["chain"]["waiting"]}
    assert waiting == {"1.1": 3, "1.2": 2}


@pytest.mark.rule("MAR-22")
def test_the_shortened_push_that_is_drawn() -> None:
    match = example("shortened")
    assert match.position()["chain"]["waiting"][0]["distance"] == 3
    assert pushes(match) == {"b1"}


@pytest.mark.rule("MAR-24", "MAR-25")
def test_the_chain_that_is_drawn() -> None:
    match = example("pushed_on")
    assert pushes(match, "2.1") == {"c5", "d6", "e5"}
    match.play({"do": "push", "martian": "2.1", "to": "c5"})
    assert "d6" in pushes(match, "1.2"), "over d5"
    assert "d5" not in pushes(match, "1.2")
    position = GAME.examples["pushed_on"]["position"]
    owners = position | {"options": position["options"] | {"chain": "owner"}}
    assert (example("pushed_on").to_move, Match.from_position(GAME, owners).to_move) == (0, 1)


@pytest.mark.rule("MAR-29")
def test_the_win_that_is_drawn() -> None:
    match = example("last")
    move(match, "0.1", "h7 up", 2)
    assert match.is_over
    assert match.ranks == [1, 2]


@pytest.mark.rule("MAR-32", "MAR-33")
def test_the_dog_that_is_drawn() -> None:
    match = example("dog")
    assert "g4" not in {end.split()[0] for end in ends(match, "dog")}
    move(match, "dog", "f5 e", 3)
    match.play(match.legal()[0])
    assert size(match, "1.2") == "small"
    match = example("dog")
    move(match, "dog", "d4 s", 3)
    assert at(match, "1.3") == "killed"
    assert phase(match) == "move"


@pytest.mark.rule("MAR-7", "MAR-13", "MAR-15")
@pytest.mark.parametrize(
    ("start", "goal", "number"), [("", "h2", 0), ("2 . . . . . . . 0.1m+", "a2", 1), ("2 0.1L+ . . . . . . .", "h7", 2)]
)
def test_the_shortest_ways_take_the_steps_that_are_told(start: str, goal: str, number: int) -> None:
    told = re.search(r"at least (\d+) \+ (\d+) \+ (\d+) = (\d+) steps", GAME.rulebook)
    assert told is not None
    state = drawn(f"{start}\nturn 0").state
    assert Paths(state, 0, may_enter(state, 0)).steps_to(square(goal), UP) == int(told[number + 1])
    assert sum(map(int, told.groups()[:3])) == int(told[4])
