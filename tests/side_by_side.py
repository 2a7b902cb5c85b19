"""Plays a game and its plain referee side by side, decision by decision."""

import json
from collections.abc import Callable
from typing import Any, Protocol

from oddboard.core.match import Match

Decision = dict[str, Any]
Chooser = Callable[[Match, list[Decision]], Decision]  # picks one of the legal decisions


class Referee(Protocol):
    """What a plain referee can do."""

    def to_move(self) -> int | str | None: ...

    def legal(self) -> list[Decision]: ...

    def play(self, decision: Decision) -> None: ...

    def ranks(self) -> list[int]: ...


def agree(match: Match, referee: Referee) -> list[Decision]:
    """Check that both see the same situation; its legal decisions."""
    where = f"after {[played.decision for played in match.history[-6:]]} (ply {match.ply})"
    assert match.to_move == referee.to_move(), where
    ours, theirs = match.legal(), [] if match.is_over else referee.legal()
    mine = {json.dumps(each, sort_keys=True) for each in ours}
    plain = {json.dumps(each, sort_keys=True) for each in theirs}
    assert len(mine) == len(ours), f"a decision is offered twice {where}"
    assert mine == plain, (
        f"only ours: {sorted(mine - plain)[:8]}, only the referee's: {sorted(plain - mine)[:8]} {where}"
    )
    if match.is_over:
        assert match.ranks == referee.ranks(), where
    return ours


def play_side_by_side(match: Match, referee: Referee, choose: Chooser, most: int) -> int:
    """Play until the end, or so many decisions, and check at every step; how many were played."""
    for played in range(most):
        legal = agree(match, referee)
        if not legal:
            return played
        chosen = {name: value for name, value in choose(match, legal).items() if name != "weight"}
        match.play(chosen)
        referee.play(chosen)
    return most
