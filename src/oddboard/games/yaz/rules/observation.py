"""The Baton Races of Yaz: what a seat may know, as numbers for a program that learns. Nothing is secret here."""

from typing import Any

from oddboard.core.compiling import rule
from oddboard.core.observation import Layout, Span, small
from oddboard.games.yaz.rules.turn import to_move
from oddboard.games.yaz.state import (
    BULGES_DECIDE,
    BULGING,
    ENDED,
    FIRST_OF,
    HEIGHT,
    HEXES,
    KIND,
    KINDS,
    LUGGANTS,
    MIRE,
    NO_LAND,
    NOBODY,
    NOWHERE,
    PIECES,
    RACING,
    SEATS,
    WIDTH,
    State,
)

PHASES = ENDED + 1
PIECE_PARTS = 10
BATON_PARTS = 3

OBSERVATION = Layout(
    (
        Span(
            "terrain",
            (MIRE, HEIGHT, WIDTH),
            "Three planes: 1 on mud, muck, mire. Rows run from the top, columns from the left; a map smaller than 26 "
            "by 26 fills the first rows and columns, and the rest is 0.",
        ),
        Span("bulges", (SEATS, HEIGHT, WIDTH), "1 where a bulge of the side stands."),
        Span(
            "yazzites",
            (SEATS, KINDS, HEIGHT, WIDTH),
            "For each side four planes, of Skadingles, Flibdills, Tarnoses and Luggants: the number of the one that is "
            "in a hex, from 1.",
        ),
        Span("throttled", (SEATS, HEIGHT, WIDTH), "1 where a throttled Yazzite of the side is."),
        Span("baton", (SEATS, HEIGHT, WIDTH), "1 where the baton of the side lies or is carried."),
        Span("start", (SEATS, HEIGHT, WIDTH), "1 where the baton of the side was placed."),
        Span("movable", (HEIGHT, WIDTH), "1 where a Yazzite of the side on turn has not moved yet."),
        Span("mover", (HEIGHT, WIDTH), "1 where the moving Yazzite is."),
        Span(
            "pieces",
            (SEATS, PIECES, PIECE_PARTS),
            "Every Yazzite by side and number (S1 to S5, F1 to F5, T1 to T5, L1 to L8): 1 if it takes part; 1 if it is "
            "on the map; row and column; 1 if throttled; 1 if it carries its own baton; 1 if it carries the enemy's; "
            "and on the side on turn 1 if it has moved, 1 if it made a step of its own, 1 if it was given the baton.",
        ),
        Span("throttles", (SEATS, LUGGANTS), "For each Luggant the enemy that it throttles, by number from 1; or 0."),
        Span("carries", (SEATS, LUGGANTS), "For each Luggant its passenger, by number from 1; or 0."),
        Span("baton_held", (SEATS, BATON_PARTS), "For each baton 1 at: it lies, it is carried, it is stolen."),
        Span("baton_taken", (SEATS,), "1 for a baton that was ever taken."),
        Span("placed", (SEATS, KINDS), "How many Yazzites of a kind are placed."),
        Span("counts", (KINDS,), "How many of a kind each side has."),
        Span("bulges_in_all", (1,), "How many bulges each side has."),
        Span("bulge_gap", (1,), "The least distance between two of them."),
        Span("seat", (SEATS,), "1 at the number of the observing seat."),
        Span("decides", (SEATS,), "1 for the seat to decide: the observing one, the other."),
        Span("turn", (SEATS,), "1 for the seat whose turn it is."),
        Span("setter", (SEATS,), "1 for the seat that sets the race, and has the first turn."),
        Span(
            "phase", (PHASES,), "1 at what goes on: drawing the setter, bulges, Yazzites, a coin, batons, race, over."
        ),
        Span("turns_left", (1,), "Turns until the limit."),
        Span("fresh", (1,), "1 if nothing has been decided in this turn."),
        Span("announced", (1,), "1 if the finish was announced."),
        Span("last_turn", (1,), "1 if this is the last turn."),
        Span("goal", (1,), "In the last turn, how many Yazzites the setting player moved."),
        Span("moving", (1,), "The number of the moving Yazzite, from 1; or 0."),
        Span("left", (1,), "The hexes that it may still move."),
        Span("mover_stepped", (1,), "1 if it has made a step in this move."),
        Span("popped", (1,), "1 if it stands where it popped out to, 2 if it has taken a baton there."),
        Span("must_step", (1,), "1 if its next act must be a step."),
        Span("next", (1,), "The number of the Yazzite that must move next, from 1; or 0."),
        Span("pop_baton", (SEATS,), "1 for the side whose baton is to be popped out."),
        Span("pop_piece", (SEATS,), "For the side of a Yazzite that is to be popped out, its number from 1; or 0."),
        Span("options", (4,), "1 for each option that is on: announce, lugging, dropping, first and last."),
        Span("limit", (1,), "1 if who has broken more bulges wins at the turn limit, 0 if that is a draw."),
    )
)

TERRAIN = OBSERVATION.start("terrain")
STANDING = OBSERVATION.start("bulges")
YAZZITES = OBSERVATION.start("yazzites")
THROTTLED = OBSERVATION.start("throttled")
BATON = OBSERVATION.start("baton")
START = OBSERVATION.start("start")
MOVABLE = OBSERVATION.start("movable")
MOVER = OBSERVATION.start("mover")
LIST = OBSERVATION.start("pieces")
THROTTLES = OBSERVATION.start("throttles")
CARRIES = OBSERVATION.start("carries")
BATON_HELD = OBSERVATION.start("baton_held")
BATON_TAKEN = OBSERVATION.start("baton_taken")
PLACED = OBSERVATION.start("placed")
COUNTS = OBSERVATION.start("counts")
BULGES_IN_ALL = OBSERVATION.start("bulges_in_all")
BULGE_GAP = OBSERVATION.start("bulge_gap")
SEAT = OBSERVATION.start("seat")
DECIDES = OBSERVATION.start("decides")
TURN = OBSERVATION.start("turn")
SETTER = OBSERVATION.start("setter")
PHASE = OBSERVATION.start("phase")
TURNS_LEFT = OBSERVATION.start("turns_left")
FRESH = OBSERVATION.start("fresh")
ANNOUNCED = OBSERVATION.start("announced")
LAST_TURN = OBSERVATION.start("last_turn")
GOAL = OBSERVATION.start("goal")
MOVING = OBSERVATION.start("moving")
LEFT = OBSERVATION.start("left")
MOVER_STEPPED = OBSERVATION.start("mover_stepped")
POPPED = OBSERVATION.start("popped")
MUST_STEP = OBSERVATION.start("must_step")
NEXT = OBSERVATION.start("next")
POP_BATON = OBSERVATION.start("pop_baton")
POP_PIECE = OBSERVATION.start("pop_piece")
OPTIONS = OBSERVATION.start("options")
LIMIT = OBSERVATION.start("limit")


@rule
def observe_piece(s: State, side: int, piece: int, steps: int, out: Any) -> None:
    """One Yazzite, in the planes and in the list."""
    first = LIST + (steps * PIECES + piece) * PIECE_PARTS
    bit = 1 << piece
    held = 1 if s.throttled[side] & bit else 0
    at = int(s.at[side, piece])
    out[first] = 1
    if at == NOWHERE:
        return
    out[first + 1] = 1
    out[first + 2] = at // WIDTH
    out[first + 3] = at % WIDTH
    out[first + 4] = held
    out[first + 5] = 1 if s.carrier[side] == piece else 0
    out[first + 6] = 1 if s.thief[1 - side] == piece else 0
    kind = int(KIND[piece])
    out[YAZZITES + (steps * KINDS + kind) * HEXES + at] = piece - FIRST_OF[kind] + 1
    if held:
        out[THROTTLED + steps * HEXES + at] = 1
    if side == s.turn and s.phase == RACING:
        moved = 1 if s.moved & bit else 0
        out[first + 7] = moved
        out[first + 8] = 1 if s.stepped & bit else 0
        out[first + 9] = 1 if s.given & bit else 0
        if not moved:
            out[MOVABLE + at] = 1
        if s.mover == piece:
            out[MOVER + at] = 1


@rule
def observe_baton(s: State, side: int, steps: int, out: Any) -> None:
    """The baton of one side."""
    at, how = int(s.baton_at[side]), 0
    if s.carrier[side] != NOBODY:
        at, how = int(s.at[side, s.carrier[side]]), 1
    elif s.thief[side] != NOBODY:
        at, how = int(s.at[1 - side, s.thief[side]]), 2
    if at != NOWHERE:
        out[BATON + steps * HEXES + at] = 1
        out[BATON_HELD + steps * BATON_PARTS + how] = 1
    if s.start[side] != NOWHERE:
        out[START + steps * HEXES + s.start[side]] = 1
    out[BATON_TAKEN + steps] = s.taken[side]


@rule
def observe_side(s: State, seat: int, steps: int, out: Any) -> None:
    """Everything about one side."""
    side = seat if steps == 0 else 1 - seat
    for piece in range(PIECES):
        if s.team >> piece & 1:
            observe_piece(s, side, piece, steps, out)
    for luggant in range(LUGGANTS):
        out[THROTTLES + steps * LUGGANTS + luggant] = s.holds[side, luggant] + 1
        out[CARRIES + steps * LUGGANTS + luggant] = s.cargo[side, luggant] + 1
    for number in range(s.laid):
        if s.phase == BULGING or s.standing[side] >> number & 1:
            out[STANDING + steps * HEXES + s.bulge[number]] = 1
    observe_baton(s, side, steps, out)
    for kind in range(KINDS):
        out[PLACED + steps * KINDS + kind] = s.placed[side, kind]
    if s.turn == side and s.phase != ENDED:
        out[TURN + steps] = 1
    if to_move(s) == side:
        out[DECIDES + steps] = 1
    if s.setter == side:
        out[SETTER + steps] = 1
    if s.pop_baton == side:
        out[POP_BATON + steps] = 1
    if s.pop_seat == side:
        out[POP_PIECE + steps] = s.pop_piece + 1


@rule
def observe_turn(s: State, out: Any) -> None:
    """What was done in this turn, and what must be done next."""
    out[TURNS_LEFT] = small(s.turn_limit - s.turn_number)
    out[FRESH] = s.fresh
    out[ANNOUNCED] = s.announced
    out[LAST_TURN] = s.last_turn
    out[GOAL] = s.goal
    out[MOVING] = s.mover + 1
    out[LEFT] = s.left
    out[MOVER_STEPPED] = s.mover_stepped
    out[POPPED] = s.popped
    out[MUST_STEP] = s.must_step
    out[NEXT] = s.next + 1
    out[OPTIONS] = s.announce
    out[OPTIONS + 1] = s.lugging
    out[OPTIONS + 2] = s.dropping
    out[OPTIONS + 3] = s.first_and_last
    out[LIMIT] = 1 if s.limit == BULGES_DECIDE else 0


@rule
def observe(s: State, seat: int, out: Any) -> None:
    """Write what a seat may know."""
    for row in range(s.rows):
        for column in range(s.columns):
            place = row * WIDTH + column
            if s.terrain[place] != NO_LAND:
                out[TERRAIN + (s.terrain[place] - 1) * HEXES + place] = 1
    for steps in range(SEATS):
        observe_side(s, seat, steps, out)
    for kind in range(KINDS):
        out[COUNTS + kind] = s.counts[kind]
    out[BULGES_IN_ALL] = s.bulges
    out[BULGE_GAP] = s.bulge_gap
    out[SEAT + seat] = 1
    out[PHASE + s.phase] = 1
    observe_turn(s, out)


assert NOBODY == -1  # so that a number plus 1 is 0 for nobody
