"""The searching bot: thinks for a time, or a number of iterations, with the tree of `tree.py`."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from oddboard.bots import SHOWN_LINES, Advice, Line, Stop, never
from oddboard.bots.greedy import weighed
from oddboard.bots.oversight import noticed
from oddboard.bots.tree import DRAWN, Tree, found, hashed, search_on
from oddboard.bots.uct import search_plainly
from oddboard.core.game import Decision, Game
from oddboard.core.match import Match
from oddboard.core.network import Network
from oddboard.core.network_files import own_network
from oddboard.core.randomness import generator
from oddboard.core.records import batch, copy, dtype_of, new
from oddboard.core.ruleset import CHANCE, OVER

PAUSE = 0.01  # seconds between two looks at the clock, about
OFTEN = 2  # where all is open, a decision is known well enough if it was visited half as often as any
LOOKS = 8  # times that a search looks whether it has thought enough, at the same iterations on every machine
ENOUGH = 8  # visits of a decision without which nothing is obvious
FAR_BETTER = 0.12  # in expected result, by which a decision is better than all others if it is obvious
LONGEST_LINE = 12  # decisions that are expected to follow


@dataclass(frozen=True)
class Child:
    """What is known about a decision at the root."""

    code: int
    tried: int
    total: float  # the expected result of who decides, times the visits
    visits: int  # of this search
    sums: Any  # by seat: the sum of the results of these

    @property
    def mean(self) -> float:
        return self.total / max(1, self.tried)

    def with_more(self, other: "Child") -> "Child":
        """The same in two worlds."""
        return Child(
            self.code,
            self.tried + other.tried,
            self.total + other.total,
            self.visits + other.visits,
            self.sums + other.sums,
        )


class Searcher:
    """A tree for one game and seat; it is kept from decision to decision."""

    def __init__(
        self,
        game: Game,
        players: int,
        seat: int,
        stream: int,
        plain: bool = False,
        overlooks: float = 0.0,
        network: Network | None = None,
    ) -> None:
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
        self.network = network  # that corrects outlooks; None: the game's own
        self.plain = plain
        self._stream = stream
        self.worlds = 0 if plain else game.worlds  # that are searched as if nothing were secret
        self._world: Any = None  # the last of them
        self._overlooks = overlooks  # the share of its possibilities that the seat does not see

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
        secrets = self.game.keeps_secrets(view) and not self.worlds
        search = self._search_from(view)
        looks = [] if iterations is None else [iterations * part // LOOKS for part in range(1, LOOKS + 1)]
        while True:
            looks = [look for look in looks if look > done]
            step = min(chunk, looks[0] - done) if looks else chunk
            start = time.monotonic()
            search(secrets, step)
            done += step
            now = time.monotonic()
            began = now if began is None else began
            late = seconds is not None and now - began + PAUSE >= seconds
            if late or done == iterations or stop():
                return done
            if looks and done == looks[0] and self._is_obvious(iterations - done, secrets):  # type: ignore[operator]
                return done
            if now - start < PAUSE / 4:
                chunk *= 2
            elif now - start > PAUSE:
                chunk = max(1, chunk // 2)

    def _search_from(self, view: Any) -> Callable[[bool, int], None]:
        """What makes so many iterations, where there are secrets or none."""
        given = (self.tree, self.states, self.words, self.stamp, self.work, self.rng, self.seat, self.players)
        if self.plain:
            return lambda secrets, count: search_plainly(*given, secrets, count)
        network = self.network = own_network(self.game, view) if self.network is None else self.network
        return lambda secrets, count: search_on(*given, secrets, count, network)

    def _is_obvious(self, left: int, secrets: bool) -> bool:
        """Whether so many more iterations are not worth their time: one decision is far better, or out of reach."""
        tree = self.tree
        if tree.root < 0:
            return False
        first, width = int(tree.first[tree.root]), int(tree.width[tree.root])
        tried = tree.tried[first : first + width]
        most = np.sort(tried)[-2:]
        if most[-1] < ENOUGH:
            return False
        if width == 1 or most[0] + left < most[1] // (1 if secrets else OFTEN):
            return True
        known = tree.total[first : first + width] / np.maximum(1, tried)
        mean = np.where(tried > 0, known, tree.belief[first : first + width])
        best = int(np.argmax(mean))
        return bool(2 * tried[best] >= most[1] and mean[best] - np.delete(mean, best).max() > FAR_BETTER)

    def expected(self, view: Any, iterations: int) -> list[float]:
        """Each seat's expected result in a state, whoever is to decide."""
        done = self.think(view, iterations, None, never)
        return told(self.tree.sums[: self.players] / done)

    def advise(
        self, match: Match, iterations: int | None, seconds: float | None, stop: Stop, telling: bool = False
    ) -> Advice:
        """Think, and give the best decision of those visited about as often as any; a forced one is given at once."""
        view = self.game.undecided(match.view(self.seat))
        codes = match.codes_for(self.seat)
        if len(codes) == 1:
            out = np.zeros(match.players)
            self.game.rules.outlook(view, self.work, out)
            return Advice(codes[0], [Line(self.game.decision(view, codes[0]), out.tolist(), 0)])
        found = self.weighed(view, iterations, seconds, stop)
        if self._overlooks:
            seen = set(noticed(view, [each.code for each in found], self._stream, self._overlooks))
            found = [each for each in found if each.code in seen]
        lines = []
        for each in found[:SHOWN_LINES]:
            if each.visits or each is found[0]:
                following, story = self._line(view, each.code) if telling else ([], [])
                decision = self.game.decision(view, each.code)
                lines.append(Line(decision, self._worth(match, each), each.tried, following, story))
        return Advice(found[0].code, lines)

    def weighed(self, view: Any, iterations: int | None, seconds: float | None, stop: Stop) -> list["Child"]:
        """Think about a view; what was found out about each decision, the best first of those visited often."""
        found = self._thought(view, iterations, seconds, stop)
        secrets = self.game.keeps_secrets(view) and not self.worlds
        most = max(each.tried for each in found)
        often = max(1, most if secrets else most // OFTEN)
        return sorted(found, key=lambda each: -each.mean if each.tried >= often else 1.0 - each.tried / often)

    def _thought(self, view: Any, iterations: int | None, seconds: float | None, stop: Stop) -> list["Child"]:
        """Think about a view, or about several worlds that it may be; what was found out about each decision."""
        if not (self.worlds and self.game.keeps_secrets(view)):
            self.think(view, iterations, seconds, stop)
            return self._children(self._node(view, self.seat))
        found: dict[int, Child] = {}
        for number in range(self.worlds):
            self._world = copy(view)
            self.game.rules.imagine(self._world, self.work, self.seat, self.rng)
            share = None if iterations is None else (iterations + number) // self.worlds
            if share == 0:
                continue
            self.think(self._world, share, None if seconds is None else seconds / self.worlds, stop)
            for each in self._children(self._node(self._world, self.seat)):
                found[each.code] = found[each.code].with_more(each) if each.code in found else each
        return list(found.values())

    def _children(self, node: int) -> list["Child"]:
        """What is known about the decisions at the root, in the order of their outlooks."""
        tree, first = self.tree, int(self.tree.first[node])
        return [
            Child(
                int(tree.code[first + i]),
                int(tree.tried[first + i]),
                float(tree.total[first + i]),
                int(tree.root_visits[i]),
                tree.root_sums[i, : self.players].copy(),
            )
            for i in range(int(tree.width[node]))
        ]

    def _worth(self, match: Match, child: "Child") -> list[float]:
        """Each seat's expected result after a decision; the outlook, where all that was visited was overlooked."""
        if not child.visits:
            return weighed(match, self.seat, [child.code], self._stream)[0].tolist()  # type: ignore[no-any-return]
        return told(child.sums / child.visits)

    def _node(self, state: Any, mover: int) -> int:
        """The number of the node where a seat decides in a state, or -1."""
        self.states[1] = state
        if self.game.keeps_secrets(state) and not self.worlds:
            self.game.rules.hide(self.states[1], mover)
        return int(self.tree.slots[found(self.tree, np.uint64(hashed(self.words[1])))]) - 1

    def _line(self, view: Any, code: int) -> tuple[list[Decision], list[str]]:
        """The decisions most visited after one, as far as the tree has looked, and the same in words.

        The line ends with the dice, because after them anything may happen. What the seat does not know is imagined.
        """
        rules, state = self.game.rules, copy(view if self._world is None else self._world)
        following: list[Decision] = []
        story: list[str] = []
        if self._world is None:
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


def no_network() -> Network:
    """What leaves outlooks as they are."""
    return new(Network)


def told(worth: Any) -> list[float]:
    """Expected results as people are told them: all together they share what there is, draws at their full worth."""
    lacking = float(np.clip(len(worth) / 2 - worth.sum(), 0.0, DRAWN * len(worth)))
    told: list[float] = np.minimum(worth + lacking / len(worth), 1.0).tolist()
    return told


def _word(game: Game) -> Any:
    """The widest number that a state's bytes can be read as."""
    return (
        np.uint64
        if dtype_of(game.state).itemsize % 8 == 0
        else np.uint32
        if dtype_of(game.state).itemsize % 4 == 0
        else np.uint8
    )
