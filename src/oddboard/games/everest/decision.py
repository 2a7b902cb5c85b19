"""Everest: decisions to and from JSON."""

from collections.abc import Mapping
from typing import Any

from oddboard.core.errors import BadRequest
from oddboard.core.game import Decision, Refusal, field, only_fields
from oddboard.core.options import quoted
from oddboard.games.everest.codes import (
    FLEE,
    HEAL,
    LAY,
    ORDERS,
    PUT_IN_ORDER,
    ROLL,
    SET_ASIDE,
    SNOWBALLS,
    STAY,
    TAKE_HOME,
    aside_code,
    base_taken,
    coin_laid,
    coin_of,
    coin_set_aside,
    direction_of,
    face_rolled,
    fled_from,
    flee_code,
    home_code,
    kind_of,
    laid_coin,
    lay_code,
    order_chosen,
    order_code,
    roll_code,
    seat_rolling,
    side_of,
)
from oddboard.games.everest.rules.mountain import mountain_of
from oddboard.games.everest.state import BASES, FACES, State, square, square_name

SIDE_NAMES = ("value", "suit")
DIRECTION_NAMES = ("n", "e", "s", "w")
SNOWBALLS_WORD = "snowballs"  # in an order, for all throwers
KINDS = ("home", "coin", "roll", "order", "flee", "heal", "stay", "set_aside")
_FACES = "0 (null), 1 (ace), 2, 3, 4 and 5"
_BASES = ", ".join(map(square_name, BASES[:-1])) + f" and {square_name(BASES[-1])}"


def to_json(s: State, code: int) -> Decision:
    """The JSON object of a code."""
    kind = kind_of(code)
    if kind == LAY:
        return {"do": "coin", **laid_to_json(coin_laid(code))}
    if kind == ROLL:
        return {"do": "roll", "seat": seat_rolling(code), "face": face_rolled(code)}
    if kind == PUT_IN_ORDER:
        order = ORDERS[order_chosen(code)]
        return {"do": "order", "order": [SNOWBALLS_WORD if item == SNOWBALLS else item for item in order]}
    if kind == TAKE_HOME:
        return {"do": "home", "square": square_name(BASES[base_taken(code)])}
    if kind == FLEE:
        return {"do": "flee", "from": fled_from(code)}
    if kind == SET_ASIDE:
        return {"do": "set_aside", "coin": coin_set_aside(code)}
    return {"do": "heal" if code == HEAL else "stay"}


def laid_to_json(laid: int) -> dict[str, Any]:
    """A laid coin."""
    return {"coin": coin_of(laid), "up": SIDE_NAMES[side_of(laid)], "to": DIRECTION_NAMES[direction_of(laid)]}


def from_json(s: State, decision: Mapping[str, Any]) -> int | Refusal:
    """The code of a JSON object, or why there is none."""
    do = field(decision, "do", str)
    if do == "coin":
        only_fields(decision, "coin", "up", "to")
        return _coin(decision)
    if do == "roll":
        only_fields(decision, "seat", "face")
        return _roll(_seat(s, field(decision, "seat", int)), field(decision, "face", int))
    if do == "order":
        only_fields(decision, "order")
        return _order(s, field(decision, "order", list))
    if do == "home":
        only_fields(decision, "square")
        return _home(s, field(decision, "square", str))
    if do == "flee":
        only_fields(decision, "from")
        seat = _seat(s, field(decision, "from", int))
        return seat if isinstance(seat, Refusal) else flee_code(seat)
    if do in ("heal", "stay"):
        only_fields(decision)
        return HEAL if do == "heal" else STAY
    if do == "set_aside":
        only_fields(decision, "coin")
        coin = _known_coin(field(decision, "coin", int))
        return coin if isinstance(coin, Refusal) else aside_code(coin)
    raise BadRequest(f"'do' is one of {', '.join(KINDS)} in Everest, not {quoted(do)}")


def _seat(s: State, seat: int) -> int | Refusal:
    if 0 <= seat < s.seats:
        return int(seat)
    return Refusal("EVE-5", f"There is no seat {seat}: they are 0 to {s.seats - 1}.")


def _roll(seat: int | Refusal, face: int) -> int | Refusal:
    if isinstance(seat, Refusal):
        return seat
    if 0 <= face < FACES:
        return roll_code(seat, face)
    return Refusal("EVE-3", f"No die shows {face}: its faces are {_FACES}.")


def _known_coin(coin: int) -> int | Refusal:
    if 0 <= coin < FACES:
        return int(coin)
    return Refusal("EVE-3", f"There is no coin {coin}: they are {_FACES}.")


def _coin(decision: Mapping[str, Any]) -> int | Refusal:
    coin = _known_coin(field(decision, "coin", int))
    up, to = field(decision, "up", str), field(decision, "to", str)
    if isinstance(coin, Refusal):
        return coin
    if up not in SIDE_NAMES:
        return Refusal("EVE-6", f"A coin lies with its value or its suit up, not {quoted(up)}.")
    if to not in DIRECTION_NAMES:
        return Refusal("EVE-6", f"A coin points n, e, s or w, not {quoted(to)}.")
    return lay_code(laid_coin(coin, SIDE_NAMES.index(up), DIRECTION_NAMES.index(to)))


def _home(s: State, name: str) -> int | Refusal:
    if name not in map(square_name, mountain_of(s).squares):
        return Refusal("EVE-1", f"There is no square {quoted(name)}: home bases are {_BASES}.")
    if square(name) not in BASES:
        return Refusal("EVE-4", f"{name} is no home base: those are {_BASES}.")
    return home_code(BASES.index(square(name)))


def _order(s: State, given: list[Any]) -> int | Refusal:
    order: list[int] = []
    for item in given:
        if item == SNOWBALLS_WORD and isinstance(item, str):
            order.append(SNOWBALLS)
        elif isinstance(item, bool) or not isinstance(item, int):
            raise BadRequest(f"field 'order' of a decision is a list of seats and 'snowballs', not {quoted(given)}")
        else:
            seat = _seat(s, item)
            if isinstance(seat, Refusal):
                return seat
            order.append(seat)
    if tuple(order) in ORDERS:
        return order_code(ORDERS.index(tuple(order)))
    if not order:
        return Refusal("EVE-11", "An order names every action of the beat; this one is empty.")
    if len(set(order)) < len(order):
        return Refusal("EVE-11", "An order names every action of the beat once.")
    return Refusal("EVE-11", "Throwers are not named one by one: the word snowballs stands for all of them.")
