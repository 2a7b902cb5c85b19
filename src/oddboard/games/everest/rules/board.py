"""Everest: the board in one number, where the yeti are and how often each was hurt; and actions in another.

A board is a byte for the place of each seat, then a byte for the hurts of each. The actions of a beat are a byte for
each seat.
"""

from typing import Any

import numpy as np

from oddboard.core.bits import NONE, bit
from oddboard.core.compiling import rule
from oddboard.games.everest.rules.mountain import ON_BOARD, points_to_peak
from oddboard.games.everest.state import NOBODY, OFF, SEATS, State

BYTE = np.uint64(0xFF)
PLACES_PART = np.uint64(0xFFFFFFFF)  # the places in a board; the rest are the hurts
HURT_SHIFT = 32
UNHURT, HURT = 0, 1  # hurts that a change of place brings
NOBODY_THERE = np.uint64(OFF * 0x01010101)  # a board without yeti


@rule
def place(board: Any, seat: int) -> int:
    """The square of a yeti, or OFF."""
    return int(np.int64((board >> np.uint64(8 * seat)) & BYTE))


@rule
def hurts(board: Any, seat: int) -> int:
    """How often a yeti was hurt in this round."""
    return int(np.int64((board >> np.uint64(8 * seat + HURT_SHIFT)) & BYTE))


@rule
def put(board: Any, seat: int, square: int, falls: int) -> Any:
    """The board with a yeti on another place, and hurt so many times more."""
    shift = np.uint64(8 * seat)
    moved = (board & ~(BYTE << shift)) | (np.uint64(square) << shift)
    return moved + (np.uint64(falls) << (shift + np.uint64(HURT_SHIFT)))


@rule
def occupied(board: Any) -> Any:
    """The squares with a yeti."""
    mask = NONE
    for seat in range(SEATS):
        mask |= bit(place(board, seat))
    return mask & ON_BOARD


@rule
def yeti_on(board: Any, square: int) -> int:
    """The seat of the yeti on a square that has one."""
    seat = 0
    while place(board, seat) != square:
        seat += 1
    return seat


@rule
def action(actions: Any, seat: int) -> int:
    """The action of a seat in a beat: a coin that was laid, or NO_ACTION."""
    return int(np.int64((actions >> np.uint64(8 * seat)) & BYTE))


@rule
def with_action(actions: Any, seat: int, laid: int) -> Any:
    """The actions of a beat with that of one seat more; of each seat one is to be given."""
    return actions | np.uint64(laid) << np.uint64(8 * seat)


@rule
def alone_on_peak(s: State) -> int:
    """The only yeti on the peak, or NOBODY."""
    found = NOBODY
    for seat in range(SEATS):
        if points_to_peak(s, place(s.board, seat)) == 0:
            if found != NOBODY:
                return NOBODY
            found = seat
    return found
