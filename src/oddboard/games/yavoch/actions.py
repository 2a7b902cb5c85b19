"""Yavoch: moves and what happens where they end, battles, shots, blasts, weapons and defences (YAV-18 to YAV-56)."""

from oddboard.core.bits import NONE, ONE, bit, lowest
from oddboard.core.compiling import rule
from oddboard.games.yavoch.cards import (
    ABSORBER,
    CLONING,
    DEFLECTOR,
    EVOLUTION,
    HYPERDRIVE,
    REVENANT,
    SELF_DESTRUCT,
    STEPS,
    TORPEDO,
    TRACTOR,
)
from oddboard.games.yavoch.field import AROUND, HALF, NOWHERE
from oddboard.games.yavoch.reach import (
    can_defend,
    is_ram,
    needs_roll,
    savable,
)
from oddboard.games.yavoch.state import (
    ACTED,
    ANNOUNCED,
    ASKED,
    BATTLE,
    BECOMING,
    BLAST,
    CHANGED,
    COMMAND,
    DOUBLING,
    DRAWN,
    FULL_LOAD,
    JUMPING,
    LAST_RING,
    LEFT,
    NOBODY,
    RAM,
    ROLLING,
    SHIFTING,
    SHOT,
    SPENDING,
    TARGETING,
    TRYCH,
    UNAVENGED,
    UNOPPOSED,
    WEAPON,
    WON,
    State,
    carry,
    charge,
    command_of,
    destroy_ship,
    gate_at,
    kind_at,
    lift_gate,
    lift_mine,
    lift_ship,
    mine_at,
    put_gate,
    put_mine,
    put_ship,
    seat_at,
    take_loose,
)

COMMAND_STRENGTH = 7  # rings that an attacked Command ship counts as holding (YAV-25)


@rule
def other_gate(s: State, seat: int, at: int) -> int:
    """A seat's gate that is not on a position, or NOWHERE."""
    for half in range(2):
        left = s.gates[seat, half]
        if at >> 6 == half:
            left &= ~bit(at & 63)
        if left != NONE:
            return half * HALF + lowest(left)
    return NOWHERE


@rule
def land(s: State, at: int) -> int:
    """What a position does to the ship that has just come to it; where the ship is then, or NOWHERE.

    Mines (YAV-19), gates (YAV-35, YAV-36) and loose rings (YAV-61).
    """
    seat, kind = seat_at(s, at), kind_at(s, at)
    mine, gate = mine_at(s, at), gate_at(s, at)
    if mine == 1 - seat:
        lift_mine(s, at)
        destroy_ship(s, at)
        return NOWHERE
    if mine == seat:
        lift_mine(s, at)
        charge(s, at, s.rings[at] + 1)
    if gate == 1 - seat and kind != COMMAND:
        destroy_ship(s, at)
        return NOWHERE
    take_loose(s, at)
    if gate == seat and kind != COMMAND:
        exit_gate = other_gate(s, seat, at)
        if exit_gate != NOWHERE and kind_at(s, exit_gate) == 0:
            carry(s, at, exit_gate)
            take_loose(s, exit_gate)
            return exit_gate
    return at


@rule
def lay_mine(s: State, at: int) -> None:
    """The ship on a position, about to leave it, turns a ring into a mine there (YAV-18)."""
    charge(s, at, s.rings[at] - 1)
    put_mine(s, seat_at(s, at), at)


@rule
def advance(s: State, at: int, to: int, lays: int) -> None:
    """A ship leaves its position for one without a ship, and lands there."""
    if lays:
        lay_mine(s, at)
    carry(s, at, to)
    now = land(s, to)
    s.moved = 1
    if now != NOWHERE and kind_at(s, now) == TRYCH and not s.slow_fuse:
        s.fuse = now
    s.phase = ACTED


@rule
def take_position(s: State) -> None:
    """The attacker has won the battle (YAV-27, YAV-36, YAV-37)."""
    at, to = int(s.source), int(s.aim)
    won = s.rings[to] > 0 and gate_at(s, to) == NOBODY
    destroy_ship(s, to)
    if s.lays:
        lay_mine(s, at)
    if won and s.rings[at] < FULL_LOAD:
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
def roll_battle(s: State, face: int) -> None:
    """The attacker's die: at least the defender's rings win; an attacker that loses ends the turn (YAV-24, YAV-28)."""
    strength = COMMAND_STRENGTH if kind_at(s, int(s.aim)) == COMMAND else int(s.rings[s.aim])
    if face >= strength:
        s.phase = WON
    else:
        destroy_ship(s, int(s.source))
        s.phase = LEFT


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


@rule
def transform(s: State, at: int, seat: int, kind: int) -> None:
    """A ship changes its side or its kind, and keeps the rings it has room for and what it has passed."""
    half, here, rings = at >> 6, bit(at & 63), int(s.rings[at])
    gave, got = s.gave[half] & here, s.got[half] & here
    lift_ship(s, at)
    put_ship(s, seat, kind, at, rings)
    s.gave[half] |= gave
    s.got[half] |= got


@rule
def apply_weapon(s: State) -> None:
    """An offensive weapon does its work on its target (YAV-48 to YAV-54)."""
    weapon, at, to = int(s.weapon), int(s.source), int(s.aim)
    if weapon == TRACTOR or weapon == HYPERDRIVE:
        carry(s, to, int(s.into))
        take_loose(s, int(s.into))
    elif weapon == TORPEDO:
        destroy_ship(s, to)
    elif weapon == ABSORBER:
        charge(s, at, s.rings[at] + s.rings[to])
        charge(s, to, 0)
    else:
        taken = weapon == REVENANT
        transform(s, to, int(s.turn) if taken else seat_at(s, to), kind_at(s, to) if taken else int(s.into))
    s.moved = 1
    s.phase = ACTED


@rule
def announce(s: State, attack: int, source: int, aim: int) -> None:
    """An attack with all its choices made."""
    s.attack = attack
    s.source = source
    s.aim = aim
    s.phase = ANNOUNCED


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
def resolve(s: State) -> None:
    """Carry an attack forward until somebody, or the die, has to decide."""
    if s.phase == ANNOUNCED:
        asked = is_asked(s)
        s.phase = ASKED if asked else UNOPPOSED
        s.defence = DEFLECTOR if asked else 0
    if s.phase == UNOPPOSED:
        s.defence = 0
        if s.attack == BATTLE:
            s.phase = ROLLING if needs_roll(s, int(s.source), int(s.aim)) else WON
        elif s.attack == RAM:
            if s.lays:
                lay_mine(s, int(s.source))
            destroy_both(s)
        elif s.attack == SHOT:
            hit(s)
        elif s.attack == BLAST:
            blast(s)
        else:
            apply_weapon(s)
    if s.phase == WON:
        # Asked after the battle is lost, with or without a roll (YAV-56).
        asked = seat_at(s, int(s.aim)) != s.turn and can_defend(s, int(s.aim), SELF_DESTRUCT)
        s.phase = ASKED if asked else UNAVENGED
        s.defence = SELF_DESTRUCT if asked else 0
    if s.phase == UNAVENGED:
        s.defence = 0
        take_position(s)


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


@rule
def fire(s: State, to: int) -> None:
    """The Command ship fires its cannon for a ring (YAV-32)."""
    command = command_of(s, int(s.turn))
    charge(s, command, s.rings[command] - 1)
    s.fired = 1
    s.pledged = 0
    announce(s, SHOT, command, to)


@rule
def shuffle(s: State, at: int, to: int) -> None:
    """One ring from ship to ship (YAV-15, YAV-16)."""
    charge(s, at, s.rings[at] - 1)
    charge(s, to, s.rings[to] + 1)
    s.gave[at >> 6] |= bit(at & 63)
    s.got[to >> 6] |= bit(to & 63)
    if s.moved:
        s.fuse = NOWHERE
    else:
        s.pledged = 1


@rule
def ready_weapon(s: State, weapon: int, at: int) -> None:
    """A ship is about to use an offensive weapon: its cards are spent first."""
    s.attack = WEAPON
    s.source = at
    s.weapon = weapon
    s.armed = 1
    s.pledged = 0
    s.phase = SPENDING


@rule
def spend(s: State, card: int) -> None:
    """A card is spent for a component; with the last one the weapon is aimed or the defence works (YAV-46)."""
    payer = 1 - s.turn if s.defence else int(s.turn)
    s.hand[payer, card] -= 1
    s.held[payer] -= 1
    s.arms[payer, 0] = CHANGED
    s.open[card] += 1
    s.step += 1
    weapon = int(s.defence) if s.defence else int(s.weapon)
    if s.step < STEPS[weapon]:
        return
    s.step = 0
    if weapon == DEFLECTOR:
        # YAV-55: nothing moves and the turn is forfeited, but a blast goes on around the ship saved.
        s.phase = UNOPPOSED if s.attack == BLAST else LEFT
    elif weapon == SELF_DESTRUCT:
        destroy_both(s)
    elif weapon == CLONING:
        s.phase = DOUBLING
    elif weapon == HYPERDRIVE:
        s.phase = JUMPING
    else:
        s.phase = TARGETING


@rule
def target(s: State, at: int) -> None:
    """A weapon is aimed."""
    s.aim = at
    if s.weapon == TRACTOR:
        s.phase = SHIFTING
    elif s.weapon == EVOLUTION:
        s.phase = BECOMING
    else:
        announce(s, WEAPON, int(s.source), at)


@rule
def share_out(s: State, share: int) -> None:
    """The double of a ship goes its way with its share of the rings (YAV-51)."""
    at, to = int(s.source), int(s.into)
    charge(s, at, s.rings[at] - 1 - share)
    put_ship(s, seat_at(s, at), kind_at(s, at), to, share)
    land(s, to)
    s.moved = 1
    s.phase = ACTED


@rule
def jump(s: State, to: int) -> None:
    """Hyperdrive shifts its user, which nobody can deflect (YAV-54)."""
    s.aim = s.source
    s.into = to
    s.phase = UNOPPOSED
