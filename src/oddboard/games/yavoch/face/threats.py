"""Yavoch: ships that the other side could attack, shoot at or blow up, and a Command ship without a ring.

Cards are left out: nobody knows what the other holds.
"""

from collections.abc import Iterator
from typing import Any

from oddboard.core.records import copy
from oddboard.core.scene import Threat
from oddboard.core.sentences import listed
from oddboard.games.yavoch.face.names import SEAT_NAMES, SHIP_IDS, whose
from oddboard.games.yavoch.field import AROUND, HALF, NAMES, POSITIONS
from oddboard.games.yavoch.rules.cannon import enemy_shots
from oddboard.games.yavoch.rules.energy import is_starving
from oddboard.games.yavoch.rules.reach import powered, reach
from oddboard.games.yavoch.state import (
    ENDED,
    KIND_BITS,
    LEVELS,
    OPENING,
    SEATS,
    SETTING,
    TRYCH,
    State,
    command_of,
)

TOLD = 3  # attackers that a note names


def threats(s: State, seat: int | None) -> list[Threat]:
    """What the other side could do in one move to the ships of a seat, or each side to the other's."""
    if s.phase in (OPENING, LEVELS, SETTING, ENDED):
        return []
    fresh = copy(s)
    fresh.fired = 0  # in the next turn the cannon is ready again
    return [each for side in (range(SEATS) if seat is None else (seat,)) for each in _of_side(fresh, side)]


def _of_side(s: State, seat: int) -> list[Threat]:
    enemy, found = 1 - seat, []
    if is_starving(s, seat):
        note = f"It has no ring, and {SEAT_NAMES[seat]} must not end a turn so."
        found.append(Threat(sign="empty", piece=SHIP_IDS[command_of(s, seat)], by=[], note=note))
    own = _whole(*s.fleet[seat])
    targets: dict[int, list[tuple[int, str]]] = {}  # by position: from where, and what could be done
    for at, verb, reached in _dangers(s, enemy):
        for to in _members(reached & own):
            targets.setdefault(to, []).append((at, verb))
    for to, dangers in sorted(targets.items()):
        ways = [f"{whose(s, at)} on {NAMES[at]} can {verb} it" for at, verb in dangers[:TOLD]]
        more = [f"{len(dangers) - TOLD} more can"] if len(dangers) > TOLD else []
        by = [SHIP_IDS[at] for at, _ in dangers]
        found.append(Threat(sign="fire", piece=SHIP_IDS[to], by=by, note=f"{listed([*ways, *more])}."))
    return found


def _dangers(s: State, enemy: int) -> Iterator[tuple[int, str, int]]:
    """From where something could be done, what it is, and the set of positions that it reaches."""
    command = int(command_of(s, enemy))
    if s.rings[command] > 0:
        yield command, "shoot at", _whole(*enemy_shots(s, enemy))
    kinds = s.on.tolist()
    for at in _members(_whole(powered(s, enemy, 0), powered(s, enemy, 1))):
        if kinds[at] & KIND_BITS == TRYCH:
            yield at, "blow up", _AROUND[at]
        else:
            yield at, "attack", _whole(*reach(s, at))


def _whole(low: Any, high: Any) -> int:
    """A set of positions as one number."""
    return int(low) | int(high) << HALF


def _members(positions: int) -> Iterator[int]:
    """The positions of such a set."""
    while positions:
        at = (positions & -positions).bit_length() - 1
        positions &= positions - 1
        yield at


_AROUND = [_whole(*AROUND[at]) for at in range(POSITIONS)]
