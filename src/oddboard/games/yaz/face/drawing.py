"""The Baton Races of Yaz: how a map is drawn (YAZ-3)."""

import random
from typing import ClassVar

from oddboard.core.drawing import Brush, Cell, Drawing
from oddboard.core.errors import BadOptions
from oddboard.core.options import completed
from oddboard.core.scene import Ground, Scene
from oddboard.games.yaz import maps, options
from oddboard.games.yaz.face.scene import HEX_IDS, HEX_NAMES, MIDDLES, corners, ground, scene
from oddboard.games.yaz.names import TERRAIN_NAMES
from oddboard.games.yaz.state import HEIGHT, WIDTH

ANOTHER = 1 << 20  # so many random maps there are to begin with


class MapDrawing(Drawing):
    """A map: hexes of mud, muck and mire."""

    brushes = tuple(Brush(sign, TERRAIN_NAMES[terrain]) for sign, terrain in maps.SIGNS.items())
    heights: ClassVar = range(1, HEIGHT + 1)
    widths: ClassVar = range(1, WIDTH + 1)
    blank = "."
    palette = ".o#"

    def rows_of(self, value: str) -> list[str]:
        if value == "random":
            return maps.random_map(random.randrange(ANOTHER)).split()
        try:
            return maps.shape_of(maps.stock_map(value) if value in maps.STOCK else value)
        except maps.BadMap as error:
            raise BadOptions(f"option map: {error} (YAZ-3)", "YAZ-3") from None

    def picture(self, rows: list[str]) -> tuple[Ground, Scene]:
        counts = options.SCENARIO_COUNTS["small"]
        s = options.fresh(completed(options.OPTIONS, {}) | {"counts": counts, "map": "\n".join(rows)})
        return ground(s), scene(s)

    def cell(self, row: int, column: int) -> Cell:
        place = row * WIDTH + column
        return Cell(
            row=row,
            column=column,
            sign="",
            id=HEX_IDS[place],
            name=HEX_NAMES[place],
            at=MIDDLES[place],
            outline=corners(place),
        )
