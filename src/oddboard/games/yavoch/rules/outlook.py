"""Yavoch: how the fleets stand, from their ships, rings, and how near each Command ship is to being destroyed."""

from typing import Any

import numpy as np

from oddboard.core.bits import NONE, ONE, lowest, size
from oddboard.core.compiling import rule, table
from oddboard.games.yavoch import state
from oddboard.games.yavoch.field import (
    ALL_WAYS,
    ANY_STEPS,
    AROUND,
    CORNER,
    FARTHEST,
    HALF,
    HOPS,
    NOWHERE,
    POSITIONS,
    RAY,
    SIDE,
    SQUAM_FIRST,
    TRYCH_STEPS,
    within,
)
from oddboard.games.yavoch.rules.energy import givers
from oddboard.games.yavoch.rules.set_ups import first_hopes, is_untouched
from oddboard.games.yavoch.state import State, Work, command_of, kind_at, seat_at

# What a ship is worth, by kind, in Trychs.
WORTH = table([0.0, 0.0, 2.4, 2.0, 2.6, 1.0, 0.0], np.float64)
FIRST_RING = table([0.0, 0.0, 0.8, 0.8, 0.8, 0.1, 0.0], np.float64)  # the one without which a ship is idle
MORE_RINGS = 0.25
SPARE_RING = 0.6  # of a Command ship: the second, with which it can fire and live
GATE_WORTH = 0.4
CARD_WORTH = 0.25
HUNGRY = 2.5  # a Command ship without a ring, when its owner still has a turn to feed it
PASSING = 0.08  # a ring passed for nothing
PLEDGED = 1.5  # rings passed for a shot or a weapon that must follow (YAV-16)
# What a Trych is worth that can blast the other Command ship in so many turns.
LATEST = 6
NEARNESS = table([0.0, 1.6, 1.0, 0.6, 0.35, 0.15, 0.0], np.float64)
EACH_NEAR = table([0.0, 0.5, 0.4, 0.3, 0.2, 0.1, 0.0], np.float64)  # for each that is
BESIDE = 0.5  # each enemy ship that one Trych's blast would take
HALF_SURE = 5.0  # the lead in Trychs with which three games of four are won
WINNING = 0.97  # who can destroy the other Command ship in this turn, without a die
THREATENED = 4.0  # who will be so destroyed in the next turn, if he has still his move
LOST = 14.0  # the same, if he has not
DRAWABLE = 2.0  # who can be hit with the other Command ship's last ring, which draws, if he has still his move
A_BATTLE = 1.2  # a ship that can attack the Command ship, and has three chances of ten
# What `attackers` adds for the cannon: with its last ring it draws (YAV-33), with one to spare it wins.
DRAWING_SHOT, WINNING_SHOT = 100, 200


def _turns_to_blast(offset: int, slow_fuse: bool) -> Any:
    """In how many turns a Trych can blast a position, if nothing is in its way: by steps, and a detonation (YAV-30).

    A slow fuse takes a turn of its own; otherwise the Trych detonates where its last step has brought it.
    """
    steps = [_members(TRYCH_STEPS[offset, at]) for at in range(POSITIONS)]
    turns = np.full((POSITIONS, POSITIONS), LATEST, np.int8)
    for target in range(POSITIONS):
        beside = _members(AROUND[target])
        reached = beside if slow_fuse else beside | {at for at in range(POSITIONS) if beside & steps[at]}
        number = 1
        while reached and number < LATEST:
            turns[list(reached), target] = np.minimum(turns[list(reached), target], number)
            reached = {at for at in range(POSITIONS) if turns[at, target] == LATEST and reached & steps[at]}
            number += 1
    return turns


def _members(masks: Any) -> set[int]:
    return {at for at in range(POSITIONS) if int(masks[at // HALF]) >> (at % HALF) & 1}


TURNS_TO_BLAST = table(
    [[_turns_to_blast(offset, slow) for slow in (False, True)] for offset in (SIDE, CORNER)], np.int8
)


@rule
def strength(s: State, seat: int) -> float:
    """The worth of a seat's fleet."""
    worth = 0.0
    for kind in range(state.ARCHID, state.TRYCH + 1):
        for half in range(2):
            ships = s.ships[seat, kind, half]
            worth += size(ships) * WORTH[kind] + size(ships & s.lit[half]) * FIRST_RING[kind]
    for half in range(2):
        left = s.fleet[seat, half] & s.lit[half]
        while left != NONE:
            worth += (s.rings[half * HALF + lowest(left)] - 1) * MORE_RINGS
            left &= left - ONE
        worth += size(s.gates[seat, half]) * GATE_WORTH
    worth += s.held[seat] * CARD_WORTH
    command = command_of(s, seat)
    if command >= 0:
        if s.rings[command] == 0:
            worth -= HUNGRY
        elif s.rings[command] > 1:
            worth += SPARE_RING
    return float(worth)


@rule
def turns_to_blast(s: State, seat: int, target: int) -> int:
    """In how many turns the nearest Trych of a seat can blast a position."""
    soonest = LATEST
    for half in range(2):
        left = s.ships[seat, state.TRYCH, half]
        while left != NONE:
            soonest = min(soonest, TURNS_TO_BLAST[s.offset, s.slow_fuse, half * HALF + lowest(left), target])
            left &= left - ONE
    return soonest


@rule
def pressure(s: State, seat: int, target: int) -> float:
    """What it is worth that a seat's Trychs are near the other Command ship, and beside other ships."""
    worth = 0.0
    most = 0
    for half in range(2):
        left = s.ships[seat, state.TRYCH, half]
        while left != NONE:
            at = half * HALF + lowest(left)
            worth += EACH_NEAR[TURNS_TO_BLAST[s.offset, s.slow_fuse, at, target]]
            beside = size(AROUND[at, 0] & s.fleet[1 - seat, 0]) + size(AROUND[at, 1] & s.fleet[1 - seat, 1])
            most = max(most, beside)
            left &= left - ONE
    return worth + BESIDE * most


@rule
def has_spare_ring(s: State, seat: int, command: int) -> bool:
    """Whether a Command ship with a ring has another, or a neighbour that can pass it one (YAV-15)."""
    if s.rings[command] > 1:
        return True
    if within(s.got[0], s.got[1], command):
        return False
    return bool((AROUND[command, 0] & givers(s, seat, 0)) | (AROUND[command, 1] & givers(s, seat, 1)) != NONE)


@rule
def attackers(s: State, seat: int, target: int) -> int:
    """How many ships of a seat can move onto a position, and in the hundreds what its cannon can do there."""
    count = 0
    for way in range(ALL_WAYS):
        for i in range(FARTHEST):
            at = int(RAY[s.offset, target, way, i])
            if at == NOWHERE:
                break
            if s.on[at] == 0:
                continue
            if s.on[at] >> state.GATE_SHIFT == 0 and seat_at(s, at) == seat and s.rings[at] > 0:
                kind = kind_at(s, at)
                if kind == state.COMMAND:
                    count += WINNING_SHOT if has_spare_ring(s, seat, at) else DRAWING_SHOT
                elif kind == (state.SQUAM if way >= SQUAM_FIRST else state.ARCHID):
                    count += 1
            break
    for half in range(2):
        count += size(HOPS[s.offset, target, half] & s.ships[seat, state.NEORNITH, half] & s.lit[half])
    return count


@rule
def shot_after_a_step(s: State, seat: int, shooter: int, target: int, already: int) -> int:
    """What a Command ship's cannon can do at a position if the ship first steps into line (YAV-11, YAV-32).

    `already` is what `attackers` says of the seat: a shot without a step is counted there.
    """
    if already >= DRAWING_SHOT or s.rings[shooter] == 0:
        return 0
    low, high = ANY_STEPS[s.offset, shooter, 0], ANY_STEPS[s.offset, shooter, 1]
    for way in range(ALL_WAYS):
        for i in range(FARTHEST):
            at = int(RAY[s.offset, target, way, i])
            if at == NOWHERE or s.on[at] != 0:
                break
            if within(low, high, at):
                return WINNING_SHOT if has_spare_ring(s, seat, shooter) else DRAWING_SHOT
    return 0


@rule
def can_blast_now(s: State, seat: int, target: int, soonest: int) -> bool:
    """Whether a Trych of the seat on turn can still blast a position in this turn (YAV-30)."""
    if not s.moved:
        return soonest == 1
    if s.fuse < 0:
        return False
    return bool((AROUND[target, s.fuse // HALF] >> np.uint64(s.fuse % HALF)) & ONE != NONE)


@rule
def lead(s: State, seat: int) -> float:
    """By how many Trychs the seat on turn is ahead; more than LOST if it destroys the other Command ship."""
    other = 1 - seat
    mine, theirs = command_of(s, seat), command_of(s, other)
    worth = strength(s, seat) - strength(s, other)
    if mine < 0 or theirs < 0:
        return worth
    soonest = turns_to_blast(s, seat, theirs)
    battles = attackers(s, seat, theirs)
    if not s.moved:
        battles += shot_after_a_step(s, seat, mine, theirs, battles)
    if (battles >= WINNING_SHOT and not s.fired) or (s.phase == state.TURN and can_blast_now(s, seat, theirs, soonest)):
        return 2 * LOST
    worth += NEARNESS[soonest] + pressure(s, seat, theirs) - pressure(s, other, mine)
    if not s.moved:
        worth += A_BATTLE * min(battles % DRAWING_SHOT, 1)
    after = turns_to_blast(s, other, mine)
    danger = attackers(s, other, mine)
    worth -= NEARNESS[after] + A_BATTLE * min(danger % DRAWING_SHOT, 2)
    danger += shot_after_a_step(s, other, theirs, mine, danger)
    if after == 1 or danger >= WINNING_SHOT:
        worth -= LOST if s.moved else THREATENED
    elif danger >= DRAWING_SHOT:
        worth = min(worth, 0.0) if s.moved else worth - DRAWABLE
    if s.chain != NOWHERE:
        worth -= PLEDGED
    worth -= PASSING * (size(s.gave[0]) + size(s.gave[1]))
    if battles >= DRAWING_SHOT and not s.fired:
        worth = max(worth, 0.0)  # it can draw whenever it likes
    return float(worth)


@rule
def outlook(s: State, w: Work, out: Any) -> None:
    """Each seat's expected result, from the lead of the seat on turn."""
    if s.winner != state.NOBODY:
        for seat in range(state.SEATS):
            out[seat] = 0.5 if s.winner == state.DRAWN else (1.0 if s.winner == seat else 0.0)
        return
    turn = int(s.turn)
    if s.phase == state.LEVELS or s.phase == state.OPENING:
        out[0] = out[1] = 0.5
        return
    if s.phase == state.SETTING or is_untouched(s):
        out[s.first] = first_hopes(s)
        out[1 - s.first] = 1.0 - out[s.first]
        return
    ahead = lead(s, turn)
    if ahead > LOST:
        out[turn] = WINNING
    else:
        # A lead that destroys nothing melts away, so that whoever is ahead goes on (YAV-40).
        left = 1.0 - s.quiet / state.QUIET_TURNS
        out[turn] = 0.5 + 0.5 * left * ahead / (HALF_SURE + abs(ahead))
    out[1 - turn] = 1.0 - out[turn]
