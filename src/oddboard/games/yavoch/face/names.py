"""Yavoch: the names of positions, pieces and cards, for people and for the page."""

from oddboard.core import seats
from oddboard.games.yavoch.cards import CARD_NAMES, COMPONENT_NAMES, WEAPONS
from oddboard.games.yavoch.field import NAMES
from oddboard.games.yavoch.formations import LEVELS_OF
from oddboard.games.yavoch.state import KIND_NAMES, NOBODY, SEATS, State, gate_at, kind_at, mine_at, seat_at

PIECE_NAMES = ("", "Command ship", "Archid", "Squam", "Neornith", "Trych", "gate")
A_PIECE = ("", "a Command ship", "an Archid", "a Squam", "a Neornith", "a Trych", "a gate")
PLURALS = ("", "Command ships", "Archids", "Squams", "Neorniths", "Trychs", "gates")
PLACE_IDS = tuple(f"position:{each}" for each in NAMES)
SHIP_IDS = tuple(f"ship:{each}" for each in NAMES)
GATE_IDS = tuple(f"gate:{each}" for each in NAMES)
MINE_IDS = tuple(f"mine:{each}" for each in NAMES)
# By side: `1 and 2`, `4 and 5`.
LEVEL_NAMES = tuple(" and ".join(sorted({NAMES[at][0] for at in side})) for side in LEVELS_OF)
SEAT_NAMES = tuple(seats.name(seat) for seat in range(SEATS))


def title(word: str) -> str:
    """A name of the data as people read it: `Tractor Beam`, `Matter Energy Transducer`."""
    return " ".join(part.capitalize() for part in word.split("_"))


def card_title(card: str) -> str:
    """A card as people read it: `Graviton Polarizer (Squam)`."""
    component, colon, ship = card.partition(":")
    if not colon:
        return f"{title(component)} card" if component == "wild" else title(component)
    return f"{title(component)} ({'all ships' if ship == 'all' else PIECE_NAMES[KIND_NAMES.index(ship)]})"


def recipe_words(s: State, weapon: int) -> str:
    """The components that a weapon takes, as people read them."""
    numbers = s.recipe[weapon, : s.steps[weapon]].tolist()
    return ", ".join(COMPONENT_NAMES[component].replace("_", " ") for component in numbers)


WEAPON_TITLES = tuple(title(weapon) for weapon in WEAPONS)


def card_id(seat: int, card: int) -> str:
    """What is touched for a card in hand."""
    return f"card:{seat}.{CARD_NAMES[card].replace(':', '.')}"


def whose(s: State, at: int) -> str:
    """The ship, gate or mine on a position: `Rust's Squam`."""
    if kind_at(s, at):
        return f"{seats.name(seat_at(s, at))}'s {PIECE_NAMES[kind_at(s, at)]}"
    if gate_at(s, at) != NOBODY:
        return f"{seats.name(gate_at(s, at))}'s gate"
    if mine_at(s, at) != NOBODY:
        return f"{seats.name(mine_at(s, at))}'s mine"
    return "nothing"


def counted(number: int, word: str) -> str:
    """`1 ring`, `no rings`."""
    return f"{number or 'no'} {word}{'' if number == 1 else 's'}"
