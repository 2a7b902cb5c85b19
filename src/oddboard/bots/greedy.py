"""The greedy bot: looks one decision ahead, and takes the one after which its seat's outlook is best.

What it does not know it imagines: it starts from its seat's view, fills in the hidden part at random a few times,
and weighs every decision in each of these worlds. Where a decision leads to chance, the outcomes count by weight.
A careless one overlooks a share of what it could do (`oversight`).

It needs no speed, so it is not compiled: it only calls rules that are.
"""

from typing import Any

import numpy as np

from oddboard.bots import SHOWN_LINES, Advice, Line
from oddboard.core.match import Match
from oddboard.core.randomness import below, generator
from oddboard.core.records import copy, new, same
from oddboard.core.ruleset import CHANCE, OVER

WORLDS = 8  # how many hidden parts are imagined, where there is one


class _Scales:
    """Weighs states of one match."""

    def __init__(self, match: Match) -> None:
        self.rules = match.game.rules
        self.work = new(match.game.work)
        self.out = np.zeros(match.players)

    def after(self, state: Any, code: int) -> Any:
        """Each seat's expected result after a decision."""
        then = copy(state)
        self.rules.play(then, self.work, code)
        if self.rules.to_move(then) != CHANCE:
            return self.now(then)
        count = self.rules.legal(then, self.work)
        outcomes, weights = self.work.code[:count].tolist(), self.work.weight[:count].tolist()
        total = np.zeros(len(self.out))
        for outcome, weight in zip(outcomes, weights, strict=True):
            rolled = copy(then)
            self.rules.play(rolled, self.work, outcome)
            total += weight * self.now(rolled)
        return total / sum(weights)

    def now(self, state: Any) -> Any:
        """The outlook of a state, or the result where it is the end."""
        if self.rules.to_move(state) == OVER:
            self.rules.score(state, self.out)
        else:
            self.rules.outlook(state, self.work, self.out)
        return self.out.copy()


def weighed(match: Match, seat: int, codes: list[int], stream: int) -> Any:
    """Each seat's expected result after each of some decisions, as far as the deciding seat can tell."""
    scales, view, rng = _Scales(match), match.view(seat), generator(stream)
    values = np.zeros((len(codes), match.players))
    worlds = 0
    while worlds < WORLDS:
        worlds += 1
        world = copy(view)
        match.game.rules.imagine(world, scales.work, seat, rng)
        for i, code in enumerate(codes):
            values[i] += scales.after(world, code)
        if same(world, view):  # there was nothing to imagine
            break
    return values / worlds


def advise(match: Match, stream: int, codes: list[int] | None = None) -> Advice:
    """The decision that is best one step ahead, of all or of some; equals are drawn between."""
    seat = match.to_move
    assert isinstance(seat, int)
    codes = codes or match.codes_for(seat)
    values = weighed(match, seat, codes, stream)
    rng = generator(~stream % (1 << 64))
    drawn = [below(rng, 1 << 30) for _ in codes]
    worth = values[:, seat]
    best = sorted(range(len(codes)), key=lambda i: (-worth[i], drawn[i]))
    view = match.view(seat)
    lines = [Line(match.game.decision(view, codes[i]), values[i].tolist(), 1) for i in best[:SHOWN_LINES]]
    return Advice(codes[best[0]], lines)
