"""Games played for a study: what is played, and what is noted of each."""

import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from oddboard.arena.tournament import dice_of
from oddboard.bots import Bot, budget
from oddboard.bots.greedy import weighed
from oddboard.core import registry
from oddboard.core.claims import Claim, Habit
from oddboard.core.game import Game
from oddboard.core.match import Match
from oddboard.core.records import new


@dataclass(frozen=True)
class Trial:
    """One game to play. The same trial is always the same game."""

    game: str
    players: int
    options: dict[str, Any]
    bots: tuple[str, ...]  # by seat; each with a number of iterations, or the clock would play too
    seed: int  # of the bots
    dice: int  # of chance
    claim: str | None = None  # the claim, and the arm of it, whose habits are played
    arm: str | None = None
    habitual: int = 0  # the seat with the arm's habit, or with the stronger bot


@dataclass(frozen=True)
class Facts:
    """What was noted of a game."""

    trial: Trial
    scores: list[float]  # by seat
    decisions: int  # of seats and of chance
    choices: int  # of seats, where there was a choice
    width: float  # mean number of legal decisions there
    turns: int  # spells of one seat's decisions
    lead_changes: int  # how often another seat was ahead at the end of a turn than at the end of the one before
    kinds: list[dict[str, int]] = field(default_factory=list)  # by seat: choices by what was decided, "move" or "end"


def played(trial: Trial) -> Facts:
    """Play a game of a study."""
    game = registry.game(trial.game)
    match = Match(game, trial.players, trial.options, dice=dice_of(game, trial.dice))
    seated = [_Seated(game, trial, seat) for seat in range(trial.players)]
    choices = widths = turns = changes = 0
    last, ahead = -1, -1
    outlook = _Leader(game, match.players)
    kinds: list[dict[str, int]] = [{} for _ in range(trial.players)]
    while not match.is_over:
        seat = match.to_move
        if not isinstance(seat, int):
            match.roll()
            continue
        if seat != last:
            leader = outlook.of(match.state)
            changes += -1 < ahead != leader
            turns, last, ahead = turns + 1, seat, leader
        codes = match.codes()
        code = codes[0]
        if len(codes) > 1:
            choices, widths = choices + 1, widths + len(codes)
            code = seated[seat].choice(match, codes)
            kind = _kind(game, match.state, code)
            kinds[seat][kind] = kinds[seat].get(kind, 0) + 1
        match.play_code(code)
    return Facts(trial, match.scores(), match.ply, choices, widths / max(1, choices), turns, changes, kinds)


def _kind(game: Game, state: Any, code: int) -> str:
    """What kind of decision one is, in the word of the game's JSON."""
    decision = game.decision(state, code)
    return str(decision.get("do", "decision")) if isinstance(decision, dict) else str(decision)


class _Seated:
    """A bot at a seat, with or without a habit."""

    def __init__(self, game: Game, trial: Trial, seat: int) -> None:
        stream = int.from_bytes(hashlib.sha256(f"bot {trial.seed} {seat}".encode()).digest()[:8], "big")
        thinking = budget(trial.bots[seat], game, trial.players, trial.options)
        self.bot = Bot(game, trial.players, seat, thinking, stream)
        self.drawing = random.Random(stream)
        self.claim = next((claim for claim in game.claims if claim.key == trial.claim), None)
        self.habit = _habit(self.claim, trial, seat)

    def choice(self, match: Match, codes: list[int]) -> int:
        """What the bot decides; where the habit speaks, the best one decision ahead of those that it leaves.

        Of an opening the bot's own choice is taken as well, if it is left: all that is compared is the opening.
        """
        kept = self.habit(match.state, codes) if self.habit else None
        if kept is None:
            return self.bot.decide(match).code
        if self.claim is not None and self.claim.measure == "opening":
            own = self.bot.decide(match).code
            if own in kept:
                return own
        values = weighed(match, self.bot.seat, kept, self.drawing.getrandbits(64))[:, self.bot.seat].tolist()
        return kept[max(range(len(kept)), key=lambda i: (values[i], self.drawing.random()))]


def _habit(claim: Claim | None, trial: Trial, seat: int) -> Habit | None:
    if claim is None:
        return None
    arm = next(arm for arm in claim.arms if arm.name == trial.arm)
    return arm.habit if seat == trial.habitual else arm.against


class _Leader:
    """Tells who is ahead."""

    def __init__(self, game: Game, players: int) -> None:
        self._outlook: Callable[[Any, Any, Any], None] = game.rules.outlook
        self._work, self._out = new(game.work), np.zeros(players)

    def of(self, state: Any) -> int:
        """The seat with the best outlook; the first of several."""
        self._outlook(state, self._work, self._out)
        return int(np.argmax(self._out))
