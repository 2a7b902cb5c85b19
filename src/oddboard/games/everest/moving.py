"""Everest: what one action does to the board (EVE-13 to EVE-22).

A board goes in, a board comes out: real play and the trying of orders are the same few steps on one number.
"""

from typing import Any

import numpy as np

from oddboard.core.bits import NONE, bit, has
from oddboard.core.compiling import rule
from oddboard.games.everest.mountain import (
    COST,
    DIRECTIONS,
    FALLS,
    FLIGHT,
    LEVEL_COST,
    NEXT,
    NO_WAY,
    OFF,
    ON_BOARD,
    PATH,
    PATH_END,
    PATH_FALLS,
)
from oddboard.games.everest.state import SEATS, SNOWBALLS, SUIT_UP, WAYS

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
def is_snowball(coin: int) -> bool:
    """Whether a coin lies suit up (EVE-6)."""
    return coin & SUIT_UP != 0


@rule
def is_roar(coin: int) -> bool:
    """Whether a coin is the null, value up (EVE-6)."""
    return coin < DIRECTIONS


@rule
def moved(board: Any, seat: int, coin: int) -> Any:
    """The board after a move or a run (EVE-13 to EVE-19)."""
    points = coin // WAYS
    to = coin % DIRECTIONS
    here = place(board, seat)
    free = ~occupied(board)
    if PATH[here, to, points] & ~free == NONE:
        return put(board, seat, PATH_END[here, to, points], PATH_FALLS[here, to, points])
    while here != OFF:
        ahead = NEXT[here, to]
        cost = COST[here, to]
        if ahead != OFF and not has(free, ahead):
            beyond = NEXT[ahead, to]
            if COST[ahead, to] == NO_WAY or (beyond != OFF and not has(free, beyond)):
                return board  # EVE-17
            if not FALLS[here, to]:  # a fall pushes for nothing (EVE-18)
                cost += COST[ahead, to]
            if cost > points:
                return board
            board = put(board, yeti_on(board, ahead), beyond, FALLS[ahead, to])
        if cost > points:
            return board
        points -= cost
        board = put(board, seat, ahead, FALLS[here, to])
        here = ahead
        free = ~occupied(board)
    return board


@rule
def thrown(board: Any, actions: Any) -> Any:
    """The board after all snowballs of a beat (EVE-20 to EVE-22)."""
    before = board
    there = occupied(before)
    for seat in range(SEATS):
        coin = action(actions, seat)
        if not is_snowball(coin):
            continue
        to = coin % DIRECTIONS
        over = place(before, seat)
        if FLIGHT[over, to] & there == NONE:
            continue
        over = NEXT[over, to]
        while not has(there, over):
            over = NEXT[over, to]
        hit = yeti_on(before, over)
        here = place(board, hit)
        ahead = NEXT[here, to]
        stays = here == OFF or COST[here, to] > LEVEL_COST or (ahead != OFF and has(occupied(board), ahead))
        if stays:
            board = put(board, hit, here, HURT)
        else:
            board = put(board, hit, ahead, HURT + FALLS[here, to])
    return board


@rule
def done(board: Any, actions: Any, item: int) -> Any:
    """The board after a move, or all snowballs."""
    if item == SNOWBALLS:
        return thrown(board, actions)
    return moved(board, item, action(actions, item))
