"""Yavoch: setting up, by hand or with a ready-made formation (YAV-20, YAV-21)."""

from typing import Any

from oddboard.core.bits import NONE, bit, has, lowest
from oddboard.core.compiling import rule
from oddboard.games.yavoch.field import POSITIONS
from oddboard.games.yavoch.formations import BEFORE_TRYCHS, FORMATION, HIGH, LAST, LOW, ORDER, ZONE
from oddboard.games.yavoch.rules.fleet import put_gate, put_ship
from oddboard.games.yavoch.state import GATE, SETTING, TRYCH, TURN, State


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
        s.phase = SETTING if s.turn == s.first else TURN
        s.turn = 1 - s.turn


@rule
def place_formation(s: State, formation: int) -> None:
    """Place all pieces of a seat; on the high side every digit is 6 less itself (YAV-21)."""
    mirrored = side_of(s, int(s.turn)) == HIGH
    for i in range(BEFORE_TRYCHS + s.trychs):
        at = int(FORMATION[formation, i])
        place(s, int(ORDER[i]), POSITIONS - 1 - at if mirrored else at)
