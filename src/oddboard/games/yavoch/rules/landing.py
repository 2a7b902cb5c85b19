"""Yavoch: leaving a position and coming to one: mines, gates, loose rings (YAV-18, YAV-19, YAV-35, YAV-36, YAV-61)."""

from oddboard.core.bits import NONE, bit, lowest
from oddboard.core.compiling import rule
from oddboard.games.yavoch.field import HALF, NOWHERE
from oddboard.games.yavoch.rules.fleet import carry, charge, destroy_ship, lift_mine, put_mine, take_loose
from oddboard.games.yavoch.state import ACTED, COMMAND, MINE_COST, TRYCH, State, gate_at, kind_at, mine_at, seat_at


@rule
def other_gate(s: State, seat: int, at: int) -> int:
    """A seat's gate that is not on a position, or NOWHERE."""
    for half in range(2):
        left = s.gates[seat, half]
        if at >> 6 == half:
            left &= ~bit(at & 63)
        if left != NONE:
            return half * HALF + lowest(left)
    return NOWHERE


@rule
def land(s: State, at: int) -> int:
    """What a position does to the ship that has just come to it; where the ship is then, or NOWHERE.

    Mines (YAV-19), gates (YAV-35, YAV-36) and loose rings (YAV-61).
    """
    seat, kind = seat_at(s, at), kind_at(s, at)
    mine, gate = mine_at(s, at), gate_at(s, at)
    if mine == 1 - seat:
        lift_mine(s, at)
        destroy_ship(s, at)
        return NOWHERE
    if mine == seat:
        lift_mine(s, at)
        charge(s, at, s.rings[at] + MINE_COST)
    if gate == 1 - seat and kind != COMMAND:
        destroy_ship(s, at)
        return NOWHERE
    take_loose(s, at)
    if gate == seat and kind != COMMAND:
        exit_gate = other_gate(s, seat, at)
        if exit_gate != NOWHERE and kind_at(s, exit_gate) == 0:
            carry(s, at, exit_gate)
            take_loose(s, exit_gate)
            return exit_gate
    return at


@rule
def rings_for_mine(s: State, at: int) -> int:
    """Rings with which a ship can leave a mine: its own, and one to move with, which a Trych does not need (YAV-18)."""
    return MINE_COST if kind_at(s, at) == TRYCH else MINE_COST + 1


@rule
def lay_mine(s: State, at: int) -> None:
    """The ship on a position, about to leave it, turns a ring into a mine there (YAV-18)."""
    charge(s, at, s.rings[at] - MINE_COST)
    put_mine(s, seat_at(s, at), at)


@rule
def advance(s: State, at: int, to: int, lays: int) -> None:
    """A ship leaves its position for one without a ship, and lands there."""
    if lays:
        lay_mine(s, at)
    carry(s, at, to)
    now = land(s, to)
    s.moved = 1
    if now != NOWHERE and kind_at(s, now) == TRYCH and not s.slow_fuse:
        s.fuse = now
    s.phase = ACTED
