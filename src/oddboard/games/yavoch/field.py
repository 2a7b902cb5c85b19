"""Yavoch: the field of five slanted levels as tables (YAV-1 to YAV-5, YAV-63).

A position is 0 (`111`) to 124 (`555`), level by level, bare number by bare number, so that positions ascend as
their names do. A set of positions is two masks: 0 to 63, and 64 to 124.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from oddboard.core.bits import ONE
from oddboard.core.compiling import rule, table

FACES = 10  # of the die of fate
EDGE = 5  # levels, and positions along each side of one
LEVEL = EDGE * EDGE  # positions of a level
POSITIONS = EDGE * LEVEL
NOWHERE = -1
HALF = 64  # the first position of the second mask
MIDDLE = 3  # the level of the asteroids
# Directions as steps of level, bare and circled number, so ordered that each kind of slide is a run of them.
_SHORT = ((0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
_SLANT = ((1, 0, 0), (-1, 0, 0))  # YAV-3
_LONG = ((0, 1, 1), (0, 1, -1), (0, -1, 1), (0, -1, -1))
SIDE, CORNER = 0, 1  # the two readings of how the levels are staggered (YAV-4); tables have one part for each
OFFSET_NAMES = ("side", "corner")
_PERPENDICULAR = (((1, -1, 0), (-1, 1, 0)), ((1, -1, -1), (-1, 1, 1)))
DIRECTIONS = tuple(_SHORT + _SLANT + _LONG + upright for upright in _PERPENDICULAR)
ARCHID_FIRST, SQUAM_FIRST, WAYS = 0, 6, 6  # an Archid slides in the first six directions, a Squam in the others
ALL_WAYS = 12
_AROUND = _SHORT + _LONG
FARTHEST = 4  # steps of the longest slide


def position(level: int, bare: int, circled: int) -> int:
    """The number of a position, or NOWHERE beyond the field."""
    if not (1 <= level <= EDGE and 1 <= bare <= EDGE and 1 <= circled <= EDGE):
        return NOWHERE
    return (level - 1) * LEVEL + (bare - 1) * EDGE + circled - 1


def place(at: int) -> tuple[int, int, int]:
    """Level, bare and circled number of a position."""
    return at // LEVEL + 1, at % LEVEL // EDGE + 1, at % EDGE + 1


def name(at: int) -> str:
    """A position as decisions write it: `342`."""
    return "".join(map(str, place(at)))


NAMES = tuple(name(at) for at in range(POSITIONS))


def named(text: str) -> int:
    """The number of a position by its name, or NOWHERE."""
    return position(*map(int, text)) if len(text) == 3 and all(digit in "12345" for digit in text) else NOWHERE


def step(at: int, way: tuple[int, int, int]) -> int:
    """The position one step further, or NOWHERE."""
    level, bare, circled = place(at)
    return position(level + way[0], bare + way[1], circled + way[2])


def masks(positions: Iterable[int]) -> tuple[int, int]:
    """A set of positions as two masks."""
    whole = 0
    for at in positions:
        whole |= 1 << at
    return whole & (1 << HALF) - 1, whole >> HALF


def _sets(rows: Iterable[Iterable[Iterable[int]]]) -> Any:
    """A table of sets of positions, for each offset and position."""
    return table([[masks(reached) for reached in row] for row in rows], np.uint64)


def _steps(ways: Sequence[tuple[int, int, int]]) -> list[list[int]]:
    """For each position those one step away in any of some directions."""
    return [[to for way in ways if (to := step(at, way)) != NOWHERE] for at in range(POSITIONS)]


def _hops(at: int, upright: Sequence[tuple[int, int, int]]) -> Iterator[int]:
    """Where a Neornith can go: by a vector and along the perpendicular, each step on the field (YAV-10)."""
    for vector, column in product(_AROUND, upright):
        for first, second in ((vector, column), (column, vector)):
            between = step(at, first)
            if between != NOWHERE and (to := step(between, second)) != NOWHERE:
                yield to


def _rays(ways: Sequence[tuple[int, int, int]]) -> Any:
    """For each position and direction the positions on the way, then NOWHERE."""
    rays = np.full((POSITIONS, ALL_WAYS, FARTHEST + 1), NOWHERE, np.int16)
    for at in range(POSITIONS):
        for number, way in enumerate(ways):
            to, count = step(at, way), 0
            while to != NOWHERE:
                rays[at, number, count] = to
                to, count = step(to, way), count + 1
    return rays


RAY = table([_rays(ways) for ways in DIRECTIONS], np.int16)
AROUND = table([masks(beside) for beside in _steps(_AROUND)], np.uint64)  # the eight neighbours on the level
TRYCH_STEPS = _sets(_steps(_AROUND + upright) for upright in _PERPENDICULAR)
ANY_STEPS = _sets(_steps(ways) for ways in DIRECTIONS)  # a Command ship's and a gate's
HOPS = _sets([_hops(at, upright) for at in range(POSITIONS)] for upright in _PERPENDICULAR)


def _where(test: Callable[[int, int, int], bool]) -> tuple[int, int]:
    return masks(at for at in range(POSITIONS) if test(*place(at)))


DIAGONAL, CROSS = 0, 1  # the two readings of the core (YAV-5)
CORE_NAMES = ("diagonal", "cross")


def _core(offset: int, core: int) -> tuple[int, int]:
    """The positions of two vertical planes, which cross in the perpendicular column of the middle (YAV-5)."""

    def is_core(level: int, bare: int, circled: int) -> bool:
        across = EDGE + 1 - level
        beside, behind = abs(bare - across), abs(circled - (MIDDLE if offset == SIDE else across))
        return beside == behind if core == DIAGONAL else beside == 0 or behind == 0

    return _where(is_core)


CORE = table([[_core(offset, core) for core in (DIAGONAL, CROSS)] for offset in (SIDE, CORNER)], np.uint64)
_QUADRANTS: tuple[tuple[Callable[[int, int], bool], ...], ...] = (
    (
        lambda bare, circled: 3 - bare >= abs(circled - 3),
        lambda bare, circled: circled - 3 >= abs(bare - 3),
        lambda bare, circled: bare - 3 >= abs(circled - 3),
        lambda bare, circled: 3 - circled >= abs(bare - 3),
    ),
    (
        lambda bare, circled: bare <= 3 and circled <= 3,
        lambda bare, circled: bare <= 3 and circled >= 3,
        lambda bare, circled: bare >= 3 and circled >= 3,
        lambda bare, circled: bare >= 3 and circled <= 3,
    ),
)
QUADRANT_NAMES = ("alpha", "beta", "gamma", "delta")


def _struck(core: int, face: int) -> tuple[int, int]:
    """The positions that an asteroid impact of a roll strikes (YAV-63)."""
    if face == 0:
        low, high = (int(mask) for mask in CORE[SIDE, core])  # on this level the offset makes no difference
        return masks(at for at in range(2 * LEVEL, 3 * LEVEL) if (low | high << HALF) >> at & 1)
    if face <= EDGE:
        return _where(lambda level, bare, circled: level == MIDDLE and face in (bare, circled))
    inside = _QUADRANTS[core][face - EDGE - 1]
    return _where(lambda level, bare, circled: level == MIDDLE and inside(bare, circled))


STRUCK = table([[_struck(core, face) for face in range(FACES)] for core in (DIAGONAL, CROSS)], np.uint64)
MIDDLE_LEVEL = table(_where(lambda level, bare, circled: level == MIDDLE), np.uint64)
EVERYWHERE = table(_where(lambda level, bare, circled: True), np.uint64)


@rule
def within(low: Any, high: Any, at: int) -> bool:
    """Whether a position is in a set."""
    mask = low if at < HALF else high
    return bool(((mask >> np.uint64(at & 63)) & ONE) != np.uint64(0))
