"""How a position is judged by the bots' quick estimate."""

import numpy as np
import pytest

from oddboard.core.match import Match
from oddboard.core.records import new
from tests.games.yavoch.table import GAME, table


def outlook(match: Match) -> float:
    """What seat 0 may expect."""
    out = np.zeros(2)
    GAME.rules.outlook(match.state, new(GAME.work), out)
    assert out.sum() == pytest.approx(1)
    return float(out[0])


@pytest.mark.rule("YAV-33")
def test_the_last_ring_draws_and_one_to_spare_wins() -> None:
    assert outlook(table("C333+2 T115 c353+3 t551")) > 0.9
    assert outlook(table("C333+1 S334+1 T115 c353+3 t551")) > 0.9, "the Squam can pass the ring to live on"
    assert 0.5 <= outlook(table("C333+1 T115 c353+3 t551 s545+3 a555+3 n554+3")) < 0.6, "far behind, but it can draw"
    assert outlook(table("C333+1 T115 c454+3 t551 s545+3 a555+3 n554+3")) < 0.5


@pytest.mark.rule("YAV-33")
def test_a_lead_in_the_line_of_a_last_ring_is_a_draw() -> None:
    match = table("C333+2 T115 S111+2 A112+2 N113+2 t551 c353+1")
    match.state.fired = match.state.moved = 1
    assert outlook(match) == pytest.approx(0.5), "the other fires it and draws"
    match = table("C333+2 T115 S111+2 A112+2 N113+2 t551 c454+1")
    match.state.fired = match.state.moved = 1
    assert outlook(match) > 0.6


@pytest.mark.rule("YAV-30")
def test_with_a_slow_fuse_a_trych_must_stand_beside_what_it_blasts() -> None:
    a_step_away, beside = "C111+3 T335 A115+1 c333+3 t551 a555+1", "C111+3 T334 A115+1 c333+3 t551 a555+1"
    assert outlook(table(a_step_away)) > 0.9
    assert outlook(table(a_step_away, fuse="next_turn")) < 0.8, "the other has a turn to step away"
    assert outlook(table(beside, fuse="next_turn")) > 0.9


@pytest.mark.rule("YAV-32")
def test_a_command_ship_can_step_into_line_and_fire() -> None:
    behind = "T115 t551 s545+3 a555+3 n554+3"
    assert outlook(table(f"C333+2 {behind} c345+3")) > 0.9, "a step to 334, and a shot"
    assert outlook(table(f"C333+1 {behind} c345+3")) >= 0.5, "with the last ring it draws"
    match = table(f"C333+2 {behind} c345+3")
    match.state.moved = 1
    assert outlook(match) < 0.5, "without a step there is no line"


@pytest.mark.rule("YAV-40")
def test_a_lead_melts_away_while_nothing_is_destroyed() -> None:
    match = table("C111+3 T115 A112+2 S113+2 c555+3 t551")
    ahead = [outlook(match)]
    for quiet in (20, 40, 59):
        match.state.quiet = quiet
        ahead.append(outlook(match))
    assert ahead == sorted(ahead, reverse=True)
    assert ahead[0] > 0.6
    assert 0.5 <= ahead[-1] < 0.52
