"""Magpies: points, and what they promise before the end."""

from typing import Any

from magpies.state import FOUND, KEPT_POINTS, State
from oddboard.core.compiling import rule


@rule
def points(s: State, seat: int) -> int:
    """Points for eggs found and for one's own that nobody found (MAG-8)."""
    return s.points[seat] + (KEPT_POINTS if s.egg[seat] != FOUND else 0)  # type: ignore[no-any-return]


@rule
def score(s: State, out: Any) -> None:
    """Each seat's share of the others: those with fewer points, and half of those with as many."""
    for seat in range(s.seats):
        beaten = 0.0
        for other in range(s.seats):
            if other != seat:
                lead = points(s, seat) - points(s, other)
                beaten += 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
        out[seat] = beaten / (s.seats - 1)


@rule
def outlook(s: State, w: Any, out: Any) -> None:
    """The same before the end, where a lead counts the more, the larger it is."""
    for seat in range(s.seats):
        share = 0.0
        for other in range(s.seats):
            if other != seat:
                lead = points(s, seat) - points(s, other)
                share += 0.5 + 0.5 * lead / (1.0 + abs(lead))
        out[seat] = share / (s.seats - 1)
