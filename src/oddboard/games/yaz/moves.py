"""The Baton Races of Yaz: the codes of decisions, and which of them are legal.

The decisions that could be made in a situation are numbered as *slots*; each is looked at by itself. All that are
legal are listed so, and one is picked at random so without looking at the others.
"""

from oddboard.core.compiling import rule
from oddboard.core.game import CHANCE, OVER
from oddboard.core.randomness import Rng, below
from oddboard.games.yaz.acts import (
    NO_STOP,
    POP_PLACES,
    REST,
    board,
    grabber,
    luggant_to_board,
    may_drop,
    may_enter,
    may_land,
    may_pass,
    may_pick,
    may_pop,
    may_set_down,
    nearest_landing,
    pick_up,
    pop,
    pop_place,
    put_baton,
    set_down,
    step,
    stop,
    take_enemy_baton,
    unannounced,
    way_to_stop,
)
from oddboard.games.yaz.ahead import completable, nothing_pending, restore, save
from oddboard.games.yaz.setting import find_fits, may_place, open_ground, room_with
from oddboard.games.yaz.state import (
    BESIDE,
    BULGING,
    DRAWING,
    ENDED,
    HANDING,
    HEXES,
    KEPT,
    KEPT_TOO,
    KINDS,
    NO_LAND,
    NOBODY,
    OUTSIDE,
    PIECES,
    PLACING,
    RACING,
    RUNNERS,
    TOSSING,
    WIDTH,
    State,
    Work,
    distance,
    has_moved,
    is_free,
    nth_of,
    passenger_of,
    size_of,
)

# Codes of decisions, in blocks.
STEP = 0  # piece * HEXES + hex
POP = STEP + PIECES * HEXES  # piece * HEXES + hex
PLACE = POP + PIECES * HEXES  # kind * HEXES + hex
BULGE = PLACE + KINDS * HEXES  # hex, as the next three
BATON = BULGE + HEXES
DROP = BATON + HEXES
POP_BATON = DROP + HEXES
PASS = POP_BATON + HEXES  # piece, as the next two
PICK = PASS + PIECES
BOARD = PICK + PIECES
SETTER = BOARD + PIECES  # seat, as the next
COIN = SETTER + 2
ANNOUNCE = COIN + 2
END = ANNOUNCE + 1
STOP = END + 1
SET_DOWN = STOP + 1
GRAB = SET_DOWN + 1
CODES = GRAB + 1


@rule
def to_move(s: State) -> int:
    """Who decides now; what is popped out is its owner's decision."""
    if s.phase == ENDED:
        return OVER
    if s.phase == DRAWING or s.phase == TOSSING:
        return CHANCE
    if s.pop_baton != NOBODY:
        return s.pop_baton
    if s.pop_seat != NOBODY:
        return s.pop_seat
    return s.turn


@rule
def part_from_passenger(s: State, w: Work, luggant: int) -> None:
    """A loaded Luggant took a baton with no movement left: its passenger must go, or the baton does (YAZ-44)."""
    seat = int(s.turn)
    passenger = passenger_of(s, seat, luggant)
    if not has_moved(s, passenger):
        save(s, w, KEPT_TOO)
        s.cargo[seat, luggant - RUNNERS] = NOBODY
        stop(s, REST)
        s.next = passenger
        if completable(s, w):
            return
        restore(s, w, KEPT_TOO)
    s.pop_baton = 1 - seat


@rule
def act(s: State, w: Work, code: int) -> None:
    """Carry out an open decision of a turn, without what follows of itself."""
    seat = int(s.turn)
    if code < POP:
        step(s, code // HEXES, code % HEXES)
    elif code < PLACE:
        pop(s, (code - POP) % HEXES)
    elif code < POP_BATON:
        s.carrier[seat] = NOBODY
        s.baton_at[seat] = code - DROP
    elif code < PASS:
        put_baton(s, int(s.pop_baton), code - POP_BATON)
    elif code < PICK:
        s.carrier[seat] = code - PASS
        s.given |= 1 << (code - PASS)
    elif code < BOARD:
        pick_up(s, code - PICK)
    elif code < SETTER:
        board(s, code - BOARD)
    elif code == STOP:
        stop(s, way_to_stop(s))
    elif code == SET_DOWN:
        set_down(s)
    elif code == GRAB:
        luggant = grabber(s)
        take_enemy_baton(s, luggant)
        if passenger_of(s, seat, luggant) != NOBODY:
            part_from_passenger(s, w, luggant)


NO, YES, PERHAPS = range(3)  # PERHAPS: if everything pending can still be completed afterwards


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
        return sure(may_place(s, w, (code - PLACE) // HEXES, (code - PLACE) % HEXES))
    if s.phase == BULGING:
        return sure(room_with(s, w, code - BULGE))
    return sure(s.phase != HANDING or code - BATON != s.start[s.turn])


@rule
def pop_verdict(s: State, w: Work, code: int) -> int:
    """Whether what waits to be popped out may be popped there; w.near is set for a passenger."""
    if s.pop_baton != NOBODY:
        return NO if s.terrain[code - POP_BATON] == NO_LAND else YES if s.pop_piece == NOBODY else PERHAPS
    hexagon = (code - POP) % HEXES
    if s.pop_seat != s.turn:
        return sure(distance(s.at[s.pop_seat, s.pop_piece], hexagon) == w.near and may_land(s, hexagon))
    return NO if not may_pop(s, hexagon) else YES if is_free(s, hexagon) else PERHAPS


@rule
def verdict(s: State, w: Work, code: int) -> int:
    """Whether the decision of a slot is legal, as far as that can be said without looking ahead."""
    if s.phase != RACING:
        return setting_verdict(s, w, code)
    if s.pop_baton != NOBODY or s.pop_piece != NOBODY:
        return pop_verdict(s, w, code)
    if code < POP:
        if not may_enter(s, int(s.turn), code // HEXES, code % HEXES):
            return NO
        return YES if is_free(s, code % HEXES) else PERHAPS
    if code == STOP:
        way = way_to_stop(s)
        return YES if way == REST else likely(way != NO_STOP)
    if code == END:
        return sure(s.next == NOBODY)
    if code == ANNOUNCE:
        return sure(s.announce != 0 and s.fresh != 0 and s.last_turn == 0)
    if code < PICK:
        # A pass or a drop changes who must keep off the last bulge, and nothing else that matters here.
        if not (may_pass(s, code - PASS) if code >= PASS else may_drop(s, code - DROP)):
            return NO
        return YES if nothing_pending(s) or not unannounced(s) else PERHAPS
    if code < BOARD:
        return likely(may_pick(s, code - PICK))
    if code < SETTER:
        return YES
    return likely(may_set_down(s) if code == SET_DOWN else grabber(s) != NOBODY)


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
        return 2
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
        return 6
    if s.pop_piece != NOBODY:
        if s.pop_seat == s.turn:
            return POP_PLACES
        w.near = nearest_landing(s)
        return fields
    w.able = 0
    if s.mover != NOBODY:
        if s.left > 0:
            w.able = 1 << s.mover
    elif s.next != NOBODY:
        w.able = 1 << s.next
    else:
        w.able = s.team & ~s.moved & ~s.throttled[s.turn]
    count = size_of(w.able)
    w.able_count = count
    runners = s.counts[0] + s.counts[1] + s.counts[2]
    total = 6 * count + (2 if s.mover == NOBODY else 1)
    if s.carrier[s.turn] != NOBODY:
        total += runners + (6 if s.dropping else 0)
    if s.lugging:
        total += runners + (2 if s.mover != NOBODY else 0)
    if s.dropping:
        total += 1
    return total


@rule
def runner_of(s: State, index: int) -> int:
    """The runner with that index among those a side has."""
    if index < s.counts[0]:
        return index
    index -= s.counts[0]
    return 5 + index if index < s.counts[1] else 10 + index - s.counts[1]


@rule
def hex_of(s: State, index: int) -> int:
    """The hex with that index on the map, row by row."""
    return index // s.columns * WIDTH + index % s.columns


@rule
def setting_slot(s: State, slot: int) -> int:
    """The code of a slot before the race."""
    if s.phase == PLACING:
        fields = s.rows * s.columns
        return PLACE + slot // fields * HEXES + hex_of(s, slot % fields)
    if s.phase == BULGING:
        return BULGE + hex_of(s, slot)
    if s.phase == HANDING:
        return BATON + int(s.bulge[slot])
    return slot + (SETTER if s.phase == DRAWING else COIN)


@rule
def slot_code(s: State, w: Work, slot: int) -> int:
    """The code of a slot, or NOBODY if there is none."""
    if s.phase != RACING:
        return setting_slot(s, slot)
    if s.pop_baton != NOBODY:
        owner = int(s.pop_baton)
        hexagon = int(BESIDE[s.at[1 - owner, s.thief[owner]], slot])
        return NOBODY if hexagon == OUTSIDE else POP_BATON + hexagon
    if s.pop_piece != NOBODY:
        hexagon = pop_place(s, slot) if s.pop_seat == s.turn else hex_of(s, slot)
        return NOBODY if hexagon == OUTSIDE else POP + s.pop_piece * HEXES + hexagon
    if slot < 6 * w.able_count:
        piece = nth_of(w.able, slot // 6)
        hexagon = int(BESIDE[s.at[s.turn, piece], slot % 6])
        return NOBODY if hexagon == OUTSIDE else STEP + piece * HEXES + hexagon
    slot -= 6 * w.able_count
    if s.mover != NOBODY:
        if slot == 0:
            return STOP
        slot -= 1
    else:
        if slot < 2:
            return END if slot == 0 else ANNOUNCE
        slot -= 2
    runners = s.counts[0] + s.counts[1] + s.counts[2]
    if s.carrier[s.turn] != NOBODY:
        if slot < runners:
            return PASS + runner_of(s, slot)
        slot -= runners
        if s.dropping:
            if slot < 6:
                hexagon = int(BESIDE[s.at[s.turn, s.carrier[s.turn]], slot])
                return NOBODY if hexagon == OUTSIDE else DROP + hexagon
            slot -= 6
    if s.lugging:
        if slot < runners:
            return PICK + runner_of(s, slot)
        slot -= runners
        if s.mover != NOBODY:
            if slot == 0:
                return SET_DOWN
            if slot == 1:
                luggant = luggant_to_board(s)
                return NOBODY if luggant == NOBODY else BOARD + luggant
            slot -= 2
    return GRAB


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
