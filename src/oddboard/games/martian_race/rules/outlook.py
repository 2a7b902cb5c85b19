"""Martian Race: how the families stand, from the dice that they are expected to need."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from oddboard.core.compiling import rule, table
from oddboard.games.martian_race.rules.walking import lone, step
from oddboard.games.martian_race.state import (
    CLOSED,
    DOG_SIZE,
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
MARGIN = 0.2  # what the winner can still win or lose with the dog
CHASE = 0.004  # of it, what being near the next Martian is worth; less than any bite
FAR = 99  # more steps than the dog ever needs
MEAN_DIE = (FACES + 1) / 2


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
DICE_NEVER = 2 * FROM_OFF_BOARD  # what one that was killed counts


def _dog_steps() -> Any:
    """The fewest steps of the dog to each square on an empty board, by the end it starts from."""
    reached = _reached_in_a_step(DOG_SIZE)
    steps = np.where(np.arange(ENDS)[:, None] // FACINGS == np.arange(SQUARES), 0, FAR)
    while True:
        closer = np.minimum(steps, 1 + steps[reached].min(axis=1))
        if (closer == steps).all():
            return steps
        steps = closer


DOG_STEPS = table(_dog_steps())


@rule
def dice_left(s: State, seat: int) -> float:
    """The dice that a family is expected to need; one that was killed never finishes."""
    dice = 0.0
    for number in range(s.family):
        at = s.at[seat, number]
        if at == WAITING:
            dice += FROM_OFF_BOARD
        elif at == KILLED:
            dice += DICE_NEVER
        elif at != LAUNCHED:
            dice += DICE_TO_GO[s.sizes[seat, number], at, s.facing[seat, number]]
    if seat == s.turn:
        dice -= AT_HAND * DICE_A_TURN if s.phase == ROLLING else AT_HAND * ((s.dice[0] > 0) + (s.dice[1] > 0))
    return dice


@rule
def hope(s: State, seat: int) -> float:
    """How near a family that did not win is to its end all the same: 0 if all are killed, 1 if all have finished."""
    return max(0.0, 1.0 - dice_left(s, seat) / (s.family * DICE_NEVER))


@rule
def scent(s: State) -> float:
    """How near the dog is to the next Martian that it could bite, from 0 to 1."""
    if s.dog_at < 0:
        return 0.0
    nearest = FAR
    for seat in range(s.seats):
        for number in range(s.family):
            if s.at[seat, number] >= 0:
                nearest = min(nearest, DOG_STEPS[s.dog_at * FACINGS + s.dog_facing, s.at[seat, number]])
    return MEAN_DIE / (MEAN_DIE + nearest)


@rule
def share_against(s: State, seat: int, other: int) -> float:
    """How a seat stands against another, from 0 to 1.

    Who has won goes on for the margin, and who has not for what the dog leaves: neither may have the other wander.
    """
    if s.winner == seat:
        return 1.0 - CHASE * (1.0 - scent(s)) - MARGIN * hope(s, other)
    if s.winner == other:
        return MARGIN * hope(s, seat)
    if s.place[seat] > 0 or s.place[other] > 0:
        return 1.0 if s.place[seat] > 0 and (s.place[other] == 0 or s.place[seat] < s.place[other]) else 0.0
    mine, theirs = dice_left(s, seat), dice_left(s, other)
    lead = (theirs - mine) / DICE_A_TURN
    half_sure = HALF_SURE + LUCK * math.sqrt(max(0.0, min(mine, theirs)) / DICE_A_TURN)
    return 0.5 + 0.5 * lead / (half_sure + abs(lead))  # no exp: the same bits on every machine


@rule
def outlook(s: State, w: Work, out: Any) -> None:
    """Each seat's expected share of the others."""
    for seat in range(s.seats):
        share = 0.0
        for other in range(s.seats):
            if other != seat:
                share += share_against(s, seat, other)
        out[seat] = share / (s.seats - 1)
