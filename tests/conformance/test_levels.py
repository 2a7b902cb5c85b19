"""Levels of bots that are not ordered are found, however they play."""

import random

import pytest

from oddboard.conformance import levels

STRENGTHS = {"beginner": 0.0, "steady": 0.4, "skilled": 0.7}  # of ordered levels, as differences in expected result


def playing_with(strengths: dict[str, float], monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Have contests decided by strengths; who played."""
    rng, played = random.Random(1), []

    def won(key: str, higher: str, lower: str, number: int) -> float:
        played.append((lower, higher))
        return float(rng.random() < 0.5 + (strengths[higher] - strengths[lower]) / 2)

    monkeypatch.setattr(levels, "_won", won)
    return played


def test_levels_in_their_order_are_soon_known_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    played = playing_with(STRENGTHS, monkeypatch)
    levels.check_levels("everest")
    assert len(played) <= 2 * levels.MOST


@pytest.mark.parametrize(
    ("strengths", "finding"),
    [
        (dict.fromkeys(STRENGTHS, 0.0), "skilled won only .* of 100 games against beginner"),
        (STRENGTHS | {"skilled": 0.1}, "skilled won only .* against steady"),
        ({"beginner": 0.0, "steady": -0.3, "skilled": 0.3}, "steady won only .* against beginner"),
    ],
)
def test_levels_that_are_alike_or_the_wrong_way_round_are_found(
    strengths: dict[str, float], finding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing_with(strengths, monkeypatch)
    with pytest.raises(AssertionError, match=finding):
        levels.check_levels("everest")
