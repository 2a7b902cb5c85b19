"""No legal decision leads to where only self-harm is left."""

import random
from typing import Any

import pytest

from oddboard.core.match import Match
from tests.games.yavoch.table import GAME, play
from tests.games.yavoch.test_against_referee import fighting
from tests.games.yavoch.test_previews import undefended

PIECES = ("ships", "gates", "mines")


def own(match: Match, seat: int) -> int:
    """How many ships, gates and mines a seat has."""
    position = match.position()
    ships = sum(ship["seat"] == seat for ship in position["ships"].values())
    return ships + sum(owner == seat for kind in PIECES[1:] for owner in position[kind].values())


def harms(match: Match, given: dict[str, Any]) -> bool:
    """Whether a decision destroys something of one's own, whatever follows."""
    seat = match.to_move
    assert isinstance(seat, int)
    return own(undefended(match, given), seat) < own(match, seat)


def is_trap(match: Match) -> bool:
    """Whether every legal decision destroys something of one's own."""
    return all(harms(match, each) for each in match.legal())


@pytest.mark.rule("YAV-16")
@pytest.mark.parametrize("formations", [("bastion", "lance"), ("lance", "phalanx"), ("phalanx", "bastion")])
def test_no_transfers_before_the_first_move(formations: tuple[str, str]) -> None:
    match = play(Match(GAME, 2), "levels low", *(f"formation {name}" for name in formations))
    assert not [each for each in match.legal() if each["do"] == "shuffle"], "no enemy is in line yet"


@pytest.mark.rule("YAV-16")
@pytest.mark.parametrize("seed", range(6))
def test_sensible_games_have_no_traps(seed: int) -> None:
    rng = random.Random(3000 + seed)
    match = Match(GAME, 2, {"game": ("decker", "full")[seed % 2], "deck": "arsenal"})
    choose = fighting(rng)
    for _ in range(160):
        if match.is_over:
            break
        if isinstance(match.to_move, int) and match.position()["phase"] == "turn":
            assert not is_trap(match), match.position()
        match.play(choose(match, match.legal()))
