"""AlphaZero with OpenSpiel's tree search: a network learns what the search finds, and the search uses the network.

    pip install 'oddboard[openspiel]'
    python alpha_zero.py --game sailboat-regatta --options '{"turn_limit": 20}' --rounds 50 --out mine
    oddboard serve --bot mine=mine/policy.npz

For games without secrets: search through a tree would look into other hands. The network is NumPy's, so that this
runs wherever OpenSpiel does; OpenSpiel's own AlphaZero needs JAX and Flax.
"""

import argparse
import json
import sys
from typing import Any

import numpy as np
from open_spiel.python.algorithms import mcts
from parts import Network, chances, parser_of, published

from oddboard.bots import guests
from oddboard.envs import spiel

EXPLORING = 1.5  # how far the search trusts the network's advice
NOISE = (0.25, 1.0)  # of the first decision: its share, and how even it is
RATE, MINIBATCH = 1e-3, 64
KEPT = 20_000  # decisions to learn from


class Advice(mcts.Evaluator):
    """What the network says of a state: how likely each decision is, and what each seat can expect."""

    def __init__(self, network: Network, codes: int, players: int) -> None:
        self.network, self.codes, self.players = network, codes, players
        self._latest: tuple[str, Any] = ("", None)  # the search asks twice about each state, one time after the other

    def _says(self, state: Any, seat: int) -> Any:
        known = state.information_state(seat)
        if self._latest[0] != known:
            self._latest = (known, self.network(seen_by(state, seat)[None])[0])
        return self._latest[1]

    def evaluate(self, state: Any) -> Any:
        """Each seat's expected score; the others share what the deciding seat leaves of the sum."""
        seat = state.current_player()
        mine = float(np.clip(self._says(state, seat)[-1], 0, 1))
        result = np.full(self.players, (self.players / 2 - mine) / (self.players - 1))
        result[seat] = mine
        return result

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """How likely each legal decision is; for chance, what it is."""
        if state.is_chance_node():
            return list(state.chance_outcomes())
        legal = state.legal_actions()
        logits = self._says(state, state.current_player())[legal]
        return list(zip(legal, chances(logits, True).tolist(), strict=True))


def seen_by(state: Any, seat: int) -> Any:
    """What the network is given of a state."""
    return state.observed(seat).astype(np.float32) / guests.SCALE  # as `observation_tensor`, without a list between


def played(game: Any, advice: Advice, simulations: int, rng: Any) -> list[tuple[Any, Any, Any, float]]:
    """A game against itself: for each decision what was seen, what was legal, how often it was tried, the result."""
    bot = mcts.MCTSBot(
        game,
        EXPLORING,
        simulations,
        advice,
        solve=False,
        random_state=rng,
        child_selection_fn=mcts.SearchNode.puct_value,
        dirichlet_noise=NOISE,
        dont_return_chance_node=True,
    )
    state, path = game.new_initial_state(), []
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=weights)))
            continue
        tried = np.zeros(advice.codes, np.float32)
        for child in bot.mcts_search(state).children:
            tried[child.action] = child.explore_count
        legal = np.zeros(advice.codes, np.bool_)
        legal[state.legal_actions()] = True
        tried /= tried.sum()
        seat = state.current_player()
        path.append((seat, seen_by(state, seat), legal, tried))
        state.apply_action(int(rng.choice(advice.codes, p=tried.astype(np.float64) / tried.sum(dtype=np.float64))))
    results = state.returns()
    return [(seen, legal, tried, results[seat]) for seat, seen, legal, tried in path]


def learn(network: Network, known: list[Any], steps: int, rng: Any) -> float:
    """Bring the network closer to what the search found and to what came of it; the mean error."""
    error = 0.0
    for _ in range(steps):
        some = [known[one] for one in rng.randint(len(known), size=MINIBATCH)]
        seen, legal, tried, results = (np.stack(part) for part in zip(*some, strict=True))
        within = network.forward(seen)
        found, values = chances(within[-1][:, :-1], legal), within[-1][:, -1]
        slope = np.concatenate([found - tried, (values - results)[:, None]], axis=1) / MINIBATCH
        error -= float((tried * np.log(np.maximum(found, 1e-9))).sum()) / (MINIBATCH * steps)
        network.improve(within, slope.astype(np.float32), RATE)
    return error


def train(asked: argparse.Namespace) -> dict[str, Any]:
    """Play and learn by turns, write the policy, and measure it."""
    options, rng = json.loads(asked.options), np.random.RandomState(asked.seed)
    game = spiel.load(asked.game, asked.players, **options)
    if game.get_type().information == game.get_type().Information.IMPERFECT_INFORMATION:
        raise SystemExit(f"{asked.game} has secrets, which a search through its tree would see: try deep_cfr.py")
    codes, size = game.num_distinct_actions(), game.observation_tensor_shape()[0]
    network = Network([size, asked.width, codes + 1], asked.seed)
    known: list[Any] = []
    for number in range(asked.rounds):
        advice = Advice(network, codes, game.num_players())  # remembers nothing of a network that has learnt since
        for _ in range(asked.games):
            known += played(game, advice, asked.simulations, rng)
        known = known[-KEPT:]
        error = learn(network, known, asked.steps, rng)
        print(f"round {number + 1}: {len(known)} decisions, error {error:.3f}", file=sys.stderr)
    weight, bias = network.layers[-1]
    policy = [*network.layers[:-1], (weight[:, :-1], bias[:-1])]  # without the value
    return published(asked, policy, game.num_players())


def parser() -> argparse.ArgumentParser:
    """What can be asked for."""
    asked = parser_of(__doc__, "sailboat-regatta", '{"turn_limit": 10}')
    asked.add_argument("--players", type=int, default=2)
    asked.add_argument("--rounds", type=int, default=20, help="of playing and learning")
    asked.add_argument("--games", type=int, default=4, help="in a round")
    asked.add_argument("--simulations", type=int, default=24, help="for a decision")
    asked.add_argument("--steps", type=int, default=100, help="of learning in a round")
    asked.add_argument("--width", type=int, default=64, help="of the layer")
    return asked


if __name__ == "__main__":
    train(parser().parse_args())
