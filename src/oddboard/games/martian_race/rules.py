"""Martian Race: the course of a turn, growing and finishing, the Mad Dog, and the end (MAR-5 to MAR-36)."""

from typing import Any

import numpy as np

from oddboard.core.compiling import rule
from oddboard.core.game import Rules
from oddboard.core.randomness import Rng
from oddboard.games.martian_race.chains import clear_chain, completable, latest_wave, push
from oddboard.games.martian_race.moves import (
    ENDS,
    FIRST_DRAW,
    FIRST_PUSH,
    FIRST_ROLL,
    arrive,
    can_move,
    legal,
    pick,
    to_move,
)
from oddboard.games.martian_race.observation import observe
from oddboard.games.martian_race.outlook import outlook
from oddboard.games.martian_race.state import (
    DEPOT,
    DOG,
    DOG_SLOT,
    DRAWING,
    ENDED,
    FACINGS,
    FAMILY,
    GOVERNMENT,
    LARGE,
    LAUNCHED,
    MARTIANS,
    MEDIUM,
    MOVING,
    NOBODY,
    NORTH,
    PAD,
    PUSHING,
    ROLLING,
    SEATS,
    SLOTS,
    SMALL,
    SQUARES,
    UP,
    WAITING,
    State,
    Work,
    lift,
)


@rule
def setup(s: State, seats: int, family: int, draw_first: bool, turn_limit: int, mad_dog: bool) -> None:
    """Fill a fresh state: everybody small and off the board (MAR-3)."""
    s.seats = seats
    s.family = family
    s.draw_first = draw_first
    s.turn_limit = turn_limit
    s.mad_dog = mad_dog
    s.phase = DRAWING if draw_first else ROLLING
    s.winner = NOBODY
    s.mover = NOBODY
    s.dog_at = WAITING
    s.dog_facing = NORTH
    for seat in range(SEATS):
        for number in range(FAMILY):
            s.at[seat, number] = WAITING
            s.facing[seat, number] = NORTH
            s.sizes[seat, number] = SMALL


@rule
def in_play(s: State, seat: int) -> int:
    """How many of a family are still to finish."""
    count = 0
    for number in range(s.family):
        if s.at[seat, number] >= WAITING:
            count += 1
    return count


@rule
def launched(s: State, seat: int) -> int:
    """How many of a family have finished."""
    count = 0
    for number in range(s.family):
        if s.at[seat, number] == LAUNCHED:
            count += 1
    return count


@rule
def end_turn(s: State) -> None:
    """The next seat that is in the game rolls, unless the last round is over (MAR-30)."""
    s.dice[0] = 0
    s.dice[1] = 0
    while True:
        s.turn = (s.turn + 1) % s.seats
        if s.turn == s.first:
            s.rounds += 1
            if s.rounds >= s.turn_limit:
                s.phase = ENDED
                return
        if s.turn == s.winner or in_play(s, s.turn) > 0:
            break
    s.phase = ROLLING


@rule
def others_are_out(s: State) -> bool:
    """Whether every family but the winner's has nobody left in play (MAR-36)."""
    for seat in range(s.seats):
        if seat != s.winner and in_play(s, seat) > 0:
            return False
    return True


@rule
def grow_or_finish(s: State, martian: int) -> None:
    """What ending a move standing on the goal does (MAR-13, MAR-15)."""
    seat, number = martian // FAMILY, martian % FAMILY
    if s.facing[seat, number] != UP:
        return
    at, size = s.at[seat, number], s.sizes[seat, number]
    if at == GOVERNMENT and size == SMALL:
        s.sizes[seat, number] = MEDIUM
    elif at == DEPOT and size == MEDIUM:
        s.sizes[seat, number] = LARGE
    elif at == PAD and size == LARGE:
        lift(s, martian, LAUNCHED)
        s.facing[seat, number] = NORTH


@rule
def finish_move(s: State) -> None:
    """The chain is done: grow, finish or shrink (MAR-28, MAR-33), and see who has finished."""
    if s.mover == DOG:
        for martian in range(MARTIANS):
            if (s.bitten >> np.uint32(martian)) & np.uint32(1):
                s.sizes[martian // FAMILY, martian % FAMILY] -= 1
        s.bitten = np.uint32(0)
    else:
        grow_or_finish(s, s.mover)
    s.mover = NOBODY
    clear_chain(s)
    s.phase = MOVING
    seat = s.turn
    if s.place[seat] == 0 and launched(s, seat) == s.family:
        s.finishers += 1
        s.place[seat] = s.finishers
        s.dice[0] = 0  # a die left over is lost (MAR-29)
        s.dice[1] = 0
        if s.winner == NOBODY:
            s.winner = seat
    if s.winner != NOBODY and (not s.mad_dog or others_are_out(s)):
        s.phase = ENDED  # MAR-29, MAR-36
        s.dice[0] = 0
        s.dice[1] = 0


@rule
def use_die(s: State, die: int) -> None:
    """Take one of the dice that show a number; one left over comes first, whichever it was."""
    if s.dice[0] == die:
        s.dice[0] = s.dice[1]
    s.dice[1] = 0


@rule
def move(s: State, w: Work, martian: int, square: int, facing: int) -> None:
    """A Martian or the dog ends a move on a square; those it ends on are to be pushed."""
    s.mover = martian
    killed = arrive(s, martian, square, facing)
    if martian == DOG:
        bite(s, w, square, killed)
    s.phase = PUSHING


@rule
def bite(s: State, w: Work, square: int, killed: int) -> None:
    """What the dog does to those it ends on, besides killing the small ones (MAR-33, MAR-34)."""
    hit = 0
    for martian in range(MARTIANS):
        seat, number = martian // FAMILY, martian % FAMILY
        if killed >> martian & 1:
            s.facing[seat, number] = NORTH
        elif s.at[seat, number] == square:
            s.bitten = np.uint32(s.bitten | (np.uint32(1) << np.uint32(martian)))
            hit += 1
    if hit == 1 and not completable(s, w):
        clear_chain(s)  # the only one left cannot be pushed, and stays beside the dog


@rule
def play(s: State, w: Work, code: int) -> None:
    """Carry out a legal decision."""
    if code >= FIRST_DRAW:
        s.first = code - FIRST_DRAW
        s.turn = s.first
        s.phase = ROLLING
        return
    if code >= FIRST_ROLL:
        high = 1
        low = code - FIRST_ROLL
        while low >= high:
            low -= high
            high += 1
        s.dice[0] = high
        s.dice[1] = low + 1
        s.phase = MOVING
    elif code >= FIRST_PUSH:
        push(s, (code - FIRST_PUSH) // SQUARES, (code - FIRST_PUSH) % SQUARES)
    else:
        use_die(s, code // (SLOTS * ENDS) + 1)
        slot = code // ENDS % SLOTS
        martian = DOG if slot == DOG_SLOT else s.turn * FAMILY + slot
        move(s, w, martian, code % ENDS // FACINGS, code % FACINGS)
    if s.phase == PUSHING and latest_wave(s) == 0:
        finish_move(s)
    if s.phase == MOVING and not can_move(s, w):
        end_turn(s)  # no open die has a lawful move (MAR-10)


@rule
def merit(s: State, seat: int) -> int:
    """What the ranks compare: order of finishing, Martians finished, sizes on the board (MAR-29, MAR-36)."""
    sizes = 0
    for number in range(s.family):
        if s.at[seat, number] >= 0:
            sizes += s.sizes[seat, number]
    ahead = SEATS + 1 - s.place[seat] if s.place[seat] > 0 else 0
    return (ahead * 100 + launched(s, seat)) * 100 + sizes


@rule
def score(s: State, out: Any) -> None:
    """Each seat's share of the others that it has beaten; a tie counts half."""
    for seat in range(s.seats):
        beaten = 0
        mine = merit(s, seat)
        for other in range(s.seats):
            if other != seat:
                theirs = merit(s, other)
                if mine > theirs:
                    beaten += 2
                elif mine == theirs:
                    beaten += 1
        out[seat] = beaten / (2 * (s.seats - 1))


@rule
def hide(s: State, seat: int) -> None:
    """Nothing is secret in this game."""


@rule
def imagine(s: State, w: Work, seat: int, rng: Rng) -> None:
    """Nothing is secret in this game."""


RULES = Rules(to_move, legal, play, score, hide, imagine, outlook, pick, observe)
