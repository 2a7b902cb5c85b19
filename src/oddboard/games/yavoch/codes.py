"""Yavoch: a decision's number, packed and taken apart.

Every kind of decision has a block of numbers that begins at its FIRST_ constant. Where one number says the rest, a
position or a card or a seat, a code is the first one and that number. Those that hold more have functions here.
"""

from bisect import bisect_right

from oddboard.core.compiling import rule
from oddboard.games.yavoch.cards import COMPONENTS, IMPACTS, OFFENSIVE, SHIPS
from oddboard.games.yavoch.field import FACES, POSITIONS
from oddboard.games.yavoch.formations import FORMATION_NAMES
from oddboard.games.yavoch.state import COMMAND, FULL_LOAD, KINDS, SEATS

MINE = 2  # codes for one way of a ship: without a mine, and with one
FROM = MINE * POSITIONS  # codes of moves from one position
SIDES = 2  # the two lowest levels, or the two highest
TOPS = 2  # a component or an impact on top

FIRST_MOVE = 0
FIRST_SHUFFLE = FIRST_MOVE + FROM * POSITIONS
FIRST_FIRE = FIRST_SHUFFLE + POSITIONS * POSITIONS  # and the position
FIRST_DETONATE = FIRST_FIRE + POSITIONS  # and the position
END = FIRST_DETONATE + POSITIONS
FIRST_DIE = END + 1
FIRST_WEAPON = FIRST_DIE + SEATS * FACES
FIRST_SPEND = FIRST_WEAPON + OFFENSIVE * POSITIONS  # and the card
FIRST_TARGET = FIRST_SPEND + COMPONENTS  # and the position
FIRST_SHIFT = FIRST_TARGET + POSITIONS  # and the position
FIRST_BECOME = FIRST_SHIFT + POSITIONS  # and the kind less ARCHID
FIRST_CLONE = FIRST_BECOME + len(SHIPS)  # and the position
FIRST_SHARE = FIRST_CLONE + POSITIONS  # and the rings
FIRST_JUMP = FIRST_SHARE + FULL_LOAD  # and the position
DECLINE = FIRST_JUMP + POSITIONS
DESTRUCT = DECLINE + 1
DEFLECT = DECLINE + 2
FIRST_SAVE = DECLINE + 3  # and the position of the ship that a Deflector saves from a blast
FIRST_DRAW = FIRST_SAVE + POSITIONS  # and the card
FIRST_TOP = FIRST_DRAW + COMPONENTS  # and COMPONENT_TOP or IMPACT_TOP
FIRST_IMPACT = FIRST_TOP + TOPS  # and the impact
FIRST_STEAL = FIRST_IMPACT + len(IMPACTS)
FIRST_DISCARD = FIRST_STEAL + SEATS * COMPONENTS  # and the card
FIRST_LEVELS = FIRST_DISCARD + COMPONENTS  # and LOW or HIGH
FIRST_FORMATION = FIRST_LEVELS + SIDES  # and the formation
FIRST_PLACE = FIRST_FORMATION + len(FORMATION_NAMES)
FIRST_OPENER = FIRST_PLACE + (KINDS - COMMAND) * POSITIONS  # and the seat of the first player
CODES = FIRST_OPENER + SEATS

# How the positions of a bunch of decisions make codes: first + p; for moves, which have two for each, first + 2p;
# and first + 2p with the one after it.
ONE_CODE, WITHOUT_MINES, WITH_MINES = range(3)

_BLOCKS = (
    FIRST_MOVE,
    FIRST_SHUFFLE,
    FIRST_FIRE,
    FIRST_DETONATE,
    END,
    FIRST_DIE,
    FIRST_WEAPON,
    FIRST_SPEND,
    FIRST_TARGET,
    FIRST_SHIFT,
    FIRST_BECOME,
    FIRST_CLONE,
    FIRST_SHARE,
    FIRST_JUMP,
    DECLINE,
    DESTRUCT,
    DEFLECT,
    FIRST_SAVE,
    FIRST_DRAW,
    FIRST_TOP,
    FIRST_IMPACT,
    FIRST_STEAL,
    FIRST_DISCARD,
    FIRST_LEVELS,
    FIRST_FORMATION,
    FIRST_PLACE,
    FIRST_OPENER,
)


def block(code: int) -> int:
    """The first code of the block that a code is in: `FIRST_FIRE` for every shot."""
    return _BLOCKS[bisect_right(_BLOCKS, code) - 1]


@rule
def bunch_code(first: int, each: int, at: int, mine: int) -> int:
    """The code for a position of a bunch that begins with `first`."""
    return first + at if each == ONE_CODE else first + at * MINE + mine


@rule
def move_code(at: int, to: int, mine: int) -> int:
    """A ship or a gate moves; with a mine left behind if that is 1."""
    return FIRST_MOVE + at * FROM + to * MINE + mine


@rule
def move_from(code: int) -> int:
    """Where a move begins."""
    return (code - FIRST_MOVE) // FROM


@rule
def move_to(code: int) -> int:
    """Where a move ends."""
    return (code - FIRST_MOVE) % FROM // MINE


@rule
def move_mine(code: int) -> int:
    """Whether a move leaves a mine behind."""
    return (code - FIRST_MOVE) % MINE


@rule
def shuffle_code(at: int, to: int) -> int:
    """A ring passes from ship to ship."""
    return FIRST_SHUFFLE + at * POSITIONS + to


@rule
def shuffle_from(code: int) -> int:
    """The ship that passes a ring on."""
    return (code - FIRST_SHUFFLE) // POSITIONS


@rule
def shuffle_to(code: int) -> int:
    """The ship that gets a ring."""
    return (code - FIRST_SHUFFLE) % POSITIONS


@rule
def die_code(seat: int, face: int) -> int:
    """A seat's die shows a face."""
    return FIRST_DIE + seat * FACES + face


@rule
def die_seat(code: int) -> int:
    """Whose die is rolled."""
    return (code - FIRST_DIE) // FACES


@rule
def die_face(code: int) -> int:
    """What a die shows."""
    return (code - FIRST_DIE) % FACES


@rule
def weapon_code(weapon: int, at: int) -> int:
    """The ship on a position uses an offensive weapon."""
    return FIRST_WEAPON + weapon * POSITIONS + at


@rule
def weapon_used(code: int) -> int:
    """Which weapon is used."""
    return (code - FIRST_WEAPON) // POSITIONS


@rule
def weapon_user(code: int) -> int:
    """The position of the ship that uses a weapon."""
    return (code - FIRST_WEAPON) % POSITIONS


@rule
def steal_code(seat: int, card: int) -> int:
    """A seat steals a card."""
    return FIRST_STEAL + seat * COMPONENTS + card


@rule
def steal_seat(code: int) -> int:
    """Who steals."""
    return (code - FIRST_STEAL) // COMPONENTS


@rule
def steal_card(code: int) -> int:
    """What is stolen."""
    return (code - FIRST_STEAL) % COMPONENTS


@rule
def place_code(kind: int, at: int) -> int:
    """A piece is placed."""
    return FIRST_PLACE + (kind - COMMAND) * POSITIONS + at


@rule
def place_kind(code: int) -> int:
    """The kind of piece that is placed."""
    return (code - FIRST_PLACE) // POSITIONS + COMMAND


@rule
def place_at(code: int) -> int:
    """Where a piece is placed."""
    return (code - FIRST_PLACE) % POSITIONS
