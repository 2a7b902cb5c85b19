"""Martian Race: the options, alone and together."""

import itertools
import random
from typing import Any

import pytest

import oddboard
from oddboard.core.errors import BadOptions
from tests.games.martian_race.drawn import GAME

FAMILIES = {2: (5,), 3: (4, 5), 4: (3, 4), 5: (3,)}


@pytest.mark.rule("MAR-2", "MAR-5", "MAR-24", "MAR-30", "MAR-31", "MAR-36")
@pytest.mark.parametrize("players", FAMILIES)
def test_defaults(players: int) -> None:
    assert GAME.check_options(players, {}) == {
        "martians": FAMILIES[players][0],
        "order": "random",
        "chain": "mover",
        "turn_limit": 300,
        "mad_dog": False,
        "dog_turns": 10,
    }


@pytest.mark.rule("MAR-2", "MAR-5", "MAR-24", "MAR-30", "MAR-31", "MAR-36")
@pytest.mark.parametrize(
    ("players", "options", "rule"),
    [
        (2, {"martians": 4}, "MAR-2"),
        (4, {"martians": 5}, "MAR-2"),
        (3, {"martians": "4"}, "MAR-2"),
        (3, {"martians": True}, "MAR-2"),
        (3, {"order": "dice"}, "MAR-5"),
        (3, {"order": 1}, "MAR-5"),
        (3, {"turn_limit": 0}, "MAR-30"),
        (3, {"turn_limit": 2.5}, "MAR-30"),
        (3, {"turn_limit": True}, "MAR-30"),
        (3, {"mad_dog": 1}, "MAR-31"),
        (3, {"mad_dog": "yes"}, "MAR-31"),
        (3, {"chain": "victim"}, "MAR-24"),
        (3, {"chain": True}, "MAR-24"),
        (3, {"dog_turns": 0}, "MAR-36"),
        (3, {"dog_turns": "10"}, "MAR-36"),
        (3, {"cats": True}, None),
        (1, {}, None),
        (6, {}, None),
        (True, {}, None),
        ("3", {}, None),
    ],
)
def test_what_is_no_option_is_refused(players: Any, options: dict[str, Any], rule: str | None) -> None:
    with pytest.raises(BadOptions) as refused:
        GAME.check_options(players, options)
    assert refused.value.rule == rule
    for name in options:
        assert name in refused.value.message


COMBINATIONS = [
    (players, martians, order, chain, turn_limit, mad_dog, dog_turns)
    for players, families in FAMILIES.items()
    for martians, order, chain, turn_limit, mad_dog, dog_turns in itertools.product(
        families, ("random", "seats"), ("mover", "owner"), (1, 3), (False, True), (1, 10)
    )
]


@pytest.mark.rule("MAR-2", "MAR-5", "MAR-24", "MAR-30", "MAR-31", "MAR-36")
@pytest.mark.parametrize(("players", "martians", "order", "chain", "turn_limit", "mad_dog", "dog_turns"), COMBINATIONS)
def test_every_combination_is_played_to_its_end(
    players: int, martians: int, order: str, chain: str, turn_limit: int, mad_dog: bool, dog_turns: int
) -> None:
    rng = random.Random(0)
    match = oddboard.new(
        "martian-race",
        players,
        martians=martians,
        order=order,
        chain=chain,
        turn_limit=turn_limit,
        mad_dog=mad_dog,
        dog_turns=dog_turns,
    )
    while not match.is_over:
        match.play_code(rng.choice(match.codes()))
    turns = sum(played.decision["do"] == "roll" for played in match.history)
    assert turns == players * turn_limit
