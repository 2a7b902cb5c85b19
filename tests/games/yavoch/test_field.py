"""The field (YAV-1 to YAV-6)."""

import pytest

from oddboard.core.match import Match
from oddboard.games.yavoch.field import (
    ALL_WAYS,
    ANY_STEPS,
    AROUND,
    CORE,
    HOPS,
    NOWHERE,
    POSITIONS,
    QUADRANT_NAMES,
    RAY,
    STRUCK,
    name,
    named,
    place,
)
from oddboard.games.yavoch.state import positions
from tests.games.yavoch.table import GAME, HOME, play, reach, table

DIAGONAL, CROSS = 0, 1
SIDE, CORNER = 0, 1


def names(masks: object) -> set[str]:
    return {name(at) for at in positions(*masks)}  # type: ignore[misc]


@pytest.mark.rule("YAV-1")
def test_a_position_is_level_bare_and_circled() -> None:
    assert POSITIONS == 125
    assert [name(at) for at in range(POSITIONS)] == sorted({name(at) for at in range(POSITIONS)})
    assert place(named("342")) == (3, 4, 2)
    assert named("346") == named("042") == named("34") == NOWHERE


@pytest.mark.rule("YAV-2")
def test_neighbours_on_a_level() -> None:
    assert names(AROUND[named("333")]) == {"323", "343", "332", "334", "322", "324", "342", "344"}
    assert names(AROUND[named("311")]) == {"312", "321", "322"}


@pytest.mark.rule("YAV-3", "YAV-4")
def test_the_two_columns() -> None:
    beside = {name(int(RAY[SIDE, named("342"), way, 0])) for way in range(ALL_WAYS)}
    assert {"442", "242"} <= beside, "the slant keeps both numbers"
    assert {"432", "252"} <= beside, "straight up loses one bare number"
    up = [[name(int(at)) for at in RAY[SIDE, named("141"), way] if at != NOWHERE] for way in range(ALL_WAYS)]
    assert ["231", "321", "411"] in up, "the column ends where the bare number would be 0"
    assert ["241", "341", "441", "541"] in up


@pytest.mark.rule("YAV-4")
def test_a_squam_reaches_half_the_field() -> None:
    """As the author says of bishops: the reason for the offset of one short step."""
    reached, edge = {named("333")}, [named("333")]
    while edge:
        at = edge.pop()
        for way in range(6, ALL_WAYS):
            for to in RAY[SIDE, at, way]:
                if to != NOWHERE and int(to) not in reached:
                    reached.add(int(to))
                    edge.append(int(to))
    assert len(reached) in (62, 63)


@pytest.mark.rule("YAV-5")
@pytest.mark.parametrize(("core", "whole"), [(DIAGONAL, 33), (CROSS, 45)])
def test_counts_of_the_core(core: int, whole: int) -> None:
    dotted = names(CORE[SIDE, core])
    assert len(dotted) == whole
    assert len({at for at in dotted if at[0] == "3"}) == 9
    for face in range(10):
        assert len(names(STRUCK[core, face])) == 9, "in each case nine positions are struck"


@pytest.mark.rule("YAV-5", "YAV-63")
def test_results_of_the_asteroid_roll() -> None:
    assert len({frozenset(names(STRUCK[DIAGONAL, face])) for face in range(10)}) == 10
    assert names(STRUCK[CROSS, 3]) == names(STRUCK[CROSS, 0])
    assert QUADRANT_NAMES == ("alpha", "beta", "gamma", "delta")
    assert names(STRUCK[DIAGONAL, 6]) == {"333", "322", "323", "324", "311", "312", "313", "314", "315"}
    assert names(STRUCK[CROSS, 7]) == {"313", "314", "315", "323", "324", "325", "333", "334", "335"}
    assert names(STRUCK[DIAGONAL, 2]) == {"321", "322", "323", "324", "325", "312", "332", "342", "352"}


@pytest.mark.rule("YAV-5")
def test_the_core_follows_the_column() -> None:
    assert {"153", "342", "324", "513", "143", "234"} & names(CORE[SIDE, DIAGONAL]) == {
        "153",
        "342",
        "324",
        "513",
        "234",
    }


@pytest.mark.rule("YAV-6")
@pytest.mark.parametrize("trychs", [6, 10, 12])
def test_the_pieces_of_a_side(trychs: int) -> None:
    match = play(Match(GAME, 2, {"trychs": trychs}), "levels low", "formation lance", "formation lance")
    position = match.position()
    for seat in (0, 1):
        kinds = sorted(ship["kind"] for ship in position["ships"].values() if ship["seat"] == seat)
        expected = ["command"] + ["archid"] * 2 + ["squam"] * 4 + ["neornith"] * 3 + ["trych"] * trychs
        assert kinds == sorted(expected)
        assert list(position["gates"].values()).count(seat) == 2


def test_every_hop_and_step_has_a_way_back() -> None:
    for steps in (*HOPS, *ANY_STEPS, AROUND):
        for at in range(POSITIONS):
            for to in positions(*steps[at]):
                assert at in positions(*steps[to])
    assert min(len(positions(*HOPS[SIDE, at])) for at in range(POSITIONS)) == 2


@pytest.mark.rule("YAV-4")
def test_the_other_offset() -> None:
    beside = {name(int(RAY[CORNER, named("342"), way, 0])) for way in range(ALL_WAYS)}
    assert {"442", "242", "431", "253"} <= beside
    assert not {"432", "252"} & beside
    up = [[name(int(at)) for at in RAY[CORNER, named("142"), way] if at != NOWHERE] for way in range(ALL_WAYS)]
    assert ["231"] in up, "the column ends where a number would be 0"


@pytest.mark.rule("YAV-4")
def test_a_squam_reaches_half_the_field_with_the_other_offset_too() -> None:
    reached, edge = {named("333")}, [named("333")]
    while edge:
        at = edge.pop()
        fresh = {int(to) for way in range(6, ALL_WAYS) for to in RAY[CORNER, at, way] if to != NOWHERE} - reached
        reached |= fresh
        edge.extend(fresh)
    assert len(reached) == 65


@pytest.mark.rule("YAV-10", "YAV-4")
def test_a_neornith_stays_on_the_field_at_each_step() -> None:
    hops = names(HOPS[CORNER, named("315")])
    assert "415" not in hops, "neither a vector nor the column first stays on the field"
    assert hops == {"225", "235", "413", "414"}


@pytest.mark.rule("YAV-5")
def test_the_core_with_the_other_offset() -> None:
    level3 = {at for at in names(CORE[CORNER, DIAGONAL]) if at[0] == "3"}
    assert level3 == {at for at in names(CORE[SIDE, DIAGONAL]) if at[0] == "3"}
    assert {at for at in names(CORE[CORNER, DIAGONAL]) if at[0] == "5"} == {"511", "522", "533", "544", "555"}
    assert (len(names(CORE[CORNER, DIAGONAL])), len(names(CORE[CORNER, CROSS]))) == (33, 45)
    assert {at for at in names(CORE[CORNER, CROSS]) if at[0] == "5"} == {
        "511",
        "512",
        "513",
        "514",
        "515",
        "521",
        "531",
        "541",
        "551",
    }


@pytest.mark.rule("YAV-4")
def test_ships_move_by_the_offset_that_was_chosen() -> None:
    pieces = HOME + " S333+1 N343+1 T342"
    side, corner = table(pieces), table(pieces, offset="corner")
    assert ("423" in reach(side, "333"), "422" in reach(side, "333")) == (True, False)
    assert ("423" in reach(corner, "333"), "422" in reach(corner, "333")) == (False, True)
    assert "432" in reach(side, "342")
    assert "431" in reach(corner, "342")
