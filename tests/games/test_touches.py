"""How often a person touches something for a decision, counted as the page reads touches; and what is asked for."""

import itertools
import random
import statistics
from collections.abc import Sequence

import pytest

import oddboard
from oddboard.conformance.players import sensible_code
from oddboard.core.game import Game
from oddboard.core.scene import Choice
from oddboard.core.views import choices, nothing_there

GAMES = ["everest", "martian-race", "sailboat-regatta", "yavoch", "yaz"]
MOST = 2  # the median of touches for a decision
DECISIONS = 120
SIDE = "side"  # of Everest's coins: it stays as it lies, and is touched only to turn it over


def in_order(game: Game, choice: Choice) -> tuple[str, ...]:
    """What is touched for a choice, without what may be left out."""
    return tuple(touch for touch in choice["touches"] if touch.partition(":")[0] not in (*game.later, SIDE))


def touches_for(game: Game, offered: Sequence[Choice], wanted: Choice, places: set[str]) -> int:
    """How many touches it takes: what there is only one of is taken, and a piece is dragged to its place in one go."""
    left = [(in_order(game, each), each) for each in offered]
    way = in_order(game, wanted)
    made: list[str] = []
    for at, touch in enumerate(way):
        rest = {each for each, _ in left}
        if len(rest) == 1 and not any(each in places for each in way[at:]):
            break
        alone = len({each[at : at + 1] for each in rest}) == 1 and all(len(each) > at + 1 for each in rest)
        if not alone or touch in places:
            made.append(touch)
        left = [(each, choice) for each, choice in left if each[: at + 1] == way[: at + 1]]
    usual = left[-1][1]  # what is meant if the rest is left out
    dragged = sum(one not in places and ":" in one and other in places for one, other in itertools.pairwise(made))
    return max(1, len(made) - dragged + (usual["touches"] != wanted["touches"] and way == in_order(game, usual)))


@pytest.mark.parametrize("key", GAMES)
def test_a_decision_takes_two_touches_at_most_as_a_rule(key: str) -> None:
    match, rng = oddboard.new(key), random.Random(3)
    places = {place["id"] for place in match.game.ground(match.start)["places"]}
    counted = []
    while not match.is_over and len(counted) < DECISIONS:
        code = sensible_code(match, rng)
        if match.to_move != "chance":
            offered = choices(match.game, match.state)
            counted.append(touches_for(match.game, offered, match.game.choice(match.state, code), places))
        match.play_code(code)
    assert statistics.median(counted) <= MOST


@pytest.mark.parametrize("key", GAMES)
def test_who_touches_what_is_of_no_use_is_told_what_to_touch(key: str) -> None:
    match = oddboard.new(key)
    while match.to_move == "chance":
        match.play_code(match.codes()[0])
    assert nothing_there(match.game, match.state).startswith("Nothing can be done there now: ")
