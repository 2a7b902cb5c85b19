"""Sailboat Regatta: the course of a turn, the finish and the ranks (REG-6 to REG-18)."""

from oddboard.core.compiling import rule
from oddboard.core.game import Rules
from oddboard.core.randomness import Rng
from oddboard.games.sailboat_regatta.course import Course
from oddboard.games.sailboat_regatta.moves import (
    DICE_OF_ROLL,
    DONE,
    END,
    FIRST_ABOUT,
    FIRST_DRAW,
    FIRST_ENTER,
    FIRST_ROLL,
    legal,
    pick,
    to_move,
)
from oddboard.games.sailboat_regatta.observation import observe
from oddboard.games.sailboat_regatta.outlook import outlook, score
from oddboard.games.sailboat_regatta.state import (
    ASHORE,
    DRAWING,
    ENDED,
    FACES,
    FINISHING_COUNT,
    HEADINGS,
    NOBODY,
    NORTH,
    ROLLING,
    SAILING,
    TURNING,
    State,
    Work,
    crossings,
    lift,
    own,
    put,
    sail_end,
)
from oddboard.games.sailboat_regatta.ways import way_to_go


def fleet_size(players: int) -> int:
    """How many boats a player has (REG-5)."""
    return 5 if players <= 4 else 4 if players <= 6 else 3 if players <= 8 else 2


def setup(s: State, players: int, course: Course, which: int, draw_first: bool, turn_limit: int) -> None:
    """Fill a fresh state: a course, and every boat ashore."""
    s.water[:] = course.water
    s.way[:] = course.way
    s.lap, s.far, s.entry = course.lap, course.far, course.entry
    s.line, s.line_top, s.line_foot = course.line, course.line_top, course.line_foot
    s.width, s.height, s.course = course.width, course.height, which
    s.seats, s.fleet = players, fleet_size(players)
    s.draw_first, s.turn_limit = draw_first, turn_limit
    s.phase = DRAWING if draw_first else ROLLING
    s.at[:] = ASHORE
    s.under[:] = NOBODY
    s.top[:] = NOBODY
    s.to_go[: players * s.fleet] = s.way[FINISHING_COUNT - 1, s.entry]


@rule
def clear_dice(s: State) -> None:
    """Forget the dice left: the sailing is over."""
    for face in range(FACES):
        s.dice[face] = 0
    s.faces = 0


@rule
def roll(s: State, index: int) -> None:
    """Four dice are rolled (REG-9)."""
    faces = 0
    for face in range(FACES):
        dice = DICE_OF_ROLL[index, face]
        s.dice[face] = dice
        if dice > 0:
            faces |= 1 << face
    s.faces = faces
    s.phase = SAILING


@rule
def enter(s: State, number: int) -> None:
    """A boat enters the race, facing north (REG-6)."""
    s.afloat[s.turn] += 1
    put(s, s.turn * s.fleet + number, int(s.entry))


@rule
def sail(s: State, w: Work, number: int, face: int) -> None:
    """A boat uses a die (REG-10); the race ends if that brings the last of its fleet home (REG-17)."""
    boat = s.turn * s.fleet + number
    start = int(s.at[boat])
    end = sail_end(s, start, int(s.heading[boat]), face)
    s.sailed = 1
    s.dice[face] -= 1
    if s.dice[face] == 0:
        s.faces = s.faces & ~(1 << face)
    lift(s, boat)
    put(s, boat, end)
    count = int(s.count[boat]) + crossings(s, start, end)
    s.count[boat] = count
    if (s.finished >> boat) & 1:
        return
    if count < FINISHING_COUNT:
        s.to_go[boat] = way_to_go(s, w, end, count)
        return
    s.finished = s.finished | (1 << boat)
    s.to_go[boat] = 0
    if own(s, s.finished) == (1 << s.fleet) - 1:
        s.phase = ENDED
        s.sailed = 0
        clear_dice(s)


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
    if code < FIRST_ABOUT:
        sail(s, w, code // FACES, code % FACES)
    elif code < FIRST_ENTER:
        number = (code - FIRST_ABOUT) // HEADINGS
        s.heading[s.turn * s.fleet + number] = (code - FIRST_ABOUT) % HEADINGS
        s.turned = s.turned | (1 << number)
    elif code < DONE:
        enter(s, code - FIRST_ENTER)
    elif code == DONE:
        clear_dice(s)
        s.phase = TURNING
    elif code == END:
        end_turn(s)
    elif code < FIRST_DRAW:
        roll(s, code - FIRST_ROLL)
    else:
        s.first = code - FIRST_DRAW
        s.turn = s.first
        s.phase = ROLLING


@rule
def hide(s: State, seat: int) -> None:
    """Nothing is secret in this game."""


@rule
def imagine(s: State, w: Work, seat: int, rng: Rng) -> None:
    """Nothing is secret in this game."""


RULES = Rules(to_move, legal, play, score, hide, imagine, outlook, pick, observe)

assert NORTH == 0  # a boat ashore has the heading with which it enters
