"""Sailboat Regatta: what a network learns from."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from oddboard.core.match import Match
from oddboard.core.network import MOST_ACTIVE
from oddboard.games.sailboat_regatta.rules import RULES
from oddboard.games.sailboat_regatta.rules.course import SMALL_TEXT
from tests.games.sailboat_regatta.helpers import GAME, do, race

listing: Any = import_module("oddboard.games.sailboat_regatta.rules.features")  # the package has the rule by that name

COVERS = range(listing.COVER, listing.TO_GO)
THREATS = range(listing.THREAT, listing.CHANCE)
CHANCES = range(listing.CHANCE, listing.FLEETS)


def active(match: Match, seat: int = 0, of: range = range(GAME.features)) -> list[int]:
    """The active features of a position for a seat, in order of their numbers."""
    room = np.zeros(MOST_ACTIVE, np.int16)
    count = RULES.features(match.state, seat, room)
    return sorted(each for each in room[:count].tolist() if each in of)


def cover(whose: int, above: int = 1, turns: int = 0) -> int:
    """That a boat has so many above it, none of which has finished, and the topmost sails after so many turns."""
    finished = 0
    place = (whose * listing.HOMES + finished) * listing.MOST_ABOVE + above - 1
    return int(listing.COVER + place * (listing.MOST_TURNS + 1) + turns)


def test_boats_on_a_stack_tell_who_covers_whom() -> None:
    match = race("d8: 0.1n+1 1.1n+1")
    assert active(match, 0, COVERS) == [cover(listing.OURS_UNDER_THEIRS, turns=1)]
    assert active(match, 1, COVERS) == [cover(listing.THEIRS_UNDER_OURS, turns=1)]
    match = race("d8: 0.1n+1 1.1n+1 0.2n+1")
    assert active(match, 0, COVERS) == sorted([cover(listing.OURS_UNDER_OURS, 2), cover(listing.THEIRS_UNDER_OURS)])
    match = race("d8: 1.1n+1 2.1n+1", players=3)
    assert active(match, 0, COVERS) == [cover(listing.THEIRS_UNDER_OTHERS, turns=2)]


def test_taking_the_wind_is_seen_before_and_after() -> None:
    match = race("d8: 0.1n+1\nc7: 1.1n+1\nturn 0 sail 3 0 0 0")  # the 3 takes it to c7
    [no_chance] = active(race("d8: 0.1n+1\nc6: 1.1n+1\nturn 0 sail 3 0 0 0"), 0, CHANCES)
    assert active(match, 0, CHANCES) == [no_chance + 1]
    assert active(match, 0, COVERS) == []
    assert active(match, 1, THREATS) == [listing.THREAT + 1]
    do(match, "sail 1 3")
    assert active(match, 0, COVERS) == [cover(listing.THEIRS_UNDER_OURS)]
    assert active(match, 1, THREATS) == []


def test_only_dice_left_count_in_a_turn() -> None:
    rolled = race("d8: 0.1n+1\nc7: 1.1n+1\nturn 0 sail 5 5 0 0")
    assert active(rolled, 1, THREATS) == []


def test_a_boat_on_the_entry_can_be_covered_from_the_pier() -> None:
    [threat] = active(race("i11: 0.1n"), 0, THREATS)
    assert threat == listing.THREAT + listing.MOST_WAYS + 1 + 6  # it is our turn; as if any face would do
    assert active(race("i11: 0.1n+2*"), 0, THREATS) == []  # it is home


def test_other_seats_are_alike() -> None:
    far, near = "d8: {}.1n+1", "k4: {}.1s+1\nl6: {}.2s+1"
    one = race(f"{far.format(1)}\n{near.format(2, 2)}\ni10: 0.1w", players=3)
    other = race(f"{far.format(2)}\n{near.format(1, 1)}\ni10: 0.1w", players=3)
    assert active(one) == active(other)


def test_only_turns_tell_seats_apart() -> None:
    match = race("d8: 0.1n+1 1.1w+1\nk4: 1.2s+1\nh2: 2.1e+1 2.2e+1\nturn 0 sail 5 3 2 2", players=3)
    turned = race("d8: 1.1n+1 2.1w+1\nk4: 2.2s+1\nh2: 0.1e+1 0.2e+1\nturn 1 sail 5 3 2 2", players=3)
    for seat in range(3):
        assert active(match, seat) == active(turned, (seat + 1) % 3)


@pytest.mark.parametrize("diagonal", ["die", "boat"])
def test_most_features_are_active_if_all_boats_are_on_one_stack(diagonal: str) -> None:
    boats = " ".join(f"{seat}.{number}n+1" for number in (1, 2) for seat in range(14))
    dice = "sail 5 3 2 0" if diagonal == "die" else "sail 5 3 2 owes 2"
    match = race(f"d8: {boats}\nturn 13 {dice}", players=14, diagonal=diagonal)
    assert 90 < len(active(match, 13)) <= MOST_ACTIVE


def test_what_a_network_shall_not_judge_has_none() -> None:
    assert active(race(course=SMALL_TEXT)) == []
    assert active(Match(GAME, 2, GAME.check_options(2, {}))) == []  # who begins is still to be drawn
    over = race("d8: 0.1n+1")
    over.state.phase = 4
    assert active(over) == []
