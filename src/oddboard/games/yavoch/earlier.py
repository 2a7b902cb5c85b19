"""Yavoch: what was legal by a rule as it was before, for saved games that are looked at.

Before the move, rings once passed between any neighbours as long as a shot or a weapon was legal afterwards, and then
any shot and any weapon could be used. YAV-16 allows only chains now.
"""

from oddboard.core.game import Refusal
from oddboard.core.records import scratch
from oddboard.games.yavoch import codes
from oddboard.games.yavoch.field import AROUND, NOWHERE
from oddboard.games.yavoch.rules.cannon import shots
from oddboard.games.yavoch.rules.energy import givers
from oddboard.games.yavoch.rules.weapons import find_able, usable
from oddboard.games.yavoch.state import TURN, State, Work, command_of, positions

CHANGED = Refusal("YAV-16", "Rings were passed before the move by a rule that has changed since.")


def was_legal(s: State, code: int) -> Refusal | None:
    """The rule that allowed a decision which is not legal now, if one did."""
    if s.phase != TURN or s.moved:
        return None
    block = codes.block(code)
    if block == codes.FIRST_SHUFFLE:
        return CHANGED if _could_pass(s, codes.shuffle_from(code), codes.shuffle_to(code)) else None
    if s.chain == NOWHERE:
        return None
    if block == codes.FIRST_FIRE:
        could = s.rings[command_of(s, int(s.turn))] > 0 and code - block in positions(*shots(s, int(s.turn)))
        return CHANGED if could else None
    if block == codes.FIRST_WEAPON:
        return CHANGED if _could_use(s, codes.weapon_used(code), codes.weapon_user(code)) else None
    return None


def _could_pass(s: State, at: int, to: int) -> bool:
    """Whether a ring could be passed between two ships but for the chain (YAV-15)."""
    seat = int(s.turn)
    free = positions(*(int(s.fleet[seat, half]) & ~int(s.full[half]) & ~int(s.got[half]) for half in range(2)))
    return (
        at in positions(*(givers(s, seat, half) for half in range(2))) and to in free and to in positions(*AROUND[at])
    )


def _could_use(s: State, weapon: int, at: int) -> bool:
    """Whether a ship could use a weapon but for the chain (YAV-46)."""
    w = scratch(Work)
    own = at in positions(*s.fleet[s.turn])
    return own and find_able(s, w, int(s.turn)) and bool(usable(int(w.able[at]), int(s.rings[at])) >> weapon & 1)
