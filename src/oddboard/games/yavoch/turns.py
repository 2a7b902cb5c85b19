"""Yavoch: the end of a turn, the card that is drawn, impacts between turns, and the next turn (YAV-39 to YAV-44)."""

from oddboard.core.bits import NONE, ONE, lowest
from oddboard.core.compiling import rule
from oddboard.games.yavoch.cards import (
    ANOMALY,
    ASTEROID,
    CARDS,
    COMPONENTS,
    DEFECTOR,
    DUMP,
    FAILURE,
    SWARM,
)
from oddboard.games.yavoch.field import CORE, HALF, MIDDLE_LEVEL, STRUCK
from oddboard.games.yavoch.reach import can_move, can_use_weapon, rearm
from oddboard.games.yavoch.state import (
    ACTED,
    CHANGED,
    COMMAND,
    DISCARDING,
    DRAWING,
    DRAWN,
    ENDED,
    FAILING,
    FALLING,
    FULL_HAND,
    IMMOBILE,
    IMPACT_TOP,
    LEFT,
    LIMIT,
    NOBODY,
    PASSED,
    QUIET,
    QUIET_TURNS,
    SEATS,
    STARVED,
    STEALING,
    STRIKING,
    STRUCK_BY,
    TOPPING,
    TURN,
    UNARMED,
    State,
    Work,
    charge,
    clear_attack,
    clear_turn,
    command_of,
    destroy_ship,
    judge,
    kind_at,
    lift_gate,
    lift_mine,
)

SWARMING = -1  # in the place of a die's face: the whole level


@rule
def close_turn(s: State) -> None:
    """The turn is over: starvation, then the card (YAV-17, YAV-41)."""
    clear_turn(s)
    if s.rings[command_of(s, int(s.turn))] == 0:
        s.winner = 1 - s.turn
        s.ending = STARVED
    s.phase = DRAWING if s.cards and not s.armed else PASSED


@rule
def pass_turn(s: State) -> None:
    """The other player's turn begins, unless the game is drawn (YAV-40)."""
    s.quiet = 0 if s.struck else s.quiet + 1
    s.struck = 0
    s.armed = 0
    s.turns += 1
    if s.quiet >= QUIET_TURNS or s.turns >= s.turn_limit:
        s.winner = DRAWN
        s.ending = QUIET if s.quiet >= QUIET_TURNS else LIMIT
        return
    s.turn = 1 - s.turn
    s.phase = TURN


@rule
def go_on(s: State, w: Work) -> None:
    """After what was decided: the end of the game, or what is decided next."""
    for seat in range(SEATS):
        if s.arms[seat, 0] == CHANGED:
            rearm(s, w, seat)
    if s.phase <= ENDED and s.phase != TOPPING:
        return
    acted, began = s.phase == ACTED, False
    clear_attack(s)
    if s.phase != PASSED:
        judge(s)
    if s.winner == NOBODY:
        if acted:
            s.phase = TURN
        elif s.phase == STRUCK_BY:
            s.phase = TOPPING
        elif s.phase == LEFT:
            close_turn(s)
    if s.phase == PASSED and s.winner == NOBODY:
        pass_turn(s)
        began = True
    if s.winner == NOBODY and (began or (acted and not s.moved)):
        seat = int(s.turn)
        if not can_move(s, seat, acted) and not can_use_weapon(s, w, seat):
            if began:
                s.winner = 1 - s.turn  # no valid move as the turn begins (YAV-39)
                s.ending = IMMOBILE
            else:
                s.moved = 1  # after a shot nothing is left to move (YAV-23)
    if s.winner != NOBODY:
        s.phase = ENDED
        clear_turn(s)
    if s.phase == TOPPING:
        renew(s)  # before it shows what lies on top (YAV-44)


@rule
def renew(s: State) -> None:
    """An empty deck is renewed from the discards (YAV-44)."""
    if s.stack > 0:
        return
    for card in range(CARDS):
        count = int(s.open[card])
        s.open[card] = 0
        if card < COMPONENTS:
            for seat in range(SEATS):
                count += s.down[seat, card]
                s.down[seat, card] = 0
        s.left[card] = count
        s.stack += count
    for seat in range(SEATS):
        s.buried[seat] = 0


@rule
def draw(s: State, card: int) -> None:
    """The player draws a card; then it shows what kind lies on top."""
    seat = int(s.turn)
    s.left[card] -= 1
    s.stack -= 1
    s.hand[seat, card] += 1
    s.held[seat] += 1
    s.arms[seat, 0] = CHANGED
    s.phase = TOPPING


@rule
def bury(s: State, seat: int, card: int) -> None:
    """A card of a hand is discarded face down."""
    s.hand[seat, card] -= 1
    s.held[seat] -= 1
    s.down[seat, card] += 1
    s.buried[seat] += 1
    s.arms[seat, 0] = CHANGED


@rule
def after_card(s: State) -> None:
    """With the deck's top known: a discard at six cards, then impacts, then the next turn."""
    if s.held[s.turn] > FULL_HAND:
        s.phase = DISCARDING
    elif s.top == IMPACT_TOP:
        s.phase = STRIKING
    else:
        s.phase = PASSED


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
        left = CORE[s.core, half] & s.lit[half]
        while left != NONE:
            charge(s, half * HALF + lowest(left), 0)
            left &= left - ONE


@rule
def dump_core(s: State) -> None:
    """Core Dump: ships and gates in the core vanish, and each leaves a loose ring (YAV-61)."""
    for half in range(2):
        left = CORE[s.core, half] & (s.fleet[0, half] | s.fleet[1, half])
        while left != NONE:
            at = half * HALF + lowest(left)
            left &= left - ONE
            destroy_ship(s, at)
            s.loose[at] += 1
        left = CORE[s.core, half] & (s.gates[0, half] | s.gates[1, half])
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
