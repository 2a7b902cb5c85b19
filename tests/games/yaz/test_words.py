"""Decisions, refusals, positions and drawings."""

import json
import random
import re

import pytest

import oddboard
from oddboard.core.errors import BadPosition, BadRequest
from oddboard.core.face import Past
from oddboard.core.game import Refusal
from oddboard.core.match import Match
from oddboard.core.records import copy, same
from oddboard.games.yaz.face.terminal import diagram, from_diagram
from tests.games.yaz.mirror import crowded
from tests.games.yaz.table import RULES, WORK, YAZ, decided, legal, play, race

TANGLE = """
    .S1!    .L1/s1  #*
       .l1+f1  o<T1    .
    .       .x      .l2$
turn 1 5
setter 1
start 0 c1
start 1 b2
"""


def test_a_diagram_is_read_back() -> None:
    s = race(TANGLE, lugging=1, dropping=1)
    again = from_diagram(diagram(s), lugging=1, dropping=1)
    assert diagram(again) == diagram(s)
    assert same(again, s)


@pytest.mark.parametrize("seed", range(40))
def test_diagrams_of_crowded_races(seed: int) -> None:
    s = crowded(random.Random(seed))
    assert diagram(from_diagram(diagram(s), lugging=s.lugging, dropping=s.dropping)) == diagram(s)


@pytest.mark.parametrize("seed", range(12))
def test_words_and_refusals_of_crowded_races(seed: int) -> None:
    """Every code is told, and every one that is not legal is refused with a rule, wherever play leads."""
    rng = random.Random(seed)
    s = crowded(rng)
    page = set(re.findall(r"\*\*(YAZ-\d+[a-e]?)\*\*", YAZ.rulebook))
    for _ in range(30):
        if RULES.to_move(s) < 0:
            break
        codes = [int(WORK.code[i]) for i in range(RULES.legal(s, WORK))]
        named = {name: YAZ.code(s, decided(name)) for name in _plain_decisions(s)}
        sample = [*rng.sample(range(YAZ.codes), 30), *(code for code in named.values() if isinstance(code, int))]
        for code in set(sample) - set(codes):
            refusal = YAZ.why_not(s, code)
            assert refusal.rule in page, YAZ.decision(s, code)
            assert refusal.message[0].isupper() or refusal.message[0].islower()
            assert refusal.message.endswith(".")
        for code in codes:
            assert YAZ.words(s, code)
        RULES.play(s, WORK, rng.choice(codes))
    assert YAZ.board(s).plain


def _plain_decisions(s: object) -> list[str]:
    words = ["end", "stop", "announce", "grab", "set_down"]
    for name in ("S1", "F1", "T1", "L1", "L2"):
        words += [f"{name} {place}" for place in ("a1", "b1", "b2", "c2", "c3", "a3")]
        words += [f"pop {name} {place}" for place in ("a1", "b2", "c3")]
        words += [f"pass {name}", f"pick {name}"]
    return [*words, "board L1", "board L2", "drop a1", "drop b2", "pop_baton b2", "bulge a1", "place S a1", "coin 0"]


def test_what_does_not_exist_is_refused() -> None:
    s = race(".S1 . .* .*")
    for decision, rule in (
        ({"do": "step", "piece": "S2", "hex": "b1"}, "YAZ-1"),
        ({"do": "step", "piece": "S1", "hex": "e1"}, "YAZ-3"),
        ({"do": "step", "piece": "S1", "hex": "b2"}, "YAZ-3"),
        ({"do": "place", "kind": "X", "hex": "a1"}, "YAZ-1"),
        ({"do": "coin", "seat": 2}, "YAZ-8"),
    ):
        refusal = YAZ.code(s, decision)
        assert isinstance(refusal, Refusal)
        assert refusal.rule == rule


@pytest.mark.parametrize(
    "decision", [{}, {"do": "fly"}, {"do": "step", "piece": "S1"}, {"do": "end", "x": 1}, {"do": "coin", "seat": True}]
)
def test_what_is_no_decision_is_a_bad_request(decision: dict[str, object]) -> None:
    with pytest.raises(BadRequest):
        YAZ.code(race(".S1 . .* .*"), decision)


def test_a_friend_tells_it() -> None:
    s = race(".S1! .< .x .x .t1 . .L1")
    told = {json.dumps(each): YAZ.words(s, YAZ.code(s, each)) for each in legal(s)}
    assert told['{"do": "announce"}'] == "Rust announces the finish"
    play(s, "announce")
    assert YAZ.words(s, YAZ.code(s, decided("S1 b1"))) == "Rust's Skadingle 1 goes to b1 and breaks the last bulge!"
    assert YAZ.words(s, YAZ.code(s, decided("L1 f1"))) == "Rust's Luggant 1 goes to f1"


def in_race(**options: object) -> Match:
    """A race of its own set up at random."""
    match = oddboard.new("yaz", 2, setter="first", **options)
    rng = random.Random(3)
    while match.position()["phase"] != "race":
        match.play({name: value for name, value in rng.choice(match.legal()).items() if name != "weight"})
    return match


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("turn",), 2, "position.turn"),
        (("phase",), "swim", "position.phase"),
        (("sides", 0, "pieces", "S1"), "z9", "position.sides.0.pieces"),
        (("sides", 0, "pieces", "S9"), "a1", "position.sides.0.pieces"),
        (("sides", 1, "throttles"), {"L1": "S1"}, "position.sides.1.throttles.L1"),
        (("sides", 1, "throttles"), {"S1": "S1"}, "only a Luggant"),
        (("sides", 0, "carries"), {"L1": "S1"}, "position.sides.0.carries.L1"),
        (("sides", 0, "baton", "carrier"), "S1", "position.sides.0.baton"),
        (("sides", 0, "bulges"), [], "position.sides.0"),
        (("mover",), {"piece": "S1"}, "position.mover"),
        (("winner",), 0, "position.winner"),
        (("next",), "Q", "position.next"),
        (("moved",), ["S1", "S1"], "position.moved"),
        (("fishy",), 1, "fishy"),
        (("turn_number",), 0, "position.turn_number"),
        (("setter",), 1, "position.setter"),
    ],
)
def test_positions_that_cannot_be(path: tuple[str | int, ...], value: object, words: str) -> None:
    position = json.loads(json.dumps(in_race().position()))
    inner = position
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    with pytest.raises(BadPosition) as caught:
        YAZ.from_position(position)
    assert words in caught.value.message


def test_a_board_for_a_terminal() -> None:
    text = YAZ.board(in_race().state).plain
    assert max(map(len, text.splitlines())) <= 100
    assert "⬤" in text
    assert "●S1" in text
    assert "Rust" in text


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (("S1 b1", "F1 b2"), "Rust moved Skadingle 1 and Flibdill 1"),
        (("S1 b1", "F1 b2", "S2 d1", "F2 d2"), "Rust moved four Yazzites"),
    ],
)
def test_a_turn_names_a_few_and_counts_many(steps: tuple[str, ...], told: str) -> None:
    s = race(".S1 . .S2 .\n.F1 . .F2 .\n.* .* .s1! .")
    turn = []
    for words in [each for step in steps for each in (step, "stop")]:
        before, code = copy(s), YAZ.code(s, decided(words))
        assert isinstance(code, int)
        turn.append(Past(0, decided(words), code, "", before, copy(play(s, words))))
    assert YAZ.turn_words(turn) == told


def test_results_in_words() -> None:
    s = race(".S1! . . .* .* .t1")
    play(s, "announce", "end")
    assert YAZ.result(s) == ("Rust announced the finish and did not make it. Rust broke 0 of 2 bulges, Cobalt broke 0.")
