"""Martian Race: the state of a game, the board's geometry, and the pieces on it."""

from typing import Any

import numpy as np

from oddboard.core.bits import NONE, bit
from oddboard.core.compiling import rule, table
from oddboard.core.records import int8, int16, int32, record, uint32, uint64

SEATS = 5
FAMILY = 5  # the most Martians of one family
MARTIANS = SEATS * FAMILY  # a Martian's identity is seat * FAMILY + its number from 0
DOG = MARTIANS  # the identity of the Mad Dog
SLOTS = FAMILY + 1  # what a seat can move: its Martians by number, then the dog
DOG_SLOT = FAMILY
NOBODY = -1

# Squares are 0 (a1) to 63 (h8), row by row from the south.
SIDE = 8
SQUARES = SIDE * SIDE
HOME, GOVERNMENT, DEPOT, PAD = 48, 15, 8, 55  # a7, h2, a2, h7 (MAR-1)
WAITING, LAUNCHED, KILLED = -1, -2, -3  # where a Martian is that is not on the board

NORTH, EAST, SOUTH, WEST, UP = range(5)  # facings (MAR-4)
FACINGS = 5
ENDS = SQUARES * FACINGS  # where and how a move can end: square * FACINGS + facing
SMALL, MEDIUM, LARGE = 1, 2, 3  # sizes (MAR-3)
DOG_SIZE = 4  # larger than any Martian (MAR-32)

DICE = 2  # rolled in a turn (MAR-6)
FACES = 6  # of a die

DRAWING, ROLLING, MOVING, PUSHING, ENDED = range(5)  # phases; DRAWING is for the seat that begins

STRENGTH_LYING, STRENGTH_STANDING = 1, 2  # of one Martian (MAR-16)
PARTLY_BLOCKED, BLOCKED = 3, 4  # the least strength of such a square (MAR-16)

# The most legal decisions: two dice by five facings by what five Martians reach, as the catalogue counts them.
MOST = 1545
MOST_CHANCE = 21
JUDGED = MARTIANS  # the depth of the push whose consequences are searched; nobody is pushed twice (MAR-25)
DEPTHS = MARTIANS + 1
NEVER = ENDS  # more steps than any walk has
CROWD = 3  # the most Martians hit by one arrival: three lying under the dog
REMEMBERED = 1024  # failed chains kept in mind, a power of two


@record
class State:
    """A game in progress."""

    turn_limit: int32
    rounds: int32  # complete rounds played
    dog_turns: int32  # turns that the winner has with the dog (MAR-36)
    dog_turn: int32  # those that have begun
    seats: int8
    family: int8  # Martians a player has
    draw_first: int8  # whether the seat that begins is drawn (MAR-5)
    mad_dog: int8  # whether the option is on
    owner_decides: int8  # whether in a chain the owner of a pushed Martian decides for those it pushes on (MAR-24)
    phase: int8
    turn: int8  # the seat whose turn it is
    first: int8  # the seat that began
    winner: int8  # the seat that finished first, or NOBODY
    finishers: int8  # families that have finished whole
    place: int8[SEATS]  # 1 for the family that finished first, 2 for the next; 0 for none
    dice: int8[DICE]  # those still open, the higher first; then 0

    at: int8[SEATS, FAMILY]  # a square, WAITING, LAUNCHED or KILLED
    facing: int8[SEATS, FAMILY]
    sizes: int8[SEATS, FAMILY]
    dog_at: int8  # a square, or WAITING
    dog_facing: int8

    # A chain of pushes under way; all zero, and mover NOBODY, when there is none.
    mover: int8  # who set it off: a Martian's identity or DOG
    arrivals: int8  # how many have ended on enemies in it
    hit_by: int8[MARTIANS]  # for one waiting to be pushed the number of the arrival that hit it, else 0
    reach: int8[MARTIANS]  # for one waiting to be pushed its full distance (MAR-19)
    pushed: uint32  # those pushed already, by identity
    bitten: uint32  # those that shrink when it is over (MAR-33)
    fought: uint64  # squares fought over (MAR-25)

    # Kept up with every change of place or facing, by colour; only chains mix colours on a square.
    there: uint64[SEATS]  # squares it is on
    partly: uint64[SEATS]  # squares where its strength is 3 or more
    blocked: uint64[SEATS]  # squares where its strength is 4 or more
    strength: int8[SEATS, SQUARES]


@record
class Work:
    """Scratch space: the legal decisions, the ends of moves, and the search through a chain."""

    code: int32[MOST]
    weight: int32[MOST_CHANCE]
    ends: uint64[DICE, SLOTS, FACINGS]  # for each die and each that can move, the squares where it may end
    many: int16[DICE, SLOTS]  # how many ends there are, for drawing one
    # The search, by depth: whom it can push next, and where to that was not tried yet.
    crowd: int16[DEPTHS]
    who: int8[DEPTHS, CROWD]
    quiet: uint64[DEPTHS, CROWD]  # squares without enemies, tried first
    fights: uint64[DEPTHS, CROWD]
    # What the push made at that depth changed, to take it back.
    moved: int8[DEPTHS]
    origin: int8[DEPTHS]
    was_hit_by: int8[DEPTHS]
    was_reach: int8[DEPTHS]
    was_fought: uint64[DEPTHS]
    failed: uint64[REMEMBERED]  # hashes of chains that cannot be completed


@record
class Walk:
    """All the ends that one can walk to, whatever the dice; nobody needs it to play, but whoever explains a move."""

    steps: int16[ENDS]  # the fewest steps, or NEVER
    before: int16[ENDS]  # the end one step earlier on such a walk; itself where the walk begins


def squares(*names: str) -> Any:
    """A set of squares by their names."""
    mask = 0
    for name in names:
        mask |= 1 << square(name)
    return np.uint64(mask)


def square(name: str) -> int:
    """The number of a square such as `a7`."""
    return (int(name[1]) - 1) * SIDE + ord(name[0]) - ord("a")


def square_name(at: int) -> str:
    """The name of a square: `a7`."""
    return chr(ord("a") + at % SIDE) + str(at // SIDE + 1)


NAMED = squares("a7", "h2", "a2", "h7")
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
NOT_A = np.uint64(0xFEFEFEFEFEFEFEFE)
NOT_H = np.uint64(0x7F7F7F7F7F7F7F7F)
GOALS = {SMALL: GOVERNMENT, MEDIUM: DEPOT, LARGE: PAD}  # where a size is bound for (MAR-3)
GOAL_OF = table([NOBODY, *GOALS.values()])  # the same, by size
# The goal squares closed to a size (MAR-11); the dog may enter all (MAR-32).
CLOSED = table([0, squares("a2", "h7"), squares("h2", "h7"), squares("h2", "a2"), 0], np.uint64)


@rule
def shifted(mask: Any, facing: int) -> Any:
    """A set of squares moved one step; what leaves the board is lost."""
    if facing == NORTH:
        return mask << np.uint64(8)
    if facing == EAST:
        return (mask & NOT_H) << np.uint64(1)
    if facing == SOUTH:
        return mask >> np.uint64(8)
    return (mask & NOT_A) >> np.uint64(1)


@rule
def neighbours(mask: Any) -> Any:
    """The squares beside those of a set."""
    upright = (mask << np.uint64(8)) | (mask >> np.uint64(8))
    return upright | ((mask & NOT_H) << np.uint64(1)) | ((mask & NOT_A) >> np.uint64(1))


@rule
def weigh(s: State, seat: int, square: int, strength: int) -> None:
    """Set a colour's strength on a square, and the sets that follow from it (MAR-16)."""
    s.strength[seat, square] = strength
    here = bit(square)
    s.there[seat] = s.there[seat] | here if strength > 0 else s.there[seat] & ~here
    s.partly[seat] = s.partly[seat] | here if strength >= PARTLY_BLOCKED else s.partly[seat] & ~here
    s.blocked[seat] = s.blocked[seat] | here if strength >= BLOCKED else s.blocked[seat] & ~here


@rule
def strength_of(facing: int) -> int:
    """What one Martian adds to the strength of its square (MAR-16)."""
    return STRENGTH_STANDING if facing == UP else STRENGTH_LYING


@rule
def put(s: State, martian: int, square: int) -> None:
    """Put a Martian that is not on the board on a square, with its facing."""
    seat, number = martian // FAMILY, martian % FAMILY
    s.at[seat, number] = square
    weigh(s, seat, square, s.strength[seat, square] + strength_of(s.facing[seat, number]))


@rule
def lift(s: State, martian: int, to: int) -> None:
    """Take a Martian off its square, to WAITING, LAUNCHED or KILLED."""
    seat, number = martian // FAMILY, martian % FAMILY
    square = s.at[seat, number]
    s.at[seat, number] = to
    weigh(s, seat, square, s.strength[seat, square] - strength_of(s.facing[seat, number]))


@rule
def size_of(s: State, martian: int) -> int:
    """The size of a Martian or the dog."""
    return DOG_SIZE if martian == DOG else s.sizes[martian // FAMILY, martian % FAMILY]


@rule
def facing_of(s: State, martian: int) -> int:
    """The facing of a Martian or the dog."""
    return s.dog_facing if martian == DOG else s.facing[martian // FAMILY, martian % FAMILY]


@rule
def place_of(s: State, martian: int) -> int:
    """The square of a Martian or the dog; WAITING, LAUNCHED or KILLED if it is on none."""
    return s.dog_at if martian == DOG else s.at[martian // FAMILY, martian % FAMILY]


@rule
def anybody(s: State) -> Any:
    """The squares with a Martian of any colour."""
    mask = NONE
    for seat in range(s.seats):
        mask |= s.there[seat]
    return mask
