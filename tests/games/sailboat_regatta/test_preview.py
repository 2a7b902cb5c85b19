"""Sailboat Regatta: what is shown of a decision before it is made is what then happens."""

import random
from typing import Any

import pytest

from oddboard.conformance.players import sensible_code
from oddboard.core import seats
from oddboard.core.match import Match
from oddboard.core.records import copy, new
from oddboard.games.sailboat_regatta.face.names import DIRECTIONS, SPACE_IDS, SPACE_NAMES, WINDS, number_word
from oddboard.games.sailboat_regatta.rules.course import CLASSIC_TEXT, COMPACT_TEXT, read_rows
from oddboard.games.sailboat_regatta.rules.fleets import is_finished, is_free
from oddboard.games.sailboat_regatta.rules.sailing import (
    distance,
    faces_to_sail,
    gustiness,
    steps_before_the_wind,
    way_of_sail,
)
from oddboard.games.sailboat_regatta.state import FACES, HEADINGS, SIDE
from tests.games.sailboat_regatta.courses import RING
from tests.games.sailboat_regatta.helpers import GAME, do, race
from tests.referees.sailboat_regatta import FORWARD, NORTHWEST, accepted_course, moved

COURSES = {"classic": CLASSIC_TEXT, "compact": COMPACT_TEXT, "ring": RING}


@pytest.mark.rule("REG-10", "REG-12")
@pytest.mark.parametrize("name", COURSES)
def test_the_way_of_every_sail_is_lawful_with_the_diagonal_as_late_as_can_be(name: str) -> None:
    plain = accepted_course(COURSES[name])
    s = race(course=COURSES[name]).state
    for x, y in plain.open_spaces:
        for heading, letter in enumerate(FORWARD):
            for face in range(FACES):
                start = y * SIDE + x
                lawful = faces_to_sail(s, start, heading) >> face & 1
                forward = abs(face - plain.value[x, y])
                assert distance(s, start, face) == forward
                before = steps_before_the_wind(s, start, heading, forward)
                assert (before >= 0) == lawful
                orders = [
                    [FORWARD[letter]] * first + [NORTHWEST] + [FORWARD[letter]] * (forward - first)
                    for first in range(forward, -1, -1)
                ]
                ways = [steps for steps in orders if plain.follow((x, y), steps) is not None]
                assert bool(ways) == lawful
                if lawful:
                    way = [(x, y)]
                    for step in ways[0]:
                        way.append(moved(way[-1], step))
                    assert way_of_sail(s, start, heading, face) == [row * SIDE + column for column, row in way]


def looked_at(seed: int, players: int, **options: Any) -> list[Match]:
    """A race between sensible players, looked at now and then."""
    rng = random.Random(seed)
    match = Match(GAME, players, options)
    found = []
    for ply in range(400):
        if match.is_over:
            break
        if ply % 3 == 0 and match.to_move != "chance":
            found.append(Match(GAME, players, options, start=match.state))
        match.play_code(sensible_code(match, rng))
    return found


@pytest.mark.parametrize(
    ("seed", "players", "options"),
    [
        (1, 2, {"course": "classic"}),
        (2, 9, {"course": "compact"}),
        (3, 5, {"course": RING}),
        (4, 3, {"course": "classic", "diagonal": "boat"}),
        (5, 6, {"course": "compact", "diagonal": "boat"}),
    ],
)
def test_what_a_preview_says_comes_true(seed: int, players: int, options: dict[str, Any]) -> None:
    said: set[str] = set()
    for match in looked_at(seed, players, **options):
        for code in match.codes():
            said |= check_preview(match, code)
    assert {"1 northwest", "line", "entry", "wind", "own"} <= said
    assert ("still to come" in said) == (options.get("diagonal") == "boat")


def check_preview(match: Match, code: int) -> set[str]:
    """Hold the preview of a decision against its outcome; what it spoke of."""
    before, after = match.state, copy(match.state)
    GAME.rules.play(after, new(GAME.work), code)
    decision, preview = GAME.decision(before, code), GAME.preview(before, code)
    check_warning(match, code, preview.pop("warning", None))
    note, path = preview.get("note", ""), preview.get("path")
    assert GAME.trails(before, code) == ({f"boat:{before.turn}.{decision['boat']}": path} if path else {})
    if decision["do"] not in ("enter", "sail", "drift"):
        assert preview == {}
        marked = [f"boat:{before.turn}.{decision['boat']}"] if decision["do"] == "about" else []
        assert GAME.marks(before, code) == marked
        return set()
    boat = int(before.turn) * int(before.fleet) + decision["boat"] - 1
    words = GAME.words(before, code)
    crossed = int(after.count[boat]) - int(before.count[boat])
    home = is_finished(after, boat) and not is_finished(before, boat)
    assert GAME.marks(before, code)[1] == SPACE_IDS[after.at[boat]]
    for text in (note, words):
        assert ("over the line" in text) == (crossed != 0)
        assert ("back over the line" in text) == (crossed < 0)
        assert (" home" in text) == home
    boats = range(before.seats * before.fleet)
    covered = [other for other in boats if is_free(before, other) and not is_free(after, other)]
    owners = {other // int(before.fleet) for other in covered}
    assert ("covers your own" in note) == (int(before.turn) in owners) == ("on top of its own boat" in words)
    for seat in range(before.seats):
        robbed = seat in owners and seat != before.turn
        assert (f"takes {seats.name(seat)}'s wind" in note) == robbed
        assert any(f"takes the wind of {seats.name(seat)}'s boat {n}" in words for n in range(1, 6)) == robbed
    assert ("northwest still to come" in note) == (int(after.owes) == decision["boat"] - 1)
    if decision["do"] != "enter":
        diagonal = decision.get("diagonal", True)
        assert path is not None
        assert path[0] == SPACE_IDS[before.at[boat]]
        assert path[-1] == SPACE_IDS[after.at[boat]]
        assert f"to {SPACE_NAMES[after.at[boat]]}" in words
        forward = len(path) - 1 - diagonal
        steps = [f"{forward} {DIRECTIONS[before.heading[boat]]}"] * (forward > 0) + ["1 northwest"] * diagonal
        assert note.split(" · ")[0] == " + ".join(steps)
        assert preview.get("steps") == decision.get("die")
    if decision["do"] == "sail":
        assert GAME.touches(before, code)[1] == path[-1]
        dice = GAME.scene(before)["look"]["dice"][f"boat:{before.turn}.{decision['boat']}"]
        assert decision["die"] in dice[path[-1]]
    return {word for word in ("1 northwest", "line", "entry", "wind", "own", "still to come") if word in note}


def check_warning(match: Match, code: int, warning: str | None) -> None:
    """One is warned of leaving dice with which a boat can sail and of covering a boat of one's own; of nothing else."""
    before, after = match.state, copy(match.state)
    GAME.rules.play(after, new(GAME.work), code)
    does = GAME.decision(before, code)["do"]
    first = int(before.turn) * int(before.fleet)
    if does == "done":
        sails = [each for each in map(GAME.decision, [before] * len(match.codes()), match.codes()) if "die" in each]
        assert (warning is not None) == bool(sails)
        named = {f"boat {each['boat']} can still sail, with the {each['die']}." for each in sails}
        left = int(before.dice.sum())
        dice = "A die is" if left == 1 else f"{number_word(left).capitalize()} dice are"
        assert warning is None or warning in {f"{dice} unused: {each}" for each in named}
        return
    numbers = range(1, int(before.fleet) + 1) if does in ("enter", "sail", "drift") else ()
    own = [n for n in numbers if is_free(before, first + n - 1) and not is_free(after, first + n - 1)]
    expected = [f"It covers your own boat {n}, which cannot sail then." for n in own]
    assert ([] if warning is None else [warning]) == expected


@pytest.mark.rule("REG-10")
def test_the_steps_of_a_way_are_counted() -> None:
    match = race("l10: 0.1n\nd8: 0.2w\nturn 0 sail 3 2 1 0")
    notes = {tuple(each["touches"]): each["note"] for each in GAME.choices(match.state) if "note" in each}
    assert notes["boat:0.1", "space:k6", "die:3"] == "3 north + 1 northwest"
    assert notes["boat:0.1", "space:k9", "die:0"] == "1 northwest"
    assert notes["boat:0.2", "space:c7", "die:3"] == "1 northwest"
    assert notes["boat:0.2", "space:b7", "die:2"] == "1 west + 1 northwest"


@pytest.mark.parametrize(
    ("diagram", "decision", "note"),
    [
        ("turn 0 sail 3 2 2 1", {"do": "enter", "boat": 1}, "onto the entry"),
        ("i11: 1.1n\nturn 0 sail 3 2 2 1", {"do": "enter", "boat": 1}, "onto the entry, takes Cobalt's wind"),
        ("i11: 0.1n\nturn 0 sail 3 2 2 1", {"do": "enter", "boat": 2}, "onto the entry, covers your own 1"),
        ("i11: 0.1n\nturn 0 sail 3 2 2 1", {"do": "sail", "boat": 1, "die": 2}, "1 northwest · over the line"),
        (
            "i11: 0.1n+1\nturn 0 sail 3 2 2 1",
            {"do": "sail", "boat": 1, "die": 2},
            "1 northwest · over the line and home",
        ),
        ("i11: 0.1n+2*\nturn 0 sail 3 2 2 1", {"do": "sail", "boat": 1, "die": 2}, "1 northwest · over the line"),
        (
            "h11: 0.1e\nturn 0 sail 3 2 2 1",
            {"do": "sail", "boat": 1, "die": 2},
            "2 east + 1 northwest · back over the line",
        ),
        (
            "i11: 0.1n\nh10: 0.2n\nturn 0 sail 3 2 2 1",
            {"do": "sail", "boat": 1, "die": 2},
            "1 northwest · over the line · covers your own 2",
        ),
    ],
)
def test_notes(diagram: str, decision: dict[str, Any], note: str) -> None:
    s = race(diagram).state
    code = GAME.code(s, decision)
    assert isinstance(code, int)
    assert GAME.preview(s, code)["note"] == note


def test_every_target_names_the_dice_that_lead_there() -> None:
    match = race("d8: 0.1n\nl8: 0.2n 1.1n\nturn 0 sail 4 3 2 2")
    assert GAME.scene(match.state)["look"]["dice"] == {"boat:0.1": {"space:c6": [2, 4], "space:c7": [3]}}
    do(match, "sail 1 4")
    assert GAME.scene(match.state)["look"]["dice"] == {"boat:0.1": {"space:b5": [2]}}
    assert GAME.scene(do(match, "done").state)["look"]["dice"] == {}


@pytest.mark.rule("REG-1")
def test_the_extreme_values_are_wild_and_the_middle_ones_steady() -> None:
    """Wind by the mean length of a sail: 2.5 spaces for 0 and 5, 1.8 for 1 and 4, 1.5 for 2 and 3."""
    winds = ["wild", "brisk", "steady", "steady", "brisk", "wild"]
    assert [WINDS[gustiness(value)] for value in range(FACES)] == winds
    match = race()
    assert GAME.scene(match.state)["look"]["winds"] == winds
    rows = read_rows(CLASSIC_TEXT)
    places = {place["id"]: place for place in GAME.ground(match.state)["places"]}
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign.isdigit():
                place = places[SPACE_IDS[y * SIDE + x]]
                assert place["kind"] == f"{winds[int(sign)]}-{sign}"
                assert f"value {sign}, {winds[int(sign)]}" in place["name"]
    assert "0 and 5 wild, 1 and 4 brisk, 2 and 3 steady" in GAME.board(match.state).plain


def test_small_numbers_are_words() -> None:
    assert [number_word(number) for number in (4, 6, 7)] == ["four", "six", "7"]


assert len(FORWARD) == HEADINGS  # both in the same order
