"""Everest: the mountain drawn, in colours for a terminal and as a diagram that can be read back."""

import re
from textwrap import wrap

from rich.text import Text

from oddboard.core import seats
from oddboard.core.errors import BadPosition
from oddboard.core.records import new
from oddboard.games.everest.codes import coin_of, direction_of, is_roar, is_snowball, items_of, laid_coin
from oddboard.games.everest.decision import DIRECTION_NAMES
from oddboard.games.everest.face.names import item_words, seats_words
from oddboard.games.everest.rules.board import UNHURT, hurts, place, put
from oddboard.games.everest.rules.legal import rolling
from oddboard.games.everest.rules.mountain import (
    FALL,
    STANDARD,
    UP_CLIFF,
    Mountain,
    edge_of_rise,
    lay_out,
    mountain_of,
)
from oddboard.games.everest.rules.plans import begin_round
from oddboard.games.everest.rules.turn import setup, take_home
from oddboard.games.everest.state import (
    ALL_COINS,
    BASES,
    BEATS,
    CHECKING,
    COLUMNS,
    CONTEST,
    DEALT,
    ENDED,
    FACES,
    FLEEING,
    HIDDEN,
    HOMES,
    IN_BEATS,
    NO_COIN,
    NO_RUN,
    NOBODY,
    NOT_ROLLED,
    OFF,
    ORDERING,
    PLANNING,
    RESTING,
    ROWS,
    SETTING_ASIDE,
    SUIT,
    TABLE,
    VALUE,
    State,
    members,
    square,
    square_name,
)

_ARROWS = "↑→↓←"
_CELL = 8  # columns of a square on the terminal
_WIDTH = 76  # columns of a sentence
_GROUNDS = ("", "#2F4A52", "#3A5A6C", "#4B7088", "#6A90AB", "#C9DCEC")  # by height
_INKS = ("", "#9fb4ba", "#a9bfcc", "#bcd2e0", "#0f2430", "#0f2430")
_CLIFF_STYLE = "bold #FF8FC0"
_STEP_STYLE = "#7f929b"
_DARK = "#101820"  # behind a yeti, so that its colour is seen on any ground


def coin_mark(laid: int) -> str:
    """A laid coin in a few letters, as diagrams have it: `4e` a move, `0e` a roar, `*4e` a snowball."""
    return ("*" if is_snowball(laid) else "") + str(coin_of(laid)) + DIRECTION_NAMES[direction_of(laid)]


def coin_from_mark(mark: str) -> int:
    """The coin of a mark."""
    match = re.fullmatch(r"(\*?)([0-5])([nesw])", mark)
    if not match:
        raise BadPosition(f"{mark!r} is no coin; they are written as 4e, and *4e with the suit up")
    return laid_coin(int(match[2]), SUIT if match[1] else VALUE, DIRECTION_NAMES.index(match[3]))


def yeti_at(s: State, at: int) -> int:
    """The seat of the yeti on a square, or NOBODY."""
    return next((seat for seat in range(s.seats) if place(s.board, seat) == at), NOBODY)


def board(s: State) -> Text:
    """The position for a terminal of 80 columns."""
    letters = Text("    " + " ".join(letter.center(_CELL) for letter in "abcdefgh"), style="dim")
    lines = [letters]
    mountain = mountain_of(s)
    for row in range(ROWS):
        lines.append(_edge_line(mountain, row))
        for line in range(2):
            text = Text(f" {row + 1} " if line == 0 else "   ", style="dim")
            for column in range(COLUMNS + 1):
                text += _upright(mountain, row, column)
                if column < COLUMNS:
                    text += _cell(s, mountain, row * COLUMNS + column, line)
            lines.append(text)
    lines.append(_edge_line(mountain, ROWS))
    lines.append(_legend(mountain))
    lines.append(Text(""))
    lines.extend(_seat_line(s, seat) for seat in range(s.seats))
    lines.extend(Text(f" {line}", style="italic") for line in wrap(_status(s), _WIDTH))
    for each in lines:
        each.rstrip()
    return Text("\n").join(lines)


def _height(mountain: Mountain, row: int, column: int) -> int:
    """The height there; 0 where no square is."""
    inside = 0 <= row < ROWS and 0 <= column < COLUMNS
    return mountain.height(row * COLUMNS + column) if inside else 0


def _shade(mountain: Mountain, high: int) -> int:
    """The colour of a height: the peak has the lightest, whatever its height."""
    return max(1, len(_GROUNDS) - 1 - (mountain.top - high))


def _edge(mountain: Mountain, one: int, other: int, marks: str) -> Text:
    """The line between two heights: the mark for a cliff, for a step or the rim, for level ground, for none."""
    if not one and not other:
        return Text(marks[3])
    if one and other and edge_of_rise(other - one) in (UP_CLIFF, FALL):
        return Text(marks[0], style=_CLIFF_STYLE)
    if one != other:
        return Text(marks[1], style=_STEP_STYLE)
    return Text(marks[2], style=f"{_STEP_STYLE} on {_GROUNDS[_shade(mountain, one)]}")


def _upright(mountain: Mountain, row: int, column: int) -> Text:
    """The line west of a square."""
    return _edge(mountain, _height(mountain, row, column - 1), _height(mountain, row, column), "┃│┊ ")


def _edge_line(mountain: Mountain, row: int) -> Text:
    """The lines north of a row of squares."""
    text = Text("   ")
    for column in range(COLUMNS + 1):
        corner = any(_height(mountain, row - down, column - right) for down in (0, 1) for right in (0, 1))
        text += Text("·" if corner else " ", style=_STEP_STYLE)
        if column < COLUMNS:
            mark = _edge(mountain, _height(mountain, row - 1, column), _height(mountain, row, column), "━─┈ ")
            text += Text(mark.plain * _CELL, style=mark.style)
    return text


def _cell(s: State, mountain: Mountain, at: int, line: int) -> Text:
    """One of the two lines of a square: its height and whose home it is, then the yeti on it."""
    high = mountain.height(at)
    if not high:
        return Text(" " * _CELL)
    ground, ink = _GROUNDS[_shade(mountain, high)], _INKS[_shade(mountain, high)]
    if line == 0:
        text = Text(f" {high}", style=f"{ink} on {ground}")
        home = ""
        if at in BASES:
            owner = next((seat for seat in range(s.seats) if s.home[seat] == at), NOBODY)
            home = "⌂" + (seats.sign(owner) if owner != NOBODY else "")
        return text + Text(home.rjust(_CELL - 3) + " ", style=f"{ink} on {ground}")
    yeti = yeti_at(s, at)
    if yeti == NOBODY:
        return Text(" " * _CELL, style=f"on {ground}")
    token = Text(f"{seats.sign(yeti)} {seats.name(yeti)[:4]}", style=f"bold {seats.colour(yeti)} on {_DARK}")
    return Text(" ", style=f"on {ground}") + token + Text(" " * (_CELL - 1 - token.cell_len), style=f"on {ground}")


def _legend(mountain: Mountain) -> Text:
    words = f" step or rim   ┈┈ ┊ level   ⌂ home   {mountain.top} is the peak"
    text = Text("   ")
    text += Text("━━ ┃", style=_CLIFF_STYLE) + Text(" cliff   ", style="dim not bold")
    return text + Text("── │", style=_STEP_STYLE) + Text(words, style="dim")


def _laid(s: State, seat: int, beat: int) -> str:
    """A coin of a plan in few letters."""
    coin = int(s.plan[seat, beat])
    if coin == NO_COIN:
        return "–"
    if coin == HIDDEN:
        return "▒▒"
    kind = "ball" if is_snowball(coin) else "roar" if is_roar(coin) else f"go {coin_of(coin)}"
    return f"{kind}{_ARROWS[direction_of(coin)]}"


def _seat_line(s: State, seat: int) -> Text:
    """A player: name, coins in use, plan, hurts."""
    text = Text(f" {seats.sign(seat)} {seats.name(seat):9}", style=f"bold {seats.colour(seat)}")
    coins = " ".join("0A2345"[coin] if s.coins[seat] >> coin & 1 else "·" for coin in range(FACES))
    text += Text(f"coins {coins}  plan ", style="not bold default")
    for beat in range(BEATS):
        now = s.phase in IN_BEATS and beat == s.beat
        word = _laid(s, seat, beat)
        text += Text(f"[{word}]" if now else f" {word} ", style="bold" if now else "not bold default")
        text += Text(" " * max(0, 6 - len(word)))
    notes = [f"hurt {hurts(s.board, seat)}"] if hurts(s.board, seat) else []
    if s.phase != HOMES and (place(s.board, seat) == OFF or s.left >> seat & 1):
        notes.append("off board")
    if s.alone == seat:
        notes.append("began on top")
    return text + Text(", ".join(notes), style="not bold default")


def _status(s: State) -> str:
    """What is going on, in a sentence."""
    who = seats.name(int(s.turn))
    number = f"Round {s.rounds} of {s.round_limit}"
    beat = f"{number}, beat {s.beat + 1}"
    rolled = ", ".join(f"{seats.name(seat)} {die}" for seat, die in enumerate(s.dice) if die != NOT_ROLLED)
    contest = ("the runs" if s.about_runs else "the actions") + " are in conflict" + (f" ({rolled})" if rolled else "")
    die = seats.name(rolling(s)) if s.phase == CONTEST else ""
    roars = f"{seats_words(members(s.roarers))} roar{'s' if len(members(s.roarers)) == 1 else ''}"
    running = ", ".join(
        f"{seats.name(seat)} with {coin_of(int(s.run[seat]))}" for seat in range(s.seats) if s.run[seat] != NO_RUN
    )
    roars += f"; going to run: {running}" if running else ""
    return {
        HOMES: f"{who} chooses a home base",
        PLANNING: f"{number}: {who} lays coin {s.beat + 1}",
        CONTEST: f"{beat}: {contest}; {die} rolls",
        ORDERING: f"{beat}: {contest}; {who} chooses the order",
        CHECKING: f"{beat}: {roars}",
        TABLE: f"{beat}: {roars}; struck: {seats_words(members(s.to_roll))}",
        FLEEING: f"{beat}: {roars}; {who} chooses from whom to run",
        RESTING: f"{number} is over: {who} heals or stays",
        SETTING_ASIDE: f"{number} is over: {who} sets aside {s.owed}",
        ENDED: f"{number}: " + (f"{seats.name(int(s.winner))} has won" if s.winner != NOBODY else "a draw"),
    }[int(s.phase)] + (f"; still to come: {_agenda(s)}" if s.agenda else "")


def _agenda(s: State) -> str:
    return ", ".join(item_words(item) for item in items_of(int(s.agenda)))


def diagram(s: State) -> str:
    """A position before the first coin of a round: a row a line, a digit for a seat's yeti, `-` where no square is.

    Lines under the board: the round, the homes, coins that are not all in use.
    """
    rows = []
    for row in range(ROWS):
        cells = []
        for at in range(row * COLUMNS, (row + 1) * COLUMNS):
            yeti = yeti_at(s, at)
            cells.append(str(yeti) if yeti != NOBODY else "." if mountain_of(s).height(at) else "-")
        rows.append(f"{row + 1} " + " ".join(cells))
    rows.append(f"round {s.rounds}")
    rows.append("homes " + " ".join(square_name(int(home)) for home in s.home[: s.seats]))
    for seat in range(s.seats):
        if s.coins[seat] != ALL_COINS:
            rows.append(" ".join(map(str, ["coins", seat, *members(s.coins[seat])])))
    return "\n".join(rows) + "\n"


def from_diagram(text: str, round_limit: int = 60, mountain: Mountain = STANDARD) -> State:
    """The position of a diagram, before the first coin of its round; homes are dealt if it has none."""
    found: dict[int, int] = {}
    lines = [line.split() for line in text.strip().splitlines()]
    for word, *rest in lines:
        if word.isdigit():
            if len(rest) != COLUMNS:
                raise BadPosition(f"row {word} of the diagram has {len(rest)} places, not {COLUMNS}")
            for column, cell in enumerate(rest):
                if cell.isdigit():
                    found[int(cell)] = square("abcdefgh"[column] + word)
    if sorted(found) != list(range(len(found))) or not 2 <= len(found) <= len(BASES):
        raise BadPosition("a diagram has the yeti of the seats 0 and 1, and up to two more")
    settings = {word: rest for word, *rest in lines if word in ("round", "homes")}
    dealt = [square_name(BASES[base]) for base in DEALT[len(found)]]
    s = new(State)
    setup(s, len(found), False, round_limit)
    lay_out(s, mountain)
    for seat in range(len(found)):
        take_home(s, seat, square(settings.get("homes", dealt)[seat]))
    for seat, at in found.items():
        if at not in mountain.squares:
            raise BadPosition(f"{square_name(at)} does not exist (EVE-1)", "EVE-1")
        s.board = put(s.board, seat, at, UNHURT)
    for word, *rest in lines:
        if word == "coins":
            s.coins[int(rest[0])] = sum(1 << int(coin) for coin in rest[1:])
    s.rounds = int(settings.get("round", ["1"])[0]) - 1
    begin_round(s)
    return s
