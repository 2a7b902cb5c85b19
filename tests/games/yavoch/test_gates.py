"""What happens on gates (YAV-35 to YAV-38), row by row of the rulebook's table."""

import pytest

from tests.games.yavoch.table import HOME, on, play, rings, table


def after_move(pieces: str, *then: str) -> list[str]:
    """What is on 344 and on 222 after Rust's ship goes from 333 to 344."""
    match = play(table(f"{HOME} {pieces}"), "move 333 344", *then)
    return [on(match, "344"), on(match, "222")]


@pytest.mark.rule("YAV-35")
@pytest.mark.parametrize("ship", ["S333+1", "T333"])
def test_own_gate_with_the_other_free(ship: str) -> None:
    assert after_move(f"{ship} G344 G222") == ["G", ship.replace("333", "") + " G"]


@pytest.mark.rule("YAV-35")
@pytest.mark.parametrize("there", ["T222", "t222"])
def test_own_gate_with_the_other_occupied(there: str) -> None:
    assert after_move(f"S333+1 G344 G222 {there}")[0] == "S+1 G"


@pytest.mark.rule("YAV-35", "YAV-38")
def test_own_gate_with_the_other_gone() -> None:
    assert after_move("S333+1 G344") == ["S+1 G", ""]


@pytest.mark.rule("YAV-35")
def test_only_landing_teleports() -> None:
    match = play(table(HOME + " S333+1 G344 G222 T222"), "move 333 344", "end", "move 551 541", "end")
    play(match, "move 222 212", "end")
    assert on(match, "344") == "S+1 G", "it goes nowhere when the other gate becomes free"


@pytest.mark.rule("YAV-35", "YAV-61")
def test_loose_rings_are_taken_on_both_gates() -> None:
    assert after_move("S333+1 G344 G222 o344+1 o222+2") == ["G", "S+4 G"]


@pytest.mark.rule("YAV-36")
@pytest.mark.parametrize("ship", ["S333+1", "T333"])
def test_an_empty_enemy_gate_destroys(ship: str) -> None:
    assert after_move(f"{ship} g344 g222") == ["g", "g"]


@pytest.mark.rule("YAV-36", "YAV-27")
def test_an_enemy_gate_with_an_enemy_ship_destroys_both() -> None:
    match = play(table(HOME + " S333+1 g344 s344+5 g222 n222+1"), "move 333 344")
    assert [on(match, "344"), on(match, "222")] == ["g", "n+1 g"], "without a roll; a ship on the partner is safe"
    assert match.to_move == 0, "the turn goes on"


@pytest.mark.rule("YAV-36")
@pytest.mark.parametrize(("face", "there"), [(7, "g"), (6, "c+3 g")])
def test_a_command_ship_on_its_own_gate_is_attacked_as_anywhere(face: int, there: str) -> None:
    match = play(table("C111+3 T115 S333+1 c344+3 g344 t551"), "move 333 344", f"die {face}")
    assert on(match, "344") == there, "a winner is destroyed by the gate"
    assert match.ranks == ([1, 2] if face == 7 else None)


@pytest.mark.rule("YAV-36")
@pytest.mark.parametrize(("face", "there"), [(2, "g"), (1, "N+2 g")])
def test_an_own_ship_on_the_enemy_gate_is_an_ordinary_battle(face: int, there: str) -> None:
    assert after_move("S333+1 g344 N344+2", f"die {face}")[0] == there


@pytest.mark.rule("YAV-37")
@pytest.mark.parametrize("victim", ["n344+1", "N344+1"])
def test_the_winner_on_its_own_gate_goes_through(victim: str) -> None:
    assert after_move(f"S333+1 G344 G222 {victim}", "die 9") == ["G", "S+1 G"]


@pytest.mark.rule("YAV-36", "YAV-35")
@pytest.mark.parametrize("gates", ["G344 G222", "g344 g222"])
def test_a_command_ship_never_teleports(gates: str) -> None:
    match = play(table(f"C333+1 T115 {gates} o344+1 c555+3 t551"), "move 333 344")
    assert on(match, "344") == f"C+2 {gates[0]}"


@pytest.mark.rule("YAV-36")
def test_a_command_ship_attacks_on_an_enemy_gate_as_anywhere() -> None:
    match = play(table("C333+1 T115 g344 s344+5 c555+3 t551"), "move 333 344")
    assert on(match, "344") == "C+1 g", "it wins, and no ring on a gate"


@pytest.mark.rule("YAV-38")
def test_a_single_gate_still_blocks_and_destroys() -> None:
    match = table(HOME + " S333+1 g344")
    assert not any(each.get("to") == "355" for each in match.legal())
    assert on(play(match, "move 333 344"), "344") == "g"


@pytest.mark.rule("YAV-38")
def test_a_gate_whose_partner_is_occupied_still_destroys() -> None:
    assert after_move("S333+1 g344 g222 s222+1") == ["g", "s+1 g"]


@pytest.mark.rule("YAV-38")
def test_a_blast_takes_a_gate_with_its_ship_and_leaves_the_partner() -> None:
    match = play(table(HOME + " T333 g344 s344+5 g222 n222+1"), "detonate 333")
    assert [on(match, "344"), on(match, "222")] == ["", "n+1 g"]
    assert rings(match, "222") == 1
