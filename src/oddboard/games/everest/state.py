"""Everest: where squares are, the record of a game in progress, and the constants of both (EVE-1 to EVE-9).

A square is row * 8 + column, row 0 in the north, column 0 in the west. OFF is off the board.
"""

from functools import cache
from typing import Any

from oddboard.core.records import int8, int16, int32, record, uint64

COLUMNS, ROWS = 8, 6
SPOTS = COLUMNS * ROWS  # where a mountain may have a square
OFF = 63
PLACES = 64  # spots, numbers of none, and OFF
NIBBLES = 16  # numbers of four bits in a word
NORTH, EAST, SOUTH, WEST = range(4)
DIRECTIONS = 4
FACES = 6  # of a die, and the coins a player has: null, ace, 2, 3, 4, 5
NULL, ACE = 0, 1

SEATS = 4
BEATS = 3  # actions of a plan (EVE-9)
NOBODY = -1
ALL_COINS = (1 << FACES) - 1

# Phases: what is decided next.
HOMES, PLANNING, CONTEST, ORDERING, CHECKING, TABLE, FLEEING, RESTING, SETTING_ASIDE, ENDED = range(10)
ACTING, ROARING = 10, 11  # nothing is: the round goes on by itself, or the roars that go together do
IN_BEATS = (CONTEST, ORDERING, CHECKING, TABLE, FLEEING)  # phases in the middle of a beat
ROLLING = (CONTEST, CHECKING, TABLE)  # phases in which a die is rolled

# A laid coin is coin * WAYS + side * DIRECTIONS + direction.
SIDES = 2
VALUE, SUIT = range(2)
WAYS = SIDES * DIRECTIONS
NO_COIN, HIDDEN = -1, -2  # not laid; laid, but not to be known
NOT_ROLLED = -1
NO_RUN = -1
NO_ACTION = FACES * WAYS  # in the actions of a beat; neither snowball nor roar

MOST = FACES * WAYS  # no more decisions are legal at once than there are coins to lay
MOST_CHANCE = FACES


@record
class State:
    """A game in progress. A set of seats is a mask of bits; a *board* is where the yeti are and how often each was
    hurt, in one number: a byte for the place of each seat, then a byte for the hurts of each.
    """

    board: uint64
    # Of a mountain that is not the standard one, in four bits for each spot; zero otherwise.
    heights: uint64[SPOTS // NIBBLES]
    climb: uint64[SPOTS // NIBBLES]  # points to the peak
    round_limit: int32
    rounds: int32  # begun so far, this one too; 0 while homes are chosen
    checks: int32  # to be rolled for roars: bit roarer * SEATS + neighbour
    agenda: int16  # what is still to be done in the beat, as an order is packed
    seats: int8
    own_mountain: int8  # whether it is not the standard one (EVE-1)
    homes_chosen: int8  # whether players choose their homes (EVE-4)
    phase: int8
    turn: int8  # the seat that decides; 0 where none does
    beat: int8  # 0 to 2; while planning the coin to lay; BEATS at the end of the round
    alone: int8  # the only one on the peak when the round began, or NOBODY (EVE-28)
    winner: int8  # or NOBODY
    left: int8  # at the end of the round, the set of those that left the board
    owed: int8  # coins that the seat to decide has still to set aside
    home: int8[SEATS]  # the home base, or NOBODY
    coins: int8[SEATS]  # those in use, a mask
    plan: int8[SEATS, BEATS]  # coins laid, NO_COIN or HIDDEN

    to_roll: int8  # the set of those with a die to roll, for a contest or on the table
    dice: int8[SEATS]  # of a contest, or NOT_ROLLED
    about_runs: int8  # whether a contest is about runs (EVE-27)

    # Roars that go together; all zero when there are none.
    roarers: int8  # the set of those whose coins they are
    struck_by: int8[SEATS]  # by which roars one was struck that has still to roll
    answers: int8[SEATS]  # at whom one is going to roar back in the next wave
    rolled: int8  # the set of those that have rolled on the table
    roared_back_at: int8  # in this wave: an ace counts as null (EVE-25)
    flees_from: int8[SEATS]  # the roarers of whom one that runs has still to choose (EVE-26)
    run: int8[SEATS]  # a run as a coin with its points, in direction 0 until it is chosen; or NO_RUN


@record
class Work:
    """Scratch space: the legal decisions, and orders tried one after another."""

    code: int32[MOST]
    weight: int32[MOST_CHANCE]
    # By how many items of the order were tried: the board then, what is still to do, and what to try next.
    trial: uint64[SEATS + 1]
    rest: int8[SEATS + 1]
    untried: int8[SEATS + 1]


def square(name: str) -> int:
    """The number of a square such as `a2`."""
    return (int(name[1]) - 1) * COLUMNS + ord(name[0]) - ord("a")


@cache
def square_name(at: int) -> str:
    """The name of a square: `a2`."""
    return "abcdefgh"[at % COLUMNS] + str(at // COLUMNS + 1)


BASES = tuple(map(square, ("a2", "h2", "h5", "a5")))  # EVE-4
DEALT = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}  # the bases by seats (EVE-4)

_STEPS = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}


@cache
def beside(at: int, to: int) -> int:
    """The next spot in a direction, whether there is a square or not; OFF beyond the edge."""
    column, row = at % COLUMNS + _STEPS[to][0], at // COLUMNS + _STEPS[to][1]
    inside = at < SPOTS and 0 <= column < COLUMNS and 0 <= row < ROWS
    return row * COLUMNS + column if inside else OFF


def members(mask: Any) -> list[int]:
    """The seats of a set, or the coins of a mask."""
    return [each for each in range(FACES) if int(mask) >> each & 1]
