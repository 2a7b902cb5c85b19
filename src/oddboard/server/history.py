"""The history of a match as a viewer knows it: decisions numbered as that viewer counts them.

Some decisions must not show, not even by a gap in the numbers; others show in part, and wholly later. So each viewer
counts what it was told, in the order in which it was.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from oddboard.core.game import Decision
from oddboard.core.match import Match
from oddboard.core.views import WATCHER, Moment, moment, told_turn


@dataclass
class History:
    """The decisions of a match that a viewer knows of; None knows all."""

    viewer: int | None
    plies: list[int] = field(default_factory=list)  # of the match, by the viewer's own number
    revised: dict[int, int] = field(default_factory=dict)  # by the viewer's number: how often it was told better
    drawn: list[int] = field(default_factory=list)  # by the viewer's number: the ply whose state is shown after it
    followed: int = 0  # plies of the match looked at so far
    _known: list[Decision] = field(default_factory=list)
    _open: set[int] = field(default_factory=set)  # the viewer's numbers of what may be told better later
    _hidden: list[int] = field(default_factory=list)  # plies that must not show yet

    def follow(self, match: Match) -> None:
        """Learn what there is to know now."""
        if self.viewer is None:
            del self.plies[match.ply :], self.drawn[match.ply :]
            self.plies.extend(range(len(self.plies), match.ply))
            self.drawn.extend(range(len(self.drawn) + 1, match.ply + 1))
            self.followed = match.ply
            return
        who = match.players if self.viewer == WATCHER else self.viewer
        for number in sorted(self._open):
            played = match.history[self.plies[number]]
            known = match.game.redacted(match.state_at(self.plies[number]), played.code, who, match.state)
            if known is not None and known != self._known[number]:
                self._known[number] = known
                self.revised[number] = self.revised.get(number, 0) + 1
                if known == played.decision:
                    self._open.discard(number)
        waiting = [*self._hidden, *range(self.followed, match.ply)]
        hidden = [ply for ply in waiting if not self._learn(match, ply, who)]
        self._draw(hidden)
        self._hidden = hidden
        self.followed = match.ply

    def as_it_stands(self) -> "History":
        """What the viewer knows now, to tell it from another thread."""
        return replace(self, plies=list(self.plies), revised=dict(self.revised), drawn=list(self.drawn))

    def _draw(self, hidden: list[int]) -> None:
        """What is shown after a decision includes what nobody must know was decided next.

        Otherwise the picture of a game that stood still for a question would tell that somebody was asked.
        """
        secret, near = set(hidden), {*self._hidden, *hidden}
        fresh = len(self.drawn)
        for number in range(fresh, len(self.plies)):
            self.drawn.append(_after(self.plies[number], secret))
        for number in range(fresh) if near else ():
            if self.plies[number] + 1 in near and self.drawn[number] != (after := _after(self.plies[number], secret)):
                self.drawn[number] = after
                self.revised[number] = self.revised.get(number, 0) + 1

    def _learn(self, match: Match, ply: int, who: int) -> bool:
        """Whether a decision may be told."""
        played = match.history[ply]
        known = match.game.redacted(match.state_at(ply), played.code, who, match.state)
        if known is None:
            return False
        if known != played.decision:
            self._open.add(len(self.plies))
        self.plies.append(ply)
        self._known.append(known)
        return True

    def moment(self, match: Match, number: int, drawn: Any) -> Moment:
        """A decision as the viewer is told it, under the viewer's own number, with the scene after it as drawn."""
        found = moment(match, self.plies[number], self.viewer, drawn, self.drawn[number])
        assert found is not None
        found["ply"] = number
        if turn := told_turn(match, self.plies[: number + 1], self.viewer):
            found["turn"] = turn
        return found


def _after(ply: int, secret: set[int]) -> int:
    """The first ply after a decision that is not one of the secret ones."""
    ply += 1
    while ply in secret:
        ply += 1
    return ply
