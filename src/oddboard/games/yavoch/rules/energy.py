"""Yavoch: energy, and rings passed from ship to ship, after the move or along a chain before it (YAV-15 to YAV-17)."""

from typing import Any

from oddboard.core.bits import NONE, ONE, bit, lowest
from oddboard.core.compiling import rule
from oddboard.games.yavoch.field import AROUND, HALF, NOWHERE
from oddboard.games.yavoch.rules.fleet import charge
from oddboard.games.yavoch.state import State, command_of


@rule
def is_starving(s: State, seat: int) -> bool:
    """Whether a Command ship has no ring: so it must not end its owner's turn (YAV-17)."""
    return bool(s.rings[command_of(s, seat)] == 0)


@rule
def givers(s: State, seat: int, half: int) -> Any:
    """The ships of a seat that can pass a ring on, in one of the two masks (YAV-15)."""
    return s.fleet[seat, half] & s.lit[half] & ~s.gave[half]


@rule
def takers(s: State, seat: int, half: int) -> Any:
    """The ships of a seat that can be passed a ring, in one of the two masks; a chain's not twice (YAV-15, YAV-16)."""
    return s.fleet[seat, half] & ~s.full[half] & ~s.got[half] & ~s.linked[half]


@rule
def shuffle(s: State, at: int, to: int) -> None:
    """One ring from ship to ship; before the move it is a link of a chain (YAV-15, YAV-16)."""
    charge(s, at, s.rings[at] - 1)
    charge(s, to, s.rings[to] + 1)
    s.gave[at >> 6] |= bit(at & 63)
    s.got[to >> 6] |= bit(to & 63)
    if s.moved:
        s.fuse = NOWHERE
    else:
        s.chain = to
        s.linked[at >> 6] |= bit(at & 63)
        s.linked[to >> 6] |= bit(to & 63)


@rule
def end_chain(s: State) -> None:
    """The ring that was passed along a chain is used, or there is none (YAV-16)."""
    s.chain = NOWHERE
    for half in range(2):
        s.linked[half] = NONE


@rule
def leads(s: State, seat: int, low: Any, high: Any, giver: int) -> Any:
    """Of all ships those that, passed a ring by the giver, can be or reach one of some ships with it (YAV-16)."""
    take_low, take_high = takers(s, seat, 0), takers(s, seat, 1)
    if giver != NOWHERE:  # it is in the chain already
        if giver < HALF:
            take_low &= ~bit(giver)
        else:
            take_high &= ~bit(giver - HALF)
    low &= take_low
    high &= take_high
    fresh_low, fresh_high = low, high
    while fresh_low | fresh_high != NONE:
        near_low = near_high = NONE
        while fresh_low != NONE:
            at = lowest(fresh_low)
            fresh_low &= fresh_low - ONE
            near_low |= AROUND[at, 0]
            near_high |= AROUND[at, 1]
        while fresh_high != NONE:
            at = HALF + lowest(fresh_high)
            fresh_high &= fresh_high - ONE
            near_low |= AROUND[at, 0]
            near_high |= AROUND[at, 1]
        fresh_low = near_low & take_low & ~s.gave[0] & ~low
        fresh_high = near_high & take_high & ~s.gave[1] & ~high
        low |= fresh_low
        high |= fresh_high
    return low, high


@rule
def can_bring(s: State, seat: int, low: Any, high: Any) -> bool:
    """Whether the ring of the chain under way can be passed on to one of some ships."""
    at = int(s.chain)
    if (s.gave[at >> 6] & bit(at & 63)) != NONE:
        return False
    low, high = leads(s, seat, low, high, NOWHERE)
    return bool((AROUND[at, 0] & low) | (AROUND[at, 1] & high) != NONE)
