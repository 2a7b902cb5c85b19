"""The picture: the field, names, touches, previews, ways, wrong touches, set-ups in one go, and secrets."""

import json
import random
from typing import Any

import pytest

from oddboard.core.match import Match
from oddboard.core.views import WATCHER, choices, moment, scene
from oddboard.games.yavoch.cards import SHIPS, WEAPONS
from oddboard.games.yavoch.face.hand import hand_bytes, weapons_of
from oddboard.games.yavoch.face.scene import spot
from oddboard.games.yavoch.field import named
from oddboard.games.yavoch.state import KIND_NAMES
from tests.games.yavoch.table import GAME, HOME, decision, play, table
from tests.games.yavoch.test_secrets import DEFLECTOR, DESTRUCTOR, NOTHING

TRACTOR = "graviton_polarizer:all particle_beam_inductor:all"


def choice(match: Match, words: str) -> dict[str, Any]:
    """The choice of who is to move that a decision belongs to."""
    wanted = decision(match, words)
    found = choices(match.game, match.view(int(match.to_move or 0)))
    return dict(next(each for each in found if each["decision"] == wanted))


def piece(match: Match, identifier: str) -> dict[str, Any]:
    return dict(next(each for each in scene(match, None)["pieces"] if each["id"] == identifier))


def trail(match: Match, *lines: str) -> dict[str, list[str]]:
    """The ways of the last of some decisions."""
    play(match, *lines)
    found = moment(match, match.ply - 1, None)
    assert found is not None
    pieces = {each["id"] for each in found["scene"]["pieces"]}
    assert set(found["trails"]) <= pieces, "a trail belongs to a piece that is there afterwards"
    return {name: [place.removeprefix("position:") for place in way] for name, way in found["trails"].items()}


def fire(match: Match, *lines: str) -> dict[str, list[str]]:
    """What flashes in the last of some decisions."""
    play(match, *lines)
    found = moment(match, match.ply - 1, None)
    assert found is not None
    events = {name: way for name, way in found["trails"].items() if name.startswith("event:")}
    return {name: [place.removeprefix("position:") for place in way] for name, way in events.items()}


def refusal(match: Match, *touches: str) -> str:
    """The rule that is shown for wrong touches."""
    meant = GAME.attempt(match.state, touches)
    assert meant is not None
    found = match.why_not(meant)
    assert found is not None, meant
    return found.rule


@pytest.mark.rule("YAV-3", "YAV-4")
def test_straight_up_is_vertical_and_the_slant_is_not() -> None:
    assert spot(named("342"))[0] == spot(named("432"))[0] == spot(named("252"))[0]
    assert spot(named("442"))[0] > spot(named("342"))[0]
    places = {place["id"]: place for place in GAME.ground(table(HOME).state)["places"]}
    assert len(places) == 125
    assert {"position:432", "position:442"} <= set(places["position:342"]["near"])
    assert len(places["position:333"]["near"]) == 12
    assert all(place in places[other]["near"] for place in places for other in places[place]["near"])


@pytest.mark.rule("YAV-4")
def test_straight_up_is_vertical_with_the_other_offset_too() -> None:
    places = {place["id"]: place for place in GAME.ground(table(HOME, offset="corner").state)["places"]}
    assert places["position:342"]["at"][0] == places["position:431"]["at"][0] == places["position:253"]["at"][0]
    assert places["position:442"]["at"][0] > places["position:342"]["at"][0]
    assert "position:431" in places["position:342"]["near"]


@pytest.mark.rule("YAV-5")
def test_the_core_is_marked() -> None:
    for core, number in (("diagonal", 33), ("cross", 45)):
        ground = GAME.ground(table(HOME, core=core).state)
        assert sum(place["kind"].endswith("core") for place in ground["places"]) == number


def test_everything_has_a_name() -> None:
    match = table(HOME + " S333 A342+2 G342 g444 M222 o111+2".replace("o111+2", "o225+2"))
    assert piece(match, "ship:333")["name"] == "Rust Squam on 333, no rings, cannot move"
    assert piece(match, "ship:342")["name"] == "Rust Archid on 342, 2 rings, on Rust's gate"
    assert piece(match, "gate:444")["name"] == "Cobalt gate on 444, the only one left"
    assert piece(match, "mine:222")["name"] == "Rust mine on 222"
    assert piece(match, "loose:225")["name"] == "2 loose rings on 225"
    assert piece(match, "ship:115")["name"] == "Rust Trych on 115"


@pytest.mark.rule("YAV-24", "YAV-25", "YAV-26", "YAV-36")
def test_the_odds_are_told_before_an_attack() -> None:
    match = table("C111+3 A333+1 n343+1 a323+2 t332 s334 c433+3")
    assert choice(match, "move 333 343")["note"] == "Attack Neornith · 1 ring · wins 9 in 10"
    assert choice(match, "move 333 323")["note"] == "Attack Archid · 2 rings · wins 8 in 10"
    assert choice(match, "move 333 332")["note"] == "Attack Trych · wins"
    assert choice(match, "move 333 334")["note"] == "Attack Squam · wins"
    assert choice(match, "move 333 433")["note"] == "Attack Command ship · counts as 7 · wins 3 in 10"
    gates = table(HOME + " A333+1 a343+1 g343 s332+1 G332 G222")
    assert choice(gates, "move 333 343")["note"] == "Both are lost in the gate"
    assert choice(gates, "move 333 332")["note"] == "Attack Squam · 1 ring · wins 9 in 10, then gate: out at 222"


@pytest.mark.rule("YAV-19", "YAV-35", "YAV-36", "YAV-61")
def test_what_a_position_does_is_told_before_a_move() -> None:
    match = table(HOME + " A333+2 G343 G222 g332 m334 M233 o433+2")
    assert choice(match, "move 333 343")["note"] == "Gate: out at 222"
    assert choice(match, "move 333 332")["note"] == "Lost in the gate"
    assert choice(match, "move 333 334")["note"] == "Lost on the mine"
    assert choice(match, "move 333 233")["note"] == "Takes up the mine: a ring"
    assert choice(match, "move 333 433")["note"] == "Takes 2 loose rings"
    assert choice(match, "move 333 323 mine")["note"] == "Leaves a mine"
    assert choice(match, "move 333 313")["path"] == ["position:333", "position:323", "position:313"]


@pytest.mark.rule("YAV-17", "YAV-30", "YAV-33")
def test_what_a_shot_a_blast_and_the_end_do() -> None:
    match = table("C111+1 T333 S252+1 s334+1 g332 m343 t113 c555+3")
    assert choice(match, "detonate 333")["note"] == "Destroys gate, Squam, mine"
    assert len(choice(match, "detonate 333")["through"]) == 8
    assert choice(match, "fire 113")["note"] == "Destroys the Trych · its last ring"
    play(match, "fire 113", "move 333 323")
    assert choice(match, "end")["note"] == "Your Command ship starves: you lose"
    assert scene(match, 0)["help"] == "The Command ship has no ring: it dies if the turn ends so."


def test_touches_in_their_natural_order() -> None:
    match = table("C111+2 S333+2 T112 A113+2 G334 G511 t344 c555+3 t551 m115")
    assert choice(match, "move 333 322")["touches"] == ["ship:333", "position:322"]
    assert choice(match, "move 333 322 mine")["touches"] == ["ship:333", "button:mine", "position:322"]
    assert choice(match, "move 333 344")["touches"] == ["ship:333", "position:344"]
    assert choice(match, "move 334 335")["touches"] == ["gate:334", "position:335"]
    assert choice(match, "detonate 112")["touches"] == ["button:detonate", "position:112"]
    assert choice(match, "fire 112")["touches"] == ["button:fire", "position:112"]
    chain = table("C311+1 S312+1 T345 c555+3 t551 t331")
    assert choice(chain, "shuffle 312 311")["touches"] == ["button:rings", "ship:312", "position:311"]
    play(match, "move 333 322")
    assert choice(match, "shuffle 111 112")["touches"] == ["ship:111", "position:112"]


@pytest.mark.rule("YAV-46")
def test_a_weapon_is_touched_then_its_cards_then_its_target() -> None:
    match = table(HOME + " S333+1 t355", hands=(f"{TRACTOR} wild", ""))
    assert choice(match, "weapon tractor_beam 333")["touches"] == ["weapon:tractor_beam", "position:333"]
    play(match, "weapon tractor_beam 333")
    assert choice(match, "spend wild")["touches"] == ["card:0.wild"]
    assert scene(match, 0)["help"] == "For the Tractor Beam: now the Graviton Polarizer."
    play(match, "spend wild", "spend particle_beam_inductor:all")
    assert choice(match, "target 355")["touches"] == ["ship:355"]
    play(match, "target 355")
    assert choice(match, "shift 354")["touches"] == ["position:354"]


@pytest.mark.rule("YAV-45", "YAV-46")
def test_a_hand_shows_what_it_makes_and_what_it_lacks() -> None:
    hand = "graviton_polarizer:squam worm_hole_initiator:all particle_beam_inductor:archid"
    match = table(HOME, hands=(hand, ""), deck="standard")
    weapons = {each["weapon"]: each for each in scene(match, 0)["look"]["weapons"]}
    assert weapons["tractor_beam"]["lacks"] == 1, "its two cards are for different ships"
    assert weapons["hyperdrive"]["ships"] == ["squam"]
    assert weapons["hyperdrive"]["missing"] == ["dark_energy_collimator"]
    assert not any(item["kind"] == "weapon" for item in scene(match, 0)["items"])
    match = table(HOME, hands=(f"{hand} wild", ""), deck="standard")
    weapons = {each["weapon"]: each for each in scene(match, 0)["look"]["weapons"]}
    assert weapons["tractor_beam"]["complete"]
    assert weapons["tractor_beam"]["ships"] == ["archid", "squam"]
    assert [item["id"] for item in scene(match, 0)["items"] if item["kind"] == "weapon"] == [
        "weapon:tractor_beam",
        "weapon:hyperdrive",
    ]


@pytest.mark.rule("YAV-46")
def test_the_weapons_shown_complete_are_those_that_the_rules_let_pay() -> None:
    rng = random.Random(46)
    match = table(HOME, game="full")
    names = [
        card for card, count in match.position()["cards"]["deck"]["cards"].items() if ":" in card or card == "wild"
    ]
    for _ in range(80):
        hand = " ".join(rng.sample(names, rng.randrange(1, 6)))
        state = table(HOME, hands=(hand, ""), deck="standard").state
        for number, weapon in enumerate(weapons_of(hand_bytes(state, 0), state.recipe.tobytes())):
            paid = [ship for ship in SHIPS if state.arms[0, KIND_NAMES.index(ship)] >> number & 1]
            assert weapon["weapon"] == WEAPONS[number]
            assert (weapon["ships"] if weapon["complete"] else []) == paid, hand


def test_a_ship_is_followed_on_its_way() -> None:
    assert trail(table(HOME + " S333+1"), "move 333 355") == {"ship:355": ["333", "344", "355"]}
    gates = HOME + " S333+1 G355 G222"
    assert trail(table(gates), "move 333 355") == {"ship:222": ["333", "344", "355", "222"]}
    assert trail(table(gates + " T222"), "move 333 355") == {"ship:355": ["333", "344", "355"]}
    assert trail(table(gates), "move 222 223") == {"gate:223": ["222", "223"]}
    battle = table(HOME + " S333+1 s344+1")
    assert trail(battle, "move 333 344") == {}, "the die has not fallen"
    assert trail(battle, "die 5") == {"ship:344": ["333", "344"]}
    assert trail(table(HOME + " S333+1 s344+1"), "move 333 344", "die 0") == {}
    assert trail(table(HOME + " S333+1 m344"), "move 333 344") == {}
    hand = "matter_energy_transducer:all base_element_transducer:all dark_energy_collimator:all"
    cloning = table(HOME + " S333+3", hands=(hand, ""))
    spends = [f"spend {card}" for card in hand.split()]
    assert trail(cloning, "weapon cloning 333", *spends, "clone 355", "share 1") == {"ship:355": ["333", "344", "355"]}


@pytest.mark.parametrize(
    ("rule", "touches"),
    [
        ("YAV-8", ("ship:333", "position:334")),
        ("YAV-13", ("ship:333", "position:355")),
        ("YAV-14", ("ship:222",)),
        ("YAV-22", ("ship:555",)),
        ("YAV-22", ("position:451",)),
        ("YAV-12", ("gate:511", "ship:512")),
        ("YAV-32", ("button:fire", "position:333")),
        ("YAV-30", ("button:detonate", "ship:333")),
        ("YAV-15", ("button:rings", "ship:111", "ship:333")),
        ("YAV-15", ("button:rings", "ship:333")),
        ("YAV-18", ("ship:112", "button:mine", "position:122")),
        ("YAV-46", ("weapon:tractor_beam", "ship:333")),
        ("YAV-23", ("button:end",)),
    ],
)
def test_a_wrong_touch_names_its_rule(rule: str, touches: tuple[str, ...]) -> None:
    match = table("C111+2 T112 S333+1 s344+1 S222 G511 t512 c555+3 t551", hands=("wild", ""))
    assert refusal(match, *touches) == rule


def test_wrong_touches_of_other_phases_name_their_rules() -> None:
    setting = play(Match(GAME, 2), "levels low")
    assert refusal(setting, "position:311") == "YAV-20"
    moved = play(table("C111+2 T112 S333+1 c555+3 t551"), "move 333 344")
    assert refusal(moved, "ship:111", "ship:344") == "YAV-15"
    assert refusal(moved, "ship:344", "position:355") == "YAV-22"
    beam = table(HOME + " S333+1 t355", hands=(f"{TRACTOR} wild", ""))
    play(beam, "weapon tractor_beam 333")
    assert refusal(beam, "card:0.particle_beam_inductor.all") == "YAV-45"
    play(beam, "spend wild", "spend particle_beam_inductor:all")
    assert refusal(beam, "position:351") == "YAV-47"
    assert GAME.attempt(beam.state, ["button:low"]) is None


@pytest.mark.rule("YAV-20", "YAV-21")
@pytest.mark.parametrize("side", ["low", "high"])
@pytest.mark.parametrize("trychs", [6, 10, 12])
def test_set_ups_in_one_go(side: str, trychs: int) -> None:
    for _ in range(5):
        match = play(Match(GAME, 2, {"trychs": trychs}), f"levels {side}")
        for seat in (0, 1):
            assert match.to_move == seat
            *ready, at_random = GAME.shortcuts(match.state)
            assert [each["name"] for each in ready] == ["Set up for me", "Bastion", "Phalanx", "Lance"]
            done = random.randrange(len(at_random["decisions"]))
            for each in at_random["decisions"][:done]:
                match.play(each)
            the_rest = GAME.shortcuts(match.state)[-1]
            for each in the_rest["decisions"]:
                match.play(each)
        assert match.position()["phase"] == "turn"


@pytest.mark.rule("YAV-21")
def test_a_formation_on_the_low_levels_at_once() -> None:
    shortcuts = GAME.shortcuts(Match(GAME, 2).state)
    assert [each["name"] for each in shortcuts] == ["Set up for me", "Bastion, low", "Phalanx, low", "Lance, low"]
    for each in shortcuts:
        match = Match(GAME, 2)
        for step in each["decisions"]:
            match.play(step)
        assert match.to_move == 1


@pytest.mark.rule("YAV-57")
def test_the_picture_does_not_tell_what_is_hidden() -> None:
    fleet = HOME + " S333+1 s344+1"
    asked = play(table(fleet, hands=("", f"{DEFLECTOR} wild wild wild")), "move 333 344")
    rolling = play(table(fleet, hands=("", NOTHING)), "move 333 344")
    rolled = play(table(fleet, hands=("", f"{DESTRUCTOR} {DESTRUCTOR} base_element_transducer:all")), "move 333 344")
    play(rolled, "die 5")
    for viewer in (0, WATCHER):
        pictures = [json.dumps(scene(match, viewer)) for match in (asked, rolling, rolled)]
        assert pictures[0] == pictures[1] == pictures[2]
        assert not any(item["tray"] in ("hand", "weapons") for item in scene(asked, viewer)["items"])
    assert any(item["id"] == "button:deflect" for item in scene(asked, 1)["items"])
    assert {item["seat"] for item in scene(asked, 1)["items"] if item["kind"] == "card"} == {1}


@pytest.mark.rule("YAV-57")
def test_a_card_drawn_in_secret_is_told_without_its_name() -> None:
    match = play(table(HOME, hands=("wild", "")), "move 115 114", "end", "draw magnetic_monopoles:all")
    told = [moment(match, match.ply - 1, viewer) for viewer in (0, 1, WATCHER)]
    assert [each and each["words"] for each in told] == [
        "Rust draws the Magnetic Monopoles (all ships)",
        "Rust draws a card",
        "Rust draws a card",
    ]
    other = play(table(HOME, hands=("wild", "")), "move 115 114", "end", "draw wild")
    for viewer in (1, WATCHER):
        assert json.dumps(moment(match, 2, viewer)) == json.dumps(moment(other, 2, viewer))
    assert scene(match, 1)["seats"][0]["line"] == "low levels · 2 cards"


@pytest.mark.rule("YAV-32")
def test_a_shot_is_seen_along_its_line_and_a_blast_where_it_is() -> None:
    assert fire(table("C333+2 T115 c353+3 t551"), "fire 353") == {"event:shot": ["333", "343", "353"]}
    assert fire(table("C333+1 T345 c355+3 t551 m353"), "fire 353", "detonate 345") == {"event:blast": ["345"]}
    assert fire(table("C333+2 T115 c353+3 t551"), "move 115 114") == {}


@pytest.mark.rule("YAV-20")
def test_seats_say_who_chooses_levels() -> None:
    match = Match(GAME, 2, {"first": "random"})
    assert [each["line"] for each in scene(match, None)["seats"]] == ["waits", "waits"]
    assert scene(match, None)["help"] == "It is drawn who sets up first and begins."
    play(match, "first 1")
    assert [each["line"] for each in scene(match, None)["seats"]] == ["waits", "chooses levels"]
