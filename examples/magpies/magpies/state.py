"""Magpies: the state of a game."""

from oddboard.core.records import int8, int16, int32, record

NESTS = 9  # numbered clockwise from the top
SEATS = 4
FACES = 3  # of the die
STARTS = (0, 4, 7, 2)  # where each seat's magpie begins (MAG-2)
NOWHERE = -1  # no egg is laid yet
HIDDEN = -2  # an egg is laid, and the viewer does not know where
FOUND = -3  # the egg has been found

HIDING, ROLLING, FLYING, ENDED = range(4)  # phases

# Codes of decisions.
FIRST_HIDE = 0  # nest
FIRST_ROLL = NESTS  # face - 1
CLOCKWISE = FIRST_ROLL + FACES
BACK = CLOCKWISE + 1
CODES = BACK + 1

MOST = NESTS  # decisions that can be legal at once
MOST_CHANCE = FACES


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


@record
class Work:
    """Scratch space: the legal decisions."""

    code: int32[MOST]
    weight: int32[MOST_CHANCE]
