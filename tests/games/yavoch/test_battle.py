"""Battles and detonations (YAV-24 to YAV-31, YAV-34)."""

import pytest

from tests.games.yavoch.table import HOME, offered, on, play, reach, refused, rings, table


@pytest.mark.rule("YAV-24")
@pytest.mark.parametrize(
    ("held", "face", "wins"), [(1, 0, False), (1, 1, True), (2, 1, False), (2, 2, True), (5, 4, False), (5, 5, True)]
)
def test_at_least_the_defenders_rings(held: int, face: int, wins: bool) -> None:
    match = play(table(HOME + f" S333+1 n344+{held}"), "move 333 344")
    assert match.to_move == "chance"
    assert len(match.legal()) == 10
    play(match, f"die {face}")
    assert on(match, "344").startswith("S") == wins


@pytest.mark.rule("YAV-24")
def test_a_defender_without_rings_loses_without_a_roll() -> None:
    match = play(table(HOME + " S333+1 n344"), "move 333 344")
    assert on(match, "344") == "S+1"


@pytest.mark.rule("YAV-25")
@pytest.mark.parametrize("held", ["", "+1", "+5"])
@pytest.mark.parametrize(("face", "wins"), [(6, False), (7, True)])
def test_a_command_ship_counts_as_seven(held: str, face: int, wins: bool) -> None:
    match = play(table(f"C111+3 T115 S333+1 c344{held} t551"), "move 333 344", f"die {face}")
    assert match.ranks == ([1, 2] if wins else None)


@pytest.mark.rule("YAV-25")
@pytest.mark.parametrize("victim", ["n344+5", "N344+5", "c344+5"])
def test_a_command_ship_always_wins_its_attack(victim: str) -> None:
    others = "t551" if victim[0] == "c" else "c555+3 t551"
    match = play(table(f"C333+1 T115 {victim} {others}"), "move 333 344")
    assert on(match, "344") == "C+2"


@pytest.mark.rule("YAV-26")
def test_a_trych_always_loses() -> None:
    match = play(table(HOME + " S333+1 t344+1 S345"), "move 333 344")
    assert on(match, "344") == "S+2"
    assert on(match, "345") == "S", "it does not detonate"


@pytest.mark.rule("YAV-27")
@pytest.mark.parametrize(("mine", "after"), [("", 5), (" mine", 5)])
def test_a_ring_is_won_if_there_is_room(mine: str, after: int) -> None:
    match = play(table(HOME + " S333+5 n344+3"), f"move 333 344{mine}", "die 9")
    assert rings(match, "344") == after, "the mine's ring has gone before the won one is counted"


@pytest.mark.rule("YAV-27", "YAV-37")
def test_nothing_is_won_on_a_gate() -> None:
    match = play(table(HOME + " S333+1 n344+3 G344"), "move 333 344", "die 9")
    assert rings(match, "344") == 1


@pytest.mark.rule("YAV-28")
def test_a_lost_attack_ends_the_turn() -> None:
    match = play(table(HOME + " S333+3 n344+3"), "move 333 344", "die 0")
    assert on(match, "333") == ""
    assert on(match, "344") == "n+3"
    assert match.to_move == 1


@pytest.mark.rule("YAV-28", "YAV-41")
def test_after_a_lost_attack_the_card_is_drawn() -> None:
    match = play(table(HOME + " S333+3 n344+3", game="full"), "move 333 344", "die 0")
    assert match.legal()[0]["do"] == "draw"


@pytest.mark.rule("YAV-29")
def test_own_ships_may_be_attacked_but_not_the_command_ship() -> None:
    match = table("C344+1 T115 S333+1 N324+1 c555+3 t551")
    assert reach(match, "333") >= {"324"}
    assert refused(match, "move 333 344") == "YAV-29"
    play(match, "move 333 324")
    assert match.to_move == "chance"
    assert on(play(match, "die 1"), "324") == "S+2"


@pytest.mark.rule("YAV-29", "YAV-57")
def test_nobody_is_asked_to_defend_against_himself() -> None:
    match = play(table(HOME + " S333+1 N324+1", hands=("wild wild", "wild wild")), "move 333 324")
    assert match.to_move == "chance"


@pytest.mark.rule("YAV-30", "YAV-34")
def test_a_detonation() -> None:
    match = play(table(HOME + " T333+1 s322+4 g324 m343 S334+1 G342 M323 t335 s433+1"), "detonate 333")
    assert [on(match, at) for at in ("333", "322", "324", "343")] == [""] * 4
    assert [on(match, at) for at in ("334", "342", "323")] == ["S+1", "G", "M"], "friends are safe"
    assert [on(match, at) for at in ("335", "433")] == ["t", "s+1"], "out of reach"


@pytest.mark.rule("YAV-30")
def test_a_command_ship_dies_in_a_blast() -> None:
    assert play(table("C111+3 T115 T333 c344+5 t551"), "detonate 333").ranks == [1, 2]


@pytest.mark.rule("YAV-30")
def test_move_and_detonate_in_one_turn() -> None:
    match = play(table(HOME + " T333 T353+1 N352+1 s355+1 t113"), "move 333 344")
    assert offered(match, "detonate") == {"344"}, "only the one that moved"
    play(match, "fire 113")
    assert offered(match, "detonate") == {"344"}, "a shot may come between"
    play(match, "shuffle 353 352")
    assert offered(match, "detonate") == set(), "until the first transfer"
    assert refused(match, "detonate 344") == "YAV-30"


@pytest.mark.rule("YAV-30", "YAV-31")
def test_move_through_a_gate_and_detonate() -> None:
    match = play(table(HOME + " T333 G344 G222 s223+1 g212"), "move 333 344", "detonate 222")
    assert [on(match, at) for at in ("222", "223", "212")] == ["G", "", ""]


@pytest.mark.rule("YAV-30")
def test_fuse_of_the_next_turn() -> None:
    match = table(HOME + " T333 s344+1", fuse="next_turn")
    assert "333" in offered(match, "detonate")
    play(match, "move 333 334")
    assert refused(match, "detonate 334") == "YAV-30"


@pytest.mark.rule("YAV-30")
def test_what_a_weapon_does_to_a_trych_is_no_move() -> None:
    match = table(HOME + " T333+1 s344", hands=("wild wild wild", ""))
    play(match, "weapon hyperdrive 333", "spend wild", "spend wild", "spend wild", "jump 345")
    assert offered(match, "detonate") == set()


@pytest.mark.rule("YAV-31", "YAV-38")
def test_a_blast_and_gates() -> None:
    """A friend on an enemy gate stays, an enemy on one's own goes, the gate under the Trych is never harmed."""
    match = play(table(HOME + " T333 G333 S322+1 g322 s344+1 G344"), "detonate 333")
    assert [on(match, at) for at in ("333", "322", "344")] == ["G", "S+1", "G"]
    match = play(table(HOME + " T333 g333 s344+1 g344"), "detonate 333")
    assert [on(match, at) for at in ("333", "344")] == ["g", ""]
