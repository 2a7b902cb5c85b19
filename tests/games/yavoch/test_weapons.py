"""Every offensive weapon on every kind of target (YAV-48 to YAV-54)."""

import pytest

from oddboard.core.match import Match
from tests.games.yavoch.table import HOME, offered, on, play, refused, rings, table

FIVE = "wild wild wild wild wild"
ENEMIES = ["c344+2", "a344+2", "s344+2", "n344+2", "t344+1"]
FRIENDS = ["A344+2", "S344+2", "N344+2", "T344+1"]
COSTS = {"tractor_beam": 2, "evolution": 2}


def using(weapon: str, pieces: str, user: str = "S333+1") -> Match:
    """Rust's ship on 333 has announced and paid for a weapon."""
    home = HOME.replace("c555+3 ", "") if "c344" in pieces else HOME
    match = table(f"{home} {user} {pieces}", hands=(FIVE, ""))
    return play(match, f"weapon {weapon} 333", *["spend wild"] * COSTS.get(weapon, 3))


def without(match: Match, weapon: str) -> bool:
    return weapon not in offered(match, "weapon", "weapon", ship="333")


@pytest.mark.rule("YAV-48")
@pytest.mark.parametrize("target", ENEMIES + FRIENDS)
def test_tractor_beam(target: str) -> None:
    match = play(using("tractor_beam", target + " M345 o355+1"), "target 344")
    assert offered(match, "shift", "to") == {
        *("334", "335", "343", "353", "354", "355"),
        *("434", "254", "444", "244"),
    }
    assert refused(match, "shift 345") == "YAV-48"
    play(match, "shift 355")
    full = target[0] in "tT"
    expected = "+1" if full else "+3"
    assert on(match, "355") == target[0] + expected, "loose rings are taken where there is room"
    assert (on(match, "344"), match.to_move) == ("", 0)


@pytest.mark.rule("YAV-48")
def test_a_tractor_beam_never_moves_its_user_and_needs_room() -> None:
    match = using("tractor_beam", "t344")
    assert refused(match, "target 333") == "YAV-48"
    match = using("tractor_beam", "t344 g322 t322 T332")
    play(match, "target 322", "shift 321")
    assert on(match, "322") == "g", "the gate is unaffected"


@pytest.mark.rule("YAV-49")
@pytest.mark.parametrize("target", ENEMIES)
def test_antimatter_torpedo(target: str) -> None:
    match = play(using("antimatter_torpedo", target), "target 344")
    assert on(match, "344") == ""
    assert match.ranks == ([1, 2] if target[0] == "c" else None)


@pytest.mark.rule("YAV-49")
@pytest.mark.parametrize("target", FRIENDS)
def test_a_torpedo_is_for_enemies(target: str) -> None:
    match = table(f"{HOME} S333+1 {target}", hands=(FIVE, ""))
    assert without(match, "antimatter_torpedo")
    assert refused(match, "weapon antimatter_torpedo 333") == "YAV-49"


@pytest.mark.rule("YAV-50")
@pytest.mark.parametrize("target", ENEMIES[1:] + FRIENDS)
def test_evolution(target: str) -> None:
    match = play(using("evolution", target), "target 344")
    kinds = {"archid", "squam", "neornith", "trych"}
    own = {"a": "archid", "s": "squam", "n": "neornith", "t": "trych"}[target[0].lower()]
    assert offered(match, "become", "ship") == kinds - {own}
    become = "archid" if own == "trych" else "trych"
    play(match, f"become {become}")
    letter = become[0].upper() if target[0].isupper() else become[0]
    assert on(match, "344") == f"{letter}+1", "it keeps the rings it has room for"


@pytest.mark.rule("YAV-50")
def test_evolution_of_the_user_and_of_no_command_ship() -> None:
    match = using("evolution", "c344+2")
    assert refused(match, "target 344") == "YAV-50"
    play(match, "target 333", "become neornith")
    assert on(match, "333") == "N+1"


@pytest.mark.rule("YAV-51")
def test_cloning_shares_the_rings() -> None:
    match = play(using("cloning", "g344 t322", user="S333+4"), "clone 342")
    assert offered(match, "share", "rings") == {1, 2, 3}
    assert refused(match, "share 0") == "YAV-51"
    assert refused(match, "share 4") == "YAV-51"
    play(match, "share 3")
    assert (on(match, "333"), on(match, "342")) == ("S", "S+3")


@pytest.mark.rule("YAV-51")
def test_the_double_goes_where_no_ship_is() -> None:
    match = using("cloning", "t322 g344 m342", user="S333+2")
    assert "322" not in offered(match, "clone", "to")
    assert refused(match, "clone 322") == "YAV-51"
    assert refused(match, "clone 334") == "YAV-51"
    for to in ("344", "342"):
        copy = Match(match.game, 2, match.options, start=match.state)
        play(copy, f"clone {to}", "share 1")
        assert "S" not in on(copy, to), "an enemy gate or mine destroys it"
        assert rings(copy, "333") == 0


@pytest.mark.rule("YAV-51")
def test_the_double_goes_through_gates() -> None:
    match = play(using("cloning", "G344 G222", user="S333+2"), "clone 344", "share 1")
    assert (on(match, "344"), on(match, "222")) == ("G", "S+1 G")


@pytest.mark.rule("YAV-51", "YAV-15")
def test_the_double_has_passed_nothing_yet() -> None:
    fleet = HOME + " S333+2 N332+1 N341+1"
    match = play(table(fleet, hands=(FIVE, "")), "shuffle 332 333", "weapon cloning 333", *["spend wild"] * 3)
    play(match, "clone 342", "share 1")
    assert refused(match, "shuffle 341 342") is None
    assert refused(match, "shuffle 342 333") == "YAV-15", "the original has got one"


@pytest.mark.rule("YAV-51")
@pytest.mark.parametrize("user", ["S333+1", "T333+1"])
def test_cloning_needs_two_rings(user: str) -> None:
    match = table(f"{HOME} {user}", hands=(FIVE, ""))
    assert without(match, "cloning")
    assert refused(match, "weapon cloning 333") == "YAV-51"


@pytest.mark.rule("YAV-52")
@pytest.mark.parametrize("target", ENEMIES)
@pytest.mark.parametrize(("user", "most"), [("S333+1", 5), ("S333+4", 5), ("T333+1", 1)])
def test_remote_energy_absorber(target: str, user: str, most: int) -> None:
    match = play(using("remote_energy_absorber", target, user), "target 344")
    assert on(match, "344") == target[0]
    assert rings(match, "333") == min(most, int(user[-1]) + int(target[-1]))
    assert not match.is_over, "an empty Command ship still has its owner's turn"


@pytest.mark.rule("YAV-52")
@pytest.mark.parametrize("target", ["s344", *FRIENDS])
def test_the_absorber_needs_an_enemy_with_a_ring(target: str) -> None:
    match = table(f"{HOME} S333+1 {target}", hands=(FIVE, ""))
    assert refused(match, "weapon remote_energy_absorber 333") == "YAV-52"


@pytest.mark.rule("YAV-53")
@pytest.mark.parametrize("target", ENEMIES[1:])
@pytest.mark.parametrize("gate", ["", "g344", "G344"])
def test_revenant_device(target: str, gate: str) -> None:
    match = play(using("revenant_device", f"{target} {gate}"), "target 344")
    expected = target.replace("344", "").capitalize()
    assert on(match, "344") == " ".join(filter(None, [expected, gate[:1]]))


@pytest.mark.rule("YAV-53")
@pytest.mark.parametrize("target", ["c344+2", *FRIENDS])
def test_the_revenant_device_takes_no_command_ship(target: str) -> None:
    home = HOME.replace("c555+3 ", "") if target[0] == "c" else HOME
    match = table(f"{home} S333+1 {target}", hands=(FIVE, ""))
    assert refused(match, "weapon revenant_device 333") == "YAV-53"


@pytest.mark.rule("YAV-53", "YAV-39")
def test_taking_the_last_other_ship_wins() -> None:
    match = table("C111+3 T115 S333+1 c555+3 s344+1", hands=(FIVE, ""))
    play(match, "weapon revenant_device 333", *["spend wild"] * 3, "target 344")
    assert match.ranks == [1, 2]


@pytest.mark.rule("YAV-54", "YAV-48")
def test_hyperdrive() -> None:
    match = using("hyperdrive", "G222 m223 o444+2")
    places = offered(match, "jump", "to")
    assert len(places) == 125 - 7
    assert refused(match, "jump 222") == "YAV-54"
    play(match, "jump 444")
    assert (on(match, "444"), on(match, "333")) == ("S+3", "")


@pytest.mark.rule("YAV-48", "YAV-15")
def test_what_a_ship_has_passed_goes_with_it() -> None:
    fleet = HOME + " S333+1 N332+2 N322+1"
    match = play(table(fleet, hands=(FIVE, "")), "shuffle 332 333", "weapon hyperdrive 333", *["spend wild"] * 3)
    play(match, "jump 321")
    assert refused(match, "shuffle 322 321") == "YAV-15"
    assert refused(match, "shuffle 321 322") is None
