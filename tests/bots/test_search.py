"""The searching bot: lawful, repeatable, honest about secrets, and it stops when told to."""

import random
import time

import numpy as np
import pytest

from oddboard import bots
from oddboard.bots.search import Searcher
from oddboard.core import registry
from oddboard.core.errors import BadRequest, Over
from oddboard.core.match import Match
from oddboard.core.randomness import generator
from oddboard.core.records import copy, new, same
from tests.conformance.settings import described, settings
from tests.players import random_code, sensible_code


def somewhere(match: Match, rng: random.Random, plies: int) -> bool:
    """Play on at random; whether a seat is to decide then."""
    for _ in range(plies):
        if not match.is_over:
            match.play_code(random_code(match, rng))
    while match.to_move == "chance":
        match.play_code(random_code(match, rng))
    return not match.is_over


@pytest.mark.parametrize("key", registry.keys())
def test_it_never_plays_an_illegal_decision(key: str) -> None:
    rng = random.Random(key)
    for match in settings(key, 16, seed=5):
        players = {}
        if not somewhere(match, rng, rng.randrange(80)):
            continue
        for _ in range(12):
            if match.is_over:
                break
            if match.to_move == "chance":
                match.play_code(random_code(match, rng))
                continue
            seat = match.to_move
            assert isinstance(seat, int)
            bot = players.setdefault(seat, bots.Bot(match.game, match.players, seat, bots.budget("search:20"), seat))
            advice = bot.decide(match)
            assert advice.code in match.codes(), described(match)
            assert all(0.0 <= value <= 1.0 for line in advice.lines for value in line.evaluation)
            match.play_code(advice.code)


@pytest.mark.parametrize("key", registry.keys())
def test_the_same_seed_and_iterations_give_the_same_thoughts(key: str) -> None:
    rng = random.Random(key)
    for match in settings(key, 3, seed=6):
        if somewhere(match, rng, 25):
            one, other = (bots.advise(match, "search:60", seed=9) for _ in range(2))
            assert one == other


@pytest.mark.parametrize("key", [key for key in registry.keys() if registry.game(key).secrets])
def test_it_never_peeks(key: str) -> None:
    """Another hidden part that the seat cannot tell from the true one changes nothing."""
    rng = random.Random(key)
    swapped = 0
    for match in settings(key, 80, seed=8):
        for _ in range(rng.randrange(10, 120)):
            if not match.is_over:
                match.play_code(sensible_code(match, rng))
        if swapped == 4 or not somewhere(match, rng, 0):
            continue
        seat = match.to_move
        assert isinstance(seat, int)
        other = match.view(seat)
        match.game.rules.imagine(other, new(match.game.work), seat, generator(rng.getrandbits(60)))
        swapped += not same(other, match.state)
        twin = Match(match.game, match.players, match.options, start=copy(other))
        assert bots.advise(match, "search:40", seed=3) == bots.advise(twin, "search:40", seed=3)
    assert swapped, "the test needs positions with something to hide"


def test_it_stops_when_told_to() -> None:
    match = Match(registry.game(registry.keys()[0]), 2)
    assert somewhere(match, random.Random(1), 10)
    seat = match.to_move
    assert isinstance(seat, int)
    searcher = Searcher(match.game, 2, seat, 1)
    searcher.think(match.view(seat), 1, None, lambda: False)
    told = time.monotonic() + 0.2
    searcher.think(match.view(seat), None, 30.0, lambda: time.monotonic() > told)
    assert time.monotonic() - told < 0.5  # 50 ms on an idle machine; tests share theirs


def test_a_full_tree_goes_on() -> None:
    match = Match(registry.game(registry.keys()[0]), 2)
    assert somewhere(match, random.Random(2), 10)
    seat = match.to_move
    assert isinstance(seat, int)
    searcher = Searcher(match.game, 2, seat, 1)
    searcher.tree.nodes = len(searcher.tree.key) // 2 - 3
    searcher.tree.children = len(searcher.tree.code) // 2 - 200
    assert searcher.advise(match, 300, None, lambda: False).code in match.codes()
    searcher.tree.nodes = len(searcher.tree.key) - 1
    searcher.think(match.view(seat), 50, None, lambda: False)
    assert np.isfinite(searcher.tree.sums).all()


@pytest.mark.parametrize("text", ["", "genius", "search", "search:", "search:1m", "uct:x", None, 3, "greedy:5"])
def test_a_level_that_is_none(text: object) -> None:
    with pytest.raises(BadRequest, match="there is no level"):
        bots.budget(text)


def test_levels_rise() -> None:
    assert next(iter(bots.LEVELS)) == "novice"
    assert bots.USUAL in bots.LEVELS
    assert list(bots.LEVELS)[-1] == bots.STRONGEST
    limits = [level.seconds or 0.0 for level in bots.LEVELS.values()]
    assert limits == sorted(limits)
    assert limits[-1] <= 5.0


def test_nothing_to_advise() -> None:
    match = Match(registry.game("martian-race"), 2, {"order": "seats", "turn_limit": 1})
    with pytest.raises(BadRequest, match="chance is to decide"):
        bots.advise(match)
    while not match.is_over:
        match.play_code(match.codes()[0])
    with pytest.raises(Over):
        bots.advise(match)
