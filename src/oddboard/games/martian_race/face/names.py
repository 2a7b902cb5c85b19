"""Martian Race: what Martians, squares and lists of them are called, and their identifiers in a scene."""

from oddboard.core import seats
from oddboard.games.martian_race.decision import FACING_NAMES, martian_name
from oddboard.games.martian_race.position import SIZE_NAMES
from oddboard.games.martian_race.state import (
    DEPOT,
    DOG,
    FAMILY,
    GOVERNMENT,
    HOME,
    PAD,
    SQUARES,
    square_name,
)

PLACE_NAMES = {HOME: "Home", GOVERNMENT: "Government Center", DEPOT: "Supply Depot", PAD: "Launch Pad"}
POSES = ("pointing north", "pointing east", "pointing south", "pointing west", "standing")

SQUARE_IDS = [f"square:{square_name(at)}" for at in range(SQUARES)]
MARTIAN_IDS = [f"martian:{martian_name(martian)}" for martian in range(DOG + 1)]
FACING_IDS = [f"facing:{name}" for name in FACING_NAMES]


def called(martian: int) -> str:
    """A Martian or the dog as people call it, whatever its size."""
    return "the Mad Dog" if martian == DOG else f"{seats.name(martian // FAMILY)}'s Martian {martian % FAMILY + 1}"


def called_with_size(martian: int, size: int) -> str:
    """A Martian or the dog with its size: `Rust's small Martian 1`."""
    if martian == DOG:
        return "the Mad Dog"
    return f"{seats.name(martian // FAMILY)}'s {SIZE_NAMES[size]} Martian {martian % FAMILY + 1}"


def place(square: int) -> str:
    """A square within a sentence: `the Launch Pad`, `Home`, `c3`."""
    if square == HOME or square not in PLACE_NAMES:
        return PLACE_NAMES.get(square, square_name(square))
    return f"the {PLACE_NAMES[square]}"


def place_at_first(square: int) -> str:
    """A square at the beginning of a sentence."""
    name = place(square)
    return name[0].upper() + name[1:] if square in PLACE_NAMES else f"Square {name}"


def listed(words: list[str], last: str = "and") -> str:
    """Words as a person lists them: `a, b and c`."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
