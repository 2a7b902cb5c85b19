"""The Baton Races of Yaz: a decision as a JSON object, and back."""

from collections.abc import Mapping
from typing import Any

from oddboard.core.errors import BadRequest
from oddboard.core.game import Decision, Refusal, field, only_fields
from oddboard.core.options import quoted
from oddboard.games.yaz.codes import BOARD, SETTER, hex_of, packed, what_of, whose_of
from oddboard.games.yaz.names import LETTERS, hex_name, hex_number, piece_name, piece_number
from oddboard.games.yaz.state import FIRST_OF, KIND, RUNNERS, SEATS, WIDTH, State

# What a decision is called, and which fields it has besides, in the order of their codes.
_FORMS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("step", ("piece", "hex")),
    ("pop", ("piece", "hex")),
    ("place", ("kind", "hex")),
    ("bulge", ("hex",)),
    ("baton", ("hex",)),
    ("drop", ("hex",)),
    ("pop_baton", ("hex",)),
    ("pass", ("to",)),
    ("pick", ("piece",)),
    ("board", ("luggant",)),
    ("setter", ("seat",)),
    ("coin", ("seat",)),
    ("announce", ()),
    ("end", ()),
    ("stop", ()),
    ("set_down", ()),
    ("grab", ()),
)
_NUMBERS = {do: what for what, (do, _) in enumerate(_FORMS)}


def to_json(s: State, code: int) -> Decision:
    """The JSON object of a code, which is the same in every state."""
    do, fields = _FORMS[what_of(code)]
    return {"do": do} | {name: _value(name, code) for name in fields}


def _value(name: str, code: int) -> str | int:
    if name == "hex":
        return hex_name(hex_of(code))
    whose = whose_of(code)
    return whose if name == "seat" else LETTERS[whose] if name == "kind" else piece_name(whose)


def from_json(s: State, decision: Mapping[str, Any]) -> int | Refusal:
    """The code of a JSON object."""
    do = field(decision, "do", str)
    if do not in _NUMBERS:
        raise BadRequest(f"'do' is one of {', '.join(_NUMBERS)} in the Baton Races, not {quoted(do)}")
    what = _NUMBERS[do]
    fields = _FORMS[what][1]
    only_fields(decision, *fields)
    whose, hexagon = 0, 0
    for name in fields:
        value = field(decision, name, int if name == "seat" else str)
        found = _hex(s, value) if name == "hex" else _whose(s, what, name, value)
        if isinstance(found, Refusal):
            return found
        if name == "hex":
            hexagon = found
        else:
            whose = found
    return packed(what, whose, hexagon)


def _whose(s: State, what: int, name: str, value: Any) -> int | Refusal:
    """The seat, kind or piece that a field names."""
    if name == "seat":
        rule = "YAZ-5" if what == SETTER else "YAZ-8"
        return value if value in range(SEATS) else Refusal(rule, f"There is no seat {value}: they are 0 and 1.")
    if name == "kind":
        if value not in tuple(LETTERS):
            return Refusal("YAZ-1", f"There is no kind {quoted(value)}: they are S, F, T and L.")
        return LETTERS.index(value)
    piece = _piece(s, value)
    if what == BOARD and not isinstance(piece, Refusal) and piece < RUNNERS:
        return Refusal("YAZ-39b", f"{value} carries nobody: only a Luggant can be boarded.")
    return piece


def _hex(s: State, name: str) -> int | Refusal:
    """The hex of a name on this map."""
    place = hex_number(name)
    if place is None or place % WIDTH >= s.columns or place // WIDTH >= s.rows:
        last = hex_name((int(s.rows) - 1) * WIDTH + int(s.columns) - 1)
        return Refusal("YAZ-3", f"There is no hex {quoted(name)} on this map: they are a1 to {last}.")
    return place


def _piece(s: State, name: str) -> int | Refusal:
    """The piece of a name among those that each side has."""
    piece = piece_number(name)
    if piece is None or piece - FIRST_OF[KIND[piece]] >= s.counts[KIND[piece]]:
        each = ", ".join(
            f"{letter}1" if count == 1 else f"{letter}1 to {letter}{count}"
            for letter, count in zip(LETTERS, s.counts, strict=True)
            if count
        )
        return Refusal("YAZ-1", f"There is no {quoted(name)}: each side has {each or 'no Yazzites'}.")
    return piece
