"""Sailboat Regatta: the position drawn for a terminal."""

from itertools import groupby

import numpy as np
from rich.cells import cell_len
from rich.text import Text

from oddboard.core import seats
from oddboard.games.sailboat_regatta.face.names import WINDS
from oddboard.games.sailboat_regatta.rules.dice import dice_left
from oddboard.games.sailboat_regatta.rules.fleets import boats_on, is_finished, is_free, seat_and_number
from oddboard.games.sailboat_regatta.rules.sailing import gustiness
from oddboard.games.sailboat_regatta.state import (
    BUOY,
    DRAWING,
    ENDED,
    FACES,
    ISLAND,
    KIND_SHIFT,
    NOBODY,
    OPEN,
    PAWN,
    SIDE,
    VALUE_MASK,
    VALUE_SHIFT,
    State,
    space_name,
)

_ARROWS = "↑→↓←"
_WATER = ("#23586A", "#17658F", "#0B6EB6")  # by gustiness, the steadiest first
_CHART = "#0F1C26"  # around the course, and under boats
_ISLAND = "#6B5B3A"
_MARK = "#FFD66B"  # buoys, pawn and line
_QUIET = "#9FC3D2"
_WIDEST = 7  # columns of a space on the terminal
_ROOM = 74  # columns for all spaces of a row
_STACKED = 10  # boats of a stack spelled out in a line


Piece = tuple[str, str]  # some words and their style


def _token(s: State, boat: int) -> Piece:
    seat, number = seat_and_number(s, boat)
    return f"{seats.sign(seat)}{number + 1}{_ARROWS[s.heading[boat]]}", f"bold {seats.colour(seat)} on {_CHART}"


def _on_water(token: Piece, width: int, ground: str) -> list[Piece]:
    """A boat in the middle of a space."""
    spare = width - cell_len(token[0])
    return [(" " * (spare // 2), f"on {ground}"), token, (" " * (spare - spare // 2), f"on {ground}")]


class _Chart:
    """A course being drawn."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.columns, self.line_column, self.entry = int(s.width), int(s.line), int(s.entry)
        self.width = min(_WIDEST, _ROOM // self.columns)  # of a space on the terminal
        self.water = s.water.tolist()
        self.stacks = {space: boats_on(s, space) for space in np.flatnonzero(s.top != NOBODY).tolist()}

    def kind(self, space: int) -> int:
        return int(self.water[space] >> KIND_SHIFT)

    def value(self, space: int) -> int:
        return int(self.water[space] >> VALUE_SHIFT & VALUE_MASK)

    def space(self, space: int, line: int) -> list[Piece]:
        """One of the two lines of a space."""
        kind = self.kind(space)
        if kind == ISLAND:
            return [("░" * self.width, f"#8F7B50 on {_ISLAND}")]
        if kind in (BUOY, PAWN):
            name, sign = ("buoy", "◉") if kind == BUOY else ("pawn", "⚑")
            words = sign if line == 0 else name if self.width > len(name) else ""
            return [(words.center(self.width), f"bold {_MARK} on {_WATER[0]}")]
        if kind != OPEN:
            return [(" " * self.width, f"on {_CHART}")]
        value, boats = self.value(space), self.stacks.get(space, [])
        ground = _WATER[gustiness(value)]
        if line == 0 and boats:
            return _on_water(_token(self.s, boats[0]), self.width, ground)
        if line == 0:
            return [(" " * self.width, f"{_QUIET} on {ground}")]
        words = f"{value}+{len(boats) - 1}" if len(boats) > 1 else str(value)
        words = words if len(words) <= self.width else f"{value}+"
        if space == self.entry:
            words = f"E {words}" if len(words) + 2 <= self.width else "E"
        return [(words.center(self.width), f"{_QUIET} on {ground}")]

    def line(self, row: int) -> Piece:
        """What stands on the west side of the pawn's column: the line, where it runs."""
        if self.s.line_top <= row <= self.s.line_foot:
            return "┃", f"bold {_MARK} on {_CHART}"
        space = row * SIDE + self.line_column
        kind = self.kind(space)
        if kind == ISLAND and self.kind(space - 1) == ISLAND:
            return "░", f"#8F7B50 on {_ISLAND}"
        return " ", f"on {_WATER[gustiness(self.value(space))] if kind in (OPEN, BUOY) else _CHART}"

    def row(self, y: int, line: int) -> Text:
        """One of the two lines of a row."""
        pieces: list[Piece] = [(f" {y + 1:2} " if line == 0 else "    ", "dim")]
        for x in range(self.columns):
            if x == self.line_column:
                pieces.append(self.line(y))
            pieces += self.space(y * SIDE + x, line)
        alike = groupby(pieces, key=lambda piece: piece[1])
        return Text.assemble(*(("".join(words for words, _ in run), style) for style, run in alike))

    def letters(self) -> Text:
        """The names of the columns."""
        names = [chr(ord("a") + x).center(self.width) for x in range(self.columns)]
        names.insert(self.line_column, " ")
        return Text("    " + "".join(names), style="dim")


def board(s: State) -> Text:
    """The position for a terminal, 80 columns wide at most for a course of the rulebook."""
    chart = _Chart(s)
    lines = [chart.letters(), *(chart.row(y, line) for y in range(s.height) for line in range(2)), chart.letters()]
    for space, boats in chart.stacks.items():
        if len(boats) > 1:
            lines += _stack_lines(s, space, boats)
    lines += _fleet_lines(s)
    if dice := dice_left(s):
        lines.append(Text(f" dice left  {'  '.join(map(str, dice))}", style="bold"))
    lines.append(Text(f" {_winds()} · E entry", style="dim"))
    lines.append(Text(" +1 boats beneath · ( ) no wind · ┃ the line · ✓ home", style="dim"))
    return Text("\n").join(lines)


def _winds() -> str:
    """How gusty tiles are, by value: 0 and 5 wild."""
    values = {wind: [str(value) for value in range(FACES) if WINDS[gustiness(value)] == wind] for wind in WINDS}
    return ", ".join(f"{' and '.join(values[wind])} {wind}" for wind in reversed(WINDS))


def _stack_lines(s: State, space: int, boats: list[int]) -> list[Text]:
    """A stack spelled out, from the top down."""
    lines = []
    for first in range(0, len(boats), _STACKED):
        pieces: list[Piece] = [(f" {space_name(space):>4}  " if first == 0 else "    on ", "dim")]
        for index, boat in enumerate(boats[first : first + _STACKED]):
            pieces += [(" on ", ""), _token(s, boat)] if index else [_token(s, boat)]
        lines.append(Text.assemble(*pieces))
    return lines


def _fleet_lines(s: State) -> list[Text]:
    names = [seats.name(seat) for seat in range(s.seats)]
    return [_fleet_line(s, seat, f"{name:{max(map(len, names))}}") for seat, name in enumerate(names)]


def _fleet_line(s: State, seat: int, name: str) -> Text:
    turn = "▸" if seat == s.turn and s.phase not in (DRAWING, ENDED) else " "
    fleet, afloat = int(s.fleet), int(s.afloat[seat])
    first = seat * fleet
    words = []
    for boat in range(first, first + afloat):
        home = "✓" if is_finished(s, boat) else ""
        one = f"{boat - first + 1}{_ARROWS[s.heading[boat]]}{space_name(int(s.at[boat]))}{home}"
        words.append(one if is_free(s, boat) else f"({one})")
    if afloat < fleet:
        words.append(f"ashore {' '.join(str(number + 1) for number in range(afloat, fleet))}")
    words.append(f"to go {int(s.to_go[first : first + fleet].sum())}")
    return Text.assemble((f"{turn}{seats.sign(seat)} {name}  ", f"bold {seats.colour(seat)}"), "  ".join(words))
