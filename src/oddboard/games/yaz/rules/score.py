"""The Baton Races of Yaz: the result of a race."""

from typing import Any

from oddboard.core.compiling import rule
from oddboard.games.yaz.state import SEATS, State


@rule
def score(s: State, out: Any) -> None:
    """1 for who has won and 0 for who has lost; a draw, and a race not over, is a half each."""
    for seat in range(SEATS):
        out[seat] = 0.5
        if s.winner == 0 or s.winner == 1:
            out[seat] = 1.0 if s.winner == seat else 0.0
