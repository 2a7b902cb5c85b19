"""The Baton Races of Yaz: the names of hexes and pieces, and a decision as a JSON object and back."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from oddboard.core.errors import BadRequest
from oddboard.core.game import Decision, Refusal, field, only_fields
from oddboard.core.options import quoted
from oddboard.games.yaz.moves import (
    ANNOUNCE,
    BATON,
    BOARD,
    BULGE,
    COIN,
    DROP,
    END,
    GRAB,
    PASS,
    PICK,
    PLACE,
    POP,
    POP_BATON,
    SET_DOWN,
    SETTER,
    STEP,
    STOP,
)
from oddboard.games.yaz.state import FIRST_OF, HEXES, KIND, RUNNERS, WIDTH, State

LETTERS = "SFTL"
KIND_NAMES = ("Skadingle", "Flibdill", "Tarnos", "Luggant")
_PLAIN = {ANNOUNCE: "announce", END: "end", STOP: "stop", SET_DOWN: "set_down", GRAB: "grab"}
_DONE = {word: code for code, word in _PLAIN.items()}
# Decisions with one field: the first code, the field, and what it names.
_HEX, _PIECE, _SEAT = "hex", "piece", "seat"
_SINGLE = {
    "bulge": (BULGE, "hex", _HEX),
    "baton": (BATON, "hex", _HEX),
    "drop": (DROP, "hex", _HEX),
    "pop_baton": (POP_BATON, "hex", _HEX),
    "pass": (PASS, "to", _PIECE),
    "pick": (PICK, "piece", _PIECE),
    "board": (BOARD, "luggant", _PIECE),
    "setter": (SETTER, "seat", _SEAT),
    "coin": (COIN, "seat", _SEAT),
}
ALL_DECISIONS = ("step", "pop", "place", *_SINGLE, *_DONE)


def member(numbers: int, one: int) -> bool:
    """Whether a set, of pieces or of bulges, has one."""
    return bool(int(numbers) >> int(one) & 1)


@cache
def hex_name(place: int) -> str:
    """The name of a hex: a column letter and a row number, `a1` at the top left."""
    return chr(ord("a") + place % WIDTH) + str(place // WIDTH + 1)


@cache
def piece_name(piece: int) -> str:
    """The short name of a piece: `S1`, `L3`."""
    kind = int(KIND[piece])
    return f"{LETTERS[kind]}{piece - int(FIRST_OF[kind]) + 1}"


def hex_number(name: str) -> int | None:
    """The hex of a name, on the largest map; None if it has no such."""
    match = re.fullmatch(r"([a-z])([1-9]|1\d|2[0-6])", name)
    return (int(match[2]) - 1) * WIDTH + ord(match[1]) - ord("a") if match else None


def piece_number(name: str) -> int | None:
    """The piece of a name, of a whole box; None if it has no such."""
    match = re.fullmatch(r"([SFT])([1-5])|(L)([1-8])", name)
    if not match:
        return None
    return int(FIRST_OF[LETTERS.index(match[1] or match[3])]) + int(match[2] or match[4]) - 1


def existing_hex(s: State, name: str) -> int | Refusal:
    """The hex of a name on this map."""
    place = hex_number(name)
    if place is None or place % WIDTH >= s.columns or place // WIDTH >= s.rows:
        last = hex_name((int(s.rows) - 1) * WIDTH + int(s.columns) - 1)
        return Refusal("YAZ-3", f"There is no hex {quoted(name)} on this map: they are a1 to {last}.")
    return place


def existing_piece(s: State, name: str) -> int | Refusal:
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


def decision_of(code: int) -> Decision:
    """The JSON object of a code."""
    if code in _PLAIN:
        return {"do": _PLAIN[code]}
    if code < PLACE:
        piece, place = divmod(code - (STEP if code < POP else POP), HEXES)
        return {"do": "step" if code < POP else "pop", "piece": piece_name(piece), "hex": hex_name(place)}
    if code < BULGE:
        kind, place = divmod(code - PLACE, HEXES)
        return {"do": "place", "kind": LETTERS[kind], "hex": hex_name(place)}
    do, name, value = _single(code)
    return {"do": do, name: value}


@cache
def _single(code: int) -> tuple[str, str, Any]:
    """What is done by a decision about one thing, what that thing is called there, and which it is."""
    do, (first, name, what) = max((item for item in _SINGLE.items() if item[1][0] <= code), key=lambda item: item[1][0])
    number = code - first
    return do, name, hex_name(number) if what == _HEX else piece_name(number) if what == _PIECE else number


def code_of(s: State, decision: Mapping[str, Any]) -> int | Refusal:
    """The code of a JSON object."""
    do = field(decision, "do", str)
    if do in _DONE:
        only_fields(decision)
        return _DONE[do]
    if do in ("step", "pop"):
        only_fields(decision, "piece", "hex")
        piece = existing_piece(s, field(decision, "piece", str))
        place = existing_hex(s, field(decision, "hex", str))
        if isinstance(piece, Refusal) or isinstance(place, Refusal):
            return piece if isinstance(piece, Refusal) else place
        return (STEP if do == "step" else POP) + piece * HEXES + place
    if do == "place":
        only_fields(decision, "kind", "hex")
        kind = field(decision, "kind", str)
        place = existing_hex(s, field(decision, "hex", str))
        if kind not in tuple(LETTERS):
            return Refusal("YAZ-1", f"There is no kind {quoted(kind)}: they are S, F, T and L.")
        return place if isinstance(place, Refusal) else PLACE + LETTERS.index(kind) * HEXES + place
    if do in _SINGLE:
        first, name, what = _SINGLE[do]
        only_fields(decision, name)
        if what == _SEAT:
            seat = field(decision, name, int)
            rule = "YAZ-5" if do == "setter" else "YAZ-8"
            return first + seat if seat in (0, 1) else Refusal(rule, f"There is no seat {seat}: they are 0 and 1.")
        value = field(decision, name, str)
        found = existing_hex(s, value) if what == _HEX else existing_piece(s, value)
        if isinstance(found, Refusal):
            return found
        if do == "board" and found < RUNNERS:
            return Refusal("YAZ-39b", f"{value} carries nobody: only a Luggant can be boarded.")
        return first + found
    raise BadRequest(f"'do' is one of {', '.join(ALL_DECISIONS)} in the Baton Races, not {quoted(do)}")
