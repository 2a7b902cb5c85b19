"""OpenSpiel's algorithms on our games, as they come: search through information sets, and DQN.

    pip install 'oddboard[openspiel]' torch dm-tree
    python openspiel.py ismcts
    python openspiel.py dqn --episodes 2000

Short games, so that a first run takes a minute; leave out the options for the real ones. What walks through
all decisions of a seat (external sampling, Deep CFR) meets tens of thousands of them within one turn here: sample
outcomes instead.
"""

import argparse
from typing import Any

import numpy as np

from oddboard.envs import spiel

SHORT = {"everest": {"round_limit": 2}, "sailboat-regatta": {"turn_limit": 5}}


def search(asked: argparse.Namespace) -> list[float]:
    """IS-MCTS at one seat, chance and a random player otherwise; what each seat got."""
    from open_spiel.python.algorithms import ismcts, mcts

    game = spiel.load(asked.game, 2, **SHORT.get(asked.game, {}))
    rng = np.random.RandomState(asked.seed)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.4, asked.simulations, -1, random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            codes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(codes, p=chances)))
        elif state.current_player() == 0:
            state.apply_action(bot.step(state))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    return list(state.returns())


def dqn(asked: argparse.Namespace) -> float:
    """DQN against a random player; what it got on average in the last tenth of the games."""
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import random_agent
    from open_spiel.python.pytorch import dqn as deep

    game = spiel.load(asked.game, 2, **SHORT.get(asked.game, {}))
    env = rl_environment.Environment(game, observation_type=rl_environment.ObservationType.OBSERVATION)
    size, codes = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    learner = deep.DQN(
        0, size, codes, [64], batch_size=32, min_buffer_size_to_learn=64, optimizer_str="adam", learning_rate=1e-3
    )
    agents = [learner, random_agent.RandomAgent(1, codes)]
    results = []
    for _ in range(asked.episodes):
        time_step = env.reset()
        while not time_step.last():
            player = time_step.observations["current_player"]
            time_step = env.step([agents[player].step(time_step).action])
        for agent in agents:
            agent.step(time_step)
        results.append(time_step.rewards[0])
    return float(np.mean(results[-max(1, asked.episodes // 10) :]))


ALGORITHMS: dict[str, Any] = {"ismcts": search, "dqn": dqn}


def parser() -> argparse.ArgumentParser:
    """What can be asked for."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("algorithm", choices=ALGORITHMS)
    asked.add_argument("--game", default="everest")
    asked.add_argument("--simulations", type=int, default=50)
    asked.add_argument("--episodes", type=int, default=500)
    asked.add_argument("--seed", type=int, default=1)
    return asked


if __name__ == "__main__":
    given = parser().parse_args()
    print(ALGORITHMS[given.algorithm](given))
