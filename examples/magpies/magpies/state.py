"""Magpies: the state of a game, and what its numbers mean."""

from oddboard.core.compiling import table
from oddboard.core.records import int8, int16, record

NESTS = 9  # numbered clockwise from the top
SEATS = 4
FACES = 3  # of the die
STARTS = table((0, 4, 7, 2))  # where each seat's magpie begins (MAG-2)
FOUND_POINTS = 2  # MAG-8
KEPT_POINTS = 1
MOST_ROUNDS = 1000  # what `round_limit` may be

NOWHERE = -1  # no egg is laid yet
HIDDEN = -2  # an egg is laid, and the viewer does not know where
FOUND = -3  # the egg has been found

HIDING, ROLLING, FLYING, ENDED = range(4)  # phases


@record
class State:
    """A game in progress."""

    seats: int8
    phase: int8
    turn: int8
    die: int8  # 0: not rolled
    rounds: int16  # begun
    round_limit: int16
    at: int8[SEATS]  # the nest of each magpie
    egg: int8[SEATS]  # the nest of each egg, NOWHERE, HIDDEN or FOUND
    searched: int16[SEATS]  # by egg: the nests where another magpie has landed and not found it, as a set
    points: int8[SEATS]


BOUNDS = {  # of each field in a position
    "phase": (HIDING, ENDED),
    "turn": (0, SEATS - 1),
    "die": (0, FACES),
    "rounds": (0, MOST_ROUNDS + 1),
    "at": (0, NESTS - 1),
    "egg": (FOUND, NESTS - 1),
    "searched": (0, (1 << NESTS) - 1),
    "points": (0, FOUND_POINTS * (SEATS - 1)),
}
