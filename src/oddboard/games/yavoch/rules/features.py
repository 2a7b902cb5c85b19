"""Yavoch: what a network learns from.

The field is the same if every digit becomes 6 less itself, and if it is mirrored along the front, or with the offset of
a corner along its diagonal: so every seat sees its own levels as the low ones, and its Command ship in the left half.
Only a die of asteroids strikes a mirrored field otherwise, and no position of it much more often (YAV-63).
"""

from typing import Any

import numpy as np

from oddboard.core.bits import NONE, ONE, bit, lowest, size
from oddboard.core.compiling import rule, table
from oddboard.games.yavoch import state
from oddboard.games.yavoch.cards import WEAPONS
from oddboard.games.yavoch.field import (
    ANY_STEPS,
    ARCHID_FIRST,
    AROUND,
    CORNER,
    EDGE,
    FARTHEST,
    HALF,
    HOPS,
    LEVEL,
    MIDDLE,
    NOWHERE,
    POSITIONS,
    RAY,
    SIDE,
    SQUAM_FIRST,
    WAYS,
    masks,
    place,
    position,
)
from oddboard.games.yavoch.rules.energy import givers
from oddboard.games.yavoch.rules.outlook import (
    DRAWING_SHOT,
    FIRST_RING,
    TURNS_TO_BLAST,
    WORTH,
    attackers,
)
from oddboard.games.yavoch.state import COMMAND, FULL_HAND, FULL_LOAD, NEORNITH, TRYCH, State, command_of

OFFSETS = (SIDE, CORNER)
FIGHTERS = (state.ARCHID, state.SQUAM, NEORNITH)
VICTIMS = TRYCH - state.ARCHID + 1  # kinds of ship that are counted when they can be attacked
PHASES = state.OPENING + 1
MOST_PIECES = 38  # of a side that are listed by their position; only cards can make more
IN_TURNS = 3  # turns in which a Trych that can blast counts as near
# More than so many count as so many.
MANY_RINGS, MANY_ATTACKED, MANY_BLASTED, MANY_TRYCHS, MANY_BEARING, MANY_STEPS, MANY_FEEDERS = 20, 3, 4, 4, 6, 6, 3
MANY_CARDS = FULL_HAND + 1
MANY_BATTLES, SHOTS = 2, 3
FAR_AHEAD = 8  # Trychs
# A network waits until the other comes, and both would; after so many such turns the outlook by hand goes on.
PATIENCE = 20
QUIET_STEP = 10  # turns without destruction that are told apart
QUIETS = state.QUIET_TURNS // QUIET_STEP + 1
MANY_LOOSE = 6

# A side: its pieces by position, fighters without a ring and with one apart.
EMPTY_FIGHTERS = POSITIONS  # first comes its Command ship
LIT_FIGHTERS = EMPTY_FIGHTERS + len(FIGHTERS) * POSITIONS
TRYCHS = LIT_FIGHTERS + len(FIGHTERS) * POSITIONS
GATES = TRYCHS + POSITIONS
MINES = GATES + POSITIONS
# Its energy; how many of its ships can be attacked, by kind, and blasted; what it can do to the other Command ship; and
# what its own has about it. No number stands for none.
COMMAND_RINGS = MINES + POSITIONS
FLEET_RINGS = COMMAND_RINGS + FULL_LOAD
ATTACKED = FLEET_RINGS + MANY_RINGS
BLASTED = ATTACKED + VICTIMS * MANY_ATTACKED
TRYCHS_BLASTED = BLASTED + MANY_BLASTED
BATTLES = TRYCHS_BLASTED + MANY_BLASTED
BLASTERS = BATTLES + SHOTS * (MANY_BATTLES + 1)
BEARING = BLASTERS + IN_TURNS * MANY_TRYCHS
STEPS = BEARING + MANY_BEARING
FEEDERS = STEPS + MANY_STEPS
HELD = FEEDERS + MANY_FEEDERS
A_SIDE = HELD + MANY_CARDS
OWN, OTHER = 0, A_SIDE

ACROSS = 2 * EDGE - 1
APART = 2 * A_SIDE  # where the other Command ship is, seen from one's own
MATERIAL = APART + ACROSS**3
PHASE = MATERIAL + 2 * FAR_AHEAD + 1  # with whose turn it is
DONE = PHASE + 2 * PHASES  # the same: moved, fired, a Trych that may still detonate, a ring that must be used
ATTACK = DONE + 2 * 2**4  # the same: what is attacked and how
QUIET = ATTACK + 2 * (state.WEAPON + 1) * state.KINDS
LOOSE = QUIET + QUIETS
OPTIONS = LOOSE + MANY_LOOSE
ARMED = OPTIONS + 4  # the weapons that one's own hand pays for
FEATURES = ARMED + len(WEAPONS)


def _turned(offset: int, high: bool, flipped: bool, at: int) -> int:
    """A position on a field that is turned so that the high side is the low one, and mirrored."""
    level, bare, circled = place(POSITIONS - 1 - at if high else at)
    if flipped:
        bare, circled = (circled, bare) if offset == CORNER else (bare, EDGE + 1 - circled)
    return position(level, bare, circled)


def _is_flipped(offset: int, high: bool, at: int) -> bool:
    """Whether the field is mirrored for whose Command ship is on a position."""
    _, bare, circled = place(POSITIONS - 1 - at if high else at)
    return circled > bare if offset == CORNER else circled > MIDDLE


def _blasts(offset: int, slow: int) -> list[tuple[int, int]]:
    """For each position what a Trych there can blast in a turn."""
    return [masks(map(int, np.flatnonzero(turns == 1))) for turns in TURNS_TO_BLAST[offset, slow]]


def _blasters(offset: int, slow: int, most: int) -> list[tuple[int, int]]:
    """For each position from where a Trych can blast it in so many turns."""
    return [masks(map(int, np.flatnonzero(turns <= most))) for turns in TURNS_TO_BLAST[offset, slow].T]


def _goes(offset: int, kind: int, at: int) -> set[int]:
    """Where a fighter can go if nothing is in its way."""
    if kind == NEORNITH:
        return {to for to in range(POSITIONS) if int(HOPS[offset, at, to // HALF]) >> (to % HALF) & 1}
    first = ARCHID_FIRST if kind == state.ARCHID else SQUAM_FIRST
    return {int(to) for way in RAY[offset, at, first : first + WAYS] for to in way if to != NOWHERE}


def _bearing(offset: int, kind: int) -> list[tuple[int, int]]:
    """For each position from where a fighter can come to it in two moves, if nothing is in its way."""
    goes = [_goes(offset, kind, at) for at in range(POSITIONS)]
    return [masks(goes[at].union(*(goes[between] for between in goes[at]))) for at in range(POSITIONS)]


TURNED = table(
    [
        [
            [[_turned(offset, high, flip, at) for at in range(POSITIONS)] for flip in (False, True)]
            for high in (False, True)
        ]
        for offset in OFFSETS
    ],
    np.int16,
)
FLIPPED = table(
    [[[_is_flipped(offset, high, at) for at in range(POSITIONS)] for high in (False, True)] for offset in OFFSETS]
)
BLASTS = table([[_blasts(offset, slow) for slow in range(2)] for offset in OFFSETS], np.uint64)
BLASTERS_OF = table(
    [[[_blasters(offset, slow, 1 + i) for i in range(IN_TURNS)] for slow in range(2)] for offset in OFFSETS], np.uint64
)
BEARING_ON = table([[_bearing(offset, kind) for kind in FIGHTERS] for offset in OFFSETS], np.uint64)


@rule
def add_places(left: Any, half: int, first: int, turned: Any, out: Any, count: int, most: int) -> int:
    """Add the positions of a set, in one of the two masks."""
    while left != NONE and count < most:
        out[count] = first + turned[half * HALF + lowest(left)]
        left &= left - ONE
        count += 1
    return count


@rule
def add_pieces(s: State, side: int, first: int, turned: Any, out: Any, count: int) -> int:
    """Add the pieces of a side."""
    most = count + MOST_PIECES
    for half in range(2):
        lit = s.lit[half]
        count = add_places(s.ships[side, COMMAND, half], half, first, turned, out, count, most)
        for kind in FIGHTERS:
            ships = s.ships[side, kind, half]
            block = first + (kind - state.ARCHID) * POSITIONS
            count = add_places(ships & lit, half, block + LIT_FIGHTERS, turned, out, count, most)
            count = add_places(ships & ~lit, half, block + EMPTY_FIGHTERS, turned, out, count, most)
        count = add_places(s.gates[side, half], half, first + GATES, turned, out, count, most)
    for half in range(2):
        count = add_places(s.ships[side, TRYCH, half], half, first + TRYCHS, turned, out, count, most)
    for half in range(2):
        count = add_places(s.mines[side, half], half, first + MINES, turned, out, count, most)
    return count


@rule
def add_number(number: int, many: int, first: int, out: Any, count: int) -> int:
    """Add a number, if there is any."""
    if number > 0:
        out[count] = first + min(number, many) - 1
        count += 1
    return count


@rule
def rings_of(s: State, side: int) -> int:
    """The rings of a side's fleet, its Command ship aside."""
    rings = 0
    for half in range(2):
        left = s.fleet[side, half] & s.lit[half] & ~s.ships[side, COMMAND, half]
        while left != NONE:
            rings += s.rings[half * HALF + lowest(left)]
            left &= left - ONE
    return rings


@rule
def sliders_meet(s: State, side: int, kind: int, first: int) -> Any:
    """What the sliders of a kind meet on their ways, as two masks."""
    low = high = NONE
    for half in range(2):
        left = s.ships[side, kind, half] & s.lit[half]
        while left != NONE:
            at = half * HALF + lowest(left)
            left &= left - ONE
            for way in range(first, first + WAYS):
                for i in range(FARTHEST):
                    to = int(RAY[s.offset, at, way, i])
                    if to == NOWHERE:
                        break
                    if s.on[to] != 0:
                        if to < HALF:
                            low |= bit(to)
                        else:
                            high |= bit(to - HALF)
                        break
    return low, high


@rule
def fighters_meet(s: State, side: int) -> Any:
    """The positions that a side's fighters can attack, if an enemy is there, as two masks."""
    low, high = sliders_meet(s, side, state.ARCHID, ARCHID_FIRST)
    more_low, more_high = sliders_meet(s, side, state.SQUAM, SQUAM_FIRST)
    low |= more_low
    high |= more_high
    for half in range(2):
        left = s.ships[side, NEORNITH, half] & s.lit[half]
        while left != NONE:
            at = half * HALF + lowest(left)
            left &= left - ONE
            low |= HOPS[s.offset, at, 0]
            high |= HOPS[s.offset, at, 1]
    return low, high


@rule
def trychs_blast(s: State, side: int) -> Any:
    """The positions that a side's Trychs can blast in a turn, if nothing is in their way, as two masks."""
    low = high = NONE
    for half in range(2):
        left = s.ships[side, TRYCH, half]
        while left != NONE:
            at = half * HALF + lowest(left)
            left &= left - ONE
            low |= BLASTS[s.offset, s.slow_fuse, at, 0]
            high |= BLASTS[s.offset, s.slow_fuse, at, 1]
    return low, high


@rule
def add_threatened(s: State, side: int, first: int, out: Any, count: int) -> int:
    """Add how many ships of a side the other can attack and blast."""
    low, high = fighters_meet(s, 1 - side)
    for kind in range(state.ARCHID, TRYCH + 1):
        number = size(s.ships[side, kind, 0] & low) + size(s.ships[side, kind, 1] & high)
        block = first + ATTACKED + (kind - state.ARCHID) * MANY_ATTACKED
        count = add_number(number, MANY_ATTACKED, block, out, count)
    low, high = trychs_blast(s, 1 - side)
    trychs = size(s.ships[side, TRYCH, 0] & low) + size(s.ships[side, TRYCH, 1] & high)
    ships = size(s.fleet[side, 0] & low) + size(s.fleet[side, 1] & high) - trychs
    count = add_number(ships, MANY_BLASTED, first + BLASTED, out, count)
    return add_number(trychs, MANY_BLASTED, first + TRYCHS_BLASTED, out, count)


@rule
def add_hunt(s: State, side: int, target: int, first: int, out: Any, count: int) -> int:
    """Add what a side can do to the other Command ship, and what is near it."""
    found = attackers(s, side, target)
    shot = min(found // DRAWING_SHOT, SHOTS - 1)
    out[count] = first + BATTLES + shot * (MANY_BATTLES + 1) + min(found % DRAWING_SHOT, MANY_BATTLES)
    count += 1
    trych_low, trych_high = s.ships[side, TRYCH, 0], s.ships[side, TRYCH, 1]
    for turns in range(IN_TURNS):
        near = BLASTERS_OF[s.offset, s.slow_fuse, turns, target]
        number = size(trych_low & near[0]) + size(trych_high & near[1])
        count = add_number(number, MANY_TRYCHS, first + BLASTERS + turns * MANY_TRYCHS, out, count)
    number = 0
    for kind in FIGHTERS:
        for half in range(2):
            bearing = BEARING_ON[s.offset, kind - state.ARCHID, target, half]
            number += size(s.ships[side, kind, half] & s.lit[half] & bearing)
    return add_number(number, MANY_BEARING, first + BEARING, out, count)


@rule
def add_command(s: State, side: int, at: int, first: int, out: Any, count: int) -> int:
    """Add the rings of a side, the room that its Command ship has to step to, and who can pass it a ring."""
    count = add_number(s.rings[at], FULL_LOAD, first + COMMAND_RINGS, out, count)
    count = add_number(rings_of(s, side), MANY_RINGS, first + FLEET_RINGS, out, count)
    free = feeders = 0
    for half in range(2):
        free += size(ANY_STEPS[s.offset, at, half] & ~state.occupied(s, half))
        feeders += size(AROUND[at, half] & givers(s, side, half))
    count = add_number(free, MANY_STEPS, first + STEPS, out, count)
    count = add_number(feeders, MANY_FEEDERS, first + FEEDERS, out, count)
    return add_number(s.held[side], MANY_CARDS, first + HELD, out, count)


@rule
def material(s: State, seat: int) -> int:
    """By how many Trychs a seat is ahead, fighters with and without a ring aside."""
    worth = 0.0
    for kind in range(state.ARCHID, TRYCH + 1):
        for half in range(2):
            own, other, lit = s.ships[seat, kind, half], s.ships[1 - seat, kind, half], s.lit[half]
            worth += WORTH[kind] * (size(own) - size(other))
            worth += FIRST_RING[kind] * (size(own & lit) - size(other & lit))
    return min(max(int(np.floor(worth + 0.5)), -FAR_AHEAD), FAR_AHEAD)


@rule
def apart(here: int, there: int) -> int:
    """Where a position is, seen from another."""
    levels = there // LEVEL - here // LEVEL + EDGE - 1
    bare = there % LEVEL // EDGE - here % LEVEL // EDGE + EDGE - 1
    return (levels * ACROSS + bare) * ACROSS + there % EDGE - here % EDGE + EDGE - 1


@rule
def add_turn(s: State, seat: int, out: Any, count: int) -> int:
    """Add what is done in this turn, and what is under way. Whether somebody is asked is a secret (YAV-57)."""
    mine = s.turn == seat
    phase = state.ROLLING if s.phase == state.ASKED else int(s.phase)
    done = s.moved + 2 * s.fired + 4 * (s.fuse != NOWHERE) + 8 * (s.chain != NOWHERE)
    out[count] = PHASE + 2 * phase + mine
    out[count + 1] = DONE + 2 * done + mine
    out[count + 2] = QUIET + min(s.quiet // QUIET_STEP, QUIETS - 1)
    count += 3
    if s.attack != state.NO_ATTACK:
        kind = 0 if s.aim == NOWHERE else state.kind_at(s, s.aim)
        out[count] = ATTACK + 2 * (s.attack * state.KINDS + kind) + mine
        count += 1
    return count


@rule
def add_cards(s: State, seat: int, out: Any, count: int) -> int:
    """Add the weapons that one's own hand pays for, and the rings that no ship holds."""
    arms = s.arms[seat, state.ARCHID] | s.arms[seat, state.SQUAM] | s.arms[seat, NEORNITH] | s.arms[seat, TRYCH]
    for weapon in range(len(WEAPONS)):
        if arms >> weapon & 1:
            out[count] = ARMED + weapon
            count += 1
    loose = 0
    for at in range(POSITIONS):
        loose += s.loose[at]
    return add_number(loose, MANY_LOOSE, LOOSE, out, count)


@rule
def add_options(s: State, out: Any, count: int) -> int:
    """Add what is played otherwise than Captain Decker does."""
    count = add_number(s.offset, 1, OPTIONS, out, count)
    count = add_number(s.core, 1, OPTIONS + 1, out, count)
    count = add_number(s.slow_fuse, 1, OPTIONS + 2, out, count)
    return add_number(s.cards, 1, OPTIONS + 3, out, count)


@rule
def is_judged(s: State) -> bool:
    """Whether a network may judge: both have set up, and something is destroyed now and then."""
    set_up = s.phase not in (state.OPENING, state.LEVELS, state.SETTING, state.ENDED)
    return bool(set_up and s.winner == state.NOBODY and s.quiet < PATIENCE)


@rule
def features(s: State, seat: int, out: Any) -> int:
    """Those of a position that a network may judge."""
    if not is_judged(s):
        return 0
    other = 1 - seat
    mine, theirs = command_of(s, seat), command_of(s, other)
    if mine == NOWHERE or theirs == NOWHERE:
        return 0
    high = int(s.low != seat)
    turned = TURNED[s.offset, high, FLIPPED[s.offset, high, mine]]
    out[0] = APART + apart(turned[mine], turned[theirs])
    out[1] = MATERIAL + FAR_AHEAD + material(s, seat)
    count = add_turn(s, seat, out, 2)
    count = add_options(s, out, count)
    if s.cards:
        count = add_cards(s, seat, out, count)
    for side in range(state.SEATS):
        first = OWN if side == seat else OTHER
        count = add_pieces(s, side, first, turned, out, count)
        count = add_threatened(s, side, first, out, count)
        count = add_hunt(s, side, theirs if side == seat else mine, first, out, count)
        count = add_command(s, side, mine if side == seat else theirs, first, out, count)
    return count
