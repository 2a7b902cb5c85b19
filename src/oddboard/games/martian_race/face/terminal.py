"""Martian Race in a terminal, and as a diagram that can be read back."""

import re
from typing import Any

from rich.text import Text

from oddboard.core import seats
from oddboard.core.errors import BadPosition
from oddboard.games.martian_race.decision import martian_name
from oddboard.games.martian_race.face.names import PLACE_NAMES
from oddboard.games.martian_race.position import fresh
from oddboard.games.martian_race.state import (
    DEPOT,
    FAMILY,
    GOVERNMENT,
    HOME,
    KILLED,
    LARGE,
    LAUNCHED,
    MEDIUM,
    MOVING,
    NORTH,
    PAD,
    ROLLING,
    SMALL,
    WAITING,
    State,
    facing_of,
    put,
    size_of,
    square,
)

_SHORT_NAMES = {HOME: "Home", GOVERNMENT: "Gov. Ctr", DEPOT: "Depot", PAD: "Launch"}
_SIZE_LETTERS = {SMALL: "s", MEDIUM: "m", LARGE: "L"}
_ARROWS = "↑→↓←◭"
_CELL = 9  # columns of a square on the terminal
_ROOMY = 4  # pieces on a square that all show their sign
_GROUNDS = ("#4a2a1c", "#5e3a28")  # dark and light squares
_PLATE = "#2b4a4a"  # a named square
_INK = "#101014"  # on a Martian
_EMPTY = Text("·", style="#8f6f5a")  # shows a square where there are no colours
_DIAGRAM_FACINGS = "^>v<+"


def on_square(s: State, at: int) -> list[int]:
    """The Martians on a square."""
    return [seat * FAMILY + number for seat in range(s.seats) for number in range(s.family) if s.at[seat, number] == at]


def _token(s: State, martian: int, short: bool) -> Text:
    seat, number = martian // FAMILY, martian % FAMILY
    shape = "" if short else seats.sign(seat)
    words = f"{shape}{number + 1}{_SIZE_LETTERS[s.sizes[seat, number]]}{_ARROWS[s.facing[seat, number]]}"
    return Text(words, style=f"bold {_INK} on {seats.colour(seat)}")


def _cell(s: State, at: int, line: int) -> Text:
    """One of the two lines of a square. More than four there are of one colour, and share one sign."""
    ground = _PLATE if at in PLACE_NAMES else _GROUNDS[(at // 8 + at % 8) % 2]
    martians = on_square(s, at)
    crowded = len(martians) + (s.dog_at == at) > _ROOMY
    tokens = [_token(s, martian, crowded) for martian in martians]
    if s.dog_at == at:
        tokens.append(Text(f"D{_ARROWS[s.dog_facing]}", style="bold #ffffff on #c01020"))
    half = max(2, (len(tokens) + 1) // 2)
    visible = tokens[:half] if line == 0 else tokens[half:]
    if crowded and line == 1:
        seat = martians[0] // FAMILY
        visible.insert(0, Text(seats.sign(seat), style=f"bold {_INK} on {seats.colour(seat)}"))
    text = Text("" if crowded else " ").join(visible)
    if line == 1 and not visible and at in _SHORT_NAMES:
        text = Text(_SHORT_NAMES[at], style="italic #9fd8d0")
    elif line == 0 and not tokens and at not in _SHORT_NAMES:
        text = _EMPTY
    padding = _CELL - text.cell_len
    cell = Text(" " * (padding // 2)) + text + Text(" " * (padding - padding // 2))
    cell.stylize_before(f"on {ground}")
    return cell


def board(s: State) -> Text:
    """The position for a terminal of 80 columns."""
    letters = Text("    " + "".join(letter.center(_CELL) for letter in "abcdefgh"), style="dim")
    lines = [letters]
    for row in range(7, -1, -1):
        for line in range(2):
            text = Text.assemble((f" {row + 1}  " if line == 0 else "    ", "dim"))
            for column in range(8):
                text += _cell(s, row * 8 + column, line)
            lines.append(text)
    lines.append(letters)
    for seat in range(s.seats):
        lines.append(_family_line(s, seat))
    if s.phase == MOVING:
        left = " and ".join(str(die) for die in s.dice if die)
        lines.append(Text.assemble((" ⚄ to move with ", "cyan"), (left, "bold")))
    lines.append(Text(" s m L: size · ↑→↓←: lies and points · ◭: stands", style="dim"))
    return Text("\n").join(lines)


def _family_line(s: State, seat: int) -> Text:
    def numbers(place: int) -> str:
        return " ".join(str(number + 1) for number in range(s.family) if s.at[seat, number] == place) or "–"

    text = Text(f" {seats.sign(seat)} {seats.name(seat):9}", style=f"bold {seats.colour(seat)}")
    text += Text(f" waiting {numbers(WAITING):10} launched {numbers(LAUNCHED):10}", style="not bold default")
    if s.mad_dog:
        text += Text(f" killed {numbers(KILLED)}", style="not bold default")
    return text


def diagram(s: State) -> str:
    """The position as a diagram: a row a line, `0.1s^` a small Martian 1 of seat 0 that points north, `+` stands."""
    rows = []
    for row in range(7, -1, -1):
        cells = []
        for column in range(8):
            tokens = [
                f"{martian_name(m)}{_SIZE_LETTERS[size_of(s, m)]}{_DIAGRAM_FACINGS[facing_of(s, m)]}"
                for m in on_square(s, row * 8 + column)
            ]
            if s.dog_at == row * 8 + column:
                tokens.append(f"dog{_DIAGRAM_FACINGS[s.dog_facing]}")
            cells.append(",".join(tokens) or ".")
        rows.append(f"{row + 1} " + " ".join(f"{cell:5}" for cell in cells).rstrip())
    rows.append(f"turn {s.turn}" + "".join(f" {die}" for die in s.dice if die))
    for word, place in (("launched", LAUNCHED), ("killed", KILLED)):
        gone = [f"{p}.{n + 1}" for p in range(s.seats) for n in range(s.family) if s.at[p, n] == place]
        if gone:
            rows.append(f"{word} {' '.join(gone)}")
    if s.finishers:
        order = sorted((place, seat) for seat, place in enumerate(s.place) if place)
        rows.append("won " + " ".join(str(seat) for _, seat in order))
    if s.dog_turn:
        rows.append(f"dog turn {s.dog_turn}")
    return "\n".join(rows) + "\n"


def from_diagram(text: str, players: int, options: dict[str, Any]) -> State:
    """The position of a diagram between two moves, in the first round; who is not on it waits off the board.

    Lines under the board: `turn SEAT [DICE]`, `launched NAMES`, `killed NAMES`, `won SEATS` in their order,
    `dog turn NUMBER`.
    """
    s = fresh(players, options)
    s.phase = ROLLING
    for line in text.strip().splitlines():
        word, *rest = line.split()
        if re.fullmatch("[1-8]", word):
            if len(rest) != 8:
                raise BadPosition(f"row {word} of the diagram has {len(rest)} squares, not 8")
            for column, cell in enumerate(rest):
                for token in [] if cell == "." else cell.split(","):
                    _place(s, token, f"{'abcdefgh'[column]}{word}")
        elif re.fullmatch(rf"turn [0-{players - 1}]( [1-6]){{0,2}}", " ".join([word, *rest])):
            s.turn = int(rest[0])
            s.dice[: len(rest) - 1] = sorted(map(int, rest[1:]), reverse=True)
            s.phase = MOVING if rest[1:] else ROLLING
        elif word in ("launched", "killed"):
            for name in rest:
                seat, number = _martian(s, name)
                s.at[seat, number] = LAUNCHED if word == "launched" else KILLED
                s.sizes[seat, number] = LARGE if word == "launched" else SMALL
        elif re.fullmatch(rf"won( [0-{players - 1}])+", " ".join([word, *rest])):
            s.winner, s.finishers = int(rest[0]), len(rest)
            for place, seat_name in enumerate(rest, 1):
                s.place[int(seat_name)] = place
        elif re.fullmatch(r"dog turn \d+", " ".join([word, *rest])):
            s.dog_turn = int(rest[1])
        else:
            raise BadPosition(f"a diagram has no line {line!r}")
    return s


def _place(s: State, token: str, name: str) -> None:
    if dog := re.fullmatch(r"dog([\^>v<+])", token):
        s.dog_at = square(name)
        s.dog_facing = _DIAGRAM_FACINGS.index(dog[1])
        return
    match = re.fullmatch(r"(\d\.\d)([smL])([\^>v<+])", token)
    if not match:
        raise BadPosition(f"{token!r} on {name} is no Martian; write them as 0.1s^")
    seat, number = _martian(s, match[1])
    s.sizes[seat, number] = "smL".index(match[2]) + SMALL
    s.facing[seat, number] = _DIAGRAM_FACINGS.index(match[3])
    put(s, seat * FAMILY + number, square(name))


def _martian(s: State, name: str) -> tuple[int, int]:
    """Seat and number of a Martian that the diagram has not placed yet."""
    seat, number = (int(name[0]), int(name[2]) - 1) if re.fullmatch(r"\d\.\d", name) else (s.seats, 0)
    if seat >= s.seats or not 0 <= number < s.family:
        raise BadPosition(f"there is no Martian {name!r} in this game; they are 0.1 to {s.seats - 1}.{s.family}")
    if s.at[seat, number] != WAITING:
        raise BadPosition(f"Martian {name} is twice in the diagram")
    return seat, number


assert NORTH == 0  # facings are indices of the strings above
