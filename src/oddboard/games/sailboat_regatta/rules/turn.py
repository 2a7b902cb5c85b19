"""Sailboat Regatta: the course of a turn (REG-6 to REG-18)."""

from oddboard.core.compiling import rule
from oddboard.core.randomness import Rng
from oddboard.core.ruleset import CHANCE, OVER
from oddboard.games.sailboat_regatta import codes
from oddboard.games.sailboat_regatta.codes import (
    about_of,
    draw_of,
    drift_of,
    enter_of,
    kind_of,
    roll_of,
    sail_of,
    straight_of,
)
from oddboard.games.sailboat_regatta.rules.course import Course
from oddboard.games.sailboat_regatta.rules.dice import roll_dice
from oddboard.games.sailboat_regatta.rules.fleets import boat_of, enter, fleet_size
from oddboard.games.sailboat_regatta.rules.sailing import drift, end_sailing, sail, sail_straight
from oddboard.games.sailboat_regatta.state import (
    ASHORE,
    DRAWING,
    ENDED,
    FINISHING_COUNT,
    NOBODY,
    ROLLING,
    SAILING,
    TURNING,
    State,
    Work,
)


def setup(
    s: State, players: int, course: Course, which: int, draw_first: bool, step_a_boat: bool, turn_limit: int
) -> None:
    """Fill a fresh state: a course, and every boat ashore."""
    s.water[:] = course.water
    s.way[:] = course.way
    s.lap, s.far, s.entry = course.lap, course.far, course.entry
    s.line, s.line_top, s.line_foot = course.line, course.line_top, course.line_foot
    s.width, s.height, s.course = course.width, course.height, which
    s.seats, s.fleet = players, fleet_size(players)
    s.draw_first, s.step_a_boat, s.turn_limit = draw_first, step_a_boat, turn_limit
    s.owes = NOBODY
    s.phase = DRAWING if draw_first else ROLLING
    s.at[:] = ASHORE
    s.under[:] = NOBODY
    s.top[:] = NOBODY
    s.to_go[: players * s.fleet] = s.way[FINISHING_COUNT - 1, s.entry]


@rule
def to_move(s: State) -> int:
    """Who decides now."""
    if s.phase == ENDED:
        return OVER
    if s.phase == DRAWING or s.phase == ROLLING:
        return CHANCE
    return s.turn


@rule
def come_about(s: State, number: int, heading: int) -> None:
    """A boat turns (REG-14)."""
    s.heading[boat_of(s, number)] = heading
    s.turned = s.turned | (1 << number)


@rule
def end_turn(s: State) -> None:
    """The next seat rolls, unless everybody has had the last turn (REG-18)."""
    s.sailed = 0
    s.turned = 0
    s.turn = (s.turn + 1) % s.seats
    s.phase = ROLLING
    if s.turn == s.first:
        s.rounds += 1
        if s.rounds >= s.turn_limit:
            s.phase = ENDED


@rule
def play(s: State, w: Work, code: int) -> None:
    """Carry out a legal decision."""
    kind = kind_of(code)
    if kind == codes.SAIL:
        number, face = sail_of(code)
        sail(s, w, number, face)
    elif kind == codes.ABOUT:
        number, heading = about_of(code)
        come_about(s, number, heading)
    elif kind == codes.ENTER:
        enter(s, enter_of(code))
    elif kind == codes.DONE:
        end_sailing(s)
        s.phase = TURNING
    elif kind == codes.END:
        end_turn(s)
    elif kind == codes.ROLL:
        roll_dice(s, roll_of(code))
        s.phase = SAILING
    elif kind == codes.STRAIGHT:
        number, face = straight_of(code)
        sail_straight(s, w, number, face)
    elif kind == codes.DRIFT:
        drift(s, w, drift_of(code))
    else:
        s.first = draw_of(code)
        s.turn = s.first
        s.phase = ROLLING


@rule
def hide(s: State, seat: int) -> None:
    """Nothing is secret in this game."""


@rule
def imagine(s: State, w: Work, seat: int, rng: Rng) -> None:
    """Nothing is secret in this game."""
