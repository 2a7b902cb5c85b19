"""The networks that games bring: they are there where they win, and they do win."""

from typing import Any

import numpy as np
import pytest

from oddboard.arena.crew import Processes
from oddboard.arena.training import Plan, judged
from oddboard.core import registry
from oddboard.core.match import Match
from oddboard.core.network_files import MOST_BYTES, own_network

GAMES = 10
TABLES: list[tuple[str, int, dict[str, Any], bool]] = [
    *(("everest", players, {}, False) for players in range(2, 5)),
    *(("martian-race", players, {}, True) for players in range(2, 6)),
    ("martian-race", 4, {"mad_dog": True}, True),
    *(("sailboat-regatta", players, {}, players <= 4) for players in range(2, 15)),
    ("yavoch", 2, {}, False),
    ("yavoch", 2, {"game": "full"}, True),
    ("yaz", 2, {}, False),
]


@pytest.mark.parametrize(("key", "players", "options", "there"), TABLES)
def test_a_game_brings_a_network_where_one_wins_and_nowhere_else(
    key: str, players: int, options: dict[str, Any], there: bool
) -> None:
    game = registry.game(key)
    network = own_network(game, Match(game, players, options).state)
    assert bool(network.judged) == there


@pytest.mark.parametrize("key", registry.keys())
def test_all_networks_of_a_game_together_are_small(key: str) -> None:
    files = [file for file in registry.game(key).folder.iterdir() if file.name.endswith(".bin")]
    assert sum(len(file.read_bytes()) for file in files) <= MOST_BYTES


@pytest.mark.parametrize(
    ("key", "players", "options", "iterations"),
    [
        ("martian-race", 2, {}, (12, 20)),
        ("martian-race", 4, {}, (12, 16)),
        ("sailboat-regatta", 2, {}, (12, 20)),
        ("sailboat-regatta", 4, {}, (12, 30)),
        ("yavoch", 2, {"game": "full"}, (12, 30)),
    ],
)
def test_it_wins_against_the_outlook_by_hand_in_about_equal_time(
    key: str, players: int, options: dict[str, Any], iterations: tuple[int, int]
) -> None:
    """Half of what was measured over many games would do; the games follow from the seed."""
    game = registry.game(key)
    options = game.check_options(players, options)
    plan = Plan(key, [(players, options)], 5, 0, 0, 0, 0.0, 1)
    network = game.folder.joinpath(game.network(Match(game, players, options).state)).read_bytes()
    figure = judged(plan, network, GAMES, iterations, Processes(1), lambda done: None)
    assert figure.value >= 0.5
    assert not np.isnan(figure.low)
