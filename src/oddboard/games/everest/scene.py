"""Everest as a picture: the mountain, the yeti, coins in hand and laid, dice, and what is touched."""

from collections.abc import Mapping, Sequence
from typing import Any

from oddboard.core import seats
from oddboard.core.game import Decision
from oddboard.core.scene import Ground, Item, Piece, Place, Preview, Scene, SeatLine
from oddboard.games.everest.drawing import COIN_NAMES, DIRECTION_NAMES, DIRECTION_WORDS, SIDE_NAMES, coin_words
from oddboard.games.everest.mountain import (
    BASES,
    COLUMNS,
    DIRECTIONS,
    FACES,
    NULL,
    OFF,
    ROWS,
    SQUARES,
    height,
    neighbour,
    square_name,
)
from oddboard.games.everest.planning import PlanSight, planned, seen
from oddboard.games.everest.state import (
    BEATS,
    CHECKING,
    CONTEST,
    ENDED,
    FIRST_ASIDE,
    FIRST_COIN,
    FIRST_FLEE,
    FIRST_HOME,
    FIRST_ORDER,
    FIRST_ROLL,
    FLEEING,
    HEAL,
    HIDDEN,
    HOMES,
    NO_COIN,
    NO_RUN,
    NOBODY,
    NOT_ROLLED,
    ORDERING,
    ORDERS,
    PLANNING,
    RESTING,
    SETTING_ASIDE,
    SNOWBALLS,
    SUIT,
    TABLE,
    WAYS,
    State,
    members,
)
from oddboard.games.everest.story import SQUARE_IDS, YETI_IDS

ASKS = {
    "coin": "choose a coin to lay",
    "side": "choose which side of the {coin} lies up",
    "direction": "choose where the {coin} points",
    "act": "choose what happens next",
    "yeti": "choose whom to run from",
    "square": "choose your home base",
    "button:heal": "go home and heal",
    "button:stay": "stay where you are",
    "aside": "choose a coin to set aside",
}
ORDINALS = ("1st", "2nd", "3rd")
_SIDE_IDS = [f"side:{name}" for name in SIDE_NAMES]
_DIRECTION_IDS = [f"direction:{name}" for name in DIRECTION_NAMES]
_COIN_IDS = [f"coin:{coin}" for coin in range(FACES)]
_ASIDE_IDS = [f"aside:{coin}" for coin in range(FACES)]
_ACT_IDS = [*(f"act:{seat}" for seat in range(len(BASES))), "act:snowballs"]
_IN_BEATS = (CONTEST, ORDERING, CHECKING, TABLE, FLEEING)
_COUNTED = ("no", "one", "two", "three", "four", "five", "all six")


def _place(at: int) -> Place:
    x, y = at % COLUMNS, at // COLUMNS
    high = height(at)
    beside = (neighbour(at, to) for to in range(DIRECTIONS))
    peak, base = ", the peak" if high == 5 else "", ", a home base" if at in BASES else ""
    return Place(
        id=SQUARE_IDS[at],
        name=f"{square_name(at)}, height {high}{peak}{base}",
        kind="peak" if high == 5 else f"height {high}",
        at=(x + 0.5, y + 0.5),
        outline=[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)],
        label=str(high),
        near=[SQUARE_IDS[each] for each in beside if each != OFF],
    )


GROUND: Ground = {"size": (COLUMNS, ROWS), "places": [_place(at) for at in SQUARES]}


def scene(s: State) -> Scene:
    """Everything that there is to see."""
    sight = seen(s)
    found = Scene(
        caption=_caption(sight),
        pieces=[_yeti(sight, seat) for seat in range(sight.players)],
        items=_items(sight),
        seats=[_seat_line(sight, seat) for seat in range(sight.players)],
        look=_look(sight),
    )
    if words := _help(sight):
        found["help"] = words
    return found


def _caption(sight: PlanSight) -> str:
    if sight.phase == HOMES:
        return "Choosing home bases"
    now = {
        PLANNING: "secret plans",
        RESTING: "rest",
        SETTING_ASIDE: "coins set aside",
        ENDED: "over",
    }.get(sight.phase, f"{ORDINALS[min(sight.beat, BEATS - 1)]} coins")
    return f"Round {sight.rounds} · {now}"


def _help(sight: PlanSight) -> str:
    who = seats.name(sight.turn)
    if sight.phase == PLANNING:
        return f"{who} lays the {ORDINALS[sight.beat]} of {sight.to_lay(sight.turn)} coins, face down."
    if sight.phase == ORDERING:
        what = "Those that run are" if sight.about_runs else "These actions are"
        return f"{what} in conflict, and {who} rolled highest: touch them in the order in which they happen."
    if sight.phase == FLEEING:
        return f"{who} was struck by several roars and runs straight away from one of them."
    if sight.phase == RESTING:
        owed = sight.hurts[sight.turn]
        cost = f"Staying costs {'a coin' if owed == 1 else f'{owed} coins'}" if owed else "Staying costs nothing"
        return f"{cost}; going home brings all coins back."
    if sight.phase == SETTING_ASIDE:
        return f"{sight.owed} to set aside, out of use until the yeti heals."
    return ""


def _look(sight: PlanSight) -> Mapping[str, Any]:
    look: dict[str, Any] = {
        "homes": {SQUARE_IDS[home]: seat for seat, home in enumerate(sight.home) if home != NOBODY},
        "turn": sight.turn,
        "beat": sight.beat,
        "planning": sight.phase == PLANNING,
        "acting": sight.phase in _IN_BEATS,
    }
    if sight.may_win != NOBODY:
        look["alone"] = sight.may_win
    if sight.phase == PLANNING:
        look["ghosts"] = {
            str(seat): ghosts for seat in range(sight.players) if (ghosts := planned(sight, seat)) is not None
        }
    return look


# The yeti


def _yeti(sight: PlanSight, seat: int) -> Piece:
    at = sight.at[seat]
    words = [f"{seats.name(seat)}'s yeti " + (f"on {square_name(at)}" if at != OFF else "off the board")]
    mood = _mood(sight, seat)
    if hurt := sight.hurts[seat]:
        words.append("hurt" if hurt == 1 else f"hurt {hurt} times")
    if mood != "calm":
        words.append({"roaring": "roaring", "struck": "struck by a roar", "running": "about to run"}.get(mood, mood))
    return Piece(
        id=YETI_IDS[seat],
        name=", ".join(words),
        kind="yeti",
        seat=seat,
        at=SQUARE_IDS[at] if at != OFF else None,
        spot=(at % COLUMNS + 0.5, at // COLUMNS + 0.5) if at != OFF else None,
        look={"hurt": sight.hurts[seat], "mood": mood, "height": height(at)},
    )


def _mood(sight: PlanSight, seat: int) -> str:
    """How a yeti looks: roaring, struck, running, dazed (EVE-7) or calm."""
    if sight.phase in (CHECKING, TABLE, FLEEING):
        if sight.runs[seat] != NO_RUN:
            return "running"
        if sight.struck[seat]:
            return "struck"
        if sight.roarers >> seat & 1 or sight.answers[seat]:
            return "roaring"
    if sight.about_runs and sight.runs[seat] != NO_RUN:
        return "running"
    laid = sum(coin != NO_COIN for coin in sight.plan[seat])
    if (sight.phase == PLANNING and not sight.coins[seat]) or (sight.phase in _IN_BEATS and sight.beat >= laid):
        return "dazed"
    return "calm"


# What lies beside the board


def _items(sight: PlanSight) -> list[Item]:
    items = [
        _laid(sight, seat, beat) for seat in range(sight.players) for beat in range(BEATS) if sight.has(seat, beat)
    ]
    if sight.phase == PLANNING:
        items += _hand(sight, _COIN_IDS)
        items.append(Item(id=_SIDE_IDS[0], name="value", kind="side", tray="sides", face="value"))
        items.append(Item(id=_SIDE_IDS[1], name="snowball", kind="side", tray="sides", face="suit"))
        for to, word in enumerate(DIRECTION_WORDS):
            items.append(
                Item(id=_DIRECTION_IDS[to], name=word, kind="direction", tray="directions", face=DIRECTION_NAMES[to])
            )
    elif sight.phase == SETTING_ASIDE:
        items += _hand(sight, _ASIDE_IDS)
    elif sight.phase == ORDERING:
        items += [_act(sight, item) for item in sight.items]
    elif sight.phase == RESTING:
        items += _rest_buttons(sight)
    items += [
        Item(
            id=f"die:{seat}",
            name=f"{seats.name(seat)}'s {COIN_NAMES[face]}",
            kind="die",
            tray="dice",
            seat=seat,
            face=str(face),
            lasting=True,
        )
        for seat, face in enumerate(sight.dice)
        if face != NOT_ROLLED
    ]
    return items


def _rest_buttons(sight: PlanSight) -> list[Item]:
    heal = Item(id="button:heal", name="Go home and heal", kind="button", tray="buttons", main=sight.must_heal)
    if sight.must_heal:
        return [heal]
    owed = sight.hurts[sight.turn]
    name = f"Stay, lose {'a coin' if owed == 1 else f'{owed} coins'}" if owed else "Stay"
    return [Item(id="button:stay", name=name, kind="button", tray="buttons", main=True), heal]


def _hand(sight: PlanSight, ids: list[str]) -> list[Item]:
    """The six coins of the seat to decide; those laid or set aside are spent."""
    seat = sight.turn
    laid = {coin // WAYS for coin in sight.plan[seat] if coin >= 0}
    return [
        Item(
            id=ids[coin],
            name=COIN_NAMES[coin],
            kind="coin",
            tray="hand",
            seat=seat,
            face=str(coin),
            used=coin in laid or not sight.coins[seat] >> coin & 1,
            lasting=True,
            look={"aside": not sight.coins[seat] >> coin & 1},
        )
        for coin in range(FACES)
    ]


def _laid(sight: PlanSight, seat: int, beat: int) -> Item:
    coin = sight.plan[seat][beat]
    whose = f"{seats.name(seat)}'s {ORDINALS[beat]} coin"
    item = Item(
        id=f"laid:{seat}.{beat + 1}",
        name=f"{whose}, face down" if coin == HIDDEN else f"{whose}: {coin_words(coin)}",
        kind="laid",
        tray="plans",
        seat=seat,
        lasting=True,
    )
    if coin != HIDDEN:
        value, way = divmod(coin, WAYS)
        side, to = divmod(way, DIRECTIONS)
        item["face"] = str(value)
        now = sight.phase in _IN_BEATS and beat == sight.beat
        item["look"] = {"up": SIDE_NAMES[side], "to": DIRECTION_NAMES[to], "now": now, "beat": beat}
        item["used"] = sight.phase != PLANNING and (beat < sight.beat or sight.phase not in _IN_BEATS)
    return item


def _act(sight: PlanSight, item: int) -> Item:
    """One of the things whose order is to be chosen."""
    if item == SNOWBALLS:
        return Item(id=_ACT_IDS[item], name="the snowballs", kind="act", tray="order", face="snowballs")
    coin = sight.runs[item] if sight.about_runs else sight.plan[item][sight.beat]
    value, to = coin // WAYS, coin % DIRECTIONS
    verb = "runs" if sight.about_runs else "roars" if value == NULL else "moves"
    points = "" if value == NULL else f" {value}"
    return Item(
        id=_ACT_IDS[item],
        name=f"{seats.name(item)} {verb}{points} {DIRECTION_WORDS[to]}",
        kind="act",
        tray="order",
        seat=item,
        face=str(value),
        look={"to": DIRECTION_NAMES[to], "up": "value", "run": bool(sight.about_runs)},
    )


def _seat_line(sight: PlanSight, seat: int) -> SeatLine:
    at = sight.at[seat]
    in_use = len(members(sight.coins[seat]))
    where = "off the board" if at == OFF else "on the peak" if height(at) == 5 else square_name(at)
    parts = [where]
    aside = FACES - in_use
    parts.append("all six coins" if not aside else f"{_COUNTED[aside]} coin{'' if aside == 1 else 's'} hurt")
    if sight.hurts[seat]:
        parts.append("hurt now" if sight.hurts[seat] == 1 else f"hurt {sight.hurts[seat]} times now")
    if sight.may_win == seat:
        parts.append("wins if alone up there at the end")
    counts: list[Mapping[str, Any]] = []
    if sight.phase == PLANNING or sight.phase in _IN_BEATS:
        for beat in range(BEATS):
            if sight.has(seat, beat):
                coin = sight.plan[seat][beat]
                count: dict[str, Any] = {"kind": "coin", "seat": seat, "hidden": coin == HIDDEN}
                if coin != HIDDEN:
                    value, way = divmod(coin, WAYS)
                    up = SIDE_NAMES[way // DIRECTIONS]
                    count |= {"value": value, "up": up, "to": DIRECTION_NAMES[way % DIRECTIONS]}
                    count["now"] = sight.phase in _IN_BEATS and beat == sight.beat
                counts.append(count)
        if sight.phase == PLANNING and in_use:
            missing = sight.to_lay(seat) - len(counts)
            counts.append({"kind": "words", "words": f"{missing} more to lay" if missing else "plan laid"})
    return {"line": " · ".join(parts), "counts": counts}


# Touching


def touches(s: State, code: int) -> list[str]:
    """Coin, side, direction; actions one after another; a base, a roarer, a coin or a button."""
    if code >= FIRST_ORDER:
        return [_ACT_IDS[item] for item in ORDERS[code - FIRST_ORDER]]
    if code >= FIRST_ASIDE:
        return [_ASIDE_IDS[code - FIRST_ASIDE]]
    if code >= HEAL:
        return ["button:heal" if code == HEAL else "button:stay"]
    if code >= FIRST_FLEE:
        return [YETI_IDS[code - FIRST_FLEE]]
    if code >= FIRST_HOME:
        return [SQUARE_IDS[BASES[code - FIRST_HOME]]]
    if code >= FIRST_ROLL:
        return [f"die:{(code - FIRST_ROLL) // FACES}"]
    coin, way = divmod(code - FIRST_COIN, WAYS)
    return [_COIN_IDS[coin], _SIDE_IDS[way // DIRECTIONS], _DIRECTION_IDS[way % DIRECTIONS]]


def preview(s: State, code: int) -> Preview:
    """Where a coin would lead if nobody interfered, and what it would do to others."""
    if code >= FIRST_ROLL:
        return {}
    return seen(s).preview_of_coin(code - FIRST_COIN)


def marks(s: State, code: int) -> list[str]:
    """The yeti, the laid coin or the die that a decision was about."""
    sight = seen(s)
    if code >= FIRST_ORDER:
        return [YETI_IDS[item] for item in ORDERS[code - FIRST_ORDER] if item != SNOWBALLS]
    if code >= HEAL:
        return [YETI_IDS[sight.turn]]
    if code >= FIRST_FLEE:
        return [YETI_IDS[sight.turn], YETI_IDS[code - FIRST_FLEE]]
    if code >= FIRST_HOME:
        return [YETI_IDS[sight.turn], SQUARE_IDS[BASES[code - FIRST_HOME]]]
    if code >= FIRST_ROLL:
        seat = (code - FIRST_ROLL) // FACES
        return [f"die:{seat}", YETI_IDS[seat]]
    return [f"laid:{sight.turn}.{sight.beat + 1}"]


def attempt(s: State, touched: Sequence[str]) -> Decision | None:
    """What somebody meant who touched a coin that is gone, a base that is taken or the like."""
    sight = seen(s)
    first = touched[0] if touched else ""
    kind, _, name = first.partition(":")
    if kind in ("coin", "aside") and first in (*_COIN_IDS, *_ASIDE_IDS):
        if sight.phase == SETTING_ASIDE:
            return {"do": "set_aside", "coin": int(name)}
        side = next((each.partition(":")[2] for each in touched if each in _SIDE_IDS), SIDE_NAMES[0])
        to = next((each.partition(":")[2] for each in touched if each in _DIRECTION_IDS), DIRECTION_NAMES[0])
        return {"do": "coin", "coin": int(name), "up": side, "to": to}
    if kind == "square" and sight.phase == HOMES:
        return {"do": "home", "square": name}
    if kind == "yeti" and sight.phase == FLEEING and first in YETI_IDS:
        return {"do": "flee", "from": int(name)}
    if first in ("button:heal", "button:stay"):
        return {"do": name}
    if kind in ("act", "yeti") and sight.phase == ORDERING:
        wanted = [each.partition(":")[2] for each in touched]
        return {"do": "order", "order": [int(each) if each.isdigit() else each for each in wanted]}
    return None


assert SUIT == 1  # sides are indices of their identifiers
