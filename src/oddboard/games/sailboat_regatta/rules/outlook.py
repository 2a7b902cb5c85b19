"""Sailboat Regatta: an estimate of how the fleets stand, from the dice that they still need."""

from typing import Any

import numpy as np

from oddboard.core.compiling import rule, table
from oddboard.games.sailboat_regatta.rules.course import NAMED, Course, read_course
from oddboard.games.sailboat_regatta.rules.fleets import boat_of, is_finished, is_free
from oddboard.games.sailboat_regatta.rules.sailing import crossings, drift_end
from oddboard.games.sailboat_regatta.rules.score import score
from oddboard.games.sailboat_regatta.state import (
    BEYOND,
    DICE,
    ENDED,
    FACES,
    FINISHING_COUNT,
    HEADINGS,
    NOBODY,
    NORTH,
    OWN,
    ROLLING,
    SIDE,
    SPACES,
    State,
    Work,
)

ROUNDS = 3  # crossings still to make for which dice are tabulated; each further one counts as many as the last
DICE_A_TURN = 3.4  # of four, those that bring a boat on
DICE_A_STEP = 0.36  # on a course of one's own, which has no table
BLANKETED = 1.0  # dice that a boat without wind is likely to lose
A_DIE = 0.7  # what a die that is still to be used is worth, in dice
HALF_SURE = 2.5  # turns of a lead that make it three to one
NAMED_SIDE = 12  # spaces along the longest side of a named course
A_LAP = 24.0  # dice that a round takes, about
_TOLERANCE = 1e-3  # of the dice expected
_BEST_OF_TWO = np.array([11, 9, 7, 5, 3, 1]) / 36  # how often the best, second best ... face is the better of two


def _dice_to_go(course: Course) -> Any:
    """The dice that a boat is expected to need, by crossings still to make less one, space and heading.

    It sails with the better of two dice, since a fleet chooses which boat uses which, and comes about after each.
    """
    spaces = np.flatnonzero((course.ends != BEYOND).any(axis=(0, 1)))  # where there is something to sail
    ends, crossed = course.ends[..., spaces], course.crossed[..., spaces]
    place = np.zeros(SPACES, np.int64)
    place[spaces] = np.arange(len(spaces))
    dice = np.full((ROUNDS, len(spaces)), 20.0)
    while True:
        faced = _with_heading(dice, place[ends], crossed, ends != BEYOND)
        better = faced.min(axis=2)
        settled = np.abs(better - dice).max() < _TOLERANCE
        dice = better
        if settled:
            break
    whole = np.zeros((ROUNDS, SPACES, HEADINGS))
    whole[:, spaces] = faced
    return whole.reshape(ROUNDS, SIDE, SIDE, HEADINGS)[:, :NAMED_SIDE, :NAMED_SIDE]


def _with_heading(dice: Any, ends: Any, crossed: Any, lawful: Any) -> Any:
    """The dice needed by rounds, place and heading, if those needed after the next sail are known."""
    faced = np.empty((ROUNDS, dice.shape[1], HEADINGS))
    for rounds in range(ROUNDS):
        left = rounds - crossed
        after = np.where(left < 0, 0.0, dice[np.clip(left, 0, ROUNDS - 1), ends])
        after = after + A_LAP * (left >= ROUNDS)
        after = np.where(lawful, after, dice[rounds])
        faced[rounds] = 1 + np.tensordot(_BEST_OF_TWO, np.sort(after, axis=1), (0, 1)).T
    return faced


# In hundredths, and no larger than these courses are: a graphics card has little room for constants.
DICE_TO_GO = table([np.rint(100 * _dice_to_go(read_course(text))) for text in NAMED.values()], np.int16)


@rule
def tabulated(s: State, rounds: int, space: int, heading: int) -> float:
    """The dice that a boat needs from a space of a named course."""
    return DICE_TO_GO[s.course, rounds, space // SIDE, space % SIDE, heading] / 100  # type: ignore[no-any-return]


@rule
def dice_to_go(s: State, boat: int) -> float:
    """The dice that a boat is expected to need."""
    if s.course == OWN:
        return float(s.to_go[boat] * DICE_A_STEP)
    if s.at[boat] < 0:
        return tabulated(s, FINISHING_COUNT - 1, int(s.entry), NORTH)
    space, count = int(s.at[boat]), int(s.count[boat])
    if s.owes != NOBODY and boat == boat_of(s, int(s.owes)):
        space = drift_end(s, boat)
        count += crossings(s, int(s.at[boat]), space)
    rounds = FINISHING_COUNT - count - 1
    if rounds < 0:
        return 0.0
    further = max(0, rounds - ROUNDS + 1)
    return float(tabulated(s, rounds - further, space, int(s.heading[boat])) + further * A_LAP)


@rule
def burden(s: State, seat: int) -> float:
    """The dice that a fleet needs, less those that it has."""
    dice = 0.0
    first = seat * s.fleet
    for boat in range(first, first + s.fleet):
        if is_finished(s, boat):
            continue
        dice += dice_to_go(s, boat)
        if s.at[boat] >= 0 and not is_free(s, boat):
            dice += BLANKETED
    if seat == s.turn:
        if s.phase == ROLLING:
            dice -= A_DIE * DICE
        else:
            for face in range(FACES):
                dice -= A_DIE * s.dice[face]
    return dice


@rule
def outlook(s: State, w: Work, out: Any) -> None:
    """Each seat's expected share of the others, from the turns between them."""
    if s.phase == ENDED:
        score(s, out)
        return
    for seat in range(s.seats):
        mine = burden(s, seat)
        share = 0.0
        for other in range(s.seats):
            if other != seat:
                lead = (burden(s, other) - mine) / DICE_A_TURN
                share += 0.5 + 0.5 * lead / (HALF_SURE + abs(lead))  # no exp: the same bits on every machine
        out[seat] = share / (s.seats - 1)
