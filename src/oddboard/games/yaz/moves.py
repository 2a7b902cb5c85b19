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
    can_begin,
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
    passenger_of,
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
def grab(s: State, w: Work) -> None:
    """A Luggant takes the enemy's baton, and YAZ-44 follows if it is loaded and has no movement left."""
    seat = int(s.turn)
    luggant = grabber(s)
    take_enemy_baton(s, luggant)
    passenger = passenger_of(s, seat, luggant)
    if passenger == NOBODY:
        return
    if not has_moved(s, passenger):
        save(s, w, KEPT_TOO)
        s.rides[seat, passenger] = NOBODY
        s.cargo[seat, luggant - RUNNERS] = NOBODY
        stop(s, REST)
        s.next = passenger
        if completable(s, w):
            return
        restore(s, w, KEPT_TOO)
    s.pop_baton = 1 - seat


@rule
def may_step(s: State, w: Work, piece: int, hexagon: int) -> bool:
    """Whether a piece may step into a hex, with a lawful stop still in reach from there (YAZ-10, YAZ-12, YAZ-33)."""
    seat = int(s.turn)
    if s.mover != NOBODY:
        if piece != s.mover or s.left == 0:
            return False
    elif not can_begin(s, piece):
        return False
    if distance(int(s.at[seat, piece]), hexagon) != 1 or not may_enter(s, seat, piece, hexagon):
        return False
    return is_free(s, hexagon) or goes_well(s, w, STEP + piece * HEXES + hexagon)


@rule
def act(s: State, w: Work, code: int) -> None:
    """Carry out an open decision of a turn, without what follows of itself."""
    seat = int(s.turn)
    if code < POP:
        step(s, code // HEXES, code % HEXES)
    elif code < PLACE:
        pop(s, (code - POP) % HEXES)
    elif code >= POP_BATON and code < PASS:
        put_baton(s, int(s.pop_baton), code - POP_BATON)
    elif code >= DROP and code < POP_BATON:
        s.carrier[seat] = NOBODY
        s.baton_at[seat] = code - DROP
    elif code >= PASS and code < PICK:
        s.carrier[seat] = code - PASS
        s.given |= 1 << (code - PASS)
    elif code >= PICK and code < BOARD:
        pick_up(s, code - PICK)
    elif code >= BOARD and code < SETTER:
        board(s, code - BOARD)
    elif code == STOP:
        stop(s, way_to_stop(s))
    elif code == SET_DOWN:
        set_down(s)
    elif code == GRAB:
        grab(s, w)


@rule
def goes_well(s: State, w: Work, code: int) -> bool:
    """Whether everything pending can still be completed after an open decision."""
    save(s, w, KEPT)
    act(s, w, code)
    well = completable(s, w)
    restore(s, w, KEPT)
    return well


@rule
def may_pop_to(s: State, w: Work, piece: int, hexagon: int) -> bool:
    """Whether the piece that waits for it may be popped out into a hex; w.near is set for a passenger."""
    if s.pop_baton != NOBODY or s.pop_piece != piece:
        return False
    if s.pop_seat != s.turn:
        return distance(int(s.at[s.pop_seat, piece]), hexagon) == w.near and may_land(s, hexagon)
    if not may_pop(s, hexagon):
        return False
    return is_free(s, hexagon) or goes_well(s, w, POP + piece * HEXES + hexagon)


@rule
def is_legal(s: State, w: Work, code: int) -> bool:
    """Whether a decision is legal; `slots` has been called for this situation."""
    if s.phase != RACING:
        if code >= PLACE and code < BULGE:
            return s.phase == PLACING and may_place(s, w, (code - PLACE) // HEXES, (code - PLACE) % HEXES)
        if code >= BULGE and code < BATON:
            return s.phase == BULGING and room_with(s, w, code - BULGE)
        if code >= BATON and code < DROP:
            return s.phase == HANDING and is_bulge(s, code - BATON) and code - BATON != s.start[s.turn]
        if code >= SETTER and code < COIN:
            return s.phase == DRAWING
        return s.phase == TOSSING and code >= COIN and code < ANNOUNCE
    if code >= POP and code < PLACE:
        return may_pop_to(s, w, (code - POP) // HEXES, (code - POP) % HEXES)
    if s.pop_baton != NOBODY:
        if code < POP_BATON or code >= PASS:
            return False
        owner = int(s.pop_baton)
        hexagon = code - POP_BATON
        if distance(int(s.at[1 - owner, s.thief[owner]]), hexagon) != 1 or s.terrain[hexagon] == NO_LAND:
            return False
        return s.pop_piece == NOBODY or goes_well(s, w, code)
    if s.pop_piece != NOBODY:
        return False
    if code < POP:
        return may_step(s, w, code // HEXES, code % HEXES)
    if code == END:
        return nothing_pending(s)
    if code == ANNOUNCE:
        return s.announce != 0 and s.fresh != 0 and s.last_turn == 0
    if code == STOP:
        if s.mover == NOBODY:
            return False
        way = way_to_stop(s)
        return way == REST or (way != NO_STOP and goes_well(s, w, code))
    open_ = False
    if code >= PASS and code < PICK:
        open_ = may_pass(s, code - PASS)
    elif code >= DROP and code < POP_BATON:
        open_ = may_drop(s, code - DROP)
    elif code >= PICK and code < BOARD:
        return may_pick(s, code - PICK) and goes_well(s, w, code)
    elif code >= BOARD and code < SETTER:
        return luggant_to_board(s) == code - BOARD
    elif code == SET_DOWN:
        return may_set_down(s) and goes_well(s, w, code)
    elif code == GRAB:
        return grabber(s) != NOBODY and goes_well(s, w, code)
    # A pass or a drop changes who must keep off the last bulge, and nothing else that matters to what is pending.
    return open_ and (nothing_pending(s) or not unannounced(s) or goes_well(s, w, code))


@rule
def is_bulge(s: State, hexagon: int) -> bool:
    """Whether a hex is a bulge hex."""
    for number in range(s.laid):
        if s.bulge[number] == hexagon:
            return True
    return False


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
    count = 0
    if s.mover != NOBODY:
        if s.left > 0:
            w.able[0] = s.mover
            count = 1
    elif s.next != NOBODY:
        w.able[0] = s.next
        count = 1
    else:
        for piece in range(PIECES):
            if can_begin(s, piece):
                w.able[count] = piece
                count += 1
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
        return BATON + s.bulge[slot]
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
        piece = int(w.able[slot // 6])
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
