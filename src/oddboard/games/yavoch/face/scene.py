"""Yavoch as a picture: the field, and what is on it and beside it, from what somebody may know.

A ship is called after the position it is on (`ship:342`), because a state knows no ship by name: two of a kind that
change places make the same state. It keeps its identifier when it changes its kind or its side, and when it moves
`trails` tells under the new identifier where it came from.
"""

from functools import cache, lru_cache
from typing import Any

from oddboard.core.scene import Ground, Item, Piece, Place, Scene, SeatLine
from oddboard.games.yavoch import state
from oddboard.games.yavoch.cards import COMPONENT_NAMES, IMPACTS, SELF_DESTRUCT, SHIPS
from oddboard.games.yavoch.decision import SIDES
from oddboard.games.yavoch.face.hand import hand_bytes, hand_items, holders, weapons_of
from oddboard.games.yavoch.face.names import (
    A_PIECE,
    GATE_IDS,
    LEVEL_NAMES,
    MINE_IDS,
    PIECE_NAMES,
    PLACE_IDS,
    SEAT_NAMES,
    SHIP_IDS,
    WEAPON_TITLES,
    counted,
    title,
)
from oddboard.games.yavoch.field import (
    CORE,
    CORNER,
    DIRECTIONS,
    EDGE,
    FACES,
    MIDDLE,
    NAMES,
    NOWHERE,
    POSITIONS,
    SIDE,
    place,
    step,
    within,
)
from oddboard.games.yavoch.formations import BEFORE_TRYCHS, BEGINS, FORMATION_NAMES, LEVELS_OF, ORDER
from oddboard.games.yavoch.rules.battles import needs_roll, strength
from oddboard.games.yavoch.rules.energy import is_starving
from oddboard.games.yavoch.rules.reach import powered
from oddboard.games.yavoch.rules.setting import side_of
from oddboard.games.yavoch.rules.weapons import most_shared
from oddboard.games.yavoch.state import State, positions

# The projection: bare numbers run right, circled ones back, and a level up is so far right, and with the other offset
# so far back, that the perpendicular column is vertical.
_MARGIN = (112.0, 42.0)  # left of 111, and below it
_BEYOND = (76.0, 64.0)  # right of 555, and above it
_BARE = 96.0
_BACK, _RISE = 37.0, 22.5
_LIFT = 137.0
_UP = ((_BARE, _LIFT), (_BARE + _BACK, _LIFT + _RISE))  # by offset: a level up, keeping both numbers
SIZES = tuple(
    (
        _MARGIN[0] + (EDGE - 1) * (right + _BARE + _BACK) + _BEYOND[0],
        _MARGIN[1] + (EDGE - 1) * (up + _RISE) + _BEYOND[1],
    )
    for right, up in _UP
)


def spot(at: int, offset: int = SIDE) -> tuple[float, float]:
    """Where a position lies in the picture."""
    level, bare, circled = (number - 1 for number in place(at))
    right, up = _UP[offset]
    x = _MARGIN[0] + right * level + _BARE * bare + _BACK * circled
    return x, SIZES[offset][1] - _MARGIN[1] - up * level - _RISE * circled


SPOTS = tuple(tuple(spot(at, offset) for at in range(POSITIONS)) for offset in (SIDE, CORNER))


def _outline(middle: tuple[float, float]) -> list[tuple[float, float]]:
    x, y = middle
    right, back, rise = _BARE / 2, _BACK / 2, _RISE / 2
    return [
        (x - right - back, y + rise),
        (x + right - back, y + rise),
        (x + right + back, y - rise),
        (x - right + back, y - rise),
    ]


@lru_cache
def ground(offset: int, core: int) -> Ground:
    """The field with its core; neighbours are those by either vector and by either column."""
    return {"size": SIZES[offset], "places": [_place(at, offset, core) for at in range(POSITIONS)]}


def _place(at: int, offset: int, core: int) -> Place:
    dotted = within(CORE[offset, core, 0], CORE[offset, core, 1], at)
    steps = [step(at, way) for way in DIRECTIONS[offset]]
    return {
        "id": PLACE_IDS[at],
        "name": f"{NAMES[at]}, core" if dotted else NAMES[at],
        "kind": f"level{place(at)[0]}{' core' if dotted else ''}",
        "at": SPOTS[offset][at],
        "outline": _outline(SPOTS[offset][at]),
        "near": [PLACE_IDS[to] for to in steps if to != NOWHERE],
    }


# Pieces that are the same in many states are made once and shared; nobody changes a scene.


@cache
def _ship(offset: int, on: int, at: int, rings: int, starving: bool, fused: bool) -> Piece:
    kind, seat = on & state.KIND_BITS, on >> state.SEAT_SHIFT & 1
    gate = (on >> state.GATE_SHIFT & 3) - 1
    words = f"{SEAT_NAMES[seat]} {PIECE_NAMES[kind]} on {NAMES[at]}"
    if kind != state.TRYCH or rings:
        words += f", {counted(rings, 'ring')}"
    if starving:
        words += ", starving" if kind == state.COMMAND else ", cannot move"
    if gate >= 0:
        words += f", on {SEAT_NAMES[gate]}'s gate"
    if fused:
        words += ", may detonate"
    look = {"rings": rings, "starving": starving, "gate": gate >= 0, "fused": fused}
    return _piece(offset, SHIP_IDS[at], words, state.KIND_NAMES[kind], seat, at, look)


@cache
def _gate(offset: int, seat: int, at: int, other: int) -> Piece:
    words = f"{SEAT_NAMES[seat]} gate on {NAMES[at]}"
    words += f", the other end is {NAMES[other]}" if other != NOWHERE else ", the only one left"
    look = {"other": NAMES[other] if other != NOWHERE else None}
    return _piece(offset, GATE_IDS[at], words, "gate", seat, at, look)


@cache
def _mine(offset: int, seat: int, at: int) -> Piece:
    return _piece(offset, MINE_IDS[at], f"{SEAT_NAMES[seat]} mine on {NAMES[at]}", "mine", seat, at, {})


@lru_cache
def _loose(offset: int, at: int, rings: int) -> Piece:
    words = f"{rings} loose {'ring' if rings == 1 else 'rings'} on {NAMES[at]}"
    return _piece(offset, f"loose:{NAMES[at]}", words, "loose", None, at, {"rings": rings, "blocks": False})


def _piece(
    offset: int, identifier: str, words: str, kind: str, seat: int | None, at: int, look: dict[str, Any]
) -> Piece:
    """A piece on the field; all but loose rings end a line of sight and block slides (YAV-13, YAV-47)."""
    return {
        "id": identifier,
        "name": words,
        "kind": kind,
        "seat": seat,
        "at": PLACE_IDS[at],
        "spot": SPOTS[offset][at],
        "look": {"blocks": True} | look,
    }


def _pieces(s: State, on: list[int]) -> list[Piece]:
    offset, rings, fuse = int(s.offset), s.rings.tolist(), int(s.fuse)
    able = {at for seat in range(state.SEATS) for at in positions(*(powered(s, seat, half) for half in range(2)))}
    gates: list[list[int]] = [[], []]
    pieces: list[Piece] = []
    for at, what in enumerate(on):
        if not what:
            continue
        if what & state.KIND_BITS:
            pieces.append(_ship(offset, what & ~(3 << state.MINE_SHIFT), at, rings[at], at not in able, at == fuse))
        if what >> state.GATE_SHIFT & 3:
            gates[(what >> state.GATE_SHIFT & 3) - 1].append(at)
        if what >> state.MINE_SHIFT:
            pieces.append(_mine(offset, (what >> state.MINE_SHIFT) - 1, at))
    for seat, ends in enumerate(gates):
        for at in ends:
            pieces.append(_gate(offset, seat, at, next((other for other in ends if other != at), NOWHERE)))
    if s.loose.any():
        pieces.extend(_loose(offset, at, count) for at, count in enumerate(s.loose.tolist()) if count)
    return pieces


_SETTING_UP = (state.OPENING, state.LEVELS, state.SETTING)


def _button(word: str, label: str, main: bool = False) -> Item:
    item: Item = {"id": f"button:{word}", "name": label, "kind": "button", "tray": "buttons"}
    if main:
        item["main"] = True
    return item


_TURN_BUTTONS = [
    _button("fire", "Fire cannon"),
    _button("rings", "Pass rings"),
    _button("detonate", "Detonate"),
    _button("mine", "Leave a mine"),
    _button("end", "End turn", main=True),
]
_ANSWERS = [
    _button("deflect", "Deflect it"),
    _button("destruct", "Self Destruct"),
    _button("decline", "Let it pass"),
]
_SIDES = [_button(side, f"Levels {levels}") for side, levels in zip(SIDES, LEVEL_NAMES, strict=True)]
FORMATION_TELLS = ("The Command ship behind everything.", "A wall of Trychs.", "Sliders with open lines.")
_FORMATIONS: list[Item] = [
    {
        "id": f"formation:{formation}",
        "name": formation.capitalize(),
        "kind": "formation",
        "tray": "formations",
        "look": {"tells": tells},
    }
    for formation, tells in zip(FORMATION_NAMES, FORMATION_TELLS, strict=True)
]
_KINDS: list[Item] = [
    {"id": f"kind:{ship}", "name": ship.capitalize(), "kind": "kind", "tray": "kinds", "face": ship} for ship in SHIPS
]


@lru_cache
def _shares(most: int) -> list[Item]:
    """How many rings may go with the double of a ship, of so many."""
    return [
        {
            "id": f"share:{share}",
            "name": f"{counted(share, 'ring')} along, {most - share} left",
            "kind": "share",
            "tray": "shares",
            "face": str(share),
        }
        for share in range(1, most + 1)
    ]


def _items(s: State) -> list[Item]:
    items: list[Item] = []
    for number, seat in enumerate(holders(s)):
        hand = hand_items(seat, hand_bytes(s, seat), s.recipe.tobytes())
        # In a whole state both hands show, but a weapon can be touched only by the one who decides.
        items.extend(hand if number == 0 else (item for item in hand if item["kind"] == "card"))
    phase = s.phase
    if phase == state.TURN:
        items.extend(_TURN_BUTTONS)
    elif phase == state.ASKED:
        items.extend(_ANSWERS)
    elif phase == state.LEVELS:
        items.extend(_SIDES)
    elif phase == state.SETTING:
        items.extend(_FORMATIONS)
    elif phase == state.BECOMING:
        items.extend(_KINDS)
    elif phase == state.SHARING:
        items.extend(_shares(most_shared(s)))
    if phase in (state.ROLLING, state.FAILING, state.FALLING):
        items.append(_die(s))
    return items


def _die(s: State) -> Item:
    """The ten-sided die that is to be rolled, with what it decides."""
    look: dict[str, Any] = {"sides": FACES}
    if s.phase == state.ROLLING and s.attack == state.BATTLE and needs_roll(s, int(s.source), int(s.aim)):
        look["needs"] = strength(s, int(s.aim))
    return {"id": "die:ten", "name": "Ten-sided die", "kind": "die", "tray": "dice", "lasting": True, "look": look}


def _seat_line(s: State, seat: int, counts: list[int]) -> SeatLine:
    if s.phase == state.OPENING:
        words = "waits"
    elif s.phase == state.LEVELS:
        words = "chooses levels" if seat == s.first else "waits"
    else:
        words = "low levels" if s.low == seat else "high levels"
    if s.cards:
        words += f" · {counted(int(s.held[seat]), 'card')}"
    placed = counts[state.GATE] or s.phase not in _SETTING_UP
    begins = BEGINS | {state.TRYCH: int(s.trychs)}
    drawn = (state.ARCHID, state.SQUAM, state.NEORNITH, state.TRYCH, state.GATE) if placed else ()
    return {
        "line": words,
        "counts": [{"kind": state.KIND_NAMES[kind], "have": counts[kind], "of": begins[kind]} for kind in drawn],
    }


def _count(on: list[int]) -> list[list[int]]:
    """How many pieces of each kind each seat has."""
    counts = [[0] * (state.GATE + 1) for _ in range(state.SEATS)]
    for what in on:
        if what & state.KIND_BITS:
            counts[what >> state.SEAT_SHIFT & 1][what & state.KIND_BITS] += 1
        if what >> state.GATE_SHIFT & 3:
            counts[(what >> state.GATE_SHIFT & 3) - 1][state.GATE] += 1
    return counts


def _caption(s: State) -> str:
    game = "The Full Yavoch" if s.cards else "Captain Decker's game"
    if s.phase in _SETTING_UP:
        return f"{game} · setting up"
    if s.phase == state.ENDED:
        return f"{game} · drawn" if s.winner == state.DRAWN else f"{game} · {SEAT_NAMES[s.winner]} has won"
    words = f"{game} · turn {s.turns + 1}"
    if s.impact != state.UNARMED:
        words += f" · {title(IMPACTS[s.impact])}"
    return words


_HELP = {
    state.OPENING: "It is drawn who sets up first and begins.",
    state.LEVELS: f"The other player sets up on the two opposite; level {MIDDLE} stays empty.",
    state.ROLLING: "The attack is announced.",
    state.SHIFTING: "One position in any direction, or one level along either column.",
    state.BECOMING: "It keeps the rings it has room for.",
    state.DOUBLING: "The double moves as its ship does, to a position without a ship.",
    state.SHARING: f"{counted(state.CLONING_COST, 'ring').capitalize()} is paid; the others are shared.",
    state.JUMPING: "Any empty position of the field.",
    state.DRAWING: "A card is drawn.",
    state.TOPPING: "The back of the next card shows whether an impact comes.",
    state.DISCARDING: f"{state.FULL_HAND + 1} are one too many: it goes face down.",
    state.STRIKING: "An impact lies on top and is turned up.",
    state.FAILING: "Odd numbers lose the whole hand.",
    state.STEALING: "Each draws a card from the other's hand.",
    state.FALLING: f"1 to {EDGE}: two lines of level {MIDDLE}. {EDGE + 1} to {FACES - 1}: a quadrant. 0: its core.",
}


def _help(s: State) -> str:
    phase = s.phase
    if phase == state.TURN:
        return _turn_help(s)
    if phase == state.SETTING:
        kind = int(ORDER[s.placed])
        return f"Next is {A_PIECE[kind]}. Like pieces go to ascending positions."
    if phase == state.SPENDING:
        weapon = int(s.defence) if s.defence else int(s.weapon)
        part = title(COMPONENT_NAMES[s.recipe[weapon, s.step]])
        return f"For the {WEAPON_TITLES[weapon]}: now the {part}."
    if phase == state.TARGETING:
        return f"{WEAPON_TITLES[s.weapon]}: a ship in line of sight from {NAMES[s.source]}."
    if phase == state.ASKED:
        return _threat(s)
    if phase == state.ROLLING and s.attack == state.BATTLE and needs_roll(s, int(s.source), int(s.aim)):
        return f"The attacker wins with {strength(s, int(s.aim))} or more."
    return _HELP.get(int(phase), "")


def _turn_help(s: State) -> str:
    if is_starving(s, int(s.turn)):
        return "The Command ship has no ring: it dies if the turn ends so."
    if s.chain != NOWHERE:
        return f"The ring on {NAMES[s.chain]} is used at once, or passed on."
    if s.moved:
        return "Neighbours on a level pass rings; a ship gives and gets one."
    return "One move, then rings may pass."


def _threat(s: State) -> str:
    """What somebody is asked to defend against."""
    if s.attack == state.BLAST:
        return f"The Trych on {NAMES[s.source]} detonates: one ship can be saved."
    kind = PIECE_NAMES[s.on[s.aim] & state.KIND_BITS]
    if s.defence == SELF_DESTRUCT:
        return f"The {kind} on {NAMES[s.aim]} has lost the battle."
    if s.attack == state.SHOT:
        return f"The cannon fires at the {kind} on {NAMES[s.aim]}."
    if s.weapon != state.UNARMED:
        return f"The {WEAPON_TITLES[s.weapon]} is aimed at the {kind} on {NAMES[s.aim]}."
    attacker = PIECE_NAMES[s.on[s.source] & state.KIND_BITS]
    return f"The {attacker} on {NAMES[s.source]} attacks the {kind} on {NAMES[s.aim]}."


def _look(s: State) -> dict[str, Any]:
    """What the board shows besides: the attack under way, the deck, the weapons of the hand, what is still to place."""
    look: dict[str, Any] = {}
    if s.source != NOWHERE:
        look["attack"] = {"from": PLACE_IDS[s.source], "at": PLACE_IDS[s.aim] if s.aim != NOWHERE else None}
    if s.cards:
        look["deck"] = {
            "size": int(s.stack),
            "top": "impact" if s.top else "component",
            "discards": int(s.open.sum()) + int(s.buried[0]) + int(s.buried[1]),
        }
        shown = holders(s)
        if shown:
            look["weapons"] = weapons_of(hand_bytes(s, shown[0]), s.recipe.tobytes())
    if s.phase == state.SETTING:
        look["setting"] = _setting(s)
    return look


def _setting(s: State) -> dict[str, Any]:
    """The pieces still to be placed in their order, and where: for setting up by dragging (YAV-20)."""
    order = [state.KIND_NAMES[int(ORDER[i])] for i in range(int(s.placed), BEFORE_TRYCHS + int(s.trychs))]
    side = LEVELS_OF[side_of(s, int(s.turn))]
    return {"seat": int(s.turn), "order": order, "places": [PLACE_IDS[at] for at in side if not s.on[at]]}


def scene(s: State) -> Scene:
    """What there is to see."""
    on = s.on.tolist()
    counts = _count(on)
    return {
        "caption": _caption(s),
        "pieces": _pieces(s, on),
        "items": _items(s),
        "seats": [_seat_line(s, seat, counts[seat]) for seat in range(state.SEATS)],
        "help": _help(s),
        "look": _look(s),
    }
