"""Yavoch: the field drawn, in colours for a terminal and as a line of pieces that can be read back."""

import re
from typing import Any

from rich.text import Text

from oddboard.core import seats
from oddboard.core.errors import BadPosition
from oddboard.core.records import new
from oddboard.games.yavoch import state
from oddboard.games.yavoch.cards import CARD_NAMES, COMPONENTS, IMPACTS, WEAPONS
from oddboard.games.yavoch.face.names import PIECE_NAMES, title
from oddboard.games.yavoch.field import CORE, NOWHERE, POSITIONS, name, named, position, within
from oddboard.games.yavoch.rules.fleet import put_gate, put_mine, put_ship
from oddboard.games.yavoch.rules.hands import rearm
from oddboard.games.yavoch.state import State, Work, gate_at, kind_at, mine_at, positions, seat_at

LETTERS = " CASNTG"  # by kind; capital for seat 0, small for seat 1
_MINE, _LOOSE = "M", "o"
_CELL = 3
_GATES = "◉▣"  # by seat, as their signs are
_GROUNDS = ("#1d2236", "#262c44")
_CORE_GROUND = "#3a2f4d"
_CIRCLED = "①②③④⑤"


def _letter(seat: int, kind: int) -> str:
    return LETTERS[kind] if seat == 0 else LETTERS[kind].lower()


def _cell(s: State, at: int) -> Text:
    """Three characters: the gate, then the ship and its rings, a mine, or loose rings."""
    core = within(CORE[s.offset, s.core, 0], CORE[s.offset, s.core, 1], at)
    ground = _CORE_GROUND if core else _GROUNDS[(at // 5 + at % 5) % 2]
    gate, mine = gate_at(s, at), mine_at(s, at)
    cell = Text(_GATES[gate] if gate != state.NOBODY else " ", style=f"bold {seats.colour(gate)}" if gate >= 0 else "")
    if kind_at(s, at):
        seat = seat_at(s, at)
        rings = str(s.rings[at]) if s.rings[at] else "-"
        cell.append(_letter(seat, kind_at(s, at)) + rings, style=f"bold {seats.colour(seat)}")
    elif mine != state.NOBODY:
        cell.append("✹" + seats.sign(mine), style=seats.colour(mine))
    elif s.loose[at]:
        cell.append(f"°{s.loose[at]}", style="bold #ffd75f")
    else:
        cell.append("· " if core and gate == state.NOBODY else "  ", style="#8f86a8")
    cell.stylize(f"on {ground}")
    return cell


def board(s: State) -> Text:
    """The position for a terminal: five levels side by side in 80 columns."""
    lines = [Text("".join(" " + f"level {level}".center(5 * _CELL) for level in range(1, 6)), style="bold")]
    numbers = "".join(f" {bare} " for bare in range(1, 6))
    lines.append(Text(f" {numbers}" * 5, style="dim"))
    for circled in range(5, 0, -1):
        line = Text("")
        for level in range(1, 6):
            line += Text(_CIRCLED[circled - 1], style="dim")
            for bare in range(1, 6):
                line += _cell(s, position(level, bare, circled))
        lines.append(line)
    for seat in range(state.SEATS):
        lines.append(_seat_line(s, seat))
    lines.append(_state_line(s))
    lines.append(Text(" Command Archid Squam Neornith Trych, with their rings; capitals are ●'s", style="dim"))
    lines.append(Text(" ◉ ▣ gates · ✹ mine · ° loose rings · · the core", style="dim"))
    return Text("\n").join(lines)


def _seat_line(s: State, seat: int) -> Text:
    ships = []
    for kind in range(state.COMMAND, state.TRYCH + 1):
        count = len(positions(*s.ships[seat, kind]))
        ships.append(f"{_letter(seat, kind)}×{count}")
    rings = sum(int(s.rings[at]) for at in positions(*s.fleet[seat]))
    words = f"  {' '.join(ships)}  rings {rings}  gates {len(positions(*s.gates[seat]))}"
    if s.cards:
        words += f"  cards {s.held[seat]}"
        if s.veil in (state.WHOLE, 1 + seat) and s.held[seat]:
            words += ": " + " ".join(_short(card) for card in range(COMPONENTS) for _ in range(s.hand[seat, card]))
    text = Text(f" {seats.sign(seat)} {seats.name(seat):7}", style=f"bold {seats.colour(seat)}")
    text.append(words[:69], style="not bold default")
    return text


def _short(card: int) -> str:
    """A card in a few letters: the initials of its component and its ship's letter, `GP:S`."""
    component, colon, ship = CARD_NAMES[card].partition(":")
    if not colon:
        return component
    initials = "".join(word[0].upper() for word in component.split("_"))
    return f"{initials}:{'*' if ship == 'all' else ship[0].upper()}"


def _state_line(s: State) -> Text:
    if s.phase == state.ENDED:
        winner = "a draw" if s.winner >= state.SEATS else f"{seats.name(int(s.winner))} has won"
        return Text(f"   The game is over: {winner}.", style="bold")
    words = f"   Turn {s.turns + 1}, {seats.name(int(s.turn))}"
    if s.phase == state.TURN:
        words += ", after the move" if s.moved else ", before the move"
        words += ", cannon fired" if s.fired else ""
    if s.attack == state.WEAPON and s.weapon != state.UNARMED:
        words += f", {title(WEAPONS[s.weapon])} from {name(int(s.source))}"
    elif s.source != NOWHERE:
        words += f", {PIECE_NAMES[kind_at(s, int(s.source))]} on {name(int(s.source))}"
    if s.aim != NOWHERE:
        words += f" against {name(int(s.aim))}"
    if s.impact != state.UNARMED:
        words += f", {title(IMPACTS[s.impact])}"
    return Text(words, style="italic")


def diagram(s: State) -> str:
    """The position as pieces with their places and rings, `S342+2`; capitals are seat 0's.

    C A S N T are ships, G gates, M mines, `o333+1` a loose ring; then the turn and the hands.
    """
    pieces = []
    for at in range(POSITIONS):
        if kind_at(s, at):
            rings = f"+{s.rings[at]}" if s.rings[at] else ""
            pieces.append(f"{_letter(seat_at(s, at), kind_at(s, at))}{name(at)}{rings}")
        if gate_at(s, at) != state.NOBODY:
            pieces.append(f"{_letter(gate_at(s, at), state.GATE)}{name(at)}")
        if mine_at(s, at) != state.NOBODY:
            pieces.append(f"{_MINE if mine_at(s, at) == 0 else _MINE.lower()}{name(at)}")
        if s.loose[at]:
            pieces.append(f"{_LOOSE}{name(at)}+{s.loose[at]}")
    lines = [" ".join(pieces), f"turn {s.turn}"]
    for seat in range(state.SEATS):
        if s.held[seat]:
            cards = [CARD_NAMES[card] for card in range(COMPONENTS) for _ in range(s.hand[seat, card])]
            lines.append(f"hand {seat} {' '.join(cards)}")
    return "\n".join(lines) + "\n"


def from_diagram(text: str, fresh: State) -> State:
    """The position of a diagram at the beginning of a turn, in a fresh state with the options wanted."""
    s = fresh
    s.phase = state.TURN
    for line in text.strip().splitlines():
        word, *rest = line.split()
        if word == "turn":
            s.turn = int(rest[0])
        elif word == "hand":
            _deal(s, int(rest[0]), rest[1:])
        else:
            for token in [word, *rest]:
                _put(s, token)
    return s


def _deal(s: Any, seat: int, cards: list[str]) -> None:
    for card in cards:
        number = CARD_NAMES.index(card)
        if number >= COMPONENTS or not s.left[number]:
            raise BadPosition(f"there is no {card} left for a hand")
        s.left[number] -= 1
        s.stack -= 1
        s.hand[seat, number] += 1
        s.held[seat] += 1
    rearm(s, new(Work), seat)


def _put(s: State, token: str) -> None:
    match = re.fullmatch(r"([CASNTGMcasntgmo])([1-5]{3})(?:\+(\d))?", token)
    if not match:
        raise BadPosition(f"{token!r} is no piece; write them as S342+2")
    letter, at, rings = match[1], named(match[2]), int(match[3] or 0)
    seat = 0 if letter.isupper() else 1
    if letter == _LOOSE:
        s.loose[at] = rings
    elif letter.upper() == _MINE:
        put_mine(s, seat, at)
    elif letter.upper() == "G":
        put_gate(s, seat, at)
    else:
        kind = LETTERS.index(letter.upper())
        if rings > state.CAPACITY[kind]:
            raise BadPosition(f"{token!r} has more rings than it has room for")
        put_ship(s, seat, kind, at, rings)
