"""Sailboat Regatta: the state of a race, with the course in it."""

from oddboard.core.compiling import rule, table
from oddboard.core.records import int8, int16, int32, int64, record, uint64

SEATS = 14
FLEET = 5  # the most boats of one fleet
BOATS = 28  # the most boats in a race (REG-5); a boat's identity is seat * fleet + its number from 0
NOBODY = -1

# Spaces are y * SIDE + x from the northwest, whatever the size of the course (REG-19).
SIDE = 26
SPACES = SIDE * SIDE
ASHORE = -1  # where a boat is before it enters

NORTH, EAST, SOUTH, WEST = range(4)  # headings (REG-6)
HEADINGS = 4
HEADING_NAMES = ("n", "e", "s", "w")  # in decisions and positions
WITH_THE_WIND = 4  # the single step to the northwest (REG-1), beside the four headings
STEPS = 5
COLUMNS = table([0, 1, 0, -1, -1])  # that a single step leads to the east, by heading or with the wind
ROWS = table([-1, 0, 1, 0, -1])  # that it leads to the south
STEP = table([-SIDE, 1, SIDE, -1, -SIDE - 1])  # what it adds to the number of a space
BEYOND = -1  # where a step leads that leaves the chart

FACES = 6  # of a die: 0 to 5 (REG-9)
DICE = 4
ANY_FACE = (1 << FACES) - 1  # a set of faces has a bit for each

# What `water` tells of a space: for each heading the set of faces that give a lawful sail, then the value of the
# tile, then what is there.
VALUE_SHIFT = FACES * HEADINGS
VALUE_MASK = 7
KIND_SHIFT = VALUE_SHIFT + 3
OUT, ISLAND, BUOY, PAWN, OPEN = range(5)  # what is on a space; boats enter only OPEN (REG-4)

FINISHING_COUNT = 2  # crossings of the line (REG-3)
WAYS = 2  # rounds for which the ways to go are written down; on all but odd courses every further one adds a lap
LAYERS = 48  # rounds for which ways to go are searched on odd ones

DRAWING, ROLLING, SAILING, TURNING, ENDED = range(5)  # phases; DRAWING is for the seat that begins
CLASSIC, COMPACT, OWN = range(3)  # courses (REG-2)

MOST_CHANCE = 126  # rolls of four dice
MOST = MOST_CHANCE  # a turn offers far fewer decisions


@record
class State:
    """A race in progress."""

    # The course, the same throughout a race.
    water: int32[SPACES]  # see above; 0 beyond the course
    way: int16[WAYS, SPACES]  # the fewest single steps to one more crossing, and to two more (REG-17)
    lap: int16  # the fewest single steps of a round: what each crossing beyond WAYS adds
    far: int8  # 1 if that holds only further on, so that ways have to be searched
    entry: int16
    line: int8  # the column of the pawn: the line runs along its west side (REG-3)
    line_top: int8  # the row of the buoy at the line's north end
    line_foot: int8  # the row of the pawn
    width: int8
    height: int8
    course: int8  # CLASSIC, COMPACT or OWN

    seats: int8
    fleet: int8  # boats a player has (REG-5)
    draw_first: int8  # whether the seat that begins is drawn (REG-8)
    step_a_boat: int8  # whether the diagonal step belongs to a boat's turn, and not to every die (REG-10)
    turn_limit: int32
    rounds: int32  # complete rounds of turns played

    phase: int8
    turn: int8  # the seat whose turn it is
    first: int8  # the seat that began
    sailed: int8  # whether a sail was made in this turn
    turned: int8  # the boats that came about in this turn, a bit for each number
    drifted: int8  # with `step_a_boat`: the boats that took their diagonal step in this turn, a bit for each number
    owes: int8  # with `step_a_boat`: the number of the boat that has sailed without it, or NOBODY
    dice: int8[FACES]  # how many dice of each face are left; none outside SAILING
    faces: int8  # the set of faces of these

    # Boats ashore are those with the highest numbers, since the lowest one always enters first.
    afloat: int8[SEATS]  # how many boats of a seat have entered
    at: int16[BOATS]  # a space, or ASHORE
    heading: int8[BOATS]  # NORTH ashore
    under: int8[BOATS]  # the boat right beneath on its stack, or NOBODY
    count: int32[BOATS]  # signed crossings of the line (REG-3)
    to_go: int64[BOATS]  # the way to go (REG-17)
    free: int32  # the set of boats afloat that are on top of their stacks (REG-7)
    finished: int32  # the set of boats that have finished (REG-17)
    top: int8[SPACES]  # the boat on top of the stack on a space, or NOBODY


@record
class Work:
    """Scratch space: the legal decisions, and the search for a way to go."""

    code: int32[MOST]
    weight: int32[MOST_CHANCE]
    # By space, with a bit for each number of rounds still to go.
    seen: uint64[SPACES]
    latest: uint64[SPACES]  # reached with the latest step
    coming: uint64[SPACES]  # reached with the next one


@rule
def value_of(s: State, space: int) -> int:
    """The value of the tile that a space is on (REG-1)."""
    return int((s.water[space] >> VALUE_SHIFT) & VALUE_MASK)


@rule
def kind_of_space(s: State, space: int) -> int:
    """What is on a space: OUT, ISLAND, BUOY, PAWN or OPEN."""
    return int(s.water[space] >> KIND_SHIFT)


@rule
def is_open(s: State, space: int) -> bool:
    """Whether boats may enter a space (REG-4)."""
    return kind_of_space(s, space) == OPEN


@rule
def displaced(space: int, columns: int, rows: int) -> int:
    """The space so many columns to the east and rows to the south, or BEYOND."""
    x, y = space % SIDE + columns, space // SIDE + rows
    return y * SIDE + x if 0 <= x < SIDE and 0 <= y < SIDE else BEYOND


def space_name(space: int) -> str:
    """The name of a space: a column letter and a row number, `a1` at the northwest."""
    return f"{chr(ord('a') + space % SIDE)}{space // SIDE + 1}"
