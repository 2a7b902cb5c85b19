"""Sailboat Regatta: fleets, entering, sailing and coming about."""

import pytest

from oddboard.games.sailboat_regatta.rules.course import CLASSIC_TEXT
from tests.games.sailboat_regatta.courses import changed
from tests.games.sailboat_regatta.helpers import count, do, finished, free, heading, offered, race, refused, where


@pytest.mark.rule("REG-5")
@pytest.mark.parametrize(("players", "boats"), [(2, 5), (4, 5), (5, 4), (6, 4), (7, 3), (8, 3), (9, 2), (14, 2)])
def test_boats_per_player(players: int, boats: int) -> None:
    match = do(race(players=players), "roll 3 2 2 1")
    assert match.state.fleet == boats
    assert refused(match, {"do": "enter", "boat": boats + 1}) == "REG-5"


@pytest.mark.rule("REG-6")
def test_a_boat_enters_on_top_facing_north() -> None:
    match = do(race("i11: 1.1w\nturn 0 sail 3 2 2 1"), "enter 1")
    assert (where(match, "0.1"), heading(match, "0.1")) == ("i11", "n")
    assert free(match, "0.1")
    assert not free(match, "1.1")


@pytest.mark.rule("REG-6")
def test_any_number_of_boats_may_enter_at_any_time_after_the_roll() -> None:
    match = race()
    assert refused(match, {"do": "enter", "boat": 1}) == "REG-9"
    do(match, "roll 3 2 2 1", "enter 1", "enter 2", "sail 2 3", "enter 3", "done", "enter 4", "about 4 w", "enter 5")
    assert [where(match, f"0.{number}") for number in range(1, 6)] == ["i11", "h9", "i11", "i11", "i11"]


@pytest.mark.rule("REG-6")
def test_a_boat_entered_stays() -> None:
    match = race("h9: 0.1n\nturn 0 sail 3 2 2 1")
    assert refused(match, {"do": "enter", "boat": 1}) == "REG-6"
    assert refused(match, {"do": "enter", "boat": 3}) == "REG-6"  # the lowest number first
    assert "enter 2" in offered(match)


@pytest.mark.rule("REG-7")
def test_only_the_top_boat_is_free() -> None:
    match = race("l8: 0.1n 0.2n 1.1n 0.3n\nl10: 0.4n 1.2n\nturn 0 sail 1 1 1 1")
    assert offered(match) == {"sail 3 1", "enter 5"}
    assert refused(match, {"do": "sail", "boat": 2, "die": 1}) == "REG-7"
    assert refused(match, {"do": "sail", "boat": 4, "die": 1}) == "REG-7"


@pytest.mark.rule("REG-7")
def test_a_boat_uncovered_may_sail_in_the_same_turn() -> None:
    match = race("l8: 0.1n 0.2n\nturn 0 sail 1 1 1 1")
    assert "sail 1 1" not in offered(match)
    assert "sail 1 1" in offered(do(match, "sail 2 1"))


@pytest.mark.rule("REG-7")
def test_a_boat_covered_by_its_own_fleet_may_neither_sail_nor_turn() -> None:
    match = do(race("l8: 0.1n\nk6: 0.2n\nturn 0 sail 1 1 1 1"), "sail 1 1")  # onto boat 2
    assert where(match, "0.1") == where(match, "0.2") == "k6"
    assert "sail 2 1" not in offered(match)
    do(match, "done")
    assert not any(each.startswith("about 2") for each in offered(match))
    assert refused(match, {"do": "about", "boat": 2, "to": "w"}) == "REG-7"


@pytest.mark.rule("REG-8")
def test_the_first_seat_is_drawn_every_one_alike() -> None:
    match = race(players=3)
    match = type(match)(match.game, 3, {})
    assert match.to_move == "chance"
    assert match.legal() == [{"do": "first", "seat": seat, "weight": 1} for seat in range(3)]
    do(match, "first 2", "roll 5 5 5 5", "done", "end")
    assert match.state.turn == 0  # after the last seat the first


@pytest.mark.rule("REG-8")
def test_or_seat_0_begins() -> None:
    match = do(race(), "roll 5 5 5 5")
    assert match.to_move == 0
    assert do(match, "done", "end", "roll 5 5 5 5").to_move == 1


@pytest.mark.rule("REG-9")
def test_a_roll_of_four_dice() -> None:
    rolls = {tuple(each["dice"]): each["weight"] for each in race().legal()}
    assert len(rolls) == 126
    assert sum(rolls.values()) == 6**4
    assert (rolls[0, 0, 0, 0], rolls[5, 0, 0, 0], rolls[3, 3, 2, 2], rolls[4, 3, 3, 1], rolls[5, 4, 3, 2]) == (
        1,
        4,
        6,
        12,
        24,
    )


EXAMPLE = """
. . . . 4 4 4 4 5 5 . .
. . . . 4 4 4 4 5 5 . .
. . 1 1 0 0 5 5 5 5 5 5
. . 1 B 0 0 5 5 B 5 5 5
3 3 2 2 # # # # 1 1 0 0
3 3 2 2 # # # # 1 1 0 0
3 3 3 3 2 2 # # 1 1 0 0
3 3 3 c b 2 # # 1 1 0 a
. . 3 3 4 4 2 2 B 1 0 0
. . 3 3 4 4 2 2 1 1 0 0
. . . . . . 4 4 E 2 . .
. . . . . . 4 4 F 2 . .
a: 0.1n
b: 0.2w
c: 0.3n 0.4n 0.5n 1.1n
turn 0 sail 3 3 2 2
"""


@pytest.mark.rule("REG-10", "REG-11")
def test_two_threes_and_two_twos() -> None:
    """On a null tile they give three or two spaces (not four), on a two tile one or none; then one diagonally."""
    assert offered(race(EXAMPLE)) == {"sail 1 3", "sail 1 2", "sail 2 3", "sail 2 2"}
    ends = {decision: where(do(race(EXAMPLE), decision), "0." + decision[5]) for decision in offered(race(EXAMPLE))}
    assert ends == {"sail 1 3": "k4", "sail 1 2": "k5", "sail 2 3": "c7", "sail 2 2": "d7"}


@pytest.mark.rule("REG-10")
def test_each_die_is_used_once_by_the_same_boat_or_others() -> None:
    match = do(race(EXAMPLE), "sail 1 2", "sail 1 2")
    assert "sail 2 2" not in offered(match)  # both twos are used
    assert refused(match, {"do": "sail", "boat": 2, "die": 2}) == "REG-10"
    assert "sail 2 3" in offered(match)


@pytest.mark.rule("REG-10")
def test_the_distance_is_that_of_the_tile_where_the_sail_starts() -> None:
    match = do(race("l10: 0.1n\nturn 0 sail 3 3 3 3"), "sail 1 3")  # from null, three north
    assert where(match, "0.1") == "k6"
    assert where(do(match, "sail 1 3"), "0.1") == "j2"


@pytest.mark.rule("REG-10")
def test_the_diagonal_may_come_before_within_or_after() -> None:
    # North of i11 stands a buoy two spaces on; with the diagonal first or within, the way is free.
    match = do(race("i11: 0.1n\nturn 0 sail 3 3 3 3"), "sail 1 3")
    assert where(match, "0.1") == "h9"
    # From j12 the pawn is to the west: the diagonal first, then west.
    match = do(race("j12: 0.1w\nturn 0 sail 3 3 3 3"), "sail 1 3")
    assert where(match, "0.1") == "h11"


@pytest.mark.rule("REG-12")
def test_every_space_of_a_sail_must_be_lawful() -> None:
    match = race("i11: 0.1n\nturn 0 sail 4 4 4 4")  # two north and one northwest: the buoy or the island bars it
    assert "sail 1 4" not in offered(match)
    assert refused(match, {"do": "sail", "boat": 1, "die": 4}) == "REG-12"


@pytest.mark.rule("REG-12")
def test_other_boats_are_sailed_over_and_landed_on() -> None:
    match = do(race("l10: 0.1n\nl9: 1.1n\nl8: 1.2n\nk7: 1.3n\nturn 0 sail 2 2 2 2"), "sail 1 2")
    assert where(match, "0.1") == "k7"
    assert free(match, "0.1")
    assert not free(match, "1.3")
    assert free(match, "1.1")


@pytest.mark.rule("REG-13")
def test_whoever_can_sail_must() -> None:
    match = race("l8: 0.1n\nturn 0 sail 1 1 1 1")
    assert refused(match, {"do": "done"}) == "REG-13"
    assert "done" in offered(do(match, "sail 1 1"))


@pytest.mark.rule("REG-13")
def test_also_by_entering_a_boat() -> None:
    match = do(race(), "roll 5 4 3 0")
    assert offered(match) == {"enter 1"}
    assert refused(match, {"do": "done"}) == "REG-13"
    assert offered(do(match, "enter 1")) == {"enter 2", "sail 1 3"}


@pytest.mark.rule("REG-13")
def test_without_a_sail_the_turn_is_skipped() -> None:
    match = do(race("a5: 0.1n\nturn 0 roll"), "roll 5 5 4 4")
    assert offered(match) == {"enter 2", "done"}
    do(match, "enter 2", "done")
    assert offered(match) == {"enter 3", "end"}  # nobody is turned, not even boat 1 that could never sail north
    assert refused(match, {"do": "about", "boat": 1, "to": "e"}) == "REG-13"
    assert do(match, "end").state.turn == 1


@pytest.mark.rule("REG-13")
def test_the_duty_cannot_be_escaped_by_entering() -> None:
    match = race("i11: 0.1w\nturn 0 sail 4 4 4 4")  # boat 1 can sail, one entered on top of it could not
    assert offered(match) == {"sail 1 4"}
    assert refused(match, {"do": "enter", "boat": 2}) == "REG-13"
    assert "enter 2" in offered(do(match, "sail 1 4"))


@pytest.mark.rule("REG-13")
def test_entering_is_free_while_another_boat_can_sail() -> None:
    match = race("i11: 0.1w\nl8: 0.2n\nturn 0 sail 4 4 4 4")
    assert "enter 3" in offered(match)


@pytest.mark.rule("REG-13", "REG-16")
def test_boats_that_have_finished_count_like_any_other() -> None:
    match = race("l8: 0.1n+2*\na5: 0.2n 1.1n\nturn 0 sail 5 5 4 4")
    assert refused(match, {"do": "done"}) == "REG-13"
    do(match, "sail 1 4")
    assert finished(match, "0.1")


@pytest.mark.rule("REG-14")
def test_free_boats_come_about_after_the_sailing_once_each() -> None:
    match = do(race("l8: 0.1n\nk6: 0.2w\nturn 0 sail 1 1 1 0"), "sail 1 0")
    assert refused(match, {"do": "about", "boat": 1, "to": "w"}) == "REG-14"
    do(match, "done", "about 1 w")
    assert heading(match, "0.1") == "w"
    assert not any(each.startswith("about 1") for each in offered(match))
    assert refused(match, {"do": "about", "boat": 1, "to": "n"}) == "REG-14"
    assert {"about 2 n", "about 2 s", "end"} <= offered(match)


@pytest.mark.rule("REG-14")
def test_a_boat_entered_in_this_turn_may_come_about() -> None:
    match = do(race("l8: 0.1n\nturn 0 sail 1 1 1 0"), "sail 1 0", "done", "enter 2")
    assert "about 2 w" in offered(match)


@pytest.mark.rule("REG-14")
def test_a_boat_turns_to_another_direction_in_which_it_could_sail() -> None:
    match = do(race("a6: 0.1n\nl8: 0.2n\nturn 0 sail 1 1 1 0"), "sail 2 0", "done")
    assert refused(match, {"do": "about", "boat": 2, "to": "n"}) == "REG-14"
    refusal = match.why_not({"do": "about", "boat": 2, "to": "n"})
    assert refusal is not None
    assert refusal.message == "Rust's boat 2 faces north already."
    assert refused(match, {"do": "about", "boat": 1, "to": "s"}) == "REG-14"  # out of bounds, whatever is rolled
    assert {each for each in offered(match) if each.startswith("about 1")} == {"about 1 e"}


@pytest.mark.rule("REG-15")
def test_on_the_northwest_corner_of_the_moons_three() -> None:
    """The rulebook's example: it must come about to the east."""
    match = do(race("a5: 0.1n\nl8: 0.2n\nturn 0 sail 3 2 1 0"), "sail 2 0", "done")
    assert {each for each in offered(match) if "about 1" in each or each == "end"} == {"about 1 e"}
    assert refused(match, {"do": "end"}) == "REG-15"
    assert "end" in offered(do(match, "about 1 e"))


@pytest.mark.rule("REG-15")
def test_a_blanketed_boat_has_no_duty() -> None:
    match = do(race("a5: 0.1n 1.1e\nl8: 0.2n\nturn 0 sail 3 2 1 0"), "sail 2 0", "done")
    assert "end" in offered(match)


@pytest.mark.rule("REG-6", "REG-15")
def test_entering_after_done_may_lift_the_duty() -> None:
    course = changed(CLASSIC_TEXT, (8, 10, "2"), (9, 4, "E"))  # from an entry on j5 nobody ever sails west
    match = race("j5: 0.1w\nl8: 0.2n\nturn 0 about sailed", course=course)
    assert "end" not in offered(match)
    assert "end" in offered(do(match, "enter 3"))  # boat 1 is blanketed now


@pytest.mark.rule("REG-16")
def test_boats_may_go_backwards() -> None:
    match = do(race("h11: 0.1e\nturn 0 sail 2 2 2 2"), "sail 1 2")
    assert count(match, "0.1") == -1


@pytest.mark.rule("REG-16")
def test_a_boat_that_has_finished_sails_on() -> None:
    match = do(race("i11: 0.1n+2*\nturn 0 sail 2 2 2 2"), "sail 1 2")
    assert (count(match, "0.1"), where(match, "0.1")) == (3, "h10")
