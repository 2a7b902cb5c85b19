"""Contests between two bots at any table: half of the seats each, on many cores, within a time that is given.

Contests get equal shares of the time, so that quick ones have many games and slow ones few, up to as many as are
wanted. One with a goal ends as soon as it is certain whether the goal is reached, which leaves time for the others.
Every game is played twice with the same dice and the seats exchanged. A result is the mean over all pairs of seats, one
of each side, that came out differently: 1 if that of the first side came out better. Where all but the winner share the
last rank, two losers say nothing of their sides; if nobody came out better, it is a half. Intervals are Wilson's, 95 %.
"""

import math
import multiprocessing
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from oddboard import bots
from oddboard.arena.figures import wilson
from oddboard.arena.tournament import dice_of, mixed, play_out, sides
from oddboard.core import registry
from oddboard.core.match import Match

LONGEST = 20_000  # decisions, after which a game counts as drawn
LOOKS = 2  # how many games count as one when a goal is certain: looked at after each, 95 % would be wrong too often
WAITING = 2  # games for each process that are handed out ahead, so that none is idle


@dataclass(frozen=True)
class Table:
    """A number of seats and the options of a game."""

    game: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """As the report calls it."""
        told = " ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game} {self.players} {told}".strip()


MAD_DOG = {"mad_dog": True}
FULL = {"game": "full"}
LARGE = {"scenario": "large"}
LUGGING = {"lugging": True, "dropping": True}
TABLES = [
    *(Table("everest", players) for players in (2, 4)),
    *(Table("martian-race", players) for players in (2, 4, 5)),
    *(Table("martian-race", players, MAD_DOG) for players in (2, 4)),
    *(Table("sailboat-regatta", players) for players in (2, 4, 14)),
    Table("yavoch", 2),
    Table("yavoch", 2, FULL),
    Table("yaz", 2),
    Table("yaz", 2, LARGE),
    Table("yaz", 2, LUGGING),
]


@dataclass(frozen=True)
class Played:
    """What came of one game."""

    share: float  # of the first side
    drawn: bool
    decisions: int
    seconds: float  # of one core
    thinking: tuple[float, float]  # seconds a decision with a choice, by side
    slowest: tuple[float, float]


@dataclass
class Contest:
    """Games between two bots at a table."""

    table: Table
    bot: str
    other: str
    games: int  # that are wanted
    goal: float | None = None  # the share that the first is to have; nothing: as much is to be known as can be
    played: list[Played] = field(default_factory=list)
    begun: int = 0

    @property
    def spent(self) -> float:
        """Seconds of one core so far, those of the games that are being played as well, about."""
        done = sum(game.seconds for game in self.played)
        return done * self.begun / len(self.played) if self.played else float(self.begun)

    @property
    def share(self) -> tuple[float, float, float]:
        """The share of the first side, and the interval in which it lies."""
        share = _mean([game.share for game in self.played])
        return share, *wilson(share, len(self.played))

    @property
    def is_open(self) -> bool:
        """Whether more games are wanted: as many as were asked for, unless the goal is certainly reached, or not."""
        if self.begun == self.games:
            return False
        low, high = wilson(self.share[0], len(self.played) // LOOKS)
        return self.goal is None or low < self.goal <= high

    def result(self) -> dict[str, Any]:
        """The share of the bot with its interval, and what the games were like."""
        games = len(self.played)
        share, low, high = self.share
        return {
            "table": self.table.name,
            "game": self.table.game,
            "players": self.table.players,
            "options": self.table.options,
            "bot": self.bot,
            "other": self.other,
            "games": games,
            "share": share,
            "low": low,
            "high": high,
            "goal": self.goal,
            "drawn": sum(game.drawn for game in self.played),
            "decisions": _mean([float(game.decisions) for game in self.played]),
            "core_seconds": sum(game.seconds for game in self.played),
            "ms": [1000 * _mean([game.thinking[side] for game in self.played]) for side in range(2)],
            "slowest_ms": [1000 * max([game.slowest[side] for game in self.played], default=0.0) for side in range(2)],
        }


def _mean(values: list[float]) -> float:
    return sum(values) / max(1, len(values))


def share(scores: list[float], seated: list[int]) -> float:
    """What the first side has of the pairs of seats, one of each side, that came out differently."""
    pairs = [
        float(mine > theirs)
        for seat, mine in enumerate(scores)
        for against, theirs in enumerate(scores)
        if seated[seat] == 0 and seated[against] == 1 and mine != theirs
    ]
    return _mean(pairs) if pairs else 0.5


def play(contest: tuple[Table, str, str], number: int, seed: int) -> Played:
    """Play one game of a contest."""
    table, bot, other = contest
    began = time.perf_counter()
    game = registry.game(table.game)
    stream = mixed(seed, number // 2)
    match = Match(game, table.players, table.options, dice=dice_of(game, stream))
    seated = sides(table.players, number, seed)
    players = []
    for seat, side in enumerate(seated):
        thinking = bots.budget((bot, other)[side], game, table.players, match.options)
        players.append(bots.Bot(game, table.players, seat, thinking, mixed(stream, 1000 * number + seat)))
    thinking = play_out(match, players, LONGEST)
    scores = match.scores() if match.is_over else [0.5] * table.players
    a_decision, slowest = [], []
    for side in range(2):
        mine = [seat for seat in range(table.players) if seated[seat] == side]
        decided = sum(thinking.decisions[seat] for seat in mine)
        a_decision.append(sum(thinking.seconds[seat] for seat in mine) / max(1, decided))
        slowest.append(max(thinking.slowest[seat] for seat in mine))
    drawn = scores.count(max(scores)) > 1
    took = time.perf_counter() - began
    return Played(
        share(scores, seated), drawn, match.ply, took, (a_decision[0], a_decision[1]), (slowest[0], slowest[1])
    )


def _one(index: int, contest: tuple[Table, str, str], number: int, seed: int) -> tuple[int, Played]:
    return index, play(contest, number, seed)


def hold(
    contests: list[Contest],
    seed: int,
    processes: int,
    seconds: float = math.inf,
    report: Callable[[], None] = lambda: None,
    play_one: Callable[..., tuple[int, Played]] = _one,
) -> None:
    """Let contests be played until all have their games, or the time is over; `report` is called after each game."""
    until = time.monotonic() + seconds
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        waiting: list[Any] = []
        while time.monotonic() < until:
            open_ones = [index for index, contest in enumerate(contests) if contest.is_open]
            while open_ones and len(waiting) < WAITING * processes:
                index = min(open_ones, key=lambda one: contests[one].spent)
                contest = contests[index]
                asked = (index, (contest.table, contest.bot, contest.other), contest.begun, seed)
                waiting.append(pool.apply_async(play_one, asked))
                contest.begun += 1
                if not contest.is_open:
                    open_ones.remove(index)
            if not waiting:
                break
            ready = [each for each in waiting if each.ready()]
            if not ready:
                time.sleep(0.01)
                continue
            for each in ready:
                index, played = each.get()
                contests[index].played.append(played)
                waiting.remove(each)
            report()
        pool.terminate()
