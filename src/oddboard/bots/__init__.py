"""Opponents. They know the core only, and of a match only what their seat may know.

A bot gives an `Advice`: what to do, what each seat can then expect, and the decisions that it weighed.
"""

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from oddboard.core.errors import BadRequest, Over
from oddboard.core.game import Decision
from oddboard.core.match import Match
from oddboard.core.options import shown
from oddboard.core.warming import Step, play_to_a_seat

SHOWN_LINES = 10  # the most decisions that an advice lists
_STREAMS = 1 << 64  # of random numbers


@dataclass(frozen=True)
class Line:
    """A decision that was weighed."""

    decision: Decision
    evaluation: list[float]  # each seat's expected result after it, 0 worst to 1 best
    visits: int  # how often it was looked at

    def to_json(self) -> dict[str, Any]:
        """The line as the engine protocol shows it."""
        return {"decision": self.decision, "evaluation": self.evaluation, "visits": self.visits}


@dataclass(frozen=True)
class Advice:
    """What a bot would do."""

    code: int
    lines: list[Line]  # the best first

    @property
    def decision(self) -> Decision:
        """What to do, in the catalogue's JSON."""
        return self.lines[0].decision

    @property
    def evaluation(self) -> list[float]:
        """Each seat's expected result."""
        return self.lines[0].evaluation


def _bots() -> dict[str, Callable[[Match, int, float | None], Advice]]:
    from oddboard.bots import greedy, uniform

    return {"random": uniform.advise, "greedy": greedy.advise}


LEVELS = ("random", "greedy")  # from the weakest to the strongest
STRONGEST = LEVELS[-1]


def advise(match: Match, level: str = STRONGEST, seed: int | None = None, seconds: float | None = None) -> Advice:
    """What the bot of a level would do for the seat to move; the same seed gives the same advice."""
    if not isinstance(level, str) or level not in LEVELS:
        raise BadRequest(f"there is no level {shown(level)}; there are {', '.join(LEVELS)}")
    if match.is_over:
        raise Over("the game is over")
    if match.to_move == "chance":
        raise BadRequest("chance is to decide, which nobody can advise")
    stream = secrets.randbits(64) if seed is None else seed % _STREAMS
    return _bots()[level](match, stream, seconds)


def to_compile(match: Match) -> Iterator[Step]:
    """What the bots compile for a game."""

    def greedy() -> None:
        play_to_a_seat(match)
        advise(match, "greedy", seed=0)

    yield "greedy bot", greedy
