"""Everest: the results (EVE-33)."""

from typing import Any

from oddboard.core.compiling import rule
from oddboard.games.everest.state import NOBODY, State


@rule
def score(s: State, out: Any) -> None:
    """Each seat's share of the others that it has beaten; a tie counts half (EVE-33)."""
    others = s.seats - 1
    for seat in range(s.seats):
        if s.winner == NOBODY:
            out[seat] = 0.5
        elif s.winner == seat:
            out[seat] = 1.0
        else:
            out[seat] = 0.5 * (others - 1) / others
