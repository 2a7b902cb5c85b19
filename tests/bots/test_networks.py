"""The networks that games bring: they are there where they win, and they do win."""

import numpy as np
import pytest

from oddboard.arena.crew import Processes
from oddboard.arena.training import Plan, judged
from oddboard.core import registry
from oddboard.core.match import Match
from oddboard.core.network_files import own_network

GAMES = 10
WITH = ["martian-race", "sailboat-regatta"]


@pytest.mark.parametrize("key", WITH)
def test_a_game_brings_its_network_where_it_wins_and_nowhere_else(key: str) -> None:
    game = registry.game(key)
    for players in game.players:
        network = own_network(game, Match(game, players).state)
        assert bool(network.judged) == (players == 2), players


@pytest.mark.parametrize("key", WITH)
def test_it_wins_against_the_outlook_by_hand_in_about_equal_time(key: str) -> None:
    """Half of what was measured over many games would do; the games follow from the seed."""
    game = registry.game(key)
    plan = Plan(key, [(2, game.check_options(2, {}))], 5, 0, 0, 0, 0.0, 1)
    network = game.folder.joinpath(game.network(Match(game, 2).state)).read_bytes()
    figure = judged(plan, network, GAMES, (12, 20), Processes(1), lambda done: None)
    assert figure.value >= 0.5
    assert not np.isnan(figure.low)
