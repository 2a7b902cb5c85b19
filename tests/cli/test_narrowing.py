"""Choosing a decision word by word."""

import pytest

from oddboard.cli.narrowing import Narrowing, NotOffered
from oddboard.core.scene import written

SAILS = [{"do": "sail", "boat": 1, "die": 1}, {"do": "sail", "boat": 1, "die": 3}]
MOVES = [
    {"do": "move", "from": "342", "to": to, **mine}
    for to in ("343", "351", "a10", "a2")
    for mine in ({}, {"mine": True})
]
ORDERS = [{"do": "order", "order": order} for order in ([0, "snowballs", 2], [2, "snowballs", 0], [2, 0, "snowballs"])]


def chosen(decisions: list[dict[str, object]], *words: str) -> list[dict[str, object]]:
    narrowing = Narrowing(decisions)
    narrowing.take(words)
    return narrowing.left


def test_a_settled_field_is_not_asked_for() -> None:
    assert Narrowing(SAILS).field == "die"
    assert Narrowing(SAILS + MOVES).field == "do"
    assert Narrowing(SAILS[:1]).field is None


def test_a_word_means_what_is_asked_for_before_what_is_settled() -> None:
    assert chosen(SAILS, "1") == SAILS[:1]
    assert chosen(SAILS, "1", "3") == SAILS[1:]
    assert chosen(SAILS, "sail", "1", "3") == SAILS[1:]


def test_values_are_typed_numbered_or_begun() -> None:
    for word in ("343", "#1", "343"):
        assert [each["to"] for each in chosen(MOVES, word)] == ["343", "343"]
    assert chosen(MOVES, "35", "y") == [MOVES[3]]
    assert chosen(ORDERS, "0") == [ORDERS[0]]
    assert chosen(ORDERS, "2,0") == [ORDERS[2]]
    assert chosen(ORDERS, '[2,0,"snowballs"]') == [ORDERS[2]]
    with pytest.raises(NotOffered) as wrong:
        chosen(MOVES, "3")
    assert list(wrong.value.meant) == ["343", "351"]


def test_a_field_that_some_lack_is_asked_for_as_no() -> None:
    narrowing = Narrowing(MOVES)
    narrowing.take(["351"])
    assert (narrowing.field, narrowing.values) == ("mine", ["no", "yes"])
    narrowing.take(["no"])
    assert narrowing.left == [MOVES[2]]


def test_what_was_right_counts_when_a_later_word_is_wrong() -> None:
    narrowing = Narrowing(MOVES + SAILS)
    with pytest.raises(NotOffered) as wrong:
        narrowing.take(["move", "342", "999", "yes"])
    assert (wrong.value.name, wrong.value.word, wrong.value.following) == ("to", "999", ["yes"])
    assert narrowing.chosen == [("do", "move"), ("from", "342")]


def test_going_back_undoes_one_choice() -> None:
    narrowing = Narrowing(MOVES + SAILS)
    narrowing.take(["move", "342", "351"])
    assert narrowing.back()
    assert narrowing.field == "to"
    assert narrowing.back()
    assert narrowing.field == "do"
    assert not narrowing.back()


def test_many_values_are_sorted_as_people_sort() -> None:
    hexes = [{"do": "step", "hex": f"{column}{row}"} for row in (10, 9, 2) for column in "bca"]
    assert Narrowing(hexes).values == ["a2", "a9", "a10", "b2", "b9", "b10", "c2", "c9", "c10"]


def test_values_are_written_plainly() -> None:
    assert [written(value) for value in (True, False, None, 3, "a7", [0, "x"])] == [
        "yes",
        "no",
        "none",
        "3",
        "a7",
        "0,x",
    ]
