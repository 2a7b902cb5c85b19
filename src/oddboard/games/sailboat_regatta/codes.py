"""Sailboat Regatta: the numbers of decisions, packed and taken apart. Boats are those of the seat in turn, from 0."""

from oddboard.core.compiling import rule
from oddboard.games.sailboat_regatta.state import FACES, FLEET, HEADINGS, MOST_CHANCE, SEATS

FIRST_SAIL = 0
FIRST_ABOUT = FIRST_SAIL + FLEET * FACES
FIRST_ENTER = FIRST_ABOUT + FLEET * HEADINGS
FIRST_DONE = FIRST_ENTER + FLEET
FIRST_END = FIRST_DONE + 1
FIRST_ROLL = FIRST_END + 1
FIRST_DRAW = FIRST_ROLL + MOST_CHANCE
FIRST_STRAIGHT = FIRST_DRAW + SEATS
FIRST_DRIFT = FIRST_STRAIGHT + FLEET * FACES
CODES = FIRST_DRIFT + FLEET

SAIL, ABOUT, ENTER, DONE, END, ROLL, DRAW, STRAIGHT, DRIFT = range(9)  # kinds of decisions


@rule
def kind_of(code: int) -> int:
    """What a decision is about."""
    if code < FIRST_ABOUT:
        return SAIL
    if code < FIRST_ENTER:
        return ABOUT
    if code < FIRST_DONE:
        return ENTER
    if code < FIRST_END:
        return DONE
    if code < FIRST_ROLL:
        return END
    if code < FIRST_DRAW:
        return ROLL
    if code < FIRST_STRAIGHT:
        return DRAW
    return STRAIGHT if code < FIRST_DRIFT else DRIFT


@rule
def sail_code(boat: int, face: int) -> int:
    """A boat sails with a die, and with the wind."""
    return FIRST_SAIL + boat * FACES + face


@rule
def sail_of(code: int) -> tuple[int, int]:
    """The boat and the face of the die."""
    return (code - FIRST_SAIL) // FACES, (code - FIRST_SAIL) % FACES


@rule
def about_code(boat: int, heading: int) -> int:
    """A boat comes about."""
    return FIRST_ABOUT + boat * HEADINGS + heading


@rule
def about_of(code: int) -> tuple[int, int]:
    """The boat and its new heading."""
    return (code - FIRST_ABOUT) // HEADINGS, (code - FIRST_ABOUT) % HEADINGS


@rule
def enter_code(boat: int) -> int:
    """A boat enters the race."""
    return FIRST_ENTER + boat


@rule
def enter_of(code: int) -> int:
    """The boat that enters."""
    return code - FIRST_ENTER


@rule
def roll_code(roll: int) -> int:
    """The dice fall, by the number of the roll among all that there are."""
    return FIRST_ROLL + roll


@rule
def roll_of(code: int) -> int:
    """The number of the roll."""
    return code - FIRST_ROLL


@rule
def draw_code(seat: int) -> int:
    """A seat is drawn to begin."""
    return FIRST_DRAW + seat


@rule
def draw_of(code: int) -> int:
    """The seat that begins."""
    return code - FIRST_DRAW


@rule
def straight_code(boat: int, face: int) -> int:
    """A boat sails with a die, without the diagonal step."""
    return FIRST_STRAIGHT + boat * FACES + face


@rule
def straight_of(code: int) -> tuple[int, int]:
    """The boat and the face of the die."""
    return (code - FIRST_STRAIGHT) // FACES, (code - FIRST_STRAIGHT) % FACES


@rule
def drift_code(boat: int) -> int:
    """A boat takes the diagonal step that it owes."""
    return FIRST_DRIFT + boat


@rule
def drift_of(code: int) -> int:
    """The boat that drifts."""
    return code - FIRST_DRIFT
