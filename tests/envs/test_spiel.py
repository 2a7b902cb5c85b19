"""OpenSpiel's own checks, for every game; some of its algorithms; and that information states keep secrets."""

from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'oddboard[openspiel]'")

from oddboard.core import registry  # noqa: E402
from oddboard.core.errors import BadOptions  # noqa: E402
from oddboard.envs import spiel  # noqa: E402
from tests.envs.test_zoo import short  # noqa: E402


@pytest.mark.parametrize("key", registry.keys())
def test_random_simulations(key: str) -> None:
    pyspiel.random_sim_test(spiel.load(key, **short(key)), num_sims=1, serialize=False, verbose=False)


def test_states_and_games_survive_being_written() -> None:
    game = spiel.load("everest", 3, round_limit=1)
    state = played(game, 5, np.random.RandomState(2))
    again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again[0]) == str(game)
    assert str(again[1]) == str(state)
    assert again[1].information_state_string(1) == state.information_state_string(1)


def played(game: Any, most: int, rng: Any) -> Any:
    state = game.new_initial_state()
    for _ in range(most):
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state


def test_a_secret_plan_is_not_in_the_others_information_state() -> None:
    game = spiel.load("everest", 2)
    one, other = game.new_initial_state(), game.new_initial_state()
    one.apply_action(one.legal_actions()[0])
    other.apply_action(other.legal_actions()[7])
    assert one.current_player() == 0
    assert one.information_state_string(0) != other.information_state_string(0)
    assert one.information_state_string(1) == other.information_state_string(1)
    assert one.observation_tensor(1) == other.observation_tensor(1)
    assert one.observation_string(0) != other.observation_string(0)


def test_a_clone_goes_its_own_way() -> None:
    game = spiel.load("everest", 2)
    state = game.new_initial_state()
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert clone.information_state_string(0) != state.information_state_string(0)
    assert str(state) == str(game.new_initial_state())


def test_tree_search_plays() -> None:
    from open_spiel.python.algorithms import mcts

    game = spiel.load("sailboat-regatta", 2, turn_limit=1)
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 10, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            codes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(codes, p=chances)))
        else:
            state.apply_action(bot.step(state))
    assert sum(state.returns()) == pytest.approx(1.0)


def test_regret_is_minimised_over_secrets() -> None:
    from open_spiel.python.algorithms import outcome_sampling_mccfr

    np.random.seed(1)
    game = spiel.load("everest", 2, round_limit=1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(4):
        solver.iteration()
    policy = solver.average_policy()
    chances = policy.action_probabilities(game.new_initial_state())
    assert sum(chances.values()) == pytest.approx(1.0)


def test_regret_is_minimised_by_external_sampling() -> None:
    from open_spiel.python.algorithms import external_sampling_mccfr

    np.random.seed(1)
    game = spiel.load("martian-race", 2, turn_limit=1)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game, external_sampling_mccfr.AverageType.SIMPLE)
    solver.iteration()
    assert len(solver._infostates) > 2


def test_bad_options_are_refused() -> None:
    with pytest.raises(BadOptions, match="percent-encoded"):
        spiel.read("{")
    with pytest.raises(BadOptions, match="object"):
        spiel.read("3")
    assert spiel.read(spiel.written({"round_limit": 3})) == {"round_limit": 3}
