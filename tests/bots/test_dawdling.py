"""What a bot does instead of what would change nothing is no worse for being found at a glance."""

from typing import Any

import numpy as np
import pytest

from oddboard.bots import Advice, Line, dawdling
from oddboard.bots.oversight import noticed
from oddboard.core.match import Match
from tests.games.yavoch.table import GAME, decision, play, table

BACK = 0.272  # what the ring that goes back looks like at a glance


def instead(monkeypatch: pytest.MonkeyPatch, ending: float, firing: float) -> dict[str, Any]:
    """What is done instead of passing a ring back, where ending the turn and shooting at one's own look like that."""
    match = play(table("C111+3 A112+1 T115 c555+3 t551"), "move 115 114")
    recollection = dawdling.Recollection(0, 1, 0.0)
    recollection.look(match)
    play(match, "shuffle 111 112")
    recollection.look(match)
    back = GAME.code(match.state, decision(match, "shuffle 112 111"))
    assert isinstance(back, int)

    def glanced(match: Match, seat: int, codes: list[int], stream: int) -> Any:
        worth = {"end": ending, "fire": firing}
        does = [GAME.decision(match.state, code)["do"] for code in codes]
        mine = np.array([BACK if code == back else worth.get(do, 0.0) for code, do in zip(codes, does, strict=True)])
        return np.stack([mine, 1 - mine], axis=1)

    monkeypatch.setattr(dawdling, "weighed", glanced)
    advice = Advice(back, [Line(decision(match, "shuffle 112 111"), [BACK, 1 - BACK], 2)])
    return GAME.decision(match.state, recollection.brisk(match, advice).code)


def test_a_turn_in_which_nothing_is_left_to_do_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ending it looks worse at a glance than anything that lets it go on, be that a shot at one's own ship."""
    assert instead(monkeypatch, ending=0.24, firing=0.245)["do"] == "end"
    assert instead(monkeypatch, ending=0.22, firing=0.1)["do"] == "end"


def test_what_looks_better_than_ending_the_turn_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    assert instead(monkeypatch, ending=0.2, firing=0.26)["do"] == "fire"


def test_nothing_much_worse_is_done_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    assert instead(monkeypatch, ending=0.15, firing=0.15)["do"] == "shuffle"


def test_of_two_decisions_nobody_overlooks_one() -> None:
    """Who stands on the peak of Everest with all its coins sees that it may stay."""
    match = table("C111+3 A112+1 T115 c555+3 t551")
    codes = match.codes()
    for stream in range(20):
        assert noticed(match.state, codes[:2], stream, 0.9) == codes[:2]
    assert any(len(noticed(match.state, codes[:3], stream, 0.9)) == 1 for stream in range(20))
