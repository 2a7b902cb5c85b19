"""Rings, passing them, starvation and mines (YAV-14 to YAV-19)."""

import pytest

from oddboard.core.errors import BadPosition
from oddboard.core.match import Match
from tests.games.yavoch.table import GAME, HOME, offered, on, play, refused, rings, table


@pytest.mark.rule("YAV-14")
def test_room() -> None:
    match = play(table(HOME + " S333+5 T332+1 N334 T324"), "move 115 114")
    assert refused(match, "shuffle 332 333") == "YAV-14", "five rings are all a ship carries"
    assert refused(match, "shuffle 324 333") == "YAV-15"
    play(match, "shuffle 333 324")
    assert rings(match, "324") == 1


@pytest.mark.rule("YAV-15")
def test_each_ship_gives_one_and_gets_one() -> None:
    match = play(table(HOME + " S333+3 N334+1 A332+1"), "move 115 114", "shuffle 333 334")
    assert refused(match, "shuffle 333 332") == "YAV-15"
    assert refused(match, "shuffle 332 334") == "YAV-15"
    play(match, "shuffle 334 333")
    assert (rings(match, "333"), rings(match, "334")) == (3, 1), "a ring may be passed back"
    assert refused(match, "shuffle 332 333") == "YAV-15"


@pytest.mark.rule("YAV-15")
def test_a_chain() -> None:
    match = play(table("C311+1 T315 S312+1 T313 N314 c555+3 t551"), "move 315 325", "shuffle 312 313")
    play(match, "shuffle 313 314", "shuffle 311 312")
    assert [rings(match, at) for at in ("311", "312", "313", "314")] == [0, 1, 0, 1]
    assert refused(match, "shuffle 312 314") == "YAV-15", "neighbours only"


@pytest.mark.rule("YAV-15")
def test_no_ring_to_another_level_or_to_the_enemy() -> None:
    match = play(table(HOME + " S333+1 T423 t332"), "move 115 114")
    assert refused(match, "shuffle 333 423") == "YAV-15"
    assert refused(match, "shuffle 333 332") == "YAV-15"


@pytest.mark.rule("YAV-15")
def test_ships_on_gates_take_part() -> None:
    match = play(table(HOME + " S333+1 G334 N334"), "move 115 114", "shuffle 333 334")
    assert rings(match, "334") == 1


@pytest.mark.rule("YAV-16")
def test_before_the_move_only_for_a_shot_at_an_enemy() -> None:
    match = table("C311 S312+2 T345 c555+3 t551 t331")
    assert offered(match, "shuffle", "to") == {"311"}, "the ring must let the cannon fire"
    assert refused(match, "shuffle 312 322") == "YAV-15"
    play(match, "shuffle 312 311")
    assert match.legal() == [{"do": "fire", "at": "331"}]
    assert refused(match, "fire 312") == "YAV-16", "a ship of one's own"
    assert refused(match, "fire 333") == "YAV-32", "the ship that has the ring is told what is wrong with its own shot"
    assert refused(match, "shuffle 311 345") == "YAV-15"
    assert refused(match, "move 345 344") == "YAV-16"
    assert refused(match, "detonate 345") == "YAV-16"
    play(match, "fire 331")
    assert refused(match, "shuffle 312 311") == "YAV-15", "the limits count over the whole turn"
    play(match, "move 345 344")
    assert refused(match, "shuffle 312 311") == "YAV-15"


@pytest.mark.rule("YAV-16")
@pytest.mark.parametrize("target", ["t331", "m331", "c331+3"])
def test_what_a_passed_ring_is_fired_at(target: str) -> None:
    other = " t551" if target.startswith("c") else " c555+3 t551"
    match = play(table(f"C311 S312+1 T345 M314{other} {target}"), "shuffle 312 311")
    assert offered(match, "fire") == {"331"}


@pytest.mark.rule("YAV-16")
@pytest.mark.parametrize("target", ["T331", "M331", "g331"])
def test_no_ring_is_passed_to_shoot_at_ones_own(target: str) -> None:
    match = table(f"C311 S312+2 T345 c555+3 t551 {target}")
    assert offered(match, "shuffle", "to") == set()
    assert refused(match, "shuffle 312 311") == "YAV-16"


@pytest.mark.rule("YAV-16")
def test_a_ring_goes_along_a_chain() -> None:
    match = table("C311 S313+1 N312 A314+1 T345 c555+3 t551 t331")
    assert refused(match, "shuffle 313 312") is None, "and from there to the Command ship"
    assert refused(match, "shuffle 314 313") is None
    play(match, "shuffle 314 313")
    assert match.legal() == [{"do": "shuffle", "from": "313", "to": "312"}], "only the chain's next transfer"
    assert refused(match, "shuffle 313 314") == "YAV-16", "no ship is in a chain twice"
    refusal = match.why_not({"do": "shuffle", "from": "313", "to": "314"})
    assert refusal is not None
    assert refusal.message == "The ring has been on the ship on 314 already."
    play(match, "shuffle 313 312")
    assert match.legal() == [{"do": "shuffle", "from": "312", "to": "311"}]
    play(match, "shuffle 312 311")
    assert match.legal() == [{"do": "fire", "at": "331"}]
    assert refused(play(match, "fire 331"), "move 345 344") is None


@pytest.mark.rule("YAV-16")
def test_a_chain_must_be_brought_to_its_end() -> None:
    match = table("C311 S313+1 N323 A325+1 N324 T345 c555+3 t551 t331")
    assert refused(match, "shuffle 313 323") == "YAV-16", "nobody beside 323 is beside the Command ship"
    full = table("C311+5 S312+2 N313+1 T345 c555+3 t551 t331")
    assert offered(full, "shuffle", "to") == set(), "the Command ship has no room"
    fed = play(table("C311+1 S312+2 N322+2 T345 c555+3 t551 t331 t313"), "shuffle 312 311", "fire 331")
    assert offered(fed, "shuffle", "to") == set(), "the cannon is fired once a turn"


@pytest.mark.rule("YAV-16")
def test_a_giver_is_no_link_of_its_own_chain() -> None:
    match = table("C311 S312+1 N313 T345 c555+3 t551 t331")
    assert refused(match, "shuffle 312 311") is None
    assert refused(match, "shuffle 312 313") == "YAV-16", "from 313 it could only come back"


@pytest.mark.rule("YAV-16", "YAV-46")
def test_before_the_move_for_a_weapon() -> None:
    match = table(HOME + " S333+1 N334", hands=("wild wild wild", ""))
    assert refused(match, "shuffle 333 334") is None, "the Neornith could jump"
    play(match, "shuffle 333 334")
    assert {each["do"] for each in match.legal()} == {"weapon"}
    assert offered(match, "weapon", "ship") == {"334"}, "a weapon of the ship at the chain's end"
    assert refused(match, "weapon hyperdrive 115") == "YAV-16"
    assert refused(match, "fire 115") == "YAV-16"


@pytest.mark.rule("YAV-16", "YAV-51")
def test_two_rings_for_cloning() -> None:
    hand = "matter_energy_transducer:neornith base_element_transducer:neornith dark_energy_collimator:neornith"
    match = table(HOME + " S333+1 N334 N434+1 S433+1", hands=(hand, ""), deck="standard")
    assert refused(match, "shuffle 333 334") == "YAV-16", "one ring is not enough"
    assert refused(match, "shuffle 433 434") is None


@pytest.mark.rule("YAV-16")
def test_after_a_shot_another_chain_may_begin() -> None:
    match = table("C311 S312+1 S333+1 N334 T355 c555+3 t551 t331", hands=("wild wild wild", ""))
    play(match, "shuffle 312 311", "fire 331")
    play(match, "shuffle 333 334")
    assert {each["do"] for each in match.legal()} == {"weapon"}


@pytest.mark.rule("YAV-16")
def test_a_chain_in_a_position_reads_back() -> None:
    match = play(table("C311 S313+1 N312 A314+1 T345 c555+3 t551 t331"), "shuffle 314 313", "shuffle 313 312")
    position = match.position()
    assert (position["pledged"], position["chain"]) == (True, ["313", "314", "312"])
    assert Match.from_position(GAME, position).legal() == match.legal()
    for wrong in (["312"], ["314", "313", "111"], [], ["345", "314", "313", "312", "551"]):
        with pytest.raises(BadPosition, match=r"chain|pledged"):
            GAME.from_position(position | {"chain": wrong})


@pytest.mark.rule("YAV-17", "YAV-39")
def test_starvation() -> None:
    match = play(table("C111 T115 c555+3 t551"), "move 115 114")
    play(match, "end")
    assert match.ranks == [2, 1]


@pytest.mark.rule("YAV-17")
def test_an_empty_command_ship_can_be_fed() -> None:
    match = table("C111 T112+1 T115 c555+3 t551 t131")
    assert refused(match, "move 111 121") == "YAV-17"
    assert refused(match, "fire 131") == "YAV-17"
    play(match, "move 115 114", "shuffle 112 111", "end")
    assert match.to_move == 1


@pytest.mark.rule("YAV-17", "YAV-28")
def test_starvation_after_a_lost_battle() -> None:
    match = play(table("C111 T115 S333+1 c555+3 t551 s344+3"), "move 333 344", "die 2")
    assert match.ranks == [2, 1]


@pytest.mark.rule("YAV-18")
def test_a_mine_is_left_behind() -> None:
    match = play(table(HOME + " S333+2"), "move 333 344 mine")
    assert (on(match, "333"), rings(match, "344")) == ("M", 1)


@pytest.mark.rule("YAV-18")
def test_rings_that_a_mine_needs() -> None:
    match = table(HOME + " S333+1 T353+1 T311 G335 N335+3")
    assert refused(match, "move 333 344 mine") == "YAV-18"
    assert refused(match, "move 353 352 mine") is None, "a Trych needs no ring to move with"
    assert refused(match, "move 311 312 mine") == "YAV-18"
    assert refused(match, "move 335 424 mine") == "YAV-18", "not on a gate"


@pytest.mark.rule("YAV-18")
@pytest.mark.parametrize("trap", ["g344", "m344", "g344 s344+1"])
def test_the_mine_is_laid_also_if_the_ship_is_then_lost(trap: str) -> None:
    match = play(table(HOME + f" S333+2 {trap}"), "move 333 344 mine")
    assert on(match, "333") == "M"
    assert "S" not in on(match, "344")


@pytest.mark.rule("YAV-18", "YAV-27")
@pytest.mark.parametrize(("face", "left", "there"), [(3, "M", "S+2"), (1, "", "s+3")])
def test_in_a_battle_the_mine_is_laid_only_by_the_winner(face: int, left: str, there: str) -> None:
    match = play(table(HOME + " S333+2 s344+3"), "move 333 344 mine", f"die {face}")
    assert (on(match, "333"), on(match, "344")) == (left, there)


@pytest.mark.rule("YAV-19")
@pytest.mark.parametrize(("before", "after"), [(1, 2), (5, 5)])
def test_own_mine_is_taken_up(before: int, after: int) -> None:
    match = play(table(HOME + f" S333+{before} M344"), "move 333 344")
    assert on(match, "344") == f"S+{after}"


@pytest.mark.rule("YAV-19")
def test_an_enemy_mine_destroys() -> None:
    match = play(table(HOME + " S333+4 m344"), "move 333 344")
    assert on(match, "344") == ""
    assert match.to_move == 0, "the turn goes on"
    match = play(table("C333+4 T115 m344 c555+3 t551"), "move 333 344")
    assert match.ranks == [2, 1]
    assert refused(table(HOME + " T333 m344"), "move 333 344") == "YAV-7"
