"""Everest: moving, falling and pushing (EVE-13 to EVE-19).

A board goes in, a board comes out: real play and the trying of orders are the same few steps on one number.
"""

from typing import Any

from oddboard.core.bits import NONE, has
from oddboard.core.compiling import rule
from oddboard.games.everest.codes import coin_of, direction_of
from oddboard.games.everest.rules.board import occupied, place, put, yeti_on
from oddboard.games.everest.rules.mountain import (
    BESIDE,
    FALL,
    HURTS,
    NO_WAY,
    PATH,
    PATH_END,
    PATH_FALLS,
    POINTS,
    RIM,
    UP_CLIFF,
    ahead_of,
    edge,
)
from oddboard.games.everest.state import OFF, State


@rule
def price(s: State, free: Any, here: int, to: int) -> int:
    """Points for one square on, pushing whoever stands there; NO_WAY if that cannot be (EVE-13 to EVE-18)."""
    first = edge(s, here, to)
    points: int = POINTS[first]
    ahead = ahead_of(s, here, to)
    if ahead == OFF or has(free, ahead):
        return points
    second = edge(s, ahead, to)
    if second == UP_CLIFF or (second != RIM and not has(free, BESIDE[ahead, to])):
        return NO_WAY  # EVE-17
    if first == FALL:
        return points  # a fall pushes for nothing (EVE-18)
    return points + POINTS[second]  # type: ignore[no-any-return]


@rule
def moved(s: State, board: Any, seat: int, coin: int) -> Any:
    """The board after a move or a run (EVE-13 to EVE-19)."""
    points = coin_of(coin)
    to = direction_of(coin)
    here = place(board, seat)
    free = ~occupied(board)
    if not s.own_mountain and PATH[here, to, points] & ~free == NONE:
        return put(board, seat, PATH_END[here, to, points], PATH_FALLS[here, to, points])
    while here != OFF:
        needed = price(s, free, here, to)
        if needed > points:
            return board
        ahead = ahead_of(s, here, to)
        if ahead != OFF and not has(free, ahead):
            board = put(board, yeti_on(board, ahead), ahead_of(s, ahead, to), HURTS[edge(s, ahead, to)])
        points -= needed
        board = put(board, seat, ahead, HURTS[edge(s, here, to)])
        here = ahead
        free = ~occupied(board)
    return board
