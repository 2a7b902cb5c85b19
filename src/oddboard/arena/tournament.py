"""Round-robins between bots: every table of them, every rotation of the seats, on all cores, from one seed."""

import hashlib
import itertools
import math
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from oddboard.arena.crew import Crew
from oddboard.bots import Bot, budget
from oddboard.core import registry
from oddboard.core.dice import FairDice
from oddboard.core.errors import BadOptions
from oddboard.core.game import Game
from oddboard.core.match import Match

_MOST_TABLES = 5000  # tables of a round-robin; more bots than seats give very many


@dataclass(frozen=True)
class Pairing:
    """One game to play: which bot sits where, and the seed of its dice and its bots."""

    game: str
    players: int
    options: dict[str, Any]
    bots: tuple[str, ...]  # the bot at each seat
    seed: int


@dataclass(frozen=True)
class Outcome:
    """What came of a pairing."""

    pairing: Pairing
    scores: list[float]  # by seat, 0 worst to 1 best
    plies: int
    decisions: list[int]  # by seat, those with a choice
    seconds: list[float]  # by seat, thinking time
    slowest: list[float]  # by seat, the longest thought


@dataclass
class Tournament:
    """The pairings of a tournament and their outcomes."""

    game: str
    players: int
    options: dict[str, Any]
    bots: list[str]
    seed: int
    outcomes: list[Outcome] = field(default_factory=list)


def pairings(game: str, players: int, options: dict[str, Any], bots: list[str], games: int, seed: int) -> list[Pairing]:
    """At least so many games: all tables of bots in all rotations of the seats, as often as it takes."""
    tables = _tables(bots, players)
    rounds: list[Pairing] = []
    number = itertools.count()
    while len(rounds) < games:
        for table in tables:
            for turn in range(players):
                seated = table[turn:] + table[:turn]
                rounds.append(Pairing(game, players, options, seated, mixed(seed, next(number))))
    return rounds


def _tables(bots: list[str], players: int) -> list[tuple[str, ...]]:
    """Who plays together: every pair for two; for more every choice of so many, bots repeated if they are too few."""
    if len(bots) < 2:
        raise BadOptions("a tournament needs at least two bots, such as search:200,greedy")
    if len(bots) >= players:
        tables = list(itertools.combinations(bots, players))
    else:
        filled = itertools.combinations_with_replacement(bots, players)
        tables = [table for table in filled if len(set(table)) == len(bots)]
    if len(tables) > _MOST_TABLES:
        raise BadOptions(f"{len(bots)} bots at {players} seats make {len(tables)} tables: take fewer bots")
    return tables


def mixed(seed: int, number: int) -> int:
    """A seed of its own for each number, from one seed."""
    return int.from_bytes(hashlib.sha256(f"{seed} {number}".encode()).digest()[:8], "big")


def sides(players: int, number: int, seed: int) -> list[int]:
    """Which of two sides sits at each seat: half of them each, and exchanged in every second game."""
    more = players // 2 + (players % 2) * (number // 2 % 2)
    seated = [0] * (players - more) + [1] * more
    random.Random(mixed(seed, number // 2)).shuffle(seated)
    return seated if number % 2 == 0 else [1 - side for side in seated]


def dice_of(game: Game, seed: int) -> FairDice:
    """Dice that roll the same for the same seed."""
    return FairDice(game.key, hashlib.sha256(f"dice {seed}".encode()).hexdigest())


@dataclass(frozen=True)
class Thinking:
    """How long the bots of a game thought, by seat."""

    decisions: list[int]  # those with a choice
    seconds: list[float]
    slowest: list[float]  # the longest thought


def play_out(match: Match, seated: Sequence[Bot], longest: float = math.inf) -> Thinking:
    """Let bots play a match to its end, or until it has so many decisions; a forced one is asked of nobody."""
    thinking = Thinking([0] * match.players, [0.0] * match.players, [0.0] * match.players)
    while not match.is_over and match.ply < longest:
        seat = match.to_move
        if not isinstance(seat, int):
            match.roll()
            continue
        if len(match.codes()) == 1:
            match.play_code(match.codes()[0])
            continue
        began = time.perf_counter()
        code = seated[seat].decide(match).code
        took = time.perf_counter() - began
        thinking.decisions[seat] += 1
        thinking.seconds[seat] += took
        thinking.slowest[seat] = max(thinking.slowest[seat], took)
        match.play_code(code)
    return thinking


def play(pairing: Pairing) -> Outcome:
    """Play one game of a tournament."""
    game = registry.game(pairing.game)
    match = Match(game, pairing.players, pairing.options, dice=dice_of(game, pairing.seed))
    seated = [
        Bot(game, match.players, seat, budget(name, game, match.players, match.options), mixed(pairing.seed, seat))
        for seat, name in enumerate(pairing.bots)
    ]
    thinking = play_out(match, seated)
    return Outcome(pairing, match.scores(), match.ply, thinking.decisions, thinking.seconds, thinking.slowest)


def run(rounds: list[Pairing], crew: Crew, report: Callable[[Outcome], None] | None = None) -> list[Outcome]:
    """Let a crew play all pairings; the outcomes come in the pairings' order, whoever is done first."""
    for name in {bot for pairing in rounds for bot in pairing.bots}:
        budget(name)  # a name that is wrong is said here, not in every worker
    if rounds:
        registry.game(rounds[0].game).check_options(rounds[0].players, rounds[0].options)
    outcomes: list[Outcome | None] = [None] * len(rounds)
    for number, outcome in crew.done(play, rounds):
        outcomes[number] = outcome
        if report:
            report(outcome)
    return [outcome for outcome in outcomes if outcome is not None]
