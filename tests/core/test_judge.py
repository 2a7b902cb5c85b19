"""The judge: the checks of a decision in their order, in a state or in a seat's view of it."""

from typing import Any

import pytest

import oddboard
from oddboard.core.errors import BadRequest, Illegal, Over
from oddboard.core.game import Refusal
from oddboard.core.judge import judged, legal_code
from oddboard.core.match import Match


def judgement(match: Match, decision: Any) -> int | Refusal:
    return judged(match.game, match.state, match.codes(), decision)


@pytest.mark.parametrize("wrong", [None, 3, "end", ["do"], {"do": []}, {"do": "fly"}])
def test_what_is_no_decision_is_a_bad_request(wrong: Any) -> None:
    with pytest.raises(BadRequest):
        judgement(oddboard.new("sailboat-regatta", players=2, first="seats"), wrong)


def test_a_legal_decision_has_its_code_and_another_its_rule() -> None:
    match = oddboard.new("martian-race", players=2, order="seats")
    while match.to_move == "chance":
        match.roll()
    for code, decision in zip(match.codes(), match.legal(), strict=True):
        assert judgement(match, decision) == code
    illegal = next(code for code in range(match.game.codes) if code not in match.codes())
    refusal = judgement(match, match.game.decision(match.state, illegal))
    assert isinstance(refusal, Refusal)
    with pytest.raises(Illegal) as caught:
        legal_code(match.game, match.state, match.codes(), match.game.decision(match.state, illegal))
    assert (caught.value.rule, caught.value.message) == (refusal.rule, refusal.message)


def test_a_decision_of_chance_may_have_its_weight() -> None:
    match = oddboard.new("martian-race", players=2)
    assert match.to_move == "chance"
    assert [judgement(match, decision) for decision in match.legal()] == match.codes()


def test_shape_comes_before_the_end_and_the_end_before_the_rules() -> None:
    match = oddboard.new("sailboat-regatta", players=2, turn_limit=1)
    decision: Any = None
    while match.to_move is not None:
        decision = match.legal()[0]
        match.play(decision)
    with pytest.raises(BadRequest):
        judgement(match, None)
    with pytest.raises(Over):
        judgement(match, {name: value for name, value in decision.items() if name != "weight"})
