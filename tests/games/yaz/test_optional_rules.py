"""Lugging and dropping (YAZ-39a to YAZ-44)."""

import pytest

from oddboard.games.yaz.state import NOBODY
from tests.games.yaz.table import (
    RULES,
    bulges_left,
    has_baton,
    is_throttled,
    legal,
    may,
    places,
    play,
    race,
    where,
    why,
)


@pytest.mark.rule("YAZ-39a")
def test_a_luggant_carries_a_runner_over_any_terrain() -> None:
    s = race(".L1+S1! # # . .* .*", lugging=1)
    play(s, "L1 b1", "L1 c1", "end")
    assert where(s, 0, "S1") == "c1"
    assert why(race(".S1 .L1 .* .*"), "pick S1") == "YAZ-39a"


@pytest.mark.rule("YAZ-39a", "YAZ-13")
def test_it_cannot_throttle_while_it_carries() -> None:
    s = race(".L1+S1 .t1 . .* .*", lugging=1)
    play(s, "L1 b1")
    assert why(s, "stop") == "YAZ-39a"


@pytest.mark.rule("YAZ-39b", "YAZ-39c")
def test_a_runner_boards_and_has_moved() -> None:
    s = race(".S1 . .L1 . . .* .*", lugging=1)
    play(s, "S1 b1", "S1 c1")
    assert may(s, "stop"), "it may as well stop on the Luggant, which must then move"
    play(s, "board L1", "L1 d1", "L1 e1")
    assert where(s, 0, "S1") == "e1"
    assert why(s, "S1 d1") == "YAZ-9"


@pytest.mark.rule("YAZ-39b")
def test_a_luggant_picks_a_friend_up_off_another() -> None:
    s = race(".L1 .L2+S1 . . .* .*", lugging=1)
    play(s, "L1 b1", "pick S1")
    assert why(s, "stop") == "YAZ-39c"
    play(s, "L1 c1")
    assert where(s, 0, "S1") == "c1"
    assert s.cargo[0, 1] == NOBODY


@pytest.mark.rule("YAZ-39b")
def test_who_shares_is_picked_up_by_the_friend_that_must_move() -> None:
    s = race(".S1 .L1 . . .* .*", lugging=1)
    play(s, "S1 b1", "stop", "pick S1", "L1 c1", "stop")
    assert where(s, 0, "S1") == "c1"


@pytest.mark.rule("YAZ-39c", "YAZ-11")
def test_who_has_not_moved_leaves_after_the_ride_with_its_full_move() -> None:
    s = race(".L1+T1 . . . . . .* .*", lugging=1)
    play(s, "L1 b1", "L1 c1", "T1 d1", "T1 e1", "T1 f1", "end")
    assert where(s, 0, "T1") == "f1"


@pytest.mark.rule("YAZ-39c")
def test_setting_down_needs_open_ground_and_movement() -> None:
    s = race(".L1+S1 # . .* .*", lugging=1)
    play(s, "L1 b1")
    assert why(s, "set_down") == "YAZ-2"
    s = race(".L1+S1 . . .* .*", lugging=1)
    play(s, "L1 b1", "set_down", "L1 c1", "S1 a1", "stop")


@pytest.mark.rule("YAZ-39d")
def test_the_passenger_of_a_throttled_luggant_lands_nearby() -> None:
    s = race(".L1 .l1+s1 #t1 . .* .*", lugging=1)
    play(s, "L1 b1", "stop")
    assert RULES.to_move(s) == 1
    assert places(s, "pop") == {"a1"}
    play(s, "pop S1 a1")
    assert (s.turn, is_throttled(s, 1, "L1")) == (0, True)
    s = race("#L1 #l1+s1 #t1 # . .* .*", lugging=1)
    play(s, "L1 b1", "stop")
    assert places(s, "pop") == {"e1"}, "the nearest hex open to it is three away"


@pytest.mark.rule("YAZ-39d")
def test_no_throttle_if_the_passenger_has_nowhere_to_land() -> None:
    s = race("#L1 #l1+s1 #t1 # #* #*", lugging=1)
    play(s, "L1 b1")
    assert why(s, "stop") == "YAZ-24"


@pytest.mark.rule("YAZ-39e", "YAZ-25")
def test_a_carried_baton_breaks_bulges_where_the_passenger_could_go() -> None:
    s = race(".L1+S1! .* #* .* .", lugging=1)
    play(s, "L1 b1")
    assert bulges_left(s, 0) == 2
    play(s, "L1 c1")
    assert bulges_left(s, 0) == 2, "a Skadingle may not enter mire"


@pytest.mark.rule("YAZ-40")
def test_the_baton_is_put_down_beside_its_carrier() -> None:
    s = race(".S1! #* .l1 .*", dropping=1)
    assert places(s, "drop") == {"b1"}
    play(s, "drop b1")
    assert bulges_left(s, 0) == 2, "it breaks nothing"
    assert why(race(".l1/S1! . .* .*", dropping=1), "drop b1") == "YAZ-40"


@pytest.mark.rule("YAZ-41", "YAZ-25")
def test_a_friend_takes_it_on_entering_and_breaks_the_bulge() -> None:
    s = race(".S1! .* .* .*", dropping=1)
    play(s, "drop b1", "S1 b1")
    assert has_baton(s, 0, "S1")
    assert bulges_left(s, 0) == 2


@pytest.mark.rule("YAZ-41")
def test_an_enemy_luggant_steals_what_was_put_down() -> None:
    text = ".L1 .s1 . .* .*\nbaton 1 a1 dropped"
    s = race(text, dropping=1)
    play(s, "grab", "L1 b1", "stop")
    assert s.thief[1] == 15
    assert is_throttled(s, 1, "S1"), "it may throttle with it"
    s = race(".L1 .* .* .s1", dropping=1)
    play(s, "L1 b1", "L1 c1")
    assert s.thief[1] == NOBODY
    assert s.mover == NOBODY, "a baton still where it was placed cannot be stolen"


@pytest.mark.rule("YAZ-42", "YAZ-43")
def test_a_runner_rescues_the_baton_and_is_throttled() -> None:
    s = race(".S1 .l1$ .F1 .* .*", dropping=1)
    play(s, "S1 b1", "stop")
    assert places(s, "pop_baton") == {"a1", "c1"}
    assert why(s, "pop_baton d1") == "YAZ-42", "not beside the thief"
    play(s, "pop_baton c1")
    assert has_baton(s, 0, "F1")
    assert is_throttled(s, 0, "S1")
    play(s, "F1 d1", "stop")
    assert bulges_left(s, 0) == 1


@pytest.mark.rule("YAZ-42", "YAZ-43")
def test_a_luggant_rescues_and_throttles() -> None:
    s = race(".L1 .l1$ . .* .*", dropping=1)
    play(s, "L1 b1", "stop", "pop_baton c1")
    assert is_throttled(s, 1, "L1")
    assert s.baton_at[0] == 2
    assert s.taken[0]


@pytest.mark.rule("YAZ-43")
def test_no_rescue_by_a_runner_where_the_thief_holds_a_friend() -> None:
    s = race(".S1 .l1$/F1 . .* .*", dropping=1)
    play(s, "S1 b1")
    assert why(s, "stop") == "YAZ-43"
    s = race(".L1 .l1$/F1 . .* .*", dropping=1)
    play(s, "L1 b1", "stop", "pop_baton c1", "pop F1 c1")
    assert has_baton(s, 0, "F1"), "a baton pops before a piece"


@pytest.mark.rule("YAZ-44")
def test_a_thief_that_picks_somebody_up_loses_the_baton() -> None:
    s = race(".L1$ .S1 . .s1 .* .*", dropping=1, lugging=1)
    play(s, "L1 b1", "pick S1")
    assert RULES.to_move(s) == 1
    play(s, "pop_baton c1", "L1 c1")
    assert s.baton_at[1] == 2


@pytest.mark.rule("YAZ-44")
def test_a_thief_that_is_boarded_loses_the_baton() -> None:
    s = race(".S1 .L1$ .s1 .* .*", dropping=1, lugging=1)
    play(s, "S1 b1", "board L1")
    assert RULES.to_move(s) == 1
    play(s, "pop_baton c1")
    assert has_baton(s, 1, "S1"), "onto an occupied hex too"


@pytest.mark.rule("YAZ-44")
def test_a_loaded_luggant_that_takes_a_baton_sets_down_and_moves_on() -> None:
    s = race(".L1+S1 . . . .* .*\nbaton 1 b1 dropped", dropping=1, lugging=1)
    play(s, "L1 b1", "grab")
    assert {each["do"] for each in legal(s)} == {"step"}
    play(s, "L1 c1")
    assert (where(s, 0, "S1"), where(s, 0, "L1")) == ("b1", "c1")


@pytest.mark.rule("YAZ-44")
def test_with_no_movement_left_the_passenger_must_go_or_the_baton_does() -> None:
    s = race(".L1+S1 . . . .* .*\nbaton 1 c1 dropped", dropping=1, lugging=1)
    play(s, "L1 b1", "L1 c1", "grab")
    assert {(each["do"], each["piece"]) for each in legal(s)} == {("step", "S1")}
    play(s, "S1 d1", "stop", "end")
    s = race("#L1+S1 # # #* #* .\nbaton 1 c1 dropped", dropping=1, lugging=1)
    play(s, "L1 b1", "L1 c1", "grab")
    assert RULES.to_move(s) == 1, "a Skadingle cannot get off in the mire"
    play(s, "pop_baton d1")
    assert s.cargo[0, 0] == 0
