"""Many games on the processor: a range of them in one compiled call, which holds no lock, so threads share them out."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from oddboard.core.compiling import rule
from oddboard.core.observation import layout_of
from oddboard.core.randomness import Rng
from oddboard.core.records import batch, dtype_of, to_bytes
from oddboard.core.rules import pick
from oddboard.envs.stepping import (
    ALL_LEGAL,
    BITS,
    BYTE,
    CODES,
    DICE,
    FEW_OUTCOMES,
    FLAGS,
    GENERATORS,
    NO_DECISION,
    PLAYERS,
    Tally,
    greedy_choice,
    is_legal,
    list_legal,
    play_at_random,
    restart_game,
    show_game,
    step_game,
)

if TYPE_CHECKING:
    from oddboard.core.game import Game

FEWEST = 64  # games that are worth a thread of their own


@rule
def restart_games(first: int, last: int, states: Any, start: Any, tallies: Any, rewards: Any, done: Any) -> None:
    """Put games back to their start."""
    for i in range(first, last):
        restart_game(i, states, start, tallies[i], rewards, done)


@rule
def step_games(
    first: int,
    last: int,
    states: Any,
    start: Any,
    works: Any,
    rngs: Any,
    tallies: Any,
    result: Any,
    rewards: Any,
    done: Any,
    actions: Any,
    deciding: int,
    adding: int,
) -> None:
    """Carry out a decision in each game, or if not `deciding` only roll."""
    for i in range(first, last):
        code = int(actions[i]) if deciding else NO_DECISION
        step_game(i, code, states, start, works[0], rngs[i, DICE], tallies[i], result, rewards, done, adding)


@rule
def find_illegal(first: int, last: int, states: Any, works: Any, actions: Any) -> int:
    """The first game whose decision is not legal, or ALL_LEGAL if all are."""
    for i in range(first, last):
        if not is_legal(states[i], works[0], int(actions[i])):
            return i
    return ALL_LEGAL


@rule
def sample_games(first: int, last: int, states: Any, works: Any, rngs: Any, actions: Any) -> None:
    """Draw a legal decision for each game."""
    for i in range(first, last):
        actions[i] = pick(states[i], works[0], rngs[i, PLAYERS])


@rule
def choose_greedily(
    first: int,
    last: int,
    states: Any,
    works: Any,
    rngs: Any,
    actions: Any,
    worlds: Any,
    codes: Any,
    outcomes: Any,
    result: Any,
) -> None:
    """Write the greedy decision of each game."""
    for i in range(first, last):
        actions[i] = greedy_choice(states[i], works[0], rngs[i, PLAYERS], worlds, codes, outcomes, result)


@rule
def random_games(
    first: int,
    last: int,
    states: Any,
    start: Any,
    works: Any,
    rngs: Any,
    tallies: Any,
    result: Any,
    rewards: Any,
    done: Any,
    most: int,
) -> None:
    """Play so many decisions at random in each game."""
    for i in range(first, last):
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0.0
        s = states[i : i + 1]
        done[i] = play_at_random(s, start, works[0], rngs[i], tallies[i], result, rewards[i], most) > 0


@rule
def show_games(
    first: int,
    last: int,
    states: Any,
    works: Any,
    seen: int,
    spare: Any,
    content: Any,
    observations: Any,
    turn: Any,
    kind: int,
    bits: Any,
    flags: Any,
    codes: Any,
    counts: Any,
) -> None:
    """Show whose turn it is, what that seat may know, and what it may do."""
    for i in range(first, last):
        if seen:
            for k in range(observations.shape[1]):
                observations[i, k] = 0
        if kind == BITS:
            for k in range(bits.shape[1]):
                bits[i, k] = 0
        elif kind == FLAGS:
            for k in range(flags.shape[1]):
                flags[i, k] = False
        show_game(i, states[i], seen, spare, content, observations, turn)
        list_legal(i, states[i], works[0], kind, bits, flags, codes, counts)


class Bench:
    """What one thread needs for itself: scratch space, worlds to try things in."""

    def __init__(self, game: "Game", players: int) -> None:
        self.works = batch(game.work, 1)
        self.worlds = batch(game.state, 3)
        self.spare = self.worlds[:1]
        self.content = self.spare.view(np.int8)
        self.result = np.zeros(players)
        self.codes = np.zeros(dtype_of(game.work)["code"].shape[0], np.int32)
        self.outcomes = np.zeros((2, FEW_OUTCOMES), np.int64)


class Processor:
    """The games of a vector environment, and everything shown of them, in the processor's memory."""

    def __init__(self, game: "Game", count: int, players: int, start: Any, seen: bool, kind: int, threads: int) -> None:
        self.count, self.seen, self.kind = count, int(seen), kind
        most = dtype_of(game.work)["code"].shape[0]
        self.states = batch(game.state, count)
        self.start = np.frombuffer(bytearray(to_bytes(start)), start.dtype)
        self.rngs = np.zeros((count, GENERATORS), dtype_of(Rng))
        self.tallies = batch(Tally, count)
        self.actions = np.zeros(count, np.int32)
        self.rewards = np.zeros((count, players), np.float32)
        self.done = np.zeros(count, np.bool_)
        self.turn = np.zeros(count, np.int8)
        self.observations = np.zeros((count if seen else 0, layout_of(game).size), np.int8)
        self.bits = np.zeros((count if kind == BITS else 0, (game.codes + BYTE - 1) // BYTE), np.uint8)
        self.flags = np.zeros((count if kind == FLAGS else 0, game.codes), np.bool_)
        self.codes = np.zeros((count if kind == CODES else 0, most), np.int32)
        self.counts = np.zeros(count, np.int32)
        threads = max(1, min(threads, count // FEWEST))
        self._benches = [Bench(game, players) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def _share_out(self, work: Callable[[int, int, Bench], Any]) -> list[Any]:
        """Do something with all games, each thread with its range of them."""
        if self._pool is None:
            return [work(0, self.count, self._benches[0])]
        bounds = [self.count * k // len(self._benches) for k in range(len(self._benches) + 1)]
        return list(self._pool.map(work, bounds[:-1], bounds[1:], self._benches))

    def _show(self, first: int, last: int, bench: Bench) -> None:
        show_games(
            first,
            last,
            self.states,
            bench.works,
            self.seen,
            bench.spare,
            bench.content,
            self.observations,
            self.turn,
            self.kind,
            self.bits,
            self.flags,
            self.codes,
            self.counts,
        )

    def show(self) -> None:
        """Show the games as they stand."""
        self._share_out(self._show)

    def reset(self, streams: Any) -> None:
        """Start all games, their generators at the beginning of these streams."""
        self.rngs["stream"] = streams
        self.rngs["count"] = 0

        def anew(first: int, last: int, bench: Bench) -> None:
            restart_games(first, last, self.states, self.start, self.tallies, self.rewards, self.done)
            self._step(first, last, bench, self.actions, False, False)
            self._show(first, last, bench)

        self._share_out(anew)

    def _step(self, first: int, last: int, bench: Bench, actions: Any, deciding: bool, adding: bool) -> None:
        step_games(
            first,
            last,
            self.states,
            self.start,
            bench.works,
            self.rngs,
            self.tallies,
            bench.result,
            self.rewards,
            self.done,
            actions,
            int(deciding),
            int(adding),
        )

    def _choose(self, first: int, last: int, bench: Bench) -> None:
        choose_greedily(
            first,
            last,
            self.states,
            bench.works,
            self.rngs,
            self.actions,
            bench.worlds,
            bench.codes,
            bench.outcomes,
            bench.result,
        )

    def find_illegal(self, actions: Any) -> int:
        """The first game for which a decision is not legal, or ALL_LEGAL."""
        found = self._share_out(lambda first, last, bench: find_illegal(first, last, self.states, bench.works, actions))
        return int(next((each for each in found if each != ALL_LEGAL), ALL_LEGAL))

    def step(self, actions: Any) -> None:
        """Carry out a decision in each game."""

        def on(first: int, last: int, bench: Bench) -> None:
            self._step(first, last, bench, actions, True, False)
            self._show(first, last, bench)

        self._share_out(on)

    def sample(self) -> None:
        """Draw a legal decision for each game into `actions`."""
        self._share_out(
            lambda first, last, bench: sample_games(first, last, self.states, bench.works, self.rngs, self.actions)
        )

    def greedy(self) -> None:
        """Write the greedy decision of each game into `actions`."""
        self._share_out(self._choose)

    def random_steps(self, most: int) -> None:
        """Play so many decisions at random in each game."""

        def on(first: int, last: int, bench: Bench) -> None:
            random_games(
                first,
                last,
                self.states,
                self.start,
                bench.works,
                self.rngs,
                self.tallies,
                bench.result,
                self.rewards,
                self.done,
                most,
            )
            self._show(first, last, bench)

        self._share_out(on)

    def greedy_steps(self, most: int) -> None:
        """Play so many greedy decisions in each game."""

        def on(first: int, last: int, bench: Bench) -> None:
            for number in range(most):
                self._choose(first, last, bench)
                self._step(first, last, bench, self.actions, True, number > 0)
            self._show(first, last, bench)

        self._share_out(on)

    def read(self, array: Any) -> Any:
        """An array of this engine as NumPy has it."""
        return array

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()


def cores() -> int:
    """How many threads are worth having here."""
    return os.cpu_count() or 1
