"""What the captions of the rulebook's drawn examples say is so."""

from typing import Any

import pytest

from oddboard.core.match import Match
from tests.games.yavoch.table import GAME, offered, on, play, reach, rings


def example(name: str) -> Match:
    return Match.from_position(GAME, GAME.examples[name]["position"])


@pytest.mark.parametrize(
    ("name", "at", "goes", "not_to"),
    [
        ("neighbours", "333", "323 343 332 334 322 324 342 344 433 233 423 243", ""),
        ("corner", "333", "422 244", "423 243"),
        ("trych", "333", "243 322 323 324 332 342 344", "334 343 423"),
        ("squam", "333", "351 324 423 513 243 153", "315 433"),
        ("archid", "333", "233 133 433 323 335", "313 533 423"),
        ("gate_moves", "333", "323 343 332 322 324 342 344 433 233 423 243", "334"),
        ("command", "333", "334 343", ""),
        ("own_mine", "333", "353 335", ""),
        ("move_and_blast", "333", "323", "324 322"),
        ("enemy_gate", "333", "343 323", ""),
        ("gate_blocked", "333", "344", ""),
        ("gate_command", "332", "343", ""),
        ("alone", "335", "324", ""),
        ("command_defends", "333", "343", ""),
    ],
)
def test_where_ships_go(name: str, at: str, goes: str, not_to: str) -> None:
    found = reach(example(name), at)
    assert set(goes.split()) <= found
    assert not set(not_to.split()) & found


@pytest.mark.parametrize(
    ("name", "decisions", "expected"),
    [
        ("shuffle", ["shuffle 334 335", "shuffle 333 334"], {"335": 1, "334": 2}),
        ("starving", ["shuffle 122 111", "shuffle 133 122"], {"111": 1, "122": 1}),
        ("own_mine", ["move 333 353"], {"353": 3}),
        ("last_ring", ["move 151 141", "shuffle 334 333"], {"333": 2}),
        ("double", ["clone 322", "share 1"], {"333": 2, "322": 2}),
    ],
)
def test_rings(name: str, decisions: list[str], expected: dict[str, int]) -> None:
    match = play(example(name), *decisions)
    assert {at: rings(match, at) for at in expected} == expected


def left(name: str, *decisions: str) -> Any:
    return play(example(name), *decisions).position()


def test_what_is_destroyed() -> None:
    blasted = left("move_and_blast", "move 333 323", "detonate 323")
    assert not {"313", "324"} & set(blasted["ships"])
    assert (blasted["gates"], "322" in blasted["ships"]) == ({}, True)
    assert not {"333", "323"} & set(left("enemy_gate", "move 333 323")["ships"])
    assert "343" in left("enemy_gate", "move 333 343")["gates"]
    assert left("last_ring", "fire 353")["winner"] == "draw"
    assert left("last_ring", "move 151 141", "shuffle 334 333", "fire 353")["winner"] == 0
    assert left("alone", "fire 343")["winner"] == left("alone", "move 335 324", "die 7")["winner"] == 0
    assert left("gate_command", "move 332 343", "die 7")["winner"] == 0
    assert left("gate_blocked", "move 333 344")["ships"]["344"]["kind"] == "squam"


def test_lines() -> None:
    assert offered(example("lines_of_fire"), "fire") == {"353", "331", "423", "433", "344"}
    assert offered(example("targets"), "target") == {"353", "323", "433", "423"}
    assert offered(example("double"), "clone", "to") >= {"322", "423", "344"}
    assert "antimatter_torpedo" in offered(example("hand"), "weapon", "weapon", ship="333")
    weapons = {each["weapon"]: each for each in GAME.scene(example("hand").state)["look"]["weapons"]}
    assert weapons["tractor_beam"]["complete"]
    assert "squam" in weapons["tractor_beam"]["ships"]
    assert offered(example("deflect"), "defend", "with") == {"deflector", "none"}
    assert offered(example("destruct"), "defend", "with") == {"self_destruct", "none"}


def test_columns_core_and_quadrants() -> None:
    ground = {
        place["id"].removeprefix("position:"): place for place in GAME.ground(example("core_lines").state)["places"]
    }
    up = [ground[at]["at"][0] for at in ("141", "231", "321", "411")]
    assert len(set(up)) == 1
    for name in ("core_lines", "core_cross"):
        match = example(name)
        kinds = {place["id"]: place["kind"] for place in GAME.ground(match.state)["places"]}
        trychs = [
            at for at, ship in match.position()["ships"].items() if ship["kind"] == "trych" and at not in ("151", "515")
        ]
        assert len(trychs) == 7
        assert all(kinds[f"position:{at}"].endswith("core") for at in trychs)
    loose = left("dumped")
    assert loose["loose"] == {"322": 1, "333": 1, "342": 1, "344": 1}
    assert on(example("dumped"), "334") == "S+1"


@pytest.mark.parametrize(("face", "struck"), [(3, "333"), (6, "333 324 315"), (0, "333 324 344 351 315")])
def test_the_asteroid(face: int, struck: str) -> None:
    before = example("asteroid")
    after = play(example("asteroid"), f"die {face} 0")
    gone = set(before.position()["ships"]) - set(after.position()["ships"])
    assert gone == set(struck.split())
