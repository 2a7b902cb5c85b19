"""Everest: what is touched for a decision, what is asked for, and what a wrong touch meant."""

from collections.abc import Sequence
from functools import lru_cache

from oddboard.core.game import Decision
from oddboard.core.records import new
from oddboard.core.scene import Choice
from oddboard.games.everest.codes import (
    CODES,
    FLEE,
    HEAL,
    LAY,
    ORDERS,
    PUT_IN_ORDER,
    ROLL,
    SET_ASIDE,
    TAKE_HOME,
    base_taken,
    coin_laid,
    coin_of,
    coin_set_aside,
    direction_of,
    fled_from,
    kind_of,
    order_chosen,
    seat_rolling,
    side_of,
)
from oddboard.games.everest.decision import DIRECTION_NAMES, SIDE_NAMES, to_json
from oddboard.games.everest.face.names import (
    ACT_IDS,
    ASIDE_IDS,
    COIN_IDS,
    DIRECTION_IDS,
    HEAL_ID,
    ORDINALS,
    SIDE_IDS,
    SQUARE_IDS,
    STAY_ID,
    YETI_IDS,
    die_id,
)
from oddboard.games.everest.rules.plans import plan_size
from oddboard.games.everest.state import BASES, FLEEING, HOMES, ORDERING, PLANNING, SETTING_ASIDE, State

ASKS = {
    "coin": "choose a coin for your plan",
    "side": "choose which side of the {coin} lies up",
    "direction": "choose which way the {coin} goes",
    "act": "choose what happens first",
    "yeti": "choose whose roar you run from",
    "square": "choose the corner where your yeti lives",
    HEAL_ID: "go home and heal",
    STAY_ID: "stay where you are",
    "aside": "choose a coin to set aside for being hurt",
}


def asks_now(s: State) -> dict[str, str]:
    """Which coin of the plan it is."""
    if s.phase != PLANNING:
        return {}
    of = int(plan_size(s, int(s.turn)))
    return {"coin": f"choose your {ORDINALS[s.beat]} coin" + (f" of {of}" if of > 1 else "")}


def touches(s: State, code: int) -> list[str]:
    """Coin, side, direction; actions one after another; a base, a roarer, a coin or a button."""
    kind = kind_of(code)
    if kind == LAY:
        laid = coin_laid(code)
        return [COIN_IDS[coin_of(laid)], SIDE_IDS[side_of(laid)], DIRECTION_IDS[direction_of(laid)]]
    if kind == ROLL:
        return [die_id(seat_rolling(code))]
    if kind == PUT_IN_ORDER:
        return [ACT_IDS[item] for item in ORDERS[order_chosen(code)]]
    if kind == TAKE_HOME:
        return [SQUARE_IDS[BASES[base_taken(code)]]]
    if kind == FLEE:
        return [YETI_IDS[fled_from(code)]]
    if kind == SET_ASIDE:
        return [ASIDE_IDS[coin_set_aside(code)]]
    return [HEAL_ID if code == HEAL else STAY_ID]


@lru_cache(maxsize=CODES)
def bare_choice(code: int) -> Choice:
    """A decision with its touches, which depend on nothing in a state; they are shared, and nobody may change them."""
    s = new(State)
    return Choice(decision=to_json(s, code), touches=touches(s, code))


def attempt(s: State, touched: Sequence[str]) -> Decision | None:
    """What somebody meant who touched a coin that is gone, a base that is taken or the like."""
    first = touched[0] if touched else ""
    kind, _, name = first.partition(":")
    if kind in ("coin", "aside") and first in (*COIN_IDS, *ASIDE_IDS):
        if s.phase == SETTING_ASIDE:
            return {"do": "set_aside", "coin": int(name)}
        side = next((each.partition(":")[2] for each in touched if each in SIDE_IDS), SIDE_NAMES[0])
        to = next((each.partition(":")[2] for each in touched if each in DIRECTION_IDS), DIRECTION_NAMES[0])
        return {"do": "coin", "coin": int(name), "up": side, "to": to}
    if kind == "square" and s.phase == HOMES:
        return {"do": "home", "square": name}
    if kind == "yeti" and s.phase == FLEEING and first in YETI_IDS:
        return {"do": "flee", "from": int(name)}
    if first in (HEAL_ID, STAY_ID):
        return {"do": name}
    if kind in ("act", "yeti") and s.phase == ORDERING:
        wanted = [each.partition(":")[2] for each in touched]
        return {"do": "order", "order": [int(each) if each.isdigit() else each for each in wanted]}
    return None
