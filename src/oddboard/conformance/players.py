"""Players that know no game: one at random, one who follows the game's outlook."""

import random
from collections.abc import Callable

import numpy as np

from oddboard.core.match import Match
from oddboard.core.records import copy, new

Player = Callable[[Match, random.Random], int]

LOOKED_AT = 16  # decisions among which the sensible player chooses
ANYTHING = 0.2  # how often it decides at random
TIE = 1e-3  # below this two outlooks count as equal


def random_code(match: Match, rng: random.Random) -> int:
    """Any legal decision, for chance by weight."""
    codes = match.codes()
    if match.to_move == "chance":
        return rng.choices(codes, [each["weight"] for each in match.legal()])[0]
    return rng.choice(codes)


def sensible_code(match: Match, rng: random.Random) -> int:
    """Of a few decisions the one with the best outlook for who decides; now and then any."""
    if match.to_move == "chance" or rng.random() < ANYTHING:
        return random_code(match, rng)
    seat = match.to_move
    assert isinstance(seat, int)
    rules, work, out = match.game.rules, new(match.game.work), np.zeros(match.players)

    def worth(code: int) -> float:
        after = copy(match.state)
        rules.play(after, work, code)
        rules.outlook(after, work, out)
        return float(out[seat]) + rng.random() * TIE

    codes = match.codes()
    return max(rng.sample(codes, min(len(codes), LOOKED_AT)), key=worth)


PLAYERS: dict[str, Player] = {"random": random_code, "sensible": sensible_code}
