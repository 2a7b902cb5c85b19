"""Everest: snowballs, which all fly at once (EVE-20 to EVE-22)."""

from typing import Any

from oddboard.core.bits import NONE, has
from oddboard.core.compiling import rule
from oddboard.games.everest.codes import direction_of, is_snowball
from oddboard.games.everest.rules.board import HURT, action, occupied, place, put, yeti_on
from oddboard.games.everest.rules.mountain import COST, FALLS, FLIGHT, LEVEL_COST, NEXT
from oddboard.games.everest.state import OFF, SEATS


@rule
def thrown(board: Any, actions: Any) -> Any:
    """The board after all snowballs of a beat (EVE-20 to EVE-22)."""
    before = board
    there = occupied(before)
    for seat in range(SEATS):
        coin = action(actions, seat)
        if not is_snowball(coin):
            continue
        to = direction_of(coin)
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
