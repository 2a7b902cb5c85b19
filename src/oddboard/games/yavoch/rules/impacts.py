"""Yavoch: impacts, which strike between the turns (YAV-44, YAV-58 to YAV-64)."""

from oddboard.core.bits import NONE, ONE, lowest
from oddboard.core.compiling import rule
from oddboard.games.yavoch.cards import ANOMALY, ASTEROID, COMPONENTS, DEFECTOR, DUMP, FAILURE, SWARM
from oddboard.games.yavoch.field import CORE, HALF, MIDDLE_LEVEL, STRUCK
from oddboard.games.yavoch.rules.fleet import charge, destroy_ship, lift_gate, lift_mine
from oddboard.games.yavoch.rules.hands import bury
from oddboard.games.yavoch.state import (
    CHANGED,
    COMMAND,
    FAILING,
    FALLING,
    SEATS,
    STEALING,
    STRUCK_BY,
    UNARMED,
    State,
    kind_at,
)

SWARMING = -1  # in the place of a die's face: the whole level


@rule
def end_impact(s: State) -> None:
    """An impact is carried out, and discarded (YAV-44)."""
    s.open[COMPONENTS + s.impact] += 1
    s.impact = UNARMED
    s.roller = 0
    s.phase = STRUCK_BY


@rule
def steal_next(s: State, seat: int) -> None:
    """The next seat that can steals a card; then the cards stolen are in hand (YAV-59)."""
    while seat < SEATS and s.held[1 - seat] == 0:
        seat += 1
    if seat < SEATS:
        s.roller = seat
        s.phase = STEALING
        return
    if s.stolen >= 0:
        s.hand[0, s.stolen] += 1
        s.held[0] += 1
        s.stolen = UNARMED
    end_impact(s)


@rule
def steal(s: State, seat: int, card: int) -> None:
    """A seat steals a card; seat 0's waits until the other has stolen from the hand as it was."""
    s.hand[1 - seat, card] -= 1
    s.held[1 - seat] -= 1
    if seat == 0:
        s.stolen = card
    else:
        s.hand[1, card] += 1
        s.held[1] += 1
    for other in range(SEATS):
        s.arms[other, 0] = CHANGED
    steal_next(s, seat + 1)


@rule
def fail(s: State, face: int) -> None:
    """A die of Engineering Failure: odd discards the whole hand (YAV-58)."""
    seat = int(s.roller)
    if face & 1:
        for card in range(COMPONENTS):
            while s.hand[seat, card] > 0:
                bury(s, seat, card)
    if seat == 0:
        s.roller = 1
    else:
        end_impact(s)


@rule
def drain_core(s: State) -> None:
    """Core Anomaly: ships in the core lose all rings (YAV-60)."""
    for half in range(2):
        left = CORE[s.offset, s.core, half] & s.lit[half]
        while left != NONE:
            charge(s, half * HALF + lowest(left), 0)
            left &= left - ONE


@rule
def dump_core(s: State) -> None:
    """Core Dump: ships and gates in the core vanish, and each leaves a loose ring (YAV-61)."""
    for half in range(2):
        left = CORE[s.offset, s.core, half] & (s.fleet[0, half] | s.fleet[1, half])
        while left != NONE:
            at = half * HALF + lowest(left)
            left &= left - ONE
            destroy_ship(s, at)
            s.loose[at] += 1
        left = CORE[s.offset, s.core, half] & (s.gates[0, half] | s.gates[1, half])
        while left != NONE:
            at = half * HALF + lowest(left)
            left &= left - ONE
            lift_gate(s, at)
            s.loose[at] += 1
            s.struck = 1


@rule
def asteroids(s: State, face: int) -> None:
    """Either asteroid event on level 3 (YAV-62 to YAV-64); in a SWARMING one ships with a ring survive without it."""
    swarm = face == SWARMING
    for half in range(2):
        hit = MIDDLE_LEVEL[half] if swarm else STRUCK[s.core, face, half]
        commands = (s.ships[0, COMMAND, half] | s.ships[1, COMMAND, half]) & MIDDLE_LEVEL[half]
        left = ((s.fleet[0, half] | s.fleet[1, half]) & hit) | commands
        while left != NONE:
            at = half * HALF + lowest(left)
            left &= left - ONE
            if swarm and s.rings[at] > 0 and kind_at(s, at) != COMMAND:
                charge(s, at, s.rings[at] - 1)
            else:
                destroy_ship(s, at)
        left = hit & (s.gates[0, half] | s.gates[1, half])
        while left != NONE:
            lift_gate(s, half * HALF + lowest(left))
            left &= left - ONE
            s.struck = 1
        left = hit & (s.mines[0, half] | s.mines[1, half])
        while left != NONE:
            lift_mine(s, half * HALF + lowest(left))
            left &= left - ONE
            s.struck = 1


@rule
def strike(s: State, impact: int) -> None:
    """An impact is turned up and carried out (YAV-44)."""
    s.left[COMPONENTS + impact] -= 1
    s.stack -= 1
    s.impact = impact
    if impact == FAILURE:
        s.roller = 0
        s.phase = FAILING
    elif impact == DEFECTOR:
        steal_next(s, 0)
    elif impact == ASTEROID:
        s.phase = FALLING
    else:
        if impact == ANOMALY:
            drain_core(s)
        elif impact == DUMP:
            dump_core(s)
        elif impact == SWARM:
            asteroids(s, SWARMING)
        end_impact(s)
