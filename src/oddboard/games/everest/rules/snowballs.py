"""Everest: snowballs, which all fly at once (EVE-20 to EVE-22)."""

from typing import Any

from oddboard.core.bits import NONE, has
from oddboard.core.compiling import rule
from oddboard.games.everest.codes import direction_of, is_snowball
from oddboard.games.everest.rules.board import HURT, action, occupied, place, put, yeti_on
from oddboard.games.everest.rules.mountain import (
    FLIGHT,
    HURTS,
    LEVEL_COST,
    POINTS,
    UP_CLIFF,
    UP_STEP,
    ahead_of,
    edge,
)
from oddboard.games.everest.state import OFF, SEATS, State


@rule
def hit_square(s: State, there: Any, here: int, to: int) -> int:
    """Where a snowball hits one of those that are there, or OFF (EVE-20)."""
    if not s.own_mountain and FLIGHT[here, to] & there == NONE:
        return OFF
    while True:
        rise = edge(s, here, to)
        here = ahead_of(s, here, to)
        if here == OFF or has(there, here):
            return here
        if rise == UP_STEP or rise == UP_CLIFF:
            return OFF


@rule
def thrown(s: State, board: Any, actions: Any) -> Any:
    """The board after all snowballs of a beat (EVE-20 to EVE-22)."""
    before = board
    there = occupied(before)
    for seat in range(SEATS):
        coin = action(actions, seat)
        if not is_snowball(coin):
            continue
        to = direction_of(coin)
        square = hit_square(s, there, place(before, seat), to)
        if square == OFF:
            continue
        hit = yeti_on(before, square)
        here = place(board, hit)
        onto = edge(s, here, to)
        ahead = ahead_of(s, here, to)
        stays = here == OFF or POINTS[onto] > LEVEL_COST or (ahead != OFF and has(occupied(board), ahead))
        if stays:
            board = put(board, hit, here, HURT)
        else:
            board = put(board, hit, ahead, HURT + HURTS[onto])
    return board
