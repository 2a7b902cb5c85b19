"""What a bot leaves undone because nothing comes of it.

Where it only would bring back what stood there before in the same turn, come by a detour to where the same decision
led before, arrange something anew that its turn may as well end without, or arrange it back, it does what is about as
good instead. It is the look at a few possibilities that makes it dawdle: after a step or two another looks a little
better than the one that it set out for.
"""

from collections.abc import Callable, Hashable
from typing import Any

from oddboard.bots import Advice, Line
from oddboard.bots.greedy import weighed
from oddboard.bots.oversight import noticed
from oddboard.core.match import Match
from oddboard.core.records import copy, same, scratch

# In expected result: so much worse is still about as good
AS_GOOD = 0.06  # as to bring back what this turn has left behind
DETOUR = 0.005  # as to come by a detour to where one could have been at once
AT_A_GLANCE = 0.03  # at most, if it was not thought about
AHEAD = 0.02  # what else can be done in a turn that may as well end, if it was not thought about
HARDLY = 0.001  # as to arrange something as it was before, maybe in an earlier turn: that can be right


class Recollection:
    """What a bot remembers of a game in order not to dawdle."""

    def __init__(self, seat: int, stream: int, overlooks: float) -> None:
        self.seat = seat
        self._stream = stream
        self._overlooks = overlooks  # the share of its possibilities that the bot does not see
        self._turn: Hashable = None  # in which it was asked last
        self._states: list[Any] = []  # those of this turn in which it was asked
        self._been: set[bytes] = set()  # what stood where in them
        self._began: set[bytes] = set()  # what stood where when turns began in which it was asked
        self._arranged: dict[Hashable, set[Hashable]] = {}  # how what it has arranged anew was before
        self.again = False  # whether this turn began as one before: then nothing has come of that one

    def look(self, match: Match) -> None:
        """See what stands where."""
        turn, now = match.game.turn_of(match.state), match.game.standing(match.state)
        if turn != self._turn:
            self._turn, self._states, self._been, self.again = turn, [], set(), now in self._began
            self._began.add(now)
        self._been.add(now)
        if not self._states or not same(self._states[-1], match.state):
            self._states.append(copy(match.state))

    def brisk(self, match: Match, advice: Advice) -> Advice:
        """The advice, or what is about as good where it would dawdle."""
        advice = self._instead(match, advice)
        if arranged := match.game.arranges(match.state, advice.code):
            what, was, _ = arranged
            self._arranged.setdefault(what, set()).add(was)
        return advice

    def _instead(self, match: Match, advice: Advice) -> Advice:
        if match.game.arranges(match.state, advice.code):
            for code, line in self._about_as_good(match, advice, match.game.ease):
                if self._turn_after(match, code) != self._turn:
                    return _first(advice, code, line)
        if self._arranges_back(match, advice.code):
            for code, line in self._about_as_good(match, advice, HARDLY):
                if not self._arranges_back(match, code):
                    return _first(advice, code, line)
        # rather a detour than back
        for is_dawdling, less in ((self._is_for_nothing, DETOUR), (self._brings_back, AS_GOOD)):
            if not is_dawdling(match, advice.code):
                return advice
            for code, line in self._about_as_good(match, advice, less):
                if not is_dawdling(match, code):
                    return _first(advice, code, line)
            if (other := self._at_a_glance(match, advice, is_dawdling, less)) is not None:
                return _first(advice, *other)
        return advice

    def _about_as_good(self, match: Match, advice: Advice, less: float) -> list[tuple[int, Line]]:
        """The decisions that were thought about and are worse by no more than that, the best first."""
        view, least = match.view(self.seat), advice.evaluation[self.seat] - less
        lines = [line for line in advice.lines if line.evaluation[self.seat] >= least]
        found = [(match.game.code(view, line.decision), line) for line in lines]
        return [(code, line) for code, line in found if isinstance(code, int)]

    def _at_a_glance(
        self, match: Match, advice: Advice, is_dawdling: Callable[[Match, int], bool], less: float
    ) -> tuple[int, Line] | None:
        """What looks about as good of all that was not thought about; who would have to go back sees all of it."""
        view, codes = match.view(self.seat), match.codes_for(self.seat)
        seen = noticed(view, codes, self._stream, self._overlooks)
        others = next(filter(None, ([code for code in of if not is_dawdling(match, code)] for of in (seen, codes))), [])
        if not others:
            return None
        *worth, dawdling = weighed(match, self.seat, [*others, advice.code], self._stream).tolist()
        best = max(range(len(others)), key=lambda i: worth[i][self.seat])
        least = dawdling[self.seat] - min(AT_A_GLANCE, less)
        ends = [i for i, code in enumerate(others) if self._turn_after(match, code) != self._turn]
        if ends:
            end = max(ends, key=lambda i: worth[i][self.seat])
            if worth[end][self.seat] >= worth[best][self.seat] - AHEAD:
                best, least = end, dawdling[self.seat] - less
        if worth[best][self.seat] < least:
            return None
        return others[best], Line(match.game.decision(view, others[best]), worth[best], 0)

    def _is_for_nothing(self, match: Match, code: int) -> bool:
        """Whether a decision leads, within this turn, to where it came from, or to where the same led before."""
        if self._brings_back(match, code):
            return True
        game, (after, leads_on) = match.game, self._lead(match, code)
        return leads_on and any(
            code in game.codes_of(before) and game.standing(_after(match, before, code)) == game.standing(after)
            for before in self._states[:-1]
        )

    def _brings_back(self, match: Match, code: int) -> bool:
        """Whether a decision leads, within this turn, to where it came from."""
        after, leads_on = self._lead(match, code)
        return leads_on and match.game.standing(after) in self._been

    def _lead(self, match: Match, code: int) -> tuple[Any, bool]:
        """The state after a decision, and whether it changes what stands where and the turn, begun before, goes on."""
        after = _after(match, match.state, code)
        moved = match.game.standing(after) != match.game.standing(match.state)
        return after, moved and len(self._states) > 1 and match.game.turn_of(after) == self._turn

    def _arranges_back(self, match: Match, code: int) -> bool:
        """Whether a decision brings back how something was before the bot arranged it anew."""
        arranged = match.game.arranges(match.state, code)
        return arranged is not None and arranged[2] in self._arranged.get(arranged[0], ())

    def _turn_after(self, match: Match, code: int) -> Hashable:
        return match.game.turn_of(_after(match, match.state, code))


def _after(match: Match, state: Any, code: int) -> Any:
    """The state after a decision."""
    then = copy(state)
    match.game.rules.play(then, scratch(match.game.work), code)
    return then


def _first(advice: Advice, code: int, line: Line) -> Advice:
    """The advice with another decision first."""
    return Advice(code, [line, *(other for other in advice.lines if other is not line)])
