"""Yavoch: how well the sides have set up, by the formations and what they were measured to win (YAV-20, YAV-21)."""

import numpy as np

from oddboard.core.bits import NONE, ONE, lowest, size
from oddboard.core.compiling import rule, table
from oddboard.games.yavoch.field import AROUND, HALF, POSITIONS, masks, named
from oddboard.games.yavoch.formations import (
    BEFORE_TRYCHS,
    FEWEST_TRYCHS,
    FORMATIONS,
    HIGH,
    LOW,
    MOST_TRYCHS,
    ORDER_KINDS,
    SHARES,
)
from oddboard.games.yavoch.rules.setting import side_of
from oddboard.games.yavoch.state import COMMAND, GATE, KINDS, SEATS, SETTING, TRYCH, TURN, State

MANY = len(FORMATIONS)
SHARE = table(SHARES, np.float64)
LEAST = table(np.min(SHARES, axis=1), np.float64)  # what the first player wins with each, if it is answered best
# The part of what one may hope for that straying from all that is known costs: half of the most for so much straying.
MOST_LOST = 0.4
HALF_LOST = 6.0
BY_HAND = 0.01  # the part of it that it costs to place piece by piece what can be had at once
FARTHEST = 1000  # more than all pieces can have strayed
ASTRAY, BESIDE = 2, 1  # how far a piece has strayed, and one that is beside a place where it belongs


def _wanted(text: str, trychs: int, side: int) -> list[int]:
    """By kind where the pieces of a formation stand, in the mask of a side."""
    kinds = ORDER_KINDS + (TRYCH,) * trychs
    found = [0] * KINDS
    for kind, name in zip(kinds, text.split(), strict=False):
        at = named(name)
        found[kind] |= masks([POSITIONS - 1 - at if side == HIGH else at])[side]
    return found


WANTED = table(
    [
        [[_wanted(text, trychs, side) for side in (LOW, HIGH)] for trychs in range(FEWEST_TRYCHS, MOST_TRYCHS + 1)]
        for text in FORMATIONS.values()
    ],
    np.uint64,
)


@rule
def astray(s: State, seat: int, known: int) -> int:
    """How far a side's pieces have strayed from a formation; while they are placed, from the first of each kind."""
    side = side_of(s, seat)
    placing = s.phase == SETTING and s.turn == seat
    total = 0
    for kind in range(COMMAND, GATE + 1):
        wanted = WANTED[known, s.trychs - FEWEST_TRYCHS, side, kind]
        here = s.gates[seat, side] if kind == GATE else s.ships[seat, kind, side]
        away = s.gates[seat, 1 - side] if kind == GATE else s.ships[seat, kind, 1 - side]
        if placing:  # in ascending order (YAV-20): where one is left out, none can be placed any more
            later = wanted
            for _ in range(size(here)):
                later &= later - ONE
            wanted &= ~later
        total += ASTRAY * size(away)
        left = here & ~wanted
        while left != NONE:
            at = lowest(left)
            left &= left - ONE
            total += BESIDE if AROUND[side * HALF + at, side] & wanted & ~here != NONE else ASTRAY
    return total


@rule
def lost_by(astray: int) -> float:
    """What straying costs: less and less for each piece more."""
    return MOST_LOST * astray / (HALF_LOST + astray)


@rule
def first_hopes(s: State) -> float:
    """What the first player may hope for by the set-ups: with the formation that his is most like, and the other's.

    What is as much like several is taken for the best of them, as it may still become that.
    """
    first = int(s.first)
    formation, fewest = 0, FARTHEST
    for known in range(MANY):
        away = astray(s, first, known)
        if away < fewest or (away == fewest and LEAST[known] > LEAST[formation]):
            formation, fewest = known, away
    by_hand = s.phase == SETTING and s.placed > 0
    share = LEAST[formation]
    left = 1.0  # of what the second player may hope for otherwise
    if s.phase != SETTING or (s.turn != first and by_hand):
        nearest = FARTHEST
        for known in range(MANY):
            away = astray(s, 1 - first, known)
            if away < nearest or (away == nearest and SHARE[formation, known] < share):
                share, nearest = SHARE[formation, known], away
        left = 1.0 - lost_by(nearest)
    hopes = share * (1.0 - lost_by(fewest))
    if by_hand and s.turn == first:
        hopes *= 1.0 - BY_HAND
    elif by_hand:
        left *= 1.0 - BY_HAND
    return float(1.0 - left * (1.0 - hopes))


@rule
def is_untouched(s: State) -> bool:
    """Whether nothing has been done since both have set up."""
    if s.phase != TURN or s.turns > 0 or s.moved or s.fired or s.gave[0] | s.gave[1] != NONE:
        return False
    whole = BEFORE_TRYCHS + s.trychs
    for seat in range(SEATS):
        ships = size(s.fleet[seat, 0]) + size(s.fleet[seat, 1]) + size(s.gates[seat, 0]) + size(s.gates[seat, 1])
        if ships < whole:
            return False
    return True
