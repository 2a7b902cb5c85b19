"""Random play: what is picked is picked evenly, and every game comes to its end."""

import random

from oddboard.conformance.players import random_code, sensible_code
from oddboard.conformance.settings import described, settings
from oddboard.core import registry
from oddboard.core.compiling import INTERPRETED
from oddboard.core.game import OVER
from oddboard.core.match import Match
from oddboard.core.randomness import generator
from oddboard.core.records import copy, new, same, twice
from oddboard.core.rules import pick, random_games, random_play

ROUNDS = 3000  # picks of one state
DEVIATIONS = 5  # standard deviations that a share may be off
LEAST = 200  # decisions of random games
LONGEST = 30_000 if INTERPRETED else 5_000_000  # decisions of a random game that must have ended by then
COLUMNS = 80  # what a terminal has that nobody made wider


def check_pick_is_even(key: str) -> None:
    """Each legal decision is picked as often as its weight says."""
    rng = random.Random(key)
    dice = generator(rng.getrandbits(60))
    for match in settings(key, 6):
        for _ in range(rng.randrange(40)):
            if not match.is_over:
                match.play_code(random_code(match, rng))
        if match.is_over:
            continue
        work, counts = new(match.game.work), dict.fromkeys(match.codes(), 0)
        for _ in range(ROUNDS):
            counts[int(pick(match.state, work, dice))] += 1
        weights = [each.get("weight", 1) for each in match.legal()]
        for weight, count in zip(weights, counts.values(), strict=True):
            share = weight / sum(weights)
            most = DEVIATIONS * (ROUNDS * share * (1 - share)) ** 0.5 + 1
            assert abs(count - ROUNDS * share) <= most, described(match)


def check_games_end(key: str) -> None:
    """Random games are played to the end, and leave what they began with alone."""
    for match in settings(key, 2):
        s = copy(match.start)
        random_play(s, new(match.game.work), generator(1), LONGEST)
        assert match.game.rules.to_move(s) == OVER, f"no end after {LONGEST} random decisions: {described(match)}"
        states = twice(match.start)
        decisions, games = random_games(states, new(match.game.work), generator(1), LEAST)
        assert decisions >= LEAST
        assert games >= 1
        assert same(states[0], match.start)
        assert match.game.rules.to_move(states[1]) == OVER


def check_usual_board(key: str) -> None:
    """The usual game fits a terminal."""
    match = Match(registry.game(key), registry.game(key).players[0])
    rng = random.Random(5)
    while not match.is_over and match.ply < LEAST:
        for line in match.game.board(match.state).split():
            assert line.cell_len <= COLUMNS, f"wider than {COLUMNS} columns: {line.plain}"
        match.play_code(sensible_code(match, rng))
