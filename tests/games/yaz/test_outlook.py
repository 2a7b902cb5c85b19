"""What the outlook must see: a finish, the whole tour, who can take the baton up, and danger only where one stops."""

import random

import numpy as np
import pytest

from oddboard.core.match import Match
from oddboard.core.randomness import below, generator
from oddboard.core.records import copy, new
from oddboard.games.yaz.face.quick_setting import quick_setting
from oddboard.games.yaz.state import NOBODY_WINS, State
from tests.games.yaz.table import RULES, WORK, YAZ, play, race


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


STANDOFF = ".l1/S1! . .L1/s1! . . . .x {} .*"


def test_who_has_broken_fewer_bulges_does_not_like_a_standoff() -> None:
    """Both batons are held down for good: the limit will decide (YAZ-38)."""
    behind, level, ahead = (hopes(race(STANDOFF.format(each))) for each in (".<", ".x", ".>"))
    assert behind < 0.4 < level < 0.6 < ahead
    drawn = hopes(race(STANDOFF.format(".<"), limit=NOBODY_WINS))
    assert behind < drawn


def test_the_longer_a_standoff_lasts_the_more_broken_bulges_count() -> None:
    early, late = (hopes(race(STANDOFF.format(".<") + f"\nturn 0 {turn}")) for turn in (20, 50))
    assert late < early


def test_a_baton_that_nobody_free_can_take_is_a_standoff_too() -> None:
    """One lies in the mire, and its Tarnose is held down; the other carrier is held down: who is behind dislikes it."""
    row = "#* #L1/t1 . . .l1/S1! .{} .* .s1\nbaton 1 a1"
    behind, ahead = (hopes(race(row.format(each))) for each in "<>")
    level, even = (hopes(race(row.format(each), limit=NOBODY_WINS)) for each in "<>")
    assert behind < level - 0.1
    assert ahead > even + 0.1


def test_the_nearer_the_limit_the_more_broken_bulges_count() -> None:
    row = ".S1! . . . . . . .x .> .* .s1! .\nturn 0 {}"
    late, early = hopes(race(row.format(59))), hopes(race(row.format(10)))
    assert late > early
    assert late > hopes(race(row.format(59), limit=NOBODY_WINS))


def test_a_rescuer_who_sits_on_nobody_that_matters_is_wanted_near() -> None:
    """Luggant 1 sits on the other carrier and had better stay; Luggant 2 sits on nobody, and comes."""
    far = race(".l1/S1! .< .x .x . . . . . .L1/s1! . . .L2")
    near = race(".l1/S1! .< .x .x . . . . .L2 .L1/s1! . . .")
    assert hopes(near) > hopes(far)


def test_a_sure_winner_still_sees_the_way_to_go() -> None:
    """The Flibdill has the baton but cannot enter the last bulge's mire: it must go to the Tarnose."""
    foes = ". . . . . .> .> .> .> #t1"
    far = race(f".F1! . . #T1 # #< {foes}")
    beside = race(f". . .F1! #T1 # #< {foes}")
    assert hopes(far) > 0.8
    assert hopes(beside) > hopes(far) + 0.005


def test_a_thief_is_worth_catching_and_anybody_will_do() -> None:
    far = race(".l1$ . . . . .S1 .< .x .x .s1! .>", dropping=1)
    near = race(".l1$ . .S1 . . . .< .x .x .s1! .>", dropping=1)
    assert hopes(near) > hopes(far)


def test_the_bulge_that_must_be_the_last_is_not_waited_at() -> None:
    """The Skadingle has the baton beside the bulge where it lay, which it cannot break before the other (YAZ-45)."""
    beside = race(".< .S1! . . . . . .< .x .x .s1! .>", first_and_last=1)
    on_its_way = race(".< . . . .S1! . . .< .x .x .s1! .>", first_and_last=1)
    assert hopes(on_its_way) > hopes(beside)


def test_breaking_the_last_but_one_helps_however_far_the_last_is() -> None:
    far = ". " * 18
    s = race(f".S1! .< {far}.<\n.s1! .> {far}.>")
    before = hopes(s)
    assert hopes(play(s, "S1 b1")) > before


def test_a_luggant_lets_go_of_another_to_free_the_carrier() -> None:
    """The first of the two steps already looks good, though Luggant 2 of the others is free by it."""
    s = race(".l1/S1! . .L1/l2 .< .< .x .x . . .s1! .>")
    before = hopes(s)
    on_its_way = hopes(play(s, "L1 b1"))
    assert on_its_way > before
    assert hopes(play(s, "L1 a1")) > on_its_way


def test_a_thief_far_away_is_worth_going_for() -> None:
    """Only a Luggant can follow into the mire, from four turns away or from six."""
    row = ["#l1$", *"." * 25]
    row[3], row[4], row[5], row[24], row[25] = ".S1", ".<", ".x", ".s1!", ".>"
    near, far = (hopes(race(" ".join([*row[:at], ".L1", *row[at + 1 :]]), dropping=1)) for at in (8, 12))
    assert near > far


def test_it_does_not_matter_what_was_looked_at_before() -> None:
    """The scratch record keeps ways to bulges from one position to the next: of another race, or with other bulges."""
    positions = []
    for seed in range(6):
        s = YAZ.start(2, YAZ.check_options(2, {"scenario": ("small", "large")[seed % 2]}))
        for decision in quick_setting(s, seed):
            RULES.play(s, WORK, YAZ.code(s, decision))
            positions.append(copy(s))
    random.Random(1).shuffle(positions)
    kept, out, fresh = new(YAZ.work), np.zeros(2), np.zeros(2)
    for s in positions:
        RULES.outlook(s, kept, out)
        RULES.outlook(s, new(YAZ.work), fresh)
        assert out.tolist() == fresh.tolist()


def test_a_carrier_is_as_far_from_a_bulge_as_its_ground_makes_it() -> None:
    """A Skadingle goes round the mire: from a1 it is farther to a3 than from g1, and is no use there."""
    across = race(".S1! . . . . . .\n# # # # # # .\n.< . . . . . .\n.x .x .s1! .> . . .")
    round_the_corner = race(". . . . . . .S1!\n# # # # # # .\n.< . . . . . .\n.x .x .s1! .> . . .")
    assert hopes(round_the_corner) > hopes(across)


def test_a_baton_is_fetched_by_who_has_a_way_to_it() -> None:
    """The Skadingle cannot cross the mire: the Flibdill has to come, though it is farther away, from its bulge."""
    row = ". # .S1 o o {} o o o {} .< .x .x .s1! .>\no o o o o o o o o o o o o o o\nbaton 0 a1"
    far, near = (hopes(race(row.format(*each))) for each in (("o", "oF1"), ("oF1", "o")))
    assert near > far


def test_who_alone_can_take_the_baton_is_worth_freeing() -> None:
    """The baton lies in the mire, and the only Tarnose is held down: a Luggant that comes will change that."""
    row = "#< # # #l1/T1 # {} . . . {} .x .x . . .s1! .>\nbaton 0 a1"
    near, far = (hopes(race(row.format(*each))) for each in ((".L1", "."), (".", ".L1")))
    assert near > far


def test_where_the_thief_holds_a_friend_only_a_luggant_helps() -> None:
    """The Skadingle beside it cannot jump on it (YAZ-43)."""
    row = ".l1$/S2 .S1 . {} . . . {} .< .x .x .s1! .>"
    near, far = (hopes(race(row.format(*each), dropping=1)) for each in ((".L1", "."), (".", ".L1")))
    assert near > far


def test_a_finish_that_can_be_answered_is_worth_half() -> None:
    """Who has the last turn stands before its last bulge, too, and needs one Yazzite as well (YAZ-36)."""
    row = ".S1! .< .x .x .F1 . . . . .> {} . . . . . . {}"
    near, far = (race(row.format(*each)) for each in ((".s1!", "."), (".", ".s1!")))
    answered, alone = (hopes(play(s, "announce", "S1 b1")) for s in (near, far))
    assert 0.4 < answered < 0.6
    assert alone > 0.8
    with_two = play(race(row.format(".s1!", ".")), "announce", "F1 f1", "stop", "S1 b1")
    assert hopes(with_two) < 0.2


def test_what_was_found_before_changes_no_outlook() -> None:
    """The scratch record keeps ways and more from one position to the next; a fresh one says the same."""
    out, again = np.zeros(2), np.zeros(2)
    work = new(YAZ.work)
    everything = {"lugging": True, "dropping": True, "first_and_last": True}
    for number, options in enumerate(({}, {"scenario": "large"}, everything)):
        match = Match(YAZ, 2, options)
        rng = generator(number)
        for _ in range(400):
            if match.is_over:
                break
            codes = match.codes()
            match.play_code(codes[below(rng, len(codes))])
            RULES.outlook(match.state, work, out)
            RULES.outlook(match.state, new(YAZ.work), again)
            assert out.tolist() == again.tolist()
