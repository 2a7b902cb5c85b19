"""Sailboat Regatta: the position drawn for a terminal."""

from rich.text import Text

from oddboard.core import seats
from oddboard.games.sailboat_regatta.course import space_name
from oddboard.games.sailboat_regatta.reading import boats_on, dice_left, is_finished, is_free, seat_and_number
from oddboard.games.sailboat_regatta.state import (
    BUOY,
    ENDED,
    ISLAND,
    KIND_SHIFT,
    OPEN,
    PAWN,
    SIDE,
    SPACES,
    State,
    value_of,
)

_ARROWS = "↑→↓←"
_GUSTS = ("#28505A", "#23586A", "#1D5F7C", "#17658F", "#116AA2", "#0B6EB6")  # by the value of the tile
_CHART = "#0F1C26"  # around the course, and under boats
_ISLAND = "#6B5B3A"
_MARK = "#FFD66B"  # buoys, pawn and line
_QUIET = "#9FC3D2"
_WIDEST = 7  # columns of a space on the terminal
_ROOM = 84  # columns for all spaces of a row
_STACKED = 12  # boats of a stack spelled out in a line


def _token(s: State, boat: int) -> Text:
    seat, number = seat_and_number(s, boat)
    words = f"{seats.sign(seat)}{number + 1}{_ARROWS[s.heading[boat]]}"
    return Text(words, style=f"bold {seats.colour(seat)} on {_CHART}")


def _centred(text: Text, width: int, ground: str) -> Text:
    spare = width - text.cell_len
    around = f"{_QUIET} on {ground}"
    return Text(" " * (spare // 2), style=around) + text + Text(" " * (spare - spare // 2), style=around)


def _cell(s: State, space: int, line: int, width: int) -> Text:
    """One of the two lines of a space."""
    kind = int(s.water[space]) >> KIND_SHIFT
    if kind == ISLAND:
        return Text("░" * width, style=f"#8F7B50 on {_ISLAND}")
    if kind in (BUOY, PAWN):
        name, sign = ("buoy", "◉") if kind == BUOY else ("pawn", "⚑")
        words = sign if line == 0 else name if width > len(name) else ""
        return _centred(Text(words, style=f"bold {_MARK} on {_GUSTS[0]}"), width, _GUSTS[0])
    if kind != OPEN:
        return Text(" " * width, style=f"on {_CHART}")
    value = value_of(s, space)
    ground = _GUSTS[value]
    here = boats_on(s, space)
    if line == 0:
        return _centred(_token(s, here[0]) if here else Text(), width, ground)
    words = f"{value}+{len(here) - 1}" if len(here) > 1 else str(value)
    words = words if len(words) <= width else f"{value}+"
    if space == s.entry:
        words = f"E {words}" if len(words) + 2 <= width else "E"
    return _centred(Text(words, style=f"{_QUIET} on {ground}"), width, ground)


def _line(s: State, row: int) -> Text:
    """What stands on the west side of the pawn's column: the line, where it runs."""
    if s.line_top <= row <= s.line_foot:
        return Text("┃", style=f"bold {_MARK} on {_CHART}")
    space = row * SIDE + int(s.line)
    kind = int(s.water[space]) >> KIND_SHIFT
    if kind == ISLAND and int(s.water[space - 1]) >> KIND_SHIFT == ISLAND:
        return Text("░", style=f"#8F7B50 on {_ISLAND}")
    return Text(" ", style=f"on {_GUSTS[value_of(s, space)] if kind in (OPEN, BUOY) else _CHART}")


def board(s: State) -> Text:
    """The position for a terminal, at most 100 columns wide."""
    width = min(_WIDEST, _ROOM // int(s.width))
    letters = Text("    ", style="dim")
    for x in range(s.width):
        letters.append((" " if x == s.line else "") + chr(ord("a") + x).center(width))
    lines = [letters]
    for y in range(s.height):
        for line in range(2):
            text = Text(f" {y + 1:2} " if line == 0 else "    ", style="dim")
            for x in range(s.width):
                if x == s.line:
                    text += _line(s, y)
                text += _cell(s, y * SIDE + x, line, width)
            lines.append(text)
    lines.append(letters)
    for space in range(SPACES):
        if len(boats_on(s, space)) > 1:
            lines += _stack_lines(s, space)
    lines += [_fleet_line(s, seat) for seat in range(s.seats)]
    if dice := dice_left(s):
        lines.append(Text(f" dice left  {'  '.join(map(str, dice))}", style="bold"))
    lines.append(
        Text(" ↖ the wind · 0–5 gusts · E entry · +1 boats beneath · ┃ the line · ✓ home · ( ) no wind", style="dim")
    )
    return Text("\n").join(lines)


def _stack_lines(s: State, space: int) -> list[Text]:
    """A stack spelled out, from the top down."""
    boats = [_token(s, boat) for boat in boats_on(s, space)]
    lines = []
    for first in range(0, len(boats), _STACKED):
        text = Text(f" {space_name(space):>4}  " if first == 0 else "    on ", style="dim")
        lines.append(text + Text(" on ").join(boats[first : first + _STACKED]))
    return lines


def _fleet_line(s: State, seat: int) -> Text:
    turn = "▸" if seat == s.turn and s.phase != ENDED else " "
    text = Text(f"{turn}{seats.sign(seat)} {seats.name(seat):16}", style=f"bold {seats.colour(seat)}")
    words = []
    fleet, afloat = int(s.fleet), int(s.afloat[seat])
    first = seat * fleet
    for boat in range(first, first + afloat):
        home = "✓" if is_finished(s, boat) else ""
        one = f"{boat - first + 1}{_ARROWS[s.heading[boat]]}{space_name(int(s.at[boat]))}{home}"
        words.append(one if is_free(s, boat) else f"({one})")
    ashore = [str(number + 1) for number in range(afloat, fleet)]
    if ashore:
        words.append(f"ashore {' '.join(ashore)}")
    ways = int(s.to_go[first : first + fleet].sum())
    return text + Text(f"{'  '.join(words)}  to go {ways}", style="not bold default")
