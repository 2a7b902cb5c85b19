"""Everest: how a mountain is drawn (EVE-1)."""

from typing import ClassVar

from oddboard.core.drawing import Brush, Cell, Drawing
from oddboard.core.errors import BadOptions
from oddboard.core.records import new
from oddboard.core.scene import Ground, Scene
from oddboard.games.everest.face.names import SQUARE_IDS
from oddboard.games.everest.face.scene import ground, scene
from oddboard.games.everest.mountains import STANDARD_NAME, BadMountain, shape_of
from oddboard.games.everest.rules.mountain import NO_SQUARE, STANDARD, TALLEST, Mountain, lay_out
from oddboard.games.everest.rules.turn import setup
from oddboard.games.everest.state import BASES, COLUMNS, ROWS, SEATS, State, square_name


class MountainDrawing(Drawing):
    """A mountain: squares of a height, and where there are none."""

    brushes = (
        *(Brush(str(high), f"height {high}") for high in range(1, TALLEST + 1)),
        Brush(NO_SQUARE, "no square"),
    )
    heights: ClassVar = (ROWS,)
    widths: ClassVar = (COLUMNS,)
    blank = NO_SQUARE
    palette = "1.2.3.4.\n........\n5.6.7.8.\n........\n........\n9......."  # no base is painted

    def rows_of(self, value: str) -> list[str]:
        if value == STANDARD_NAME:
            return list(STANDARD.rows)
        try:
            return list(shape_of(value))
        except BadMountain as error:
            raise BadOptions(f"option mountain: {error} (EVE-1)", "EVE-1") from None

    def picture(self, rows: list[str]) -> tuple[Ground, Scene]:
        mountain = Mountain(tuple(rows))
        s = new(State)
        lay_out(s, mountain)
        setup(s, SEATS, True, 1)
        seen = scene(s)
        homes = {SQUARE_IDS[base]: seat for seat, base in enumerate(BASES) if mountain.height(base)}
        return ground(s), Scene({**seen, "pieces": [], "items": [], "look": {**seen.get("look", {}), "homes": homes}})

    def cell(self, row: int, column: int) -> Cell:
        at = row * COLUMNS + column
        corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
        return Cell(
            row=row,
            column=column,
            sign="",
            id=SQUARE_IDS[at],
            name=square_name(at),
            at=(column + 0.5, row + 0.5),
            outline=[(float(x), float(y)) for x, y in corners],
        )
