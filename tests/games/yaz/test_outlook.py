"""What the outlook must see: a finish, the whole tour, who can take the baton up, and danger only where one stops."""

import numpy as np
import pytest

from oddboard.games.yaz.state import State
from tests.games.yaz.table import RULES, WORK, play, race


def hopes(s: State) -> float:
    """The outlook of the side that begins."""
    out = np.zeros(2)
    RULES.outlook(s, WORK, out)
    assert out.sum() == pytest.approx(1)
    return float(out[0])


def test_a_finish_of_the_setting_player_is_nearly_a_win() -> None:
    s = race(".S1! .< .x .x .f1 . .> .> .s1!")
    before = hopes(s)
    announced = hopes(play(s, "announce"))
    assert before < announced < hopes(play(s, "S1 b1"))
    assert hopes(s) > 0.8


def test_in_the_last_turn_nobody_may_move_more_than_the_finisher() -> None:
    s = race(".S1! .< .x .x .f1 .s1! . .> .s2")
    play(s, "announce", "S1 b1", "F1 d1", "stop")
    hopeful = hopes(s)
    assert hopes(play(s, "S2 h1")) > hopeful


def test_breaking_a_near_bulge_helps_though_the_next_is_far() -> None:
    s = race(".S1! .< " + ". " * 12 + ".< .x .s1! .>")
    before = hopes(s)
    assert hopes(play(s, "S1 b1")) > before


def test_a_baton_in_the_mire_waits_for_who_can_go_there() -> None:
    far = race("#< # # # #T1 .S1 . .x .s1! .>\nbaton 0 a1")
    near = race("#< #T1 # # # .S1 . .x .s1! .>\nbaton 0 a1")
    runner = race("#< .S1 # # #T1 . . .x .s1! .>\nbaton 0 a1")
    assert hopes(near) > hopes(far)
    assert hopes(near) > hopes(runner)


def test_a_carrier_is_in_danger_where_it_stops_not_where_it_goes_through() -> None:
    s = race(".S1! . . . . . . .< .x .x .s1! .>\n. .l1 . . . . . . . . . .")
    play(s, "S1 b1")
    on_its_way = hopes(s)
    assert hopes(play(s, "stop")) < on_its_way


def test_a_throttled_carrier_hopes_for_a_luggant_near_it() -> None:
    near = race(".l1/S1! .< . .L1 . . . .x .x .s1! .>")
    far = race(".l1/S1! .< . . . . .L1 .x .x .s1! .>")
    nobody = race(".l1/S1! .< . . . . . .x .x .s1! .>")
    assert hopes(near) > hopes(far) > hopes(nobody)
