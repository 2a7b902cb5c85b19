"""A finished or running game looked at again: what each decision cost, and how much the dice gave.

Before and after every decision the searching bot estimates each seat's expected result. What chance changes is luck;
what a seat's own decision changes against the best one found is skill, and only ever a cost.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from oddboard.bots import never
from oddboard.bots.reasons import because
from oddboard.bots.search import Searcher
from oddboard.core.game import CHANCE
from oddboard.core.match import Match
from oddboard.core.records import copy


@dataclass(frozen=True)
class Judged:
    """One decision of a game, judged."""

    ply: int
    seat: int  # who decided, or CHANCE
    words: str
    before: list[float]  # each seat's expected result before it
    after: list[float]
    cost: float  # what it cost its seat against the best decision found
    best: str  # that decision in words, if another one
    line: list[str] = field(default_factory=list)  # what was expected to follow it
    because: str = ""  # what is good about it, in one sentence


@dataclass(frozen=True)
class Report:
    """A whole game judged."""

    judged: list[Judged]
    luck: list[float]  # by seat: what chance added to its expected result
    cost: list[float]  # by seat: what its own decisions cost


def analyse(match: Match, iterations: int, seed: int = 0, report: Callable[[int], None] | None = None) -> Report:
    """Judge every decision of a match, by so many iterations of search before and after each."""
    judged: list[Judged] = []
    luck, cost = [0.0] * match.players, [0.0] * match.players
    prefix = Match(match.game, match.players, match.options, start=copy(match.state_at(0)))
    for ply, played in enumerate(match.history):
        before = _expected(prefix, iterations, seed)
        best, loss, line, why = "", 0.0, list[str](), ""
        words = match.game.words(prefix.state, played.code)
        if played.seat == CHANCE:
            prefix.play_code(played.code)
            after = _expected(prefix, iterations, seed)
            for seat in range(match.players):
                luck[seat] += after[seat] - before[seat]
        else:
            seat = played.seat
            searcher = Searcher(match.game, match.players, seat, seed)
            advice = searcher.advise(prefix, iterations, None, never, telling=True)
            best_words = match.game.words(prefix.state, advice.code)
            reason = because(match.game, prefix.view(seat), advice.code, seat)
            prefix.play_code(played.code)
            after = _expected(prefix, iterations, seed)
            if advice.code != played.code:
                loss = max(0.0, advice.evaluation[seat] - after[seat])
                if loss > 0:
                    best, line, why = best_words, advice.lines[0].story, reason
            cost[seat] += loss
        judged.append(Judged(ply, played.seat, words, before, after, loss, best, line, why))
        if report:
            report(ply + 1)
    return Report(judged, luck, cost)


def _expected(match: Match, iterations: int, seed: int) -> list[float]:
    """Each seat's expected result as the whole table knows the position (a finished game hides nothing)."""
    if match.is_over:
        return match.scores()
    mover = match.to_move
    seat = mover if isinstance(mover, int) else 0
    return Searcher(match.game, match.players, seat, seed).expected(match.state, iterations)
