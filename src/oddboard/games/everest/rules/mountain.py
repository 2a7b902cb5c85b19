"""Everest: mountains, and what walking, throwing and roaring on them come to (EVE-1, EVE-2, EVE-13 to EVE-15, EVE-20).

All that rules ask of a mountain is what the edge between two squares is, and how far the peak is. For the standard
mountain this is in tables, and whole moves and flights are too; for any other it is read from the heights in the state.
Off the board a yeti needs no question: from there it goes nowhere, hits nobody and has no neighbours.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from oddboard.core.compiling import rule, table
from oddboard.games.everest.state import (
    COLUMNS,
    DIRECTIONS,
    FACES,
    NIBBLES,
    OFF,
    PLACES,
    ROWS,
    SPOTS,
    State,
    beside,
)

STANDARD_ROWS = ("11111111", "12333321", ".245542.", ".245542.", "12333321", "11111111")
NO_SQUARE = "."
NOWHERE = -1  # the direction between two squares that are not neighbours
STEP, CLIFF = 1, 2  # differences in height (EVE-2); more than two is a cliff as well
RIM, LEVEL, UP_STEP, UP_CLIFF, FALL = range(5)  # edges: of the board; level or down a step; up; up a cliff; down one
LEVEL_COST, STEP_COST = 1, 2  # points for a square (EVE-13)
NO_WAY = 100  # more points than there are: a cliff from below (EVE-14)
TALLEST = 9
FAR = 10  # points to the peak from off the board
FARTHEST = 15  # more are not counted


def edge_of_rise(rise: int) -> int:
    """What the edge is to a square that is so much higher (EVE-2)."""
    if rise >= STEP:
        return UP_CLIFF if rise >= CLIFF else UP_STEP
    return FALL if rise <= -CLIFF else LEVEL


# By edge: the points for it, and whether it hurts (EVE-13 to EVE-15).
POINTS = table([LEVEL_COST, LEVEL_COST, STEP_COST, NO_WAY, LEVEL_COST])
HURTS = table([0, 0, 0, 0, 1])
EDGE_OF_RISE = table([edge_of_rise(rise) for rise in range(-TALLEST, TALLEST + 1)])


class Mountain:
    """Heights of squares, by rows from the north; no rule knows more of a mountain."""

    def __init__(self, rows: tuple[str, ...]) -> None:
        self.rows = rows
        self.heights = [0 if mark == NO_SQUARE else int(mark) for row in rows for mark in row]
        self.squares = [at for at, high in enumerate(self.heights) if high]
        self.top = max(self.heights)
        self.peak = [at for at in self.squares if self.heights[at] == self.top]

    def height(self, at: int) -> int:
        """The height of a square; 0 where there is none."""
        return self.heights[at] if at < SPOTS else 0

    def neighbour(self, at: int, to: int) -> int:
        """The next square in a direction, or OFF."""
        return beside(at, to) if self.height(beside(at, to)) else OFF

    def edge(self, at: int, to: int) -> int:
        """What one meets in a direction."""
        ahead = self.neighbour(at, to)
        return RIM if ahead == OFF else edge_of_rise(self.height(ahead) - self.height(at))

    def cost(self, at: int, to: int) -> int:
        """Points for one square on where nobody stands."""
        return int(POINTS[self.edge(at, to)])

    def walk(self, at: int, to: int, points: int) -> tuple[list[int], int, int]:
        """A move that meets nobody: the squares entered, where it ends, and how often it falls."""
        entered, falls = [], 0
        while at != OFF and self.cost(at, to) <= points:
            points -= self.cost(at, to)
            falls += int(HURTS[self.edge(at, to)])
            at = self.neighbour(at, to)
            entered.append(at)
        return entered, at, falls

    def flight(self, at: int, to: int) -> list[int]:
        """The squares on which a snowball hits somebody: up to the top of the first rise, or to OFF (EVE-20)."""
        over: list[int] = []
        while True:
            edge, at = self.edge(at, to), self.neighbour(at, to)
            over.append(at)
            if at == OFF or edge in (UP_STEP, UP_CLIFF):
                return over

    def points_to_peak(self) -> list[int]:
        """By square the fewest points to the peak when nobody is in the way."""
        points = [0 if at in self.peak else FARTHEST for at in range(SPOTS)]
        for _ in self.squares:
            for at in self.squares:
                for to in range(DIRECTIONS):
                    ahead = self.neighbour(at, to)
                    if ahead != OFF:
                        points[at] = min(points[at], points[ahead] + self.cost(at, to))
        return points


STANDARD = Mountain(STANDARD_ROWS)


def _mask(squares: Any) -> int:
    return sum(1 << at for at in squares if at != OFF)


def _by_place(of: Any, nothing: Any) -> list[Any]:
    """A table by place; `nothing` for those that are no square of the standard mountain."""
    return [of(at) if at in STANDARD.squares else nothing for at in range(PLACES)]


def _towards() -> Any:
    """The direction from one square to its neighbour, or NOWHERE."""
    towards = np.full((PLACES, PLACES), NOWHERE)
    for at in range(SPOTS):
        for to in range(DIRECTIONS):
            towards[at, beside(at, to)] = to
    towards[:, OFF] = NOWHERE
    return towards


# Of every mountain.
BESIDE = table([[beside(at, to) for to in range(DIRECTIONS)] for at in range(PLACES)])
TOWARDS = table(_towards())
AROUND = table([_mask(beside(at, to) for to in range(DIRECTIONS)) for at in range(PLACES)], np.uint64)  # EVE-23
ON_BOARD = np.uint64(_mask(range(SPOTS)))
# Of the standard mountain: its heights, its edges, how far the peak is, and moves and flights that meet nobody.
HEIGHT = table([STANDARD.height(at) for at in range(PLACES)])
EDGE = table(_by_place(lambda at: [STANDARD.edge(at, to) for to in range(DIRECTIONS)], [RIM] * DIRECTIONS))
_POINTS_TO_PEAK = STANDARD.points_to_peak()
POINTS_TO_PEAK = table(_by_place(lambda at: _POINTS_TO_PEAK[at], FAR))
FLIGHT = table(
    _by_place(lambda at: [_mask(STANDARD.flight(at, to)) for to in range(DIRECTIONS)], [0] * DIRECTIONS), np.uint64
)
_WALKS: list[list[list[tuple[list[int], int, int]]]] = [
    [[STANDARD.walk(at, to, points) for points in range(FACES)] for to in range(DIRECTIONS)]
    if at in STANDARD.squares
    else [[([], at, 0)] * FACES] * DIRECTIONS
    for at in range(PLACES)
]
PATH = table([[[_mask(w[0]) for w in by_points] for by_points in by_to] for by_to in _WALKS], np.uint64)
PATH_END = table([[[w[1] for w in by_points] for by_points in by_to] for by_to in _WALKS])
PATH_FALLS = table([[[w[2] for w in by_points] for by_points in by_to] for by_to in _WALKS])


@rule
def nibble(word: Any, at: int) -> int:
    """What a word keeps for a square in four bits."""
    return int(np.int64((word >> np.uint64(4 * (at % NIBBLES))) & np.uint64(0xF)))


@rule
def height_at(s: State, at: int) -> int:
    """The height of a square; 0 where there is none."""
    if not s.own_mountain:
        return HEIGHT[at]  # type: ignore[no-any-return]
    return 0 if at == OFF else nibble(s.heights[at // NIBBLES], at)


@rule
def edge(s: State, here: int, to: int) -> int:
    """What one meets in a direction."""
    if not s.own_mountain:
        return EDGE[here, to]  # type: ignore[no-any-return]
    high = height_at(s, BESIDE[here, to])
    if high == 0:
        return RIM
    return EDGE_OF_RISE[high - height_at(s, here) + TALLEST]  # type: ignore[no-any-return]


@rule
def ahead_of(s: State, here: int, to: int) -> int:
    """The next square in a direction, or OFF."""
    return OFF if edge(s, here, to) == RIM else BESIDE[here, to]


@rule
def points_to_peak(s: State, at: int) -> int:
    """The fewest points from a place to the peak when nobody is in the way."""
    if not s.own_mountain:
        return POINTS_TO_PEAK[at]  # type: ignore[no-any-return]
    return FAR if at == OFF else nibble(s.climb[at // NIBBLES], at)


def lay_out(s: State, mountain: Mountain) -> None:
    """Put a mountain into a fresh state."""
    if mountain.rows == STANDARD_ROWS:
        return
    s.own_mountain = 1
    for at, (high, points) in enumerate(zip(mountain.heights, mountain.points_to_peak(), strict=True)):
        shift = np.uint64(4 * (at % NIBBLES))
        s.heights[at // NIBBLES] |= np.uint64(high) << shift
        s.climb[at // NIBBLES] |= np.uint64(points) << shift


@lru_cache
def _mountain(heights: bytes) -> Mountain:
    marks = [str(high) if high else NO_SQUARE for high in heights]
    return Mountain(tuple("".join(marks[row * COLUMNS : (row + 1) * COLUMNS]) for row in range(ROWS)))


def mountain_of(s: State) -> Mountain:
    """The mountain of a state."""
    return _mountain(bytes(height_at(s, at) for at in range(SPOTS))) if s.own_mountain else STANDARD
