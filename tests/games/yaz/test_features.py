"""What a network learns from: the same wherever on the map it happens, and something for all that a player looks at."""

from itertools import pairwise

import numpy as np

from oddboard.conformance.features import listed
from oddboard.core.match import Match
from oddboard.core.network import MOST_ACTIVE
from oddboard.games.yaz.rules.features import (
    CHASED,
    FEATURES,
    GOING_ON,
    MOST_CHASERS,
    MOST_SITTERS,
    OTHER,
    OWN,
    PAIR,
    RESCUED,
    STAGE,
)
from oddboard.games.yaz.state import State
from tests.games.yaz.table import RULES, YAZ, play, race

RACE = ".S1! . . .l1 .< .x .x .f1 . .> .s1!"
TEAMS = {"S": 4, "F": 4, "T": 4, "L": 4, "bulges": 3}


def told(s: State, seat: int = 0) -> set[int]:
    """The active features."""
    return set(listed(YAZ, s, seat))


def those_from(s: State, seat: int, first: int, end: int) -> list[int]:
    """Those of a range, counted from its beginning."""
    return [each - first for each in listed(YAZ, s, seat) if first <= each < end]


def test_where_on_the_map_it_happens_makes_no_difference() -> None:
    mud = ". " * RACE.count(" ") + "."
    north, south = race("\n".join([mud, RACE, mud, mud, mud])), race("\n".join([mud, mud, mud, RACE, mud]))
    assert told(north) == told(south)


def test_the_side_of_one_is_the_other_side_of_the_other() -> None:
    s = race(RACE)
    for seat in range(2):
        ours = those_from(s, seat, OWN, OTHER)
        assert ours == those_from(s, 1 - seat, OTHER, STAGE)
        assert ours != those_from(s, 1 - seat, OWN, OTHER)


def test_enemy_luggants_that_can_reach_the_carrier_are_counted() -> None:
    far = race(RACE)
    near = race(RACE.replace(" . . .l1", " . .l1 ."))
    chased = [those_from(s, 0, CHASED, RESCUED) for s in (far, near)]
    a_chaser = MOST_SITTERS + 1
    assert chased == [[GOING_ON * (MOST_CHASERS + 1) * a_chaser], [chased[0][0] + a_chaser]]


def test_a_step_a_stop_and_an_announcement_are_told() -> None:
    s = race(RACE)
    seen = [told(s)]
    for words in ("announce", "S1 b1", "stop"):
        seen.append(told(play(s, words)))
    assert all(before != after for before, after in pairwise(seen))


def test_how_the_bulges_lie_is_told_apart_by_who_sets_them() -> None:
    s = play(Match(YAZ, 2, {"setter": "first"}).state, "bulge c3", "bulge k9")
    for_setter, for_other = (those_from(s, seat, PAIR, FEATURES) for seat in range(2))
    assert len(for_setter) == len(for_other) == 4
    assert not set(for_setter) & set(for_other)


def test_nothing_is_told_before_it_is_known_who_sets_nor_of_larger_teams() -> None:
    room = np.zeros(MOST_ACTIVE, np.int16)
    assert RULES.features(Match(YAZ, 2).state, 0, room) == 0
    large = Match(YAZ, 2, {"setter": "first", "scenario": "custom", "counts": TEAMS}).state
    assert RULES.features(large, 0, room) == 0
