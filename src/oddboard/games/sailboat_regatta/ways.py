"""Sailboat Regatta: how far a boat still has to go (REG-17)."""

from typing import Any

import numpy as np

from oddboard.core.bits import NONE, ONE, bit
from oddboard.core.compiling import rule
from oddboard.games.sailboat_regatta.state import (
    FINISHING_COUNT,
    KIND_SHIFT,
    LAYERS,
    OPEN,
    SIDE,
    SPACES,
    WAYS,
    State,
    Work,
)

_NORTH, _EAST, _SOUTH, _WEST, _WITH_THE_WIND = range(5)  # single steps
_STEPS = 5


@rule
def way_to_go(s: State, w: Work, space: int, count: int) -> int:
    """The fewest single steps to a count of 2, other boats ignored, for a boat that has not finished (REG-17)."""
    rounds = FINISHING_COUNT - count
    if rounds <= WAYS:
        return int(s.way[rounds - 1, space])
    if s.far:
        return searched_way(s, w, space, rounds)
    return int(s.way[WAYS - 1, space] + (rounds - WAYS) * s.lap)


@rule
def is_open(s: State, space: int) -> bool:
    """Whether boats may enter a space (REG-4)."""
    return bool(s.water[space] >> KIND_SHIFT == OPEN)


@rule
def step_end(s: State, space: int, step: int) -> int:
    """Where a single step leads, or -1 if it is not lawful (REG-4)."""
    x, y = space % SIDE, space // SIDE
    if step == _EAST:
        end = space + 1 if x < SIDE - 1 else -1
    elif step == _SOUTH:
        end = space + SIDE if y < SIDE - 1 else -1
    elif step == _WEST:
        end = space - 1 if x > 0 else -1
    elif step == _NORTH:
        end = space - SIDE if y > 0 else -1
    elif x > 0 and y > 0 and (is_open(s, space - 1) or is_open(s, space - SIDE)):
        end = space - SIDE - 1
    else:
        end = -1
    return end if end >= 0 and is_open(s, end) else -1


@rule
def over_the_line(s: State, start: int, end: int) -> int:
    """What a single step adds to the count (REG-3)."""
    if start // SIDE < s.line_top or start // SIDE > s.line_foot:
        return 0
    return (1 if start % SIDE >= s.line else 0) - (1 if end % SIDE >= s.line else 0)


@rule
def searched_way(s: State, w: Work, space: int, rounds: int) -> int:
    """The way to go where rounds differ in length: a search, step by step, through spaces and rounds to go.

    Such a course has a longer way round beside a shorter one that is hard to get to.
    """
    beyond = max(0, rounds - LAYERS)
    for each in range(SPACES):
        w.seen[each] = NONE
        w.latest[each] = NONE
        w.coming[each] = NONE
    w.seen[space] = bit(rounds - beyond - 1)
    w.latest[space] = w.seen[space]
    steps = 0
    while not one_more_step(s, w):
        steps += 1
    return steps + 1 + beyond * s.lap


@rule
def one_more_step(s: State, w: Work) -> bool:
    """Widen the search by a step; whether it reaches the finish."""
    for start in range(SPACES):
        if w.latest[start] == NONE:
            continue
        for step in range(_STEPS):
            end = step_end(s, start, step)
            if end < 0:
                continue
            rounds: Any = np.uint64(w.latest[start])
            count = over_the_line(s, start, end)
            if count > 0:
                if rounds & ONE != NONE:
                    return True
                rounds >>= ONE
            elif count < 0:
                rounds <<= ONE
            w.coming[end] |= rounds & ~w.seen[end]
    for each in range(SPACES):
        w.latest[each] = w.coming[each]
        w.seen[each] |= w.coming[each]
        w.coming[each] = NONE
    return False
