"""The Baton Races of Yaz: which decisions are legal.

The decisions that could be made in a situation are numbered as *slots*; each is looked at by itself. All that are
legal are listed so, and one is picked at random so without looking at the others.
"""

from oddboard.core.compiling import rule
from oddboard.core.randomness import Rng, below
from oddboard.games.yaz.codes import (
    ANNOUNCE,
    BATON,
    BOARD,
    BULGE,
    COIN,
    DROP,
    END,
    PASS,
    PICK,
    PLACE,
    POP,
    POP_BATON,
    SET_DOWN,
    SETTER,
    STEP,
    STOP,
    TO_ANNOUNCE,
    TO_END,
    TO_GRAB,
    TO_SET_DOWN,
    TO_STOP,
    hex_of,
    packed,
    what_of,
    whose_of,
)
from oddboard.games.yaz.rules.acts import act
from oddboard.games.yaz.rules.bars import NOTHING
from oddboard.games.yaz.rules.baton import bar_to_dropping, bar_to_passing, may_enter, unannounced
from oddboard.games.yaz.rules.lugging import bar_to_picking, bar_to_setting_down, luggant_to_board
from oddboard.games.yaz.rules.moves import REST, able, way_to_stop
from oddboard.games.yaz.rules.pending import NO, PERHAPS, YES, completable, nothing_pending, restore, save, steps_on
from oddboard.games.yaz.rules.popping import POP_PLACES, may_land, may_pop, nearest_landing, pop_place
from oddboard.games.yaz.rules.setting import find_fits, may_place, open_ground, room_with
from oddboard.games.yaz.rules.stealing import bar_to_grabbing
from oddboard.games.yaz.state import (
    BESIDE,
    BULGING,
    DRAWING,
    ENDED,
    FIRST_OF,
    FLIBDILL,
    HANDING,
    KEPT,
    KINDS,
    NO_LAND,
    NOBODY,
    OUTSIDE,
    PLACING,
    RACING,
    SEATS,
    SIDES,
    SKADINGLE,
    TARNOSE,
    TOSSING,
    WIDTH,
    State,
    Work,
    distance,
    is_free,
    nth_of,
    size_of,
)


@rule
def sure(open_: bool) -> int:
    """The verdict on what is legal if it is open."""
    return YES if open_ else NO


@rule
def likely(open_: bool) -> int:
    """The verdict on what needs a look ahead if it is open."""
    return PERHAPS if open_ else NO


@rule
def setting_verdict(s: State, w: Work, code: int) -> int:
    """Whether a decision is legal before the race."""
    if s.phase == PLACING:
        return sure(may_place(s, w, whose_of(code), hex_of(code)))
    if s.phase == BULGING:
        return sure(room_with(s, w, hex_of(code)))
    return sure(s.phase != HANDING or hex_of(code) != s.start[s.turn])


@rule
def pop_verdict(s: State, w: Work, hexagon: int) -> int:
    """Whether what waits to be popped out may be popped to a hex; w.near is set for a passenger."""
    if s.pop_baton != NOBODY:
        return NO if s.terrain[hexagon] == NO_LAND else YES if s.pop_piece == NOBODY else PERHAPS
    if s.pop_seat != s.turn:
        return sure(distance(s.at[s.pop_seat, s.pop_piece], hexagon) == w.near and may_land(s, hexagon))
    return NO if not may_pop(s, hexagon) else YES if is_free(s, hexagon) else PERHAPS


@rule
def verdict(s: State, w: Work, code: int) -> int:
    """Whether the decision of a slot is legal, as far as that can be said without looking ahead."""
    if s.phase != RACING:
        return setting_verdict(s, w, code)
    if s.pop_baton != NOBODY or s.pop_piece != NOBODY:
        return pop_verdict(s, w, hex_of(code))
    what = what_of(code)
    if what == STEP:
        if not may_enter(s, int(s.turn), whose_of(code), hex_of(code)):
            return NO
        return YES if is_free(s, hex_of(code)) or steps_on(s, whose_of(code), hex_of(code)) else PERHAPS
    if what == STOP:
        way = way_to_stop(s)
        return YES if way == REST else likely(way >= REST)
    if what == END:
        return sure(s.next == NOBODY)
    if what == ANNOUNCE:
        return sure(s.announce != 0 and s.fresh != 0 and s.last_turn == 0)
    if what == PASS or what == DROP:
        # A pass or a drop changes who must keep off the last bulge, and nothing else that matters here.
        bar = bar_to_passing(s, whose_of(code)) if what == PASS else bar_to_dropping(s, hex_of(code))
        if bar != NOTHING:
            return NO
        return YES if nothing_pending(s) or not unannounced(s) else PERHAPS
    if what == PICK:
        return likely(bar_to_picking(s, whose_of(code)) == NOTHING)
    if what == BOARD:
        return YES
    bar = bar_to_setting_down(s) if what == SET_DOWN else bar_to_grabbing(s)
    return likely(bar == NOTHING)


@rule
def is_legal(s: State, w: Work, code: int) -> bool:
    """Whether the decision of a slot is legal; `slots` has been called for this situation."""
    answer = verdict(s, w, code)
    if answer != PERHAPS:
        return answer == YES
    save(s, w, KEPT)
    act(s, w, code)
    well = completable(s, w)
    restore(s, w, KEPT)
    return well


@rule
def slots(s: State, w: Work) -> int:
    """How many slots there are now; looks up what `slot_code` and `is_legal` need."""
    fields = s.rows * s.columns
    if s.phase == DRAWING or s.phase == TOSSING:
        return SEATS
    if s.phase == BULGING:
        open_ground(s, w, int(s.bulge_gap))
        return fields
    if s.phase == PLACING:
        find_fits(s, w)
        return KINDS * fields
    if s.phase == HANDING:
        return s.bulges
    if s.phase == ENDED:
        return 0
    if s.pop_baton != NOBODY:
        return SIDES
    if s.pop_piece != NOBODY:
        if s.pop_seat == s.turn:
            return POP_PLACES
        w.near = nearest_landing(s)
        return fields
    return turn_slots(s, w)


@rule
def turn_slots(s: State, w: Work) -> int:
    """How many slots there are in a turn when nothing is to be popped out."""
    w.able = able(s)
    count = size_of(w.able)
    w.able_count = count
    runners = runners_of(s)
    total = SIDES * count + (2 if s.mover == NOBODY else 1)
    if s.carrier[s.turn] != NOBODY:
        total += runners + (SIDES if s.dropping else 0)
    if s.lugging:
        total += runners + (2 if s.mover != NOBODY else 0)
    if s.dropping:
        total += 1
    return total


@rule
def runners_of(s: State) -> int:
    """How many runners each side has."""
    return int(s.counts[SKADINGLE] + s.counts[FLIBDILL] + s.counts[TARNOSE])


@rule
def nth_runner(s: State, index: int) -> int:
    """The runner with that index among those a side has."""
    kind = SKADINGLE
    while index >= s.counts[kind]:
        index -= s.counts[kind]
        kind += 1
    return int(FIRST_OF[kind]) + index


@rule
def nth_hex(s: State, index: int) -> int:
    """The hex with that index on the map, row by row."""
    return index // s.columns * WIDTH + index % s.columns


@rule
def setting_slot(s: State, slot: int) -> int:
    """The code of a slot before the race."""
    if s.phase == PLACING:
        fields = s.rows * s.columns
        return packed(PLACE, slot // fields, nth_hex(s, slot % fields))
    if s.phase == BULGING:
        return packed(BULGE, 0, nth_hex(s, slot))
    if s.phase == HANDING:
        return packed(BATON, 0, int(s.bulge[slot]))
    return packed(SETTER if s.phase == DRAWING else COIN, slot, 0)


@rule
def towards(what: int, whose: int, hexagon: int) -> int:
    """The code of a decision about a hex, or NOBODY beyond the edge."""
    return NOBODY if hexagon == OUTSIDE else packed(what, whose, hexagon)


@rule
def slot_code(s: State, w: Work, slot: int) -> int:
    """The code of a slot, or NOBODY if there is none."""
    if s.phase != RACING:
        return setting_slot(s, slot)
    if s.pop_baton != NOBODY:
        owner = int(s.pop_baton)
        return towards(POP_BATON, 0, int(BESIDE[s.at[1 - owner, s.thief[owner]], slot]))
    if s.pop_piece != NOBODY:
        hexagon = pop_place(s, slot) if s.pop_seat == s.turn else nth_hex(s, slot)
        return towards(POP, int(s.pop_piece), hexagon)
    if slot < SIDES * w.able_count:
        piece = nth_of(w.able, slot // SIDES)
        return towards(STEP, piece, int(BESIDE[s.at[s.turn, piece], slot % SIDES]))
    slot -= SIDES * w.able_count
    if s.mover != NOBODY:
        if slot == 0:
            return TO_STOP
        slot -= 1
    else:
        if slot < 2:
            return TO_END if slot == 0 else TO_ANNOUNCE
        slot -= 2
    return baton_slot(s, slot)


@rule
def baton_slot(s: State, slot: int) -> int:
    """The code of a slot after those of moves: passing and dropping, then lugging, then taking the enemy's baton."""
    runners = runners_of(s)
    if s.carrier[s.turn] != NOBODY:
        if slot < runners:
            return packed(PASS, nth_runner(s, slot), 0)
        slot -= runners
        if s.dropping:
            if slot < SIDES:
                return towards(DROP, 0, int(BESIDE[s.at[s.turn, s.carrier[s.turn]], slot]))
            slot -= SIDES
    if s.lugging:
        if slot < runners:
            return packed(PICK, nth_runner(s, slot), 0)
        slot -= runners
        if s.mover != NOBODY:
            if slot == 0:
                return TO_SET_DOWN
            if slot == 1:
                luggant = luggant_to_board(s)
                return NOBODY if luggant == NOBODY else packed(BOARD, luggant, 0)
            slot -= 2
    return TO_GRAB


@rule
def legal(s: State, w: Work) -> int:
    """Write the legal decisions; how many."""
    count = 0
    for slot in range(slots(s, w)):
        code = slot_code(s, w, slot)
        if code != NOBODY and is_legal(s, w, code):
            w.code[count] = code
            count += 1
    if s.phase == DRAWING or s.phase == TOSSING:
        w.weight[0] = 1
        w.weight[1] = 1
    return count


@rule
def pick(s: State, w: Work, rng: Rng) -> int:
    """One legal decision at random: slots are drawn until one is legal."""
    total = slots(s, w)
    while True:
        code = slot_code(s, w, below(rng, total))
        if code != NOBODY and is_legal(s, w, code):
            return code
