"""The bots: legal, the same for a seed, blind to what is hidden, and better the more they look."""

from typing import Any

import numpy as np
import pytest

import oddboard
from oddboard import bots
from oddboard.arena.tournament import dice_of
from oddboard.bots.oversight import noticed
from oddboard.core import registry
from oddboard.core.errors import BadRequest, Over
from oddboard.core.game import CHANCE
from oddboard.core.match import Match
from oddboard.core.randomness import generator
from oddboard.core.records import copy, new

GAMES = registry.keys()


def rolled(key: str) -> Match:
    """A match that always begins with the same dice."""
    game = registry.game(key)
    match = Match(game, game.players[0], dice=dice_of(game, 1))
    while match.to_move == "chance":
        match.roll()
    return match


@pytest.mark.parametrize("level", ["random", "careless", "greedy", "search:30"])
@pytest.mark.parametrize("key", GAMES)
def test_advice_is_legal_and_the_same_for_a_seed(key: str, level: str) -> None:
    match = rolled(key)
    for seed in range(20):
        while match.to_move == "chance":
            match.roll()
        if match.is_over:
            break
        advice = bots.advise(match, level, seed)
        assert advice.decision in match.legal(match.to_move)  # type: ignore[arg-type]
        assert advice == bots.advise(match, level, seed)
        assert all(0 <= value <= 1 for value in advice.evaluation)
        assert len(advice.evaluation) == match.players
        match.play_code(advice.code)


@pytest.mark.parametrize("key", GAMES)
def test_greedy_takes_the_best_outlook_with_chance_by_weight(key: str) -> None:
    """Against the same reckoning written plainly, in a game without hidden things."""
    match = rolled(key)
    seat = match.to_move
    assert isinstance(seat, int)
    if not np.array_equal(match.view(seat), match.state):
        pytest.skip("hidden things are imagined at random")
    advice = bots.advise(match, "greedy", 0)
    best = max(plainly(match, code)[seat] for code in match.codes())
    assert plainly(match, advice.code)[seat] == pytest.approx(best)
    assert advice.evaluation == pytest.approx(plainly(match, advice.code).tolist())
    worth = [line.evaluation[seat] for line in advice.lines]
    assert worth == sorted(worth, reverse=True)


@pytest.mark.parametrize("key", GAMES)
def test_a_careless_bot_takes_the_best_of_what_it_notices(key: str) -> None:
    match = rolled(key)
    seat = match.to_move
    assert isinstance(seat, int)
    if not np.array_equal(match.view(seat), match.state):
        pytest.skip("hidden things are imagined at random")
    codes = match.codes()
    worth = {code: plainly(match, code)[seat] for code in codes}
    taken = []
    for seed in range(40):
        seen = noticed(match.view(seat), codes, seed, 0.9)  # where nine are as good as the best, a half would see one
        code = bots.advise(match, "careless:90", seed).code
        assert code in seen
        assert worth[code] == pytest.approx(max(worth[each] for each in seen))
        taken.append(worth[code])
    if len({round(value, 9) for value in worth.values()}) > 1:  # where it matters what is taken
        assert min(taken) < max(worth.values()) - 1e-9, "some overlook the best"


def plainly(match: Match, code: int) -> Any:
    rules, work = match.game.rules, new(match.game.work)

    def outlook(state: Any) -> Any:
        out = np.zeros(match.players)
        rules.outlook(state, work, out)
        return out

    after = copy(match.state)
    rules.play(after, work, code)
    if rules.to_move(after) != CHANCE:
        return outlook(after)
    count = rules.legal(after, work)
    outcomes, weights = work.code[:count].tolist(), work.weight[:count].tolist()
    total = np.zeros(match.players)
    for outcome, weight in zip(outcomes, weights, strict=True):
        then = copy(after)
        rules.play(then, work, outcome)
        total += weight * outlook(then)
    return total / sum(weights)


@pytest.mark.parametrize("key", GAMES)
def test_what_is_hidden_makes_no_difference(key: str) -> None:
    """Two states that look alike to a seat get the same advice."""
    match = rolled(key)
    for _ in range(12):
        seat = match.to_move
        if isinstance(seat, int):
            other = Match(match.game, match.players, match.options, start=copy(match.state))
            work = new(match.game.work)
            other.game.rules.hide(other.state, seat)
            other.game.rules.imagine(other.state, work, seat, generator(99))
            assert bots.advise(other, "greedy", 5) == bots.advise(match, "greedy", 5)
            match.play_code(bots.advise(match, "random", 1).code)
        elif seat == "chance":
            match.roll()
        else:
            break


def test_greedy_beats_random() -> None:
    won = 0
    for number in range(6):
        match = oddboard.new("martian-race", 2)
        while not match.is_over:
            if match.to_move == "chance":
                match.roll()
            else:
                level = "greedy" if match.to_move == number % 2 else "random"
                match.play_code(bots.advise(match, level, match.ply).code)
        assert match.ranks
        won += match.ranks[number % 2] == 1
    assert won >= 5


def test_nobody_advises_chance_nor_after_the_end() -> None:
    match = oddboard.new("martian-race", 2, turn_limit=1)
    with pytest.raises(BadRequest, match="chance"):
        bots.advise(match)
    while not match.is_over:
        match.roll() if match.to_move == "chance" else match.play_code(match.codes()[0])
    with pytest.raises(Over):
        bots.advise(match)
    with pytest.raises(BadRequest, match="random, careless, greedy"):
        bots.advise(match, "divine")
