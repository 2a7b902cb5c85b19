"""Why a decision is good, in one sentence of the game's own words: what it does, what it threatens, what it prevents.

All of it is asked of the game's face. Nothing here knows a rule, and nothing is said of what may not be known to
somebody with the view of the state that is given.
"""

from typing import Any

from oddboard.core.game import Game
from oddboard.core.match import Match
from oddboard.core.records import same
from oddboard.core.sentences import together
from oddboard.core.views import view_of

MOST = 4  # parts of a sentence; those that matter most come first


def because(game: Game, view: Any, code: int, seat: int) -> str:
    """What a decision of a seat is good for, in one sentence; empty if there is nothing to tell."""
    sentence = together(game.reasons(view, code, seat)[:MOST])
    return f"{sentence[:1].upper()}{sentence[1:]}." if sentence else ""


def reason_for(match: Match, ply: int, viewer: int | None) -> str | None:
    """What a decision of the history was good for; None if a viewer (as `core.views` has them) may not be told.

    It is told from what its own seat knew. So somebody else may hear it only if nothing of that state is hidden from
    him, and nothing of the decision.
    """
    played, before = match.history[ply], match.state_at(ply)
    seat = played.seat
    if seat < 0:
        return ""
    if viewer not in (None, seat):
        if not same(view_of(match, before, viewer), before):
            return None
        who = match.players if viewer < 0 else viewer  # watchers come after the seats
        if match.game.redacted(before, played.code, who, match.state) != played.decision:
            return None
    return because(match.game, view_of(match, before, seat), played.code, seat)
