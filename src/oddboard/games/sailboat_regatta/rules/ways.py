"""Sailboat Regatta: how far a boat still has to go (REG-17)."""

from typing import Any

import numpy as np

from oddboard.core.bits import NONE, ONE, bit
from oddboard.core.compiling import rule
from oddboard.games.sailboat_regatta.state import (
    BEYOND,
    COLUMNS,
    FINISHING_COUNT,
    LAYERS,
    NORTH,
    ROWS,
    SIDE,
    SPACES,
    STEP,
    STEPS,
    WAYS,
    WEST,
    WITH_THE_WIND,
    State,
    Work,
    displaced,
    is_open,
)


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
def step_end(s: State, space: int, step: int) -> int:
    """Where a single step leads, or BEYOND if it is not lawful (REG-4)."""
    end = displaced(space, COLUMNS[step], ROWS[step])
    if end == BEYOND or not is_open(s, end):
        return BEYOND
    if step == WITH_THE_WIND and not (is_open(s, space + STEP[NORTH]) or is_open(s, space + STEP[WEST])):
        return BEYOND
    return end


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
        for step in range(STEPS):
            end = step_end(s, start, step)
            if end == BEYOND:
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
