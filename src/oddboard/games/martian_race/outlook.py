"""Martian Race: how the families stand, from the fewest steps still to go."""

from typing import Any

import numpy as np

from oddboard.core.bits import bit
from oddboard.core.compiling import rule, table
from oddboard.games.martian_race.state import (
    CLOSED,
    EAST,
    FACINGS,
    GOALS,
    HOME,
    KILLED,
    LARGE,
    LAUNCHED,
    MEDIUM,
    NORTH,
    SMALL,
    SOUTH,
    SQUARES,
    UP,
    WAITING,
    WEST,
    State,
    Work,
)

_STEP = {NORTH: 8, EAST: 1, SOUTH: -8, WEST: -1}
STEPS_A_TURN = 7.0  # two dice
HALF_SURE = 6.0  # a lead of so many turns is worth three quarters of a win


def _steps_to_go() -> Any:
    """The fewest steps to the finish on an empty board, by size, square and facing; growing costs the facing only."""
    steps = np.full((LARGE + 1, SQUARES, FACINGS), 1000, np.int64)
    for size in (LARGE, MEDIUM, SMALL):
        goal = GOALS[size]
        # A Martian that has grown goes on from its goal, standing.
        after = 0 if size == LARGE else int(steps[size + 1, goal, UP])
        layer = [(goal, UP)]
        steps[size, goal, UP] = after
        while layer:
            following = []
            for at, facing in layer:
                for before, faced in _sources(at, facing, size):
                    if steps[size, before, faced] > steps[size, at, facing] + 1:
                        steps[size, before, faced] = steps[size, at, facing] + 1
                        following.append((before, faced))
            layer = following
    return steps


def _sources(at: int, facing: int, size: int) -> list[tuple[int, int]]:
    """Where a Martian can have been one step earlier."""
    found = [(at, other) for other in range(FACINGS) if other != facing]
    if facing != UP and not int(CLOSED[size]) & int(bit(at)):
        before = at - _STEP[facing]
        sideways = facing in (EAST, WEST) and before // 8 != at // 8
        if 0 <= before < SQUARES and not sideways:
            found.append((before, facing))
    return found


STEPS_TO_GO = table(_steps_to_go())
FROM_OFF_BOARD = 1 + int(min(STEPS_TO_GO[SMALL, HOME]))  # the catalogue counts 40


@rule
def steps_left(s: State, seat: int) -> int:
    """The fewest steps of a family; one that was killed never finishes."""
    steps = 0
    for number in range(s.family):
        at = s.at[seat, number]
        if at == WAITING:
            steps += FROM_OFF_BOARD
        elif at == KILLED:
            steps += 2 * FROM_OFF_BOARD
        elif at != LAUNCHED:
            steps += STEPS_TO_GO[s.sizes[seat, number], at, s.facing[seat, number]]
    return steps


@rule
def outlook(s: State, w: Work, out: Any) -> None:
    """Each seat's expected share of the others, from the turns between them."""
    for seat in range(s.seats):
        share = 0.0
        for other in range(s.seats):
            if other == seat:
                continue
            if s.place[seat] > 0 or s.place[other] > 0:
                ahead = s.place[seat] > 0 and (s.place[other] == 0 or s.place[seat] < s.place[other])
                share += 1.0 if ahead else 0.0
                continue
            lead = (steps_left(s, other) - steps_left(s, seat)) / STEPS_A_TURN
            if seat == s.turn:
                lead += 0.5
            elif other == s.turn:
                lead -= 0.5
            share += 0.5 + 0.5 * lead / (HALF_SURE + abs(lead))  # no exp: the same bits on every machine
        out[seat] = share / (s.seats - 1)
