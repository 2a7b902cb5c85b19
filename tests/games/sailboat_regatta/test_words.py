"""Sailboat Regatta: decisions, refusals and positions in words, and the board drawn."""

import json
import random
from typing import Any

import pytest
from rich.cells import cell_len

from oddboard.core import seats
from oddboard.core.errors import BadPosition, BadRequest
from oddboard.core.game import Refusal
from oddboard.core.match import Match
from oddboard.core.records import same
from oddboard.games.sailboat_regatta.rules.course import read_rows
from oddboard.games.sailboat_regatta.rules.fleets import is_free
from tests.games.sailboat_regatta.courses import RING
from tests.games.sailboat_regatta.diagram import diagram, from_diagram
from tests.games.sailboat_regatta.helpers import GAME, do, race, refused

CROWD = "i11: 1.1w 0.1n 2.1e-1\na5: 0.2n+1\nl8: 0.3n 0.4e+2*\nh10: 1.2n\nturn 0 sail 3 2 2 1"


def situations(seed: int, players: int, **options: Any) -> list[Match]:
    """A race at random, stopped now and then."""
    rng = random.Random(seed)
    match = Match(GAME, players, options)
    found = []
    for ply in range(160):
        if match.is_over:
            break
        if ply % 4 == 0:
            found.append(Match(GAME, players, options, start=match.state))
        match.play_code(rng.choice(match.codes()))
    return found


@pytest.mark.parametrize(("seed", "players", "course"), [(1, 2, "classic"), (2, 14, "compact"), (3, 5, RING)])
def test_every_code_is_a_decision_and_back_and_refusals_name_a_rule(seed: int, players: int, course: str) -> None:
    for match in situations(seed, players, course=course):
        legal = set(match.codes())
        for code in range(GAME.codes):
            decision = GAME.decision(match.state, code)
            back = GAME.code(match.state, json.loads(json.dumps(decision)))
            assert back == code or isinstance(back, Refusal)
            if code in legal:
                assert back == code
                assert GAME.words(match.state, code)
            else:
                refusal = back if isinstance(back, Refusal) else GAME.why_not(match.state, code)
                assert refusal.rule.startswith("REG-")
                assert refusal.message.endswith(".")


@pytest.mark.parametrize(("seed", "players", "course"), [(4, 3, "classic"), (5, 9, RING), (6, 7, "compact")])
def test_positions_and_diagrams_come_back_byte_by_byte(seed: int, players: int, course: str) -> None:
    for match in situations(seed, players, course=course, first="seats"):
        position = json.loads(json.dumps(GAME.position(match.state)))
        assert same(GAME.from_position(position), match.state)
        drawn = from_diagram(diagram(match.state), players, match.options)
        drawn.rounds = match.state.rounds
        assert same(drawn, match.state)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda p: p.pop("turn"), "lacks the field 'turn'"),
        (lambda p: p.update(turn=3), "position.turn"),
        (lambda p: p.update(wind="n"), "no field"),
        (lambda p: p.update(dice=[1, 2, 3, 3]), "position.dice"),
        (lambda p: p.update(dice=[3, 2, 2]), "position.dice"),
        (lambda p: p.update(dice=[3, 2, 2, True]), "position.dice"),
        (lambda p: p.update(sailed=True), "position.dice"),
        (lambda p: p.update(turned=[1]), "position.turned"),
        (lambda p: p.update(round=300), "position.round"),
        (lambda p: p.update(began=1), "position.began"),
        (lambda p: p.update(phase="over"), "position.dice"),
        (lambda p: p["boats"].pop("0.1"), "lacks the field '0.1'"),
        (lambda p: p["boats"]["0.1"].update(at="i12"), "position.boats.0.1.at"),
        (lambda p: p["boats"]["0.1"].update(at="zz"), "position.boats.0.1.at"),
        (lambda p: p["boats"]["0.1"].update(heading="x"), "position.boats.0.1.heading"),
        (lambda p: p["boats"]["0.1"].update(count=2), "position.boats.0.1.finished"),
        (lambda p: p["boats"]["0.5"].update(count=1), "position.boats.0.5"),
        (lambda p: p["boats"]["0.1"].update(at="ashore", heading=None), "position.boats.0.2.at"),
        (lambda p: p["stacks"].update(i11=["1.1", "0.1"]), "position.stacks.i11"),
        (lambda p: p["stacks"].pop("a5"), "position.stacks.a5"),
        (lambda p: p["stacks"].update(b6=[]), "position.stacks"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_field(change: Any, says: str) -> None:
    position = json.loads(json.dumps(GAME.position(race(CROWD, players=3).state)))
    change(position)
    with pytest.raises(BadPosition) as raised:
        GAME.from_position(position)
    assert says in raised.value.message


@pytest.mark.parametrize(
    "decision",
    [{}, {"do": "tack"}, {"do": "sail", "boat": 1}, {"do": "sail", "boat": True, "die": 1}, {"do": "done", "boat": 1},
     {"do": "roll", "dice": [1, 2]}, {"do": "about", "boat": 1, "to": 2}],
)  # fmt: skip
def test_a_decision_of_the_wrong_shape(decision: dict[str, Any]) -> None:
    with pytest.raises(BadRequest):
        GAME.code(race().state, decision)


@pytest.mark.parametrize(
    ("decision", "rule"),
    [
        ({"do": "sail", "boat": 6, "die": 1}, "REG-5"),
        ({"do": "sail", "boat": 5, "die": 1}, "REG-6"),
        ({"do": "sail", "boat": 1, "die": 6}, "REG-9"),
        ({"do": "sail", "boat": 4, "die": 5}, "REG-10"),
        ({"do": "sail", "boat": 1, "die": 2}, "REG-7"),
        ({"do": "sail", "boat": 2, "die": 3}, "REG-12"),
        ({"do": "roll", "dice": [1, 2, 3, 3]}, "REG-9"),
        ({"do": "roll", "dice": [9, 2, 2, 1]}, "REG-9"),
        ({"do": "roll", "dice": [3, 3, 2, 1]}, "REG-9"),
        ({"do": "first", "seat": 0}, "REG-8"),
        ({"do": "first", "seat": 3}, "REG-8"),
        ({"do": "about", "boat": 2, "to": "e"}, "REG-14"),
        ({"do": "about", "boat": 2, "to": "north"}, "REG-6"),
        ({"do": "end"}, "REG-14"),
        ({"do": "done"}, "REG-13"),
        ({"do": "enter", "boat": 1}, "REG-6"),
    ],
)
def test_refusals_in_a_crowd(decision: dict[str, Any], rule: str) -> None:
    assert refused(race(CROWD, players=3), decision) == rule


def test_refusals_in_other_phases() -> None:
    match = Match(GAME, 2, {})
    assert refused(match, {"do": "roll", "dice": [1, 1, 1, 1]}) == "REG-8"
    do(match, "first 1")
    assert refused(match, {"do": "done"}) == "REG-9"
    match = race("l8: 0.1n\nturn 0 about sailed")
    assert refused(match, {"do": "sail", "boat": 1, "die": 1}) == "REG-10"
    assert refused(match, {"do": "done"}) == "REG-10"


@pytest.mark.parametrize(
    ("diagram", "decision", "words"),
    [
        ("turn 0 sail 3 2 2 1", {"do": "enter", "boat": 1}, "Rust's boat 1 enters the race at i11"),
        (
            "i11: 0.1n\nh9: 1.1n\nturn 0 sail 3 2 2 1",
            {"do": "sail", "boat": 1, "die": 3},
            "Rust's boat 1 sails 1 north and 1 northwest with the 3, to h9, over the line, "
            "and takes the wind of Cobalt's boat 1",
        ),
        (
            "i11: 0.1n+1\nh10: 0.2n\nturn 0 sail 3 2 2 1",
            {"do": "sail", "boat": 1, "die": 2},
            "Rust's boat 1 sails 1 northwest with the 2, to h10, over the line and home, on top of its own boat 2",
        ),
        (
            "l8: 0.1n\nturn 0 about sailed",
            {"do": "about", "boat": 1, "to": "w"},
            "Rust's boat 1 comes about to the west on l8",
        ),
        ("l8: 0.1n\nturn 0 about sailed", {"do": "end"}, "Rust ends the turn"),
        ("turn 1 roll", {"do": "roll", "dice": [3, 2, 2, 1]}, "Cobalt rolls 3, 2, 2 and 1"),
        ("a5: 0.1n\nturn 0 sail 5 5 4 4", {"do": "done"}, "Rust cannot sail"),
    ],
)
def test_words(diagram: str, decision: dict[str, Any], words: str) -> None:
    s = race(diagram).state
    code = GAME.code(s, decision)
    assert not isinstance(code, Refusal)
    assert GAME.words(s, code) == words


@pytest.mark.parametrize(("course", "players"), [("classic", 3), ("compact", 14), (RING, 8), ("large", 14)])
def test_the_board_fits_a_terminal_and_shows_every_boat(course: str, players: int) -> None:
    if course == "large":
        course = "\n".join([row + "." * 18 for row in read_rows(RING)] + ["." * 26] * 16)
    for match in situations(players, players, course=course)[::4]:
        text = GAME.board(match.state).plain
        assert max(map(cell_len, text.splitlines())) <= 100
        for boat in range(players * match.state.fleet):
            if is_free(match.state, boat):  # on the chart, with shape, number and heading
                seat, own = divmod(boat, int(match.state.fleet))
                assert f"{seats.sign(seat)}{own + 1}{'↑→↓←'[match.state.heading[boat]]}" in text


def test_the_rulebook_has_every_rule() -> None:
    for rule in range(1, 20):
        assert f"**REG-{rule}**" in GAME.rulebook
