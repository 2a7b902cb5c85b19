"""Martian Race: what a seat may know, as numbers for a program that learns. Nothing is secret in this game."""

from typing import Any

import numpy as np

from oddboard.core.bits import has
from oddboard.core.compiling import rule
from oddboard.core.observation import Layout, Span, from_seat, small
from oddboard.games.martian_race.rules.turn import to_move
from oddboard.games.martian_race.state import (
    BLOCKED,
    DICE,
    DOG,
    ENDED,
    FACES,
    FACINGS,
    FAMILY,
    KILLED,
    LARGE,
    LAUNCHED,
    MARTIANS,
    NOBODY,
    PARTLY_BLOCKED,
    SEATS,
    SIDE,
    SQUARES,
    UP,
    WAITING,
    State,
)

PHASES = ENDED + 1
MARTIAN_PARTS = 4 + LARGE + FACINGS + 2 + 5

OBSERVATION = Layout(
    (
        Span(
            "sizes",
            (SEATS, LARGE, SIDE, SIDE),
            "For each seat three planes: how many small, medium and large Martians are on a square. Rows are 1 to 8 "
            "from the south, columns a to h.",
        ),
        Span("standing", (SEATS, SIDE, SIDE), "For each seat a plane: how many of its Martians stand on a square."),
        Span(
            "strength",
            (SEATS, SIDE, SIDE),
            f"For each seat a plane: its strength; {PARTLY_BLOCKED} blocks partly, {BLOCKED} and more wholly.",
        ),
        Span("dog", (SIDE, SIDE), "1 where the Mad Dog is."),
        Span("fought", (SIDE, SIDE), "1 where a fight of this chain of pushes has been."),
        Span(
            "martians",
            (SEATS, FAMILY, MARTIAN_PARTS),
            "Every Martian by seat and number: 1 at waiting, on the board, launched or killed; 1 at its size; 1 at its "
            "facing (north, east, south, west, up); row and column from 0; then for a chain of pushes: the number of "
            "the arrival that hit it, how far it is pushed, 1 if it was pushed already, 1 if it shrinks afterwards, "
            "1 if it set off the chain.",
        ),
        Span("seat", (SEATS,), "1 at the number of the observing seat: pushes name Martians by seat."),
        Span("playing", (SEATS,), "1 for each seat that plays."),
        Span("decides", (SEATS,), "1 for the seat to decide; none where dice are to be rolled."),
        Span("turn", (SEATS,), "1 for the seat whose turn it is."),
        Span("place", (SEATS,), "1 for a family that finished first, 2 for the next; 0 for one still racing."),
        Span("phase", (PHASES,), "1 at what is decided next: who begins, dice, a move, a push, nothing."),
        Span("dice", (DICE, FACES), "For each die still open, the higher first: 1 at its number."),
        Span("dog_facing", (FACINGS,), "1 at the facing of the Mad Dog if it is on the board."),
        Span("dog_moves", (1,), "1 if the Mad Dog set off the chain of pushes."),
        Span("family", (1,), "How many Martians a player has."),
        Span("mad_dog", (1,), "1 if the Mad Dog takes part."),
        Span("rounds_left", (1,), "Rounds until the limit."),
        Span("owner_decides", (1,), "1 if in a chain the owner of a pushed Martian decides for those it pushes on."),
        Span("dog_turns_left", (1,), "Turns that the winner still has with the Mad Dog, this one apart."),
    )
)

SIZES = OBSERVATION.start("sizes")
STANDING = OBSERVATION.start("standing")
STRENGTH = OBSERVATION.start("strength")
DOG_THERE = OBSERVATION.start("dog")
FOUGHT = OBSERVATION.start("fought")
FAMILIES = OBSERVATION.start("martians")
SEAT = OBSERVATION.start("seat")
PLAYING = OBSERVATION.start("playing")
DECIDES = OBSERVATION.start("decides")
TURN = OBSERVATION.start("turn")
PLACE = OBSERVATION.start("place")
PHASE = OBSERVATION.start("phase")
OPEN_DICE = OBSERVATION.start("dice")
DOG_FACING = OBSERVATION.start("dog_facing")
DOG_MOVES = OBSERVATION.start("dog_moves")
IN_FAMILY = OBSERVATION.start("family")
MAD_DOG = OBSERVATION.start("mad_dog")
ROUNDS_LEFT = OBSERVATION.start("rounds_left")
OWNER_DECIDES = OBSERVATION.start("owner_decides")
DOG_TURNS_LEFT = OBSERVATION.start("dog_turns_left")


@rule
def observe_martian(s: State, seat: int, number: int, steps: int, out: Any) -> None:
    """One Martian, in the planes and in the list."""
    identity = seat * FAMILY + number
    at, facing, size = int(s.at[seat, number]), int(s.facing[seat, number]), int(s.sizes[seat, number])
    first = FAMILIES + (steps * FAMILY + number) * MARTIAN_PARTS
    where = 0 if at == WAITING else 2 if at == LAUNCHED else 3 if at == KILLED else 1
    out[first + where] = 1
    out[first + 4 + size - 1] = 1
    out[first + 4 + LARGE + facing] = 1
    if at >= 0:
        out[SIZES + (steps * LARGE + size - 1) * SQUARES + at] += 1
        if facing == UP:
            out[STANDING + steps * SQUARES + at] += 1
        out[first + 4 + LARGE + FACINGS] = at // SIDE
        out[first + 4 + LARGE + FACINGS + 1] = at % SIDE
    chain = first + 4 + LARGE + FACINGS + 2
    out[chain] = s.hit_by[identity]
    out[chain + 1] = s.reach[identity]
    out[chain + 2] = int(np.int64((s.pushed >> np.uint32(identity)) & np.uint32(1)))
    out[chain + 3] = int(np.int64((s.bitten >> np.uint32(identity)) & np.uint32(1)))
    out[chain + 4] = 1 if s.mover == identity else 0


@rule
def observe_family(s: State, seat: int, steps: int, out: Any) -> None:
    """Everything about one seat."""
    other = from_seat(seat, steps, int(s.seats))
    out[PLAYING + steps] = 1
    out[PLACE + steps] = s.place[other]
    if s.turn == other:
        out[TURN + steps] = 1
    if to_move(s) == other:
        out[DECIDES + steps] = 1
    for square in range(SQUARES):
        out[STRENGTH + steps * SQUARES + square] = s.strength[other, square]
    for number in range(s.family):
        observe_martian(s, other, number, steps, out)


@rule
def observe(s: State, seat: int, out: Any) -> None:
    """Write what a seat may know."""
    for steps in range(s.seats):
        observe_family(s, seat, steps, out)
    for square in range(SQUARES):
        if has(s.fought, square):
            out[FOUGHT + square] = 1
    if s.dog_at >= 0:
        out[DOG_THERE + s.dog_at] = 1
        out[DOG_FACING + s.dog_facing] = 1
    out[DOG_MOVES] = 1 if s.mover == DOG else 0
    out[SEAT + seat] = 1
    out[PHASE + s.phase] = 1
    for die in range(DICE):
        if s.dice[die] > 0:
            out[OPEN_DICE + die * FACES + s.dice[die] - 1] = 1
    out[IN_FAMILY] = s.family
    out[MAD_DOG] = s.mad_dog
    out[ROUNDS_LEFT] = small(s.turn_limit - s.rounds)
    out[OWNER_DECIDES] = s.owner_decides
    out[DOG_TURNS_LEFT] = small(s.dog_turns - s.dog_turn)


assert NOBODY not in (DOG, *range(MARTIANS))  # `mover` of no chain is none of them
