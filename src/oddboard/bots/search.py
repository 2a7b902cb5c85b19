"""The searching bot: thinks for a time, or a number of iterations, with the tree of `tree.py`."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from oddboard.bots import SHOWN_LINES, Advice, Line
from oddboard.bots.plain import search_plainly
from oddboard.bots.tree import CHILDREN, NODES, Tree, found, hashed, search_on
from oddboard.core.game import Game
from oddboard.core.match import Match
from oddboard.core.randomness import generator
from oddboard.core.records import batch, dtype_of, new

PAUSE = 0.01  # seconds between two looks at the clock, about


class Searcher:
    """A tree for one game and seat; it is kept from decision to decision."""

    def __init__(self, game: Game, players: int, seat: int, stream: int, plain: bool = False) -> None:
        self.game = game
        self.players = players
        self.seat = seat
        self.rng = generator(stream)
        self.work = new(game.work)
        self.tree = new(Tree)
        self.states = batch(game.state, 4)
        self.words = self.states.view(np.uint8).reshape(4, dtype_of(game.state).itemsize).view(_word(game))
        self.stamp = np.zeros(game.codes, np.int32)
        self._search_on = search_plainly if plain else search_on

    def think(self, view: Any, iterations: int | None, seconds: float | None, stop: Callable[[], bool]) -> int:
        """Search from what the seat sees, until iterations or time are used up, or told to stop; how many were made."""
        tree = self.tree
        if tree.nodes > NODES // 2 or tree.children > CHILDREN // 2:
            tree.slots[:] = 0
            tree.nodes = tree.children = 0
        self.states[3] = view
        tree.root_sums[:] = 0.0
        tree.root_visits[:] = 0
        tree.sums[:] = 0.0
        tree.searched = 0
        began: float | None = None  # the first walks may have to load or compile the rules, which is no thinking
        chunk, done = 4, 0
        while True:
            if iterations is not None:
                chunk = min(chunk, iterations - done)
            start = time.monotonic()
            self._search_on(
                tree, self.states, self.words, self.stamp, self.work, self.rng,
                self.seat, self.players, self.game.secrets, chunk,
            )  # fmt: skip
            done += chunk
            now = time.monotonic()
            began = now if began is None else began
            late = seconds is not None and now - began + PAUSE >= seconds
            if late or done == iterations or stop():
                return done
            if now - start < PAUSE / 2:
                chunk *= 2

    def expected(self, view: Any, iterations: int) -> list[float]:
        """Each seat's expected result in a state, whoever is to decide."""
        done = self.think(view, iterations, None, lambda: False)
        return (self.tree.sums[: self.players] / done).tolist()  # type: ignore[no-any-return]

    def advise(self, match: Match, iterations: int | None, seconds: float | None, stop: Callable[[], bool]) -> Advice:
        """Think, and give the decision visited most; a forced one is given at once."""
        view = match.view(self.seat)
        codes = match.codes_for(self.seat)
        if len(codes) == 1:
            out = np.zeros(match.players)
            self.game.rules.outlook(view, self.work, out)
            return Advice(codes[0], [Line(self.game.decision(view, codes[0]), out.tolist(), 0)])
        self.think(view, iterations, seconds, stop)
        tree = self.tree
        self.states[1] = view
        node = int(tree.slots[found(tree, np.uint64(hashed(self.words[1])))]) - 1
        first, width = int(tree.first[node]), int(tree.width[node])
        tried = tree.tried[first : first + width]
        order = sorted(range(width), key=lambda i: (-tried[i], i))
        lines = [
            Line(
                self.game.decision(view, int(tree.code[first + i])),
                (tree.root_sums[i, : match.players] / max(1, tree.root_visits[i])).tolist(),
                int(tried[i]),
            )
            for i in order[:SHOWN_LINES]
            if tree.root_visits[i] or i == order[0]
        ]
        return Advice(int(tree.code[first + order[0]]), lines)


def _word(game: Game) -> Any:
    """The widest number that a state's bytes can be read as."""
    return (
        np.uint64
        if dtype_of(game.state).itemsize % 8 == 0
        else np.uint32
        if dtype_of(game.state).itemsize % 4 == 0
        else np.uint8
    )
