"""Setting up, and the course of a turn (YAV-20 to YAV-23)."""

import pytest

from oddboard.core.match import Match
from tests.games.yavoch.table import GAME, HOME, offered, on, play, refused, table


def fresh(**options: object) -> Match:
    return Match(GAME, 2, options)


@pytest.mark.rule("YAV-20")
def test_the_second_player_sets_up_opposite() -> None:
    match = play(fresh(), "levels high")
    assert {at[0] for at in offered(match, "place")} == {"4", "5"}
    play(match, "formation bastion")
    assert match.to_move == 1
    assert {at[0] for at in offered(match, "place")} == {"1", "2"}
    play(match, "formation bastion")
    assert match.to_move == 0
    assert not any(at[0] == "3" for at in match.position()["ships"])


@pytest.mark.rule("YAV-20")
def test_order_of_placing() -> None:
    match = play(fresh(), "levels low")
    assert refused(match, "place archid 112") == "YAV-20"
    play(match, "place command 112")
    assert "112" not in offered(match, "place")
    assert "255" not in offered(match, "place"), "a higher position must stay for the second Archid"
    assert "254" in offered(match, "place")
    play(match, "place archid 133")
    assert min(offered(match, "place")) == "134"
    assert refused(match, "place archid 131") == "YAV-20"
    assert refused(match, "place archid 411") == "YAV-20"


@pytest.mark.rule("YAV-20")
def test_every_ship_but_the_trychs_gets_a_ring() -> None:
    match = play(fresh(), "levels low", "formation phalanx", "formation phalanx")
    for ship in match.position()["ships"].values():
        assert ship["rings"] == (0 if ship["kind"] == "trych" else 1)


@pytest.mark.rule("YAV-21")
def test_formations() -> None:
    match = play(fresh(trychs=6), "levels low", "formation bastion", "formation lance")
    assert on(match, "112") == "C+1"
    assert on(match, "245") == "G"
    assert on(match, "233") == "T"
    assert on(match, "235") == "", "of the Trychs the first six of the list"
    assert on(match, "542") == "c+1", "124 of the lance on the high side"


@pytest.mark.rule("YAV-21")
def test_a_formation_comes_first_or_not_at_all() -> None:
    match = play(fresh(), "levels low", "place command 111")
    assert refused(match, "formation lance") == "YAV-21"


@pytest.mark.rule("YAV-22")
def test_one_move_a_turn() -> None:
    match = play(table(HOME + " S333+1"), "move 333 344")
    assert refused(match, "move 344 333") == "YAV-22"
    assert refused(match, "detonate 115") == "YAV-30"
    assert match.to_move == 0
    assert play(match, "end").to_move == 1


@pytest.mark.rule("YAV-22", "YAV-32")
def test_a_shot_at_any_point_of_the_turn() -> None:
    before = play(table(HOME + " t113"), "fire 113")
    assert refused(before, "end") == "YAV-23"
    after = play(table(HOME + " t113"), "move 115 114", "fire 113")
    assert refused(after, "fire 114") == "YAV-32"
    play(after, "end")


@pytest.mark.rule("YAV-23")
def test_who_can_move_must() -> None:
    assert refused(table(HOME), "end") == "YAV-23"


@pytest.mark.rule("YAV-23")
def test_after_a_shot_that_leaves_nothing_to_move() -> None:
    match = table("C111+1 S333 c555+3 t551 t113")
    assert play(match, "fire 113").legal()[0]["do"] == "end", "only the empty Squam is left"


@pytest.mark.rule("YAV-21")
@pytest.mark.parametrize("side", ["low", "high"])
def test_a_formation_of_ones_own_is_its_place_decisions(side: str) -> None:
    bastion = play(fresh(trychs=6), f"levels {side}", "formation bastion").position()
    pieces = {at: ship["kind"] for at, ship in bastion["ships"].items()} | dict.fromkeys(bastion["gates"], "gate")
    match = play(fresh(trychs=6), f"levels {side}")
    for kind in ("command", "archid", "squam", "neornith", "gate", "trych"):
        for at in sorted(at for at, each in pieces.items() if each == kind):
            play(match, f"place {kind} {at}")
    assert match.position() == bastion


@pytest.mark.rule("YAV-20")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_first_player_may_be_drawn(seat: int) -> None:
    match = fresh(first="random")
    assert match.legal() == [{"do": "first", "seat": 0, "weight": 1}, {"do": "first", "seat": 1, "weight": 1}]
    play(match, f"first {seat}")
    assert (match.to_move, match.position()["first"]) == (seat, seat)
    play(match, "levels high", "formation lance")
    assert match.to_move == 1 - seat
    play(match, "formation lance")
    assert match.to_move == seat, "he begins, too"
    ships = match.position()["ships"]
    assert all((ship["seat"] == seat) == (at[0] in "45") for at, ship in ships.items())


@pytest.mark.rule("YAV-20")
def test_the_first_player_is_seat_0_otherwise() -> None:
    match = fresh()
    assert match.to_move == 0
    assert refused(match, "first 1") == "YAV-20"
    assert refused(fresh(first="random"), "levels low") == "YAV-20"
