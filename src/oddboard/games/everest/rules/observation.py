"""Everest: what a seat may know, as numbers for a program that learns."""

from typing import Any

from oddboard.core.compiling import rule
from oddboard.core.observation import Layout, Span, from_seat, mark_seats, small
from oddboard.games.everest.codes import ITEMS, SNOWBALLS, coin_of, direction_of, first_item, side_of, without_first
from oddboard.games.everest.rules.board import hurts, place
from oddboard.games.everest.rules.mountain import height_at
from oddboard.games.everest.state import (
    BASES,
    BEATS,
    CHECKING,
    COLUMNS,
    CONTEST,
    DIRECTIONS,
    ENDED,
    FACES,
    NO_COIN,
    NO_RUN,
    NOBODY,
    NOT_ROLLED,
    OFF,
    PLANNING,
    ROWS,
    SEATS,
    SIDES,
    SPOTS,
    TABLE,
    State,
)

PHASES = ENDED + 1
COIN_PARTS = 1 + FACES + SIDES + DIRECTIONS
RUN_PARTS = 2 + DIRECTIONS
AGENDA = SEATS

OBSERVATION = Layout(
    (
        Span("seat", (SEATS,), "1 at the number of the observing seat: decisions name seats by number."),
        Span("playing", (SEATS,), "1 for each seat that plays."),
        Span("decides", (SEATS,), "1 for the seat to decide; none where a die is to be rolled."),
        Span(
            "phase",
            (PHASES,),
            "1 at what is decided next: homes, a coin of a plan, a die for the order, the order, a die of a struck "
            "neighbour, a die on the table, from whom to flee, to heal or stay, a coin to set aside, nothing.",
        ),
        Span("yeti", (SEATS, ROWS, COLUMNS), "A plane for each seat: 1 where its yeti stands; rows from the north."),
        Span("off_board", (SEATS,), "1 for a yeti that is off the board."),
        Span("home", (SEATS, len(BASES)), "1 at the home base: a2, h2, h5, a5."),
        Span("hurts", (SEATS,), "How often a yeti was hurt in this round."),
        Span("coins", (SEATS, FACES), "1 for each coin in use: null, ace, 2, 3, 4, 5."),
        Span(
            "plan",
            (SEATS, BEATS, COIN_PARTS),
            "For each coin of a plan: 1 if it is laid; then, if the seat may know it, 1 at the coin, at the side that "
            "is up (value, suit) and at the direction (north, east, south, west).",
        ),
        Span("beat", (1,), "The beat that is carried out, 0 to 2; while planning the coin to lay; 3 at the end."),
        Span("alone", (SEATS,), "1 for the only yeti on the peak since the round began."),
        Span("left", (SEATS,), "At the end of a round, 1 for those that left the board."),
        Span("owed", (1,), "Coins that the seat to decide has still to set aside."),
        Span("rounds_left", (1,), "Rounds until the limit, this one too."),
        Span(
            "agenda",
            (AGENDA, ITEMS),
            "What is still to be done in the beat, in order: 1 at the seat, or last at all snowballs together.",
        ),
        Span("to_roll", (SEATS,), "1 for those with a die to roll."),
        Span("dice", (SEATS,), "What a seat has rolled for the order, plus 1."),
        Span("about_runs", (1,), "1 if the order of runs is rolled for, not that of actions."),
        Span("roarers", (SEATS,), "1 for those whose roars go together."),
        Span("checks", (SEATS, SEATS), "By roarer and neighbour: 1 if a die is to be rolled for it."),
        Span("struck_by", (SEATS, SEATS), "By seat and roarer: 1 if it was struck and has still to roll."),
        Span("answers", (SEATS, SEATS), "By seat and other: 1 if it will roar back."),
        Span("rolled", (SEATS,), "1 for those that have rolled on the table."),
        Span("roared_back_at", (SEATS,), "1 for those roared back at in this wave."),
        Span("flees_from", (SEATS, SEATS), "By seat and roarer: 1 if it may still choose to run from that one."),
        Span("run", (SEATS, RUN_PARTS), "1 for one that runs; its points; 1 at its direction."),
        Span("heights", (ROWS, COLUMNS), "The height of every square, 0 where there is none; rows from the north."),
    )
)  # fmt: skip

SEAT = OBSERVATION.start("seat")
PLAYING = OBSERVATION.start("playing")
DECIDES = OBSERVATION.start("decides")
PHASE = OBSERVATION.start("phase")
YETI = OBSERVATION.start("yeti")
OFF_BOARD = OBSERVATION.start("off_board")
HOME = OBSERVATION.start("home")
HURTS = OBSERVATION.start("hurts")
COINS = OBSERVATION.start("coins")
PLAN = OBSERVATION.start("plan")
BEAT = OBSERVATION.start("beat")
ALONE = OBSERVATION.start("alone")
LEFT = OBSERVATION.start("left")
OWED = OBSERVATION.start("owed")
ROUNDS_LEFT = OBSERVATION.start("rounds_left")
ON_AGENDA = OBSERVATION.start("agenda")
TO_ROLL = OBSERVATION.start("to_roll")
DICE = OBSERVATION.start("dice")
ABOUT_RUNS = OBSERVATION.start("about_runs")
ROARERS = OBSERVATION.start("roarers")
CHECKS = OBSERVATION.start("checks")
STRUCK_BY = OBSERVATION.start("struck_by")
ANSWERS = OBSERVATION.start("answers")
ROLLED = OBSERVATION.start("rolled")
ROARED_BACK_AT = OBSERVATION.start("roared_back_at")
FLEES_FROM = OBSERVATION.start("flees_from")
RUN = OBSERVATION.start("run")
HEIGHTS = OBSERVATION.start("heights")


@rule
def observe_coin(out: Any, first: int, coin: int, known: bool) -> None:
    """A coin that was laid, or that one was."""
    out[first] = 1
    if known:
        out[first + 1 + coin_of(coin)] = 1
        out[first + 1 + FACES + side_of(coin)] = 1
        out[first + 1 + FACES + SIDES + direction_of(coin)] = 1


@rule
def observe_yeti(s: State, seat: int, steps: int, out: Any) -> None:
    """Everything about the yeti and the coins of one seat."""
    other = from_seat(seat, steps, int(s.seats))
    at = place(s.board, other)
    if at == OFF:
        out[OFF_BOARD + steps] = 1
    else:
        out[YETI + steps * ROWS * COLUMNS + at] = 1
    for base in range(len(BASES)):
        if s.home[other] == BASES[base]:
            out[HOME + steps * len(BASES) + base] = 1
    out[HURTS + steps] = small(hurts(s.board, other))
    for coin in range(FACES):
        if s.coins[other] >> coin & 1:
            out[COINS + steps * FACES + coin] = 1
    known = s.phase != PLANNING or other == seat  # EVE-8
    for beat in range(BEATS):
        if s.plan[other, beat] != NO_COIN:
            observe_coin(out, PLAN + (steps * BEATS + beat) * COIN_PARTS, int(s.plan[other, beat]), known)
    if s.dice[other] != NOT_ROLLED:
        out[DICE + steps] = s.dice[other] + 1


@rule
def observe_roars(s: State, seat: int, out: Any) -> None:
    """The roars that go together."""
    seats = int(s.seats)
    mark_seats(out, ROARERS, int(s.roarers), seat, seats)
    mark_seats(out, ROLLED, int(s.rolled), seat, seats)
    mark_seats(out, ROARED_BACK_AT, int(s.roared_back_at), seat, seats)
    for steps in range(seats):
        other = from_seat(seat, steps, seats)
        mark_seats(out, CHECKS + steps * SEATS, s.checks >> (other * SEATS), seat, seats)
        mark_seats(out, STRUCK_BY + steps * SEATS, int(s.struck_by[other]), seat, seats)
        mark_seats(out, ANSWERS + steps * SEATS, int(s.answers[other]), seat, seats)
        mark_seats(out, FLEES_FROM + steps * SEATS, int(s.flees_from[other]), seat, seats)
        if s.run[other] != NO_RUN:
            first = RUN + steps * RUN_PARTS
            out[first] = 1
            out[first + 1] = coin_of(s.run[other])
            out[first + 2 + direction_of(s.run[other])] = 1


@rule
def observe(s: State, seat: int, out: Any) -> None:
    """Write what a seat may know."""
    seats = int(s.seats)
    out[SEAT + seat] = 1
    out[PHASE + s.phase] = 1
    for steps in range(seats):
        out[PLAYING + steps] = 1
        observe_yeti(s, seat, steps, out)
    if s.phase != CONTEST and s.phase != CHECKING and s.phase != TABLE and s.phase != ENDED:
        mark_seats(out, DECIDES, 1 << s.turn, seat, seats)
    if s.alone != NOBODY:
        mark_seats(out, ALONE, 1 << s.alone, seat, seats)
    mark_seats(out, LEFT, int(s.left), seat, seats)
    mark_seats(out, TO_ROLL, int(s.to_roll), seat, seats)
    out[BEAT] = s.beat
    out[OWED] = s.owed
    out[ROUNDS_LEFT] = small(s.round_limit - s.rounds + 1)
    out[ABOUT_RUNS] = s.about_runs
    order = int(s.agenda)
    for number in range(AGENDA):
        item = first_item(order)
        if item >= 0:
            column = SNOWBALLS if item == SNOWBALLS else (item - seat + seats) % seats
            out[ON_AGENDA + number * ITEMS + column] = 1
        order = without_first(order)
    observe_roars(s, seat, out)
    for at in range(SPOTS):
        out[HEIGHTS + at] = height_at(s, at)
