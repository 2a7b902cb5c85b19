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
