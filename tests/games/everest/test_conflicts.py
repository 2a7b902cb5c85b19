"""Conflicts and orders: EVE-10 to EVE-12."""

import pytest

from tests.games.everest.table import conflict, hurt, order, orders, phase, played, roll, rolling, where

HEAD_ON = "1 0 . . . 1 . . ."  # with 3e and 3w
FAR = "6 . . . . . . . 2"


@pytest.mark.rule("EVE-10")
def test_two_that_want_to_end_on_one_square() -> None:
    assert conflict("2 . 0 . . . . . .\n3 - . 1 . . . . -", "2e", "1n")


@pytest.mark.rule("EVE-10")
def test_one_through_the_square_of_one_that_stands_and_throws() -> None:
    assert conflict("1 0 1 . . . . . .\n2 . 2 . . . . . .", "2e", "*5s", "")  # from c1 it would miss b2


@pytest.mark.rule("EVE-10")
def test_none_with_one_that_stands_and_does_nothing() -> None:
    match = played("1 0 1 . . . . . .", "2e", "")
    assert where(match) == ["b1", "c1"]
    assert phase(match) == "heal"


@pytest.mark.rule("EVE-10")
@pytest.mark.parametrize("plans", [("3e", "3w"), ("5e", "1e")])
def test_overlapping_ways_in_the_same_or_opposite_direction(plans: tuple[str, str]) -> None:
    assert conflict(HEAD_ON, *plans)


@pytest.mark.rule("EVE-10")
def test_a_snowball_that_could_miss() -> None:
    assert conflict("2 . . 0 . 1 . . .", "*5e", "1n")


@pytest.mark.rule("EVE-10")
def test_none_if_the_target_stays_in_line_and_ends_alike() -> None:
    assert not conflict("1 0 . 1 . . . . .", "*5e", "2e")


@pytest.mark.rule("EVE-10")
def test_crossing_ways_do_not_conflict() -> None:
    match = played("2 . . 0 . . . . .\n3 - . . 1 . . . -", "3e", "2n")
    assert where(match) == ["f2", "d1"]


@pytest.mark.rule("EVE-10")
def test_unless_one_ends_on_the_crossing() -> None:
    assert conflict("2 . . 0 . . . . .\n3 - . . 1 . . . -", "3e", "1n")


@pytest.mark.rule("EVE-10")
def test_damage_counts_too() -> None:
    # 1 ends on e2 in either order, and is hit on c2 before it leaves or not at all.
    assert conflict("1 . . 0 . . . . .\n2 . . 1 . . . . .", "*0s", "2e")


@pytest.mark.rule("EVE-10")
def test_a_roar_that_somebody_may_hear_conflicts_with_every_other_action() -> None:
    assert conflict(f"1 0 1 . . . . . .\n{FAR}", "0e", "", "1w")  # strikes
    assert conflict(f"1 0 1 . . . . . .\n{FAR}", "0n", "", "*1n")  # may strike; the snowball hits nobody
    assert not conflict(f"1 0 . 1 . . . . .\n{FAR}", "0e", "", "1w")  # nobody is next to it


@pytest.mark.rule("EVE-10")
def test_a_roar_that_somebody_hears_in_one_order_only() -> None:
    assert conflict("1 0 . 1 . . . . .", "0s", "1w")
    assert conflict("1 0 . . 1 2 . . .", "0s", "2w", "")
    assert conflict("1 0 1 . . . . . .", "0s", "3w")  # lost if 1 pushes 0 off the board first


@pytest.mark.rule("EVE-10", "EVE-12")
def test_roars_alone_are_not_in_conflict() -> None:
    match = played("1 0 1 . . . . . .", "0e", "0w")
    assert rolling(match) == 0
    assert phase(match) == "table"


@pytest.mark.rule("EVE-10", "EVE-22")
def test_snowballs_alone_are_one_action() -> None:
    assert not conflict("1 0 1 . 2 . . . .", "*5e", "*1e", "*5w")


@pytest.mark.rule("EVE-11")
def test_all_roll_by_seats_and_the_highest_chooses() -> None:
    match = played(f"{HEAD_ON}\n{FAR}", "3e", "3w", "")
    for seat, face in enumerate((2, 3, 5)):  # also seat 2, which has no action
        assert match.to_move == "chance"
        assert rolling(match) == seat
        roll(match, face)
    assert match.to_move == 2
    assert orders(match) == [[0, 1], [1, 0]]


@pytest.mark.rule("EVE-11")
def test_null_is_nothing_and_ace_one() -> None:
    match = played(HEAD_ON, "3e", "3w")
    roll(match, 0, 1)
    assert match.to_move == 1


@pytest.mark.rule("EVE-11")
def test_those_that_tie_for_the_highest_roll_again_until_one_is() -> None:
    match = played(f"{HEAD_ON}\n{FAR}", "3e", "3w", "")
    roll(match, 4, 2, 4)
    assert rolling(match) == 0
    roll(match, 1)
    assert rolling(match) == 2
    roll(match, 1)
    assert rolling(match) == 0
    roll(match, 3, 0)
    assert match.to_move == 0


@pytest.mark.rule("EVE-11")
def test_one_off_the_board_rolls_too_and_is_not_in_the_order() -> None:
    match = played(f"{HEAD_ON}\n6 . . . . . . . 2", "1e 2e", "1w 2w", "1e *5w")
    assert match.position()["beat"] == 2
    roll(match, 0, 0, 5)
    assert match.to_move == 2
    assert orders(match) == [[0, 1], [1, 0]]


@pytest.mark.rule("EVE-11")
def test_the_order_is_the_choosers_and_each_acts_from_where_it_then_stands() -> None:
    ends = {}
    for first, second in ((0, 1), (1, 0)):
        match = played("1 0 1 . . . . . .", "3e", "2e")
        roll(match, 5, 0)
        order(match, first, second)
        ends[first] = where(match)
    assert ends == {0: ["b1", "e1"], 1: ["c1", "d1"]}


@pytest.mark.rule("EVE-11")
def test_all_snowballs_go_together_in_an_order() -> None:
    match = played("1 0 . 1 . . . . .\n2 . . 2 . . . . .", "*5e", "1e", "*5n")
    roll(match, 0, 0, 5)
    assert orders(match) == [[1, "snowballs"], ["snowballs", 1]]
    order(match, "snowballs", 1)
    assert hurt(match) == [0, 2, 0]


@pytest.mark.rule("EVE-12")
def test_roars_next_to_each_other_are_listed_with_rising_seats() -> None:
    match = played("1 0 1 . . . . . .\n6 . . . . . . . 2", "0e", "0w", "1w")
    roll(match, 0, 0, 5)
    assert sorted(orders(match)) == [[0, 1, 2], [0, 2, 1], [1, 2, 0], [2, 0, 1]]


@pytest.mark.rule("EVE-12")
def test_roars_written_directly_after_one_another_go_together() -> None:
    match = played("1 0 1 . . . . . .\n6 . . . . . . . 2", "0e", "0w", "1w")
    roll(match, 0, 0, 5)
    order(match, 2, 0, 1)
    assert where(match)[2] == "g6"
    assert match.position()["roars"]["roarers"] == [0, 1]


@pytest.mark.rule("EVE-12")
def test_roars_with_a_lost_action_between_them_do_not_go_together() -> None:
    match = played("1 2 0 1 . . . . .", "0w", "0w", "5e")
    roll(match, 5, 0, 0)
    order(match, 0, 2, 1)
    assert (match.position()["roars"]["roarers"], rolling(match)) == ([0], 1)
    roll(match, 3, 5)  # 1 does not mind, 2 runs off the board and loses its move
    assert where(match)[2] is None
    assert (match.position()["roars"]["roarers"], rolling(match)) == ([1], 0)


@pytest.mark.rule("EVE-12")
def test_without_conflict_roars_go_together() -> None:
    match = played("1 0 1 . . . . . .", "0e", "0w")
    assert match.position()["roars"]["struck_by"] == [[1], [0]]


@pytest.mark.rule("EVE-12")
def test_without_conflict_snowballs_go_together() -> None:
    match = played("1 0 . 1 . . . . .\n6 . 2 . . . . . .", "*5e", "*5w", "1w")
    assert (where(match), hurt(match)) == (["a2", "d1", "a6"], [1, 1, 0])
    assert match.position()["left"] == [0]
