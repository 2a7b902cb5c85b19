"""The searching bot: thinks for a time, or a number of iterations, with the tree of `tree.py`."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from oddboard.bots import SHOWN_LINES, Advice, Line
from oddboard.bots.tree import DEEPEST, Desk, Tree, found, hashed, search_on, search_plainly
from oddboard.core.game import Game
from oddboard.core.match import Match
from oddboard.core.randomness import generator
from oddboard.core.records import batch, dtype_of, new

NODES = 1 << 16  # the most nodes of a tree; with their children about 25 MB
CHILDREN = NODES * 16
PAUSE = 0.01  # seconds between two looks at the clock, about


class Searcher:
    """A tree for one game and seat; it is kept from decision to decision."""

    def __init__(self, game: Game, players: int, seat: int, stream: int, plain: bool = False) -> None:
        self.game = game
        self.seat = seat
        self.rng = generator(stream)
        self.work = new(game.work)
        self._search_on = search_plainly if plain else search_on
        self.tree = Tree(
            slots=np.zeros(NODES * 2, np.int32),
            key=np.zeros(NODES, np.uint64),
            mover=np.zeros(NODES, np.int8),
            first=np.zeros(NODES, np.int32),
            width=np.zeros(NODES, np.int16),
            visits=np.zeros(NODES, np.int32),
            spread=np.zeros(NODES, np.float32),
            code=np.zeros(CHILDREN, np.int32),
            tried=np.zeros(CHILDREN, np.int32),
            total=np.zeros(CHILDREN),
            belief=np.zeros(CHILDREN, np.float32),
            used=np.zeros(3, np.int64),
        )
        states = batch(game.state, 4)
        widest = self.work.code.shape[0]
        self.desk = Desk(
            states=states,
            words=states.view(np.uint8).reshape(4, dtype_of(game.state).itemsize).view(_word(game)),
            codes=np.zeros(widest, np.int32),
            stamp=np.zeros(game.codes, np.int32),
            nodes=np.zeros(DEEPEST, np.int32),
            edges=np.zeros(DEEPEST, np.int32),
            value=np.zeros(players),
            best=np.zeros(players),
            root=np.zeros((widest, players)),
            rooted=np.zeros(widest, np.int64),
            sum=np.zeros(players),
        )

    def think(self, view: Any, iterations: int | None, seconds: float | None, stop: Callable[[], bool]) -> int:
        """Search from what the seat sees, until iterations or time are used up, or told to stop; how many were made."""
        tree, desk = self.tree, self.desk
        if tree.used[0] > NODES // 2 or tree.used[1] > CHILDREN // 2:
            tree.slots[:] = 0
            tree.used[:2] = 0
        desk.states[3] = view
        desk.root[:] = 0.0
        desk.rooted[:] = 0
        desk.sum[:] = 0.0
        began = time.monotonic()
        chunk, done = 4, 0
        while True:
            if iterations is not None:
                chunk = min(chunk, iterations - done)
            start = time.monotonic()
            self._search_on(tree, desk, self.work, self.rng, self.seat, self.game.secrets, chunk)
            done += chunk
            now = time.monotonic()
            late = seconds is not None and now - began + PAUSE >= seconds
            if late or done == iterations or stop():
                return done
            if now - start < PAUSE / 2:
                chunk *= 2

    def expected(self, view: Any, iterations: int) -> list[float]:
        """Each seat's expected result in a state, whoever is to decide."""
        done = self.think(view, iterations, None, lambda: False)
        return (self.desk.sum / done).tolist()  # type: ignore[no-any-return]

    def advise(self, match: Match, iterations: int | None, seconds: float | None, stop: Callable[[], bool]) -> Advice:
        """Think, and give the decision visited most; a forced one is given at once."""
        view = match.view(self.seat)
        codes = match.codes_for(self.seat)
        if len(codes) == 1:
            out = np.zeros(match.players)
            self.game.rules.outlook(view, self.work, out)
            return Advice(codes[0], [Line(self.game.decision(view, codes[0]), out.tolist(), 0)])
        self.think(view, iterations, seconds, stop)
        tree, desk = self.tree, self.desk
        desk.states[1] = view
        node = int(tree.slots[found(tree, np.uint64(hashed(desk.words[1])))]) - 1
        first, width = int(tree.first[node]), int(tree.width[node])
        tried = tree.tried[first : first + width]
        order = sorted(range(width), key=lambda i: (-tried[i], i))
        lines = [
            Line(
                self.game.decision(view, int(tree.code[first + i])),
                (desk.root[i] / max(1, desk.rooted[i])).tolist(),
                int(tried[i]),
            )
            for i in order[:SHOWN_LINES]
            if desk.rooted[i] or i == order[0]
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
