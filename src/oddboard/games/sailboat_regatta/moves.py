"""Sailboat Regatta: the codes of decisions, and the legal ones (REG-6 to REG-15)."""

from itertools import combinations_with_replacement
from math import factorial

from oddboard.core.compiling import rule, table
from oddboard.core.game import CHANCE, OVER
from oddboard.core.randomness import Rng, below
from oddboard.games.sailboat_regatta.state import (
    ANY_FACE,
    DICE,
    DRAWING,
    ENDED,
    FACES,
    FLEET,
    HEADINGS,
    MOST_CHANCE,
    NORTH,
    ROLLING,
    SAILING,
    SEATS,
    State,
    Work,
    faces_to_sail,
    own,
)

# Codes of decisions. Boats are those of the seat in turn, by number from 0.
FIRST_SAIL = 0  # boat * FACES + face
FIRST_ABOUT = FIRST_SAIL + FLEET * FACES  # boat * HEADINGS + heading
FIRST_ENTER = FIRST_ABOUT + FLEET * HEADINGS  # boat
DONE = FIRST_ENTER + FLEET
END = DONE + 1
FIRST_ROLL = END + 1  # the index of the roll in ROLLS
FIRST_DRAW = FIRST_ROLL + MOST_CHANCE  # the seat that begins
CODES = FIRST_DRAW + SEATS

# All rolls, the dice of each highest first (REG-9).
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
DICE_OF_ROLL = table([[roll.count(face) for face in range(FACES)] for roll in ROLLS])


@rule
def to_move(s: State) -> int:
    """Who decides now."""
    if s.phase == ENDED:
        return OVER
    if s.phase == DRAWING or s.phase == ROLLING:
        return CHANCE
    return s.turn


@rule
def list_sailing(s: State, w: Work) -> int:
    """Write down what may be done before `done`; how many."""
    boats = own(s, s.free)
    first = s.turn * s.fleet
    faces = s.faces
    count = 0
    elsewhere = 0  # sails by boats that an entering one would not blanket
    for number in range(s.fleet):
        if not (boats >> number) & 1:
            continue
        space = int(s.at[first + number])
        lawful = faces_to_sail(s, space, int(s.heading[first + number])) & faces
        if lawful == 0:
            continue
        if space != s.entry:
            elsewhere += 1
        for face in range(FACES):
            if (lawful >> face) & 1:
                w.code[count] = FIRST_SAIL + number * FACES + face
                count += 1
    idle = count == 0
    afloat = s.afloat[s.turn]
    if afloat < s.fleet:
        by_entering = faces_to_sail(s, int(s.entry), NORTH) & faces != 0
        # Entering must not take away the only sail (REG-13).
        if s.sailed or idle or by_entering or elsewhere > 0:
            w.code[count] = FIRST_ENTER + afloat
            count += 1
        if by_entering:
            idle = False
    if s.sailed or idle:
        w.code[count] = DONE
        count += 1
    return count


@rule
def list_turning(s: State, w: Work) -> int:
    """Write down what may be done between `done` and `end`; how many. Every space has a direction to sail in."""
    count = 0
    duty = False
    if s.sailed:
        boats = own(s, s.free)
        first = s.turn * s.fleet
        for number in range(s.fleet):
            if not (boats >> number) & 1:
                continue
            space = int(s.at[first + number])
            faced = int(s.heading[first + number])
            if faces_to_sail(s, space, faced) == 0:
                duty = True  # REG-15
            if (s.turned >> number) & 1:
                continue
            lawful = int(s.water[space])
            for heading in range(HEADINGS):
                if lawful & ANY_FACE and heading != faced:
                    w.code[count] = FIRST_ABOUT + number * HEADINGS + heading
                    count += 1
                lawful >>= FACES
    if s.afloat[s.turn] < s.fleet:
        w.code[count] = FIRST_ENTER + s.afloat[s.turn]
        count += 1
    if not duty:
        w.code[count] = END
        count += 1
    return count


@rule
def legal(s: State, w: Work) -> int:
    """Write down the legal decisions; how many."""
    if s.phase == SAILING:
        return list_sailing(s, w)
    if s.phase == ROLLING:
        for roll in range(MOST_CHANCE):
            w.code[roll] = FIRST_ROLL + roll
            w.weight[roll] = WEIGHT[roll]
        return MOST_CHANCE
    if s.phase == ENDED:
        return 0
    if s.phase == DRAWING:
        for seat in range(s.seats):
            w.code[seat] = FIRST_DRAW + seat
            w.weight[seat] = 1
        return s.seats
    return list_turning(s, w)


@rule
def pick(s: State, w: Work, rng: Rng) -> int:
    """One legal decision at random; a roll by throwing the dice."""
    if s.phase == ROLLING:
        return int(FIRST_ROLL + ROLL_OF_THROW[below(rng, THROWS)])
    return int(w.code[below(rng, legal(s, w))])
