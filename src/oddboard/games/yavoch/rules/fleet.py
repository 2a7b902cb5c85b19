"""Yavoch: putting, moving, changing and destroying what is on the field."""

from oddboard.core.bits import NONE, bit
from oddboard.core.compiling import rule
from oddboard.games.yavoch.field import NOWHERE
from oddboard.games.yavoch.state import (
    CAPACITY,
    GATE_SHIFT,
    KIND_BITS,
    MINE_SHIFT,
    SEAT_SHIFT,
    SHIP_BITS,
    State,
    gate_at,
    mine_at,
)


@rule
def charge(s: State, at: int, rings: int) -> None:
    """Give the ship on a position so many rings, as far as it has room."""
    most = int(CAPACITY[s.on[at] & KIND_BITS])
    rings = min(rings, most)
    half, here = at >> 6, bit(at & 63)
    s.rings[at] = rings
    s.lit[half] = s.lit[half] | here if rings > 0 else s.lit[half] & ~here
    s.full[half] = s.full[half] | here if rings == most else s.full[half] & ~here


@rule
def put_ship(s: State, seat: int, kind: int, at: int, rings: int) -> None:
    """Put a ship on a position without one."""
    half, here = at >> 6, bit(at & 63)
    s.on[at] = s.on[at] | (seat << SEAT_SHIFT) | kind
    s.ships[seat, kind, half] |= here
    s.fleet[seat, half] |= here
    charge(s, at, rings)


@rule
def lift_ship(s: State, at: int) -> None:
    """Take the ship off a position, with its rings."""
    half, others = at >> 6, ~bit(at & 63)
    on = int(s.on[at])
    seat = (on >> SEAT_SHIFT) & 1
    s.ships[seat, on & KIND_BITS, half] &= others
    s.fleet[seat, half] &= others
    s.on[at] = on & ~SHIP_BITS
    s.rings[at] = 0
    s.lit[half] &= others
    s.full[half] &= others
    s.gave[half] &= others
    s.got[half] &= others


@rule
def carry(s: State, at: int, to: int) -> None:
    """Move a ship, with its rings and what it has passed in this turn, to a position without a ship."""
    half, here = at >> 6, bit(at & 63)
    gave, got = (s.gave[half] & here) != NONE, (s.got[half] & here) != NONE
    on, rings = int(s.on[at]), int(s.rings[at])
    lift_ship(s, at)
    put_ship(s, (on >> SEAT_SHIFT) & 1, on & KIND_BITS, to, rings)
    half, here = to >> 6, bit(to & 63)
    if gave:
        s.gave[half] |= here
    if got:
        s.got[half] |= here


@rule
def destroy_ship(s: State, at: int) -> None:
    """A ship is gone, with its rings."""
    lift_ship(s, at)
    s.struck = 1
    if s.fuse == at:
        s.fuse = NOWHERE


@rule
def put_gate(s: State, seat: int, at: int) -> None:
    """Put a gate on a position without gate or mine."""
    s.on[at] = s.on[at] | ((seat + 1) << GATE_SHIFT)
    s.gates[seat, at >> 6] |= bit(at & 63)


@rule
def lift_gate(s: State, at: int) -> None:
    """Take the gate off a position."""
    s.gates[gate_at(s, at), at >> 6] &= ~bit(at & 63)
    s.on[at] = s.on[at] & ~(3 << GATE_SHIFT)


@rule
def put_mine(s: State, seat: int, at: int) -> None:
    """Put a mine on a position without gate or mine."""
    s.on[at] = s.on[at] | ((seat + 1) << MINE_SHIFT)
    s.mines[seat, at >> 6] |= bit(at & 63)


@rule
def lift_mine(s: State, at: int) -> None:
    """Take the mine off a position."""
    s.mines[mine_at(s, at), at >> 6] &= ~bit(at & 63)
    s.on[at] = s.on[at] & ~(3 << MINE_SHIFT)


@rule
def take_loose(s: State, at: int) -> None:
    """The ship on a position takes the loose rings there that it has room for; the rest is lost (YAV-61)."""
    if s.loose[at] > 0:
        charge(s, at, s.rings[at] + s.loose[at])
        s.loose[at] = 0


@rule
def transform(s: State, at: int, seat: int, kind: int) -> None:
    """A ship changes its side or its kind, and keeps the rings it has room for and what it has passed."""
    half, here, rings = at >> 6, bit(at & 63), int(s.rings[at])
    gave, got = s.gave[half] & here, s.got[half] & here
    lift_ship(s, at)
    put_ship(s, seat, kind, at, rings)
    s.gave[half] |= gave
    s.got[half] |= got
