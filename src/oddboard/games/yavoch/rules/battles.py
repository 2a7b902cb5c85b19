"""Yavoch: who fights whom, what decides it, and what winner and loser get (YAV-24 to YAV-29, YAV-36, YAV-37)."""

from oddboard.core.compiling import rule
from oddboard.games.yavoch.rules.attacks import announce
from oddboard.games.yavoch.rules.fleet import carry, charge, destroy_ship, lift_gate, put_gate
from oddboard.games.yavoch.rules.landing import advance, land, lay_mine
from oddboard.games.yavoch.state import (
    ACTED,
    BATTLE,
    COMMAND,
    COMMAND_STRENGTH,
    LEFT,
    NOBODY,
    RAM,
    TRYCH,
    WON,
    State,
    gate_at,
    kind_at,
    seat_at,
)


@rule
def needs_roll(s: State, attacker: int, defender: int) -> bool:
    """Whether a battle is decided by the die (YAV-24 to YAV-26)."""
    kind = kind_at(s, defender)
    if kind_at(s, attacker) == COMMAND or kind == TRYCH:
        return False
    return bool(kind == COMMAND or s.rings[defender] > 0)


@rule
def is_ram(s: State, at: int, to: int) -> bool:
    """Whether a ship moves onto an enemy ship on an enemy gate, where both are destroyed (YAV-36)."""
    enemy = 1 - seat_at(s, at)
    return bool(
        kind_at(s, at) != COMMAND and kind_at(s, to) != COMMAND and gate_at(s, to) == enemy and seat_at(s, to) == enemy
    )


@rule
def strength(s: State, at: int) -> int:
    """What an attacker of the ship on a position has to roll at least (YAV-24, YAV-25)."""
    return COMMAND_STRENGTH if kind_at(s, at) == COMMAND else s.rings[at]


@rule
def beats(s: State, face: int) -> bool:
    """Whether the attacker wins the battle under way with a face of the die (YAV-24)."""
    return face >= strength(s, int(s.aim))


@rule
def roll_battle(s: State, face: int) -> None:
    """The attacker's die is rolled; an attacker that loses ends the turn (YAV-28)."""
    if beats(s, face):
        s.phase = WON
    else:
        destroy_ship(s, int(s.source))
        s.phase = LEFT


@rule
def take_position(s: State) -> None:
    """The attacker has won the battle (YAV-27, YAV-36, YAV-37)."""
    at, to = int(s.source), int(s.aim)
    won = s.rings[to] > 0 and gate_at(s, to) == NOBODY
    destroy_ship(s, to)
    if s.lays:
        lay_mine(s, at)
    if won:
        charge(s, at, s.rings[at] + 1)
    carry(s, at, to)
    land(s, to)
    s.moved = 1
    s.phase = ACTED


@rule
def destroy_both(s: State) -> None:
    """Attacker and attacked are gone; the turn goes on."""
    destroy_ship(s, int(s.source))
    destroy_ship(s, int(s.aim))
    s.moved = 1
    s.phase = ACTED


@rule
def move(s: State, at: int, to: int, lays: int) -> None:
    """A ship moves or attacks, or a gate moves (YAV-22)."""
    if kind_at(s, at) == 0:
        lift_gate(s, at)
        put_gate(s, int(s.turn), to)
        s.moved = 1
        s.phase = ACTED
    elif kind_at(s, to) == 0:
        advance(s, at, to, lays)
    else:
        s.lays = lays
        announce(s, RAM if is_ram(s, at, to) else BATTLE, at, to)
