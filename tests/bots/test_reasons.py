"""Why a bot decides as it does is told in the game's own words."""

import pytest

from oddboard import bots
from oddboard.bots.reasons import because
from oddboard.core import registry
from oddboard.core.dice import FairDice
from oddboard.core.match import Match

PLIES = 90


@pytest.mark.parametrize("key", registry.keys())
def test_reasons_are_sentences_about_what_a_decision_does(key: str) -> None:
    game = registry.game(key)
    match = Match(game, 2, dice=FairDice(key, "3" * 64))
    told = []
    while not match.is_over and match.ply < PLIES:
        seat = match.to_move
        if not isinstance(seat, int):
            match.roll()
            continue
        code = bots.advise(match, "search:6", seed=1).code
        sentence = because(game, match.view(seat), code, seat)
        assert not sentence or (sentence[0].isupper() and sentence.endswith(".")), sentence
        note = game.preview(match.view(seat), code).get("note", "")
        if "pushes" in note or "over the line" in note or "onto the peak" in note:
            assert any(words in sentence.lower() for words in ("pushes", "over the line", "onto the peak"))
        told.append(sentence)
        match.play_code(code)
    assert len(set(told)) > 3
