"""What the suite plays: every option, and games for few and for many."""

import json
from contextlib import suppress
from typing import Any

import pytest

from oddboard.conformance.players import PLAYERS
from oddboard.conformance.settings import settings
from oddboard.conformance.states import SETTINGS
from oddboard.core import registry
from oddboard.core.errors import BadOptions
from oddboard.core.match import Match

FEW = 4  # values of an option, of which none may be left out


def played(key: str) -> list[Match]:
    """The games that the suite looks at state by state."""
    return [match for player in PLAYERS for match in settings(key, SETTINGS, seed=len(player))]


def written(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


@pytest.mark.parametrize("key", registry.keys())
def test_every_option_is_among_the_settings(key: str) -> None:
    game, matches = registry.game(key), played(key)
    for option in game.options:
        found = {written(match.options[option.name]) for match in matches}
        assert len(found) > 1, f"{key} is never played with another {option.name}"
        samples = option.samples()
        if len(samples) <= FEW:
            missing = [sample for sample in samples if as_kept(key, option.name, sample) not in found | {None}]
            assert not missing, f"{key} is never played with {option.name} = {missing}"


def as_kept(key: str, name: str, sample: Any) -> str | None:
    """A sample as a match keeps it, such as a course without its remarks; None if it needs other options besides."""
    game = registry.game(key)
    for players in game.players:
        with suppress(BadOptions):
            return written(game.check_options(players, {name: sample})[name])
    return None


@pytest.mark.parametrize("key", registry.keys())
def test_the_fewest_and_the_most_players_are_among_them(key: str) -> None:
    game = registry.game(key)
    found = {match.players for match in played(key)}
    assert {game.players[0], game.players[-1]} <= found
    assert len(found) >= min(len(game.players), SETTINGS // 2)
