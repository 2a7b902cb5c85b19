"""The numbers of sequences of decisions from fixed positions, and the same numbers by the plain referees."""

import importlib
from typing import Any

import pytest

from oddboard.core import registry
from tests.conformance.perft import POSITIONS, count, divide, restored, stored

CASES = [(key, index) for key in registry.keys() for index in range(len(stored(key)))]


@pytest.mark.parametrize(("key", "index"), CASES)
def test_counts(key: str, index: int) -> None:
    entry = stored(key)[index]
    match = restored(key, entry)
    for depth, expected in enumerate(entry["counts"], 1):
        found = count(match, depth)
        assert found == expected, f"depth {depth}: {found}, not {expected}; divided:\n{divide(match, depth)}"


@pytest.mark.parametrize("key", registry.keys())
def test_every_game_has_positions(key: str) -> None:
    assert len(stored(key)) >= POSITIONS


@pytest.mark.parametrize("key", registry.keys())
def test_the_referee_counts_the_same(key: str) -> None:
    """To depth 2, from the first few positions."""
    referee_class = importlib.import_module(f"tests.referees.{key.replace('-', '_')}").Referee

    def number(referee: Any, depth: int) -> int:
        legal = [] if referee.to_move() is None else referee.legal()
        if depth == 1:
            return len(legal)
        total = 0
        for decision in legal:
            after = referee.copy()
            after.play({name: value for name, value in decision.items() if name != "weight"})
            total += number(after, depth - 1)
        return total

    for entry in stored(key)[:4]:
        referee = referee_class(entry["players"], entry["options"])
        for decision in entry["decisions"]:
            referee.play(decision)
        depth = 2 if len(entry["counts"]) > 1 and entry["counts"][1] < 3000 else 1
        assert number(referee, depth) == entry["counts"][depth - 1]
