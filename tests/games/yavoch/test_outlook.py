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


@pytest.mark.rule("YAV-22")
def test_the_cannon_is_seen_one_step_away() -> None:
    assert outlook(table("C344+2 T115 c353+3 t551")) > 0.9, "it steps to 333 or beside, fires and lives"
    near, far = (table(f"C334+2 T115 S111+2 t555 {c}+1") for c in ("c313", "c551"))
    for match in (near, far):
        match.state.fired = match.state.moved = 1
    assert outlook(near) < outlook(far) - 0.05, "the other steps into line, fires its last ring and draws"


@pytest.mark.rule("YAV-40")
def test_a_lead_that_destroys_nothing_comes_to_little() -> None:
    match = table("C111+2 T115 S112+2 A121+2 N113+2 t551 c545+2")
    fresh = outlook(match)
    match.state.quiet = 55
    assert 0.5 < outlook(match) < fresh - 0.1
