"""The field of the Baton Races of Yaz: a hex grid of mud, muck and mire, and its room for bulges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

MUD, MUCK, MIRE = ".", "o", "#"
TERRAINS = (MUD, MUCK, MIRE)
TERRAIN_NAMES = {MUD: "mud", MUCK: "muck", MIRE: "mire"}

# The room for bulges that every map must have, whatever the scenario or gap (YAZ-3).
ROOM_IN_EACH_TERRAIN = 3
ROOM_GAP = 4

MOST_COLUMNS = 26
MOST_KNOWN = 200_000  # answers remembered before the memory is emptied

FEN = """\
o.o...o..........
o.o........oooooo
..o..o...oo.o###o
....o.##oo.#o#.##
...oo####oo....##
.o..o####o..##o..
.o....o##o...o#..
oo....ooo........
##....o#o....o.o.
##oo..#oo...o#o..
###o..o##o...##o#
###oo.o##o...####
###ooooo###o..###
"""


class Field:
    """Hexes are numbered row by row; `a1`, top left, is 0. Rows 2, 4, 6 ... are shifted right (YAZ-3)."""

    def __init__(self, text: str) -> None:
        lines = text.replace("\r\n", "\n").rstrip("\n").split("\n")
        self.rows = len(lines)
        self.columns = len(lines[0])
        if any(len(line) != self.columns for line in lines):
            raise ValueError("YAZ-3: the lines of a map are of equal length")
        if not 1 <= self.columns <= MOST_COLUMNS:
            raise ValueError("YAZ-3: a map has 1 to 26 columns")
        self.terrain: list[str] = [letter for line in lines for letter in line]
        if any(letter not in TERRAINS for letter in self.terrain):
            raise ValueError("YAZ-3: a map is written with . (mud), o (muck) and # (mire)")
        self.text = "\n".join(lines) + "\n"
        self.hexes = range(self.rows * self.columns)
        self.names = [
            f"{chr(ord('a') + column)}{row + 1}" for row in range(self.rows) for column in range(self.columns)
        ]
        self.named = {name: hex_ for hex_, name in enumerate(self.names)}
        self.adjacent: list[list[int]] = [self._adjacent(hex_) for hex_ in self.hexes]

    def _axial(self, hex_: int) -> tuple[int, int]:
        row, column = divmod(hex_, self.columns)
        return column - row // 2, row

    def distance(self, one: int, other: int) -> int:
        """The least number of steps between two hexes, terrain apart."""
        q1, r1 = self._axial(one)
        q2, r2 = self._axial(other)
        q, r = q1 - q2, r1 - r2
        return max(abs(q), abs(r), abs(q + r))

    def _adjacent(self, hex_: int) -> list[int]:
        row, column = divmod(hex_, self.columns)
        shift = row % 2  # 1 in a row shifted right: its upper and lower neighbours lie half a hex further right
        around = [(row, column - 1), (row, column + 1)]
        for other_row in (row - 1, row + 1):
            around += [(other_row, column - 1 + shift), (other_row, column + shift)]
        return sorted(r * self.columns + c for r, c in around if 0 <= r < self.rows and 0 <= c < self.columns)

    def at_distance(self, hex_: int, distance: int) -> list[int]:
        """The hexes exactly so far away."""
        return [other for other in self.hexes if self.distance(hex_, other) == distance]

    def is_connected(self, terrains: Iterable[str]) -> bool:
        """Whether one can walk between any two hexes of these terrains without leaving them."""
        wanted = {hex_ for hex_ in self.hexes if self.terrain[hex_] in terrains}
        if not wanted:
            return True
        reached = {min(wanted)}
        border = list(reached)
        while border:
            for hex_ in self.adjacent[border.pop()]:
                if hex_ in wanted and hex_ not in reached:
                    reached.add(hex_)
                    border.append(hex_)
        return reached == wanted


class BulgeRoom:
    """Answers whether bulges still fit on a field with a least distance between any two (YAZ-6).

    Sets of hexes are bit masks here.
    """

    def __init__(self, field: Field, gap: int) -> None:
        self.field = field
        self.gap = gap
        self.near = [
            sum(1 << other for other in field.hexes if field.distance(hex_, other) < gap) for hex_ in field.hexes
        ]
        self.of_terrain = [
            sum(1 << hex_ for hex_ in field.hexes if field.terrain[hex_] == terrain) for terrain in TERRAINS
        ]
        self._known: dict[tuple[tuple[int, ...], tuple[int, ...]], bool] = {}

    def has_room(self, standing: Sequence[int], in_each_terrain: int) -> bool:
        """Whether the bulges standing, far enough apart, can be completed to so many in each terrain."""
        taken = 0
        needs = [in_each_terrain] * len(TERRAINS)
        for hex_ in standing:
            taken |= self.near[hex_]
            needs[TERRAINS.index(self.field.terrain[hex_])] -= 1
        if min(needs) < 0:
            return False
        return self._fits(tuple(mask & ~taken for mask in self.of_terrain), tuple(needs))

    def _fits(self, open_hexes: tuple[int, ...], needs: tuple[int, ...]) -> bool:
        open_hexes = tuple(mask if need else 0 for mask, need in zip(open_hexes, needs, strict=True))
        if not any(needs):
            return True
        key = (open_hexes, needs)
        if len(self._known) > MOST_KNOWN:
            self._known.clear()
        if key not in self._known:
            answer = self._search(list(open_hexes), needs)
            self._known[key] = answer
        return self._known[key]

    def _search(self, open_hexes: list[int], needs: tuple[int, ...]) -> bool:
        if any(self._groups(mask, need) < need for mask, need in zip(open_hexes, needs, strict=True)):
            return False
        if self._groups(open_hexes[0] | open_hexes[1] | open_hexes[2], sum(needs)) < sum(needs):
            return False
        scarcest = min(
            (index for index in range(len(needs)) if needs[index]),
            key=lambda index: open_hexes[index].bit_count() / needs[index],
        )
        fewer = tuple(need - (index == scarcest) for index, need in enumerate(needs))
        everything = open_hexes[0] | open_hexes[1] | open_hexes[2]
        tries = [hex_ for hex_ in self.field.hexes if open_hexes[scarcest] >> hex_ & 1]
        tries.sort(key=lambda hex_: (self.near[hex_] & everything).bit_count())
        for hex_ in tries:
            if self._fits(tuple(mask & ~self.near[hex_] for mask in open_hexes), fewer):
                return True
            open_hexes[scarcest] &= ~(1 << hex_)
            if open_hexes[scarcest].bit_count() < needs[scarcest]:
                return False
        return False

    def _groups(self, mask: int, enough: int) -> int:
        """An upper bound of bulges with room in these hexes: a cover by groups with room for one each."""
        groups = 0
        while mask and groups < enough:
            groups += 1
            lowest = mask & -mask
            mask ^= lowest
            mates = mask & self.near[lowest.bit_length() - 1]
            while mates:
                mate = mates & -mates
                mask ^= mate
                mates = (mates ^ mate) & self.near[mate.bit_length() - 1]
        return groups


@lru_cache(maxsize=64)
def bulge_room(text: str, gap: int) -> BulgeRoom:
    """The room on the map with this text."""
    return BulgeRoom(Field(text), gap)


@lru_cache(maxsize=64)
def checked_field(text: str) -> Field:
    """The field of a map, or a ValueError with the property of YAZ-3 that it breaks."""
    field = Field(text)
    for terrains, called in (
        ((MUD, MUCK, MIRE), "all hexes"),
        ((MUD, MUCK), "mud and muck"),
        ((MUD,), "mud"),
    ):
        if not field.is_connected(terrains):
            raise ValueError(f"YAZ-3: {called} must be connected")
    if not bulge_room(field.text, ROOM_GAP).has_room([], ROOM_IN_EACH_TERRAIN):
        raise ValueError("YAZ-3: there must be room for 3 bulges in each terrain, all at least 4 apart")
    return field
