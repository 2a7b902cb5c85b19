"""Snowballs: EVE-20 to EVE-22."""

import pytest

from tests.games.everest.table import hurt, order, phase, played, roll, where


@pytest.mark.rule("EVE-20")
def test_it_follows_the_ground_down_to_the_first_yeti() -> None:
    match = played("4 - . . 0 . . 1 -\n6 . . . . . . . 2", "*5e", "", "")
    assert hurt(match) == [0, 1, 0]  # over e4, f4 and the cliff to g4
    match = played("1 0 . 1 2 . . . .", "*5e", "", "")
    assert hurt(match) == [0, 1, 0]


@pytest.mark.rule("EVE-20")
@pytest.mark.parametrize(("row", "hits"), [("2 0 1 . . . . . .", 1), ("2 0 . 1 . . . . .", 0)])
def test_at_a_rise_it_hits_only_one_at_the_top_of_it(row: str, hits: int) -> None:
    assert hurt(played(row, "*5e", "")) == [0, hits]


@pytest.mark.rule("EVE-20")
def test_a_cliff_is_a_rise_too() -> None:
    assert hurt(played("1 . . . 0 . . . .\n2 . . . 1 . . . .", "*5s", "")) == [0, 1]
    assert hurt(played("1 . . . 0 . . . .\n3 - . . 1 . . . -", "*5s", "")) == [0, 0]
    assert hurt(played("2 . . . 0 . . . .\n3 - . . 1 . . . -", "*5s", "")) == [0, 1]


@pytest.mark.rule("EVE-20")
def test_it_leaves_the_board() -> None:
    assert hurt(played("2 0 . . . . . . .\n5 1 . . . . . . .", "*5s", "")) == [0, 0]  # a3 does not exist


@pytest.mark.rule("EVE-21")
def test_whoever_is_hit_is_hurt_and_pushed_one_square() -> None:
    match = played("1 0 . 1 . . . . .", "*5e", "")
    assert (where(match), hurt(match)) == (["a1", "d1"], [0, 1])


@pytest.mark.rule("EVE-21")
def test_it_pushes_nobody_up_or_into_another() -> None:
    assert where(played("2 0 1 . . . . . .", "*5e", "")) == ["a2", "b2"]  # c2 is a step up
    assert where(played("1 . . . 0 . . . .\n2 . . . 1 . . . .", "*5s", "")) == ["d1", "d2"]  # d3 a cliff
    assert where(played("1 0 1 2 . . . . .", "*5e", "", "")) == ["a1", "b1", "c1"]


@pytest.mark.rule("EVE-21")
def test_pushed_over_a_cliff_it_is_hurt_once_more() -> None:
    match = played("3 - . . 1 . . . -\n4 - . . 0 . . . -", "*5n", "")
    assert (where(match), hurt(match)) == (["d4", "d2"], [0, 2])


@pytest.mark.rule("EVE-21", "EVE-15")
def test_pushed_off_the_board_it_is_hurt_by_the_hit_alone() -> None:
    match = played("1 1 0 . . . . . .", "*5w", "")
    assert hurt(match) == [0, 1]
    assert match.position()["left"] == [1]


@pytest.mark.rule("EVE-22")
def test_pushes_follow_by_seats_from_where_the_one_hit_stands_by_then() -> None:
    match = played("1 0 1 . 2 . . . .", "*5e", "", "*5w")
    assert (where(match), hurt(match)) == (["a1", "b1", "d1"], [0, 2, 0])  # to c1, and back to b1


@pytest.mark.rule("EVE-22")
def test_hits_are_found_before_any_push() -> None:
    match = played("1 0 . 1 . . 2 . .\n2 . . . . . . . .\n6 . . . 3 . . . .", "*5e", "", "*5w", "*5w")
    assert hurt(match) == [0, 2, 0, 0]


@pytest.mark.rule("EVE-22")
def test_a_push_is_blocked_by_whoever_stands_there_by_then() -> None:
    match = played("1 0 1 . 2 3 . . .", "*5e", "", "", "*5w")  # 1 goes to c1 first, and is in the way of 2
    assert (where(match), hurt(match)) == (["a1", "c1", "d1", "e1"], [0, 1, 1, 0])


@pytest.mark.rule("EVE-22")
def test_one_already_off_the_board_is_not_pushed_again() -> None:
    match = played("1 1 0 . . . . . .\n2 . 2 . . . . . .\n6 . . . . . . . .", "*5w", "*5e", "")
    assert hurt(match) == [1, 1, 0]  # a thrower hit in the same block still throws
    twice = played("1 1 0 . . . . . .\n2 2 . . . . . . .", "*5w", "", "*5n")
    assert hurt(twice) == [0, 2, 0]  # off the board by the first snowball, and hurt by both
    assert twice.position()["left"] == [1]


@pytest.mark.rule("EVE-22", "EVE-15")
def test_a_thrower_off_the_board_before_does_not_throw() -> None:
    match = played("1 1 0 . . . . . .\n2 . . . . . . . .\n6 2 . . . . . . .", "2w", "*5e", "*5e")
    assert phase(match) == "contest"
    roll(match, 5, 1, 1)
    order(match, 0, "snowballs")
    assert hurt(match) == [0, 0, 0]
