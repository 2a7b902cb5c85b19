"""Martian Race: how the families stand, from the dice that they are expected to need."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from oddboard.core.compiling import rule, table
from oddboard.games.martian_race.rules.walking import lone, step
from oddboard.games.martian_race.state import (
    CLOSED,
    ENDS,
    FACES,
    FACINGS,
    GOALS,
    HOME,
    KILLED,
    LARGE,
    LAUNCHED,
    MEDIUM,
    ROLLING,
    SMALL,
    SQUARES,
    UP,
    WAITING,
    State,
    Work,
)

DICE_A_TURN = 2.0
AT_HAND = 0.9  # what a die that is still to be used is worth
_TOLERANCE = 1e-4  # of the dice expected
# The lead in turns that is worth three quarters of a win: so much, and so much more for the root of the turns to come.
HALF_SURE = 0.5
LUCK = 0.35


def _reached_in_a_step(size: int) -> Any:
    """The ends that one step takes a Martian of a size to on an empty board, by the end it starts from (MAR-7)."""
    enter = ~CLOSED[size]
    reached = np.arange(ENDS)[:, None].repeat(FACINGS + 1, axis=1)  # any facing on the spot, and one square ahead
    for end in range(ENDS):
        north, east, south, west, up = map(np.uint64, lone(*divmod(end, FACINGS)))
        sets = step(north, east, south, west, up, enter)
        after = [at * FACINGS + facing for facing in range(FACINGS) for at in _members(int(sets[facing]))]
        reached[end, : len(after)] = after
    return reached


def _members(squares: int) -> Iterator[int]:
    while squares:
        yield squares.bit_length() - 1
        squares ^= 1 << squares.bit_length() - 1


def _within_steps(dice: Any, reached: Any) -> list[Any]:
    """The fewest dice needed after up to 0, 1 ... FACES steps."""
    best = [dice]
    for _ in range(FACES):
        best.append(np.minimum(best[-1], best[-1].ravel()[reached].min(axis=1).reshape(dice.shape)))
    return best


def _dice_to_go() -> tuple[Any, float]:
    """The dice that a Martian is expected to need on an empty board, by size, square and facing; and off the board."""
    dice = np.zeros((LARGE + 1, SQUARES, FACINGS))
    waiting = 0.0
    for size in (LARGE, MEDIUM, SMALL):
        reached = _reached_in_a_step(size)
        after = 0.0 if size == LARGE else dice[size + 1, GOALS[size], UP]
        needed = np.full((SQUARES, FACINGS), after + FACES)
        while True:
            needed[GOALS[size], UP] = after
            best = _within_steps(needed, reached)
            waiting = 1 + sum(best[die - 1][HOME].min() for die in range(1, FACES + 1)) / FACES
            following = 1 + sum(best[1:]) / FACES
            following[GOALS[size], UP] = after
            settled = np.abs(following - needed).max() < _TOLERANCE
            needed = following
            if settled:
                break
        dice[size] = needed
    return dice, waiting


_DICE_TO_GO, FROM_OFF_BOARD = _dice_to_go()
DICE_TO_GO = table(_DICE_TO_GO, np.float64)


@rule
def dice_left(s: State, seat: int) -> float:
    """The dice that a family is expected to need; one that was killed never finishes."""
    dice = 0.0
    for number in range(s.family):
        at = s.at[seat, number]
        if at == WAITING:
            dice += FROM_OFF_BOARD
        elif at == KILLED:
            dice += 2 * FROM_OFF_BOARD
        elif at != LAUNCHED:
            dice += DICE_TO_GO[s.sizes[seat, number], at, s.facing[seat, number]]
    if seat == s.turn:
        dice -= AT_HAND * DICE_A_TURN if s.phase == ROLLING else AT_HAND * ((s.dice[0] > 0) + (s.dice[1] > 0))
    return dice


@rule
def outlook(s: State, w: Work, out: Any) -> None:
    """Each seat's expected share of the others, from the turns between them."""
    for seat in range(s.seats):
        share = 0.0
        mine = dice_left(s, seat)
        for other in range(s.seats):
            if other == seat:
                continue
            if s.place[seat] > 0 or s.place[other] > 0:
                ahead = s.place[seat] > 0 and (s.place[other] == 0 or s.place[seat] < s.place[other])
                share += 1.0 if ahead else 0.0
                continue
            theirs = dice_left(s, other)
            lead = (theirs - mine) / DICE_A_TURN
            half_sure = HALF_SURE + LUCK * math.sqrt(max(0.0, min(mine, theirs)) / DICE_A_TURN)
            share += 0.5 + 0.5 * lead / (half_sure + abs(lead))  # no exp: the same bits on every machine
        out[seat] = share / (s.seats - 1)
