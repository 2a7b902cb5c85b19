"""What the suite plays: every value of every option, and every number of players."""

import json
from typing import Any

import pytest

from oddboard.conformance.players import PLAYERS
from oddboard.conformance.settings import settings
from oddboard.conformance.states import SETTINGS
from oddboard.core import registry
from oddboard.core.errors import BadOptions
from oddboard.core.game import Game
from oddboard.core.match import Match


def played(key: str) -> list[Match]:
    """The games that the suite looks at state by state."""
    return [match for player in PLAYERS for match in settings(key, SETTINGS, seed=len(player))]


def ways_to_keep(game: Game, name: str, value: Any) -> set[str]:
    """An option's value as matches keep it, such as a course without its remarks; alone, or with one other option."""
    found = set()
    others: list[dict[str, Any]] = [{}]
    others += [{other.name: sample} for other in game.options if other.name != name for sample in other.samples()]
    for players in game.players:
        for other in others:
            try:
                options = game.check_options(players, other | {name: value})
            except BadOptions:
                continue
            found.add(json.dumps(options[name], sort_keys=True))
            break
    return found


@pytest.mark.parametrize("key", registry.keys())
def test_no_value_of_an_option_is_left_out(key: str) -> None:
    game, matches = registry.game(key), played(key)
    missing = []
    for option in game.options:
        found = {json.dumps(match.options[option.name], sort_keys=True) for match in matches}
        for value in option.samples():
            kept = ways_to_keep(game, option.name, value)
            assert kept, f"{option.name} = {value} is a sample of {key} that is never accepted"
            if not kept & found:
                missing.append(f"{option.name} = {value}")
    assert not missing, f"no setting of {key} has {missing}"


@pytest.mark.parametrize("key", registry.keys())
def test_every_number_of_players_has_its_turn(key: str) -> None:
    assert {match.players for match in played(key)} == set(registry.game(key).players)
