"""Sailboat Regatta: the ranks (REG-17)."""

from typing import Any

from oddboard.core.compiling import rule
from oddboard.games.sailboat_regatta.rules.fleets import is_finished
from oddboard.games.sailboat_regatta.state import State

_ONE_BOAT = 1 << 48  # a boat finished outweighs all ways to go


@rule
def merit(s: State, seat: int) -> int:
    """What the ranks compare: boats finished, then the ways to go (REG-17)."""
    worth = 0
    for boat in range(seat * s.fleet, (seat + 1) * s.fleet):
        if is_finished(s, boat):
            worth += _ONE_BOAT
        worth -= s.to_go[boat]
    return worth


@rule
def score(s: State, out: Any) -> None:
    """Each seat's share of the others that it has beaten; a tie counts half."""
    for seat in range(s.seats):
        beaten = 0
        mine = merit(s, seat)
        for other in range(s.seats):
            if other != seat:
                theirs = merit(s, other)
                if mine > theirs:
                    beaten += 2
                elif mine == theirs:
                    beaten += 1
        out[seat] = beaten / (2 * (s.seats - 1))
