"""Martian Race: a decision's number, packed and taken apart.

Codes stand in four blocks: moves, pushes, rolls of the dice, and the draw of the seat that begins.
"""

from oddboard.core.compiling import rule
from oddboard.games.martian_race.state import (
    DOG,
    DOG_SLOT,
    DRAWING,
    ENDS,
    FACES,
    FACINGS,
    FAMILY,
    MARTIANS,
    MOVING,
    PUSHING,
    ROLLING,
    SEATS,
    SLOTS,
    SQUARES,
)

FIRST_MOVE = 0  # ((die - 1) * SLOTS + slot) * ENDS + square * FACINGS + facing
FIRST_PUSH = FIRST_MOVE + FACES * SLOTS * ENDS  # identity * SQUARES + square
FIRST_ROLL = FIRST_PUSH + MARTIANS * SQUARES  # the rolls with a lower high die, then low - 1
ROLLS = FACES * (FACES + 1) // 2
FIRST_DRAW = FIRST_ROLL + ROLLS  # the seat
CODES = FIRST_DRAW + SEATS


@rule
def phase_of(code: int) -> int:
    """The phase in which a decision is made: MOVING, PUSHING, ROLLING or DRAWING."""
    if code >= FIRST_DRAW:
        return DRAWING
    if code >= FIRST_ROLL:
        return ROLLING
    return PUSHING if code >= FIRST_PUSH else MOVING


@rule
def move_code(die: int, slot: int, square: int, facing: int) -> int:
    """The code of a move."""
    return FIRST_MOVE + ((die - 1) * SLOTS + slot) * ENDS + square * FACINGS + facing


@rule
def move_of(code: int) -> tuple[int, int, int, int]:
    """The die, the slot, the square and the facing of a move."""
    end = (code - FIRST_MOVE) % ENDS
    turn = (code - FIRST_MOVE) // ENDS
    return turn // SLOTS + 1, turn % SLOTS, end // FACINGS, end % FACINGS


@rule
def push_code(martian: int, square: int) -> int:
    """The code of a push."""
    return FIRST_PUSH + martian * SQUARES + square


@rule
def push_of(code: int) -> tuple[int, int]:
    """Who is pushed, and the square it is pushed to."""
    return (code - FIRST_PUSH) // SQUARES, (code - FIRST_PUSH) % SQUARES


@rule
def roll_code(high: int, low: int) -> int:
    """The code of a roll."""
    return FIRST_ROLL + (high - 1) * high // 2 + low - 1


@rule
def roll_of(code: int) -> tuple[int, int]:
    """The higher and the lower die of a roll."""
    high = 1
    while roll_code(high + 1, 1) <= code:
        high += 1
    return high, code - roll_code(high, 1) + 1


@rule
def draw_code(seat: int) -> int:
    """The code of the draw by which a seat begins."""
    return FIRST_DRAW + seat


@rule
def draw_of(code: int) -> int:
    """The seat that a draw lets begin."""
    return code - FIRST_DRAW


@rule
def mover_of(turn: int, slot: int) -> int:
    """Who moves in a slot of the seat whose turn it is."""
    return DOG if slot == DOG_SLOT else turn * FAMILY + slot


@rule
def slot_of(martian: int) -> int:
    """The slot in which a Martian or the dog moves."""
    return DOG_SLOT if martian == DOG else martian % FAMILY
