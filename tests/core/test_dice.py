"""Fair dice: a promise, draws that follow from it, and nothing to steer."""

import random

import pytest

from oddboard.core.dice import FairDice, commitment_of, drawn

SECRET = "00" * 32


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert FairDice("any", SECRET).commitment == commitment_of(SECRET)
    assert commitment_of(SECRET) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def test_secrets_differ() -> None:
    assert FairDice("any").secret != FairDice("any").secret


def test_a_roll_depends_on_secret_game_number_and_contributions() -> None:
    def rolls(secret: str, game: str, contributions: list[str], start: int) -> list[int]:
        return [drawn(secret, game, contributions, start + number, [1] * 1000) for number in range(5)]

    base = rolls(SECRET, "one", ["a", "b"], 0)
    assert base == rolls(SECRET, "one", ["a", "b"], 0)
    others = [
        rolls("11" * 32, "one", ["a", "b"], 0),
        rolls(SECRET, "two", ["a", "b"], 0),
        rolls(SECRET, "one", ["a", "c"], 0),
        rolls(SECRET, "one", ["ab", ""], 0),
        rolls(SECRET, "one", ["a", "b"], 5),
    ]
    assert all(base != other for other in others)


def test_outcomes_come_by_their_weight() -> None:
    dice = FairDice("any", SECRET)
    weights = [1, 2, 5]
    counts = [0, 0, 0]
    for _ in range(8000):
        counts[dice.roll(weights)[0]] += 1
    assert all(abs(count - 1000 * weight) < 200 for count, weight in zip(counts, weights, strict=True))


def test_draws_that_would_favour_somebody_are_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a span of 10 and three outcomes, a draw of 9 would favour the first; it must not count."""
    monkeypatch.setattr("oddboard.core.dice._SPAN", 1 << 64)
    total = (1 << 63) + 1  # nearly half of all draws lie beyond the only multiple
    seen = [drawn(SECRET, "any", [], number, [1 << 62, 1 << 62, 1]) for number in range(400)]
    assert abs(seen.count(0) - seen.count(1)) < 90
    assert total == sum([1 << 62, 1 << 62, 1])


def test_roll_numbers_only_rise() -> None:
    dice = FairDice("any", SECRET)
    assert [dice.roll([1, 1])[1] for _ in range(3)] == [0, 1, 2]
    assert dice.rolled == 3


def test_random_weights_never_fail() -> None:
    rng = random.Random(1)
    for number in range(200):
        weights = [rng.randint(1, 1000) for _ in range(rng.randint(1, 130))]
        assert 0 <= drawn(SECRET, "any", [], number, weights) < len(weights)
