"""The six impacts (YAV-58 to YAV-64)."""

import pytest

from oddboard.core.match import Match
from tests.games.yavoch.table import HOME, offered, on, play, table


def struck(pieces: str, impact: str, *lines: str, home: str = HOME, **options: object) -> Match:
    """Rust has moved and drawn, and an impact strikes."""
    match = table(f"{home} {pieces}", **({"game": "full"} | options))
    return play(match, "move 115 114", "end", "draw wild", "top impact", f"impact {impact}", *lines)


@pytest.mark.rule("YAV-58")
@pytest.mark.parametrize(("faces", "left"), [((1, 2), [0, 2]), ((0, 9), [3, 0]), ((3, 5), [0, 0]), ((2, 4), [3, 2])])
def test_engineering_failure(faces: tuple[int, int], left: list[int]) -> None:
    match = table(HOME, hands=("wild wild", "wild wild"))
    play(match, "move 115 114", "end", "draw wild", "top impact", "impact engineering_failure")
    assert {each["seat"] for each in match.legal()} == {0}, "seat 0 rolls first"
    play(match, f"die {faces[0]} 0", f"die {faces[1]} 1")
    cards = match.position()["cards"]
    assert [pile["size"] for pile in cards["hands"]] == left
    assert [pile["size"] for pile in cards["face_down"]] == [3 - left[0], 2 - left[1]]


@pytest.mark.rule("YAV-58")
def test_engineering_failure_rolls_even_for_empty_hands() -> None:
    match = struck("", "engineering_failure", "die 3 0")
    assert {each["seat"] for each in match.legal()} == {1}


@pytest.mark.rule("YAV-59")
def test_enemy_defector() -> None:
    match = table(HOME, hands=("graviton_polarizer:all", "magnetic_monopoles:all wild wild"))
    play(match, "move 115 114", "end", "draw graviton_polarizer:all", "top impact", "impact enemy_defector")
    assert match.legal() == [
        {"do": "steal", "seat": 0, "card": "magnetic_monopoles:all", "weight": 1},
        {"do": "steal", "seat": 0, "card": "wild", "weight": 2},
    ]
    play(match, "steal 0 wild")
    assert offered(match, "steal", "card") == {"graviton_polarizer:all"}, "from the hand as it was"
    play(match, "steal 1 graviton_polarizer:all")
    hands = [pile["cards"] for pile in match.position()["cards"]["hands"]]
    assert hands[0] == {"graviton_polarizer:all": 1, "wild": 1}
    assert hands[1] == {"graviton_polarizer:all": 1, "magnetic_monopoles:all": 1, "wild": 1}


@pytest.mark.rule("YAV-59")
def test_an_empty_hand_gives_none() -> None:
    match = struck("", "enemy_defector")
    assert offered(match, "steal", "seat") == {1}, "Cobalt has nothing for Rust to steal"
    play(match, "steal 1 wild")
    assert [pile["size"] for pile in match.position()["cards"]["hands"]] == [0, 1]


@pytest.mark.rule("YAV-60")
@pytest.mark.parametrize(("core", "there", "beside"), [("diagonal", "+0", "+3"), ("cross", "+3", "+0")])
def test_core_anomaly(core: str, there: str, beside: str) -> None:
    match = struck("S333+3 n322+3 A323+3", "core_anomaly", core=core)
    assert on(match, "333") == "S"
    assert on(match, "322") == f"n{there}".replace("+0", "")
    assert on(match, "323") == f"A{beside}".replace("+0", "")


@pytest.mark.rule("YAV-60", "YAV-17")
def test_a_command_ship_emptied_by_an_impact_still_has_its_turn() -> None:
    match = struck("", "core_anomaly", "top component", home="C111+3 T115 c333+3 t551")
    assert match.to_move == 1
    assert play(match, "move 551 541", "end").ranks == [1, 2]


@pytest.mark.rule("YAV-61", "YAV-38")
def test_core_dump() -> None:
    match = struck("S333+3 G322 n322+1 m344 g342 T323", "core_dump")
    assert [on(match, at) for at in ("333", "322", "344", "342", "323")] == ["o+1", "o+2", "m", "o+1", "T"]


@pytest.mark.rule("YAV-61")
def test_loose_rings_are_taken_by_the_next_ship() -> None:
    match = play(table(HOME + " S322+4 o333+2"), "move 322 333")
    assert on(match, "333") == "S+5", "what it has room for, and the rest is lost"
    match = play(table(HOME + " S322+4 o333+2 g333"), "move 322 333")
    assert on(match, "333") == "g o+2", "one destroyed on landing takes none"


@pytest.mark.rule("YAV-61", "YAV-39")
def test_a_command_ship_lost_in_the_core() -> None:
    assert struck("", "core_dump", home="C111+3 T115 c333+3 t551").ranks == [1, 2]
    assert struck("", "core_dump", home="C322+3 T115 c333+3 t551").ranks == [1, 1]


@pytest.mark.rule("YAV-62", "YAV-38")
def test_massive_asteroid_swarm() -> None:
    match = struck("S333+3 n322 t311+1 T355 G344 N344+1 m343 G222", "massive_asteroid_swarm")
    places = ("333", "322", "311", "355", "344", "343", "222")
    assert [on(match, at) for at in places] == ["S+2", "", "t", "", "N", "", "G"]


@pytest.mark.rule("YAV-63", "YAV-38")
@pytest.mark.parametrize(
    ("face", "gone"),
    [
        (3, {"333", "331", "313"}),
        (6, {"333", "313"}),
        (7, {"333", "335"}),
        (9, {"333", "331", "342"}),
        (0, {"333", "342"}),
    ],
)
def test_unexpected_asteroid_impact(face: int, gone: set[str]) -> None:
    match = struck("S333+5 g333 n331+1 M313 t335 A342+1 N433+1", "unexpected_asteroid_impact", f"die {face} 0")
    places = {"333", "331", "313", "335", "342"}
    if face == 3:
        gone = gone | {"335"}
    assert {at for at in places if not on(match, at)} == gone
    assert on(match, "433") == "N+1"


@pytest.mark.rule("YAV-63")
def test_the_die_is_always_rolled_by_the_player_whose_turn_ended() -> None:
    assert {(each["do"], each["seat"]) for each in struck("", "unexpected_asteroid_impact").legal()} == {("die", 0)}


@pytest.mark.rule("YAV-64")
@pytest.mark.parametrize("impact", ["massive_asteroid_swarm", "unexpected_asteroid_impact"])
def test_a_command_ship_on_level_three(impact: str) -> None:
    lines = ("die 1 0",) if impact.startswith("unexpected") else ()
    assert struck("", impact, *lines, home="C111+3 T115 c345+5 t551").ranks == [1, 2]


@pytest.mark.rule("YAV-40")
def test_an_impact_counts_as_destruction() -> None:
    assert struck("T333", "core_dump", "top component").position()["quiet"] == 0
    assert struck("T332", "core_dump", "top component").position()["quiet"] == 1
