"""How ships and gates move (YAV-7 to YAV-14)."""

import pytest

from tests.games.yavoch.table import HOME, on, play, reach, refused, table

AROUND_333 = {"322", "323", "324", "332", "334", "342", "343", "344"}


@pytest.mark.rule("YAV-7")
def test_trych() -> None:
    match = table(HOME + " T333")
    assert reach(match, "333") == AROUND_333 | {"423", "243"}
    match = table(HOME + " T333 S332 s334 M342 m344 G322 g324 G323 N323")
    assert reach(match, "333") == {"322", "324", "343", "423", "243"}
    assert refused(match, "move 333 334") == "YAV-7"
    assert refused(match, "move 333 433") == "YAV-7"
    assert on(play(match, "move 333 324"), "324") == "g", "an enemy gate destroys it"


@pytest.mark.rule("YAV-8", "YAV-13")
def test_squam() -> None:
    match = table(HOME + " S333+1 t322 T342 G423")
    assert reach(match, "333") == {"322", "342", "324", "315", "344", "355", "423", "243", "153"}
    assert refused(match, "move 333 311") == "YAV-13"
    assert refused(match, "move 333 513") == "YAV-13"
    assert refused(match, "move 333 334") == "YAV-8"


@pytest.mark.rule("YAV-9", "YAV-13")
def test_archid() -> None:
    match = table(HOME + " A333+1 m332 s343 g433")
    assert reach(match, "333") == {"332", "343", "433", "334", "335", "323", "313", "233", "133"}
    assert refused(match, "move 333 331") == "YAV-13"
    assert refused(match, "move 333 322") == "YAV-9"


@pytest.mark.rule("YAV-10")
def test_neornith_is_not_blocked() -> None:
    match = table(HOME + " N333+1 t423 t243 t332 t334 t323 t343")
    up = {"412", "413", "414", "422", "424", "432", "433", "434"}
    down = {"232", "233", "234", "242", "244", "252", "253", "254"}
    assert reach(match, "333") == up | down
    assert refused(match, "move 333 423") == "YAV-10"


@pytest.mark.rule("YAV-10")
def test_neornith_at_the_edge_takes_either_order() -> None:
    match = table("C333+3 N111+1 c555+3 t551")
    assert reach(match, "111") == {"211", "212"}


@pytest.mark.rule("YAV-11")
def test_command_ship() -> None:
    match = table("C333+1 T115 c555+3 t551")
    assert reach(match, "333") == AROUND_333 | {"423", "243", "433", "233"}


@pytest.mark.rule("YAV-12", "YAV-13")
def test_gate() -> None:
    match = table(HOME + " G333 t332 m334 g323 o343+1")
    assert reach(match, "333") == (AROUND_333 - {"332", "334", "323"}) | {"423", "243", "433", "233"}
    assert refused(match, "move 333 332") == "YAV-12"
    assert refused(match, "move 333 344 mine") == "YAV-18"
    match = play(match, "move 333 343", "end", "move 551 541", "end", "move 343 344")
    assert on(match, "343") == "o+1", "loose rings do not travel with a gate"


@pytest.mark.rule("YAV-12")
@pytest.mark.parametrize("ship", ["S333", "s333"])
def test_gate_with_a_ship_on_it_stays(ship: str) -> None:
    assert reach(table(HOME + f" G333 {ship}"), "333") == set()


@pytest.mark.rule("YAV-14")
@pytest.mark.parametrize("ship", "SAN")
def test_without_a_ring_a_ship_stays(ship: str) -> None:
    match = table(HOME + f" {ship}333")
    assert reach(match, "333") == set()
    assert refused(match, "move 333 342") == "YAV-14"
