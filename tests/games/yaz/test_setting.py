"""Options, maps and the setting (YAZ-1, YAZ-3, YAZ-5 to YAZ-8)."""

import random
from pathlib import Path
from typing import Any

import pytest

import oddboard
from oddboard.core.errors import BadOptions
from oddboard.core.records import copy
from oddboard.games.yaz import maps
from oddboard.games.yaz.face.quick_setting import quick_setting
from oddboard.games.yaz.names import hex_number
from oddboard.games.yaz.state import RACING, TOSSING, distance
from tests.games.yaz.table import RULES, WORK, YAZ, legal, may, places, play, why
from tests.referees.yaz_field import checked_field

FIRST = {"setter": "first"}


def started(**options: Any) -> Any:
    """A fresh race, seat 0 setting."""
    return YAZ.start(2, YAZ.check_options(2, FIRST | options))


def refused(**options: Any) -> str:
    """What is said about options that are refused."""
    with pytest.raises(BadOptions) as caught:
        YAZ.check_options(2, options)
    return caught.value.message


@pytest.mark.rule("YAZ-1")
def test_scenarios() -> None:
    assert YAZ.check_options(2, {})["counts"] == {"S": 2, "F": 2, "T": 2, "L": 4, "bulges": 6}
    assert YAZ.check_options(2, {"scenario": "large"})["counts"] == {"S": 3, "F": 3, "T": 3, "L": 6, "bulges": 9}
    counts = {"S": 0, "F": 5, "T": 1, "L": 8, "bulges": 3}
    assert YAZ.check_options(2, {"scenario": "custom", "counts": counts})["counts"] == counts


@pytest.mark.rule("YAZ-1")
def test_the_box_is_not_larger() -> None:
    counts = {"S": 2, "F": 2, "T": 2, "L": 4, "bulges": 6}
    for wrong in ({"S": 6}, {"L": 9}, {"bulges": 4}, {"T": -1}, {"F": True}):
        assert "counts" in refused(scenario="custom", counts=counts | wrong)
    assert "custom" in refused(scenario="custom")
    assert "custom" in refused(scenario="large", counts=counts)


@pytest.mark.rule("YAZ-3")
@pytest.mark.parametrize("name", maps.STOCK)
def test_stock_maps(name: str) -> None:
    text = maps.stock_map(name)
    lines = text.split()
    assert (len(lines), {len(line) for line in lines}) == (13, {17})
    shares = [round(100 * text.count(sign) / 221) for sign in ".o#"]
    assert all(abs(share - wanted) <= 2 for share, wanted in zip(shares, (46, 28, 26), strict=True)), shares
    checked_field(text)


@pytest.mark.rule("YAZ-3")
def test_fen_is_the_catalogues() -> None:
    assert maps.stock_map("fen").startswith("o.o...o..........\no.o........oooooo\n")


@pytest.mark.rule("YAZ-3")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("..\n...", "equally long"),
        ("." * 27, "26 columns"),
        ("..\n.x", "written with"),
        ("\n".join(["."] * 27), "26 rows"),
        (".o.", "mud is not connected"),
        (".o#o.", "mud and muck together are not connected"),
        ("...", "no room"),
        ("\n".join([".o#" * 4] * 5), "not connected"),
    ],
)
def test_maps_that_are_refused(text: str, words: str) -> None:
    assert words in refused(map=text)


@pytest.mark.rule("YAZ-3")
def test_own_maps_smaller_and_larger() -> None:
    s = started(map=maps.POCKET + "\n", bulge_gap=2)
    assert (int(s.rows), int(s.columns)) == (9, 13)
    large = "\n".join(["." * 26] * 10 + ["o" * 26] * 8 + ["#" * 26] * 8)
    s = started(map=large)
    assert (int(s.rows), int(s.columns)) == (26, 26)
    assert YAZ.decision(s, YAZ.code(s, {"do": "bulge", "hex": "z26"})) == {"do": "bulge", "hex": "z26"}


@pytest.mark.rule("YAZ-3")
def test_random_maps_come_from_their_seed() -> None:
    first = YAZ.check_options(2, {"map": "random", "map_seed": 4})["map"]
    assert first == maps.random_map(4)
    assert first != maps.random_map(5)
    assert [len(line) for line in first.split()] == [17] * 13
    checked_field(first)
    assert maps.random_map(0).split()[0] == RANDOM_ZERO, "a map never changes, or saved games would"


RANDOM_ZERO = "#######.....o##.."


@pytest.mark.rule("YAZ-3")
def test_the_record_holds_the_maps_text() -> None:
    match = oddboard.new("yaz", 2, map="random", map_seed=2)
    assert match.options["map"] == maps.random_map(2)


@pytest.mark.rule("YAZ-5")
def test_the_setting_player() -> None:
    s = YAZ.start(2, YAZ.check_options(2, {}))
    assert legal(s) == [{"do": "setter", "seat": 0}, {"do": "setter", "seat": 1}]
    assert list(WORK.weight) == [1, 1]
    play(s, "setter 1")
    assert RULES.to_move(s) == 1
    assert RULES.to_move(started(setter="second")) == 1


@pytest.mark.rule("YAZ-6")
def test_bulges_keep_their_distance() -> None:
    s = play(started(), "bulge b2")
    assert why(s, "bulge d2") == "YAZ-6"
    assert min(distance(hex_number("b2"), hex_number(name)) for name in places(s, "bulge")) == 4
    s = play(started(bulge_gap=2), "bulge b2")
    assert min(distance(hex_number("b2"), hex_number(name)) for name in places(s, "bulge")) == 2


@pytest.mark.rule("YAZ-6")
def test_a_third_of_the_bulges_stands_in_each_terrain() -> None:
    s = play(started(), "bulge b1", "bulge h1")
    assert why(s, "bulge n1") == "YAZ-6"
    grounds = {int(s.terrain[hex_number(name)]) for name in places(s, "bulge")}
    assert grounds == {2, 3}


@pytest.mark.rule("YAZ-6")
@pytest.mark.parametrize("seed", range(12))
def test_bulges_never_run_out_of_room(seed: int) -> None:
    rng = random.Random(seed)
    s = started(scenario="large", map=rng.choice(maps.STOCK))
    while s.laid < 9:
        choices = places(s, "bulge")
        assert choices, "a placement after which the rest cannot be placed was offered"
        play(s, f"bulge {rng.choice(sorted(choices))}")


@pytest.mark.rule("YAZ-6")
@pytest.mark.parametrize("gap", [2, 3, 4, 5])
def test_bulges_keep_the_gap_that_was_chosen(gap: int) -> None:
    s = play(started(bulge_gap=gap), "bulge h7")
    there = hex_number("h7")
    assert there is not None
    assert min(distance(there, hex_number(place) or 0) for place in places(s, "bulge")) == gap
    for wrong in (0, 1, 6, True, "4"):
        assert "bulge_gap" in refused(bulge_gap=wrong)


@pytest.mark.rule("YAZ-6")
def test_bulges_that_cannot_all_be_placed_are_refused() -> None:
    assert "no room for 9 bulges" in refused(map=maps.POCKET, scenario="large", bulge_gap=5)
    assert started(map=maps.POCKET, scenario="large", bulge_gap=4).bulges == 9
    assert started(map=maps.POCKET, bulge_gap=5).bulges == 6


@pytest.mark.rule("YAZ-7")
def test_yazzites_are_placed_in_turn() -> None:
    s = play(started(), *BULGES)
    assert RULES.to_move(s) == 0
    assert why(s, "place S e5") == "YAZ-7"
    assert why(s, "place F g5") == "YAZ-7"
    assert why(s, "place T b1") == "YAZ-7"
    play(s, "place S d1")
    assert RULES.to_move(s) == 1
    assert why(s, "place L d1") == "YAZ-7"
    play(s, "place L e1", "place S d2", "place L e2")
    assert why(s, "place S d3") == "YAZ-7"


BULGES = ("bulge b1", "bulge h1", "bulge e5", "bulge h9", "bulge b10", "bulge m4")


@pytest.mark.rule("YAZ-7")
def test_a_placement_that_leaves_too_little_mud_is_not_offered() -> None:
    counts = {"S": 2, "F": 0, "T": 2, "L": 0, "bulges": 3}
    s = started(map=maps.POCKET, scenario="custom", counts=counts, bulge_gap=2)
    mud = [place for place in range(len(s.terrain)) if s.terrain[place] == 1]
    for place in mud[6:]:
        s.terrain[place] = 3  # six hexes of mud, one of them for a bulge
    s.bulge[:3] = mud[0], 2 * 26, 3 * 26
    s.laid, s.phase, s.standing[:] = 3, 2, 7
    names = [f"{chr(97 + place % 26)}{place // 26 + 1}" for place in mud[1:6]]
    assert may(s, f"place T {names[0]}")
    play(s, f"place T {names[0]}")
    assert why(s, f"place T {names[1]}") == "YAZ-7", "four Skadingles need the other four"
    assert may(s, f"place S {names[1]}")


@pytest.mark.rule("YAZ-7")
def test_options_under_which_they_do_not_fit_are_refused() -> None:
    counts = {"S": 5, "F": 5, "T": 5, "L": 8, "bulges": 9}
    assert YAZ.check_options(2, {"map": maps.POCKET, "scenario": "custom", "counts": counts})
    thin = "\n".join(["." * 12, *["o" * 12] * 7, *["#" * 12] * 6])
    assert "10 Skadingles do not fit on mud" in refused(map=thin, scenario="custom", counts=counts)


@pytest.mark.rule("YAZ-8")
def test_each_baton_is_placed_by_the_other_side() -> None:
    s = started()
    while s.phase != TOSSING:
        play(s, " ".join(map(str, legal(s)[0].values())))
    assert [each["seat"] for each in legal(s)] == [0, 1]
    play(s, "coin 1")
    assert RULES.to_move(s) == 0, "it is seat 1's baton, so its opponent places it"
    bulges = places(s, "baton")
    assert len(bulges) == 6
    first = min(bulges)
    play(s, f"baton {first}")
    assert RULES.to_move(s) == 1
    assert why(s, f"baton {first}") == "YAZ-8"
    play(s, f"baton {max(bulges)}")
    assert (s.phase, RULES.to_move(s)) == (RACING, 0)


@pytest.mark.parametrize("name", maps.STOCK)
def test_a_quick_setting_is_fair_and_repeatable(name: str) -> None:
    s = YAZ.start(2, YAZ.check_options(2, {"map": name, "scenario": "large"}))
    decisions = quick_setting(s, 7)
    assert decisions == quick_setting(s, 7)
    assert decisions != quick_setting(s, 8)
    after = copy(s)
    for decision in decisions:
        assert decision in legal(after)
        RULES.play(after, WORK, YAZ.code(after, decision))
    assert after.phase == RACING
    kinds = [[each["kind"] for each in decisions if each["do"] == "place"][seat::2] for seat in range(2)]
    assert kinds[0] == kinds[1], "both place the same kinds at the same time"


def test_a_set_up_one_placement_at_a_time_answers_the_others_in_the_mirror() -> None:
    s = YAZ.start(2, YAZ.check_options(2, {"map": "fen", "setter": "first"}))
    while s.phase != RACING:
        seat = RULES.to_move(s)
        offered = YAZ.shortcuts(s) if seat in (0, 1) else []
        if offered:
            assert offered[0]["name"] == "Set up for me"
            assert offered[0]["again"]
        before = s.placed.tolist()
        for decision in offered[0]["decisions"] if offered else legal(s)[:1]:
            assert RULES.to_move(s) == seat
            RULES.play(s, WORK, YAZ.code(s, dict(decision)))
        if seat == 1 and s.placed.tolist() != before:
            assert s.placed[0].tolist() == s.placed[1].tolist(), "the same kind as the other has just placed"


def test_map_files_are_shipped() -> None:
    folder = Path(maps.__file__).parent
    assert {path.stem for path in folder.glob("*.txt")} == set(maps.STOCK)
