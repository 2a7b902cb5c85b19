"""A table of decisions: codes and JSON both ways, and what is refused."""

import pytest

from oddboard.core.decisions import Decisions, Do, Number, Refusal, Word
from oddboard.core.errors import BadRequest

TABLE = Decisions(
    Do("pass", "X-1"),
    Do("fly", "X-2", way=Word("on", "back"), far=Number(2, 4)),
    Do("roll", "X-3", die=Number(1, 6)),
)


def test_every_code_has_a_decision_and_back() -> None:
    assert (TABLE.codes, TABLE.first("fly"), TABLE.first("roll")) == (13, 1, 7)
    assert TABLE.decision(0) == {"do": "pass"}
    assert TABLE.decision(2) == {"do": "fly", "way": "on", "far": 3}
    assert list(TABLE.decision(2)) == ["do", "way", "far"]
    assert [TABLE.code(TABLE.decision(code)) for code in range(TABLE.codes)] == list(range(TABLE.codes))


def test_a_value_that_there_is_not_is_refused_with_the_rule() -> None:
    assert TABLE.code({"do": "fly", "way": "on", "far": 5}) == Refusal("X-2", "There is no far 5: they are 2 to 4.")
    refusal = Refusal("X-2", 'There is no way "up": there are on, back.')
    assert TABLE.code({"do": "fly", "way": "up", "far": 2}) == refusal


@pytest.mark.parametrize(
    "decision",
    [
        {},
        {"do": 1},
        {"do": "swim"},
        {"do": "roll"},
        {"do": "roll", "die": True},
        {"do": "roll", "die": "1"},
        {"do": "pass", "x": 1},
    ],
)
def test_what_is_no_decision_is_a_bad_request(decision: dict[str, object]) -> None:
    with pytest.raises(BadRequest):
        TABLE.code(decision)


def test_a_refusal_says_what_is_possible_instead() -> None:
    assert TABLE.why_not(8, [0, 1]) == Refusal("X-3", "Nothing of the kind roll is possible now, only pass or fly.")
    assert "not possible now" in TABLE.why_not(2, [1]).message
