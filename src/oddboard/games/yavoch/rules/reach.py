"""Yavoch: where ships can go, and what is in line of sight (YAV-7 to YAV-13, YAV-47)."""

from typing import Any

from oddboard.core.bits import NONE, ONE, bit, lowest
from oddboard.core.compiling import rule
from oddboard.games.yavoch.field import (
    ALL_WAYS,
    ANY_STEPS,
    ARCHID_FIRST,
    HALF,
    HOPS,
    NOWHERE,
    RAY,
    SQUAM_FIRST,
    TRYCH_STEPS,
    WAYS,
)
from oddboard.games.yavoch.state import (
    ARCHID,
    COMMAND,
    MINE_SHIFT,
    NEORNITH,
    SEAT_SHIFT,
    SHIP_BITS,
    SQUAM,
    TRYCH,
    State,
    kind_at,
    occupied,
    seat_at,
)


@rule
def powered(s: State, seat: int, half: int) -> Any:
    """The ships of a seat that have the energy to move, in one of the two masks: a Trych needs none (YAV-7, YAV-14)."""
    return (s.fleet[seat, half] & s.lit[half]) | s.ships[seat, TRYCH, half]


@rule
def free_way(s: State, at: int, way: int) -> int:
    """How many positions in a direction are empty before the first with a ship, gate or mine, or the edge (YAV-13)."""
    far = 0
    while RAY[s.offset, at, way, far] != NOWHERE and s.on[RAY[s.offset, at, way, far]] == 0:
        far += 1
    return far


@rule
def slides(s: State, at: int, first: int) -> Any:
    """The positions that a ship can slide to: as far as the first thing in the way, which it may land on."""
    low = high = NONE
    own_command = (seat_at(s, at) << SEAT_SHIFT) | COMMAND
    for way in range(first, first + WAYS):
        free = free_way(s, at, way)
        for far in range(free + 1):
            to = int(RAY[s.offset, at, way, far])
            if to == NOWHERE or s.on[to] & SHIP_BITS == own_command:
                break  # the edge, or YAV-29
            if to < HALF:
                low |= bit(to)
            else:
                high |= bit(to - HALF)
    return low, high


@rule
def reach(s: State, at: int) -> Any:
    """The positions to which the ship on a position can move, if it has the energy (YAV-7 to YAV-11)."""
    kind = kind_at(s, at)
    if kind == ARCHID or kind == SQUAM:
        return slides(s, at, ARCHID_FIRST if kind == ARCHID else SQUAM_FIRST)
    if kind == TRYCH:
        low = TRYCH_STEPS[s.offset, at, 0] & ~(s.fleet[0, 0] | s.fleet[1, 0] | s.mines[0, 0] | s.mines[1, 0])
        high = TRYCH_STEPS[s.offset, at, 1] & ~(s.fleet[0, 1] | s.fleet[1, 1] | s.mines[0, 1] | s.mines[1, 1])
        return low, high
    seat = seat_at(s, at)
    if kind == NEORNITH:
        return HOPS[s.offset, at, 0] & ~s.ships[seat, COMMAND, 0], HOPS[s.offset, at, 1] & ~s.ships[seat, COMMAND, 1]
    return ANY_STEPS[s.offset, at, 0] & ~NONE, ANY_STEPS[s.offset, at, 1] & ~NONE


SHIPS_ONLY, SHIPS_AND_MINES = 0, 1  # what can be hit in a line


@rule
def in_line(s: State, at: int, mines: int) -> Any:
    """The positions of what is first in a line from a position, if it can be hit.

    Ships are what a weapon sees (YAV-47), ships and mines what the cannon destroys (YAV-32).
    """
    low = high = NONE
    for way in range(ALL_WAYS):
        to = int(RAY[s.offset, at, way, free_way(s, at, way)])
        if to != NOWHERE and (kind_at(s, to) or (mines and s.on[to] >> MINE_SHIFT)):
            if to < HALF:
                low |= bit(to)
            else:
                high |= bit(to - HALF)
    return low, high


@rule
def shiftable(s: State, low: Any, high: Any) -> Any:
    """Of ships those with a position beside them, or above or below, that is empty (YAV-48)."""
    empty_low, empty_high = ~occupied(s, 0), ~occupied(s, 1)
    can_low = can_high = NONE
    while low != NONE:
        at = lowest(low)
        low &= low - ONE
        if (ANY_STEPS[s.offset, at, 0] & empty_low) | (ANY_STEPS[s.offset, at, 1] & empty_high) != NONE:
            can_low |= bit(at)
    while high != NONE:
        at = lowest(high)
        high &= high - ONE
        if (ANY_STEPS[s.offset, at + HALF, 0] & empty_low) | (ANY_STEPS[s.offset, at + HALF, 1] & empty_high) != NONE:
            can_high |= bit(at)
    return can_low, can_high


@rule
def double_reach(s: State, at: int) -> Any:
    """Where the double of a ship can go: a legal move to a position without a ship (YAV-51)."""
    low, high = reach(s, at)
    return low & ~(s.fleet[0, 0] | s.fleet[1, 0]), high & ~(s.fleet[0, 1] | s.fleet[1, 1])


@rule
def can_move(s: State, seat: int, with_gates: bool) -> bool:
    """Whether a ship of a seat, or a gate, can move or detonate."""
    if s.ships[seat, TRYCH, 0] | s.ships[seat, TRYCH, 1] != NONE:
        return True
    for half in range(2):
        left = powered(s, seat, half)
        while left != NONE:
            at = half * HALF + lowest(left)
            left &= left - ONE
            low, high = reach(s, at)
            if low | high != NONE:
                return True
    if with_gates:
        for half in range(2):
            left = s.gates[seat, half] & ~(s.fleet[0, half] | s.fleet[1, half])
            while left != NONE:
                at = half * HALF + lowest(left)
                left &= left - ONE
                if (ANY_STEPS[s.offset, at, 0] & ~occupied(s, 0)) | (
                    ANY_STEPS[s.offset, at, 1] & ~occupied(s, 1)
                ) != NONE:
                    return True
    return False
