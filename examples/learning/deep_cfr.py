"""Deep counterfactual regret minimisation over OpenSpiel's states, for games with secrets and long turns.

    pip install 'oddboard[openspiel]'
    python deep_cfr.py --game everest --options '{"round_limit": 6}' --iterations 40 --out mine
    oddboard serve --bot mine=mine/policy.npz

Deep CFR as it was published tries every decision of a seat wherever it comes by, which is tens of thousands within one
turn of these games. Here a game is sampled, and some decisions on its way are examined: each legal code is tried, and
the game played on from there. Whose regrets are learnt plays at random until then, so that how often a decision is
come by does not change from one iteration to the next; that is what makes regrets add up without importance weights
(McAleer and others, ESCHER, 2022; there a network gives the values that are played out here).

Advantages and average strategy are networks of NumPy's, over the seat's observation, so that the average strategy can
sit down at a table. OpenSpiel's own Deep CFR needs PyTorch and games with few decisions in a row.
"""

import argparse
import json
import sys
from typing import Any

import numpy as np
from parts import Network, chances, parser_of, published

from oddboard.bots import guests
from oddboard.envs import spiel

RATE, MINIBATCH = 1e-3, 64
KEPT = 50_000  # rows that a memory holds; then each of all that came is as likely to be kept


class Memory:
    """Rows to learn from, each with the iteration that it comes from: later ones count more."""

    def __init__(self, rng: Any) -> None:
        self.rows: list[tuple[Any, Any, Any, int]] = []  # seen, legal, target, iteration
        self._came, self._rng = 0, rng

    def add(self, row: tuple[Any, Any, Any, int]) -> None:
        """Keep a row, or not."""
        self._came += 1
        if len(self.rows) < KEPT:
            self.rows.append(row)
        elif (place := self._rng.randint(self._came)) < KEPT:
            self.rows[place] = row

    def some(self) -> tuple[Any, Any, Any, Any]:
        """A few rows by chance."""
        drawn = [self.rows[one] for one in self._rng.randint(len(self.rows), size=MINIBATCH)]
        seen, legal, target, iteration = zip(*drawn, strict=True)
        weights = np.array(iteration, np.float32)
        return np.stack(seen), np.stack(legal), np.stack(target), weights / weights.max()


class Solver:
    """Regrets of every seat, and what all of them decided on average."""

    def __init__(self, game: Any, width: int, seed: int) -> None:
        self.game, self.players, self.codes = game, game.num_players(), game.num_distinct_actions()
        self.sizes = [game.observation_tensor_shape()[0], width, self.codes]
        self.rng = np.random.RandomState(seed)
        self.seed = seed
        self.advantages = [Network(self.sizes, seed + seat) for seat in range(self.players)]
        self.regrets = [Memory(self.rng) for _ in range(self.players)]
        self.decided = Memory(self.rng)

    def row(self, state: Any) -> tuple[Any, Any]:
        """What the deciding seat sees, and what is legal."""
        legal = np.zeros(self.codes, np.bool_)
        legal[state.legal_actions()] = True
        return np.asarray(state.observation_tensor(state.current_player()), np.float32) / guests.SCALE, legal

    def strategy(self, seat: int, seen: Any, legal: Any) -> Any:
        """Regret matching: codes in proportion to what is regretted; any of them if nothing is."""
        regret = np.where(legal, np.maximum(self.advantages[seat](seen[None])[0], 0), 0).astype(np.float64)
        if regret.sum() > 0:
            return regret / regret.sum()
        return legal / legal.sum()

    def step(self, state: Any, decision: int | None = None) -> None:
        """Go on by a decision, or by what chance or the seat's strategy draws."""
        if decision is None and state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            decision = int(self.rng.choice(outcomes, p=weights))
        elif decision is None:
            seen, legal = self.row(state)
            decision = int(self.rng.choice(self.codes, p=self.strategy(state.current_player(), seen, legal)))
        state.apply_action(decision)

    def outcome(self, state: Any, seat: int) -> float:
        """What a seat gets if all play on by their strategies."""
        while not state.is_terminal():
            self.step(state)
        return float(state.returns()[seat])

    def examine(self, state: Any, seat: int, iteration: int) -> None:
        """Try every legal decision, and remember how much better each was than the strategy."""
        seen, legal = self.row(state)
        values = np.zeros(self.codes)
        for code in np.flatnonzero(legal):
            tried = state.clone()
            tried.apply_action(int(code))
            values[code] = self.outcome(tried, seat)
        expected = float(values @ self.strategy(seat, seen, legal))
        self.regrets[seat].add((seen, legal, np.where(legal, values - expected, 0).astype(np.float32), iteration))

    def sample(self, seat: int, iteration: int, examined: float) -> None:
        """One game in which a seat decides at random, and some of its decisions are examined."""
        state = self.game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                self.step(state)
            elif state.current_player() == seat:
                if self.rng.rand() < examined and len(state.legal_actions()) > 1:
                    self.examine(state, seat, iteration)
                self.step(state, int(self.rng.choice(state.legal_actions())))
            else:
                seen, legal = self.row(state)
                weights = self.strategy(state.current_player(), seen, legal)
                self.decided.add((seen, legal, weights.astype(np.float32), iteration))
                self.step(state, int(self.rng.choice(self.codes, p=weights)))

    def learn_regrets(self, seat: int, steps: int, iteration: int) -> None:
        """A fresh network for all that a seat has regretted so far."""
        network = self.advantages[seat] = Network(self.sizes, self.seed + seat + iteration * self.players)
        for _ in range(steps if self.regrets[seat].rows else 0):
            seen, legal, target, weights = self.regrets[seat].some()
            within = network.forward(seen)
            slope = np.where(legal, within[-1] - target, 0) * weights[:, None] / MINIBATCH
            network.improve(within, slope.astype(np.float32), RATE)

    def average(self, steps: int) -> Network:
        """A network for what all seats decided on average."""
        network = Network(self.sizes, self.seed)
        for _ in range(steps):
            seen, legal, target, weights = self.decided.some()
            within = network.forward(seen)
            slope = (chances(within[-1], legal) - target) * weights[:, None] / MINIBATCH
            network.improve(within, slope.astype(np.float32), RATE)
        return network


def train(asked: argparse.Namespace) -> dict[str, Any]:
    """Sample and learn by turns, write the average strategy, and measure it."""
    options = json.loads(asked.options)
    game = spiel.load(asked.game, asked.players, **options)
    solver = Solver(game, asked.width, asked.seed)
    for iteration in range(1, asked.iterations + 1):
        for seat in range(solver.players):
            for _ in range(asked.games):
                solver.sample(seat, iteration, asked.examined)
            solver.learn_regrets(seat, asked.steps, iteration)
        known = [len(memory.rows) for memory in solver.regrets]
        print(f"iteration {iteration}: {known} decisions examined", file=sys.stderr)
    return published(asked, solver.average(asked.steps * asked.iterations).layers, solver.players)


def parser() -> argparse.ArgumentParser:
    """What can be asked for."""
    asked = parser_of(__doc__, "everest", '{"round_limit": 3}')
    asked.add_argument("--players", type=int, default=2)
    asked.add_argument("--iterations", type=int, default=20)
    asked.add_argument("--games", type=int, default=8, help="of each seat in an iteration")
    asked.add_argument("--examined", type=float, default=0.2, help="how likely a decision is examined")
    asked.add_argument("--steps", type=int, default=100, help="of learning in an iteration")
    asked.add_argument("--width", type=int, default=64, help="of the layer")
    return asked


if __name__ == "__main__":
    train(parser().parse_args())
