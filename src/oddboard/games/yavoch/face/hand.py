"""Yavoch: a hand of cards as a picture, with the weapons that it makes and what the others lack (YAV-45, YAV-46)."""

from functools import lru_cache
from typing import Any

import numpy as np

from oddboard.core.records import new, scratch
from oddboard.core.scene import Item
from oddboard.games.yavoch.cards import (
    CARD_NAMES,
    COMPONENT_NAMES,
    COMPONENTS,
    OFFENSIVE,
    SHIPS,
    WEAPONS,
    WILD,
)
from oddboard.games.yavoch.face.names import PLURALS, WEAPON_TITLES, card_id, title
from oddboard.games.yavoch.rules.hands import is_lacking, pays_rest
from oddboard.games.yavoch.state import ARCHID, ASKED, KIND_NAMES, SEATS, SPENDING, WHOLE, State, Work


@lru_cache(maxsize=4096)
def weapons_of(hand: bytes, recipes: bytes) -> list[dict[str, Any]]:
    """For each weapon the kinds of ship for which a hand pays, and what the nearest kinds lack (YAV-45, YAV-46)."""
    s, purse = new(State), scratch(Work)
    purse.purse[:] = list(hand)
    s.recipe[:] = np.frombuffer(recipes, np.int8).reshape(s.recipe.shape)
    s.steps[:] = (s.recipe >= 0).sum(axis=1)
    found = []
    for weapon, words in enumerate(WEAPON_TITLES):
        steps = range(s.steps[weapon])
        recipe = [int(s.recipe[weapon, step]) for step in steps]
        lacks = {  # by kind of ship the components for which there are only wild cards, if any
            ship: [recipe[step] for step in steps if is_lacking(s, purse, weapon, step, ARCHID + ship)]
            for ship in range(len(SHIPS))
        }
        fewest = min(max(0, len(lack) - hand[WILD]) for lack in lacks.values())
        nearest = [ship for ship, lack in lacks.items() if max(0, len(lack) - hand[WILD]) == fewest]
        missing = lacks[nearest[0]]
        complete = pays_rest(s, purse, weapon, 0, ARCHID + nearest[0], hand[WILD])
        found.append(
            {
                "weapon": WEAPONS[weapon],
                "name": words,
                "defensive": weapon >= OFFENSIVE,
                "recipe": [COMPONENT_NAMES[each] for each in recipe],
                "ships": [SHIPS[ship] for ship in nearest],
                "complete": complete,
                "lacks": fewest,
                "missing": [COMPONENT_NAMES[each] for each in missing] if not complete else [],
                "wilds": min(len(missing), hand[WILD]),
            }
        )
    return found


@lru_cache(maxsize=4096)
def hand_items(seat: int, hand: bytes, recipes: bytes) -> list[Item]:
    """The cards of a hand, each kind once with how many there are, and the weapons that they make."""
    weapons = weapons_of(hand, recipes)
    complete = [each for each in weapons if each["complete"]]
    items: list[Item] = []
    for card, count in enumerate(hand):
        if not count:
            continue
        component, _, ship = CARD_NAMES[card].partition(":")
        parts = [
            each
            for each in complete
            if card == WILD or (component in each["recipe"] and (ship == "all" or ship in each["ships"]))
        ]
        fits = "any ship" if card == WILD or ship == "all" else PLURALS[KIND_NAMES.index(ship)]
        words = "Wild card" if card == WILD else f"{title(component)} for {fits}"
        if count > 1:
            words = f"{count} cards: {words}"
        if parts:
            words += f", part of {' and '.join(each['name'] for each in parts)}"
        items.append(
            {
                "id": card_id(seat, card),
                "name": words,
                "kind": "card",
                "tray": "hand",
                "seat": seat,
                "face": component,
                "lasting": True,
                "look": {
                    "title": "Wild card" if card == WILD else title(component),
                    "ship": ship or "all",
                    "count": count,
                    "weapons": [each["name"] for each in parts],
                },
            }
        )
    for each in complete:
        fits = " and ".join(PLURALS[KIND_NAMES.index(ship)] for ship in each["ships"])
        items.append(
            {
                "id": f"weapon:{each['weapon']}",
                "name": each["name"],
                "kind": "weapon",
                "tray": "weapons",
                "seat": seat,
                "lasting": True,
                "look": {"for": fits, "defensive": each["defensive"], "recipe": each["recipe"]},
            }
        )
    return items


def hand_bytes(s: State, seat: int) -> bytes:
    """The cards of a seat, as many as there are of each."""
    hand: bytes = s.hand[seat, :COMPONENTS].tobytes()
    return hand


def holders(s: State) -> list[int]:
    """The seats whose hands show in a view: the viewer's, or in a whole state both, who decides first."""
    if not s.cards or s.veil > SEATS:
        return []
    if s.veil != WHOLE:
        return [int(s.veil) - 1]
    decides = 1 - int(s.turn) if s.phase == ASKED or (s.phase == SPENDING and s.defence) else int(s.turn)
    return [decides, 1 - decides]
