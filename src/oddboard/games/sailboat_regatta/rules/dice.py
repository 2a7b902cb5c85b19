"""Sailboat Regatta: the roll of four dice (REG-9)."""

from itertools import combinations_with_replacement
from math import factorial

from oddboard.core.compiling import rule, table
from oddboard.games.sailboat_regatta.state import DICE, FACES, State

# All rolls, the dice of each highest first.
ROLLS = tuple(combinations_with_replacement(range(FACES - 1, -1, -1), DICE))


def _weight(roll: tuple[int, ...]) -> int:
    """In how many ways four dice give a roll."""
    weight = factorial(DICE)
    for face in range(FACES):
        weight //= factorial(roll.count(face))
    return weight


def _roll_of_throw(throw: int) -> int:
    """The index of the roll that a throw of four dice in order is; a throw is a number of four digits to base 6."""
    dice = sorted((throw // FACES**die % FACES for die in range(DICE)), reverse=True)
    return ROLLS.index(tuple(dice))


THROWS = FACES**DICE
WEIGHT = table([_weight(roll) for roll in ROLLS])
ROLL_OF_THROW = table([_roll_of_throw(throw) for throw in range(THROWS)])
_DICE_OF_ROLL = table([[roll.count(face) for face in range(FACES)] for roll in ROLLS])


@rule
def roll_dice(s: State, roll: int) -> None:
    """The dice show a roll."""
    faces = 0
    for face in range(FACES):
        dice = _DICE_OF_ROLL[roll, face]
        s.dice[face] = dice
        if dice > 0:
            faces |= 1 << face
    s.faces = faces


@rule
def use_die(s: State, face: int) -> None:
    """A die is used (REG-10)."""
    s.dice[face] -= 1
    if s.dice[face] == 0:
        s.faces = s.faces & ~(1 << face)


@rule
def clear_dice(s: State) -> None:
    """Forget the dice left."""
    for face in range(FACES):
        s.dice[face] = 0
    s.faces = 0


def dice_left(s: State) -> list[int]:
    """The dice not yet used, highest first."""
    return [face for face in range(FACES - 1, -1, -1) for _ in range(s.dice[face])]
