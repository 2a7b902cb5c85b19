"""Moving and pushing: EVE-13 to EVE-19."""

import pytest

from tests.games.everest.table import hurt, order, phase, played, roll, where

FAR = "6 . . . . . . . 1"  # seat 1, in nobody's way


@pytest.mark.rule("EVE-13")
@pytest.mark.parametrize(("plan", "end"), [("1e", "a2"), ("2e", "b2"), ("3e", "b2"), ("4e", "c2"), ("5e", "d2")])
def test_a_step_up_costs_two_points_and_level_ground_one(plan: str, end: str) -> None:
    assert where(played(f"2 0 . . . . . . .\n{FAR}", plan, ""))[0] == end


@pytest.mark.rule("EVE-13")
def test_down_a_step_costs_one_point() -> None:
    match = played(f"3 - . . 0 . . . -\n{FAR}", "1w", "")
    assert (where(match)[0], hurt(match)[0]) == ("c3", 0)


@pytest.mark.rule("EVE-14")
def test_a_cliff_stops_from_below() -> None:
    match = played(f"1 . . 0 . . . . .\n{FAR}", "5s", "")
    assert (where(match)[0], hurt(match)[0]) == ("c1", 0)


@pytest.mark.rule("EVE-14")
def test_over_a_cliff_it_falls_is_hurt_and_goes_on() -> None:
    match = played(f"3 - . . 0 . . . -\n{FAR}", "2n", "")
    assert (where(match)[0], hurt(match)[0]) == ("d1", 2)
    match = played(f"3 - . 0 . . . . -\n{FAR}", "1w", "")
    assert (where(match)[0], hurt(match)[0]) == ("b3", 1)


@pytest.mark.rule("EVE-15")
def test_one_point_is_enough_to_leave_and_it_does_not_hurt() -> None:
    match = played(f"4 - 0 . . . . . -\n{FAR}", "1w 5e", "*0e")
    assert match.position()["left"] == [0]
    assert hurt(match)[0] == 0


@pytest.mark.rule("EVE-15")
def test_off_the_board_later_actions_are_lost() -> None:
    match = played("1 0 . . . . . . .\n2 . . . . . . . 1", "1w 2e *3e", "1w *2w")
    assert match.position()["left"] == [0]
    assert where(match)[0] == "a2"  # brought home, and there it stayed


@pytest.mark.rule("EVE-15", "EVE-11")
def test_pushed_off_the_board_before_its_turn_it_loses_the_action_of_this_beat() -> None:
    match = played("1 1 0 . . . . . .", "2w", "*1e")
    roll(match, 5, 2)
    order(match, 0, "snowballs")
    assert where(match)[0] == "a1"
    assert hurt(match) == [0, 0]
    assert match.position()["left"] == [1]


@pytest.mark.rule("EVE-16")
@pytest.mark.parametrize(("plan", "ends"), [("1e", ["c2", "d2"]), ("2e", ["d2", "e2"]), ("4e", ["e2", "f2"])])
def test_pushing_on_level_ground_costs_one_more(plan: str, ends: list[str]) -> None:
    assert where(played("2 . . 0 1 . . . .", plan, "")) == ends


@pytest.mark.rule("EVE-16")
@pytest.mark.parametrize(("plan", "ends"), [("3e", ["a2", "b2"]), ("4e", ["b2", "c2"])])
def test_pushing_up_a_step_costs_two_more_and_the_climb_its_own(plan: str, ends: list[str]) -> None:
    assert where(played("2 0 1 . . . . . .", plan, "")) == ends


@pytest.mark.rule("EVE-16")
def test_the_push_is_measured_from_the_pushed_ones_square() -> None:
    match = played("3 - . . 0 . . . -\n4 - . . 1 . . . -", "2s", "")  # over a cliff: lower, so two points do
    assert where(match) == ["d4", "d5"]


@pytest.mark.rule("EVE-16")
def test_off_the_board_counts_as_lower() -> None:
    match = played("1 1 0 . . . . . .", "2w", "")
    assert where(match)[0] == "a1"
    assert match.position()["left"] == [1]


@pytest.mark.rule("EVE-17")
def test_nobody_is_pushed_into_a_third() -> None:
    match = played("1 0 . 1 2 . . . .", "5e", "", "")
    assert where(match) == ["b1", "c1", "d1"]


@pytest.mark.rule("EVE-18")
def test_a_fall_pushes_for_nothing() -> None:
    match = played("2 . . . 1 . . . .\n3 - . . 0 . . . -", "1n", "")
    assert where(match) == ["d2", "d1"]
    assert hurt(match) == [1, 1]


@pytest.mark.rule("EVE-18")
def test_it_does_not_fall_onto_one_that_cannot_be_pushed() -> None:
    match = played("1 . . . 2 . . . .\n2 . . . 1 . . . .\n3 - . . 0 . . . -", "5n", "", "")
    assert where(match) == ["d3", "d2", "d1"]
    assert hurt(match) == [0, 0, 0]


@pytest.mark.rule("EVE-18", "EVE-21")
def test_one_that_is_pushed_does_not_push_even_over_a_cliff() -> None:
    by_yeti = played("2 . . . 2 . . . .\n3 - . . 1 . . . -\n4 - . . 0 . . . -", "5n", "", "")
    assert where(by_yeti) == ["d4", "d3", "d2"]
    by_snowball = played("2 . . . 2 . . . .\n3 - . . 1 . . . -\n4 - . . 0 . . . -", "*5n", "", "")
    assert where(by_snowball) == ["d4", "d3", "d2"]
    assert hurt(by_snowball) == [0, 1, 0]


@pytest.mark.rule("EVE-19")
def test_pushed_off_a_cliff_hurts() -> None:
    match = played("3 - . . 1 . . . -\n4 - . . 0 . . . -", "2n", "")
    assert where(match) == ["d3", "d2"]
    assert hurt(match) == [0, 1]


@pytest.mark.rule("EVE-19", "EVE-15")
def test_pushed_off_the_board_later_actions_are_lost_and_nothing_hurts() -> None:
    match = played("1 1 0 . . . . . .", "2w", "")
    assert hurt(match) == [0, 0]
    later = played("1 . 1 0 . . . . .", "*1e 4w", "*2s 5e")
    assert phase(later) == "contest"  # the second beat
    roll(later, 5, 0)
    order(later, 0, 1)
    assert later.position()["left"] == [1]
