"""Yavoch played side by side with a plain referee: whole games, and crowded positions with full hands."""

import random
from collections import Counter
from typing import Any

import pytest

import oddboard
from oddboard.core import registry
from oddboard.core.match import Match
from oddboard.games.yavoch.cards import CARD_NAMES, COMPONENTS
from tests.referees.yavoch import Referee
from tests.referees.yavoch_cards import full_deck
from tests.referees.yavoch_field import POSITIONS
from tests.referees.yavoch_fleets import Ship
from tests.side_by_side import Chooser, Decision, play_side_by_side

FEW = {"wild": 6, "field_effect_emitter:all": 6, "magnetic_monopoles:squam": 3, "core_dump": 4, "enemy_defector": 2}
# One weapon for a single card, a defence for a whole hand, and two weapons for the same cards.
OWN_RECIPES = {
    "tractor_beam": ["magnetic_monopoles"],
    "deflector_field": [
        "field_effect_emitter",
        "worm_hole_initiator",
        "magnetic_monopoles",
        "graviton_polarizer",
        "dark_energy_collimator",
    ],
    "hyperdrive": ["base_element_transducer", "field_effect_emitter"],
}
DECKS: list[Any] = ["standard", "arsenal", FEW]
KINDS = ["archid", "squam", "neornith", "trych"]
# How eagerly a fighting player takes a kind of decision; he moves otherwise.
EAGER = {"fire": 0.3, "weapon": 0.8, "detonate": 0.1, "shuffle": 0.3}


def some_options(rng: random.Random, **fixed: Any) -> dict[str, Any]:
    options = {
        "game": rng.choice(["decker", "full", "full"]),
        "offset": rng.choice(["side", "corner"]),
        "core": rng.choice(["diagonal", "cross"]),
        "trychs": rng.randint(6, 12),
        "fuse": rng.choice(["same_turn", "next_turn"]),
        "first": rng.choice(["seats", "random"]),
        "deck": rng.choice(DECKS),
        "recipes": rng.choice(["standard", OWN_RECIPES]),
        "turn_limit": rng.choice([400, 400, 400, 5]),
    }
    return options | fixed


def at_random(rng: random.Random, legal: list[Decision]) -> Decision:
    return rng.choices(legal, [each.get("weight", 1) for each in legal])[0]


def fighting(rng: random.Random) -> Chooser:
    """Keeps his Command ship fed, and looks for fights, weapons and gates."""

    def choose(match: Match, legal: list[Decision]) -> Decision:
        position = match.position()
        ships, seat = position["ships"], position["turn"]
        if legal[0]["do"] == "formation" and rng.random() < 0.7:
            return rng.choice(legal[:3])
        if len(legal) == 1 or "weight" in legal[0] or position["phase"] in ("levels", "setting"):
            return at_random(rng, legal)
        command = next(at for at, ship in ships.items() if ship["kind"] == "command" and ship["seat"] == seat)
        hungry = ships[command]["rings"] == 0
        if hungry:
            feeding = [each for each in legal if each["do"] == "shuffle" and each["to"] == command]
            others = [each for each in legal if each["do"] != "end"]
            legal = feeding or others or legal
        elif ships[command]["rings"] == 1 and rng.random() < 0.95:
            careful = [each for each in legal if each["do"] != "fire" and each.get("from") != command]
            legal = careful or legal
        for do, eagerness in EAGER.items():
            found = [each for each in legal if each["do"] == do]
            if found and rng.random() < eagerness:
                return rng.choice(found)
        ending = [each for each in legal if each["do"] == "end"]
        if ending and not hungry and rng.random() < 0.7:
            return ending[0]
        if rng.random() < 0.6:
            special = {*ships, *position["gates"], *position["mines"], *position["loose"]}
            hits = [each for each in legal if each["do"] == "move" and each["to"] in special]
            if hits:
                return rng.choice(hits)
        return rng.choice(legal)

    return choose


@pytest.mark.parametrize("seed", range(10))
def test_whole_games(seed: int) -> None:
    rng = random.Random(seed)
    options = some_options(rng, game=["decker", "full"][seed % 2])
    match = oddboard.new("yavoch", 2, **options)
    choose = fighting(rng) if seed % 5 else lambda m, legal: at_random(rng, legal)
    play_side_by_side(match, Referee(2, options), choose, 250)


def crowded(rng: random.Random) -> tuple[Match, Referee]:
    """Ships of both sides mixed on a few levels, with gates, mines, loose rings and cards."""
    options = some_options(rng, turn_limit=400)
    referee = Referee(2, options)
    referee.phase = "turn"
    referee.seat = rng.randrange(2)
    levels = rng.sample("12345", rng.randint(1, 3))
    around = [at for at in POSITIONS if at[0] in levels]
    rng.shuffle(around)
    fleets = referee.fleets
    for owner in (0, 1):
        for kind in ["command", *rng.choices(KINDS, k=rng.randint(2, 9))]:
            rings = rng.choice([0, 1, 1, 2, 3, 5]) + 2 * (kind == "command")
            ship = Ship(owner, kind, min(rings, 1 if kind == "trych" else 5), fleets.ships_made)
            fleets.ships[around.pop()] = ship
            fleets.ships_made += 1
    standing = sorted(fleets.ships)
    for owner in (0, 1):
        for _ in range(rng.randint(0, 2)):
            at = rng.choice(standing) if rng.random() < 0.4 or len(around) < 6 else around.pop()
            if at not in fleets.gates:
                fleets.gates[at] = owner
        for _ in range(rng.randint(0, 2)):
            fleets.mines[around.pop()] = owner
    for at in rng.sample(around, min(2, len(around))):
        fleets.loose[at] = rng.randint(1, 2)
    if options["game"] == "full":
        whole = full_deck(options["deck"])
        components = sorted(card for card in whole.elements() if card in CARD_NAMES[:COMPONENTS])
        rng.shuffle(components)
        for hand in referee.hands:
            for _ in range(rng.choice([0, 3, 5, 5])):
                hand[components.pop()] += 1
        for _ in range(rng.choice([0, 5, max(0, len(components) - 3)])):
            if len(components) > 2:
                referee.discards[components.pop()] += 1
        referee.deck = whole - referee.hands[0] - referee.hands[1] - referee.discards
    referee.turns = rng.choice([0, 0, 398])
    referee.quiet_turns = rng.choice([0, 0, 58])
    return Match.from_position(registry.game("yavoch"), position_of(referee, options)), referee


def position_of(referee: Referee, options: dict[str, Any]) -> dict[str, Any]:
    """The referee's position at the beginning of a turn, in the game's JSON."""

    def counted(cards: Counter[str]) -> dict[str, int]:
        return {card: cards[card] for card in CARD_NAMES if cards[card]}

    def pile(cards: Counter[str]) -> dict[str, Any]:
        return {"size": cards.total(), "cards": counted(cards)}

    cards = None
    if options["game"] == "full":
        cards = {
            "seen_by": None,
            "top": "component",
            "impact": None,
            "roller": 0,
            "stolen": None,
            "deck": pile(referee.deck),
            "discards": counted(referee.discards),
            "hands": [pile(hand) for hand in referee.hands],
            "face_down": [pile(Counter()), pile(Counter())],
        }
    fleets = referee.fleets
    return {
        "players": 2,
        "options": options,
        "phase": "turn",
        "first": referee.first,
        "turn": referee.seat,
        "turns": referee.turns,
        "quiet": referee.quiet_turns,
        "low": 0,
        "placed": 0,
        "moved": False,
        "fired": False,
        "pledged": False,
        "chain": [],
        "fuse": None,
        "armed": False,
        "destroyed": False,
        "winner": None,
        "ending": "",
        "ships": {
            at: {"seat": ship.owner, "kind": ship.kind, "rings": ship.rings} for at, ship in fleets.ships.items()
        },
        "gates": dict(fleets.gates),
        "mines": dict(fleets.mines),
        "loose": dict(fleets.loose),
        "gave": [],
        "got": [],
        "attack": None,
        "cards": cards,
    }


@pytest.mark.parametrize("seed", range(60))
def test_crowded_positions(seed: int) -> None:
    rng = random.Random(1000 + seed)
    match, referee = crowded(rng)
    play_side_by_side(match, referee, fighting(rng), 60)
