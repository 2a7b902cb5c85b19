"""Martian Race: Home and the three goals (MAR-11 to MAR-15)."""

import pytest

from tests.games.martian_race.drawn import any_way, at, drawn, ends, move, phase, size, squares

GOALS = {"s": "h2", "m": "a2", "L": "h7"}
BESIDE = {  # a Martian that points over a goal, two steps from the square behind it
    "h2": "3 . . . . . . . 0.1{}v",
    "a2": "3 0.1{}v . . . . . . .",
    "h7": "6 . . . . . . . 0.1{}^",
}
BEHIND = {"h2": "h1", "a2": "a1", "h7": "h8"}


@pytest.mark.rule("MAR-11")
@pytest.mark.parametrize("letter", GOALS)
@pytest.mark.parametrize("goal", BESIDE)
def test_only_its_own_goal_is_open_to_a_size(letter: str, goal: str) -> None:
    match = drawn(BESIDE[goal].format(letter) + "\nturn 0 2")
    open_to_it = GOALS[letter] == goal
    assert (goal in squares(match, "0.1")) == open_to_it
    assert (BEHIND[goal] in squares(match, "0.1")) == open_to_it  # two steps: only across


@pytest.mark.rule("MAR-12")
def test_a_named_square_with_ones_own_is_neither_entered_nor_crossed() -> None:
    match = drawn("8 0.2sv . . . . . . .\n7 0.1s+ . . . . . . .\nturn 0 2")
    assert "a7" not in squares(match, "0.2")
    assert "a6" not in squares(match, "0.2")


@pytest.mark.rule("MAR-12")
def test_nobody_enters_while_one_of_the_family_is_at_home() -> None:
    match = drawn("7 0.1s+ . . . . . . .\nturn 0 6")
    assert ends(match, "0.2") == set()


@pytest.mark.rule("MAR-12")
def test_two_of_a_family_may_share_a_square_without_a_name() -> None:
    match = drawn("5 . . . 0.1s+ . . . .\n4 . . . 0.2s^ . . . .\nturn 0 2")
    assert {"d5 n", "d6 n"} <= ends(match, "0.2")


@pytest.mark.rule("MAR-12")
def test_another_familys_martian_does_not_keep_anybody_from_a_named_square() -> None:
    match = drawn("8 0.1sv . . . . . . .\n7 1.1s> . . . . . . .\nturn 0 2")
    assert {"a7 s", "a6 s"} <= ends(match, "0.1")


@pytest.mark.rule("MAR-13")
@pytest.mark.parametrize(
    ("position", "goal", "grown"),
    [("3 . . . . . . . 0.1sv", "h2", "medium"), ("3 0.1mv . . . . . . .", "a2", "large")],
)
def test_a_martian_grows_if_it_ends_a_move_standing_on_its_goal(position: str, goal: str, grown: str) -> None:
    match = drawn(position + "\nturn 0 2")
    before = size(match, "0.1")
    move(match, "0.1", f"{goal} up")
    assert size(match, "0.1") == grown
    match.undo()
    move(match, "0.1", f"{goal} s")
    assert size(match, "0.1") == before


@pytest.mark.rule("MAR-13")
def test_a_martian_grows_once_a_move() -> None:
    match = drawn("2 . . . . . . . 0.1s+\nlaunched 0.2 0.3 0.4 0.5\nturn 0 6 1")
    move(match, "0.1", "h2 up", 1)
    assert size(match, "0.1") == "medium"
    assert "h2" not in squares(match, "0.1")


@pytest.mark.rule("MAR-14")
def test_a_die_used_on_a_martian_that_has_grown_takes_it_off_the_goal() -> None:
    position = "2 . . . . . . . 0.1m+\nlaunched 0.2 0.3 0.4 0.5\n"
    assert ends(drawn(position + "turn 0 2"), "0.1") == {"h3 n", "h1 s", "g2 w"}
    assert "h2" not in squares(drawn(position + "turn 0 6 5"), "0.1")


@pytest.mark.rule("MAR-14")
def test_a_martian_that_has_grown_may_be_left_on_the_goal() -> None:
    match = drawn("4 . . . 0.2s^ . . . .\n2 . . . . . . . 0.1m+\nturn 0 1")
    assert ends(match, "0.1") == set()
    move(match, "0.2", "d5 n")
    assert at(match, "0.1") == "h2"


@pytest.mark.rule("MAR-14")
def test_a_martian_bound_for_its_square_may_turn_and_remain() -> None:
    match = drawn("2 0.1m^ . . . . . . .\nturn 0 1")
    assert any_way("a2") <= ends(match, "0.1")


@pytest.mark.rule("MAR-15")
def test_a_large_martian_finishes_standing_on_the_launch_pad() -> None:
    match = drawn("4 0.2s^ . . . . . . .\n6 . . . . . . . 0.1L^\nturn 0 6 1")
    move(match, "0.1", "h7 up", 6)
    assert at(match, "0.1") == "launched"
    assert {each["die"] for each in match.legal()} == {1}  # four steps of the 6 are lost with it


@pytest.mark.rule("MAR-15")
def test_lying_on_the_launch_pad_is_not_enough() -> None:
    match = drawn("6 . . . . . . . 0.1L^\nturn 0 1")
    move(match, "0.1", "h7 n")
    assert at(match, "0.1") == "h7"
    assert phase(match) == "roll"
