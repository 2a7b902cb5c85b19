"""Yavoch: each seat's result."""

from typing import Any

from oddboard.core.compiling import rule
from oddboard.games.yavoch.state import DRAWN, NOBODY, SEATS, State


@rule
def score(s: State, out: Any) -> None:
    """1 for the winner, half for each in a draw or while the game goes on."""
    for seat in range(SEATS):
        if s.winner == NOBODY or s.winner == DRAWN:
            out[seat] = 0.5
        else:
            out[seat] = 1.0 if s.winner == seat else 0.0
