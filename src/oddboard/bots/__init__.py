"""Opponents. They know the core only, and of a match only what their seat may know.

A bot gives an `Advice`: what to do, what each seat can then expect, and the decisions that it weighed. There are
five kinds: `random`, `greedy` (one decision ahead), `careless` (the same, but what is nearly as good will do), `search`
(Monte Carlo tree search on the game's outlook) and `uct` (the textbook search with random playouts, to measure
against). People choose a *level*, which is a kind with a budget, or a *guest*, a bot of somebody else's (`guests`).
"""

import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from oddboard.bots import guests
from oddboard.core import warming
from oddboard.core.errors import BadRequest, Over
from oddboard.core.game import Decision, Game
from oddboard.core.match import Match
from oddboard.core.options import quoted

if TYPE_CHECKING:
    from oddboard.bots.search import Searcher

SHOWN_LINES = 10  # the most decisions that an advice lists
_STREAMS = 1 << 64  # of random numbers

Stop = Callable[[], bool]  # asked again and again: whether to stop thinking now


def never() -> bool:
    """Do not stop."""
    return False


@dataclass(frozen=True)
class Line:
    """A decision that was weighed."""

    decision: Decision
    evaluation: list[float]  # each seat's expected result after it, 0 worst to 1 best
    visits: int  # how often it was looked at
    following: list[Decision] = field(default_factory=list)  # what is expected then, up to the next dice
    story: list[str] = field(default_factory=list)  # the same in words

    def to_json(self) -> dict[str, Any]:
        """The line as the engine protocol shows it."""
        return {
            "decision": self.decision,
            "evaluation": self.evaluation,
            "visits": self.visits,
            "line": self.following,
        }


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


@dataclass(frozen=True)
class Budget:
    """A kind of bot, and how much it may think: so many iterations, and no longer than so many seconds."""

    kind: str
    iterations: int | None = None
    seconds: float | None = None
    name: str = ""  # of a guest, a bot of somebody else's


# From one that a child beats to the strongest. They differ in how carefully and how far they look, not in blunders.
# How much thinking makes a better player is not the same everywhere, so that a game may set other iterations.
LEVELS = {
    "novice": Budget("careless"),
    "casual": Budget("search", 4, 0.9),
    "skilled": Budget("search", 40, 0.9),
    "master": Budget("search", 60_000, 4.5),
}
GUEST = "guest"
_WITHOUT_A_BUDGET = ("random", "careless", "greedy")  # kinds that think no longer if they may
USUAL = "skilled"
STRONGEST = "master"
HINT = "search:1000"  # who asks for advice gets better than what he plays against, and still at once


def budget(text: Any, game: Game | None = None) -> Budget:
    """Of a level in a game, a kind, or a kind with iterations (`search:500`) or seconds (`search:0.5s`)."""
    if isinstance(text, str):
        if text in LEVELS:
            own = game.thoughts if game is not None else {}
            return replace(LEVELS[text], iterations=own.get(text, LEVELS[text].iterations))
        if text in _WITHOUT_A_BUDGET:
            return Budget(text)
        if text in guests.known() or text.endswith(guests.FILES):
            return Budget(GUEST, seconds=guests.SECONDS, name=text)
        if found := re.fullmatch(r"(search|uct):(\d{1,9})", text):
            return Budget(found[1], iterations=max(1, int(found[2])))
        if found := re.fullmatch(r"(search|uct):(\d{1,4}(?:\.\d{1,4})?)s", text):
            return Budget(found[1], seconds=float(found[2]))
    raise BadRequest(
        f"there is no level {quoted(text)}; there are {', '.join(LEVELS)}, and the kinds "
        f"{', '.join(_WITHOUT_A_BUDGET)}, search:500 (iterations), search:0.5s (seconds), uct:500, uct:0.5s"
    )


def levels(game: Game | None = None) -> list[str]:
    """Who can be seated at a table: the levels, and the guests that play a game."""
    playing = [name for name in guests.known() if game is None or _guest(name).plays(game)]
    return [*LEVELS, *playing]


def _guest(name: str) -> guests.Guest:
    found = guests.named(name)
    if found is None:
        raise BadRequest(f"there is no bot {quoted(name)}")
    return found


def is_budget(text: str) -> bool:
    """Whether a text names a level or a kind of bot."""
    try:
        budget(text)
    except BadRequest:
        return False
    return True


class Bot:
    """A bot at a seat; a searching one keeps its tree from decision to decision."""

    def __init__(self, game: Game, players: int, seat: int, thinking: Budget, stream: int | None = None) -> None:
        self.game = game
        self.players = players
        self.seat = seat
        self.thinking = thinking
        self._stream = secrets.randbits(64) if stream is None else stream % _STREAMS
        self._asked = 0
        self._searcher: Searcher | None = None
        self._guest = _guest(thinking.name) if thinking.kind == GUEST else None
        if self._guest is not None and not self._guest.plays(game):
            raise BadRequest(f"{thinking.name} does not play {game.title}")
        if thinking.kind in ("search", "uct"):
            from oddboard.bots import search

            self._searcher = search.Searcher(game, players, seat, self._stream, plain=thinking.kind == "uct")

    def decide(self, match: Match, stop: Stop = never, telling: bool = False) -> Advice:
        """What to do now; the same stream and the same questions give the same answers.

        It looks at nothing of the match but what its seat may know now, so the match may be another one each time,
        rebuilt from its decisions: what was thought before is found again by the position. `stop` is asked every few
        milliseconds, and ends the thinking with what was found so far. `telling` adds what is expected to follow.
        """
        if match.game is not self.game or match.players != self.players or match.to_move != self.seat:
            what = f"this bot sits at seat {self.seat} of {self.players} in {self.game.key}"
            raise BadRequest(f"{what}, and in this match of {match.game.key} {match.to_move} is to decide")
        self._asked += 1
        if self._searcher is not None:
            return self._searcher.advise(match, self.thinking.iterations, self.thinking.seconds, stop, telling)
        from oddboard.bots import greedy, uniform

        if self._guest is not None:
            return uniform.told(match, self._guest.decide(match, self.seat, stop), self._stream)
        stream = (self._stream + self._asked * 0x9E3779B97F4A7C15) % _STREAMS
        if self.thinking.kind == "random":
            return uniform.advise(match, stream)
        return greedy.advise(match, stream, careless=self.thinking.kind == "careless")


def advise(
    match: Match, level: str = USUAL, seed: int | None = None, seconds: float | None = None, stop: Stop = never
) -> Advice:
    """What the bot of a level would do for the seat to move, and what it expects then.

    `seconds` is a thinking time of its own. The same seed gives the same advice, unless the clock or `stop` has cut
    the thinking short.
    """
    thinking = Budget("search", seconds=seconds) if seconds is not None else budget(level, match.game)
    if match.is_over:
        raise Over("the game is over")
    seat = match.to_move
    if not isinstance(seat, int):
        raise BadRequest("chance is to decide, which nobody can advise")
    return Bot(match.game, match.players, seat, thinking, seed).decide(match, stop, telling=True)


def weighing(match: Match) -> Iterator[warming.Step]:
    """What those bots compile for a game that look one decision ahead."""
    yield from warming.weighing(match)


def to_compile(match: Match) -> Iterator[warming.Step]:
    """What all bots compile for a game: what somebody may wait for first, then what only whole games at random need."""
    yield from weighing(match)

    def search() -> None:
        while match.to_move == "chance" or len(match.codes()) == 1:  # a forced decision is not thought about
            match.play_code(match.codes()[0])
        advise(match, "search:2", seed=0)

    yield "searching bot", search
    yield warming.random_play(match)


def needed_by(level: str) -> warming.More:
    """What the bot of a level, or of a kind, compiles for a game."""
    return weighing if budget(level).kind in (*_WITHOUT_A_BUDGET, GUEST) else to_compile
