"""Yavoch: the Command ship's cannon (YAV-32, YAV-33)."""

from oddboard.core.bits import NONE
from oddboard.core.compiling import rule
from oddboard.games.yavoch.rules.attacks import announce
from oddboard.games.yavoch.rules.fleet import charge, destroy_ship, lift_mine
from oddboard.games.yavoch.rules.reach import SHIPS_AND_MINES, in_line
from oddboard.games.yavoch.state import ACTED, COMMAND, DRAWN, LAST_RING, SHOT, State, command_of, kind_at


@rule
def can_shoot(s: State, seat: int) -> bool:
    """Whether a shot is legal at once (YAV-32)."""
    command = command_of(s, seat)
    if s.fired or s.rings[command] == 0:
        return False
    low, high = in_line(s, command, SHIPS_AND_MINES)
    return bool(low | high != NONE)


@rule
def fire(s: State, to: int) -> None:
    """The Command ship fires its cannon for a ring (YAV-32)."""
    command = command_of(s, int(s.turn))
    charge(s, command, s.rings[command] - 1)
    s.fired = 1
    s.pledged = 0
    announce(s, SHOT, command, to)


@rule
def hit(s: State) -> None:
    """A shot destroys what it was fired at (YAV-32, YAV-33)."""
    to = int(s.aim)
    last_ring = s.rings[command_of(s, int(s.turn))] == 0
    if kind_at(s, to) == COMMAND and last_ring:
        s.winner = DRAWN
        s.ending = LAST_RING
    if kind_at(s, to) != 0:
        destroy_ship(s, to)
    else:
        lift_mine(s, to)
        s.struck = 1
    s.phase = ACTED
