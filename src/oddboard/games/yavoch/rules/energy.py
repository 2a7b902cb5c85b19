"""Yavoch: rings passed from ship to ship (YAV-15, YAV-16)."""

from oddboard.core.bits import bit
from oddboard.core.compiling import rule
from oddboard.games.yavoch.field import NOWHERE
from oddboard.games.yavoch.rules.fleet import charge
from oddboard.games.yavoch.state import State, command_of


@rule
def is_starving(s: State, seat: int) -> bool:
    """Whether a Command ship has no ring: so it must not end its owner's turn (YAV-17)."""
    return bool(s.rings[command_of(s, seat)] == 0)


@rule
def shuffle(s: State, at: int, to: int) -> None:
    """One ring from ship to ship (YAV-15, YAV-16)."""
    charge(s, at, s.rings[at] - 1)
    charge(s, to, s.rings[to] + 1)
    s.gave[at >> 6] |= bit(at & 63)
    s.got[to >> 6] |= bit(to & 63)
    if s.moved:
        s.fuse = NOWHERE
    else:
        s.pledged = 1
