"""Sailboat Regatta: decisions to and from JSON."""

from collections.abc import Mapping
from typing import Any

from oddboard.core.errors import BadRequest
from oddboard.core.game import Decision, Refusal, field, only_fields
from oddboard.core.options import quoted
from oddboard.games.sailboat_regatta import codes
from oddboard.games.sailboat_regatta.rules.dice import ROLLS
from oddboard.games.sailboat_regatta.state import DICE, FACES, HEADING_NAMES, State

_FIELDS = {
    "first": ("seat",),
    "roll": ("dice",),
    "enter": ("boat",),
    "sail": ("boat", "die", "diagonal"),
    "drift": ("boat",),
    "done": (),
    "about": ("boat", "to"),
    "end": (),
}


def to_json(s: State, code: int) -> Decision:
    """The JSON object of any code, legal or not."""
    match codes.kind_of(code):
        case codes.SAIL:
            number, face = codes.sail_of(code)
            named = {"diagonal": True} if s.step_a_boat else {}
            return {"do": "sail", "boat": number + 1, "die": face, **named}
        case codes.STRAIGHT:
            number, face = codes.straight_of(code)
            return {"do": "sail", "boat": number + 1, "die": face, "diagonal": False}
        case codes.DRIFT:
            return {"do": "drift", "boat": codes.drift_of(code) + 1}
        case codes.ABOUT:
            number, heading = codes.about_of(code)
            return {"do": "about", "boat": number + 1, "to": HEADING_NAMES[heading]}
        case codes.ENTER:
            return {"do": "enter", "boat": codes.enter_of(code) + 1}
        case codes.DONE:
            return {"do": "done"}
        case codes.END:
            return {"do": "end"}
        case codes.ROLL:
            return {"do": "roll", "dice": list(ROLLS[codes.roll_of(code)])}
    return {"do": "first", "seat": codes.draw_of(code)}


def from_json(s: State, decision: Mapping[str, Any]) -> int | Refusal:
    """The code of a JSON object, or why it names something that does not exist."""
    do = field(decision, "do", str)
    if do not in _FIELDS:
        raise BadRequest(f"'do' is one of {', '.join(_FIELDS)} in Sailboat Regatta, not {quoted(do)}")
    only_fields(decision, *_FIELDS[do])
    match do:
        case "done":
            return codes.FIRST_DONE
        case "end":
            return codes.FIRST_END
        case "first":
            return _first(s, field(decision, "seat", int))
        case "roll":
            return _roll(field(decision, "dice", list))
    number = field(decision, "boat", int) - 1
    face = field(decision, "die", int) if do == "sail" else 0
    heading = field(decision, "to", str) if do == "about" else HEADING_NAMES[0]
    if not 0 <= number < s.fleet:
        return _no_such_boat(s, number)
    if not 0 <= face < FACES:
        return _no_such_face(face)
    if heading not in HEADING_NAMES:
        return Refusal("REG-6", f"A boat faces n, e, s or w, not {quoted(heading)}.")
    if do == "sail":
        return _sail(s, number, face, decision)
    if do == "drift":
        return codes.drift_code(number)
    if do == "about":
        return codes.about_code(number, HEADING_NAMES.index(heading))
    return codes.enter_code(number)


def _sail(s: State, number: int, face: int, decision: Mapping[str, Any]) -> int | Refusal:
    """A sail says whether the diagonal step is part of it only where that is up to the player (REG-10)."""
    diagonal = field(decision, "diagonal", bool) if s.step_a_boat or "diagonal" in decision else True
    if not diagonal:
        return codes.straight_code(number, face)
    if "diagonal" in decision and not s.step_a_boat:
        return Refusal("REG-10", "In this race the diagonal step is part of every sail, so it is not named.")
    return codes.sail_code(number, face)


def _no_such_boat(s: State, number: int) -> Refusal:
    """What is said of a boat that a fleet does not have, by its number from 0."""
    return Refusal("REG-5", f"There is no boat {number + 1}: a fleet has boats 1 to {s.fleet}.")


def _no_such_seat(s: State, seat: int) -> Refusal:
    """What is said of a seat that nobody has."""
    return Refusal("REG-8", f"There is no seat {seat}: they are 0 to {s.seats - 1}.")


def _no_such_face(face: int) -> Refusal:
    return Refusal("REG-9", f"No die shows {face}: the faces are 0 to {FACES - 1}.")


def _first(s: State, seat: int) -> int | Refusal:
    return codes.draw_code(seat) if 0 <= seat < s.seats else _no_such_seat(s, seat)


def _roll(dice: list[Any]) -> int | Refusal:
    if len(dice) != DICE or any(isinstance(die, bool) or not isinstance(die, int) for die in dice):
        raise BadRequest(f"field 'dice' of a decision is a list of {DICE} whole numbers, not {quoted(dice)}")
    for die in dice:
        if not 0 <= die < FACES:
            return _no_such_face(die)
    ordered = sorted(dice, reverse=True)
    if dice != ordered:
        return Refusal("REG-9", f"A roll names the highest die first: {ordered}.")
    return codes.roll_code(ROLLS.index(tuple(dice)))
