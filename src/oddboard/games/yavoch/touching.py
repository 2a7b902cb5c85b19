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
from oddboard.games.yavoch.cards import SHIPS, WEAPONS
from oddboard.games.yavoch.codes import (
    DECLINE,
    DEFLECT,
    DESTRUCT,
    END,
    FIRST_BECOME,
    FIRST_CLONE,
    FIRST_DETONATE,
    FIRST_DIE,
    FIRST_DISCARD,
    FIRST_DRAW,
    FIRST_FIRE,
    FIRST_FORMATION,
    FIRST_JUMP,
    FIRST_LEVELS,
    FIRST_PLACE,
    FIRST_SAVE,
    FIRST_SHARE,
    FIRST_SHIFT,
    FIRST_SHUFFLE,
    FIRST_SPEND,
    FIRST_TARGET,
    FIRST_WEAPON,
)
from oddboard.games.yavoch.field import AROUND, HALF, POSITIONS, named
from oddboard.games.yavoch.hand import card_id
from oddboard.games.yavoch.plain import Plain, plain
from oddboard.games.yavoch.scene import FORMATION_TELLS, GATE_IDS, NAMES, PLACE_IDS, SHIP_IDS
from oddboard.games.yavoch.setting import BEFORE_TRYCHS, FORMATION_NAMES, ORDER, place, side_of
from oddboard.games.yavoch.state import (
    ASKED,
    COMMAND,
    DISCARDING,
    DOUBLING,
    GATE,
    JUMPING,
    KIND_BITS,
    KIND_NAMES,
    LEVELS,
    SEAT_SHIFT,
    SETTING,
    SHIFTING,
    SPENDING,
    TARGETING,
    TURN,
    State,
    positions,
)

ASKS: Mapping[str, str] = {
    "ship": "choose a ship",
    "gate": "",  # unsaid, as rings before the move are: they glow, and the sentence stays short
    "position": "choose a position",
    "weapon": "use a weapon",
    "card": "choose a card",
    "kind": "choose what it becomes",
    "share": "choose how many rings go along",
    "formation": "take a ready formation",
    "button:low": "take the two lowest levels",
    "button:high": "take the two highest levels",
    "button:fire": "fire",
    "button:rings": "",
    "button:detonate": "detonate",
    "button:mine": "leave a mine",
    "button:end": "end your turn",
    "button:deflect": "deflect it",
    "button:destruct": "destroy the ship with its attacker",
    "button:decline": "let it pass",
}


def touches(s: State, code: int) -> list[str]:
    """What is touched, in order, for any decision of a seat."""
    return _touches(plain(s), code)


def _touches(s: Plain, code: int) -> list[str]:
    if code < FIRST_SHUFFLE:
        return _move_touches(s, code)
    if code < FIRST_FIRE:
        at, to = divmod(code - FIRST_SHUFFLE, POSITIONS)
        pair = [SHIP_IDS[at], PLACE_IDS[to]]
        return pair if s.moved else ["button:rings", *pair]
    for first, read in _BLOCKS:
        if code >= first:
            return read(s, code - first)
    raise AssertionError(code)


def _move_touches(s: Plain, code: int) -> list[str]:
    at, to = divmod(code // 2, POSITIONS)
    goes = SHIP_IDS[at] if s.has_ship(at) else GATE_IDS[at]
    return [goes, "button:mine", PLACE_IDS[to]] if code & 1 else [goes, PLACE_IDS[to]]


def _payer(s: Plain) -> int:
    return 1 - s.turn if s.defence else s.turn


_BLOCKS: tuple[tuple[int, Callable[[Plain, int], list[str]]], ...] = (
    (FIRST_PLACE, lambda s, i: [PLACE_IDS[i % POSITIONS]]),
    (FIRST_FORMATION, lambda s, i: [f"formation:{FORMATION_NAMES[i]}"]),
    (FIRST_LEVELS, lambda s, i: [("button:low", "button:high")[i]]),
    (FIRST_DISCARD, lambda s, i: [card_id(s.turn, i)]),
    (FIRST_DRAW, lambda s, i: []),  # chance: nobody touches anything
    (FIRST_SAVE, lambda s, i: [SHIP_IDS[i]]),
    (DEFLECT, lambda s, i: ["button:deflect"]),
    (DESTRUCT, lambda s, i: ["button:destruct"]),
    (DECLINE, lambda s, i: ["button:decline"]),
    (FIRST_JUMP, lambda s, i: [PLACE_IDS[i]]),
    (FIRST_SHARE, lambda s, i: [f"share:{i}"]),
    (FIRST_CLONE, lambda s, i: [PLACE_IDS[i]]),
    (FIRST_BECOME, lambda s, i: [f"kind:{SHIPS[i]}"]),
    (FIRST_SHIFT, lambda s, i: [PLACE_IDS[i]]),
    (FIRST_TARGET, lambda s, i: [SHIP_IDS[i]]),
    (FIRST_SPEND, lambda s, i: [card_id(_payer(s), i)]),
    (FIRST_WEAPON, lambda s, i: [f"weapon:{WEAPONS[i // POSITIONS]}", PLACE_IDS[i % POSITIONS]]),
    (FIRST_DIE, lambda s, i: []),
    (END, lambda s, i: ["button:end"]),
    (FIRST_DETONATE, lambda s, i: ["button:detonate", PLACE_IDS[i]]),
    (FIRST_FIRE, lambda s, i: ["button:fire", PLACE_IDS[i]]),
)


def marks(s: State, code: int) -> list[str]:
    """The positions that a decision was about: they stay where they are, whatever stands on them later."""
    if code < FIRST_SHUFFLE:
        return [PLACE_IDS[each] for each in divmod(code // 2, POSITIONS)]
    if code < FIRST_FIRE:
        return [PLACE_IDS[each] for each in divmod(code - FIRST_SHUFFLE, POSITIONS)]
    if code >= FIRST_PLACE:
        return [PLACE_IDS[(code - FIRST_PLACE) % POSITIONS]]
    about = []
    if FIRST_DIE <= code < FIRST_WEAPON or DECLINE <= code < FIRST_DRAW or FIRST_SPEND <= code < FIRST_DRAW:
        about = [int(s.source), int(s.aim)]  # the attack or the weapon that is under way
    if code < FIRST_DETONATE:
        about = [*positions(*s.ships[s.turn, COMMAND]), code - FIRST_FIRE]
    for first, last in ((FIRST_DETONATE, END), (FIRST_SAVE, FIRST_DRAW), (FIRST_JUMP, DECLINE)):
        if first <= code < last:
            about.append(code - first)
    for first in (FIRST_CLONE, FIRST_SHIFT, FIRST_TARGET):
        if first <= code < first + POSITIONS:
            about.append(code - first)
    if FIRST_WEAPON <= code < FIRST_SPEND:
        about.append((code - FIRST_WEAPON) % POSITIONS)
    return [PLACE_IDS[at] for at in dict.fromkeys(about) if at >= 0]


# Wrong touches

_IN_PLACE = {TARGETING: "target", SHIFTING: "shift", DOUBLING: "clone", JUMPING: "jump"}


def attempt(s: State, touched: Sequence[str]) -> Decision | None:
    """The decision that was probably meant."""
    things = [each.partition(":")[::2] for each in touched]
    where = [name for kind, name in things if kind in ("ship", "gate", "mine", "position", "loose")]
    cards = [name.partition(".")[2].replace(".", ":") for kind, name in things if kind == "card"]
    if s.phase == TURN:
        return _attempt_turn(s, dict.fromkeys(touched), where, [name for kind, name in things if kind == "weapon"])
    if cards and s.phase in (SPENDING, DISCARDING):
        return {"do": "spend" if s.phase == SPENDING else "discard", "card": cards[-1]}
    if not where:
        return None
    if s.phase == SETTING:
        return {"do": "place", "ship": KIND_NAMES[ORDER[s.placed]], "at": where[-1]}
    if s.phase == ASKED:
        return {"do": "defend", "with": "deflector", "ship": where[-1]}
    if s.phase in _IN_PLACE:
        return {"do": _IN_PLACE[int(s.phase)], "at" if s.phase == TARGETING else "to": where[-1]}
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
    return bool(on & KIND_BITS) and on >> SEAT_SHIFT & 1 == s.turn


def _friend_beside(s: State, at: str) -> str:
    """A ship to which a ring could have been meant to go, or the same position if there is none."""
    here = named(at)
    beside = [to for to in positions(*AROUND[here]) if _is_own(s, NAMES[to])]
    return NAMES[beside[0]] if beside else at


def _likely_user(s: State) -> str:
    """A ship other than the Command ship, for a weapon that no ship can use."""
    own = [at for at in positions(*s.fleet[s.turn]) if s.on[at] & KIND_BITS != COMMAND]
    return NAMES[own[0]] if own else ""


# Ready-made set-ups

_chance = random.Random()  # a set-up at random need not come again, and no rule depends on it


def random_setting(s: State) -> list[Mapping[str, Any]]:
    """Place decisions for all pieces that are still to be placed, at random among what is legal (YAV-20)."""
    view = copy(s)
    decisions: list[Mapping[str, Any]] = []
    seat, first = int(s.turn), HALF if side_of(s, int(s.turn)) else 0
    kinds = [int(ORDER[i]) for i in range(int(s.placed), BEFORE_TRYCHS + int(s.trychs))]
    for kind in dict.fromkeys(kinds):
        left = kinds.count(kind)
        taken = int(view.fleet[seat, first // HALF] | view.gates[seat, first // HALF])
        highest = max(positions(*(view.gates[seat] if kind == GATE else view.ships[seat, kind])), default=-1)
        zone = range(50) if not first else range(75, POSITIONS)
        free = [at for at in zone if at > highest and not taken >> (at - first) & 1]
        for at in sorted(_chance.sample(free, left)):
            place(view, kind, at)
            decisions.append({"do": "place", "ship": KIND_NAMES[kind], "at": NAMES[at]})
    return decisions


def shortcuts(s: State) -> list[Shortcut]:
    """Whole set-ups in one go (YAV-20, YAV-21)."""
    if s.phase == LEVELS:
        low: Decision = {"do": "levels", "at": "low"}
        return [
            {
                "name": f"{formation.capitalize()}, low",
                "tells": f"{tells} On levels 1 and 2.",
                "decisions": [low, {"do": "formation", "name": formation}],
            }
            for formation, tells in zip(FORMATION_NAMES, FORMATION_TELLS, strict=True)
        ]
    if s.phase != SETTING:
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
    whole = "All pieces" if s.placed == 0 else "The pieces that are left"
    return [*ready, {"name": "At random", "tells": f"{whole} at random places.", "decisions": random_setting(s)}]
