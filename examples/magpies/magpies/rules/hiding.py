"""Magpies: who knows where an egg is (MAG-4), and where it may be as far as somebody knows."""

from typing import Any

from magpies.state import ENDED, HIDDEN, NESTS, SEATS, STARTS, State
from oddboard.core.compiling import rule
from oddboard.core.randomness import Rng, below


@rule
def hide(s: State, seat: int) -> None:
    """The eggs of the others; once the game is over all are shown."""
    if s.phase == ENDED:
        return
    for other in range(SEATS):
        if other != seat and s.egg[other] >= 0:
            s.egg[other] = HIDDEN


@rule
def imagine(s: State, w: Any, seat: int, rng: Rng) -> None:
    """Each hidden egg in any nest where nobody would have found it, all as likely."""
    for other in range(s.seats):
        if s.egg[other] == HIDDEN:
            possible = 0
            for nest in range(NESTS):
                if may_hold(s, other, nest):
                    possible += 1
                    if below(rng, possible) == 0:  # the last one with one in as many as there are
                        s.egg[other] = nest


@rule
def may_hold(s: State, owner: int, nest: int) -> bool:
    """Whether an egg that was not found may be in a nest: it was not searched, nor did its owner begin there."""
    return not s.searched[owner] >> nest & 1 and nest != STARTS[owner]
