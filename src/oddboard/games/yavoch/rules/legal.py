"""Yavoch: the legal decisions.

A player's decisions are written down in bunches, each a set of positions (or of cards, or of numbers) with the
code for the first of them, so that one can be picked without listing all.
"""

from typing import Any

from oddboard.core.bits import NONE, ONE, bit, lowest, nth, size
from oddboard.core.compiling import rule
from oddboard.core.game import CHANCE, OVER
from oddboard.core.randomness import Rng, below
from oddboard.games.yavoch import codes, state
from oddboard.games.yavoch.cards import CARDS, COMPONENTS, OFFENSIVE, SELF_DESTRUCT, SHIPS
from oddboard.games.yavoch.codes import ONE_CODE, WITH_MINES, WITHOUT_MINES, bunch_code
from oddboard.games.yavoch.field import ANY_STEPS, AROUND, EVERYWHERE, FACES, HALF, NOWHERE, within
from oddboard.games.yavoch.formations import FORMATION_NAMES, LOW, ORDER
from oddboard.games.yavoch.rules.cannon import at_enemies, enemy_shots, shots
from oddboard.games.yavoch.rules.defences import savable
from oddboard.games.yavoch.rules.energy import givers, leads, takers
from oddboard.games.yavoch.rules.hands import fill_purse, impacts_left, payer_kind, spendable
from oddboard.games.yavoch.rules.landing import rings_for_mine
from oddboard.games.yavoch.rules.reach import double_reach, powered, reach
from oddboard.games.yavoch.rules.setting import places, side_of
from oddboard.games.yavoch.rules.turn import to_move
from oddboard.games.yavoch.rules.weapons import find_able, most_shared, ring_users, usable, weapon_targets
from oddboard.games.yavoch.state import State, Work, command_of, kind_at, occupied

ALL_FORMATIONS = bit(len(FORMATION_NAMES)) - ONE


@rule
def offer(w: Work, count: int, base: int, each: int, low: Any, high: Any) -> int:
    """Write down a bunch, unless it is empty; how many there are now."""
    many = size(low) + size(high)
    if many == 0:
        return count
    if each == WITH_MINES:
        many *= codes.MINE
    w.first[count] = base
    w.each[count] = each
    w.low[count] = low
    w.high[count] = high
    w.upto[count] = many + (w.upto[count - 1] if count > 0 else 0)
    return count + 1


@rule
def offer_moves(s: State, w: Work, count: int) -> int:
    """The moves of ships, with and without a mine, and of gates (YAV-7 to YAV-14, YAV-18)."""
    seat = int(s.turn)
    gates_low, gates_high = s.gates[0, 0] | s.gates[1, 0], s.gates[0, 1] | s.gates[1, 1]
    for half in range(2):
        gates = gates_low if half == 0 else gates_high
        left = powered(s, seat, half)
        while left != NONE:
            here = left & ~(left - ONE)
            at = half * HALF + lowest(left)
            left ^= here
            low, high = reach(s, at)
            lays = s.rings[at] >= rings_for_mine(s, at) and gates & here == NONE
            count = offer(w, count, codes.move_code(at, 0, 0), WITH_MINES if lays else WITHOUT_MINES, low, high)
    low, high = ~occupied(s, 0), ~occupied(s, 1)
    for half in range(2):
        left = s.gates[seat, half] & ~(s.fleet[0, half] | s.fleet[1, half])
        while left != NONE:
            at = half * HALF + lowest(left)
            left &= left - ONE
            count = offer(
                w,
                count,
                codes.move_code(at, 0, 0),
                WITHOUT_MINES,
                ANY_STEPS[s.offset, at, 0] & low,
                ANY_STEPS[s.offset, at, 1] & high,
            )
    return count


@rule
def offer_transfers(s: State, w: Work, count: int, at: int, low: Any, high: Any) -> int:
    """A ring from a ship to those around it that are in a set."""
    return offer(w, count, codes.shuffle_code(at, 0), ONE_CODE, AROUND[at, 0] & low, AROUND[at, 1] & high)


@rule
def offer_shuffle(s: State, w: Work, count: int) -> int:
    """Transfers after the move, which need no reason (YAV-15)."""
    seat = int(s.turn)
    low, high = takers(s, seat, 0), takers(s, seat, 1)
    for half in range(2):
        left = givers(s, seat, half)
        while left != NONE:
            count = offer_transfers(s, w, count, half * HALF + lowest(left), low, high)
            left &= left - ONE
    return count


@rule
def offer_chains(s: State, w: Work, count: int, low: Any, high: Any) -> int:
    """Transfers before the move that begin a chain to one of the ships that would use its ring (YAV-16)."""
    seat = int(s.turn)
    low, high = low & takers(s, seat, 0), high & takers(s, seat, 1)
    if low | high == NONE:
        return count
    to_low, to_high = leads(s, seat, low, high, NOWHERE)
    for half in range(2):
        left = givers(s, seat, half)
        while left != NONE:
            at = half * HALF + lowest(left)
            left &= left - ONE
            if within(to_low, to_high, at):  # then it might be a link of its own chain
                without_low, without_high = leads(s, seat, low, high, at)
                count = offer_transfers(s, w, count, at, without_low, without_high)
            else:
                count = offer_transfers(s, w, count, at, to_low, to_high)
    return count


@rule
def offer_chain(s: State, w: Work) -> int:
    """The decisions while a chain is under way: use its ring where it is, or pass it on (YAV-16)."""
    seat, at = int(s.turn), int(s.chain)
    count = 0
    low, high = enemy_shots(s, seat)
    shot = low | high != NONE
    if shot and at == command_of(s, seat):
        count = offer(w, count, codes.FIRST_FIRE, ONE_CODE, low, high)
    weapons = find_able(s, w, seat)
    if weapons:
        arms = usable(int(w.able[at]), int(s.rings[at]))
        for weapon in range(OFFENSIVE):
            if arms >> weapon & 1:
                count = offer(w, count, codes.weapon_code(weapon, at), ONE_CODE, ONE, NONE)
    if (s.gave[at >> 6] & bit(at & 63)) == NONE:
        low, high = ring_users(s, w, seat, shot, weapons)
        low, high = leads(s, seat, low, high, NOWHERE)
        count = offer_transfers(s, w, count, at, low, high)
    return count


@rule
def offer_weapons(s: State, w: Work, count: int) -> int:
    """The weapons that ships can use with the rings they have, given w.able (YAV-46, YAV-47)."""
    seat = int(s.turn)
    for weapon in range(OFFENSIVE):
        low = high = NONE
        for half in range(2):
            left = s.fleet[seat, half] & s.lit[half] & ~s.ships[seat, state.COMMAND, half]
            while left != NONE:
                here = left & ~(left - ONE)
                at = half * HALF + lowest(left)
                left ^= here
                if usable(int(w.able[at]), int(s.rings[at])) >> weapon & 1:
                    if half == 0:
                        low |= here
                    else:
                        high |= here
        count = offer(w, count, codes.weapon_code(weapon, 0), ONE_CODE, low, high)
    return count


@rule
def offer_turn(s: State, w: Work) -> int:
    """The decisions of a turn, before the move or after it (YAV-16, YAV-22)."""
    seat = int(s.turn)
    if s.chain != NOWHERE:
        return offer_chain(s, w)
    count = 0
    low, high = shots(s, seat)
    if s.rings[command_of(s, seat)] > 0:
        count = offer(w, count, codes.FIRST_FIRE, ONE_CODE, low, high)
    if s.moved:
        count = offer(w, count, codes.END, ONE_CODE, ONE, NONE)
        if s.fuse != NOWHERE:
            count = offer(w, count, codes.FIRST_DETONATE + s.fuse, ONE_CODE, ONE, NONE)
        return offer_shuffle(s, w, count)
    weapons = find_able(s, w, seat)
    if weapons:
        count = offer_weapons(s, w, count)
    count = offer(
        w, count, codes.FIRST_DETONATE, ONE_CODE, s.ships[seat, state.TRYCH, 0], s.ships[seat, state.TRYCH, 1]
    )
    count = offer_moves(s, w, count)
    low, high = at_enemies(s, seat, low, high)
    shot = low | high != NONE
    if weapons or shot:
        low, high = ring_users(s, w, seat, shot, weapons)
        count = offer_chains(s, w, count, low, high)
    return count


@rule
def offer_setting(s: State, w: Work) -> int:
    """Formations, and the places of the next piece (YAV-20, YAV-21)."""
    count = 0
    if s.placed == 0:  # a formation is a player's first setting decision
        count = offer(w, count, codes.FIRST_FORMATION, ONE_CODE, ALL_FORMATIONS, NONE)
    free = places(s)
    base = codes.place_code(int(ORDER[s.placed]), 0)
    if side_of(s, int(s.turn)) == LOW:
        return offer(w, count, base, ONE_CODE, free, NONE)
    return offer(w, count, base, ONE_CODE, NONE, free)


@rule
def offer_steps(s: State, w: Work) -> int:
    """The decisions of a weapon or a defence under way, and discards."""
    source, weapon = int(s.source), int(s.weapon)
    low = high = NONE
    base = 0
    if s.phase == state.SPENDING:
        base = codes.FIRST_SPEND
        payer, paid = (1 - s.turn, int(s.defence)) if s.defence else (int(s.turn), weapon)
        low = spendable(s, w, payer, paid, int(s.step), payer_kind(s))
    elif s.phase == state.ASKED:
        if s.attack == state.BLAST:
            low, high = savable(s, source)
            return offer(w, offer(w, 0, codes.DECLINE, ONE_CODE, ONE, NONE), codes.FIRST_SAVE, ONE_CODE, low, high)
        base = codes.DECLINE
        answer = codes.DESTRUCT if s.defence == SELF_DESTRUCT else codes.DEFLECT
        low = ONE | bit(answer - codes.DECLINE)
    elif s.phase == state.TARGETING:
        base = codes.FIRST_TARGET
        low, high = weapon_targets(s, source, weapon)
    elif s.phase == state.SHIFTING:
        base = codes.FIRST_SHIFT
        low, high = ANY_STEPS[s.offset, s.aim, 0] & ~occupied(s, 0), ANY_STEPS[s.offset, s.aim, 1] & ~occupied(s, 1)
    elif s.phase == state.BECOMING:
        base = codes.FIRST_BECOME
        low = (bit(len(SHIPS)) - ONE) & ~bit(kind_at(s, int(s.aim)) - state.ARCHID)
    elif s.phase == state.DOUBLING:
        base = codes.FIRST_CLONE
        low, high = double_reach(s, source)
    elif s.phase == state.SHARING:
        base = codes.FIRST_SHARE
        low = bit(most_shared(s) + 1) - bit(1)
    elif s.phase == state.JUMPING:
        base = codes.FIRST_JUMP
        low, high = EVERYWHERE[0] & ~occupied(s, 0), EVERYWHERE[1] & ~occupied(s, 1)
    elif s.phase == state.DISCARDING:
        base = codes.FIRST_DISCARD
        fill_purse(s, w, int(s.turn))
        for card in range(COMPONENTS):
            if w.purse[card] > 0:
                low |= bit(card)
    return offer(w, 0, base, ONE_CODE, low, high)


@rule
def offer_all(s: State, w: Work) -> int:
    """Write down the bunches of what a seat may decide; how many."""
    if s.phase == state.TURN:
        return offer_turn(s, w)
    if s.phase == state.SETTING:
        return offer_setting(s, w)
    if s.phase == state.LEVELS:
        return offer(w, 0, codes.FIRST_LEVELS, ONE_CODE, bit(codes.SIDES) - ONE, NONE)
    return offer_steps(s, w)


@rule
def note(w: Work, count: int, code: int, weight: int) -> int:
    """Write down a decision of chance, unless it cannot happen; how many there are now."""
    if weight == 0:
        return count
    w.code[count] = code
    w.weight[count] = weight
    return count + 1


@rule
def list_chance(s: State, w: Work) -> int:
    """Write down what chance may decide; how many."""
    count = 0
    if s.phase == state.OPENING:
        for seat in range(state.SEATS):
            count = note(w, count, codes.FIRST_OPENER + seat, 1)
    elif s.phase == state.ROLLING or s.phase == state.FAILING or s.phase == state.FALLING:
        seat = int(s.roller) if s.phase == state.FAILING else int(s.turn)
        for face in range(FACES):
            count = note(w, count, codes.die_code(seat, face), 1)
    elif s.phase == state.DRAWING:
        for card in range(COMPONENTS):
            count = note(w, count, codes.FIRST_DRAW + card, int(s.left[card]))
    elif s.phase == state.TOPPING:
        impacts = impacts_left(s)
        count = note(w, count, codes.FIRST_TOP + state.COMPONENT_TOP, s.stack - impacts)
        count = note(w, count, codes.FIRST_TOP + state.IMPACT_TOP, impacts)
    elif s.phase == state.STRIKING:
        for card in range(COMPONENTS, CARDS):
            count = note(w, count, codes.FIRST_IMPACT + card - COMPONENTS, int(s.left[card]))
    elif s.phase == state.STEALING:
        fill_purse(s, w, 1 - s.roller)
        for card in range(COMPONENTS):
            count = note(w, count, codes.steal_code(int(s.roller), card), int(w.purse[card]))
    return count


@rule
def legal(s: State, w: Work) -> int:
    """Write the legal decisions; how many."""
    decider = to_move(s)
    if decider == OVER:
        return 0
    if decider == CHANCE:
        return list_chance(s, w)
    bunches = offer_all(s, w)
    count = 0
    for i in range(bunches):
        base, each = w.first[i], w.each[i]
        for half in range(2):
            left = w.low[i] if half == 0 else w.high[i]
            while left != NONE:
                at = half * HALF + lowest(left)
                left &= left - ONE
                w.code[count] = bunch_code(base, each, at, 0)
                count += 1
                if each == WITH_MINES:
                    w.code[count] = bunch_code(base, each, at, 1)
                    count += 1
    return count


@rule
def pick(s: State, w: Work, rng: Rng) -> int:
    """One legal decision at random, for chance by weight."""
    if to_move(s) == CHANCE:
        total = 0
        count = list_chance(s, w)
        for i in range(count):
            total += w.weight[i]
        left = below(rng, total)
        for i in range(count - 1):
            left -= w.weight[i]
            if left < 0:
                return w.code[i]  # type: ignore[no-any-return]
        return w.code[count - 1]  # type: ignore[no-any-return]
    bunches = offer_all(s, w)
    index = below(rng, w.upto[bunches - 1])
    i = 0
    while w.upto[i] <= index:
        i += 1
    if i > 0:
        index -= w.upto[i - 1]
    each = w.each[i]
    mine = 0
    if each == WITH_MINES:
        mine = index % codes.MINE
        index //= codes.MINE
    lower = size(w.low[i])
    at = nth(w.low[i], index) if index < lower else HALF + nth(w.high[i], index - lower)
    return bunch_code(w.first[i], each, at, mine)
