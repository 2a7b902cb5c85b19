"""Yavoch: what a seat sees of the other's cards and questions, and filling in what it does not (YAV-57)."""

from oddboard.core.bits import NONE, ONE, bit, lowest
from oddboard.core.compiling import rule
from oddboard.core.randomness import Rng, below
from oddboard.games.yavoch import state
from oddboard.games.yavoch.cards import COMPONENTS, DEFLECTOR, FITS, FITS_ALL, SELF_DESTRUCT, WILD
from oddboard.games.yavoch.field import AROUND, HALF, NOWHERE
from oddboard.games.yavoch.rules.battles import needs_roll
from oddboard.games.yavoch.rules.cannon import enemy_shots
from oddboard.games.yavoch.rules.defences import can_defend
from oddboard.games.yavoch.rules.energy import can_bring
from oddboard.games.yavoch.rules.hands import payer_kind, rearm
from oddboard.games.yavoch.rules.reach import can_move
from oddboard.games.yavoch.rules.weapons import find_able, usable
from oddboard.games.yavoch.state import State, Work, command_of


@rule
def pool_pays(s: State, weapon: int, kind: int, seat: int) -> bool:
    """Whether a hidden hand may pay for a weapon: enough cards, and the right ones among those unseen."""
    if s.steps[weapon] > s.held[seat]:
        return False
    missing = 0
    for i in range(s.steps[weapon]):
        first = int(s.recipe[weapon, i]) * FITS
        if s.left[first + kind - state.ARCHID] == 0 and s.left[first + FITS_ALL] == 0:
            missing += 1
    return bool(missing <= s.left[WILD])


@rule
def arm_hidden(s: State, seat: int) -> None:
    """Note the weapons that a hidden hand may pay for."""
    for kind in range(state.ARCHID, state.TRYCH + 1):
        arms = 0
        for weapon in range(SELF_DESTRUCT + 1):
            if pool_pays(s, weapon, kind, seat):
                arms |= 1 << weapon
        s.arms[seat, kind] = arms


@rule
def hide(s: State, seat: int) -> None:
    """Merge the other's hand and what he discarded face down into the deck; forget that he is asked."""
    if not s.cards or s.veil != state.WHOLE:
        return
    s.veil = 1 + seat
    if s.stolen >= 0 and seat >= state.SEATS:
        s.left[s.stolen] += 1
        s.stolen = state.UNSEEN
    for other in range(state.SEATS):
        if other == seat:
            continue
        for card in range(COMPONENTS):
            s.left[card] += s.hand[other, card] + s.down[other, card]
            s.hand[other, card] = 0
            s.down[other, card] = 0
    for other in range(state.SEATS):
        if other != seat:
            arm_hidden(s, other)
    if s.phase == state.ASKED and seat != 1 - s.turn:
        s.phase = state.ROLLING
        s.defence = 0


@rule
def random_unseen(s: State, rng: Rng) -> int:
    """Take a component card at random from those left."""
    total = 0
    for card in range(COMPONENTS):
        total += s.left[card]
    index = below(rng, total)
    for card in range(COMPONENTS):
        index -= s.left[card]
        if index < 0:
            s.left[card] -= 1
            return card
    return state.UNARMED  # not reached: there are as many as are dealt


@rule
def deal_needed(s: State, rng: Rng, seat: int, weapon: int, step: int, kind: int) -> None:
    """Put into a hand cards that pay for a weapon from a step on."""
    for i in range(step, s.steps[weapon]):
        first = int(s.recipe[weapon, i]) * FITS
        fitting, common = int(s.left[first + kind - state.ARCHID]), int(s.left[first + FITS_ALL])
        card = WILD
        if fitting + common > 0:
            card = first + kind - state.ARCHID if below(rng, fitting + common) < fitting else first + FITS_ALL
        s.left[card] -= 1
        s.hand[seat, card] += 1


@rule
def deal_rest(s: State, w: Work, rng: Rng, seat: int) -> None:
    """Fill up a hand with unseen cards to the number that it holds."""
    count = 0
    for card in range(COMPONENTS):
        count += s.hand[seat, card]
    while count < s.held[seat]:
        s.hand[seat, random_unseen(s, rng)] += 1
        count += 1
    rearm(s, w, seat)


@rule
def waits_for_answer(s: State) -> bool:
    """Whether an attack waits that no die decides: then the other must have been asked."""
    if s.phase != state.ROLLING:
        return False
    return not (s.attack == state.BATTLE and needs_roll(s, int(s.source), int(s.aim)))


@rule
def has_shot(s: State, seat: int) -> bool:
    """Whether the chain under way can be brought to the Command ship and a shot (YAV-16)."""
    low, high = enemy_shots(s, seat)
    if low | high == NONE:
        return False
    return s.chain == command_of(s, seat) or can_bring(
        s, seat, s.ships[seat, state.COMMAND, 0], s.ships[seat, state.COMMAND, 1]
    )


@rule
def useful_arms(s: State, w: Work, seat: int, at: int) -> int:
    """The weapons that a ship can use now, or with the ring of the chain under way once it is brought to it."""
    if s.chain == NOWHERE or s.chain == at:
        return usable(int(w.able[at]), int(s.rings[at]))
    low = bit(at) if at < HALF else NONE
    high = bit(at - HALF) if at >= HALF else NONE
    return usable(int(w.able[at]), s.rings[at] + 1) if can_bring(s, seat, low, high) else 0


@rule
def needs_weapon(s: State, seat: int) -> bool:
    """Whether a seat is doing what it can do only with a weapon that its hand pays for."""
    if s.phase == state.TURN and s.turn == seat and not s.moved:
        return not (has_shot(s, seat) if s.chain != NOWHERE else can_move(s, seat, s.fired != 0))
    return s.turn != seat and waits_for_answer(s)


@rule
def needed_weapon(s: State, w: Work, seat: int, rng: Rng) -> int:
    """A weapon and kind of ship, at random, as weapon * 8 + kind, with which a hidden hand explains the position.

    Called with the arms that the unseen cards may give.
    """
    options = 0
    chosen = 0
    for kind in range(state.ARCHID, state.TRYCH + 1):
        found = 0
        for half in range(2):
            left = s.ships[seat, kind, half]
            if s.phase == state.ROLLING:
                left &= s.lit[half]
                if s.attack == state.BLAST:
                    left &= AROUND[s.source, half]
                elif s.aim >> 6 == half:
                    left &= bit(s.aim & 63)
                else:
                    left = NONE
            while left != NONE:
                at = half * HALF + lowest(left)
                left &= left - ONE
                if s.phase == state.TURN:
                    found |= useful_arms(s, w, seat, at)
                else:
                    found |= int(s.arms[seat, kind]) & (1 << DEFLECTOR)
                    if s.attack == state.BATTLE:
                        found |= int(s.arms[seat, kind]) & (1 << SELF_DESTRUCT)
        for weapon in range(SELF_DESTRUCT + 1):
            if found >> weapon & 1:
                options += 1
                if below(rng, options) == 0:
                    chosen = weapon * 8 + kind
    return chosen


@rule
def imagine(s: State, w: Work, seat: int, rng: Rng) -> None:
    """Deal the hidden cards at random, and ask the question that must have been asked."""
    if s.veil == state.WHOLE:
        hide(s, seat)
    if s.veil == state.WHOLE:
        return
    viewer = s.veil - 1
    s.veil = state.WHOLE
    if s.stolen == state.UNSEEN:
        s.stolen = random_unseen(s, rng)
    # The hand that the position asks something of is dealt first: to a spectator both are hidden.
    first = 1 - s.turn if s.phase == state.ROLLING or (s.phase == state.SPENDING and s.defence) else int(s.turn)
    for i in range(state.SEATS):
        other = first if i == 0 else 1 - first
        if other == viewer:
            continue
        weapon, kind = state.UNARMED, 0  # what the hand must pay for
        if i == 0 and s.phase == state.SPENDING:
            weapon = int(s.defence) if s.defence else int(s.weapon)
            kind = payer_kind(s)
        elif needs_weapon(s, other):
            find_able(s, w, other)
            needed = needed_weapon(s, w, other, rng)
            if needed:
                weapon, kind = needed // 8, needed % 8
        if weapon != state.UNARMED:
            deal_needed(s, rng, other, weapon, int(s.step), kind)
        deal_rest(s, w, rng, other)
    for other in range(state.SEATS):
        if other != viewer:
            for _ in range(s.buried[other]):
                s.down[other, random_unseen(s, rng)] += 1
    if viewer != 1 - s.turn and waits_for_answer(s):
        s.phase = state.ASKED
        s.defence = DEFLECTOR
        if s.attack != state.BLAST and not can_defend(s, int(s.aim), DEFLECTOR):
            s.defence = SELF_DESTRUCT
