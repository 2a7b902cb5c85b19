"""How often a person touches something for a decision, counted as the page reads touches; and what is asked for."""

import itertools
import random
import re
import statistics
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import oddboard
from oddboard.conformance.players import sensible_code
from oddboard.core.game import Game
from oddboard.core.scene import Choice
from oddboard.core.views import choices, nothing_there

GAMES = ["everest", "martian-race", "sailboat-regatta", "yavoch", "yaz"]
MOST = 2  # the median of touches for a decision
DECISIONS = 120
VAGUE = r"^choose an? (position|hex|square|space|place|card|piece|boat|ship|coin)$"
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


def order_for(asks: Mapping[str, str], touched: Sequence[str], following: str) -> str:
    """What the page says for something that can be touched next, after what was: see `sentence.ts`."""
    orders = asks.get(following, asks.get(following.partition(":")[0], "")).split("|")
    kinds = {each.partition(":")[0] for each in touched}
    for order in orders:
        needs, _, words = order.rpartition(">")
        if (not needs or needs in touched) and set(re.findall(r"{(\w+)}", words)) <= kinds:
            return words
    return orders[-1]


@pytest.mark.parametrize(
    ("key", "options"),
    [*((key, {}) for key in GAMES), ("yavoch", {"game": "full"}), ("yaz", {"lugging": True, "dropping": True})],
)
def test_every_prompt_says_what_for(key: str, options: dict[str, Any]) -> None:
    """Neither "choose a hex" nor a name in braces that nothing was touched for; and never of oneself as of another."""
    match, rng = oddboard.new(key, **options), random.Random(4)
    said = set()
    while not match.is_over and match.ply < 150:
        if isinstance(match.to_move, int):
            asks = {**match.game.asks, **match.game.asks_now(match.state)}
            for choice in choices(match.game, match.state):
                touches = choice["touches"]
                said |= {order_for(asks, touches[:at], touches[at]) for at in range(len(touches))}
        match.play_code(sensible_code(match, rng))
    assert len(said) > 3
    assert not {words for words in said if re.search(VAGUE, words)}
    assert not {words for words in said if re.search(r"\b(my|I|player)\b", words)}


@pytest.mark.parametrize("key", GAMES)
def test_who_touches_what_is_of_no_use_is_told_what_to_touch(key: str) -> None:
    match = oddboard.new(key)
    while match.to_move == "chance":
        match.play_code(match.codes()[0])
    assert nothing_there(match.game, match.state).startswith("Nothing can be done there now: ")
