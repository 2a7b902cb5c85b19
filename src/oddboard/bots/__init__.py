"""Opponents. They know the core only, and of a match only what their seat may know.

A bot gives an `Advice`: what to do, what each seat can then expect, and the decisions that it weighed. There are six
kinds: `random`, `greedy` (one decision ahead), `careless` (the same, but it overlooks a part of what it could do),
`search` (Monte Carlo tree search on the game's outlook, corrected by a network where the game has one), and two to
measure against: `handmade` (the same without a network) and `uct` (the textbook search with random playouts). People
choose a *level*, which is a kind with a budget for a game, its seats and its options, or a *guest*, a bot of somebody
else's (`guests`).
"""

import contextlib
import re
import secrets
from collections.abc import Callable, Iterator, Mapping
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
    from oddboard.core.network import Network

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
    overlooks: float = 0.0  # the share of its possibilities that it does not see


@dataclass(frozen=True)
class Level:
    """How strong an opponent is that people choose."""

    usual: str  # the kind of bot in a game that names no other (`Game.thoughts`)
    seconds: float | None = None
    """Nobody waits longer. Its iterations take a fraction of that, so that a slow machine plays the same."""


# From one that a child beats to the strongest. The weak ones overlook, are greedy and forget the other's turn, as
# people do; the others differ in how far they look, and where that gains little, in what they still overlook.
LEVELS = {
    "beginner": Level("careless:70"),
    "novice": Level("careless:40"),
    "casual": Level("careless:10"),
    "steady": Level("search:2", 0.9),
    "skilled": Level("search:25", 0.9),
    "strong": Level("search:200", 0.9),
    "expert": Level("search:1500", 2.0),
    "master": Level("search:10000", 5.0),
}
LOOKING_FARTHER = 16  # times the iterations in a turn that begins as one before: both sides only wait
GUEST = "guest"
CARELESS = 0.5  # what a careless bot overlooks if nobody says how much
_WITHOUT_A_BUDGET = ("random", "careless", "greedy")  # kinds that think no longer if they may
USUAL = "skilled"
STRONGEST = "master"
HINT = "search:1000"  # who asks for advice gets better than what he plays against, and still at once


def budget(
    text: Any, game: Game | None = None, players: int | None = None, options: Mapping[str, Any] | None = None
) -> Budget:
    """Of a level in a game, or of a kind.

    Kinds are `random`, `greedy`, `careless` (`careless:60` overlooks 60 % of its possibilities), `search:500`,
    `handmade:500` and `uct:500` (iterations), `search:0.5s` and so on (seconds), and `search:500:20`, which overlooks
    20 %.
    """
    if isinstance(text, str):
        if text in LEVELS:
            own = game.thoughts(players or game.players[0], options or {}) if game is not None else ""
            kinds = own.split() or [level.usual for level in LEVELS.values()]
            return replace(_of_kind(kinds[list(LEVELS).index(text)]), seconds=LEVELS[text].seconds)
        if text in guests.known() or text.endswith(guests.FILES):
            return Budget(GUEST, seconds=guests.SECONDS, name=text)
        with contextlib.suppress(ValueError):
            return _of_kind(text)
    raise BadRequest(
        f"there is no level {quoted(text)}; there are {', '.join(LEVELS)}, and the kinds "
        f"{', '.join(_WITHOUT_A_BUDGET)}, and search, handmade and uct with iterations or seconds: search:500, uct:0.5s"
    )


def _of_kind(text: str) -> Budget:
    """The budget of a kind; ValueError if there is none of that name."""
    if text in _WITHOUT_A_BUDGET:
        return Budget(text, overlooks=CARELESS if text == "careless" else 0.0)
    if found := re.fullmatch(r"careless:(\d{1,2})", text):
        return Budget("careless", overlooks=int(found[1]) / 100)
    if found := re.fullmatch(r"(search|handmade|uct):(\d{1,9})(?::(\d{1,2}))?", text):
        return Budget(found[1], iterations=max(1, int(found[2])), overlooks=int(found[3] or 0) / 100)
    if found := re.fullmatch(r"(search|handmade|uct):(\d{1,4}(?:\.\d{1,4})?)s", text):
        return Budget(found[1], seconds=float(found[2]))
    raise ValueError(text)


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

    def __init__(
        self,
        game: Game,
        players: int,
        seat: int,
        thinking: Budget,
        stream: int | None = None,
        network: "Network | None" = None,
    ) -> None:
        from oddboard.bots import dawdling

        self.game = game
        self.players = players
        self.seat = seat
        self.thinking = thinking
        self._stream = secrets.randbits(64) if stream is None else stream % _STREAMS
        self._asked = 0
        self._recollection = dawdling.Recollection(seat, self._stream, thinking.overlooks)
        self._searcher: Searcher | None = None
        self._guest = _guest(thinking.name) if thinking.kind == GUEST else None
        if self._guest is not None and not self._guest.plays(game):
            raise BadRequest(f"{thinking.name} does not play {game.title}")
        if thinking.kind in ("search", "handmade", "uct"):
            from oddboard.bots import search

            plain = thinking.kind == "uct"
            judge = search.no_network() if thinking.kind == "handmade" else network
            self._searcher = search.Searcher(game, players, seat, self._stream, plain, thinking.overlooks, judge)

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
        self._recollection.look(match)
        if self._searcher is not None:
            thinking = self.thinking
            iterations = thinking.iterations
            if iterations is not None and self._recollection.again:
                iterations *= LOOKING_FARTHER
            advice = self._searcher.advise(match, iterations, thinking.seconds, stop, telling)
            return self._recollection.brisk(match, advice)
        from oddboard.bots import greedy, oversight, uniform

        if self._guest is not None:
            return uniform.told(match, self._guest.decide(match, self.seat, stop), self._stream)
        stream = (self._stream + self._asked * 0x9E3779B97F4A7C15) % _STREAMS
        if self.thinking.kind == "random":
            return uniform.advise(match, stream)
        view, codes = match.view(self.seat), match.codes_for(self.seat)
        seen = oversight.noticed(view, codes, self._stream, self.thinking.overlooks)
        return self._recollection.brisk(match, greedy.advise(match, stream, seen))


def advise(
    match: Match, level: str = USUAL, seed: int | None = None, seconds: float | None = None, stop: Stop = never
) -> Advice:
    """What the bot of a level would do for the seat to move, and what it expects then.

    `seconds` is a thinking time of its own. The same seed gives the same advice, unless the clock or `stop` has cut
    the thinking short.
    """
    thinking = budget(level, match.game, match.players, match.options)
    if seconds is not None:
        thinking = Budget("search", seconds=seconds)
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


def is_compiled_for(game: Game, level: str) -> bool:
    """Whether what the bot of a level needs for a game is compiled, by itself or with what all bots need."""
    return any(warming.is_warm(game, more) for more in (to_compile, needed_by(level)))
