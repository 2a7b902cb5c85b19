"""Everest as a picture: the mountain, the yeti, coins in hand and laid, and dice."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from oddboard.core import seats
from oddboard.core.scene import Ground, Item, Piece, Place, Scene, SeatLine
from oddboard.games.everest.codes import SNOWBALLS, coin_of, direction_of, is_roar
from oddboard.games.everest.decision import DIRECTION_NAMES, laid_to_json
from oddboard.games.everest.face.names import (
    ACT_IDS,
    ASIDE_IDS,
    COIN_IDS,
    COIN_NAMES,
    DIRECTION_IDS,
    DIRECTION_WORDS,
    HEAL_ID,
    NUMBERS,
    ORDINALS,
    SIDE_IDS,
    SQUARE_IDS,
    STAY_ID,
    YETI_IDS,
    coins_words,
    die_id,
    item_words,
    laid_id,
    laid_words,
    times_words,
)
from oddboard.games.everest.face.preview import ghosts
from oddboard.games.everest.face.unpacked import Unpacked, unpacked
from oddboard.games.everest.rules.mountain import FALL, Mountain, mountain_of
from oddboard.games.everest.state import (
    BASES,
    BEATS,
    CHECKING,
    COLUMNS,
    DIRECTIONS,
    ENDED,
    FACES,
    FLEEING,
    HIDDEN,
    HOMES,
    NO_RUN,
    NOBODY,
    NOT_ROLLED,
    OFF,
    ORDERING,
    PLANNING,
    RESTING,
    ROWS,
    SETTING_ASIDE,
    TABLE,
    State,
    square_name,
)

KEPT = 4096  # pieces, items and lines that were drawn, each once for all scenes that show it: nobody may change them


def ground(s: State) -> Ground:
    """The mountain."""
    return _ground(mountain_of(s).rows)


@lru_cache
def _ground(rows: tuple[str, ...]) -> Ground:
    mountain = Mountain(rows)
    return {"size": (COLUMNS, ROWS), "places": [_place(mountain, at) for at in mountain.squares]}


def _place(mountain: Mountain, at: int) -> Place:
    x, y = at % COLUMNS, at // COLUMNS
    high = mountain.height(at)
    cliffs = "".join(DIRECTION_NAMES[to] for to in range(DIRECTIONS) if mountain.edge(at, to) == FALL)
    beside = (mountain.neighbour(at, to) for to in range(DIRECTIONS))
    peak, base = ", the peak" if at in mountain.peak else "", ", a home base" if at in BASES else ""
    return Place(
        id=SQUARE_IDS[at],
        name=f"{square_name(at)}, height {high}{peak}{base}",
        kind=("peak" if at in mountain.peak else f"height {high}") + (f", cliffs {cliffs}" if cliffs else ""),
        at=(x + 0.5, y + 0.5),
        outline=[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)],
        label=str(high),
        near=[SQUARE_IDS[each] for each in beside if each != OFF],
    )


def scene(s: State) -> Scene:
    """Everything that there is to see."""
    now = unpacked(s)
    found = Scene(
        caption=_caption(now),
        pieces=[_yeti(now, seat) for seat in range(now.players)],
        items=_items(now),
        seats=[_seat_line(now, seat) for seat in range(now.players)],
        look=_look(now),
    )
    if words := _help(now):
        found["help"] = words
    return found


def _caption(now: Unpacked) -> str:
    if now.phase == HOMES:
        return "Choosing home bases"
    doing = {
        PLANNING: "secret plans",
        RESTING: "rest",
        SETTING_ASIDE: "coins set aside",
        ENDED: "over",
    }.get(now.phase, f"{ORDINALS[min(now.beat, BEATS - 1)]} coins")
    return f"Round {now.rounds} · {doing}"


def _help(now: Unpacked) -> str:
    who = seats.name(now.turn)
    if now.phase == PLANNING:
        return f"{who} lays the {ORDINALS[now.beat]} of {now.to_lay(now.turn)} coins, face down."
    if now.phase == ORDERING:
        what = "Those that run are" if now.about_runs else "These actions are"
        return f"{what} in conflict, and {who} rolled highest: touch them in the order in which they happen."
    if now.phase == FLEEING:
        return f"{who} was struck by several roars and runs straight away from one of them."
    if now.phase == RESTING:
        owed = now.cost_of_staying
        cost = f"Staying costs {coins_words(owed) if owed else 'nothing'}"
        return f"{cost}; going home brings all coins back."
    if now.phase == SETTING_ASIDE:
        return f"{now.owed} to set aside, out of use until the yeti heals."
    return ""


def _look(now: Unpacked) -> Mapping[str, Any]:
    look: dict[str, Any] = {
        "homes": {SQUARE_IDS[home]: seat for seat, home in enumerate(now.home) if home != NOBODY},
        "turn": now.turn,
        "beat": now.beat,
        "planning": now.phase == PLANNING,
        "acting": now.in_beat,
    }
    if now.may_win != NOBODY:
        look["alone"] = now.may_win
    if now.phase == PLANNING:
        look["ghosts"] = {str(seat): found for seat in range(now.players) if (found := ghosts(now, seat)) is not None}
    return look


# The yeti


def _yeti(now: Unpacked, seat: int) -> Piece:
    at = now.at[seat]
    return _yeti_piece(seat, at, now.mountain.height(at), now.hurts[seat], _mood(now, seat))


@lru_cache(maxsize=KEPT)
def _yeti_piece(seat: int, at: int, height: int, hurt: int, mood: str) -> Piece:
    words = [f"{seats.name(seat)}'s yeti " + (f"on {square_name(at)}" if at != OFF else "off the board")]
    if hurt:
        words.append(times_words(hurt))
    if mood != "calm":
        words.append({"roaring": "roaring", "struck": "struck by a roar", "running": "about to run"}.get(mood, mood))
    return Piece(
        id=YETI_IDS[seat],
        name=", ".join(words),
        kind="yeti",
        seat=seat,
        at=SQUARE_IDS[at] if at != OFF else None,
        spot=(at % COLUMNS + 0.5, at // COLUMNS + 0.5) if at != OFF else None,
        look={"hurt": hurt, "mood": mood, "height": height},
    )


def _mood(now: Unpacked, seat: int) -> str:
    """How a yeti looks: roaring, struck, running, dazed (EVE-7) or calm."""
    if now.phase in (CHECKING, TABLE, FLEEING):
        if now.runs[seat] != NO_RUN:
            return "running"
        if now.struck[seat]:
            return "struck"
        if seat in now.roarers or now.answers[seat]:
            return "roaring"
    if now.about_runs and now.runs[seat] != NO_RUN:
        return "running"
    if (now.phase == PLANNING and not now.coins[seat]) or (now.in_beat and now.beat >= len(now.laid(seat))):
        return "dazed"
    return "calm"


# What lies beside the board


def _items(now: Unpacked) -> list[Item]:
    items = [_laid(now, seat, beat) for seat in range(now.players) for beat in range(len(now.laid(seat)))]
    if now.phase == PLANNING:
        items += [*_hand(now, COIN_IDS), *_SIDES, *_DIRECTIONS]
    elif now.phase == SETTING_ASIDE:
        items += _hand(now, ASIDE_IDS)
    elif now.phase == ORDERING:
        items += [_act(now, item) for item in now.items]
    elif now.phase == RESTING:
        items += _rest_buttons(now)
    items += [_die(seat, face) for seat, face in enumerate(now.dice) if face != NOT_ROLLED]
    return items


_SIDES = (
    Item(id=SIDE_IDS[0], name="value", kind="side", tray="sides", face="value"),
    Item(id=SIDE_IDS[1], name="snowball", kind="side", tray="sides", face="suit"),
)
_DIRECTIONS = tuple(
    Item(id=DIRECTION_IDS[to], name=word, kind="direction", tray="directions", face=DIRECTION_NAMES[to])
    for to, word in enumerate(DIRECTION_WORDS)
)


@lru_cache(maxsize=KEPT)
def _die(seat: int, face: int) -> Item:
    name = f"{seats.name(seat)}'s {COIN_NAMES[face]}"
    return Item(id=die_id(seat), name=name, kind="die", tray="dice", seat=seat, face=str(face), lasting=True)


def _rest_buttons(now: Unpacked) -> list[Item]:
    heal = Item(id=HEAL_ID, name="Go home and heal", kind="button", tray="buttons", main=now.must_heal)
    if now.must_heal:
        return [heal]
    owed = now.cost_of_staying
    name = f"Stay, lose {coins_words(owed)}" if owed else "Stay"
    return [Item(id=STAY_ID, name=name, kind="button", tray="buttons", main=True), heal]


def _hand(now: Unpacked, ids: list[str]) -> list[Item]:
    """The six coins of the seat to decide; those laid or set aside are spent."""
    seat = now.turn
    laid = {coin_of(coin) for coin in now.laid(seat) if coin != HIDDEN}
    coins = now.coins[seat]
    return [_coin(ids[coin], coin, seat, coin in laid, coin not in coins) for coin in range(FACES)]


@lru_cache(maxsize=KEPT)
def _coin(name: str, coin: int, seat: int, laid: bool, aside: bool) -> Item:
    return Item(
        id=name,
        name=COIN_NAMES[coin],
        kind="coin",
        tray="hand",
        seat=seat,
        face=str(coin),
        used=laid or aside,
        lasting=True,
        look={"aside": aside},
    )


def _laid(now: Unpacked, seat: int, beat: int) -> Item:
    used = now.phase != PLANNING and (beat < now.beat or not now.in_beat)
    return _laid_coin(seat, beat, now.plan[seat][beat], _is_now(now, beat), used)


@lru_cache(maxsize=KEPT)
def _laid_coin(seat: int, beat: int, laid: int, is_now: bool, used: bool) -> Item:
    whose = f"{seats.name(seat)}'s {ORDINALS[beat]} coin"
    item = Item(
        id=laid_id(seat, beat),
        name=f"{whose}, face down" if laid == HIDDEN else f"{whose}: {laid_words(laid)}",
        kind="laid",
        tray="plans",
        seat=seat,
        lasting=True,
    )
    if laid != HIDDEN:
        written = laid_to_json(laid)
        item["face"] = str(written["coin"])
        item["look"] = {"up": written["up"], "to": written["to"], "now": is_now, "beat": beat}
        item["used"] = used
    return item


def _is_now(now: Unpacked, beat: int) -> bool:
    """Whether the coins of a beat are being carried out."""
    return now.in_beat and beat == now.beat


def _act(now: Unpacked, item: int) -> Item:
    """One of the things whose order is to be chosen."""
    if item == SNOWBALLS:
        return Item(id=ACT_IDS[item], name=item_words(item), kind="act", tray="order", face="snowballs")
    laid = now.runs[item] if now.about_runs else now.plan[item][now.beat]
    points, to = coin_of(laid), direction_of(laid)
    does = "roars" if is_roar(laid) else f"runs {points}" if now.about_runs else f"moves {points}"
    return Item(
        id=ACT_IDS[item],
        name=f"{seats.name(item)} {does} {DIRECTION_WORDS[to]}",
        kind="act",
        tray="order",
        seat=item,
        face=str(points),
        look={"to": DIRECTION_NAMES[to], "up": "value", "run": now.about_runs},
    )


def _seat_line(now: Unpacked, seat: int) -> SeatLine:
    at = now.at[seat]
    line = _line(at, at in now.mountain.peak, FACES - len(now.coins[seat]), now.hurts[seat], now.may_win == seat)
    return {"line": line, "counts": _counts(now, seat)}


@lru_cache(maxsize=KEPT)
def _line(at: int, on_peak: bool, aside: int, hurt: int, may_win: bool) -> str:
    parts = ["off the board" if at == OFF else "on the peak" if on_peak else square_name(at)]
    if aside:
        parts.append(f"{'all ' if aside == FACES else ''}{NUMBERS[aside]} coin{'' if aside == 1 else 's'} hurt")
    else:
        parts.append(f"all {NUMBERS[FACES]} coins")
    if hurt:
        parts.append(f"{times_words(hurt)} now")
    if may_win:
        parts.append("wins if alone up there at the end")
    return " · ".join(parts)


def _counts(now: Unpacked, seat: int) -> list[Mapping[str, Any]]:
    """The plan of a seat, to be drawn beside its name."""
    counts: list[Mapping[str, Any]] = []
    if now.phase != PLANNING and not now.in_beat:
        return counts
    counts += [_coin_count(seat, laid, _is_now(now, beat)) for beat, laid in enumerate(now.laid(seat))]
    if now.phase == PLANNING and now.coins[seat]:
        missing = now.to_lay(seat) - len(counts)
        counts.append({"kind": "words", "words": f"{missing} more to lay" if missing else "plan laid"})
    return counts


@lru_cache(maxsize=KEPT)
def _coin_count(seat: int, laid: int, is_now: bool) -> Mapping[str, Any]:
    count: dict[str, Any] = {"kind": "coin", "seat": seat, "hidden": laid == HIDDEN}
    if laid != HIDDEN:
        written = laid_to_json(laid)
        count |= {"value": written["coin"], "up": written["up"], "to": written["to"], "now": is_now}
    return count
