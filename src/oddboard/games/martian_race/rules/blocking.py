"""Martian Race: the squares that may be entered and ended on, by a move or a push (MAR-11, MAR-12, MAR-16, MAR-17)."""

from typing import Any

from oddboard.core.bits import NONE, bit
from oddboard.core.compiling import rule
from oddboard.games.martian_race.state import CLOSED, DOG, FAMILY, NAMED, State, place_of, size_of


@rule
def closed_to_size(s: State, martian: int) -> Any:
    """The goal squares for another size (MAR-11); none for the dog (MAR-32)."""
    return CLOSED[size_of(s, martian)]


@rule
def held_by_family(s: State, martian: int) -> Any:
    """The named squares with another one of the same colour (MAR-12)."""
    return NONE if martian == DOG else held_by_others_of(s, martian // FAMILY, place_of(s, martian))


@rule
def held_by_others_of(s: State, seat: int, at: int) -> Any:
    """The named squares with one of a colour, for the one of it that is on some square: there it is alone."""
    own = s.there[seat] & NAMED
    return own & ~bit(at) if at >= 0 else own


@rule
def blocked_by_others(s: State, martian: int) -> Any:
    """The squares that other colours block (MAR-17); for the dog all colours are others (MAR-32).

    Where a chain mixes colours, an arriver of at most 2 and one lying Martian that still waits, all others together
    are never stronger than 3.
    """
    blocked = NONE
    for seat in range(s.seats):
        if seat != martian // FAMILY:
            blocked |= s.blocked[seat]
    return blocked


@rule
def partly_blocked_by_others(s: State, martian: int) -> Any:
    """The squares that other colours block at least partly (MAR-17)."""
    blocked = NONE
    for seat in range(s.seats):
        if seat != martian // FAMILY:
            blocked |= s.partly[seat]
    return blocked


@rule
def may_enter(s: State, martian: int) -> Any:
    """The squares that a Martian or the dog may step on, or be pushed over (MAR-17, MAR-21)."""
    return ~(closed_to_size(s, martian) | held_by_family(s, martian) | blocked_by_others(s, martian))


@rule
def may_end_on(s: State, martian: int) -> Any:
    """The squares, among those that it may enter, on which nobody keeps it from ending a move (MAR-17, MAR-32)."""
    return ~(blocked_by_others(s, martian) if martian == DOG else partly_blocked_by_others(s, martian))


@rule
def strength_against(s: State, martian: int, square: int) -> int:
    """The strength of a square for a Martian or the dog: that of all other colours on it (MAR-16)."""
    strength = 0
    for seat in range(s.seats):
        if seat != martian // FAMILY:
            strength += s.strength[seat, square]
    return strength
