"""The Baton Races of Yaz: the board drawn, in colours for a terminal and as a diagram that can be read back."""

import re
from typing import Any

from rich.text import Text

from oddboard.core import seats
from oddboard.core.errors import BadPosition
from oddboard.core.records import new
from oddboard.games.yaz import maps
from oddboard.games.yaz.names import LETTERS, hex_name, hex_number, member, piece_name, piece_number
from oddboard.games.yaz.rules.turn import setup
from oddboard.games.yaz.state import (
    BULGING,
    DRAWN,
    ENDED,
    LUGGANTS,
    MIRE,
    MUCK,
    MUD,
    NOBODY,
    NOWHERE,
    PIECES,
    RACING,
    RUNNERS,
    SEATS,
    WIDTH,
    State,
)

_GROUNDS = {MUD: "#5E3E1C", MUCK: "#37451B", MIRE: "#0E2A2E"}
_SIGNS = {terrain: sign for sign, terrain in maps.SIGNS.items()}
_BATON = "╱"
_BULGE_MARKS = ("×", "◐", "◑", "⬤")  # broken, only seat 0's stands, only seat 1's, both
_DIAGRAM_BULGES = "x<>*"
_WIDEST = 80  # columns of a terminal


def everybody(s: State) -> dict[int, list[tuple[int, int]]]:
    """The pieces in every hex that has any, as seat and number: who sits on somebody first."""
    found: dict[int, list[tuple[int, int]]] = {}
    for seat, row in enumerate(s.at.tolist()):
        for piece, place in enumerate(row):
            if place != NOWHERE:
                found.setdefault(place, []).append((seat, piece))
    for here in found.values():
        here.sort(key=lambda one: (member(s.throttled[one[0]], one[1]), one[1] >= RUNNERS, one))
    return found


def bulge_marks(s: State) -> dict[int, int]:
    """Whose bulges stand in the bulge hexes: 1 for seat 0's, 2 for seat 1's, 3 for both, 0 for none."""
    standing = [int(mask) if s.laid == s.bulges else -1 for mask in s.standing]
    places = s.bulge[: s.laid].tolist()
    return {place: member(standing[0], i) + 2 * member(standing[1], i) for i, place in enumerate(places)}


def _token(seat: int, piece: int) -> Text:
    return Text(f"{seats.sign(seat)}{piece_name(piece)}", style=f"bold {seats.colour(seat)}")


def _baton_with(s: State, here: list[tuple[int, int]], number: int) -> int | None:
    """Whose baton the piece that is drawn as this one of a hex has."""
    if number >= len(here):
        return None
    seat, piece = here[number]
    if s.carrier[seat] == piece:
        return seat
    return 1 - seat if s.thief[1 - seat] == piece else None


def _cell(s: State, place: int, here: list[tuple[int, int]], bulge: int | None, line: int) -> Text:
    """One of the two lines of a hex, four columns wide: a mark, then a piece.

    The mark is the baton of that piece, or one that lies there, or the bulge on the first line that is free for it.
    """
    terrain = int(s.terrain[place])
    lying = [seat for seat in range(SEATS) if s.baton_at[seat] == place]
    first, baton = _baton_with(s, here, 0), _baton_with(s, here, line)
    if line == 1 and baton is None and lying:
        baton = lying[0]
    if baton is not None:
        cell = Text(_BATON, style=f"bold {seats.colour(baton)}")
    elif bulge is not None and (line == 0 or first is not None):
        cell = Text(_BULGE_MARKS[bulge], style="bold #F4F1EA")
    else:
        cell = Text(" ")
    if line == 0:
        cell += _token(*here[0]) if here else Text(f" {_SIGNS[terrain]} ", style="#B3AEA3")
    elif len(here) == 2:
        cell += _token(*here[1])
    elif len(here) > 2:
        cell += Text(f"+{len(here) - 1} ", style="bold #F4F1EA")
    elif len(lying) == 2:
        cell += Text(f"{_BATON}  ", style=f"bold {seats.colour(lying[1])}")
    else:
        cell += Text("   ")
    cell.stylize(f"on {_GROUNDS[terrain]}")
    return cell


def board(s: State) -> Text:
    """The position for a terminal: 74 columns for a stock map."""
    letters = "".join(chr(ord("a") + column).center(4) for column in range(s.columns))
    lines = [Text("    " + letters, style="dim")]
    crowd, bulges = everybody(s), bulge_marks(s)
    for row in range(s.rows):
        for line in range(2):
            text = Text((f"{row + 1:>3} " if line == 0 else "    ") + "  " * (row % 2), style="dim")
            for place in range(row * WIDTH, row * WIDTH + int(s.columns)):
                text.append_text(_cell(s, place, crowd.get(place, []), bulges.get(place), line))
            lines.append(text)
    for seat in range(SEATS):
        lines.extend(_side_lines(s, seat))
    lines.append(Text(_now(s), style="bold"))
    lines.append(Text(f". mud · o muck · # mire · ⬤ ◐ ◑ × bulges of both, one, none · {_BATON} baton", style="dim"))
    return Text("\n").join(lines)


def _side_lines(s: State, seat: int) -> list[Text]:
    """How a side stands, in as many lines as it takes."""
    left = int(s.standing[seat]).bit_count() if s.laid == s.bulges else int(s.bulges)
    parts = [f"{left} of {s.bulges} bulges to break"]
    if s.carrier[seat] != NOBODY:
        parts.append(f"{piece_name(int(s.carrier[seat]))} has the baton")
    elif s.thief[seat] != NOBODY:
        parts.append(f"the enemy's {piece_name(int(s.thief[seat]))} has stolen the baton")
    elif s.baton_at[seat] != NOWHERE:
        parts.append(f"the baton lies in {hex_name(int(s.baton_at[seat]))}")
    held = [piece_name(piece) for piece in range(PIECES) if member(s.throttled[seat], piece)]
    if held:
        parts.append(f"throttled: {' '.join(held)}")
    for i in range(LUGGANTS):
        if s.cargo[seat, i] != NOBODY:
            parts.append(f"{piece_name(RUNNERS + i)} carries {piece_name(int(s.cargo[seat, i]))}")
    name = f" {seats.sign(seat)} {seats.name(seat):8} "
    rows = [parts[0]]
    for part in parts[1:]:
        joined = f"{rows[-1]} · {part}"
        if len(name) + len(joined) <= _WIDEST:
            rows[-1] = joined
        else:
            rows.append(part)
    first = Text(name, style=f"bold {seats.colour(seat)}")
    beginnings = [first, *[Text(" " * len(name))] * (len(rows) - 1)]
    return [begun + Text(row, style="not bold default") for begun, row in zip(beginnings, rows, strict=True)]


def _now(s: State) -> str:
    if s.phase == ENDED:
        return " A draw." if s.winner == DRAWN else f" {seats.name(int(s.winner))} has won."
    if s.phase < RACING:
        return " The setting: bulges." if s.phase <= BULGING else " The setting."
    words = f" Turn {s.turn_number} of {s.turn_limit}, {seats.name(int(s.turn))}"
    if s.announced:
        words += ", who has announced the finish"
    if s.last_turn:
        words += f": the last turn, {s.goal} moved Yazzites to beat"
    if s.mover != NOBODY:
        words += f"; {piece_name(int(s.mover))} is moving, {s.left} left"
    return words


def _diagram_token(s: State, seat: int, piece: int) -> str:
    name = piece_name(piece)
    name = name if seat == 0 else name.lower()
    return name + ("!" if s.carrier[seat] == piece else "$" if s.thief[1 - seat] == piece else "")


def diagram(s: State) -> str:
    """A race between two moves as a diagram.

    A hex is its terrain, a mark for bulges (`*` both, `<` seat 0's, `>` seat 1's, `x` none) and its pieces: `S1` of
    seat 0, `s1` of seat 1, `!` with the baton, `$` with a stolen one, `L1/s1` throttling, `L1+S1` carrying.
    """
    rows = []
    crowd, bulges = everybody(s), bulge_marks(s)
    for row in range(s.rows):
        cells = []
        for place in range(row * WIDTH, row * WIDTH + int(s.columns)):
            bulge = _DIAGRAM_BULGES[bulges[place]] if place in bulges else ""
            cells.append(_SIGNS[int(s.terrain[place])] + bulge + _stacks(s, crowd.get(place, [])))
        rows.append("   " * (row % 2) + " ".join(f"{cell:6}" for cell in cells).rstrip())
    rows.append(f"turn {s.turn} {s.turn_number}")
    rows.append(f"setter {s.setter}")
    for seat in range(SEATS):
        rows.append(f"start {seat} {hex_name(int(s.start[seat]))}")
        if s.baton_at[seat] != NOWHERE:
            rows.append(f"baton {seat} {hex_name(int(s.baton_at[seat]))}{' dropped' if s.taken[seat] else ''}")
    return "\n".join(rows) + "\n"


def _stacks(s: State, left: list[tuple[int, int]]) -> str:
    stacks = []
    while left:
        seat, piece = max(left, key=lambda one: (one[1] >= RUNNERS and _burden(s, *one) is not None, -one[0], -one[1]))
        left.remove((seat, piece))
        text = _diagram_token(s, seat, piece)
        burden = _burden(s, seat, piece)
        if burden:
            left.remove(burden)
            text += ("+" if burden[0] == seat else "/") + _diagram_token(s, *burden)
        stacks.append(text)
    return ",".join(stacks)


def _burden(s: State, seat: int, piece: int) -> tuple[int, int] | None:
    """Whom a Luggant throttles or carries."""
    if piece < RUNNERS:
        return None
    victim, passenger = int(s.holds[seat, piece - RUNNERS]), int(s.cargo[seat, piece - RUNNERS])
    return (1 - seat, victim) if victim != NOBODY else (seat, passenger) if passenger != NOBODY else None


def from_diagram(text: str, **options: Any) -> State:
    """The race of a diagram, on any map. Options are fields of the state.

    Lines under the map: `turn SEAT NUMBER`, `setter SEAT`, `start SEAT HEX`, `baton SEAT HEX [dropped]`. Without
    them it is seat 0's second turn, seat 0 has set, and batons were placed on the first two bulges and lie there
    or are with who has a mark for it.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    rows = [line.split() for line in lines if line.split()[0][0] in maps.SIGNS]
    s = new(State)
    maps.lay_out(s, "\n".join("".join(cell[0] for cell in row) for row in rows))
    s.turn_limit, s.announce, s.bulge_gap = 60, 1, 2
    for name, value in options.items():
        setattr(s, name, value)
    tokens = re.findall(r"[A-Za-z]\d", " ".join(cell[1:] for row in rows for cell in row))
    s.counts[:] = [max([int(token[1]) for token in tokens if token[0].upper() == kind] or [0]) for kind in LETTERS]
    setup(s)
    s.placed[:] = s.counts
    s.phase, s.setter, s.turn_number, s.fresh = RACING, 0, 2, 1
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            _read_cell(s, row * WIDTH + column, cell[1:])
    s.bulges = s.laid
    s.start[:] = s.bulge[:SEATS] if s.laid >= SEATS else NOWHERE
    for line in lines[len(rows) :]:
        _read_line(s, *line.split())
    for seat in range(SEATS):
        if s.carrier[seat] != NOBODY or s.thief[seat] != NOBODY:
            s.taken[seat] = 1
        elif s.baton_at[seat] == NOWHERE:
            s.baton_at[seat] = s.start[seat]
    return s


def _read_line(s: State, word: str, *rest: str) -> None:
    if word == "turn":
        s.turn, s.turn_number = int(rest[0]), int(rest[1])
    elif word == "setter":
        s.setter = int(rest[0])
    elif word == "start":
        s.start[int(rest[0])] = hex_number(rest[1])
    elif word == "baton":
        s.baton_at[int(rest[0])] = hex_number(rest[1])
        s.taken[int(rest[0])] = len(rest) > 2
    else:
        raise BadPosition(f"a diagram has no line {' '.join((word, *rest))!r}")


def _read_cell(s: State, place: int, words: str) -> None:
    if words[:1] and words[0] in _DIAGRAM_BULGES:
        standing = _DIAGRAM_BULGES.index(words[0])
        for seat in range(SEATS):
            s.standing[seat] |= (standing >> seat & 1) << int(s.laid)
        s.bulge[s.laid] = place
        s.laid += 1
        words = words[1:]
    for stack in words.split(",") if words else []:
        pieces = [_read_token(s, place, token) for token in re.split(r"[/+]", stack)]
        if len(pieces) == SEATS:
            (seat, luggant), (other, burden) = pieces
            if other == seat:
                s.cargo[seat, luggant - RUNNERS] = burden
            else:
                s.holds[seat, luggant - RUNNERS] = burden
                s.throttled[other] |= 1 << burden


def _read_token(s: State, place: int, token: str) -> tuple[int, int]:
    piece = piece_number(token[:2].upper())
    if piece is None:
        raise BadPosition(f"{token!r} in {hex_name(place)} is no Yazzite; write them as S1 or s1")
    seat = 0 if token[0].isupper() else 1
    s.at[seat, piece] = place
    if token[2:] == "!":
        s.carrier[seat] = piece
    elif token[2:] == "$":
        s.thief[1 - seat] = piece
    return seat, piece
