"""Games for a network to learn from that take milliseconds: all look one decision ahead, and now and then stray.

A search tells more of a position than how one game from there ends, but a hundred thousand games tell more than what a
search can think about in the same time. What a network is wrong about is played, too, once it plays itself: so each
generation unlearns what the one before had only imagined. Compiled as a whole; a game comes back when it is over.
"""

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from oddboard.arena.learning import Positions, as_lead
from oddboard.arena.tournament import mixed, sides
from oddboard.bots.tree import WIDEST
from oddboard.core.compiling import rule
from oddboard.core.game import Game
from oddboard.core.network import CERTAIN, MOST_ACTIVE, Network, correct
from oddboard.core.randomness import Rng, below, generator
from oddboard.core.records import batch, copy, float32, float64, int16, int32, new, record
from oddboard.core.rules import features, hide, imagine, legal, outlook, pick, play, score, to_move
from oddboard.core.ruleset import CHANCE, OVER

GOOD = 6  # decisions that a stray one is among, the best by hand; and the most that a network judges
ASTRAY = 8  # one decision in so many strays: it is any of these
ANY = 4  # and one in so many of those is any at all
OPENING = 20  # decisions that stray at the beginning of a game, at most
EVERY = 30  # one position in so many is learned from
TURNS = 6  # the same of those where chance is to decide: a search ends at the dice
FADING = 0.7  # how much of what became of a position is told by what came after the next one that is learned from
WHIM = 1e-6  # what chance adds to an outlook, so that equals are drawn between
ANYWHERE = 1 << 30
ROWS = 4096  # of a game: a row for each seat of a position
LONGEST = 20_000  # decisions, after which a game counts as drawn, and nothing is learned from it


@record
class Notebook:
    """What is written down of a game, and scratch space of its players."""

    codes: int32[WIDEST]
    best: int32[GOOD]
    value: float64[GOOD]
    active: int16[ROWS, MOST_ACTIVE]
    counts: int16[ROWS]
    hand: float32[ROWS]
    worth: float32[ROWS]  # what the network of the first side expects


@rule
def keep_good(book: Notebook, kept: int, code: int, worth: float) -> int:
    """Insert a decision among the good ones, best first; how many there are then."""
    if kept == GOOD and worth <= book.value[kept - 1]:
        return kept
    kept = min(kept + 1, GOOD)
    place = kept - 1
    while place > 0 and book.value[place - 1] < worth:
        book.value[place] = book.value[place - 1]
        book.best[place] = book.best[place - 1]
        place -= 1
    book.value[place] = worth
    book.best[place] = code
    return kept


@rule
def decide_quickly(states: Any, w: Any, rng: Rng, book: Notebook, n: Network, out: Any, strays: bool) -> int:
    """What looks best one decision ahead from states[1]; a network judges the good ones again.

    Who strays takes any of the good ones.
    """
    seat = to_move(states[1])
    count = legal(states[1], w)
    for i in range(count):
        book.codes[i] = w.code[i]
    kept = 0
    judged = 0
    highest = -1.0
    chosen = book.codes[0]
    i = 0
    while i < count + judged:
        again = i >= count
        code = int(book.best[i - count]) if again else int(book.codes[i])
        states[2] = states[1]
        play(states[2], w, code)
        if to_move(states[2]) == OVER:
            score(states[2], out)
        else:
            outlook(states[2], w, out)
            if again:
                correct(states[2], n, len(out), out)
        if not again:
            kept = keep_good(book, kept, code, out[seat] + WHIM * below(rng, ANYWHERE) / ANYWHERE)
        elif out[seat] > highest:
            highest = out[seat]
            chosen = code
        i += 1
        if i == count:
            if strays:
                return int(book.best[below(rng, kept)])
            chosen = book.best[0]
            judged = min(int(n.judged), kept)
    return int(chosen)


@rule
def write_down(s: Any, w: Any, n: Network, book: Notebook, positions: int, out: Any) -> int:
    """Write down a position, if a network may judge it; how many there are then."""
    seats = len(out)
    first = positions * seats
    if first + seats > ROWS:
        return positions
    outlook(s, w, out)
    for seat in range(seats):
        book.counts[first + seat] = features(s, seat, book.active[first + seat])
        if book.counts[first + seat] == 0 or abs(2.0 * out[seat] - 1.0) >= CERTAIN:
            return positions
        book.hand[first + seat] = as_lead(out[seat])
    correct(s, n, seats, out)
    for seat in range(seats):
        book.worth[first + seat] = out[seat]
    return positions + 1


@rule
def play_quickly(
    states: Any,
    w: Any,
    rng: Rng,
    book: Notebook,
    n: Network,
    other: Network,
    side: int,
    astray: int,
    opening: int,
    out: Any,
) -> int:
    """Play states[0] to its end; how many positions were written down, or -1 if there is no end.

    Seats whose bit is in `side` play with the one network, the others with the other. One decision in `astray` strays,
    and the first `opening`; 0: none, and nothing is written down.
    """
    positions = 0
    for _ in range(LONGEST):
        mover = to_move(states[0])
        if mover == OVER:
            return positions
        if mover == CHANCE:
            play(states[0], w, pick(states[0], w, rng))
            continue
        count = legal(states[0], w)
        if count == 1:
            play(states[0], w, w.code[0])
            continue
        strays = astray > 0 and (opening > 0 or below(rng, astray) == 0)
        opening -= 1
        if strays and below(rng, ANY) == 0:
            code = int(w.code[below(rng, count)])
        else:
            states[1] = states[0]
            hide(states[1], mover)
            imagine(states[1], w, mover, rng)
            if (side >> mover) & 1:
                code = decide_quickly(states, w, rng, book, n, out, strays)
            else:
                code = decide_quickly(states, w, rng, book, other, out, strays)
        play(states[0], w, code)
        after = to_move(states[0])
        if astray > 0 and after != OVER and below(rng, TURNS if after == CHANCE else EVERY) == 0:
            positions = write_down(states[0], w, n, book, positions, out)
    return -1


def became(worth: Any, result: Any) -> Any:
    """What became of each position of a game: partly what was expected of the next one, partly what became of that."""
    found = np.empty_like(worth)
    found[-1] = result
    for i in range(len(worth) - 2, -1, -1):
        found[i] = FADING * found[i + 1] + (1 - FADING) * worth[i + 1]
    return found


class Player:
    """Plays quick games of one game."""

    def __init__(self, game: Game, network: Network, other: Network) -> None:
        self._game, self._network, self._other = game, copy(network), copy(other)
        self._states, self._work, self._book = batch(game.state, 3), new(game.work), new(Notebook)

    def _play(self, start: Any, side: int, rng: Rng, astray: int, opening: int, out: Any) -> int:
        self._states[0] = start
        given = (self._states, self._work, rng, self._book, self._network, self._other, side, astray, opening)
        return int(play_quickly(*given, out))

    def seen(self, players: int, options: dict[str, Any], seed: int, number: int) -> Positions | None:
        """What there is to learn from a game; None if that is nothing."""
        rng, out, book = generator(mixed(seed, number)), np.zeros(players), self._book
        start = self._game.start(players, options)
        side, opening = below(rng, 1 << players), below(rng, OPENING + 1)
        count = self._play(start, side, rng, ASTRAY, opening, out)
        if count <= 0:
            return None
        self._game.rules.score(self._states[0], out)
        rows = count * players
        width = int(book.counts[:rows].max())
        active = book.active[:rows, :width].copy()
        active[np.arange(width) >= book.counts[:rows, None]] = 0  # what games before have left there
        worth = book.worth[:rows].reshape(count, players)
        hand_made = self._network.judged == 0  # which knows too little to be believed
        result = np.tile(out.astype(np.float32), count)
        return Positions(
            active,
            book.counts[:rows].copy(),
            book.hand[:rows].copy(),
            result if hand_made else became(worth, out).ravel(),
            result,
            np.arange(0, rows, players, dtype=np.int32),
            np.full(count, players, np.int8),
            np.full(count, number, np.int32),
        )

    def share(self, players: int, options: dict[str, Any], seed: int, numbers: Sequence[int]) -> float:
        """What the network's side wins of some games, of the pairs of seats that came out differently."""
        won = decided = 0
        out = np.zeros(players)
        start = self._game.start(players, options)
        for number in numbers:
            seated = sides(players, number, seed)
            side = sum(1 << seat for seat in range(players) if seated[seat] == 0)
            if self._play(start, side, generator(mixed(seed, number // 2)), 0, 0, out) < 0:
                continue
            self._game.rules.score(self._states[0], out)
            for one, another in itertools.product(range(players), repeat=2):
                if seated[one] == 0 and seated[another] == 1 and out[one] != out[another]:
                    won += out[one] > out[another]
                    decided += 1
        return won / decided if decided else 0.5
