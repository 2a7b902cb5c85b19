"""Martian Race: the end of a move on others, and whether all of them can be pushed away (MAR-19, MAR-22, MAR-33)."""

from typing import Any

from oddboard.core.bits import NONE, ONE, bit, lowest
from oddboard.core.compiling import rule
from oddboard.games.martian_race.rules.chains import clear_chain, completable, land
from oddboard.games.martian_race.rules.mad_dog import kill_small_ones, survivors_on
from oddboard.games.martian_race.state import (
    DOG,
    FAMILY,
    MARTIANS,
    WAITING,
    State,
    Work,
    facing_of,
    lift,
    place_of,
    put,
)


@rule
def arrive(s: State, martian: int, square: int, facing: int) -> int:
    """A Martian or the dog ends a move on a square, and those it hits are to be pushed.

    The dog kills the small ones first (MAR-33); gives back the killed, as a set of identities.
    """
    killed = 0
    if martian == DOG:
        s.dog_at = square
        s.dog_facing = facing
        killed = kill_small_ones(s, square)
    else:
        if place_of(s, martian) >= 0:
            lift(s, martian, WAITING)
        s.facing[martian // FAMILY, martian % FAMILY] = facing
        put(s, martian, square)
    land(s, martian, square)
    return killed


@rule
def undo_arrival(s: State, martian: int, origin: int, faced: int, killed: int) -> None:
    """Put everybody back to where they were before an arrival that was only tried."""
    clear_chain(s)
    if martian == DOG:
        for victim in range(MARTIANS):
            if killed >> victim & 1:
                put(s, victim, s.dog_at)
        s.dog_at = origin
        s.dog_facing = faced
    else:
        lift(s, martian, origin)
        s.facing[martian // FAMILY, martian % FAMILY] = faced
        if origin >= 0:
            put(s, martian, origin)


@rule
def clearable(s: State, w: Work, martian: int, squares: Any, facing: int) -> Any:
    """Of squares with others on them, those where all the pushes of an arrival can be completed (MAR-22).

    A single one that the dog cannot push stays beside it (MAR-34).
    """
    origin, faced = place_of(s, martian), facing_of(s, martian)
    found = NONE
    while squares != NONE:
        square = lowest(squares)
        squares &= squares - ONE
        if martian == DOG and survivors_on(s, square) < 2:
            found |= bit(square)
            continue
        killed = arrive(s, martian, square, facing)
        if completable(s, w):
            found |= bit(square)
        undo_arrival(s, martian, origin, faced, killed)
    return found
