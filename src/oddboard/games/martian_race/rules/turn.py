"""Martian Race: the course of a turn, growing and finishing, and the end (MAR-5 to MAR-36)."""

from oddboard.core.compiling import rule
from oddboard.core.ruleset import CHANCE, OVER
from oddboard.games.martian_race.codes import draw_of, move_of, mover_of, phase_of, push_of, roll_of
from oddboard.games.martian_race.rules.arrivals import arrive
from oddboard.games.martian_race.rules.chains import clear_chain, latest_wave, push, who_pushes
from oddboard.games.martian_race.rules.legal import can_move
from oddboard.games.martian_race.rules.mad_dog import bite, shrink_the_bitten
from oddboard.games.martian_race.rules.score import in_play, launched, others_are_out
from oddboard.games.martian_race.state import (
    DOG,
    DRAWING,
    ENDED,
    FAMILY,
    GOAL_OF,
    LARGE,
    LAUNCHED,
    MOVING,
    NOBODY,
    NORTH,
    PUSHING,
    ROLLING,
    SEATS,
    SMALL,
    UP,
    WAITING,
    State,
    Work,
    lift,
    size_of,
)


@rule
def setup(s: State, seats: int, family: int, draw_first: bool) -> None:
    """Fill a fresh state, further options apart: everybody small and off the board (MAR-3)."""
    s.seats = seats
    s.family = family
    s.draw_first = draw_first
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
def to_move(s: State) -> int:
    """Who decides now."""
    if s.phase == ENDED:
        return OVER
    if s.phase == DRAWING or s.phase == ROLLING:
        return CHANCE
    return who_pushes(s) if s.phase == PUSHING else s.turn


@rule
def play(s: State, w: Work, code: int) -> None:
    """Carry out a legal decision."""
    kind = phase_of(code)
    if kind == DRAWING:
        s.first = draw_of(code)
        s.turn = s.first
        s.phase = ROLLING
        return
    if kind == ROLLING:
        s.dice[0], s.dice[1] = roll_of(code)
        s.phase = MOVING
    elif kind == PUSHING:
        martian, square = push_of(code)
        push(s, martian, square)
    else:
        die, slot, square, facing = move_of(code)
        use_die(s, die)
        move(s, w, mover_of(s.turn, slot), square, facing)
    if s.phase == PUSHING and latest_wave(s) == 0:
        finish_move(s)
    if s.phase == MOVING and not can_move(s, w):
        end_turn(s)  # no open die has a lawful move (MAR-10)


@rule
def use_die(s: State, die: int) -> None:
    """Take one of the dice that show a number; one left over comes first, whichever it was."""
    if s.dice[0] == die:
        s.dice[0] = s.dice[1]
    s.dice[1] = 0


@rule
def lose_dice(s: State) -> None:
    """Dice that are still open are lost."""
    s.dice[0] = 0
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
def finish_move(s: State) -> None:
    """The chain is done: grow, finish or shrink (MAR-28, MAR-33), and see who has finished."""
    if s.mover == DOG:
        shrink_the_bitten(s)
    else:
        grow_or_finish(s, s.mover)
    s.mover = NOBODY
    clear_chain(s)
    s.phase = MOVING
    seat = s.turn
    if s.place[seat] == 0 and launched(s, seat) == s.family:
        s.finishers += 1
        s.place[seat] = s.finishers
        lose_dice(s)  # MAR-29
        if s.winner == NOBODY:
            s.winner = seat
    if s.winner != NOBODY and (not s.mad_dog or others_are_out(s)):
        s.phase = ENDED  # MAR-29, MAR-36
        lose_dice(s)


@rule
def reaches_goal(s: State, martian: int, square: int, facing: int) -> bool:
    """Whether a move that ends so lets a Martian grow or finish: standing, on the goal for its size."""
    return bool(martian != DOG and facing == UP and square == GOAL_OF[size_of(s, martian)])


@rule
def grow_or_finish(s: State, martian: int) -> None:
    """What ending a move standing on the goal does (MAR-13, MAR-15)."""
    seat, number = martian // FAMILY, martian % FAMILY
    if not reaches_goal(s, martian, s.at[seat, number], s.facing[seat, number]):
        return
    if s.sizes[seat, number] < LARGE:
        s.sizes[seat, number] += 1
    else:
        lift(s, martian, LAUNCHED)
        s.facing[seat, number] = NORTH


@rule
def end_turn(s: State) -> None:
    """The next seat that is in the game rolls, unless the last round or the dog's last turn is over."""
    lose_dice(s)
    while True:
        s.turn = (s.turn + 1) % s.seats
        if s.turn == s.first:
            s.rounds += 1
            if s.rounds >= s.turn_limit:
                s.phase = ENDED  # MAR-30
                return
        if s.turn == s.winner or in_play(s, s.turn) > 0:
            break
    s.phase = ROLLING
    if s.turn == s.winner:
        if s.dog_turn == s.dog_turns:
            s.phase = ENDED  # MAR-36
        else:
            s.dog_turn += 1
