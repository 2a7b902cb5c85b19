"""Martian Race: what a network learns from: Martians by size, square and facing, own and others', and the dice."""

from typing import Any

from oddboard.core.bits import NONE, ONE, lowest
from oddboard.core.compiling import rule
from oddboard.games.martian_race.state import (
    DICE,
    ENDED,
    FACES,
    FACINGS,
    FAMILY,
    LARGE,
    LAUNCHED,
    NOBODY,
    SMALL,
    SQUARES,
    WAITING,
    State,
)

PHASES = ENDED + 1

# A family: its Martians on the board, how many wait and how many are launched, and the squares that it blocks.
WAITS = LARGE * SQUARES * FACINGS
AWAY = WAITS + FAMILY + 1
BLOCKS = AWAY + FAMILY + 1
A_FAMILY = BLOCKS + SQUARES
OWN, OTHER = 0, A_FAMILY
PHASE = 2 * A_FAMILY  # with whose turn it is
DIE = PHASE + 2 * PHASES  # the same: for each die its face, or 0 if it is used
FEATURES = DIE + 2 * DICE * (FACES + 1)


@rule
def family_features(s: State, seat: int, first: int, out: Any, count: int) -> int:
    """Add those of one family."""
    waiting = 0
    launched = 0
    for number in range(s.family):
        at = s.at[seat, number]
        if at >= 0:
            place = ((s.sizes[seat, number] - SMALL) * SQUARES + at) * FACINGS + s.facing[seat, number]
            out[count] = first + place
            count += 1
        waiting += at == WAITING
        launched += at == LAUNCHED
    out[count] = first + WAITS + waiting
    out[count + 1] = first + AWAY + launched
    count += 2
    blocked = s.blocked[seat]
    while blocked != NONE:
        square = lowest(blocked)
        blocked = blocked & (blocked - ONE)
        out[count] = first + BLOCKS + square
        count += 1
    return count


@rule
def features(s: State, seat: int, out: Any) -> int:
    """Those of a position before somebody has finished; then there is the dog, or nothing."""
    if s.winner != NOBODY or s.phase == ENDED:
        return 0
    mine = s.turn == seat
    out[0] = PHASE + 2 * s.phase + mine
    count = 1
    for die in range(DICE):
        out[count] = DIE + (2 * die + mine) * (FACES + 1) + s.dice[die]
        count += 1
    for other in range(s.seats):
        count = family_features(s, other, OWN if other == seat else OTHER, out, count)
    return count
