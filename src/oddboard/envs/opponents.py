"""Who decides for the other seats where a program plays at one: named bots, or a policy of one's own."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from oddboard import bots
from oddboard.core.errors import BadRequest
from oddboard.core.match import Match
from oddboard.core.records import copy
from oddboard.envs.vector import Vector

Policy = Callable[[Any, Any], Any]  # observations and masks, a row for each game: the codes decided
Choose = Callable[[Vector, Any, int], Any]  # a vector, the numbers of some games, the seat to decide: the codes
Named = str | Policy | Sequence[str | Policy]


class Opponents:
    """Everybody but oneself: `random` and `greedy` decide for all games at once, other bots one by one."""

    def __init__(self, vector: Vector, named: Named) -> None:
        others = vector.players - 1
        each = [named] * others if isinstance(named, str) or callable(named) else list(named)
        if len(each) != others:
            raise BadRequest(f"there are {others} other seats, and {len(each)} opponents are named")
        for one in each:
            if not callable(one):
                bots.budget(one, vector.game)
        self.vector, self.each = vector, each
        self._bots: dict[tuple[int, str], bots.Bot] = {}
        self._seed = 0

    def reset(self, seed: int) -> None:
        """Forget what was thought; the same seed gives the same opponents."""
        self._bots.clear()
        self._seed = seed

    def decide(self, own: Any, turn: Any, games: Any) -> Any:
        """A decision in each of some games, for the seat whose turn it is there; `own` is one's own seat by game."""
        codes = np.zeros(len(games), np.int32)
        place = (turn[games] - own[games]) % self.vector.players - 1  # how far behind oneself somebody sits
        for who in range(len(self.each)):
            for seat in range(self.vector.players):
                there = np.flatnonzero((place == who) & (turn[games] == seat))
                if len(there):
                    codes[there] = self._codes(self.each[who], seat, games[there])
        return codes

    def _codes(self, who: str | Policy, seat: int, games: Any) -> Any:
        v = self.vector
        if callable(who):
            return np.asarray(who(*v.shown(games)))
        if who in ("random", "greedy"):
            return v.drawn(games, greedy=who == "greedy")
        if (seat, who) not in self._bots:
            stream = self._seed * v.players + seat
            thinking = bots.budget(who, v.game, v.players, v.options)
            self._bots[seat, who] = bots.Bot(v.game, v.players, seat, thinking, stream)
        bot, states = self._bots[seat, who], v.read(v.records)
        return [bot.decide(Match(v.game, v.players, v.options, start=copy(states[game]))).code for game in games]
