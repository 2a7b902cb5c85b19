"""Everest: what a network learns from.

The mountain is the same if it is turned, so every seat sees it as if its home were in the northwest. Others are alike:
with four seats each of the others adds its features. While plans are laid the board is the one that the seat can expect
after its own coins.
"""

from typing import Any

import numpy as np

from oddboard.core.bits import size
from oddboard.core.compiling import rule, table
from oddboard.games.everest.rules.board import hurts, place
from oddboard.games.everest.rules.outlook import board_for
from oddboard.games.everest.state import (
    BASES,
    BEATS,
    COLUMNS,
    DIRECTIONS,
    EAST,
    ENDED,
    FACES,
    HOMES,
    NO_COIN,
    NOBODY,
    NORTH,
    OFF,
    PLACES,
    PLANNING,
    ROWS,
    SOUTH,
    SPOTS,
    WAYS,
    WEST,
    State,
)

MOST_HURTS = 3  # more count as so many
PHASES = ENDED + 1
COINS = FACES * WAYS

# A yeti: its place, its hurts, its coins and how many these are, then the coins of its plan.
HURTS = PLACES
IN_USE = HURTS + MOST_HURTS + 1
HOW_MANY = IN_USE + FACES
PLAN = HOW_MANY + FACES + 1
A_YETI = PLAN + BEATS * COINS
OWN, OTHER = 0, A_YETI
BETWEEN = 2 * A_YETI  # where another is, seen from one's own place
APART = BETWEEN + (2 * ROWS - 1) * (2 * COLUMNS - 1)  # one of the two is off the board
PHASE = APART + 1  # with whose turn it is
BEAT = PHASE + 2 * PHASES
ALONE = BEAT + BEATS + 1  # on the peak: oneself, another
FEATURES = ALONE + 2


def _turned(base: int, at: int) -> int:
    """A place on a mountain that is turned or mirrored so that a home base is in the northwest."""
    if at >= SPOTS:
        return at
    row, column = divmod(at, COLUMNS)
    home_row, home_column = divmod(base, COLUMNS)
    row = row if home_row < ROWS // 2 else ROWS - 1 - row
    column = column if home_column < COLUMNS // 2 else COLUMNS - 1 - column
    return row * COLUMNS + column


def _direction(base: int, to: int) -> int:
    """A direction there."""
    home_row, home_column = divmod(base, COLUMNS)
    if to in (NORTH, SOUTH) and home_row >= ROWS // 2:
        return NORTH + SOUTH - to
    if to in (EAST, WEST) and home_column >= COLUMNS // 2:
        return EAST + WEST - to
    return to


TURNED = table([[_turned(base, at) for at in range(PLACES)] for base in BASES], np.int16)
DIRECTION = table([[_direction(base, to) for to in range(DIRECTIONS)] for base in BASES], np.int16)


@rule
def base_of(s: State, seat: int) -> int:
    """The number of a seat's home base."""
    for base in range(len(BASES)):
        if s.home[seat] == BASES[base]:
            return base
    return NOBODY


@rule
def yeti_features(s: State, board: Any, base: int, other: int, known: bool, first: int, out: Any, count: int) -> int:
    """Add those of one yeti, with the coins of its plan that are still to come if they may be known."""
    out[count] = first + TURNED[base, place(board, other)]
    out[count + 1] = first + HURTS + min(hurts(board, other), MOST_HURTS)
    out[count + 2] = first + HOW_MANY + size(np.uint64(s.coins[other]))
    count += 3
    for coin in range(FACES):
        if s.coins[other] >> coin & 1:
            out[count] = first + IN_USE + coin
            count += 1
    if known:
        for beat in range(0 if s.phase == PLANNING else s.beat, BEATS):
            laid = s.plan[other, beat]
            if laid != NO_COIN:
                towards = laid // DIRECTIONS * DIRECTIONS + DIRECTION[base, laid % DIRECTIONS]
                out[count] = first + PLAN + beat * COINS + towards
                count += 1
    return count


@rule
def between(base: int, here: int, there: int) -> int:
    """Where another is, seen from one's own place."""
    if here == OFF or there == OFF:
        return APART
    here, there = TURNED[base, here], TURNED[base, there]
    rows = there // COLUMNS - here // COLUMNS + ROWS - 1
    return BETWEEN + rows * (2 * COLUMNS - 1) + there % COLUMNS - here % COLUMNS + COLUMNS - 1


@rule
def features(s: State, seat: int, out: Any) -> int:
    """Those of a position on the standard mountain, once homes are taken."""
    if s.own_mountain or s.phase == HOMES or s.phase == ENDED:
        return 0
    base = base_of(s, seat)
    board = board_for(s, seat)
    out[0] = PHASE + 2 * s.phase + (s.turn == seat)
    out[1] = BEAT + s.beat
    count = 2
    if s.alone != NOBODY:
        out[count] = ALONE + (s.alone != seat)
        count += 1
    count = yeti_features(s, board, base, seat, True, OWN, out, count)
    for other in range(s.seats):
        if other != seat:
            count = yeti_features(s, board, base, other, s.phase != PLANNING, OTHER, out, count)
            out[count] = between(base, place(board, seat), place(board, other))
            count += 1
    return count
