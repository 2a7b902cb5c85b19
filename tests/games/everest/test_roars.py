"""Roars: EVE-23 to EVE-27."""

import pytest

from tests.games.everest.table import hurt, order, orders, phase, played, roll, rolling, where

NULL, ACE = 0, 1
BLOCK = "1 . . 0 1 . . . .\n2 . . 3 2 . . . ."  # four in a square


@pytest.mark.rule("EVE-23")
def test_it_strikes_in_its_direction_for_certain() -> None:
    match = played("1 0 1 . . . . . .", "0e", "")
    assert (phase(match), rolling(match)) == ("table", 1)


@pytest.mark.rule("EVE-23")
def test_others_beside_it_are_struck_only_if_they_roll_null() -> None:
    for face, after in ((NULL, "table"), (ACE, "heal"), (5, "heal")):
        match = played("1 0 1 . . . . . .", "0s", "")
        assert (phase(match), rolling(match)) == ("check", 1)
        roll(match, face)
        assert phase(match) == after


@pytest.mark.rule("EVE-23")
def test_height_does_not_matter_and_distance_does() -> None:
    assert phase(played("2 . . . 0 . . . .\n3 - . . 1 . . . -", "0s", "")) == "table"
    assert phase(played("1 0 . 1 . . . . .", "0e", "")) == "heal"


@pytest.mark.rule("EVE-23")
def test_checks_go_by_the_roarers_seat_and_then_the_neighbours() -> None:
    match = played("2 . . . 2 . . . .\n1 . . 1 0 3 . . .", "0n", "0n", "", "")
    rolls = []
    while phase(match) == "check":
        rolls.append(rolling(match))
        roll(match, 5)
    assert rolls == [1, 2, 3, 0]


@pytest.mark.rule("EVE-23")
def test_each_roar_has_its_own_check() -> None:
    match = played("1 . 0 2 1 . . . .", "0w", "0e", "")
    roll(match, NULL)
    assert (phase(match), rolling(match)) == ("check", 2)  # struck already, and checks again
    roll(match, NULL)
    assert match.position()["roars"]["struck_by"][2] == [0, 1]


@pytest.mark.rule("EVE-24")
def test_two_to_five_runs_straight_away() -> None:
    match = played("1 0 1 . . . . . .", "0e", "")
    roll(match, 3)
    assert where(match) == ["a1", "e1"]


@pytest.mark.rule("EVE-24", "EVE-14")
def test_a_run_is_a_move_and_pushes_and_falls() -> None:
    match = played("1 0 1 . 2 . . . .", "0e", "", "")
    roll(match, 4)
    assert where(match) == ["a1", "d1", "e1"]
    match = played("3 - . . 1 . . . -\n4 - . . 0 . . . -", "0n", "")
    roll(match, 2)
    assert (where(match)[1], hurt(match)[1]) == ("d1", 2)


@pytest.mark.rule("EVE-24")
def test_null_stands_and_shivers() -> None:
    match = played("1 0 1 . . . . . .", "0e", "")
    roll(match, NULL)
    assert (where(match), phase(match)) == (["a1", "b1"], "heal")


@pytest.mark.rule("EVE-24")
def test_ace_roars_back_and_the_first_roarer_rolls() -> None:
    match = played("1 . 0 1 . . . . .", "0e", "")
    roll(match, ACE)
    assert (phase(match), rolling(match)) == ("table", 0)
    roll(match, 2)
    assert match.position()["left"] == [0]  # it ran west, over a1


@pytest.mark.rule("EVE-24")
def test_an_ace_of_the_first_roarer_counts_as_null() -> None:
    match = played("1 . 0 1 . . . . .", "0e", "")
    roll(match, ACE, ACE)
    assert (where(match), phase(match)) == (["b1", "c1"], "heal")


@pytest.mark.rule("EVE-24")
def test_others_beside_the_one_that_roars_back_check() -> None:
    match = played("1 . 0 1 2 . . . .", "0e", "", "")
    roll(match, ACE)
    assert (phase(match), rolling(match)) == ("check", 2)
    roll(match, NULL)
    assert rolling(match) == 0
    roll(match, NULL)
    assert rolling(match) == 2
    roll(match, 3)
    assert where(match) == ["b1", "c1", "g1"]


@pytest.mark.rule("EVE-24")
def test_one_struck_by_several_roars_back_at_all_of_them() -> None:
    match = played("1 . 0 2 1 . . . .", "0e", "0w", "")
    roll(match, ACE)
    assert match.position()["roars"]["struck_by"] == [[2], [2], []]


@pytest.mark.rule("EVE-25")
def test_all_struck_are_found_before_any_rolls() -> None:
    match = played("1 0 1 . . . . . .", "0e", "0w")
    assert match.position()["roars"]["struck_by"] == [[1], [0]]
    roll(match, 5)
    assert where(match)[0] == "a1"  # it has rolled to run, and has not run yet
    roll(match, NULL)
    assert match.position()["left"] == [0]


@pytest.mark.rule("EVE-25")
def test_one_that_is_going_to_run_is_not_struck_again() -> None:
    match = played("1 . . 0 1 . . . .", "0e", "0w")
    roll(match, 2, ACE)  # 1 roars back at 0, which runs
    assert (where(match), phase(match)) == (["a1", "d1"], "heal")


@pytest.mark.rule("EVE-25")
def test_a_coin_roarer_that_has_rolled_rolls_again_if_roared_back_at() -> None:
    match = played("1 . . 0 1 . . . .", "0e", "0w")
    roll(match, NULL, ACE)
    assert (phase(match), rolling(match)) == ("table", 0)
    roll(match, ACE)  # counts as null
    assert phase(match) == "heal"


@pytest.mark.rule("EVE-25")
def test_an_ace_of_a_coin_roarer_struck_by_a_coin_is_a_real_one() -> None:
    match = played("1 . . 0 1 . . . .", "0e", "0w")
    roll(match, ACE, ACE)  # both roar back at each other
    assert match.position()["roars"]["roared_back_at"] == [0, 1]
    roll(match, ACE, ACE)
    assert phase(match) == "heal"


@pytest.mark.rule("EVE-25")
def test_one_that_has_rolled_is_not_struck_again_and_does_not_check() -> None:
    match = played(BLOCK, "0e", "", "", "")
    assert (phase(match), rolling(match)) == ("check", 3)
    roll(match, NULL)  # 3 is struck
    roll(match, ACE, NULL)  # 1 roars back, 3 shivers
    assert (phase(match), rolling(match)) == ("check", 2)
    roll(match, NULL)
    roll(match, NULL, ACE)  # 0 shivers, 2 roars back at 1, which has rolled; so has 3 beside it
    assert phase(match) == "heal"


@pytest.mark.rule("EVE-25")
def test_a_check_may_strike_a_coin_roarer_that_has_not_rolled() -> None:
    match = played("1 . 0 1 2 . . . .", "0e", "", "0n")
    assert rolling(match) == 1  # beside 2
    roll(match, 5)
    roll(match, ACE)  # 1 roars back at 0 alone; 2 checks
    assert (phase(match), rolling(match)) == ("check", 2)
    roll(match, NULL)
    roll(match, NULL)  # 0 shivers
    assert rolling(match) == 2
    roll(match, ACE)  # struck by a check, not roared back at: a real ace
    assert phase(match) == "heal"  # 1 has rolled, and its own coin was none of these roars


@pytest.mark.rule("EVE-25")
def test_a_later_group_of_the_beat_starts_afresh() -> None:
    match = played("1 0 1 2 . . . . .\n6 . . . . . . . 3", "0e", "", "0w", "1w")
    roll(match, 0, 0, 0, 5)
    order(match, 0, 3, 2)
    roll(match, NULL)
    assert where(match)[3] == "g6"
    assert (phase(match), rolling(match)) == ("table", 1)


@pytest.mark.rule("EVE-26")
def test_struck_by_two_it_chooses_from_whom_it_runs() -> None:
    for roarer, end in ((0, "c4"), (1, "c1")):
        match = played("2 . . 0 . . . . .\n3 - . 2 . . . . -\n4 - . 1 . . . . -", "0s", "0n", "")
        roll(match, 3)
        assert match.to_move == 2
        assert match.legal() == [{"do": "flee", "from": 0}, {"do": "flee", "from": 1}]
        match.play({"do": "flee", "from": roarer})
        assert where(match)[2] == end


@pytest.mark.rule("EVE-26")
def test_struck_by_one_nothing_is_chosen() -> None:
    match = played("1 . 0 2 1 . . . .", "0e", "0e", "")
    roll(match, 5)  # the check against 1
    roll(match, 2)
    assert phase(match) == "heal"


@pytest.mark.rule("EVE-27")
def test_runs_may_be_in_conflict() -> None:
    match = played("1 0 1 . . . . 2 3", "0e", "", "", "0w")
    roll(match, 2, 3)
    assert (phase(match), match.position()["contest"]["about"]) == ("contest", "runs")
    roll(match, 0, 0, 0, 5)
    assert match.to_move == 3
    assert orders(match) == [[1, 2], [2, 1]]
    order(match, 1, 2)
    assert where(match) == ["a1", "d1", "e1", "h1"]  # the other way round 1 would be on c1 and 2 on d1


@pytest.mark.rule("EVE-27", "EVE-10")
def test_runs_that_end_alike_in_both_orders_are_not() -> None:
    match = played("1 0 1 . . . . 2 3", "0e", "", "", "0w")
    roll(match, 3, 3)
    assert (where(match), phase(match)) == (["a1", "d1", "e1", "h1"], "heal")


@pytest.mark.rule("EVE-27")
def test_a_runner_pushed_before_its_turn_runs_from_where_it_is_in_the_same_direction() -> None:
    match = played("1 0 1 . 2 3 . . .", "0e", "", "", "0w")
    roll(match, 4, 3)  # 1 pushes 2 against 3, and 2 then runs west all the same
    roll(match, 5, 0, 0, 0)
    order(match, 1, 2)
    assert where(match) == ["a1", "b1", "c1", "e1"]


@pytest.mark.rule("EVE-27")
def test_one_pushed_off_the_board_does_not_run() -> None:
    match = played("1 . 3 2 . . . . .\n2 . . 1 . . . . .\n3 - . 0 . . . . -", "0n", "", "", "0e")
    roll(match, 2, 3)
    roll(match, 5, 0, 0, 0)
    order(match, 1, 2)
    assert match.position()["left"] == [1, 2]
    match = played("1 . 3 2 . . . . .\n2 . . 1 . . . . .\n3 - . 0 . . . . -", "0n", "", "", "0e")
    roll(match, 2, 3)
    roll(match, 5, 0, 0, 0)
    order(match, 2, 1)
    assert match.position()["left"] == [1]
    assert where(match)[2] == "f1"


@pytest.mark.rule("EVE-27")
def test_afterwards_those_that_ran_do_their_own_actions() -> None:
    match = played("1 0 1 . . . . . .", "0e", "1w")
    roll(match, 5, 0)
    order(match, 0, 1)
    roll(match, 3)
    assert where(match) == ["a1", "d1"]  # ran to e1, then moved west
