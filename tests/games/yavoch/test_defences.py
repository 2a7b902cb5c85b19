"""Deflector Field and Self Destruct (YAV-55 to YAV-57)."""

import pytest

from oddboard.core.match import Match
from tests.games.yavoch.table import HOME, offered, on, play, refused, rings, table

FIVE = "wild wild wild wild wild"
DEFLECT = ("defend deflector", "spend wild", "spend wild")
DESTRUCT = ("defend self_destruct", "spend wild", "spend wild")


def attacked(pieces: str, *lines: str, home: str = HOME, hands: tuple[str, str] = (FIVE, FIVE)) -> Match:
    return play(table(f"{home} {pieces}", hands=hands), *lines)


def forfeited(match: Match) -> bool:
    """Rust's turn is over, and a card is due."""
    return match.legal()[0]["do"] == "draw" and match.position()["turn"] == 0


@pytest.mark.rule("YAV-55")
@pytest.mark.parametrize("ship", ["a", "s", "n", "t"])
def test_a_battle_is_deflected(ship: str) -> None:
    match = attacked(f"S333+2 {ship}344+1", "move 333 344 mine")
    assert match.to_move == 1
    assert offered(match, "defend", "with") == {"deflector", "none"}
    play(match, *DEFLECT)
    assert [on(match, at) for at in ("333", "344")] == ["S+2", f"{ship}+1"]
    assert forfeited(match)


@pytest.mark.rule("YAV-55")
@pytest.mark.parametrize("pieces", ["s344", "g344 s344"])
def test_a_ship_without_a_ring_cannot_defend(pieces: str) -> None:
    assert attacked(f"S333+2 {pieces}", "move 333 344").to_move == 0


@pytest.mark.rule("YAV-55")
def test_a_command_ship_cannot_defend() -> None:
    match = attacked("S333+2 c344+3", "move 333 344", home="C111+3 T115 t551")
    assert match.to_move == "chance"


@pytest.mark.rule("YAV-55")
def test_a_move_onto_its_gate_is_deflected() -> None:
    match = attacked("S333+2 g344 s344+1", "move 333 344", *DEFLECT)
    assert [on(match, at) for at in ("333", "344")] == ["S+2", "s+1 g"]
    assert forfeited(match)


@pytest.mark.rule("YAV-55", "YAV-32")
def test_a_shot_is_deflected_and_the_ring_stays_spent() -> None:
    match = attacked("s113+1", "fire 113", *DEFLECT)
    assert (on(match, "113"), rings(match, "111")) == ("s+1", 2)
    assert forfeited(match)


@pytest.mark.rule("YAV-55", "YAV-41")
@pytest.mark.parametrize(
    ("weapon", "cards", "then"),
    [
        ("tractor_beam", 2, ("target 344", "shift 345")),
        ("antimatter_torpedo", 3, ("target 344",)),
        ("evolution", 2, ("target 344", "become trych")),
        ("remote_energy_absorber", 3, ("target 344",)),
        ("revenant_device", 3, ("target 344",)),
    ],
)
def test_every_aimed_weapon_is_deflected(weapon: str, cards: int, then: tuple[str, ...]) -> None:
    match = attacked("S333+2 s344+1", f"weapon {weapon} 333", *["spend wild"] * cards, *then)
    assert match.to_move == 1
    play(match, *DEFLECT)
    assert [on(match, at) for at in ("333", "344")] == ["S+2", "s+1"]
    assert match.to_move == 1, "Cobalt's turn: no card after a weapon, even a deflected one"
    assert match.position()["cards"]["discards"]["wild"] == cards + 2


@pytest.mark.rule("YAV-55", "YAV-38")
def test_one_ship_is_saved_from_a_blast() -> None:
    match = attacked("T333 s344+1 g344 n334+1 a335+1 t332 n322", "detonate 333")
    assert offered(match, "defend", "ship") == {None, "344", "334"}, "those with a ring, in the blast"
    assert refused(match, "defend deflector") == "YAV-55"
    assert refused(match, "defend deflector 335") == "YAV-55"
    assert refused(match, "defend deflector 322") == "YAV-55"
    play(match, "defend deflector 344", "spend wild", "spend wild")
    assert [on(match, at) for at in ("344", "334", "332", "333")] == ["s+1", "", "", ""], "without its gate"
    assert (match.to_move, match.position()["moved"]) == (0, True)


@pytest.mark.rule("YAV-55", "YAV-46")
def test_the_cards_must_fit_the_ship() -> None:
    cards = "field_effect_emitter:neornith magnetic_monopoles:all"
    for ship, asked in (("s", False), ("n", True)):
        match = table(f"{HOME} S333+2 {ship}344+1", hands=("", cards), deck="standard")
        assert (play(match, "move 333 344").to_move == 1) == asked


@pytest.mark.rule("YAV-56")
@pytest.mark.parametrize("ship", ["a344+1", "s344+1", "n344+1"])
def test_self_destruct_after_a_lost_roll(ship: str) -> None:
    match = attacked(f"S333+2 {ship}", "move 333 344 mine", "defend none", "die 5")
    assert offered(match, "defend", "with") == {"self_destruct", "none"}
    assert refused(match, "defend deflector") == "YAV-56"
    play(match, *DESTRUCT)
    assert [on(match, at) for at in ("333", "344")] == ["", ""], "and no mine is laid"
    assert (match.to_move, match.position()["moved"]) == (0, True)


@pytest.mark.rule("YAV-56")
def test_self_destruct_without_a_roll() -> None:
    match = attacked("S333+2 t344+1", "move 333 344", "defend none")
    assert offered(match, "defend", "with") == {"self_destruct", "none"}
    match = attacked("C333+2 n344+1", "move 333 344", "defend none", *DESTRUCT, home="T115 c555+3 t551")
    assert match.ranks == [2, 1], "it takes a Command ship along"


@pytest.mark.rule("YAV-56")
def test_declining_loses_the_battle() -> None:
    match = attacked("S333+2 s344+1", "move 333 344", "defend none", "die 5", "defend none")
    assert on(match, "344") == "S+3"


@pytest.mark.rule("YAV-56")
@pytest.mark.parametrize(
    ("pieces", "lines"),
    [
        ("s113+1", ("fire 113",)),
        ("S333+2 g344 s344+1", ("move 333 344",)),
        ("T333 s344+1", ("detonate 333",)),
        ("S333+2 s344+1", ("weapon antimatter_torpedo 333", "spend wild", "spend wild", "spend wild", "target 344")),
    ],
)
def test_no_self_destruct_against_anything_but_a_battle(pieces: str, lines: tuple[str, ...]) -> None:
    hand = "antimatter_matter_inverter:all field_effect_emitter:all"
    match = attacked(pieces, *lines, hands=(FIVE, hand))
    assert match.to_move == 0


@pytest.mark.rule("YAV-56")
def test_a_defender_that_wins_is_not_asked() -> None:
    hand = "antimatter_matter_inverter:all field_effect_emitter:all"
    match = attacked("S333+2 s344+3", "move 333 344", "die 1", hands=("", hand))
    assert forfeited(match)
