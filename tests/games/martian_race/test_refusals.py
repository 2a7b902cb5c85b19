"""Martian Race: every way a decision can be wrong names the right rule, in a sentence."""

import random
import re
from typing import Any

import pytest

import oddboard
from oddboard.core.errors import BadRequest
from oddboard.core.match import Match
from tests.games.martian_race.drawn import GAME, drawn, move, push

OPEN = "4 . . . 0.1s^ . . . .\nturn 0 6 2"
WON = "launched 0.1 0.2 0.3 0.4 0.5\nwon 0\n"
SHUT_OUT = """
8 2.1s+,2.2s+ . . . . . . .
7 1.1s+ 2.3s+,2.4s+ . . . . . 0.1L>
6 3.1s+,3.2s+ . . . . . . .
turn 0 5 1
"""


def moving(die: int, martian: str, end: str) -> dict[str, Any]:
    to, facing = end.split()
    return {"do": "move", "die": die, "martian": martian, "to": to, "facing": facing}


def pushing(martian: str, to: str) -> dict[str, Any]:
    return {"do": "push", "martian": martian, "to": to}


def refused(match: Match, decision: dict[str, Any]) -> tuple[str, str]:
    """The rule and the sentence; nothing changes."""
    before = match.position()
    refusal = match.why_not(decision)
    assert refusal is not None, f"{decision} is legal"
    assert match.position() == before
    assert re.fullmatch(r"[A-Z].*[^.]\.", refusal.message), refusal.message
    assert "  " not in refusal.message
    return refusal.rule, refusal.message


MOVES: list[tuple[str, dict[str, Any], str, str]] = [
    # What there is
    (OPEN, moving(2, "0.1", "j4 n"), "MAR-1", "a1 to h8"),
    (OPEN, moving(2, "0.1", "d9 n"), "MAR-1", "d9"),
    (OPEN, moving(2, "0.6", "d4 n"), "MAR-2", "0.6"),
    (OPEN, moving(2, "2.1", "d4 n"), "MAR-2", "0.1 to 1.5"),
    (OPEN, moving(2, "0.1", "d4 ne"), "MAR-4", "ne"),
    (OPEN, {"do": "first", "seat": 0}, "MAR-5", "Rust began"),
    (OPEN, {"do": "first", "seat": 2}, "MAR-5", "0 to 1"),
    # Dice and steps
    (OPEN, {"do": "roll", "dice": [5, 3]}, "MAR-6", "6 and 2 are to be used"),
    (OPEN, {"do": "roll", "dice": [3, 5]}, "MAR-6", "[5, 3]"),
    (OPEN, {"do": "roll", "dice": [7, 5]}, "MAR-6", "1 to 6"),
    (OPEN, moving(3, "0.1", "d4 n"), "MAR-6", "6 and 2 are left"),
    (OPEN, moving(7, "0.1", "d4 n"), "MAR-6", "No die shows 7"),
    (OPEN, moving(2, "1.1", "a7 n"), "MAR-6", "Cobalt's"),
    ("turn 0", moving(2, "0.1", "a7 n"), "MAR-6", "First Rust rolls"),
    ("turn 0", moving(2, "1.1", "a7 n"), "MAR-6", "First Rust rolls"),
    (OPEN, moving(2, "0.1", "d7 n"), "MAR-7", "takes 3 steps, and the die gives 2"),
    (OPEN, moving(2, "0.1", "e4 up"), "MAR-7", "standing takes 3 steps"),
    (OPEN, moving(6, "0.1", "h8 n"), "MAR-7", "10 steps"),
    (OPEN, moving(2, "0.2", "c7 e"), "MAR-8", "Entering Home is the first step"),
    (OPEN, moving(6, "0.3", "a7 e"), "MAR-8", "number, 2, enters first"),
    # Named squares
    ("6 . . . . . . . 0.1s^\nturn 0 1", moving(1, "0.1", "h7 n"), "MAR-11", "Only a large Martian"),
    ("6 . . . . . . . 0.1m^\nturn 0 2", moving(2, "0.1", "h8 n"), "MAR-11", "may not cross the Launch Pad"),
    ("3 . . . . . . . 0.1Lv\nturn 0 2", moving(2, "0.1", "h1 s"), "MAR-11", "the way round takes"),
    ("8 0.2sv . . . . . . .\n7 0.1s+ . . . . . . .\nturn 0 2", moving(2, "0.2", "a7 s"), "MAR-12", "Home holds one"),
    (
        "8 0.2sv . . . . . . .\n7 0.1s+ . . . . . . .\nturn 0 2",
        moving(2, "0.2", "a6 s"),
        "MAR-12",
        "may not be crossed",
    ),
    ("7 0.1s+ . . . . . . .\nturn 0 2", moving(2, "0.2", "b7 e"), "MAR-12", "when it has left"),
    ("2 . . . . . . . 0.1m+\n4 0.2s^ . . . . . . .\nturn 0 6", moving(6, "0.1", "h2 up"), "MAR-14", "must leave it"),
    ("2 . . . . . . . 0.1m+\n4 0.2s^ . . . . . . .\nturn 0 6", moving(6, "0.1", "h2 n"), "MAR-14", "Government Center"),
    (OPEN + "\nlaunched 0.2", moving(2, "0.2", "h7 up"), "MAR-15", "has finished"),
    # Blocking
    ("4 . . 0.1s> 1.1s+,1.2s+ . . . .\nturn 0 2", moving(2, "0.1", "d4 e"), "MAR-17", "blocked: enemies of strength 4"),
    ("4 . . 0.1s> 1.1s+,1.2s+ . . . .\nturn 0 2", moving(2, "0.1", "e4 e"), "MAR-17", "bars the way"),
    ("4 . . 0.1s> 1.1s+,1.2s^ . . . .\nturn 0 2", moving(2, "0.1", "d4 e"), "MAR-17", "crossed, but not ended on"),
    # Pushing
    (OPEN, pushing("1.1", "d5"), "MAR-19", "Nobody waits"),
    (OPEN, pushing("dog", "d5"), "MAR-32", "never pushed"),
    (
        "2 0.1mv . . . . . . .\n1 1.1L+ 0.2s+,0.3s+ . . . . . .\nturn 0 1",
        moving(1, "0.1", "a1 s"),
        "MAR-22",
        "no push of Cobalt's Martian 1",
    ),
    (OPEN, moving(2, "dog", "h7 up"), "MAR-31", "the option mad_dog is off"),
]


@pytest.mark.rule("MAR-1", "MAR-7", "MAR-8", "MAR-11", "MAR-12", "MAR-14", "MAR-17", "MAR-22")
@pytest.mark.parametrize(("position", "decision", "rule", "says"), MOVES)
def test_a_wrong_move_names_its_rule(position: str, decision: dict[str, Any], rule: str, says: str) -> None:
    found, message = refused(drawn(position), decision)
    assert found == rule, message
    assert says in message


@pytest.mark.rule("MAR-22")
def test_a_home_that_cannot_be_taken_names_who_is_there() -> None:
    match = drawn(SHUT_OUT, players=4, martians=4)
    assert refused(match, moving(5, "0.2", "a7 up")) == (
        "MAR-22",
        "From a7 no push of Cobalt's Martian 1 can be completed, so this move may not end there.",
    )


@pytest.mark.rule("MAR-5", "MAR-6")
@pytest.mark.parametrize(
    "decision",
    [{"do": "roll", "dice": [2, 1]}, moving(1, "0.1", "a7 n"), moving(1, "1.1", "a7 n"), pushing("1.1", "a7")],
)
def test_nothing_comes_before_the_draw(decision: dict[str, Any]) -> None:
    rule, message = refused(oddboard.new("martian-race", 2), decision)
    assert (rule, message) == ("MAR-5", "First the seat that begins is drawn.")


CHAIN = """
7 . . . 2.3s+,2.4s+ . . . .
5 . . . 2.1m^ 0.2s+,0.3s^ . . .
4 . . 0.1m> 1.1m^,1.2s^ 0.4m+ . . .
3 . . . 2.2L+ . . . .
turn 0 1
"""


@pytest.mark.rule("MAR-19", "MAR-20", "MAR-21", "MAR-22", "MAR-25", "MAR-28")
@pytest.mark.parametrize(
    ("first", "decision", "rule", "says"),
    [
        ("", moving(1, "0.1", "d4 e"), "MAR-28", "Cobalt's Martian 1 and Cobalt's Martian 2 are to be pushed"),
        ("", {"do": "roll", "dice": [6, 6]}, "MAR-28", "Cobalt's Martian 1 and Cobalt's Martian 2"),
        ("", pushing("2.1", "d6"), "MAR-19", "Marigold's Martian 1 was not hit"),
        ("", pushing("1.1", "d6"), "MAR-20", "push of 1 does not take Cobalt's Martian 1 from d4 to d6"),
        ("", pushing("1.1", "d4"), "MAR-20", "d4"),
        ("", pushing("1.2", "d5"), "MAR-22", "can be pushed 2"),
        ("", pushing("1.2", "e5"), "MAR-21", "partly blocked"),
        ("1.1 d5", pushing("1.2", "c4"), "MAR-25", "hit last are pushed first: Marigold's Martian 1"),
        ("1.1 d5", pushing("1.1", "c5"), "MAR-25", "already pushed"),
        ("1.1 d5", pushing("2.1", "d4"), "MAR-25", "fought over"),
        ("1.1 d5, 2.1 d6, 1.2 c5", {"do": "push", "martian": "1.1", "to": "d4"}, "MAR-19", "Nobody waits"),
        ("1.1 c4, 1.2 d6", pushing("1.2", "d5"), "MAR-19", "Nobody waits"),
    ],
)
def test_a_wrong_push_names_its_rule(first: str, decision: dict[str, Any], rule: str, says: str) -> None:
    match = drawn(CHAIN, players=3)
    move(match, "0.1", "d4 e")
    for each in filter(None, first.split(", ")):
        push(match, *each.split())
    found, message = refused(match, decision)
    assert found == rule, message
    assert says in message


@pytest.mark.rule("MAR-21", "MAR-22", "MAR-25")
@pytest.mark.parametrize(
    ("position", "end", "first", "decision", "rule", "says"),
    [
        ("6 . . . . . . 0.1s> 1.1s+", "h6 e", "", pushing("1.1", "h7"), "MAR-21", "only for a large one"),
        ("6 . . . . . . 0.1s> 1.1s^", "h6 up", "", pushing("1.1", "h8"), "MAR-21", "leads over a square closed"),
        (
            "8 1.1s+ 0.1s< . . . . . .\n7 1.2s^ . . . . . . .",
            "a8 w",
            "",
            pushing("1.1", "a7"),
            "MAR-21",
            "Home holds one of its family",
        ),
        (
            "5 . . . 2.1s+,2.2s+ . . . .\n4 . . 0.1s> 1.1s+ . . . .",
            "d4 e",
            "",
            pushing("1.1", "d5"),
            "MAR-21",
            "blocked: enemies of strength 4",
        ),
        (
            "5 . . . 2.1s^ . . . .\n4 . . 0.1m> 1.1m^,1.2m^ . . . .",
            "d4 e",
            "1.1 e4, 1.2 d5",
            pushing("2.1", "e4"),
            "MAR-25",
            "nobody is pushed twice",
        ),
        (  # 2.1 on g1 has nowhere to go
            "2 . . . . . . . 0.1sv\n1 . . . . . 0.2s+,0.3s^ 2.1L+ 1.1L^,1.2L^",
            "h1 up",
            "",
            pushing("1.1", "g1"),
            "MAR-22",
            "can be pushed 2",
        ),
    ],
)
def test_a_wrong_end_of_a_push_names_its_rule(
    position: str, end: str, first: str, decision: dict[str, Any], rule: str, says: str
) -> None:
    match = drawn(position + "\nturn 0 2", players=3)
    move(match, "0.1", end)
    for each in filter(None, first.split(", ")):
        push(match, *each.split())
    found, message = refused(match, decision)
    assert found == rule, message
    assert says in message


@pytest.mark.rule("MAR-22")
def test_one_to_be_pushed_later_is_told_so() -> None:
    match = drawn("8 1.1m^,1.2L^ 2.1s+,2.2s+ . . . . . .\n7 0.1L^ . . . . . . .\nturn 0 1", players=3)
    move(match, "0.1", "a8 n")
    rule, message = refused(match, pushing("1.2", "a7"))
    assert rule == "MAR-22"
    assert "push another one first" in message


@pytest.mark.rule("MAR-22")
def test_a_push_after_which_the_chain_could_not_be_completed_says_so() -> None:
    """On f1 it would push 2.1, which has nowhere to go."""
    position = """
2 . . . . . 3.1s+,3.2s^ . 0.1sv
1 . . . . 1.3s+,1.4s^ 2.1L+ 0.2s+,0.3s^ 1.1L^,1.2L^
turn 0 2"""
    match = drawn(position, players=4, martians=4)
    move(match, "0.1", "h1 up")
    rule, message = refused(match, pushing("1.1", "f1"))
    assert (rule, message) == ("MAR-22", "With Cobalt's Martian 1 on f1 the chain could not be completed.")


@pytest.mark.rule("MAR-31", "MAR-32", "MAR-33", "MAR-34")
@pytest.mark.parametrize(
    ("position", "decision", "rule", "says"),
    [
        ("4 . . . 1.1s^ . . . .\nturn 1 2", moving(2, "dog", "h7 up"), "MAR-31", "Only the player who has won"),
        ("4 . . . 1.1s^ . . . .\nturn 0 2", moving(2, "0.1", "h7 up"), "MAR-31", "now moves the Mad Dog"),
        ("4 . . . 1.1s^ . . . .\nturn 0 2", moving(2, "dog", "g6 w"), "MAR-32", "Entering the Launch Pad"),
        ("4 . . . dog^ . . . .\nturn 0 2", moving(2, "dog", "d7 n"), "MAR-7", "takes 3 steps"),
        ("4 . . dog> 1.1s+,1.2s+ . . . .\nturn 0 2", moving(2, "dog", "d4 e"), "MAR-32", "strength 4 or more"),
        ("4 . . dog> 1.1s+,1.2s+ . . . .\nturn 0 2", moving(2, "dog", "e4 e"), "MAR-32", "the way round takes"),
        ("4 . . . 1.1s+,1.2s+,dog> . . . .\nturn 0 2", moving(2, "dog", "d4 e"), "MAR-32", "nor end there"),
        ("4 . . . 1.1s^ . . . .\nkilled 1.2\nturn 1 2", moving(2, "1.2", "a7 up"), "MAR-33", "was killed"),
    ],
)
def test_a_wrong_move_about_the_dog_names_its_rule(
    position: str, decision: dict[str, Any], rule: str, says: str
) -> None:
    found, message = refused(drawn(f"{WON}{position}", mad_dog=True), decision)
    assert found == rule, message
    assert says in message


@pytest.mark.rule("MAR-34")
def test_the_dog_is_told_who_keeps_it_away() -> None:
    match = drawn(
        "2 . . . . . . . dogv\n1 . . . . . . 2.1s+,2.2s+ 1.1L^,1.2L^\nlaunched 0.1 0.2 0.3 0.4\nwon 0\nturn 0 1",
        players=3,
        mad_dog=True,
    )
    assert refused(match, moving(1, "dog", "h1 s"))[0] == "MAR-34"


@pytest.mark.parametrize(
    "decision",
    [
        {},
        {"do": "fly"},
        {"do": 3},
        {"do": "move", "die": 2, "martian": "0.1", "to": "d4"},
        {"do": "move", "die": "2", "martian": "0.1", "to": "d4", "facing": "n"},
        {"do": "move", "die": True, "martian": "0.1", "to": "d4", "facing": "n"},
        {"do": "move", "die": 2, "martian": 1, "to": "d4", "facing": "n"},
        {"do": "move", "die": 2, "martian": "0.1", "to": "d4", "facing": "n", "push": "1.1"},
        {"do": "push", "martian": "1.1"},
        {"do": "push", "martian": "1.1", "to": 12},
        {"do": "roll", "dice": [6]},
        {"do": "roll", "dice": [6, "2"]},
        {"do": "roll", "dice": 6},
        {"do": "first", "seat": "0"},
    ],
)
def test_what_is_no_decision_is_told_apart(decision: dict[str, Any]) -> None:
    with pytest.raises(BadRequest):
        drawn(OPEN).why_not(decision)


@pytest.mark.parametrize("seed", range(3))
def test_every_code_is_legal_or_refused_in_a_sentence(seed: int) -> None:
    rng = random.Random(seed)
    match = oddboard.new("martian-race", 2 + seed, mad_dog=True)
    for _ in range(120):
        if match.is_over:
            break
        legal = set(match.codes())
        for code in rng.sample(range(GAME.codes), 12):
            decision = GAME.decision(match.state, code)
            if code not in legal:
                rule, _ = refused(match, decision)
                assert re.fullmatch(r"MAR-\d+", rule)
        match.play_code(rng.choice(match.codes()))


# Words


@pytest.mark.parametrize(
    ("position", "decision", "told"),
    [
        ("turn 1", {"do": "roll", "dice": [6, 1]}, "Cobalt rolls 6 and 1"),
        ("turn 0 2", moving(2, "0.1", "a7 e"), "Rust's small Martian 1 enters a7 (Home) and lies east, with the 2"),
        ("turn 0 2", moving(2, "0.1", "b7 e"), "Rust's small Martian 1 enters, goes to b7 and lies east, with the 2"),
        (OPEN, moving(2, "0.1", "d6 n"), "Rust's small Martian 1 goes to d6 and lies north, with the 2"),
        (OPEN, moving(2, "0.1", "d4 n"), "Rust's small Martian 1 waits on d4, with the 2"),
        (OPEN, moving(2, "0.1", "d4 up"), "Rust's small Martian 1 stands on d4, with the 2"),
        (
            "3 . . . . . . . 0.1sv\nturn 0 2",
            moving(2, "0.1", "h2 up"),
            "Rust's small Martian 1 stands on h2 (Government Center) and grows, with the 2",
        ),
        (
            "6 . . . . . . . 0.1L^\nturn 0 2",
            moving(2, "0.1", "h7 up"),
            "Rust's large Martian 1 stands up on the Launch Pad and is off into space, with the 2",
        ),
    ],
)
def test_decisions_in_words(position: str, decision: dict[str, Any], told: str) -> None:
    match = drawn(position)
    code = GAME.code(match.state, decision)
    assert isinstance(code, int)
    assert GAME.words(match.state, code) == told


def test_pushes_and_the_dog_in_words() -> None:
    match = drawn("3 1.1s^ . . . . . . .\n" + WON + "turn 0 2", mad_dog=True)
    told = {GAME.words(match.state, code) for code in match.codes()}
    assert "The Mad Dog enters h7 (Launch Pad) and stands, with the 2" in told
    assert "The Mad Dog enters, goes to g7 and lies west, with the 2" in told
    match = drawn("4 . . 0.1s> 1.1m+ . . . .\nturn 0 1")
    move(match, "0.1", "d4 e")
    assert "Cobalt's medium Martian 1 is pushed to d5" in {GAME.words(match.state, code) for code in match.codes()}
    first = oddboard.new("martian-race", 2)
    assert GAME.words(first.state, first.codes()[1]) == "Cobalt begins"
