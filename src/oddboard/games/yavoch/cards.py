"""Yavoch: the cards as data, read from `cards.json` (YAV-42, YAV-45), and the options that choose a deck and recipes.

A card's number is `component * FITS + ship`, where FITS_ALL is all four; then comes the wild card, then the impacts.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import numpy as np

from oddboard.core.errors import BadOptions
from oddboard.core.options import Option, quoted

# What the rules know by name; the file may change everything else.
SHIPS = ("archid", "squam", "neornith", "trych")
WEAPONS = (
    "tractor_beam",
    "antimatter_torpedo",
    "evolution",
    "cloning",
    "remote_energy_absorber",
    "revenant_device",
    "hyperdrive",
    "deflector_field",
    "self_destruct",
)
TRACTOR, TORPEDO, EVOLUTION, CLONING, ABSORBER, REVENANT, HYPERDRIVE, DEFLECTOR, SELF_DESTRUCT = range(9)
OFFENSIVE = 7  # the weapons below this number
IMPACTS = (
    "engineering_failure",
    "enemy_defector",
    "core_anomaly",
    "core_dump",
    "massive_asteroid_swarm",
    "unexpected_asteroid_impact",
)
FAILURE, DEFECTOR, ANOMALY, DUMP, SWARM, ASTEROID = range(6)
FITS_ALL = len(SHIPS)  # the ship of a card for all four
FITS = FITS_ALL + 1  # kinds of card of one component
FEWEST = 12  # component cards of a deck, so that two full hands never empty it (YAV-42)
MOST_COPIES = 10_000  # of one card
MOST_COMPONENTS = 12  # so that every kind of card has a place in one mask
MOST_STEPS = 5  # components of a recipe: what a full hand can pay (YAV-41)


def read(text: str) -> dict[str, Any]:
    """The content of the file; ValueError says what the rules cannot do with it."""
    given: dict[str, Any] = json.loads(text)
    components = given["components"]
    if not 1 <= len(components) <= MOST_COMPONENTS or len(set(components)) != len(components):
        raise ValueError(f"cards.json: there are 1 to {MOST_COMPONENTS} components, each named once")
    if sorted(given["ships"]) != sorted(SHIPS) or sorted(given["impacts"]) != sorted(IMPACTS):
        raise ValueError(f"cards.json: ships are {', '.join(SHIPS)}; impacts are {', '.join(IMPACTS)}")
    if set(given["recipes"]) != set(WEAPONS):
        raise ValueError(f"cards.json: there is one recipe for each of {', '.join(WEAPONS)}")
    for weapon, recipe in given["recipes"].items():
        if wrong := recipe_problem(recipe, components):
            raise ValueError(f"cards.json: the recipe of {weapon} {wrong}")
    return given


def recipe_problem(recipe: Any, components: Sequence[str]) -> str | None:
    """What is wrong with a recipe, after its name; None if nothing is (YAV-45)."""
    if not isinstance(recipe, Sequence) or isinstance(recipe, str) or not 1 <= len(recipe) <= MOST_STEPS:
        return f"is a list of 1 to {MOST_STEPS} components"
    for number, component in enumerate(recipe):
        if not isinstance(component, str) or component not in components:
            return f"has {quoted(component)}, and components are {', '.join(components)}"
        if component in recipe[:number]:
            return f"names {component} twice: one card pays for each component"
    return None


_DATA = read(files(__package__).joinpath("cards.json").read_text(encoding="utf-8"))
COMPONENT_NAMES: tuple[str, ...] = tuple(_DATA["components"])
WILD = len(COMPONENT_NAMES) * FITS
COMPONENTS = WILD + 1  # cards below this number can be in a hand
CARDS = COMPONENTS + len(IMPACTS)
CARD_NAMES: tuple[str, ...] = (
    *(f"{component}:{ship}" for component in COMPONENT_NAMES for ship in (*SHIPS, "all")),
    str(_DATA["wild"]),
    *IMPACTS,
)
STANDARD_RECIPES: dict[str, list[str]] = {weapon: list(_DATA["recipes"][weapon]) for weapon in WEAPONS}
STANDARD = "standard"  # the recipes of the file
_NO_COMPONENT = -1  # behind the last one of a recipe


def recipe_numbers(recipes: str | Mapping[str, Sequence[str]]) -> list[list[int]]:
    """The recipe of each weapon in components' numbers, all equally long, as a state holds them."""
    chosen = STANDARD_RECIPES if isinstance(recipes, str) else STANDARD_RECIPES | dict(recipes)
    return [
        [COMPONENT_NAMES.index(component) for component in chosen[weapon]]
        + [_NO_COMPONENT] * (MOST_STEPS - len(chosen[weapon]))
        for weapon in WEAPONS
    ]


def recipes_in(numbers: Any) -> str | dict[str, list[str]]:
    """The option for what `recipe_numbers` made: only what is not the file's."""
    made = {
        weapon: [COMPONENT_NAMES[each] for each in row if each != _NO_COMPONENT]
        for weapon, row in zip(WEAPONS, numbers, strict=True)
    }
    return {weapon: made[weapon] for weapon in WEAPONS if made[weapon] != STANDARD_RECIPES[weapon]} or STANDARD


def _named_deck(content: Mapping[str, Any]) -> dict[str, int]:
    """A deck of the file as an object from card name to number."""
    deck = {name: int(count) for name, count in content.items() if name in CARD_NAMES}
    for component in COMPONENT_NAMES:
        for ship, count in content.get("each_component", {}).items():
            deck.setdefault(f"{component}:{ship}", int(count))
    for impact in IMPACTS:
        deck.setdefault(impact, int(content.get("each_impact", 0)))
    return deck


DECKS = {name: _named_deck(content) for name, content in _DATA["decks"].items()}
DECK_NAMES = tuple(DECKS)
OWN_DECK = len(DECK_NAMES)  # the number of a deck that is not in the file


def counts(deck: str | Mapping[str, int]) -> Any:
    """How many there are of each card in a deck."""
    chosen = DECKS[deck] if isinstance(deck, str) else deck
    return np.array([chosen.get(name, 0) for name in CARD_NAMES], np.int16)


@dataclass(frozen=True)
class Deck(Option):
    """A deck of the file by its name, or an object from card name to how many there are (YAV-42)."""

    def schema(self) -> dict[str, Any]:
        number = {"type": "integer", "minimum": 0, "maximum": MOST_COPIES}
        own = {
            "type": "object",
            "properties": dict.fromkeys(CARD_NAMES, number),
            "additionalProperties": False,
        }
        return {"anyOf": [{"enum": list(DECK_NAMES)}, own]}

    def samples(self) -> list[Any]:
        own = {CARD_NAMES[card]: 2 for card in (*range(FITS_ALL, WILD, FITS), WILD)}
        return [*DECK_NAMES, own | {"core_dump": 1, "enemy_defector": 2}]

    def check(self, value: Any) -> None:
        if isinstance(value, str) and value in DECK_NAMES:
            return
        if not isinstance(value, Mapping):
            raise self.refuse(value, f"{', '.join(DECK_NAMES)} or an object from card name to number is wanted")
        for card, count in value.items():
            if card not in CARD_NAMES:
                raise self.refuse(card, "cards are named component:ship, component:all, wild, or as an impact is")
            if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MOST_COPIES:
                raise self.refuse(count, f"of {card} there are 0 to {MOST_COPIES}")
        in_hands = sum(count for card, count in value.items() if card not in IMPACTS)
        if in_hands < FEWEST:
            raise self.refuse(in_hands, f"at least {FEWEST} component or wild cards are wanted")


@dataclass(frozen=True)
class Recipes(Option):
    """The recipes of the file, or an object from weapon to components for those that are to be others (YAV-45)."""

    def schema(self) -> dict[str, Any]:
        recipe = {
            "type": "array",
            "items": {"enum": list(COMPONENT_NAMES)},
            "minItems": 1,
            "maxItems": MOST_STEPS,
            "uniqueItems": True,
        }
        own = {"type": "object", "properties": dict.fromkeys(WEAPONS, recipe), "additionalProperties": False}
        return {"anyOf": [{"enum": [STANDARD]}, own]}

    def samples(self) -> list[Any]:
        # A cheap weapon, and one for a whole hand.
        return [STANDARD, {"tractor_beam": ["magnetic_monopoles"], "hyperdrive": list(COMPONENT_NAMES[:MOST_STEPS])}]

    def check(self, value: Any) -> None:
        if value == STANDARD:
            return
        if not isinstance(value, Mapping):
            raise self.refuse(value, f"{STANDARD} or an object from weapon to components is wanted")
        for weapon, recipe in value.items():
            if weapon not in WEAPONS:
                raise self.refuse(weapon, f"weapons are {', '.join(WEAPONS)}")
            if wrong := recipe_problem(recipe, COMPONENT_NAMES):
                raise BadOptions(f"option {self.name}: the recipe of {weapon} {wrong} ({self.rule})", self.rule)
