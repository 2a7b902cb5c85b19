"""The Baton Races of Yaz: a decision as a number.

A code says what is decided, about whom and where: codes of one sort follow on from the first of it, hex by hex and
then by piece or kind; those that concern no hex by piece or seat alone.
"""

from oddboard.core.compiling import rule, table
from oddboard.games.yaz.state import HEXES, KINDS, PIECES, SEATS

(
    STEP,  # whose: a piece, to a hex
    POP,
    PLACE,  # whose: a kind
    BULGE,  # these four: a hex alone
    BATON,
    DROP,
    POP_BATON,
    PASS,  # these three: a piece alone
    PICK,
    BOARD,
    SETTER,  # these two: a seat
    COIN,
    ANNOUNCE,  # nothing more, from here on
    END,
    STOP,
    SET_DOWN,
    GRAB,
) = range(17)

FIRST_STEP = 0
FIRST_POP = FIRST_STEP + PIECES * HEXES
FIRST_PLACE = FIRST_POP + PIECES * HEXES
FIRST_BULGE = FIRST_PLACE + KINDS * HEXES
FIRST_BATON = FIRST_BULGE + HEXES
FIRST_DROP = FIRST_BATON + HEXES
FIRST_POP_BATON = FIRST_DROP + HEXES
FIRST_PASS = FIRST_POP_BATON + HEXES
FIRST_PICK = FIRST_PASS + PIECES
FIRST_BOARD = FIRST_PICK + PIECES
FIRST_SETTER = FIRST_BOARD + PIECES
FIRST_COIN = FIRST_SETTER + SEATS
TO_ANNOUNCE = FIRST_COIN + SEATS
TO_END = TO_ANNOUNCE + 1
TO_STOP = TO_END + 1
TO_SET_DOWN = TO_STOP + 1
TO_GRAB = TO_SET_DOWN + 1
CODES = TO_GRAB + 1
_FIRST = table([
    FIRST_STEP, FIRST_POP, FIRST_PLACE, FIRST_BULGE, FIRST_BATON, FIRST_DROP, FIRST_POP_BATON, FIRST_PASS, FIRST_PICK,
    FIRST_BOARD, FIRST_SETTER, FIRST_COIN, TO_ANNOUNCE, TO_END, TO_STOP, TO_SET_DOWN, TO_GRAB,
])  # fmt: skip


@rule
def packed(what: int, whose: int, hexagon: int) -> int:
    """The code of a decision; 0 for whose or the hex where it has none."""
    return int(_FIRST[what]) + (whose * HEXES + hexagon if what < PASS else whose)


@rule
def what_of(code: int) -> int:
    """What a code decides."""
    if code < FIRST_POP:
        return STEP
    what = POP
    while what < GRAB and code >= _FIRST[what + 1]:
        what += 1
    return what


@rule
def whose_of(code: int) -> int:
    """The piece, kind or seat of a code that has one."""
    if code < FIRST_POP:
        return code // HEXES
    what = what_of(code)
    past = code - int(_FIRST[what])
    return past // HEXES if what < PASS else past


@rule
def hex_of(code: int) -> int:
    """The hex of a code that has one: all that come before are whole sets of hexes."""
    return code % HEXES
