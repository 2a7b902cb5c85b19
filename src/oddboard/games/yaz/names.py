"""The Baton Races of Yaz: the names of terrains, kinds, pieces and hexes, and back."""

import re
from functools import cache

from oddboard.games.yaz.state import FIRST_OF, KIND, PIECES, WIDTH

TERRAIN_NAMES = ("no land", "mud", "muck", "mire")
LETTERS = "SFTL"
KIND_NAMES = ("Skadingle", "Flibdill", "Tarnose", "Luggant")


def member(numbers: int, one: int) -> bool:
    """Whether a set, of pieces or of bulges, has one."""
    return bool(int(numbers) >> int(one) & 1)


@cache
def hex_name(place: int) -> str:
    """The name of a hex: a column letter and a row number, `a1` at the top left."""
    return chr(ord("a") + place % WIDTH) + str(place // WIDTH + 1)


@cache
def piece_name(piece: int) -> str:
    """The short name of a piece: `S1`, `L3`."""
    kind = int(KIND[piece])
    return f"{LETTERS[kind]}{piece - int(FIRST_OF[kind]) + 1}"


_PIECES = {piece_name(piece): piece for piece in range(PIECES)}


def hex_number(name: str) -> int | None:
    """The hex of a name, on the largest map; None if it has no such."""
    match = re.fullmatch(r"([a-z])([1-9]|1\d|2[0-6])", name)
    return (int(match[2]) - 1) * WIDTH + ord(match[1]) - ord("a") if match else None


def piece_number(name: str) -> int | None:
    """The piece of a name, of a whole box; None if it has no such."""
    return _PIECES.get(name)
