"""The cannon (YAV-32 to YAV-34)."""

import pytest

from tests.games.yavoch.table import HOME, offered, on, play, refused, rings, table


@pytest.mark.rule("YAV-32")
def test_the_first_ship_or_mine_in_each_line() -> None:
    match = table("C333+2 T334 t335 m332 s323+1 s313 g343 t353 n344+2 g344 t433 t513 T115 c555+3 t551")
    assert offered(match, "fire") == {"334", "332", "323", "344", "433", "513"}
    assert refused(match, "fire 335") == "YAV-32"
    assert refused(match, "fire 353") == "YAV-32"
    assert refused(match, "fire 343") == "YAV-32"
    assert refused(match, "fire 345") == "YAV-32"
    assert refused(match, "fire 243") == "YAV-32"


@pytest.mark.rule("YAV-32", "YAV-34")
def test_a_shot_costs_a_ring_and_wins_none() -> None:
    match = play(table("C333+2 T115 s323+4 c555+3 t551"), "fire 323")
    assert (on(match, "323"), rings(match, "333")) == ("", 1)


@pytest.mark.rule("YAV-32")
def test_a_ship_on_a_gate_is_shot_and_the_gate_stays() -> None:
    assert on(play(table("C333+2 T115 s323+4 g323 c555+3 t551"), "fire 323"), "323") == "g"


@pytest.mark.rule("YAV-32")
@pytest.mark.parametrize("thing", ["T323", "M323", "m323"])
def test_own_things_and_mines_may_be_shot(thing: str) -> None:
    assert on(play(table(f"C333+2 T115 {thing} c555+3 t551"), "fire 323"), "323") == ""


@pytest.mark.rule("YAV-32")
def test_a_command_ship_may_be_shot() -> None:
    assert play(table("C333+2 T115 c353+3 t551"), "fire 353").ranks == [1, 2]


@pytest.mark.rule("YAV-33")
def test_the_last_ring_for_the_other_command_ship_is_a_draw() -> None:
    assert play(table("C333+1 T115 c353+3 t551"), "fire 353").ranks == [1, 1]


@pytest.mark.rule("YAV-33")
def test_the_last_ring_for_the_last_other_ship_wins() -> None:
    assert play(table("C333+1 T115 t353 c555+3"), "fire 353").ranks == [1, 2]


@pytest.mark.rule("YAV-33")
def test_the_last_ring_and_then_a_blast_wins() -> None:
    assert play(table("C333+1 T345 c355+3 t551 m353"), "fire 353", "detonate 345").ranks == [1, 2]


@pytest.mark.rule("YAV-33", "YAV-17")
def test_after_the_last_ring_another_must_come() -> None:
    match = play(table("C333+1 S334+1 T115 m353 c555+3 t551"), "fire 353", "move 115 114")
    assert play(match, "end").ranks == [2, 1]
    match.undo()
    assert play(match, "shuffle 334 333", "end").ranks is None


@pytest.mark.rule("YAV-34")
def test_nothing_is_won_by_a_torpedo() -> None:
    match = table(HOME + " S333+1 n344+3", hands=("wild wild wild", ""))
    play(match, "weapon antimatter_torpedo 333", "spend wild", "spend wild", "spend wild", "target 344")
    assert (on(match, "344"), rings(match, "333")) == ("", 1)
