"""Everest: what walking, throwing and roaring on the mountain come to, as tables (EVE-2, EVE-13 to EVE-15, EVE-20).

The tables have rows for OFF, so that a yeti there needs no question: it goes nowhere, hits nobody and has no
neighbours.
"""

from functools import cache
from typing import Any

import numpy as np

from oddboard.core.compiling import table
from oddboard.games.everest.state import DIRECTIONS, FACES, OFF, PEAK, PLACES, SQUARES, height, neighbour

NOWHERE = -1  # the direction between two squares that are not neighbours
STEP, CLIFF = 1, 2  # differences in height (EVE-2)
LEVEL_COST, STEP_COST = 1, 2  # points for a square (EVE-13)
NO_WAY = 100  # more points than there are: a cliff from below (EVE-14)


@cache
def is_fall(at: int, to: int) -> bool:
    """Whether one square on is over a cliff, downward; the edge of the board is none (EVE-14, EVE-15)."""
    ahead = neighbour(at, to)
    return ahead != OFF and height(at) - height(ahead) >= CLIFF


def cost(at: int, to: int) -> int:
    """Points for one square on where nobody stands (EVE-13 to EVE-15)."""
    ahead = neighbour(at, to)
    rise = 0 if ahead == OFF else height(ahead) - height(at)
    return NO_WAY if rise >= CLIFF else STEP_COST if rise >= STEP else LEVEL_COST


def walk(at: int, to: int, points: int) -> tuple[list[int], int, int]:
    """A move that meets nobody: the squares entered, where it ends, and how often it falls."""
    entered, falls = [], 0
    while at != OFF and cost(at, to) <= points:
        points -= cost(at, to)
        falls += is_fall(at, to)
        at = neighbour(at, to)
        entered.append(at)
    return entered, at, falls


def flight(at: int, to: int) -> list[int]:
    """The squares on which a snowball hits somebody: up to the top of the first rise, or to OFF (EVE-20)."""
    over: list[int] = []
    while True:
        ahead = neighbour(at, to)
        over.append(ahead)
        if ahead == OFF or height(ahead) > height(at):
            return over
        at = ahead


def _mask(squares: Any) -> int:
    return sum(1 << at for at in squares if at != OFF)


def _for_all(function: Any, nothing: Any) -> list[list[Any]]:
    """A table by place and direction; `nothing` for places that are no square."""
    return [[function(at, to) if at in SQUARES else nothing for to in range(DIRECTIONS)] for at in range(PLACES)]


_WALKS = [
    [[walk(at, to, points) if at in SQUARES else ([], at, 0) for points in range(FACES)] for to in range(DIRECTIONS)]
    for at in range(PLACES)
]


def _between() -> Any:
    """The direction from one square to its neighbour, or NOWHERE."""
    towards = np.full((PLACES, PLACES), NOWHERE)
    for at in SQUARES:
        for to in range(DIRECTIONS):
            if neighbour(at, to) != OFF:
                towards[at, neighbour(at, to)] = to
    return towards


NEXT = table(_for_all(neighbour, OFF))
COST = table(_for_all(cost, NO_WAY))
FALLS = table(_for_all(lambda at, to: int(is_fall(at, to)), 0))
TOWARDS = table(_between())
FLIGHT = table(_for_all(lambda at, to: _mask(flight(at, to)), 0), np.uint64)
# The four neighbours of a place (EVE-23).
AROUND = table(
    [_mask(neighbour(at, to) for to in range(DIRECTIONS)) if at in SQUARES else 0 for at in range(PLACES)], np.uint64
)
# A move that meets nobody, by place, direction and points.
PATH = table([[[_mask(w[0]) for w in by_points] for by_points in by_to] for by_to in _WALKS], np.uint64)
PATH_END = table([[[w[1] for w in by_points] for by_points in by_to] for by_to in _WALKS])
PATH_FALLS = table([[[w[2] for w in by_points] for by_points in by_to] for by_to in _WALKS])
ON_BOARD = np.uint64(_mask(SQUARES))
ON_PEAK = np.uint64(_mask(PEAK))
