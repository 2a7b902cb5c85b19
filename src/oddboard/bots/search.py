"""The searching bot: thinks for a time, or a number of iterations, with the tree of `tree.py`."""

import time
from typing import Any

import numpy as np

from oddboard.bots import SHOWN_LINES, Advice, Line, Stop, never
from oddboard.bots.tree import Tree, found, hashed, search_on
from oddboard.bots.uct import search_plainly
from oddboard.core.game import Decision, Game
from oddboard.core.match import Match
from oddboard.core.randomness import generator
from oddboard.core.records import batch, copy, dtype_of, new
from oddboard.core.ruleset import CHANCE, OVER

PAUSE = 0.01  # seconds between two looks at the clock, about
OFTEN = 2  # where all is open, a decision is known well enough if it was visited half as often as any
LONGEST_LINE = 12  # decisions that are expected to follow


class Searcher:
    """A tree for one game and seat; it is kept from decision to decision."""

    def __init__(self, game: Game, players: int, seat: int, stream: int, plain: bool = False) -> None:
        self.game = game
        self.players = players
        self.seat = seat
        self.rng = generator(stream)
        self.work = new(game.work)
        self.tree = new(Tree)
        self._began = 0  # the walk with which the last search began
        self.states = batch(game.state, 4)
        self.words = self.states.view(np.uint8).reshape(4, dtype_of(game.state).itemsize).view(_word(game))
        self.stamp = np.zeros(game.codes, np.int32)
        self._search_on = search_plainly if plain else search_on

    def think(self, view: Any, iterations: int | None, seconds: float | None, stop: Stop) -> int:
        """Search from what the seat sees, until iterations or time are used up, or told to stop; how many were made."""
        tree = self.tree
        tree.late, self._began = self._began, tree.walks
        tree.root = -1
        self.states[3] = view
        tree.root_sums[:] = 0.0
        tree.root_visits[:] = 0
        tree.sums[:] = 0.0
        tree.searched = 0
        began: float | None = None  # the first walks may have to load or compile the rules, which is no thinking
        chunk, done = 4, 0
        secrets = self.game.keeps_secrets(view)
        while True:
            if iterations is not None:
                chunk = min(chunk, iterations - done)
            start = time.monotonic()
            self._search_on(
                tree, self.states, self.words, self.stamp, self.work, self.rng,
                self.seat, self.players, secrets, chunk,
            )  # fmt: skip
            done += chunk
            now = time.monotonic()
            began = now if began is None else began
            late = seconds is not None and now - began + PAUSE >= seconds
            if late or done == iterations or stop():
                return done
            if now - start < PAUSE / 4:
                chunk *= 2
            elif now - start > PAUSE:
                chunk = max(1, chunk // 2)

    def expected(self, view: Any, iterations: int) -> list[float]:
        """Each seat's expected result in a state, whoever is to decide."""
        done = self.think(view, iterations, None, never)
        return (self.tree.sums[: self.players] / done).tolist()  # type: ignore[no-any-return]

    def advise(
        self, match: Match, iterations: int | None, seconds: float | None, stop: Stop, telling: bool = False
    ) -> Advice:
        """Think, and give the best decision of those visited about as often as any; a forced one is given at once."""
        view = match.view(self.seat)
        codes = match.codes_for(self.seat)
        if len(codes) == 1:
            out = np.zeros(match.players)
            self.game.rules.outlook(view, self.work, out)
            return Advice(codes[0], [Line(self.game.decision(view, codes[0]), out.tolist(), 0)])
        self.think(view, iterations, seconds, stop)
        tree = self.tree
        node = self._node(view, self.seat)
        first, width = int(tree.first[node]), int(tree.width[node])
        tried = tree.tried[first : first + width]
        mean = tree.total[first : first + width] / np.maximum(1, tried)
        often = max(1, tried.max() if self.game.keeps_secrets(view) else tried.max() // OFTEN)
        order = sorted(range(width), key=lambda i: (-mean[i], i) if tried[i] >= often else (1.0 - tried[i] / often, i))
        lines = []
        for i in order[:SHOWN_LINES]:
            if tree.root_visits[i] or i == order[0]:
                code = int(tree.code[first + i])
                worth = (tree.root_sums[i, : match.players] / max(1, tree.root_visits[i])).tolist()
                following, story = self._line(view, code) if telling else ([], [])
                lines.append(Line(self.game.decision(view, code), worth, int(tried[i]), following, story))
        return Advice(int(tree.code[first + order[0]]), lines)

    def _node(self, state: Any, mover: int) -> int:
        """The number of the node where a seat decides in a state, or -1."""
        self.states[1] = state
        if self.game.keeps_secrets(state):
            self.game.rules.hide(self.states[1], self.seat)
            self.game.rules.hide(self.states[1], mover)
        return int(self.tree.slots[found(self.tree, np.uint64(hashed(self.words[1])))]) - 1

    def _line(self, view: Any, code: int) -> tuple[list[Decision], list[str]]:
        """The decisions most visited after one, as far as the tree has looked, and the same in words.

        The line ends with the dice, because after them anything may happen. What the seat does not know is imagined.
        """
        rules, state = self.game.rules, copy(view)
        following: list[Decision] = []
        story: list[str] = []
        rules.imagine(state, self.work, self.seat, generator(0))
        rules.play(state, self.work, code)
        while len(story) < LONGEST_LINE and (mover := int(rules.to_move(state))) not in (CHANCE, OVER):
            codes = self.work.code[: rules.legal(state, self.work)].tolist()
            expected = codes[0] if len(codes) == 1 else self._most_visited(self._node(state, mover), set(codes))
            if expected is None:
                break
            following.append(self.game.decision(state, expected))
            story.append(self.game.words(state, expected))
            rules.play(state, self.work, expected)
        return following, story

    def _most_visited(self, node: int, codes: set[int]) -> int | None:
        """The decision of a node that was visited most, of those that can be made; None if none was visited."""
        if node < 0:
            return None
        tree, first = self.tree, int(self.tree.first[node])
        children = range(first, first + int(tree.width[node]))
        visited = [child for child in children if tree.tried[child] > 0 and int(tree.code[child]) in codes]
        return int(tree.code[max(visited, key=lambda child: tree.tried[child])]) if visited else None


def _word(game: Game) -> Any:
    """The widest number that a state's bytes can be read as."""
    return (
        np.uint64
        if dtype_of(game.state).itemsize % 8 == 0
        else np.uint32
        if dtype_of(game.state).itemsize % 4 == 0
        else np.uint8
    )
