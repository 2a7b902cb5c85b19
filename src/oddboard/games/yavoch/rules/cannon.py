"""Yavoch: the Command ship's cannon (YAV-32, YAV-33)."""

from typing import Any

from oddboard.core.bits import NONE
from oddboard.core.compiling import rule
from oddboard.games.yavoch.rules.attacks import announce
from oddboard.games.yavoch.rules.energy import end_chain
from oddboard.games.yavoch.rules.fleet import charge, destroy_ship, lift_mine
from oddboard.games.yavoch.rules.reach import SHIPS_AND_MINES, in_line
from oddboard.games.yavoch.state import ACTED, COMMAND, DRAWN, LAST_RING, SHOT, State, command_of, kind_at


@rule
def shots(s: State, seat: int) -> Any:
    """What the cannon would hit if the Command ship had a ring, in this turn (YAV-32)."""
    if s.fired:
        return NONE, NONE
    return in_line(s, command_of(s, seat), SHIPS_AND_MINES)


@rule
def at_enemies(s: State, seat: int, low: Any, high: Any) -> Any:
    """Those of some shots that hit an enemy's ship or mine, for which a ring may be passed before the move (YAV-16)."""
    enemy = 1 - seat
    return low & (s.fleet[enemy, 0] | s.mines[enemy, 0]), high & (s.fleet[enemy, 1] | s.mines[enemy, 1])


@rule
def enemy_shots(s: State, seat: int) -> Any:
    """What of the enemy's the cannon would hit if the Command ship had a ring (YAV-16)."""
    low, high = shots(s, seat)
    return at_enemies(s, seat, low, high)


@rule
def fire(s: State, to: int) -> None:
    """The Command ship fires its cannon for a ring (YAV-32)."""
    command = command_of(s, int(s.turn))
    charge(s, command, s.rings[command] - 1)
    s.fired = 1
    end_chain(s)
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
