"""Yavoch: where ships can go, what they see, and which weapons that lets them use (YAV-7 to YAV-13, YAV-47)."""

from typing import Any

from oddboard.core.bits import NONE, ONE, bit, lowest, size
from oddboard.core.compiling import rule
from oddboard.games.yavoch.cards import (
    ABSORBER,
    CLONING,
    COMPONENTS,
    DEFLECTOR,
    EVOLUTION,
    FITS_ALL,
    HYPERDRIVE,
    OFFENSIVE,
    RECIPE,
    REVENANT,
    SELF_DESTRUCT,
    STEPS,
    TORPEDO,
    TRACTOR,
    WILD,
)
from oddboard.games.yavoch.field import (
    ALL_WAYS,
    ANY_STEPS,
    ARCHID_FIRST,
    AROUND,
    HALF,
    HOPS,
    NOWHERE,
    POSITIONS,
    RAY,
    SQUAM_FIRST,
    TRYCH_STEPS,
    WAYS,
)
from oddboard.games.yavoch.state import (
    ARCHID,
    BLAST,
    COMMAND,
    KIND_BITS,
    MINE_SHIFT,
    NEORNITH,
    SQUAM,
    TRYCH,
    WHOLE,
    State,
    Work,
    command_of,
    gate_at,
    kind_at,
    occupied,
    seat_at,
)

OFFENSIVE_ARMS = (1 << OFFENSIVE) - 1  # the offensive ones of a set of weapons
ALL_BUT_CLONING = OFFENSIVE_ARMS & ~(1 << CLONING)


@rule
def slides(s: State, at: int, first: int) -> Any:
    """The positions that a ship can slide to: as far as the first thing in the way, which it may land on."""
    low = high = NONE
    own_command = (seat_at(s, at) << 3) | COMMAND
    for way in range(first, first + WAYS):
        for far in range(5):
            to = int(RAY[at, way, far])
            if to == NOWHERE:
                break
            on = int(s.on[to])
            if on & 15 == own_command:
                break  # YAV-29
            if to < HALF:
                low |= bit(to)
            else:
                high |= bit(to - HALF)
            if on != 0:
                break
    return low, high


@rule
def reach(s: State, at: int) -> Any:
    """The positions to which the ship on a position can move, if it has the energy (YAV-7 to YAV-11)."""
    kind = kind_at(s, at)
    if kind == ARCHID or kind == SQUAM:
        return slides(s, at, ARCHID_FIRST if kind == ARCHID else SQUAM_FIRST)
    if kind == TRYCH:
        low = TRYCH_STEPS[at, 0] & ~(s.fleet[0, 0] | s.fleet[1, 0] | s.mines[0, 0] | s.mines[1, 0])
        high = TRYCH_STEPS[at, 1] & ~(s.fleet[0, 1] | s.fleet[1, 1] | s.mines[0, 1] | s.mines[1, 1])
        return low, high
    seat = seat_at(s, at)
    if kind == NEORNITH:
        return HOPS[at, 0] & ~s.ships[seat, COMMAND, 0], HOPS[at, 1] & ~s.ships[seat, COMMAND, 1]
    return ANY_STEPS[at, 0] & ~NONE, ANY_STEPS[at, 1] & ~NONE


SHIPS_ONLY, SHIPS_AND_MINES = 0, 1  # what can be hit in a line


@rule
def in_line(s: State, at: int, mines: int) -> Any:
    """The positions of what is first in a line from a position, if it can be hit.

    Ships are what a weapon sees (YAV-47), ships and mines what the cannon destroys (YAV-32).
    """
    low = high = NONE
    for way in range(ALL_WAYS):
        for far in range(5):
            to = int(RAY[at, way, far])
            if to == NOWHERE:
                break
            on = int(s.on[to])
            if on != 0:
                if on & KIND_BITS or (mines and on >> MINE_SHIFT):
                    if to < HALF:
                        low |= bit(to)
                    else:
                        high |= bit(to - HALF)
                break
    return low, high


@rule
def shiftable(s: State, low: Any, high: Any) -> Any:
    """Of ships those with a position beside them, or above or below, that is empty (YAV-48)."""
    empty_low, empty_high = ~occupied(s, 0), ~occupied(s, 1)
    can_low = can_high = NONE
    while low != NONE:
        at = lowest(low)
        low &= low - ONE
        if (ANY_STEPS[at, 0] & empty_low) | (ANY_STEPS[at, 1] & empty_high) != NONE:
            can_low |= bit(at)
    while high != NONE:
        at = lowest(high)
        high &= high - ONE
        if (ANY_STEPS[at + HALF, 0] & empty_low) | (ANY_STEPS[at + HALF, 1] & empty_high) != NONE:
            can_high |= bit(at)
    return can_low, can_high


@rule
def weapon_targets(s: State, at: int, weapon: int) -> Any:
    """What the ship on a position can aim a weapon at (YAV-48 to YAV-53)."""
    low, high = in_line(s, at, SHIPS_ONLY)
    seat = seat_at(s, at)
    if weapon == TRACTOR:
        return shiftable(s, low, high)
    if weapon == EVOLUTION:
        low &= ~(s.ships[0, COMMAND, 0] | s.ships[1, COMMAND, 0])
        high &= ~(s.ships[0, COMMAND, 1] | s.ships[1, COMMAND, 1])
        if at < HALF:
            low |= bit(at)
        else:
            high |= bit(at - HALF)
        return low, high
    low &= s.fleet[1 - seat, 0]
    high &= s.fleet[1 - seat, 1]
    if weapon == ABSORBER:
        return low & s.lit[0], high & s.lit[1]
    if weapon == REVENANT:
        return low & ~s.ships[1 - seat, COMMAND, 0], high & ~s.ships[1 - seat, COMMAND, 1]
    return low, high


@rule
def double_reach(s: State, at: int) -> Any:
    """Where the double of a ship can go: a legal move to a position without a ship (YAV-51)."""
    low, high = reach(s, at)
    return low & ~(s.fleet[0, 0] | s.fleet[1, 0]), high & ~(s.fleet[0, 1] | s.fleet[1, 1])


@rule
def able(s: State, at: int, arms: int) -> int:
    """Those of a set of offensive weapons that a ship could use where it is, rings aside."""
    found = arms & (1 << EVOLUTION)
    if arms & (1 << HYPERDRIVE) and size(occupied(s, 0)) + size(occupied(s, 1)) < POSITIONS:
        found |= 1 << HYPERDRIVE
    if arms & (1 << CLONING):
        low, high = double_reach(s, at)
        if low | high != NONE:
            found |= 1 << CLONING
    aimed = arms & (1 << TRACTOR | 1 << TORPEDO | 1 << ABSORBER | 1 << REVENANT)
    if aimed:
        for weapon in range(OFFENSIVE):
            if aimed >> weapon & 1:
                low, high = weapon_targets(s, at, weapon)
                if low | high != NONE:
                    found |= 1 << weapon
    return found


@rule
def usable(arms: int, rings: int) -> int:
    """Those of the weapons a ship is able to use for which it holds the rings (YAV-46, YAV-51)."""
    if rings == 0:
        return 0
    return arms if rings >= 2 else arms & ALL_BUT_CLONING


@rule
def find_able(s: State, w: Work, seat: int) -> bool:
    """Fill w.able for the ships of a seat, if its hand pays for anything; whether any is able, given the rings."""
    paid = 0
    for kind in range(ARCHID, TRYCH + 1):
        paid |= s.arms[seat, kind]
    if paid & OFFENSIVE_ARMS == 0:
        return False
    found = False
    for half in range(2):
        left = s.fleet[seat, half]
        while left != NONE:
            at = half * HALF + lowest(left)
            left &= left - ONE
            arms = int(s.arms[seat, kind_at(s, at)]) & OFFENSIVE_ARMS
            w.able[at] = able(s, at, arms) if arms else 0
            found = found or w.able[at] != 0
    return found


@rule
def can_use_weapon(s: State, w: Work, seat: int) -> bool:
    """Whether an offensive weapon can be used at once."""
    if not find_able(s, w, seat):
        return False
    for half in range(2):
        left = s.fleet[seat, half] & s.lit[half] & ~s.ships[seat, COMMAND, half]
        while left != NONE:
            at = half * HALF + lowest(left)
            left &= left - ONE
            if usable(int(w.able[at]), int(s.rings[at])):
                return True
    return False


@rule
def can_move(s: State, seat: int, with_gates: bool) -> bool:
    """Whether a ship of a seat, or a gate, can move or detonate."""
    if s.ships[seat, TRYCH, 0] | s.ships[seat, TRYCH, 1] != NONE:
        return True
    for half in range(2):
        left = s.fleet[seat, half] & s.lit[half]
        while left != NONE:
            at = half * HALF + lowest(left)
            left &= left - ONE
            low, high = reach(s, at)
            if low | high != NONE:
                return True
    if with_gates:
        for half in range(2):
            left = s.gates[seat, half] & ~(s.fleet[0, half] | s.fleet[1, half])
            while left != NONE:
                at = half * HALF + lowest(left)
                left &= left - ONE
                if (ANY_STEPS[at, 0] & ~occupied(s, 0)) | (ANY_STEPS[at, 1] & ~occupied(s, 1)) != NONE:
                    return True
    return False


@rule
def can_shoot(s: State, seat: int) -> bool:
    """Whether a shot is legal at once (YAV-32)."""
    command = command_of(s, seat)
    if s.fired or s.rings[command] == 0:
        return False
    low, high = in_line(s, command, SHIPS_AND_MINES)
    return bool(low | high != NONE)


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
def payer_kind(s: State) -> int:
    """The kind of the ship for whose weapon or defence cards are spent."""
    if not s.defence:
        return kind_at(s, int(s.source))
    return kind_at(s, int(s.saved) if s.attack == BLAST else int(s.aim))


@rule
def fill_purse(s: State, w: Work, seat: int) -> None:
    """Write down the cards that a seat has in hand, or in a view in which they are hidden, may have."""
    hidden = s.veil != WHOLE and s.veil != 1 + seat
    for card in range(COMPONENTS):
        w.purse[card] = s.left[card] if hidden else s.hand[seat, card]


@rule
def pays_rest(w: Work, weapon: int, step: int, kind: int, wilds: int) -> bool:
    """Whether the purse pays for the components of a weapon from a step on, with so many wild cards (YAV-46)."""
    missing = 0
    for i in range(step, STEPS[weapon]):
        first = RECIPE[weapon, i] * 5
        if w.purse[first + kind - ARCHID] == 0 and w.purse[first + FITS_ALL] == 0:
            missing += 1
    return missing <= wilds


@rule
def spendable(s: State, w: Work, seat: int, weapon: int, step: int, kind: int) -> Any:
    """The cards, as a mask, that a seat may spend for a component of a weapon (YAV-46)."""
    fill_purse(s, w, seat)
    first = int(RECIPE[weapon, step]) * 5
    wilds = int(w.purse[WILD])
    mask = NONE
    if pays_rest(w, weapon, step + 1, kind, wilds):
        if w.purse[first + kind - ARCHID] > 0:
            mask |= bit(first + kind - ARCHID)
        if w.purse[first + FITS_ALL] > 0:
            mask |= bit(first + FITS_ALL)
    if wilds > 0 and pays_rest(w, weapon, step + 1, kind, wilds - 1):
        mask |= bit(WILD)
    return mask


@rule
def rearm(s: State, w: Work, seat: int) -> None:
    """Note which weapons a hand pays for, after it has changed."""
    fill_purse(s, w, seat)
    wilds = int(w.purse[WILD])
    for kind in range(ARCHID, TRYCH + 1):
        arms = 0
        for weapon in range(SELF_DESTRUCT + 1):
            if STEPS[weapon] <= s.held[seat] and pays_rest(w, weapon, 0, kind, wilds):
                arms |= 1 << weapon
        s.arms[seat, kind] = arms
    s.arms[seat, 0] = 0
