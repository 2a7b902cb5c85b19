"""The Baton Races of Yaz: the result of a race."""

from typing import Any

from oddboard.core.compiling import rule
from oddboard.games.yaz.state import DRAWN, NOBODY, NOBODY_WINS, SEATS, State, size_of


@rule
def winner_at_limit(s: State) -> int:
    """Who wins if the race ends here by the turn limit: who has broken more bulges (YAZ-38)."""
    ahead = size_of(s.standing[1]) - size_of(s.standing[0])
    if s.limit == NOBODY_WINS or ahead == 0:
        return DRAWN
    return 0 if ahead > 0 else 1


@rule
def score(s: State, out: Any) -> None:
    """1 for who has won, 0 for who has lost, a half each for a draw; a race not over counts as ended by the limit."""
    winner = int(s.winner) if s.winner != NOBODY else winner_at_limit(s)
    for seat in range(SEATS):
        out[seat] = 0.5 if winner == DRAWN else (1.0 if winner == seat else 0.0)
