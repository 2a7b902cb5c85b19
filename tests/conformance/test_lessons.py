"""Every game of ours teaches; that its lessons, guide and sample are right is checked with the contract."""

import pytest

from oddboard.conformance.lessons import kept
from oddboard.core import registry


@pytest.mark.parametrize("name", ["lessons.json", "sample.json"])
@pytest.mark.parametrize("key", registry.keys())
def test_every_game_teaches(key: str, name: str) -> None:
    assert kept(registry.game(key), name)


@pytest.mark.parametrize("key", registry.keys())
def test_every_game_says_its_goal(key: str) -> None:
    assert kept(registry.game(key), "lessons.json")["goal"]["say"]
