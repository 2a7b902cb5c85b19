"""The Baton Races of Yaz: the state of a race, the board's geometry, and who stands where."""

import numpy as np

from oddboard.core.bits import nth, size
from oddboard.core.compiling import rule, table
from oddboard.core.records import float64, int8, int16, int32, int64, record, uint64

# Hexes are numbered row by row from the top left, as on the largest map: 26 columns by 26 rows.
WIDTH = 26
HEIGHT = 26
HEXES = WIDTH * HEIGHT
OUTSIDE = HEXES  # the hex beyond every edge
NOWHERE = -1
NO_LAND, MUD, MUCK, MIRE = range(4)  # terrain; what is not of the map has no land
TERRAINS = 3
SIDES = 6  # of a hex

# A side's pieces are numbered by kind: five Skadingles, five Flibdills, five Tarnoses, eight Luggants (YAZ-1).
SKADINGLE, FLIBDILL, TARNOSE, LUGGANT = range(4)
KINDS = 4
BOX = (5, 5, 5, 8)
PIECES = sum(BOX)
ROOM = 32  # for pieces of a side: a number that machines compare at once
RUNNERS = PIECES - BOX[LUGGANT]  # those that can carry the baton (YAZ-26)
RUNNING_KINDS = 3
LUGGANTS = BOX[LUGGANT]


def _by_piece(of_kinds: tuple[int, int, int, int]) -> list[int]:
    return [each for count, each in zip(BOX, of_kinds, strict=True) for _ in range(count)]


KIND = table(_by_piece((SKADINGLE, FLIBDILL, TARNOSE, LUGGANT)))
FIRST_OF = table([sum(BOX[:kind]) for kind in range(KINDS)])
ALLOWANCE = table(_by_piece((6, 4, 3, 2)))  # YAZ-2
TURNS_A_HEX = table(1 / np.asarray(ALLOWANCE), np.float64)
FARTHEST_MOVE = int(max(ALLOWANCE))
ROUGHEST = table(_by_piece((MUD, MUCK, MIRE, MIRE)))  # the worst terrain that a piece may enter
BY_NAME = table(sorted(range(PIECES), key=lambda piece: ("SFTL"[int(KIND[piece])], piece)))  # F1 … L1 … S1 … T1 …
NOBODY = -1
SEATS = 2
DRAWN = 2  # the winner of a race that nobody won

BULGES = 9  # the most of a side
FIRST_TURN = 1  # on which nobody throttles (YAZ-16)

DRAWING, BULGING, PLACING, TOSSING, HANDING, RACING, ENDED = range(7)  # phases
BY_LOT, FIRST_SEAT, SECOND_SEAT = range(3)  # who sets (YAZ-5)
BULGES_DECIDE, NOBODY_WINS = range(2)  # at the turn limit (YAZ-38)
PUSHED_ON, BEGUN = 1, 2  # `popped`: the mover stands where it popped out to; it has taken a baton there

MOST = KINDS * HEXES  # legal decisions: placing a Yazzite has the most
MOST_CHANCE = 2
ENDS = 1 + 3 * FARTHEST_MOVE * (FARTHEST_MOVE + 1)  # the hexes of one move, the first included
DEPTHS = 192  # more acts than can be needed to complete whatever is pending
KEPT = DEPTHS  # where a situation is kept around a search, and
KEPT_TOO = DEPTHS + 1  # another around that, and
KEPT_TRIAL = DEPTHS + 2  # one around a journey that is tried
SAVED = DEPTHS + 3
MEASURED = 16  # places of the baton from which ways are kept in mind
SEEN = 1024  # situations of a search kept in mind, a power of two
WORD = 64  # places in a set of them


@record
class State:
    """A race, or its setting, in progress."""

    map_seed: int64
    turn_limit: int32
    turn_number: int32  # the number of the turn that is being played, from 1; 0 in the setting
    terrain: int8[HEXES + 1]
    rows: int8
    columns: int8
    counts: int8[KINDS]  # of each side
    team: int32  # the pieces of each side, as a set
    bulges: int8  # of each side
    bulge_gap: int8
    scenario: int8  # its place in SCENARIOS
    set_by: int8  # BY_LOT, FIRST_SEAT or SECOND_SEAT
    announce: int8  # options that are on or off
    lugging: int8
    dropping: int8
    first_and_last: int8
    limit: int8  # BULGES_DECIDE or NOBODY_WINS

    phase: int8
    setter: int8  # the setting player, NOBODY before he is drawn
    turn: int8  # the seat whose turn it is, in the setting who places
    winner: int8  # a seat, DRAWN, or NOBODY
    laid: int8  # bulges placed
    placed: int8[SEATS, KINDS]  # Yazzites placed
    bulge: int16[BULGES]  # hexes, in the order they were placed
    standing: int16[SEATS]  # unbroken bulges, as a set of their numbers
    start: int16[SEATS]  # where a side's baton was placed, or NOWHERE

    at: int16[SEATS, ROOM]  # the hex of a piece, or NOWHERE
    holds: int8[SEATS, LUGGANTS]  # by number of the Luggant: the enemy that it throttles, or NOBODY
    cargo: int8[SEATS, LUGGANTS]  # the passenger of a Luggant, or NOBODY
    throttled: int32[SEATS]  # the throttled pieces, as a set

    baton_at: int16[SEATS]  # the hex where it lies, or NOWHERE
    carrier: int8[SEATS]  # who carries it, or NOBODY
    thief: int8[SEATS]  # the enemy Luggant that carries it, or NOBODY
    taken: int8[SEATS]  # whether it was ever taken

    # The turn.
    moved: int32  # sets of pieces of the seat on turn
    stepped: int32  # made a step of their own (YAZ-36)
    given: int32  # got the baton by a pass since the last step (YAZ-30)
    fresh: int8  # whether nothing has been decided in this turn
    announced: int8
    last_turn: int8  # whether this is the last turn of YAZ-36
    goal: int8  # in the last turn, how many Yazzites the setting player moved
    mover: int8  # the moving piece, or NOBODY
    left: int8  # the hexes it may still move
    mover_stepped: int8  # whether it has made a step in this move
    popped: int8  # PUSHED_ON or BEGUN before the first step after a pop-out, else 0
    must_step: int8  # whether its next act is a step (YAZ-39c, YAZ-44)
    next: int8  # the piece that must move next (YAZ-12), or NOBODY
    pop_baton: int8  # the seat whose baton is to be popped out, or NOBODY
    pop_seat: int8  # the seat of a piece that is to be popped out, or NOBODY
    pop_piece: int8


@record
class Work:
    """Scratch space: the legal decisions and the searches."""

    code: int32[MOST]
    weight: int32[MOST_CHANCE]
    near: int32  # how far away a popped-out passenger lands
    able: int32  # the pieces that may step now, as a set
    able_count: int32
    room: int16[MIRE + 1]  # hexes left for Yazzites, up to each terrain
    wanted: int16[MIRE + 1]  # Yazzites still to be placed that cannot go beyond it
    fits: int8[KINDS, MIRE + 1]  # by kind and terrain: whether all others still fit if one is placed there (YAZ-7)
    # The search through what is pending: before each act the situation, and the next act to try.
    tried: int16[DEPTHS]
    at: int16[SAVED, SEATS, PIECES]
    holds: int8[SAVED, SEATS, LUGGANTS]
    cargo: int8[SAVED, SEATS, LUGGANTS]
    side: int32[SAVED, SEATS, 6]
    turn: int32[SAVED, 12]
    seen: uint64[SEEN]
    filled: uint64[SEEN // WORD]  # which of them there are
    # The search for room for bulges, by the number chosen: what is open in each terrain, as sets of columns by row.
    open: uint64[BULGES + 2, MIRE + 1, HEIGHT]
    need: int8[BULGES + 2, MIRE + 1]
    chosen: int16[BULGES + 2]
    ground: int8[BULGES + 2]  # the terrain of what was chosen
    witness: int16[BULGES + 2]  # the hexes that showed room the last time, and their terrain
    witness_ground: int8[BULGES + 2]
    witnesses: int8
    # For `outlook`: how far every hex is from each bulge for each kind of runner, and the map that this is true of.
    way: int8[BULGES, RUNNING_KINDS, HEXES + 1]
    way_terrain: int8[HEXES + 1]
    way_bulge: int16[BULGES]
    way_bulges: int8
    apart: int16[BULGES, BULGES]  # how far the bulges are from one another
    hop: int16[BULGES]  # for the tour of the baton: how far each bulge is from it, or from one before
    # Places where a baton was lately, and how far everything is from each over mud, and over mud and muck.
    measured_from: int16[MEASURED]
    measured: int8[MEASURED, TARNOSE, HEXES + 1]
    # By side: what was found of its runners and its baton the last time, and what it depends on.
    baton_was: int16[SEATS]
    carrier_was: int8[SEATS]
    standing_was: int16[SEATS]
    last_was: int16[SEATS]  # the bulge to be broken last, as a set
    runner_was: int16[SEATS, RUNNERS]
    wait: float64[SEATS, RUNNERS]  # the turns until a runner that is throttled can be freed
    covering: float64[SEATS]
    taking: float64[SEATS]
    going: float64[SEATS]
    touring: int32[SEATS]
    # The ground that a piece can reach, near hexes first, with the hex before each on a shortest way.
    queue: int16[HEXES]
    came: int16[HEXES + 1]
    far: int8[HEXES + 1]
    # Journeys tried: the way that is being gone, and what came of each, in the order of the queue.
    route: int16[FARTHEST_MOVE]
    comes: int8[ENDS]
    meets: int8[ENDS]
    bars: int8[ENDS]
    broken: int8[ENDS]
    takes: int8[ENDS]


def _beside(hexagon: int) -> list[int]:
    """The six neighbours in a circle from the east; rows 2, 4, 6 … are shifted right by half a hex (YAZ-3)."""
    row, column = divmod(hexagon, WIDTH)
    shift = row % 2
    around = [(0, 1), (1, shift), (1, shift - 1), (0, -1), (-1, shift - 1), (-1, shift)]
    return [
        (row + down) * WIDTH + column + right if 0 <= row + down < HEIGHT and 0 <= column + right < WIDTH else OUTSIDE
        for down, right in around
    ]


@rule
def distance(one: int, other: int) -> int:
    """How many hexes one is from another."""
    down = abs(one // WIDTH - other // WIDTH)
    right = abs(2 * (one % WIDTH) + one // WIDTH % 2 - 2 * (other % WIDTH) - other // WIDTH % 2)
    return down + max(0, right - down) // 2


def _ring_of_two(hexagon: int) -> list[int]:
    """The hexes exactly two away; OUTSIDE for those beyond the largest map."""
    row, column = divmod(hexagon, WIDTH)
    found = []
    for down in range(-2, 3):
        for right in range(-2, 3):
            if 0 <= row + down < HEIGHT and 0 <= column + right < WIDTH:
                other = (row + down) * WIDTH + column + right
                if distance(hexagon, other) == 2:
                    found.append(other)
    return found + [OUTSIDE] * (12 - len(found))


BESIDE = table([*map(_beside, range(HEXES)), [OUTSIDE] * 6], np.int16)
RING_OF_TWO = table([*map(_ring_of_two, range(HEXES)), [OUTSIDE] * 12], np.int16)


@rule
def pieces_at(s: State, seat: int, hexagon: int) -> int:
    """The set of a side's pieces in a hex."""
    here = 0
    for piece in range(PIECES):
        if s.at[seat, piece] == hexagon:
            here |= 1 << piece
    return here


@rule
def is_free(s: State, hexagon: int) -> bool:
    """Whether a hex holds no Yazzite."""
    where = np.int16(hexagon)
    here = np.int16(0)
    for piece in range(ROOM):
        here |= np.int16(s.at[0, piece] == where) | np.int16(s.at[1, piece] == where)
    return bool(here == 0)


@rule
def is_open(s: State, piece: int, hexagon: int) -> bool:
    """Whether a hex is of the map and its terrain open to a piece (YAZ-2)."""
    return bool(s.terrain[hexagon] != NO_LAND and s.terrain[hexagon] <= ROUGHEST[piece])


@rule
def is_held(s: State, seat: int, piece: int) -> bool:
    """Whether a piece is throttled."""
    return bool((s.throttled[seat] >> piece) & 1 != 0)


@rule
def has_moved(s: State, piece: int) -> bool:
    """Whether a piece of the seat on turn has moved."""
    return (s.moved >> piece) & 1 != 0


@rule
def passenger_of(s: State, seat: int, piece: int) -> int:
    """Whom a piece carries: the passenger of a Luggant, or NOBODY."""
    return s.cargo[seat, piece - RUNNERS] if piece >= RUNNERS else NOBODY


@rule
def size_of(pieces: int) -> int:
    """How many a set of pieces or bulges has."""
    return size(np.uint64(pieces))


@rule
def nth_of(pieces: int, index: int) -> int:
    """The piece with that index, from 0, in a set."""
    return nth(np.uint64(pieces), index)


@rule
def luggant_under(s: State, seat: int, piece: int) -> int:
    """The Luggant that carries a piece, or NOBODY."""
    if s.lugging:
        for luggant in range(LUGGANTS):
            if s.cargo[seat, luggant] == piece:
                return RUNNERS + luggant
    return NOBODY
