"""Yavoch: setting up, by hand or with a ready-made formation (YAV-6, YAV-20, YAV-21)."""

from typing import Any

import numpy as np

from oddboard.core.bits import NONE, bit, has, lowest
from oddboard.core.compiling import rule, table
from oddboard.games.yavoch.field import POSITIONS, masks, named
from oddboard.games.yavoch.state import (
    ARCHID,
    COMMAND,
    GATE,
    KINDS,
    NEORNITH,
    SETTING,
    SQUAM,
    TRYCH,
    TURN,
    State,
    put_gate,
    put_ship,
)

FORMATIONS: dict[str, str] = {
    "bastion": "112 113 145 121 123 212 214 122 222 224 111 245 211 213 215 223 231 233 235 125 133 151 155 242",
    "phalanx": "132 121 125 113 122 124 143 123 133 232 114 253 221 222 223 224 225 233 241 242 244 245 131 243",
    "lance": "124 113 134 133 143 214 223 115 123 235 125 251 114 135 213 224 233 234 215 222 232 244 242 254",
}
FORMATION_NAMES = tuple(FORMATIONS)
# The kinds in the order in which they are placed; the last ones are as many as the option says.
ORDER_KINDS = (COMMAND, ARCHID, ARCHID, SQUAM, SQUAM, SQUAM, SQUAM, NEORNITH, NEORNITH, NEORNITH, GATE, GATE)
BEFORE_TRYCHS = len(ORDER_KINDS)
MOST_TRYCHS = 12
ORDER = table(ORDER_KINDS + (TRYCH,) * MOST_TRYCHS)
LAST = table([0, 1, 3, 7, 10, 0, 12])  # by kind: pieces placed once all of it are, Trychs aside
_SIDES = (range(50), range(75, POSITIONS))
ZONE = table([masks(side)[number] for number, side in enumerate(_SIDES)], np.uint64)  # all in one mask
LOW, HIGH = 0, 1
FORMATION = table([[named(at) for at in places.split()] for places in FORMATIONS.values()])

assert len(LAST) == KINDS


@rule
def side_of(s: State, seat: int) -> int:
    """LOW or HIGH: the levels on which a seat sets up, and the mask of positions that they are in."""
    return LOW if s.low == seat else HIGH


@rule
def places(s: State) -> Any:
    """Where the next piece may be placed, in the mask of its side (YAV-20)."""
    seat = int(s.turn)
    half = side_of(s, seat)
    kind = int(ORDER[s.placed])
    last = s.trychs + BEFORE_TRYCHS if kind == TRYCH else int(LAST[kind])
    behind = last - s.placed - 1  # others of its kind, that go to higher positions
    free = ZONE[half] & ~(s.fleet[seat, half] | s.gates[seat, half])
    alike = s.gates[seat, half] if kind == GATE else s.ships[seat, kind, half]
    at = 63
    while behind > 0:
        if has(free, at):
            free &= ~bit(at)
            behind -= 1
        at -= 1
    while alike != NONE:  # none below the highest of its kind
        highest = lowest(alike)
        alike &= ~bit(highest)
        free &= ~(bit(highest) | (bit(highest) - bit(0)))
    return free


@rule
def place(s: State, kind: int, at: int) -> None:
    """Place a piece; every ship but a Trych with one ring."""
    if kind == GATE:
        put_gate(s, int(s.turn), at)
    else:
        put_ship(s, int(s.turn), kind, at, 0 if kind == TRYCH else 1)
    s.placed += 1
    if s.placed == BEFORE_TRYCHS + s.trychs:
        s.placed = 0
        s.phase = SETTING if s.turn == 0 else TURN
        s.turn = 1 - s.turn


@rule
def place_formation(s: State, formation: int) -> None:
    """Place all pieces of a seat; on the high side every digit is 6 less itself (YAV-21)."""
    mirrored = side_of(s, int(s.turn)) == HIGH
    for i in range(BEFORE_TRYCHS + s.trychs):
        at = int(FORMATION[formation, i])
        place(s, int(ORDER[i]), POSITIONS - 1 - at if mirrored else at)
