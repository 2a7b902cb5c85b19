"""Yavoch: detonating Trychs (YAV-30, YAV-31, YAV-38)."""

from oddboard.core.bits import NONE, ONE, lowest
from oddboard.core.compiling import rule
from oddboard.games.yavoch.field import AROUND, HALF, NOWHERE
from oddboard.games.yavoch.rules.fleet import destroy_ship, lift_gate, lift_mine
from oddboard.games.yavoch.state import ACTED, State, gate_at, kind_at, mine_at, seat_at


@rule
def blast(s: State) -> None:
    """A Trych destroys itself and all enemies around it but the one saved (YAV-30, YAV-31, YAV-38)."""
    at, enemy = int(s.source), 1 - s.turn
    destroy_ship(s, at)
    for half in range(2):
        left = AROUND[at, half] & (s.fleet[enemy, half] | s.gates[enemy, half] | s.mines[enemy, half])
        while left != NONE:
            victim = half * HALF + lowest(left)
            left &= left - ONE
            s.struck = 1
            if gate_at(s, victim) == enemy:
                lift_gate(s, victim)
            if mine_at(s, victim) == enemy:
                lift_mine(s, victim)
            if victim != s.saved and kind_at(s, victim) != 0 and seat_at(s, victim) == enemy:
                destroy_ship(s, victim)
    s.moved = 1
    s.fuse = NOWHERE
    s.phase = ACTED
