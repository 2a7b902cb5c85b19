"""Yavoch: offensive weapons, what they can be aimed at, and what they do (YAV-46 to YAV-54)."""

from typing import Any

from oddboard.core.bits import NONE, ONE, bit, lowest, size
from oddboard.core.compiling import rule
from oddboard.games.yavoch.cards import ABSORBER, CLONING, EVOLUTION, HYPERDRIVE, OFFENSIVE, REVENANT, TORPEDO, TRACTOR
from oddboard.games.yavoch.field import HALF, POSITIONS
from oddboard.games.yavoch.rules.attacks import announce
from oddboard.games.yavoch.rules.energy import end_chain
from oddboard.games.yavoch.rules.fleet import carry, charge, destroy_ship, put_ship, take_loose, transform
from oddboard.games.yavoch.rules.landing import land
from oddboard.games.yavoch.rules.reach import SHIPS_ONLY, double_reach, in_line, shiftable
from oddboard.games.yavoch.state import (
    ACTED,
    ARCHID,
    BECOMING,
    CLONING_COST,
    COMMAND,
    SHIFTING,
    SPENDING,
    TRYCH,
    UNOPPOSED,
    WEAPON,
    State,
    Work,
    kind_at,
    occupied,
    seat_at,
)

OFFENSIVE_ARMS = (1 << OFFENSIVE) - 1  # the offensive ones of a set of weapons
ALL_BUT_CLONING = OFFENSIVE_ARMS & ~(1 << CLONING)


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
    return arms if rings > CLONING_COST else arms & ALL_BUT_CLONING


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
def ring_users(s: State, w: Work, seat: int, shot: bool, weapons: bool) -> Any:
    """The ships that could use one ring more at once: for a shot, or for a weapon that w.able has (YAV-16)."""
    low = high = NONE
    if shot:
        low |= s.ships[seat, COMMAND, 0]
        high |= s.ships[seat, COMMAND, 1]
    if weapons:
        for half in range(2):
            left = s.fleet[seat, half] & ~s.ships[seat, COMMAND, half]
            while left != NONE:
                here = left & ~(left - ONE)
                at = half * HALF + lowest(left)
                left ^= here
                if usable(int(w.able[at]), s.rings[at] + 1):
                    if half == 0:
                        low |= here
                    else:
                        high |= here
    return low, high


@rule
def ready_weapon(s: State, weapon: int, at: int) -> None:
    """A ship is about to use an offensive weapon: its cards are spent first."""
    s.attack = WEAPON
    s.source = at
    s.weapon = weapon
    s.armed = 1
    end_chain(s)
    s.phase = SPENDING


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
def most_shared(s: State) -> int:
    """How many rings at most can go with the double of the ship that is cloned: one at least (YAV-51)."""
    return s.rings[s.source] - CLONING_COST  # type: ignore[no-any-return]


@rule
def share_out(s: State, share: int) -> None:
    """The double of a ship goes its way with its share of the rings (YAV-51)."""
    at, to = int(s.source), int(s.into)
    charge(s, at, s.rings[at] - CLONING_COST - share)
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
