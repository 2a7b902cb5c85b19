"""The cards of the Full Yavoch: components, impacts, decks, recipes, payment (YAV-42, YAV-45, YAV-46)."""

from __future__ import annotations

from collections import Counter

COMPONENTS: list[str] = [
    "antimatter_matter_inverter",
    "base_element_transducer",
    "dark_energy_collimator",
    "field_effect_emitter",
    "graviton_polarizer",
    "magnetic_monopoles",
    "matter_energy_transducer",
    "particle_beam_inductor",
    "worm_hole_initiator",
]
CARD_SHIPS: list[str] = ["trych", "squam", "neornith", "archid"]
WILD = "wild"
IMPACTS: list[str] = [
    "engineering_failure",
    "enemy_defector",
    "core_anomaly",
    "core_dump",
    "massive_asteroid_swarm",
    "unexpected_asteroid_impact",
]
COMPONENT_CARDS: set[str] = {f"{part}:{ship}" for part in COMPONENTS for ship in [*CARD_SHIPS, "all"]} | {WILD}
LEAST_COMPONENT_CARDS = 12

OFFENSIVE: list[str] = [
    "tractor_beam",
    "antimatter_torpedo",
    "evolution",
    "cloning",
    "remote_energy_absorber",
    "revenant_device",
    "hyperdrive",
]
DEFLECTOR = "deflector"
SELF_DESTRUCT = "self_destruct"
LARGEST_RECIPE = 5  # a hand has no more cards (YAV-41)
RECIPES: dict[str, list[str]] = {
    "tractor_beam": ["graviton_polarizer", "particle_beam_inductor"],
    "antimatter_torpedo": ["antimatter_matter_inverter", "magnetic_monopoles", "particle_beam_inductor"],
    "evolution": ["base_element_transducer", "field_effect_emitter"],
    "cloning": ["matter_energy_transducer", "base_element_transducer", "dark_energy_collimator"],
    "remote_energy_absorber": ["dark_energy_collimator", "matter_energy_transducer", "worm_hole_initiator"],
    "revenant_device": ["base_element_transducer", "particle_beam_inductor", "antimatter_matter_inverter"],
    "hyperdrive": ["worm_hole_initiator", "dark_energy_collimator", "graviton_polarizer"],
    DEFLECTOR: ["field_effect_emitter", "magnetic_monopoles"],
    SELF_DESTRUCT: ["antimatter_matter_inverter", "field_effect_emitter"],
}


def kind_of_card(card: str) -> str:
    """What a card's back shows (YAV-43); a wild card is a component."""
    return "impact" if card in IMPACTS else "component"


def full_deck(option: object) -> Counter[str]:
    """YAV-42: the cards of a deck option; ValueError if it is none."""
    deck: Counter[str] = Counter()
    if option == "standard":
        for part in COMPONENTS:
            for ship in [*CARD_SHIPS, "all"]:
                deck[f"{part}:{ship}"] = 1
        deck[WILD] = 3
    elif option == "arsenal":
        for part in COMPONENTS:
            deck[f"{part}:all"] = 4
        deck[WILD] = 12
    elif isinstance(option, dict):
        for card, count in option.items():
            if card not in COMPONENT_CARDS and card not in IMPACTS:
                raise ValueError(f"unknown card {card!r} (YAV-42)")
            if isinstance(count, bool) or not isinstance(count, int) or count < 0:
                raise ValueError(f"the number of {card!r} is not a whole number (YAV-42)")
            if count:
                deck[card] = count
        if sum(count for card, count in deck.items() if card in COMPONENT_CARDS) < LEAST_COMPONENT_CARDS:
            raise ValueError("a deck needs at least 12 component or wild cards (YAV-42)")
        return deck
    else:
        raise ValueError(f"unknown deck {option!r} (YAV-42)")
    for impact in IMPACTS:
        deck[impact] = 1
    return deck


def chosen_recipes(option: object) -> dict[str, list[str]]:
    """YAV-45: the components of each weapon; ValueError if the option is no set of recipes."""
    recipes = {weapon: list(parts) for weapon, parts in RECIPES.items()}
    if option == "standard":
        return recipes
    if not isinstance(option, dict):
        raise ValueError(f"unknown recipes {option!r} (YAV-45)")
    for name, parts in option.items():
        weapon = DEFLECTOR if name == "deflector_field" else name
        if weapon not in recipes or name == DEFLECTOR:
            raise ValueError(f"unknown weapon {name!r} (YAV-45)")
        if not isinstance(parts, list) or not 1 <= len(parts) <= LARGEST_RECIPE:
            raise ValueError(f"the recipe of {name!r} is 1 to {LARGEST_RECIPE} components (YAV-45)")
        if any(part not in COMPONENTS or parts.count(part) > 1 for part in parts):
            raise ValueError(f"the recipe of {name!r} is different components (YAV-45)")
        recipes[weapon] = parts
    return recipes


def can_pay(hand: Counter[str], kind: str, parts: list[str]) -> bool:
    """YAV-46: whether a hand has a card for each of these (different) components for a kind of ship."""
    missing = sum(1 for part in parts if not hand[f"{part}:{kind}"] and not hand[f"{part}:all"])
    return missing <= hand[WILD]


def payments(hand: Counter[str], kind: str, parts: list[str]) -> list[str]:
    """YAV-46: the cards that may be spent for the first component and leave the others payable."""
    fitting: list[str] = []
    for card in (f"{parts[0]}:{kind}", f"{parts[0]}:all", WILD):
        if hand[card]:
            rest = hand.copy()
            rest[card] -= 1
            if can_pay(rest, kind, parts[1:]):
                fitting.append(card)
    return fitting
