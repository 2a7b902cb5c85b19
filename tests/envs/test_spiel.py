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


def test_what_a_seat_does_not_know_is_drawn_again_and_what_it_knows_stays() -> None:
    """After secret plans of Everest, worlds differ in the others' coins, and agree with all that the seat saw."""
    game = spiel.load("everest", 2)
    state = played(game, 4, np.random.RandomState(3))  # seat 0 has laid three coins, seat 1 one
    assert state.current_player() == 1
    rng = np.random.RandomState(1)
    worlds = [state.resample_from_infostate(1, rng.uniform) for _ in range(12)]
    assert {world.information_state_string(1) for world in worlds} == {state.information_state_string(1)}
    assert {tuple(world.legal_actions()) for world in worlds} == {tuple(state.legal_actions())}
    assert len({world.observation_string(0) for world in worlds}) > 3
    assert state.observation_string(0) == played(game, 4, np.random.RandomState(3)).observation_string(0)


def test_search_through_information_sets_plays() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = spiel.load("everest", 2, round_limit=1)
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.4, 6, -1, random_state=rng)
    state = game.new_initial_state()
    for _ in range(5):
        state.apply_action(bot.step(state))
    assert not state.is_terminal()


def test_information_state_tensors_tell_apart_what_strings_do() -> None:
    game = spiel.load("everest", 2)
    one, other = game.new_initial_state(), game.new_initial_state()
    one.apply_action(one.legal_actions()[0])
    other.apply_action(other.legal_actions()[7])
    assert len(one.information_state_tensor(0)) == game.information_state_tensor_shape()[0]
    assert one.information_state_tensor(0) != other.information_state_tensor(0)
    assert one.information_state_tensor(1) == other.information_state_tensor(1)
    size = game.observation_tensor_shape()[0]
    assert one.information_state_tensor(0)[:size] == one.observation_tensor(0)


@pytest.mark.parametrize("key", registry.keys())
def test_no_game_is_longer_than_it_says(key: str) -> None:
    game = spiel.load(key, **short(key))
    assert 1_000 < game.max_game_length() <= 1_000 + 1_000 * game.num_players() * 2
    state, rng = game.new_initial_state(), np.random.RandomState(1)
    while not state.is_terminal():
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert state.move_number() < game.max_game_length()
