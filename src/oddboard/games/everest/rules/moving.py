"""Everest: moving, falling and pushing (EVE-13 to EVE-19).

A board goes in, a board comes out: real play and the trying of orders are the same few steps on one number.
"""

from typing import Any

from oddboard.core.bits import NONE, has
from oddboard.core.compiling import rule
from oddboard.games.everest.codes import coin_of, direction_of
from oddboard.games.everest.rules.board import occupied, place, put, yeti_on
from oddboard.games.everest.rules.mountain import COST, FALLS, NEXT, NO_WAY, PATH, PATH_END, PATH_FALLS
from oddboard.games.everest.state import OFF


@rule
def price(free: Any, here: int, to: int) -> int:
    """Points for one square on, pushing whoever stands there; NO_WAY if that cannot be (EVE-13 to EVE-18)."""
    ahead = NEXT[here, to]
    points: int = COST[here, to]
    if ahead == OFF or has(free, ahead):
        return points
    beyond = NEXT[ahead, to]
    if COST[ahead, to] == NO_WAY or (beyond != OFF and not has(free, beyond)):
        return NO_WAY  # EVE-17
    if FALLS[here, to]:
        return points  # a fall pushes for nothing (EVE-18)
    return points + COST[ahead, to]  # type: ignore[no-any-return]


@rule
def moved(board: Any, seat: int, coin: int) -> Any:
    """The board after a move or a run (EVE-13 to EVE-19)."""
    points = coin_of(coin)
    to = direction_of(coin)
    here = place(board, seat)
    free = ~occupied(board)
    if PATH[here, to, points] & ~free == NONE:
        return put(board, seat, PATH_END[here, to, points], PATH_FALLS[here, to, points])
    while here != OFF:
        needed = price(free, here, to)
        if needed > points:
            return board
        ahead = NEXT[here, to]
        if ahead != OFF and not has(free, ahead):
            board = put(board, yeti_on(board, ahead), NEXT[ahead, to], FALLS[ahead, to])
        points -= needed
        board = put(board, seat, ahead, FALLS[here, to])
        here = ahead
        free = ~occupied(board)
    return board
