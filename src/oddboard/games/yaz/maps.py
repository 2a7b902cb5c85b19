"""The Baton Races of Yaz: maps as text, the stock maps, maps made from a seed, and what every map satisfies (YAZ-3)."""

from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

import numpy as np

from oddboard.core.records import new, scratch
from oddboard.games.yaz.rules.setting import has_room
from oddboard.games.yaz.state import BESIDE, HEIGHT, HEXES, MIRE, MUCK, MUD, NO_LAND, WIDTH, State, Work

SIGNS = {".": MUD, "o": MUCK, "#": MIRE}
STOCK = ("fen", "islands", "dykes", "mere")
# A map of a player's own, smaller than the stock maps.
POCKET = """\
....######o..
...o######...
....ooooooo..
o............
#oo..........
##....o#oooo.
##o....##oo#o
##o...o##oooo
#####..o#oooo"""
ROOM_GAP = 4  # the room for bulges is tested at this distance, whatever the race (YAZ-3)
ROOM_FOR = 9
KEPT = 256  # maps in mind at once, since anybody may send one
_RANDOM_ROWS, _RANDOM_COLUMNS = 13, 17
_RANDOM_MUD, _RANDOM_MUCK = 102, 62  # hexes; the other 57 are mire


class BadMap(ValueError):
    """A text that is no map, or a map that lacks a property."""


@lru_cache(maxsize=KEPT)
def _laid_out(text: str) -> tuple[int, int, Any]:
    """The rows, the columns and the terrain of a map."""
    lines = text.split()
    terrain = np.full(HEXES + 1, NO_LAND, np.int8)
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            terrain[row * WIDTH + column] = SIGNS[sign]
    return len(lines), len(lines[0]), terrain


def lay_out(s: State, text: str) -> None:
    """Put a stock map, or the map of a text that has been checked for its shape, into a state."""
    s.rows, s.columns, s.terrain[:] = _laid_out(stock_map(text) if text in STOCK else text)


def text_of(s: State) -> str:
    """The map of a state as text."""
    signs = {terrain: sign for sign, terrain in SIGNS.items()}
    written = "".join(signs.get(terrain, " ") for terrain in s.terrain.tolist())
    return "\n".join(written[row * WIDTH : row * WIDTH + int(s.columns)] for row in range(s.rows))


def shape_of(text: str) -> list[str]:
    """The lines of a map; BadMap if they are none."""
    lines = text.strip("\n").split("\n")
    if not 1 <= len(lines) <= HEIGHT:
        raise BadMap(f"a map has 1 to {HEIGHT} rows, not {len(lines)}")
    for number, line in enumerate(lines, 1):
        if not 1 <= len(line) <= WIDTH:
            raise BadMap(f"a map has 1 to {WIDTH} columns; row {number} has {len(line)}")
        strange = sorted(set(line) - set(SIGNS))
        if strange:
            raise BadMap(f"row {number} has {strange[0]!r}: a map is written with . for mud, o for muck, # for mire")
    for number, (above, below) in enumerate(pairwise(lines), 2):
        if len(above) != len(below):
            raise BadMap(f"the rows of a map are equally long; row {number} has {len(below)} hexes, not {len(above)}")
    return lines


def _connected(s: State, roughest: int) -> bool:
    """Whether all hexes up to a terrain hang together."""
    there = {place for place in range(len(s.terrain)) if MUD <= s.terrain[place] <= roughest}
    if not there:
        return False
    reached = {min(there)}
    edge = list(reached)
    while edge:
        beside = {int(other) for other in BESIDE[edge.pop()]} & there - reached
        reached |= beside
        edge += beside
    return reached == there


@lru_cache(maxsize=KEPT)
def checked(text: str) -> str:
    """The map as text without blank ends; BadMap says which property it lacks."""
    lines = shape_of(text)
    s = new(State)
    lay_out(s, "\n".join(lines))
    for roughest, words in ((MIRE, "all hexes"), (MUCK, "mud and muck together"), (MUD, "mud")):
        if not _connected(s, roughest):
            raise BadMap(f"{words} {'is' if roughest == MUD else 'are'} not connected")
    if not _has_room(s):
        raise BadMap(f"there is no room for 3 bulges in each terrain that are all at least {ROOM_GAP} apart")
    return "\n".join(lines)


def _has_room(s: State) -> bool:
    s.bulges = ROOM_FOR
    return bool(has_room(s, scratch(Work), ROOM_GAP))


@cache
def stock_map(name: str) -> str:
    """One of the stock maps."""
    return (files(__package__) / f"{name}.txt").read_text(encoding="utf-8").strip()


def named_or_text(chosen: str, seed: int) -> str:
    """The name of a stock map, or a map's text: what a record holds (YAZ-3)."""
    if chosen in STOCK:
        return chosen
    text = random_map(seed) if chosen == "random" else checked(chosen)
    return next((name for name in STOCK if stock_map(name) == text), text)


def _noise(seed: int, place: int) -> int:
    """A number from 0 to 1023 that a seed has for a place, the same everywhere."""
    z = (seed * 0x9E3779B97F4A7C15 + place * 0xD1B54A32D192ED03 + 0x632BE59BD9B4E019) % 2**64
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return (z ^ z >> 31) % 1024


def _heights(seed: int) -> dict[int, int]:
    """Rolling land: noise, smoothed over neighbours again and again."""
    places = [row * WIDTH + column for row in range(_RANDOM_ROWS) for column in range(_RANDOM_COLUMNS)]
    heights = {place: _noise(seed, place) for place in places}
    for _ in range(3):
        smooth = {}
        for place in places:
            around = [heights[int(other)] for other in BESIDE[place] if int(other) in heights]
            smooth[place] = (2 * heights[place] + sum(around)) * 64 // (2 + len(around))
        heights = smooth
    return heights


@cache
def random_map(seed: int) -> str:
    """The map of a seed: high land is mud, lower land muck, the lowest mire; the first one that has the properties."""
    attempt = 0
    while True:
        heights = _heights(seed * 1000003 + attempt)
        order = sorted(heights, key=lambda place: (-heights[place], place))
        signs = {}
        for rank, place in enumerate(order):
            signs[place] = "." if rank < _RANDOM_MUD else "o" if rank < _RANDOM_MUD + _RANDOM_MUCK else "#"
        text = "\n".join(
            "".join(signs[row * WIDTH + column] for column in range(_RANDOM_COLUMNS)) for row in range(_RANDOM_ROWS)
        )
        try:
            return checked(text)
        except BadMap:
            attempt += 1
