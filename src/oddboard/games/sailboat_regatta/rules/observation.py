"""Sailboat Regatta: what a seat may know, as numbers for a program that learns. Nothing is secret in this game."""

from typing import Any

from oddboard.core.compiling import rule
from oddboard.core.observation import Layout, Span, from_seat, small
from oddboard.games.sailboat_regatta.rules.fleets import has_drifted, has_turned, is_finished, is_free
from oddboard.games.sailboat_regatta.rules.turn import to_move
from oddboard.games.sailboat_regatta.state import (
    ASHORE,
    BOATS,
    BUOY,
    ENDED,
    FACES,
    FLEET,
    HEADINGS,
    ISLAND,
    NOBODY,
    OPEN,
    PAWN,
    SEATS,
    SIDE,
    SPACES,
    State,
    kind_of_space,
    value_of,
)

PHASES = ENDED + 1
KINDS = 4
BOAT_PARTS = 5 + HEADINGS + 4
OURS, THEIRS = 0, 1

OBSERVATION = Layout(
    (
        Span(
            "course",
            (KINDS, SIDE, SIDE),
            "Four planes: 1 on open water, an island, a buoy, the pawn. Rows run from the north, columns from the "
            "west; a course smaller than 26 by 26 fills the first rows and columns, and the rest is 0.",
        ),
        Span("value", (SIDE, SIDE), "The value of the tile that a space is on, plus 1; 0 beyond the course."),
        Span(
            "on_top",
            (2, HEADINGS, SIDE, SIDE),
            "Eight planes: 1 where a boat is on top of its stack, one of the observing seat by heading (north, east, "
            "south, west), then one of any other by heading.",
        ),
        Span("covered", (2, SIDE, SIDE), "How many boats lie under another: of the observing seat, of the others."),
        Span(
            "boats",
            (BOATS, BOAT_PARTS),
            "Every boat, by seat (the observing one first, then in the order of play) and number: 1 if there is such a "
            "boat, 1 if it is afloat, 1 if it is on top of its stack, 1 if it has finished, 1 if it came about in this "
            "turn; 1 at its heading; row, column, crossings of the line (at most 127), way to go (at most 127).",
        ),
        Span("seat", (SEATS,), "1 at the number of the observing seat."),
        Span("playing", (SEATS,), "1 for each seat that plays."),
        Span("decides", (SEATS,), "1 for the seat to decide; none where dice are to be rolled."),
        Span("turn", (SEATS,), "1 for the seat whose turn it is."),
        Span("phase", (PHASES,), "1 at what is decided next: who begins, dice, a sail, coming about, nothing."),
        Span("dice", (FACES,), "How many dice of each face, 0 to 5, are left."),
        Span("sailed", (1,), "1 if a sail was made in this turn."),
        Span("line", (3,), "The finishing line: its column, the rows of its north end and of the pawn."),
        Span("entry", (2,), "Row and column of the space where boats enter."),
        Span("fleet", (1,), "How many boats a player has."),
        Span("rounds_left", (1,), "Rounds until the limit."),
        Span("step_a_boat", (1,), "1 if a boat takes one diagonal step a turn, and not one with every die."),
        Span(
            "steps",
            (2, FLEET),
            "With that option, for the boats of the seat whose turn it is, by number: 1 if it has taken its diagonal "
            "step in this turn; 1 if it has sailed and still owes it.",
        ),
    )
)

COURSE = OBSERVATION.start("course")
VALUE = OBSERVATION.start("value")
ON_TOP = OBSERVATION.start("on_top")
COVERED = OBSERVATION.start("covered")
FLEETS = OBSERVATION.start("boats")
SEAT = OBSERVATION.start("seat")
PLAYING = OBSERVATION.start("playing")
DECIDES = OBSERVATION.start("decides")
TURN = OBSERVATION.start("turn")
PHASE = OBSERVATION.start("phase")
DICE_LEFT = OBSERVATION.start("dice")
SAILED = OBSERVATION.start("sailed")
LINE = OBSERVATION.start("line")
ENTRY = OBSERVATION.start("entry")
FLEET_SIZE = OBSERVATION.start("fleet")
ROUNDS_LEFT = OBSERVATION.start("rounds_left")
STEP_A_BOAT = OBSERVATION.start("step_a_boat")
STEPS_TAKEN = OBSERVATION.start("steps")
STEPS_OWED = STEPS_TAKEN + FLEET


@rule
def observe_boat(s: State, boat: int, row: int, side: int, out: Any) -> None:
    """One boat, in the planes and in the list."""
    first = FLEETS + row * BOAT_PARTS
    at, heading = int(s.at[boat]), int(s.heading[boat])
    free = is_free(s, boat)
    out[first] = 1
    out[first + 3] = is_finished(s, boat)
    out[first + 5 + heading] = 1
    if at != ASHORE:
        out[first + 1] = 1
        out[first + 2] = free
        out[first + 5 + HEADINGS] = at // SIDE
        out[first + 5 + HEADINGS + 1] = at % SIDE
        if free:
            out[ON_TOP + (side * HEADINGS + heading) * SPACES + at] = 1
        else:
            out[COVERED + side * SPACES + at] += 1
    out[first + 5 + HEADINGS + 2] = max(small(int(s.count[boat])), -small(-int(s.count[boat])))
    out[first + 5 + HEADINGS + 3] = small(int(s.to_go[boat]))


@rule
def observe_fleet(s: State, seat: int, steps: int, out: Any) -> None:
    """Everything about one seat."""
    other = from_seat(seat, steps, int(s.seats))
    out[PLAYING + steps] = 1
    for number in range(s.fleet):
        row = steps * s.fleet + number
        observe_boat(s, other * s.fleet + number, row, OURS if steps == 0 else THEIRS, out)
        if s.turn == other:
            out[FLEETS + row * BOAT_PARTS + 4] = has_turned(s, number)
    if s.turn == other:
        out[TURN + steps] = 1
    if to_move(s) == other:
        out[DECIDES + steps] = 1


@rule
def observe_course(s: State, out: Any) -> None:
    """The water."""
    for row in range(s.height):
        for column in range(s.width):
            space = row * SIDE + column
            kind = kind_of_space(s, space)
            if kind == OPEN:
                out[COURSE + space] = 1
            elif kind == ISLAND:
                out[COURSE + SPACES + space] = 1
            elif kind == BUOY:
                out[COURSE + 2 * SPACES + space] = 1
            elif kind == PAWN:
                out[COURSE + 3 * SPACES + space] = 1
            out[VALUE + space] = value_of(s, space) + 1


@rule
def observe(s: State, seat: int, out: Any) -> None:
    """Write what a seat may know."""
    observe_course(s, out)
    for steps in range(s.seats):
        observe_fleet(s, seat, steps, out)
    out[SEAT + seat] = 1
    out[PHASE + s.phase] = 1
    for face in range(FACES):
        out[DICE_LEFT + face] = s.dice[face]
    out[SAILED] = s.sailed
    out[LINE] = s.line
    out[LINE + 1] = s.line_top
    out[LINE + 2] = s.line_foot
    out[ENTRY] = s.entry // SIDE
    out[ENTRY + 1] = s.entry % SIDE
    out[FLEET_SIZE] = s.fleet
    out[ROUNDS_LEFT] = small(s.turn_limit - s.rounds)
    out[STEP_A_BOAT] = s.step_a_boat
    for number in range(s.fleet):
        out[STEPS_TAKEN + number] = has_drifted(s, number)
    if s.owes != NOBODY:
        out[STEPS_OWED + s.owes] = 1
