"""Martian Race: what the Mad Dog does to those it ends a move on (MAR-33, MAR-34)."""

import numpy as np

from oddboard.core.bits import has
from oddboard.core.compiling import rule
from oddboard.games.martian_race.rules.chains import clear_chain, completable
from oddboard.games.martian_race.state import FAMILY, KILLED, MARTIANS, MEDIUM, NORTH, SMALL, State, Work, lift


@rule
def survivors_on(s: State, square: int) -> int:
    """How many Martians on a square would survive the dog: all but the small ones."""
    count = 0
    for seat in range(s.seats):
        if has(s.there[seat], square):
            for number in range(s.family):
                if s.at[seat, number] == square and s.sizes[seat, number] >= MEDIUM:
                    count += 1
    return count


@rule
def kill_small_ones(s: State, square: int) -> int:
    """Take the small ones off a square for good; gives back whom, as a set of identities."""
    killed = 0
    for martian in range(MARTIANS):
        seat, number = martian // FAMILY, martian % FAMILY
        if s.at[seat, number] == square and s.sizes[seat, number] == SMALL:
            lift(s, martian, KILLED)
            killed |= 1 << martian
    return killed


@rule
def bite(s: State, w: Work, square: int, killed: int) -> None:
    """Note those that shrink; a single one that cannot be pushed stays beside the dog (MAR-34)."""
    hit = 0
    for martian in range(MARTIANS):
        seat, number = martian // FAMILY, martian % FAMILY
        if killed >> martian & 1:
            s.facing[seat, number] = NORTH
        elif s.at[seat, number] == square:
            s.bitten = np.uint32(s.bitten | (np.uint32(1) << np.uint32(martian)))
            hit += 1
    if hit == 1 and not completable(s, w):
        clear_chain(s)


@rule
def shrink_the_bitten(s: State) -> None:
    """Those that the dog ended on become a size smaller when the chain is over (MAR-33)."""
    for martian in range(MARTIANS):
        if (s.bitten >> np.uint32(martian)) & np.uint32(1):
            s.sizes[martian // FAMILY, martian % FAMILY] -= 1
    s.bitten = np.uint32(0)
