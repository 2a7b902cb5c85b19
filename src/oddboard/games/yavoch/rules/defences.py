"""Yavoch: defensive weapons, and who is asked to use one (YAV-55 to YAV-57)."""

from typing import Any

from oddboard.core.bits import NONE, ONE, bit, lowest
from oddboard.core.compiling import rule
from oddboard.games.yavoch.cards import DEFLECTOR
from oddboard.games.yavoch.codes import DECLINE, FIRST_SAVE
from oddboard.games.yavoch.field import AROUND, HALF
from oddboard.games.yavoch.state import BLAST, COMMAND, SPENDING, UNAVENGED, UNOPPOSED, State, kind_at, seat_at


@rule
def can_defend(s: State, at: int, weapon: int) -> bool:
    """Whether the owner of the ship on a position can answer for it with a defensive weapon (YAV-55, YAV-56)."""
    kind = kind_at(s, at)
    return bool(kind > COMMAND and s.rings[at] > 0 and s.arms[seat_at(s, at), kind] >> weapon & 1)


@rule
def savable(s: State, trych: int) -> Any:
    """The enemy ships around a Trych that a Deflector can save from its blast (YAV-55)."""
    enemy = 1 - seat_at(s, trych)
    low = high = NONE
    for half in range(2):
        left = AROUND[trych, half] & s.fleet[enemy, half] & s.lit[half]
        while left != NONE:
            at = half * HALF + lowest(left)
            left &= left - ONE
            if can_defend(s, at, DEFLECTOR):
                if half == 0:
                    low |= bit(at)
                else:
                    high |= bit(at - HALF)
    return low, high


@rule
def is_asked(s: State) -> bool:
    """Whether the enemy's hand allows him to deflect an announced attack (YAV-55, YAV-57)."""
    if not s.cards:
        return False
    if s.attack == BLAST:
        low, high = savable(s, int(s.source))
        return bool(low | high != NONE)
    at = int(s.aim)
    return kind_at(s, at) != 0 and seat_at(s, at) != s.turn and can_defend(s, at, DEFLECTOR)


@rule
def defend(s: State, code: int) -> None:
    """The player not on turn answers an attack (YAV-55, YAV-56)."""
    if code == DECLINE:
        s.phase = UNOPPOSED if s.defence == DEFLECTOR else UNAVENGED
        return
    if code >= FIRST_SAVE:
        s.saved = code - FIRST_SAVE
    s.phase = SPENDING
