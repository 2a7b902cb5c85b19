"""The baton, bulges and the finish (YAZ-26 to YAZ-38, YAZ-45)."""

import numpy as np
import pytest

from oddboard.games.yaz.state import BULGES_DECIDE, DRAWN, ENDED, NOBODY, NOBODY_WINS, RACING
from tests.games.yaz.table import (
    RULES,
    YAZ,
    State,
    bulges_left,
    has_baton,
    is_throttled,
    legal,
    may,
    play,
    race,
    where,
    why,
)


@pytest.mark.rule("YAZ-26")
def test_luggants_carry_no_baton() -> None:
    s = race(".S1! .L1 .* .*")
    assert why(s, "pass L1") == "YAZ-26"
    s = race(".L1 .* .*")
    play(s, "L1 b1", "stop")
    assert s.carrier[0] == NOBODY
    assert bulges_left(s, 0) == 2


@pytest.mark.rule("YAZ-27", "YAZ-31")
def test_the_baton_is_taken_in_passing_and_its_bulge_broken() -> None:
    s = race(".S1 .* . .* .*")
    play(s, "S1 b1", "S1 c1", "stop")
    assert has_baton(s, 0, "S1")
    assert bulges_left(s, 0) == 2
    assert bulges_left(s, 1) == 3


@pytest.mark.rule("YAZ-31")
def test_a_step_names_the_bulge_it_breaks_alone_and_among_all() -> None:
    s = race(".S1! .* . .* .*")
    code = YAZ.code(s, {"do": "step", "piece": "S1", "hex": "b1"})
    alone = YAZ.choice(s, code)
    assert len(alone["hits"]) == 1
    assert alone in YAZ.choices(s)


@pytest.mark.rule("YAZ-28")
def test_it_is_never_dropped() -> None:
    s = race(".S1! . .* .*")
    assert why(s, "drop b1") == "YAZ-28"


@pytest.mark.rule("YAZ-29")
def test_passes_between_and_in_the_middle_of_moves() -> None:
    s = race(".S1! . .F1 . .T1 .* .*")
    assert why(s, "pass F1") == "YAZ-29"
    play(s, "S1 b1", "pass F1", "S1 a1", "stop", "F1 d1", "pass T1")
    assert has_baton(s, 0, "T1")


@pytest.mark.rule("YAZ-29")
def test_not_to_a_friend_in_the_same_hex() -> None:
    s = race(".S1! .F1 . .* .*")
    play(s, "S1 b1")
    assert why(s, "pass F1") == "YAZ-29"


@pytest.mark.rule("YAZ-29")
def test_a_chain_of_runners_covers_much_ground() -> None:
    """The rulebook's tip: use most of a runner's move, then pass to one that has not moved."""
    row = ".S1! . . . . . . .F1 . . .* .T1 . . .* .*"
    s = race(row)
    play(s, *(f"S1 {column}1" for column in "bcdefg"), "pass F1", "F1 i1", "F1 j1", "F1 k1", "stop", "pass T1")
    play(s, "T1 m1", "T1 n1", "T1 o1")
    assert bulges_left(s, 0) == 1
    assert where(s, 0, "T1") == "o1"


@pytest.mark.rule("YAZ-30")
def test_nobody_is_given_the_baton_twice_without_a_step_between() -> None:
    s = race(".S1! .F1 . .T1 .* .*")
    play(s, "pass F1", "pass S1")
    assert why(s, "pass F1") == "YAZ-30"
    play(s, "T1 c1", "pass F1")
    assert has_baton(s, 0, "F1")


@pytest.mark.rule("YAZ-31")
def test_being_handed_the_baton_on_a_bulge_breaks_nothing() -> None:
    s = race(".S1! .*F1 . .* .*")
    play(s, "pass F1")
    assert bulges_left(s, 0) == 3
    play(s, "F1 c1", "F1 b1", "stop")
    assert bulges_left(s, 0) == 2


@pytest.mark.rule("YAZ-31")
def test_a_bulge_under_a_foe_is_broken_by_moving_through() -> None:
    s = race(".T1! .*l1 . .* .*")
    play(s, "T1 b1")
    assert bulges_left(s, 0) == 2
    assert why(s, "stop") == "YAZ-13"


LAST = ".S1! .< .x .x .t1"


@pytest.mark.rule("YAZ-32", "YAZ-33")
def test_the_last_bulge_must_be_announced() -> None:
    s = race(LAST)
    assert why(s, "S1 b1") == "YAZ-33"
    play(s, "announce", "S1 b1")
    assert s.last_turn
    assert s.turn == 1


@pytest.mark.rule("YAZ-32")
def test_only_the_first_decision_announces() -> None:
    s = race(".S1! . .* .* .F1 .")
    play(s, "F1 f1", "stop")
    assert why(s, "announce") == "YAZ-32"
    assert why(race(LAST, announce=0), "announce") == "YAZ-32"
    assert may(race(LAST, announce=0), "S1 b1")


@pytest.mark.rule("YAZ-33")
def test_bars_are_judged_along_the_path() -> None:
    """With two bulges left, breaking one makes the other the last: a way over both is no way."""
    s = race(".S1! .< .t1 .< . .x")
    play(s, "S1 b1", "S1 c1")
    assert why(s, "S1 d1") == "YAZ-33"


@pytest.mark.rule("YAZ-34")
def test_who_announces_and_does_not_finish_has_lost() -> None:
    s = race(".S1! . . .* .* .t1")
    play(s, "announce", "end")
    assert (s.phase, s.winner) == (ENDED, 1)


@pytest.mark.rule("YAZ-35")
def test_a_finisher_on_a_foe_does_not_throttle_it() -> None:
    s = race(".L1+T1! .<t1 .x .x .", lugging=1)
    play(s, "announce", "L1 b1")
    assert s.last_turn
    assert where(s, 0, "L1") == "b1"
    assert not is_throttled(s, 1, "T1")
    assert may(s, "T1 c1")


def finished(moved: int, by_other: int) -> State:
    """The setting player has finished with so many Yazzites; the other then does with so many."""
    s = race(".S1! .< .x .x .F1 . .f1 . .> .s1!")
    s.turn_number = 2
    if moved == 2:
        play(s, "announce", "F1 f1", "stop", "S1 b1")
    else:
        play(s, "announce", "S1 b1")
    assert (s.phase, s.turn, int(s.last_turn), int(s.goal)) == (RACING, 1, 1, moved)
    if by_other == 2:
        play(s, "F1 h1", "stop", "S1 i1")
    elif by_other == 1:
        play(s, "S1 i1")
    else:
        play(s, "end")
    return s


@pytest.mark.rule("YAZ-36")
@pytest.mark.parametrize(
    ("moved", "by_other", "winner"), [(2, 1, 1), (1, 1, DRAWN), (2, 2, DRAWN), (1, 2, 0), (1, 0, 0)]
)
def test_the_last_turn(moved: int, by_other: int, winner: int) -> None:
    s = finished(moved, by_other)
    assert s.winner == winner
    assert ("needed fewer" in YAZ.result(s)) == (winner != DRAWN and not any(s.standing))


@pytest.mark.rule("YAZ-36", "YAZ-32")
def test_the_last_turn_takes_no_announcement() -> None:
    s = race(".S1! .< .x .x .f1 . .> .s1!")
    play(s, "announce", "S1 b1")
    assert why(s, "announce") == "YAZ-32"


@pytest.mark.rule("YAZ-36")
def test_a_pop_out_alone_is_no_move() -> None:
    s = race(".L1 .l1/S1! .< .x .x")
    play(s, "announce", "L1 b1", "stop", "pop S1 c1")
    assert s.goal == 1


@pytest.mark.rule("YAZ-37")
def test_the_other_player_wins_at_once() -> None:
    s = race(".s1! .> .x .x .F1\nturn 1 2")
    play(s, "announce", "S1 b1")
    assert (s.phase, s.winner) == (ENDED, 1)


@pytest.mark.rule("YAZ-38")
def test_the_race_is_a_draw_after_the_last_turn() -> None:
    s = race(".S1 . .s1 .* .*", turn_limit=3)
    play(s, "end", "end", "end")
    assert s.phase == RACING
    play(s, "end")
    assert (s.phase, s.winner) == (ENDED, DRAWN)
    out = np.zeros(2)
    RULES.score(s, out)
    assert list(out) == [0.5, 0.5]
    assert legal(s) == []


def scores(s: State) -> list[float]:
    """What each side has got."""
    out = np.zeros(2)
    RULES.score(s, out)
    return out.tolist()


@pytest.mark.rule("YAZ-38")
@pytest.mark.parametrize(
    ("bulges", "limit", "winner"),
    [
        (".x .< .>", BULGES_DECIDE, DRAWN),
        (".x .x .>", BULGES_DECIDE, 0),
        (".x .< .*", BULGES_DECIDE, 1),
        (".x .x .>", NOBODY_WINS, DRAWN),
        (".x .< .*", NOBODY_WINS, DRAWN),
    ],
)
def test_at_the_limit_more_broken_bulges_win(bulges: str, limit: int, winner: int) -> None:
    s = race(f".S1! . .s1! {bulges}\nturn 0 3", turn_limit=3, limit=limit)
    result = [0.5, 0.5] if winner == DRAWN else [1.0, 0.0] if winner == 0 else [0.0, 1.0]
    assert scores(s) == result, "a race that is broken off counts as ended here"
    play(s, "end")
    assert s.phase == RACING, "both have as many turns"
    play(s, "end")
    assert (s.phase, s.winner) == (ENDED, winner)
    assert scores(s) == result


@pytest.mark.rule("YAZ-38")
def test_the_end_of_the_last_turn_tells_who_wins_by_it() -> None:
    s = race(".S1! . .s1! .< .> .> .>\nturn 1 3", turn_limit=3)
    code = YAZ.code(s, {"do": "end"})
    lost = {"note": "ends the race: Rust wins", "warning": "That ends the race, and Rust wins it."}
    assert YAZ.preview(s, code) == lost, "Cobalt, who ends it, is warned"
    assert "who has broken more bulges wins" in str(YAZ.scene(s).get("help"))
    play(s, "end")
    assert YAZ.result(s) == "Rust broke 3 of 4 bulges, Cobalt broke 1."
    s = race(".S1! . .s1! .< .< .< .>\nturn 1 3", turn_limit=3)
    won = {"note": "ends the race: Cobalt wins"}
    assert YAZ.preview(s, YAZ.code(s, {"do": "end"})) == won, "who wins by it is not warned"
    s = race(".S1! . .s1! .< .> .> .>\nturn 1 3", turn_limit=3, limit=NOBODY_WINS)
    assert YAZ.preview(s, YAZ.code(s, {"do": "end"})) == {"note": "ends the race: a draw"}


@pytest.mark.rule("YAZ-45")
def test_the_first_bulge_is_the_last() -> None:
    s = race(".S1 .* . .* .", first_and_last=1)
    play(s, "S1 b1")
    assert has_baton(s, 0, "S1")
    assert bulges_left(s, 0) == 2, "it is not broken at the pick-up"
    play(s, "S1 c1", "S1 d1", "S1 c1")
    assert why(s, "S1 b1") == "YAZ-33", "now it is the last, and nothing was announced"
