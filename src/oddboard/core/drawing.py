"""Options that are drawn on the board: a map, a course, a mountain, written as rows of signs of which each is a place.

Somebody who makes one paints places with brushes, one after another. What comes of it need not be anything to play on
yet: it is drawn all the same, and the option's own check says what it lacks.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import TypedDict  # that of Python 3.11 cannot be described to a page

from oddboard.core.errors import BadRequest
from oddboard.core.scene import Ground, Scene


@dataclass(frozen=True)
class Brush:
    """What a place can be painted with."""

    sign: str  # in the text
    name: str  # for a person: "muck"


class Cell(TypedDict):
    """A place of a drawing, whether the board has it or not."""

    row: int
    column: int
    sign: str
    id: str
    """Of the place on the board."""
    name: str
    """Where it is, as a player says it: "k9"."""
    at: tuple[float, float]
    """Its middle, as the ground measures."""
    outline: list[tuple[float, float]]


class Drawing(ABC):
    """How an option of a game is drawn."""

    brushes: ClassVar[tuple[Brush, ...]]
    heights: ClassVar[Sequence[int]]  # the numbers of rows that there may be
    widths: ClassVar[Sequence[int]]  # the numbers of signs in a row
    blank: ClassVar[str]  # the sign of new rows and columns
    palette: ClassVar[str]  # a drawing in which every sign occurs, for pictures of the brushes

    @abstractmethod
    def rows_of(self, value: str) -> list[str]:
        """The rows of a text, or of one that goes by a name; BadOptions if they cannot even be drawn."""

    @abstractmethod
    def picture(self, rows: list[str]) -> tuple[Ground, Scene]:
        """What it looks like, though nobody could play on it."""

    @abstractmethod
    def cell(self, row: int, column: int) -> Cell:
        """A place; its sign is filled in by `cells`."""

    def painted(self, rows: list[str], row: int, column: int, sign: str) -> list[str]:
        """The rows after a touch of a brush."""
        line = rows[row]
        return [*rows[:row], line[:column] + sign + line[column + 1 :], *rows[row + 1 :]]

    def resized(self, rows: list[str], height: int, width: int) -> list[str]:
        """The rows cut or lengthened in the south and in the east."""
        lines = [line[:width] + self.blank * (width - len(line)) for line in rows[:height]]
        return lines + [self.blank * width] * (height - len(lines))

    def cells(self, rows: list[str]) -> list[Cell]:
        """All places, row by row."""
        return [
            {**self.cell(row, column), "sign": sign}
            for row, line in enumerate(rows)
            for column, sign in enumerate(line)
        ]

    def check_stroke(self, rows: list[str], row: int, column: int, sign: str) -> None:
        """BadRequest if there is no such place or brush."""
        if not (0 <= row < len(rows) and 0 <= column < len(rows[0])):
            raise BadRequest(f"there is no place in row {row} and column {column} of this drawing")
        if sign not in {brush.sign for brush in self.brushes}:
            raise BadRequest(f"the brushes are {' '.join(brush.sign for brush in self.brushes)}, not {sign}")

    def check_size(self, height: int, width: int) -> None:
        """BadRequest if a drawing cannot be so large."""
        if height not in self.heights or width not in self.widths:
            raise BadRequest(
                f"a drawing has {self.heights[0]} to {self.heights[-1]} rows and {self.widths[0]} to "
                f"{self.widths[-1]} columns, and not every number in between may be allowed; not {height} by {width}"
            )
