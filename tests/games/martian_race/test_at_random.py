"""Martian Race: what is drawn at random is legal, and every legal decision is as likely as any other."""

from collections import Counter
from typing import Any

import pytest

from oddboard.conformance.settings import settings
from oddboard.core.bits import NONE
from oddboard.core.match import Match
from oddboard.core.randomness import generator
from oddboard.core.records import new
from oddboard.games.martian_race.rules.at_random import pick
from oddboard.games.martian_race.rules.walking import doubtful_ends, find_ends, find_possible_ends
from oddboard.games.martian_race.state import MOVING, PUSHING, Work

FEW = 40  # legal decisions
EACH = 60  # draws of each
FAR = 6  # standard deviations


def is_wanted(match: Match, phase: int, work: Any) -> bool:
    """Whether this is a push with a choice, or a turn in which some ends turn out not to be possible."""
    s = match.state
    if s.phase != phase or not 1 < len(match.codes()) <= FEW:
        return False
    if phase == PUSHING:
        return True
    if doubtful_ends(s) == NONE:
        return False
    possible = find_possible_ends(s, work)
    find_ends(s, work)
    return possible > sum(int(each).bit_count() for each in work.ends.ravel() if each)


def some_positions(phase: int, wanted: int, work: Any) -> list[Match]:
    """Positions of random games in different settings."""
    found: list[Match] = []
    rng = generator(3)
    for match in settings("martian-race", 400, seed=11):
        for _ in range(300):
            if match.is_over:
                break
            if is_wanted(match, phase, work):
                found.append(match)
                break
            match.play_code(int(pick(match.state, work, rng)))
        if len(found) == wanted:
            break
    return found


@pytest.mark.parametrize("phase", [MOVING, PUSHING])
def test_every_legal_decision_is_as_likely(phase: int) -> None:
    work, rng = new(Work), generator(5)
    positions = some_positions(phase, 4, work)
    assert positions
    for match in positions:
        legal = list(match.codes())
        drawn = Counter(int(pick(match.state, work, rng)) for _ in range(EACH * len(legal)))
        assert set(drawn) == set(legal)
        spread = sum((count - EACH) ** 2 / EACH for count in drawn.values())
        freedom = len(legal) - 1
        assert abs(spread - freedom) < FAR * (2 * freedom) ** 0.5
