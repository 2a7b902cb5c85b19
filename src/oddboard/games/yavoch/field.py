"""Yavoch: the field of five slanted levels as tables (YAV-1 to YAV-5, YAV-63).

A position is 0 (`111`) to 124 (`555`), level by level, bare number by bare number, so that positions ascend as
their names do. A set of positions is two masks: 0 to 63, and 64 to 124.
"""

from collections.abc import Callable, Iterable
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
_PERPENDICULAR = ((1, -1, 0), (-1, 1, 0))  # YAV-4
DIRECTIONS = _SHORT + _SLANT + _LONG + _PERPENDICULAR
ARCHID_FIRST, SQUAM_FIRST, WAYS = 0, 6, 6  # an Archid slides in the first six directions, a Squam in the others
ALL_WAYS = 12
_AROUND = _SHORT + _LONG
_HOPS = tuple((p[0], p[1] + v[1], v[2]) for p in _PERPENDICULAR for v in _AROUND)  # a Neornith's (YAV-10)
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


def _reach(ways: Iterable[tuple[int, int, int]]) -> Any:
    """For each position the set of those one step away in any of some directions."""
    steps = tuple(ways)
    return table([masks(to for way in steps if (to := step(at, way)) != NOWHERE) for at in range(POSITIONS)], np.uint64)


def _rays() -> Any:
    """For each position and direction the positions on the way, then NOWHERE."""
    rays = np.full((POSITIONS, ALL_WAYS, FARTHEST + 1), NOWHERE, np.int16)
    for at in range(POSITIONS):
        for number, way in enumerate(DIRECTIONS):
            to, count = step(at, way), 0
            while to != NOWHERE:
                rays[at, number, count] = to
                to, count = step(to, way), count + 1
    return table(rays, np.int16)


RAY = _rays()
AROUND = _reach(_AROUND)  # the eight neighbours on the level
TRYCH_STEPS = _reach(_AROUND + _PERPENDICULAR)
ANY_STEPS = _reach(DIRECTIONS)  # a Command ship's and a gate's
HOPS = _reach(_HOPS)


def _where(test: Callable[[int, int, int], bool]) -> tuple[int, int]:
    return masks(at for at in range(POSITIONS) if test(*place(at)))


DIAGONAL, CROSS = 0, 1  # the two readings of the core (YAV-5)
CORE_NAMES = ("diagonal", "cross")
CORE = table(
    [
        _where(lambda level, bare, circled: abs(circled - 3) == abs(bare - (6 - level))),
        _where(lambda level, bare, circled: circled == 3 or bare == 6 - level),
    ],
    np.uint64,
)
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
        low, high = (int(mask) for mask in CORE[core])
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
