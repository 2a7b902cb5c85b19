"""Moving, stopping and sharing, Luggants and popping out (YAZ-2, YAZ-4, YAZ-9 to YAZ-25)."""

import pytest

from oddboard.games.yaz.state import NOBODY
from tests.games.yaz.table import bulges_left, has_baton, is_throttled, legal, may, places, play, race, where, why


@pytest.mark.rule("YAZ-2", "YAZ-10")
def test_terrain_closes_hexes_to_some() -> None:
    s = race("""
        .S1  o   #
          .F1  #  .
        .T1  .*  .*
    """)
    assert why(s, "S1 b1") == "YAZ-2"
    assert may(s, "F1 b1")
    assert why(s, "F1 b2") == "YAZ-2"
    assert places(s, "step", piece="T1") == {"a2", "b3"}


@pytest.mark.rule("YAZ-2")
@pytest.mark.parametrize(("name", "allowance"), [("S1", 6), ("F1", 4), ("T1", 3), ("L1", 2)])
def test_allowances(name: str, allowance: int) -> None:
    s = race(f".{name} . . . . . . .* .* .")
    play(s, *(f"{name} {'abcdefghij'[i + 1]}1" for i in range(allowance)))
    assert s.mover == NOBODY, "it has stopped of itself"
    assert where(s, 0, name) == f"{'abcdefghij'[allowance]}1"
    assert why(s, f"{name} {'abcdefghij'[allowance + 1]}1") == "YAZ-9"


@pytest.mark.rule("YAZ-4", "YAZ-10")
def test_friends_foes_and_throttles_are_passed_through_and_one_may_turn_back() -> None:
    s = race(".S1 .F1 .l1/F2 .f1 .* .* .")
    play(s, "S1 b1", "S1 c1", "S1 d1", "S1 e1", "S1 d1", "S1 e1")
    assert where(s, 0, "S1") == "e1"


@pytest.mark.rule("YAZ-9")
def test_every_piece_moves_once_and_one_after_the_other() -> None:
    s = race(".S1 . . .F1 . .* .*")
    play(s, "S1 b1")
    assert why(s, "F1 e1") == "YAZ-9"
    play(s, "stop")
    assert why(s, "S1 c1") == "YAZ-9"
    play(s, "F1 e1", "stop", "end")
    assert s.turn == 1


@pytest.mark.rule("YAZ-9", "YAZ-14")
def test_moving_nobody_is_allowed() -> None:
    s = race(".S1 . .s1 .* .*")
    play(s, "end", "end")
    assert (s.turn, s.turn_number) == (0, 3)


@pytest.mark.rule("YAZ-11", "YAZ-12")
def test_nobody_stops_on_a_friend_that_has_moved() -> None:
    s = race(".S1 . .F1 . .* .*")
    play(s, "F1 d1", "F1 c1", "stop", "S1 b1", "S1 c1")
    assert why(s, "stop") == "YAZ-12"
    play(s, "S1 d1", "stop")


@pytest.mark.rule("YAZ-12", "YAZ-14")
def test_two_friends_swap_places() -> None:
    s = race(".S1 .F1 .* .*")
    play(s, "S1 b1", "stop")
    assert why(s, "end") == "YAZ-12"
    assert {each["do"] for each in legal(s)} == {"step"}
    play(s, "F1 a1", "stop", "end")


@pytest.mark.rule("YAZ-12")
def test_a_friend_that_could_not_get_away_is_not_stopped_on() -> None:
    s = race(".S1 .s1 .s2 .s3 .s4 .s5 .F1\n #* #* # # # # #")
    play(s, "S1 b1", "S1 c1", "S1 d1")
    assert not may(s, "S1 e1"), "there would be no way back to a1, and F1 has no hex to make room in"
    s = race(".S1 .s1 .s2 .s3 .s4 .s5 .F1 .\n #* #* # # # # # #")
    play(s, "S1 b1", "S1 c1", "S1 d1", "S1 e1", "S1 f1", "S1 g1", "F1 h1")


@pytest.mark.rule("YAZ-12")
def test_a_chain_of_friends_each_stopping_on_the_next() -> None:
    s = race(".L1 . .L2 . .L3 . . .* .*")
    play(s, "L1 b1", "L1 c1")
    assert s.next != NOBODY
    play(s, "L2 d1", "L2 e1")
    assert why(s, "L2 d1") == "YAZ-12"
    play(s, "L3 f1", "stop", "end")
    assert [where(s, 0, name) for name in ("L1", "L2", "L3")] == ["c1", "e1", "f1"]


@pytest.mark.rule("YAZ-13")
def test_a_runner_does_not_stop_on_a_foe() -> None:
    s = race(".S1 .l1 . .* .*")
    play(s, "S1 b1")
    assert why(s, "stop") == "YAZ-13"
    s = race(".T1 . . .s1 . .* .*")
    play(s, "T1 b1", "T1 c1")
    assert why(s, "T1 d1") == "YAZ-13", "with its third step it could not get through"


@pytest.mark.rule("YAZ-15", "YAZ-18")
def test_a_throttled_piece_cannot_move_until_its_throttler_leaves() -> None:
    s = race(".L1 .s1 . .* .*")
    play(s, "L1 b1", "stop", "end")
    assert is_throttled(s, 1, "S1")
    assert why(s, "S1 c1") == "YAZ-15"
    play(s, "end", "L1 a1", "stop", "end", "S1 c1")


@pytest.mark.rule("YAZ-16", "YAZ-13")
def test_no_throttle_on_a_first_turn() -> None:
    s = race(".L1 .s1 . .* .*\nturn 0 1")
    play(s, "L1 b1")
    assert why(s, "stop") == "YAZ-16"
    assert may(s, "L1 c1")


@pytest.mark.rule("YAZ-17")
def test_one_throttler_is_enough() -> None:
    s = race(".L1 .L2/s1 . .* .*")
    play(s, "L1 b1")
    assert why(s, "stop") == "YAZ-17"


@pytest.mark.rule("YAZ-19", "YAZ-21")
def test_throttling_the_throttler_pops_the_friend_out() -> None:
    s = race("""
        .L1 .l1/S1 .
          .  .   #
        .  .*  .*
    """)
    play(s, "L1 b1", "stop")
    assert is_throttled(s, 1, "L1")
    assert places(s, "pop") == {"a1", "c1", "a2", "b2"}
    assert why(s, "end") == "YAZ-21"
    play(s, "pop S1 c1", "S1 b1", "S1 a1", "stop", "end")


@pytest.mark.rule("YAZ-20")
def test_what_is_throttled_neither_gives_nor_takes_the_baton() -> None:
    s = race(".l1/S1! .F1 .* .*")
    assert why(s, "pass F1") == "YAZ-20"
    s = race(".S1! .l1/F1 .* .*")
    assert why(s, "pass F1") == "YAZ-20"


@pytest.mark.rule("YAZ-21")
def test_filling_the_neighbours_gains_a_hex() -> None:
    """The rulebook's tip: with every adjacent hex occupied a piece pops out two hexes far."""
    s = race("# # # # #\n # . .l1/S1 # .\n# # # # #L1\n #* #* # # #")
    play(s, "L1 d2", "L1 c2")
    assert places(s, "pop") == {"b2"}
    s = race("# # # # #\n # .F1 .l1/S1 # .\n# # # # #L1\n #* #* # # #")
    play(s, "L1 d2", "L1 c2")
    assert places(s, "pop") == {"e2"}, "over the mire, which a Skadingle could not have crossed"


@pytest.mark.rule("YAZ-18", "YAZ-19", "YAZ-21")
def test_a_skadingle_throttled_in_a_dead_end_leaves_it_the_other_way() -> None:
    """The rulebook's tip over two turns: the only way out is filled, and the piece hops over the mire."""
    s = race("""
        # # # # #
          # .F1 .S1 # .
        # # #l1 # #L1
          #* #* # # #
        turn 1 2
    """)
    play(s, "L1 c2", "stop", "end")
    assert is_throttled(s, 0, "S1")
    assert not may(s, "S1 b2"), "it cannot leave by itself"
    play(s, "L1 d2", "L1 c2")
    assert places(s, "pop") == {"e2"}, "b2, the way it came, is filled, so it goes two hexes"
    play(s, "pop S1 e2")
    assert where(s, 0, "S1") == "e2"


@pytest.mark.rule("YAZ-22")
def test_popped_onto_somebody_a_piece_moves_on_at_once() -> None:
    s = race("# # # # #\n # .F1 .l1/S1 # .\n. .* .* # #L1")
    play(s, "L1 d2", "L1 c2", "pop S1 b2")
    assert {each["do"] for each in legal(s)} == {"step"}
    assert why(s, "stop") == "YAZ-22", "not even on a friend that has not moved"
    play(s, "S1 b3", "stop")


@pytest.mark.rule("YAZ-22", "YAZ-24")
def test_a_popped_out_luggant_throttles_and_pops_the_next() -> None:
    s = race("""
        .L1  .l1/L2  .l2/S1  .
          .s1  .f1  .t1  #
        .*  .*
    """)
    play(s, "L1 b1", "stop", "pop L2 c1", "stop")
    assert is_throttled(s, 1, "L2")
    assert not is_throttled(s, 0, "S1")
    play(s, "pop S1 d1", "S1 c1", "S1 b1", "S1 a1", "stop")
    assert may(s, "L2 b1"), "throttling where it landed was not its move"


@pytest.mark.rule("YAZ-23")
def test_popping_out_costs_no_movement_but_who_has_moved_stays() -> None:
    s = race(".L1 .l1/T1 . . . . .* .*")
    play(s, "L1 b1", "stop", "pop T1 c1", "T1 d1", "T1 e1", "T1 f1")
    assert where(s, 0, "T1") == "f1"


@pytest.mark.rule("YAZ-23")
def test_who_has_moved_pops_out_to_free_hexes_only() -> None:
    s = race(".L1 .l1/T1 .s1 . .* .*")
    s.moved |= 1 << 10
    play(s, "L1 b1", "stop")
    assert places(s, "pop") == {"a1"}
    play(s, "pop T1 a1")
    assert why(s, "T1 b1") == "YAZ-9"


@pytest.mark.rule("YAZ-24")
def test_a_throttle_that_pops_somebody_out_to_nowhere_is_not_legal() -> None:
    s = race("#L1 #l1/S1 # # .* .*")
    play(s, "L1 b1")
    assert why(s, "stop") == "YAZ-24"


@pytest.mark.rule("YAZ-25")
def test_popping_out_onto_a_bulge_with_the_baton_breaks_it() -> None:
    s = race(".L1 .l1/S1! .* .* .*")
    play(s, "L1 b1", "stop", "pop S1 c1")
    assert bulges_left(s, 0) == 2
    assert has_baton(s, 0, "S1")


@pytest.mark.rule("YAZ-21", "YAZ-33")
def test_a_barred_hex_still_counts_as_free() -> None:
    s = race("#L1 #l1/S1! .< . #x #x")
    play(s, "L1 b1")
    assert why(s, "stop") == "YAZ-24", "c1 is free, so d1 is too far; and c1 is barred"
    s = race("#L1 #l1/S1! .< . #x #x")
    play(s, "announce", "L1 b1", "stop", "pop S1 c1")
    assert s.last_turn
