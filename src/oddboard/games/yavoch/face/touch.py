"""Yavoch: what is touched for a decision, what somebody meant by a wrong touch, and ready-made set-ups.

A ship is touched, then the position that it goes to or attacks. What shares these touches with a move begins with a
button: the cannon, a detonation, rings passed before the move. After the move, rings are all that is left to do with a
ship and a position, so touching them passes one. Whatever may do harm ends with a position, because a page may take
other last touches as made.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from oddboard.core.game import Decision
from oddboard.core.records import copy
from oddboard.core.scene import Shortcut
from oddboard.games.yavoch import codes, state
from oddboard.games.yavoch.cards import SHIPS, WEAPONS
from oddboard.games.yavoch.face.names import A_PIECE, GATE_IDS, LEVEL_NAMES, PLACE_IDS, SHIP_IDS, card_id, title
from oddboard.games.yavoch.face.scene import FORMATION_TELLS
from oddboard.games.yavoch.face.unpacked import Unpacked, unpacked
from oddboard.games.yavoch.field import AROUND, NAMES, named
from oddboard.games.yavoch.formations import BEFORE_TRYCHS, FORMATION_NAMES, LEVELS_OF, LOW, ORDER
from oddboard.games.yavoch.rules.setting import place, side_of
from oddboard.games.yavoch.state import State, positions

ASKS: Mapping[str, str] = {
    "ship": "button:rings>choose the ship that passes a ring on|choose a ship to move",
    "gate": "",  # unsaid, as rings before the move are: they glow, and the sentence stays short
    "position": (
        "button:fire>choose what your cannon hits|button:detonate>choose the Trych that blows up"
        "|button:rings>choose which ship gets the ring of {ship}|button:mine>choose where {ship} goes from its mine"
        "|choose the ship that uses the {weapon}|choose where {ship} goes|choose where {gate} goes|choose a position"
    ),
    "weapon": "use a weapon",
    "card": "choose a card",
    "kind": "choose what it becomes",
    "share": "choose how many rings go along",
    "formation": "take a ready formation",
    "button:low": "take the two lowest levels",
    "button:high": "take the two highest levels",
    "button:fire": "fire your cannon",
    "button:rings": "",
    "button:detonate": "blow up a Trych",
    "button:mine": "leave a mine",
    "button:end": "end your turn",
    "button:deflect": "deflect it",
    "button:destruct": "destroy the ship with its attacker",
    "button:decline": "let it pass",
}


def asks_now(s: State) -> Mapping[str, str]:
    """What a ship, a position or a card is chosen for in this phase."""
    if s.phase == state.TURN:
        rings = {"ship": "choose a ship that passes a ring on", "position": "choose which ship gets the ring of {ship}"}
        shot = "button:fire>choose what your cannon hits|"
        return {**rings, "position": shot + rings["position"]} if s.moved else {}
    if s.phase == state.SETTING:
        return {"position": f"place {A_PIECE[ORDER[s.placed]]} of yours"}
    weapon = title(WEAPONS[s.weapon]) if s.weapon != state.UNARMED else ""
    return {
        state.SPENDING: {"card": "choose the card that you spend"},
        state.DISCARDING: {"card": "you hold too many cards: choose one to discard"},
        state.TARGETING: {"ship": f"choose what the {weapon} is aimed at"},
        state.SHIFTING: {"position": "choose where it is pulled to"},
        state.DOUBLING: {"position": "choose where the double goes"},
        state.JUMPING: {"position": "choose where your ship jumps to"},
        state.ASKED: {"ship": "choose the ship that you save from the blast"},
    }.get(int(s.phase), {})


def touches(s: State, code: int) -> list[str]:
    """What is touched, in order, for any decision of a seat."""
    return _touches(unpacked(s), code)


def _touches(s: Unpacked, code: int) -> list[str]:
    first = codes.block(code)
    read = _READERS.get(first)
    return read(s, code, code - first) if read else []


def _move_touches(s: Unpacked, code: int, _: int) -> list[str]:
    at, to = codes.move_from(code), codes.move_to(code)
    goes = SHIP_IDS[at] if s.kind(at) else GATE_IDS[at]
    return [goes, "button:mine", PLACE_IDS[to]] if codes.move_mine(code) else [goes, PLACE_IDS[to]]


def _ring_touches(s: Unpacked, code: int, _: int) -> list[str]:
    pair = [SHIP_IDS[codes.shuffle_from(code)], PLACE_IDS[codes.shuffle_to(code)]]
    return pair if s.moved else ["button:rings", *pair]


def _payer(s: Unpacked) -> int:
    return 1 - s.turn if s.defence else s.turn


# By the first code of a block, from a code and its number in the block. What chance decides nobody touches.
_READERS: dict[int, Callable[[Unpacked, int, int], list[str]]] = {
    codes.FIRST_MOVE: _move_touches,
    codes.FIRST_SHUFFLE: _ring_touches,
    codes.FIRST_FIRE: lambda s, code, i: ["button:fire", PLACE_IDS[i]],
    codes.FIRST_DETONATE: lambda s, code, i: ["button:detonate", PLACE_IDS[i]],
    codes.END: lambda s, code, i: ["button:end"],
    codes.FIRST_WEAPON: lambda s, code, i: [
        f"weapon:{WEAPONS[codes.weapon_used(code)]}",
        PLACE_IDS[codes.weapon_user(code)],
    ],
    codes.FIRST_SPEND: lambda s, code, i: [card_id(_payer(s), i)],
    codes.FIRST_TARGET: lambda s, code, i: [SHIP_IDS[i]],
    codes.FIRST_SHIFT: lambda s, code, i: [PLACE_IDS[i]],
    codes.FIRST_BECOME: lambda s, code, i: [f"kind:{SHIPS[i]}"],
    codes.FIRST_CLONE: lambda s, code, i: [PLACE_IDS[i]],
    codes.FIRST_SHARE: lambda s, code, i: [f"share:{i}"],
    codes.FIRST_JUMP: lambda s, code, i: [PLACE_IDS[i]],
    codes.DECLINE: lambda s, code, i: ["button:decline"],
    codes.DESTRUCT: lambda s, code, i: ["button:destruct"],
    codes.DEFLECT: lambda s, code, i: ["button:deflect"],
    codes.FIRST_SAVE: lambda s, code, i: [SHIP_IDS[i]],
    codes.FIRST_DISCARD: lambda s, code, i: [card_id(s.turn, i)],
    codes.FIRST_LEVELS: lambda s, code, i: [("button:low", "button:high")[i]],
    codes.FIRST_FORMATION: lambda s, code, i: [f"formation:{FORMATION_NAMES[i]}"],
    codes.FIRST_PLACE: lambda s, code, i: [PLACE_IDS[codes.place_at(code)]],
}
_IN_PLACE = {state.TARGETING: "target", state.SHIFTING: "shift", state.DOUBLING: "clone", state.JUMPING: "jump"}


def attempt(s: State, touched: Sequence[str]) -> Decision | None:
    """The decision that was probably meant."""
    things = [each.partition(":")[::2] for each in touched]
    where = [name for kind, name in things if kind in ("ship", "gate", "mine", "position", "loose")]
    cards = [name.partition(".")[2].replace(".", ":") for kind, name in things if kind == "card"]
    if s.phase == state.TURN:
        return _attempt_turn(s, dict.fromkeys(touched), where, [name for kind, name in things if kind == "weapon"])
    if cards and s.phase in (state.SPENDING, state.DISCARDING):
        return {"do": "spend" if s.phase == state.SPENDING else "discard", "card": cards[-1]}
    if not where:
        return None
    if s.phase == state.SETTING:
        return {"do": "place", "ship": state.KIND_NAMES[ORDER[s.placed]], "at": where[-1]}
    if s.phase == state.ASKED:
        return {"do": "defend", "with": "deflector", "ship": where[-1]}
    if s.phase in _IN_PLACE:
        return {"do": _IN_PLACE[int(s.phase)], "at" if s.phase == state.TARGETING else "to": where[-1]}
    return None


def _attempt_turn(s: State, touched: Mapping[str, None], where: list[str], weapons: list[str]) -> Decision | None:
    if weapons:
        ship = where[-1] if where else _likely_user(s)
        return {"do": "weapon", "weapon": weapons[-1], "ship": ship} if ship else None
    if "button:end" in touched:
        return {"do": "end"}
    if not where:
        return None
    last = where[-1]
    if "button:fire" in touched:
        return {"do": "fire", "at": last}
    if "button:detonate" in touched:
        return {"do": "detonate", "at": last}
    if "button:rings" in touched or (s.moved and _is_own(s, where[0]) and _is_own(s, last)):
        to = last if len(where) > 1 else _friend_beside(s, last)
        return {"do": "shuffle", "from": where[0], "to": to}
    move: Decision = {"do": "move", "from": where[0], "to": last}
    return move | ({"mine": True} if "button:mine" in touched else {})


def _is_own(s: State, at: str) -> bool:
    on = int(s.on[named(at)])
    return bool(on & state.KIND_BITS) and on >> state.SEAT_SHIFT & 1 == s.turn


def _friend_beside(s: State, at: str) -> str:
    """A ship to which a ring could have been meant to go, or the same position if there is none."""
    here = named(at)
    beside = [to for to in positions(*AROUND[here]) if _is_own(s, NAMES[to])]
    return NAMES[beside[0]] if beside else at


def _likely_user(s: State) -> str:
    """A ship other than the Command ship, for a weapon that no ship can use."""
    own = [at for at in positions(*s.fleet[s.turn]) if s.on[at] & state.KIND_BITS != state.COMMAND]
    return NAMES[own[0]] if own else ""


_chance = random.Random()  # a set-up at random need not come again, and no rule depends on it


def random_setting(s: State) -> list[Mapping[str, Any]]:
    """Place decisions for all pieces that are still to be placed, at random among what is legal (YAV-20)."""
    view = copy(s)
    decisions: list[Mapping[str, Any]] = []
    seat = int(s.turn)
    kinds = [int(ORDER[i]) for i in range(int(s.placed), BEFORE_TRYCHS + int(s.trychs))]
    for kind in dict.fromkeys(kinds):
        left = kinds.count(kind)
        highest = max(positions(*(view.gates[seat] if kind == state.GATE else view.ships[seat, kind])), default=-1)
        free = [at for at in LEVELS_OF[side_of(s, seat)] if at > highest and not view.on[at]]
        for at in sorted(_chance.sample(free, left)):
            place(view, kind, at)
            decisions.append({"do": "place", "ship": state.KIND_NAMES[kind], "at": NAMES[at]})
    return decisions


SET_UP = "Set up for me"
SET_UP_TELLS = "One of the ready formations, drawn by lot."


def _any_formation() -> Decision:
    return {"do": "formation", "name": _chance.choice(FORMATION_NAMES)}


def shortcuts(s: State) -> list[Shortcut]:
    """Whole set-ups in one go (YAV-20, YAV-21)."""
    if s.phase == state.LEVELS:
        low: Decision = {"do": "levels", "at": "low"}
        whole: Shortcut = {"name": SET_UP, "tells": SET_UP_TELLS, "decisions": [low, _any_formation()], "again": True}
        formed: list[Shortcut] = [
            {
                "name": f"{formation.capitalize()}, low",
                "tells": f"{tells} On levels {LEVEL_NAMES[LOW]}.",
                "decisions": [low, {"do": "formation", "name": formation}],
            }
            for formation, tells in zip(FORMATION_NAMES, FORMATION_TELLS, strict=True)
        ]
        return [whole, *formed]
    if s.phase != state.SETTING:
        return []
    ready: list[Shortcut] = [
        {
            "name": formation.capitalize(),
            "tells": tells,
            "decisions": [{"do": "formation", "name": formation}],
        }
        for formation, tells in zip(FORMATION_NAMES, FORMATION_TELLS, strict=True)
        if s.placed == 0
    ]
    pieces = "All pieces" if s.placed == 0 else "The pieces that are left"
    random_places = random_setting(s)
    decisions: list[Mapping[str, Any]] = [_any_formation()] if s.placed == 0 else random_places
    return [
        {"name": SET_UP, "tells": SET_UP_TELLS, "decisions": decisions, "again": True},
        *ready,
        {"name": "At random", "tells": f"{pieces} at random places.", "decisions": random_places},
    ]
