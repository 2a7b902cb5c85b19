"""Martian Race: decisions as JSON, both ways."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from oddboard.core import seats
from oddboard.core.errors import BadRequest
from oddboard.core.game import Decision, Refusal, field, only_fields
from oddboard.core.options import quoted
from oddboard.games.martian_race import codes
from oddboard.games.martian_race.state import (
    DICE,
    DOG,
    DRAWING,
    FACES,
    FAMILY,
    MOVING,
    PUSHING,
    ROLLING,
    SIDE,
    State,
    square,
    square_name,
)

FACING_NAMES = ("n", "e", "s", "w", "up")
KEPT_MOVES = 16384  # in mind at once: there are hundreds in a turn, and mostly the same
_COLUMNS = "abcdefgh"


def martian_name(martian: int) -> str:
    """The name of a Martian in decisions: `0.1`, or `dog`."""
    return "dog" if martian == DOG else f"{martian // FAMILY}.{martian % FAMILY + 1}"


def to_json(s: State, code: int) -> Decision:
    """The JSON object of a code."""
    kind = codes.phase_of(code)
    if kind == DRAWING:
        return {"do": "first", "seat": codes.draw_of(code)}
    if kind == ROLLING:
        return {"do": "roll", "dice": [*codes.roll_of(code)]}
    if kind == PUSHING:
        martian, at = codes.push_of(code)
        return {"do": "push", "martian": martian_name(martian), "to": square_name(at)}
    return {**move_to_json(int(s.turn), code)}


@lru_cache(maxsize=KEPT_MOVES)
def move_to_json(turn: int, code: int) -> Decision:
    """A move as a JSON object, shared by all who ask: nobody may change it."""
    die, slot, at, facing = codes.move_of(code)
    return {
        "do": "move",
        "die": die,
        "martian": martian_name(codes.mover_of(turn, slot)),
        "to": square_name(at),
        "facing": FACING_NAMES[facing],
    }


def from_json(s: State, decision: Mapping[str, Any], not_now: Callable[[State, int], Refusal]) -> int | Refusal:
    """The code of a JSON object. `not_now(s, phase)` is why no decision of a phase comes now."""
    do = field(decision, "do", str)
    if do == "first":
        only_fields(decision, "seat")
        seat = field(decision, "seat", int)
        if not 0 <= seat < s.seats:
            return Refusal("MAR-5", f"There is no seat {seat}: they are 0 to {s.seats - 1}.")
        return codes.draw_code(seat)
    if do == "roll":
        only_fields(decision, "dice")
        return _roll(field(decision, "dice", list))
    if do == "push":
        only_fields(decision, "martian", "to")
        martian = _martian(s, field(decision, "martian", str))
        at = _square(field(decision, "to", str))
        if isinstance(martian, Refusal) or isinstance(at, Refusal):
            return martian if isinstance(martian, Refusal) else at
        if martian == DOG:
            return Refusal("MAR-32", "The Mad Dog is never pushed.")
        return codes.push_code(martian, at)
    if do == "move":
        only_fields(decision, "die", "martian", "to", "facing")
        return _move(s, decision, not_now)
    raise BadRequest(f"'do' is one of first, roll, move, push in Martian Race, not {quoted(do)}")


def _roll(dice: list[Any]) -> int | Refusal:
    if len(dice) != DICE or any(isinstance(die, bool) or not isinstance(die, int) for die in dice):
        raise BadRequest(f"field 'dice' of a decision is a list of two whole numbers, not {quoted(dice)}")
    high, low = dice
    if not (1 <= low <= FACES and 1 <= high <= FACES):
        return Refusal("MAR-6", f"Dice show 1 to {FACES}, not {high} and {low}.")
    if high < low:
        return Refusal("MAR-6", f"A roll names the higher die first: [{low}, {high}].")
    return codes.roll_code(high, low)


def _square(name: str) -> int | Refusal:
    if len(name) == 2 and name[0] in _COLUMNS and name[1] in "12345678":
        return square(name)
    return Refusal("MAR-1", f"There is no square {quoted(name)}: they are a1 to h8.")


def _martian(s: State, name: str) -> int | Refusal:
    if name == "dog":
        return DOG
    seat, dot, number = name.partition(".")
    if dot and len(seat) == len(number) == 1 and seat in "01234"[: s.seats] and number in "12345"[: s.family]:
        return int(seat) * FAMILY + int(number) - 1
    return Refusal("MAR-2", f"There is no Martian {quoted(name)}: they are 0.1 to {s.seats - 1}.{s.family}.")


def _move(s: State, decision: Mapping[str, Any], not_now: Callable[[State, int], Refusal]) -> int | Refusal:
    die = field(decision, "die", int)
    facing = field(decision, "facing", str)
    martian = _martian(s, field(decision, "martian", str))
    at = _square(field(decision, "to", str))
    if isinstance(martian, Refusal) or isinstance(at, Refusal):
        return martian if isinstance(martian, Refusal) else at
    if not 1 <= die <= FACES:
        return Refusal("MAR-6", f"No die shows {die}.")
    if facing not in FACING_NAMES:
        return Refusal("MAR-4", f"A Martian lies n, e, s or w, or is up; not {quoted(facing)}.")
    if martian != DOG and martian // FAMILY != s.turn:
        if s.phase != MOVING:
            return not_now(s, MOVING)
        owner = seats.name(martian // FAMILY)
        return Refusal("MAR-6", f"This Martian is {owner}'s; {seats.name(s.turn)} is to move.")
    return codes.move_code(die, codes.slot_of(martian), at, FACING_NAMES.index(facing))


assert len(_COLUMNS) == SIDE
