"""Sailboat Regatta: how a course is drawn (REG-19).

Values, the island and what is out of bounds are painted a tile of four spaces at a time; buoys, the pawn and the entry
stand on one space of a tile that shows a value.
"""

from typing import ClassVar

from oddboard.core.drawing import Brush, Cell, Drawing
from oddboard.core.errors import BadOptions
from oddboard.core.records import new
from oddboard.core.scene import Ground, Scene
from oddboard.games.sailboat_regatta.face.names import SPACE_IDS, SPACE_NAMES
from oddboard.games.sailboat_regatta.face.scene import MIDDLES, corners, ground, scene
from oddboard.games.sailboat_regatta.position import SIGNS
from oddboard.games.sailboat_regatta.rules.course import COMPACT_TEXT, NAMED, CourseRefused, read_course, read_rows
from oddboard.games.sailboat_regatta.rules.turn import setup
from oddboard.games.sailboat_regatta.state import (
    FACES,
    KIND_SHIFT,
    NOBODY,
    OPEN,
    OWN,
    SIDE,
    VALUE_SHIFT,
    State,
)

BUOY, PAWN, ENTRY, ISLAND, BEYOND = "B", "F", "E", "#", "."
VALUES = tuple(str(value) for value in range(FACES))
MARKS = (BUOY, PAWN, ENTRY)  # that stand on a space
ONLY_ONE = (PAWN, ENTRY)
CALM = "2"  # the value of a tile that a mark brings with it where no water was
TILE = 2  # spaces that a tile is wide
KINDS = {sign: kind for kind, sign in SIGNS.items()}


class CourseDrawing(Drawing):
    """A course: tiles with their values, and what stands in the water."""

    brushes = (
        *(Brush(value, f"value {value}") for value in VALUES),
        Brush(ISLAND, "island"),
        Brush(BEYOND, "out of bounds"),
        Brush(BUOY, "buoy"),
        Brush(PAWN, "foot of the line"),
        Brush(ENTRY, "entry"),
    )
    heights: ClassVar = range(TILE, SIDE + 1, TILE)
    widths: ClassVar = range(TILE, SIDE + 1, TILE)
    blank = BEYOND
    palette = "001122334455##2B2F2E..\n001122334455##222222.."

    def rows_of(self, value: str) -> list[str]:
        text = NAMED.get(value, value)
        rows = read_rows(text)
        if not _has_tiles(rows, self):
            try:
                read_course(text)
            except CourseRefused as refused:
                raise BadOptions(f"option course: {refused} (REG-19)", "REG-19") from None
        return rows

    def picture(self, rows: list[str]) -> tuple[Ground, Scene]:
        s = new(State)
        setup(s, 2, read_course(COMPACT_TEXT), OWN, True, False, 1)
        s.width, s.height, s.entry = len(rows[0]), len(rows), NOBODY
        s.water[:] = 0
        for y, line in enumerate(rows):
            for x, sign in enumerate(line):
                space, kind = y * SIDE + x, KINDS.get(sign, OPEN)
                value = int(_value(rows, y, x) or 0) if kind == OPEN else 0
                s.water[space] = kind << KIND_SHIFT | value << VALUE_SHIFT
                if sign == ENTRY:
                    s.entry = space
        seen = scene(s)
        look = {**seen.get("look", {}), "line": _line(rows)}
        if s.entry == NOBODY:
            look["entry"] = None
        return ground(s), Scene({**seen, "pieces": [], "items": [], "look": look})

    def painted(self, rows: list[str], row: int, column: int, sign: str) -> list[str]:
        if sign not in MARKS:
            return _filled(rows, row, column, sign)
        if rows[row][column] == sign:
            return rows
        if _value(rows, row, column) is None:
            rows = _filled(rows, row, column, CALM)
        if sign in ONLY_ONE:
            rows = [_without(rows, y, line, sign) for y, line in enumerate(rows)]
        marked = super().painted(rows, row, column, sign)
        return rows if _value(marked, row, column) is None else marked  # a tile without a value would be none

    def cell(self, row: int, column: int) -> Cell:
        space = row * SIDE + column
        return Cell(
            row=row,
            column=column,
            sign="",
            id=SPACE_IDS[space],
            name=SPACE_NAMES[space],
            at=MIDDLES[space],
            outline=corners(space),
        )


def _tile(rows: list[str], row: int, column: int) -> str:
    """The signs of the tile that a space is on."""
    y, x = row - row % TILE, column - column % TILE
    return "".join(line[x : x + TILE] for line in rows[y : y + TILE])


def _value(rows: list[str], row: int, column: int) -> str | None:
    """The value of the tile that a space is on, if it has one."""
    return next((sign for sign in _tile(rows, row, column) if sign in VALUES), None)


def _filled(rows: list[str], row: int, column: int, sign: str) -> list[str]:
    """The rows with a whole tile of one sign."""
    y, x = row - row % TILE, column - column % TILE
    return [
        line[:x] + sign * TILE + line[x + TILE :] if y <= number < y + TILE else line
        for number, line in enumerate(rows)
    ]


def _without(rows: list[str], row: int, line: str, sign: str) -> str:
    """A row in which a mark has gone, and left its tile's value."""
    return "".join(_value(rows, row, x) or BEYOND if each == sign else each for x, each in enumerate(line))


def _line(rows: list[str]) -> dict[str, int] | None:
    """The line from the pawn to the next buoy in the north; None without one."""
    for foot, line in enumerate(rows):
        if PAWN in line:
            column = line.index(PAWN)
            tops = [y for y in range(foot) if rows[y][column] == BUOY]
            return {"column": column, "top": tops[-1], "foot": foot} if tops else None
    return None


def _has_tiles(rows: list[str], drawing: Drawing) -> bool:
    """Whether a text is at least made of tiles, so that it can be drawn and mended."""
    if not rows or len(rows) not in drawing.heights or len(rows[0]) not in drawing.widths:
        return False
    if any(len(line) != len(rows[0]) for line in rows):
        return False
    corners_of_tiles = [(y, x) for y in range(0, len(rows), TILE) for x in range(0, len(rows[0]), TILE)]
    tiles = [_tile(rows, y, x) for y, x in corners_of_tiles]
    return all(
        tile in (BEYOND * TILE**2, ISLAND * TILE**2)
        or (len(set(tile) - set(MARKS)) == 1 and set(tile) <= {*VALUES, *MARKS})
        for tile in tiles
    )
