"""How bots set up: by what is known of openings, and piece by piece (YAV-20, YAV-21)."""

import numpy as np
import pytest

from oddboard.bots import Bot, budget
from oddboard.core.match import Match
from oddboard.core.records import new
from oddboard.games.yavoch.field import NAMES, POSITIONS, named
from oddboard.games.yavoch.formations import FORMATIONS, ORDER_KINDS, SHARES
from oddboard.games.yavoch.rules.set_ups import astray
from oddboard.games.yavoch.state import KIND_NAMES, SETTING, TRYCH
from tests.games.yavoch.table import GAME, play

KNOWN = tuple(FORMATIONS.values())


def hopes(match: Match) -> float:
    """What the first player may expect."""
    out = np.zeros(2)
    GAME.rules.outlook(match.state, new(GAME.work), out)
    return float(out[0])


def placings(text: str, high: bool = False, trychs: int = 10) -> list[str]:
    """The decisions that place an opening by hand."""
    kinds = ORDER_KINDS + (TRYCH,) * trychs
    at = [named(name) for name in text.split()]
    placed = sorted(
        (kinds.index(kind), POSITIONS - 1 - place if high else place) for kind, place in zip(kinds, at, strict=False)
    )
    return [f"place {KIND_NAMES[kinds[first]]} {NAMES[place]}" for first, place in placed]


def set_up_by(bot: str, match: Match, seed: int = 0) -> None:
    """Let a bot set up for the seat whose turn it is."""
    seat = match.to_move
    assert isinstance(seat, int)
    sitting = Bot(GAME, 2, seat, budget(bot), seed)
    while match.state.phase == SETTING and match.to_move == seat:
        match.play_code(sitting.decide(match).code)


def strays(match: Match, seat: int) -> list[int]:
    """How far a side is from each opening that is known."""
    return [astray(match.state, seat, known) for known in range(len(KNOWN))]


def begun() -> Match:
    return play(Match(GAME, 2), "levels low")


def test_every_formation_is_known_on_both_sides() -> None:
    for known, text in enumerate(KNOWN):
        match = play(begun(), *placings(text), *placings(text, high=True))
        assert match.state.phase > SETTING
        assert strays(match, 0)[known] == strays(match, 1)[known] == 0


def test_greedy_takes_the_formation_that_wins_most_however_it_is_answered() -> None:
    match = begun()
    set_up_by("greedy", match)
    assert strays(match, 0)[int(np.min(SHARES, axis=1).argmax())] == 0


@pytest.mark.parametrize("formation", FORMATIONS)
def test_greedy_answers_with_the_formation_that_wins_most_against_what_stands_there(formation: str) -> None:
    match = play(begun(), f"formation {formation}")
    set_up_by("greedy", match)
    theirs = list(FORMATIONS).index(formation)
    assert strays(match, 1)[int(np.argmin(SHARES[theirs]))] == 0


def test_who_has_begun_a_formation_by_hand_completes_it() -> None:
    for known, text in enumerate(KNOWN):
        match = play(begun(), *placings(text)[:9])
        set_up_by("greedy", match)
        assert strays(match, 0)[known] == 0


def test_the_nearer_to_what_is_known_the_better() -> None:
    right = placings(next(iter(FORMATIONS.values())))
    match = begun()
    before = hopes(match)
    for number, decision in enumerate(right[:3]):
        offered = [f"place {each['ship']} {each['at']}" for each in match.legal(0) if each["do"] == "place"]
        elsewhere = [each for each in offered if each not in right][number]
        assert hopes(play(begun(), *right[:number], elsewhere)) < hopes(play(match, decision)) <= before


def test_a_careless_bot_strays_but_not_far() -> None:
    for seed in range(5):
        match = begun()
        set_up_by("careless:70", match, seed)
        assert min(strays(match, 0)) < 30, "of 44"


def test_what_the_set_ups_are_worth_counts_until_somebody_does_something() -> None:
    match = play(begun(), "formation phalanx", "formation lance")
    assert hopes(match) == pytest.approx(SHARES[1][2])
    match.state.moved = 1
    assert abs(hopes(match) - SHARES[1][2]) > 0.2


def test_a_bad_formation_badly_placed_is_still_worth_something() -> None:
    phalanx = placings(FORMATIONS["phalanx"])
    match = begun()
    for _ in phalanx:  # always as high as can be
        match.play([each for each in match.legal(0) if each["do"] == "place"][-1])
        assert 0 < hopes(match) < 0.6
    play(match, "formation lance")
    assert 0 < hopes(match) < 0.5
