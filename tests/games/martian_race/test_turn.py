"""Martian Race: dice, steps, wasted and lost moves (MAR-6 to MAR-10)."""

import pytest

import oddboard
from tests.games.martian_race.drawn import any_way, at, drawn, ends, facing, move, phase, roll, size

# Home is held by an enemy that cannot be pushed away.
SHUT_OUT = """
8 2.1s+,2.2s+ . . . . . . .
7 1.1s+ 2.3s+,2.4s+ . . . . . {}
6 3.1s+,3.2s+ . . . . . . .
"""
ALONE = """
4 . . . 0.1s^ . . . .
launched 0.2 0.3 0.4 0.5
"""


@pytest.mark.rule("MAR-6")
def test_two_dice_are_rolled() -> None:
    legal = oddboard.new("martian-race", 2, order="seats").legal()
    weights = {tuple(each["dice"]): each["weight"] for each in legal}
    assert weights == {(high, low): 2 - (high == low) for high in range(1, 7) for low in range(1, high + 1)}
    assert sum(weights.values()) == 36


@pytest.mark.rule("MAR-6")
@pytest.mark.parametrize("first", [5, 2])
def test_the_dice_are_used_in_either_order(first: int) -> None:
    match = drawn(ALONE + "turn 0 5 2")
    assert {each["die"] for each in match.legal()} == {5, 2}
    move(match, "0.1", "d4 e", first)
    assert {each["die"] for each in match.legal()} == {7 - first}


@pytest.mark.rule("MAR-6")
@pytest.mark.parametrize("second", ["0.1", "0.2"])
def test_one_martian_or_two_use_the_dice(second: str) -> None:
    match = drawn("4 . . . 0.1s^ . . . 0.2sv\nturn 0 2 1")
    move(match, "0.1", "d6 n", 2)
    before = at(match, second)
    move(match, second, "d7 n" if second == "0.1" else "h3 s", 1)
    assert at(match, second) != before
    assert match.position()["turn"] == 1


@pytest.mark.rule("MAR-6")
def test_doubles_are_offered_once_and_are_two_moves() -> None:
    match, single = drawn(ALONE + "turn 0 3 3"), drawn(ALONE + "turn 0 3")
    assert match.legal() == single.legal()
    move(match, "0.1", "d7 n")
    move(match, "0.1", "e7 e")
    assert match.position()["turn"] == 1


@pytest.mark.rule("MAR-7")
def test_a_move_is_up_to_so_many_steps() -> None:
    match = drawn(ALONE + "turn 0 2")
    assert ends(match, "0.1") == any_way("d4", "d5") | {"d6 n", "e4 e", "d3 s", "c4 w"}


@pytest.mark.rule("MAR-7")
def test_a_standing_martian_lies_down_before_it_goes() -> None:
    position = "4 . . . 0.1s+ . . . .\n"
    assert ends(drawn(position + "turn 0 1"), "0.1") == any_way("d4")
    assert ends(drawn(position + "turn 0 2"), "0.1") == any_way("d4") | {"d5 n", "e4 e", "d3 s", "c4 w"}


@pytest.mark.rule("MAR-8")
def test_entering_home_is_the_first_step_with_any_facing() -> None:
    assert ends(drawn("turn 0 1"), "0.1") == any_way("a7")
    assert ends(drawn("turn 0 2"), "0.1") == any_way("a7") | {"a8 n", "b7 e", "a6 s"}


@pytest.mark.rule("MAR-8")
def test_of_those_off_the_board_the_lowest_number_is_offered() -> None:
    match = drawn("4 . . . 0.1s^ . . . .\nlaunched 0.2\nturn 0 6 5")
    assert {each["martian"] for each in match.legal()} == {"0.1", "0.3"}


@pytest.mark.rule("MAR-9")
def test_all_steps_of_a_die_may_be_wasted() -> None:
    match = drawn(ALONE + "turn 0 6")
    move(match, "0.1", "d4 n")
    assert (at(match, "0.1"), facing(match, "0.1")) == ("d4", "n")
    assert match.position()["turn"] == 1


@pytest.mark.rule("MAR-9")
def test_a_wasted_move_ends_where_the_martian_is() -> None:
    """A small Martian pushed to the Government Center, standing, signs up by waiting there."""
    match = drawn("2 . . . . . . . 0.1s+\nturn 0 3")
    move(match, "0.1", "h2 up")
    assert size(match, "0.1") == "medium"


@pytest.mark.rule("MAR-9", "MAR-10")
def test_a_martian_off_the_board_cannot_waste_a_die() -> None:
    match = drawn(SHUT_OUT.format(".") + "turn 0", players=4, martians=4)
    roll(match, 6, 5)
    assert match.position()["turn"] == 1
    assert at(match, "0.1") == "waiting"


@pytest.mark.rule("MAR-10")
def test_a_die_is_not_lost_while_the_other_may_open_a_move_for_it() -> None:
    """With the 1 alone a standing Martian cannot leave the Government Center; after the 6 it can go on."""
    match = drawn("2 . . . . . . . 0.1m+\nlaunched 0.2 0.3 0.4 0.5\nturn 0")
    roll(match, 6, 1)
    assert {each["die"] for each in match.legal()} == {6}
    move(match, "0.1", "g2 w")
    assert ends(match, "0.1", 1) == any_way("g2") | {"f2 w"}


@pytest.mark.rule("MAR-10")
def test_both_dice_are_lost_when_neither_has_a_move() -> None:
    match = drawn("2 . . . . . . . 0.1m+\nlaunched 0.2 0.3 0.4 0.5\nturn 0")
    roll(match, 1, 1)
    assert (match.position()["turn"], phase(match)) == (1, "roll")


@pytest.mark.rule("MAR-10")
def test_nobody_must_choose_the_order_that_saves_both_dice() -> None:
    """Once 0.1 has finished, 0.2 cannot enter: the 5 is lost."""
    match = drawn(SHUT_OUT.format("0.1L>") + "launched 0.3 0.4\nturn 0 5 1", players=4, martians=4)
    move(match, "0.1", "h7 up", 1)
    assert at(match, "0.1") == "launched"
    assert (match.position()["turn"], phase(match)) == (1, "roll")


@pytest.mark.rule("MAR-6", "MAR-7")
def test_at_most_1545_decisions_are_legal_at_once() -> None:
    """All five on one square, wherever it is and whichever way they point, with the two best dice."""
    counts = []
    for place in set(range(64)) - {48, 15, 8, 55}:  # on a named square they could not be together
        for way in "^>v<+":
            cells = ["."] * 8
            cells[place % 8] = ",".join(f"0.{number}L{way}" for number in range(1, 6))
            counts.append(len(drawn(f"{place // 8 + 1} {' '.join(cells)}\nturn 0 6 5").codes()))
    assert max(counts) == 1545
