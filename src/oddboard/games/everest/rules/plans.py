"""Everest: secret plans, from the first coin of a round to the last (EVE-6 to EVE-8)."""

import numpy as np

from oddboard.core.bits import size
from oddboard.core.compiling import rule
from oddboard.games.everest.codes import coin_of
from oddboard.games.everest.rules.board import PLACES_PART, alone_on_peak
from oddboard.games.everest.state import ACTING, BEATS, HIDDEN, NO_COIN, PLANNING, SEATS, State


@rule
def begin_round(s: State) -> None:
    """A new round: nobody is hurt, and all plan (EVE-6)."""
    s.rounds += 1
    s.board &= PLACES_PART
    s.left = 0
    s.alone = alone_on_peak(s)
    for seat in range(SEATS):
        for beat in range(BEATS):
            s.plan[seat, beat] = NO_COIN
    ask_for_plan(s)


@rule
def plan_size(s: State, seat: int) -> int:
    """How many coins a seat lays: three, or all that it has in use (EVE-7)."""
    return min(BEATS, size(np.uint64(s.coins[seat])))


@rule
def coins_laid(s: State, seat: int) -> int:
    """How many coins a plan has."""
    count = 0
    while count < BEATS and s.plan[seat, count] != NO_COIN:
        count += 1
    return count


@rule
def ask_for_plan(s: State) -> None:
    """The next seat that has a coin to lay; after the last the plans are shown and carried out (EVE-7, EVE-8).

    It is looked for from the first seat on, since a seat may lay its plan ahead of those before it.
    """
    for seat in range(SEATS):
        laid = coins_laid(s, seat)
        if laid < plan_size(s, seat):
            s.phase = PLANNING
            s.turn = seat
            s.beat = laid
            return
    for seat in range(SEATS):
        if s.plan[seat, 0] == HIDDEN:  # who has laid ahead cannot know how the round goes on, and waits for that seat
            s.phase = PLANNING
            s.turn = seat
            s.beat = plan_size(s, seat) - 1
            return
    s.phase = ACTING
    s.turn = 0
    s.beat = -1  # the first is about to begin


@rule
def lay_coin(s: State, coin: int) -> None:
    """The seat to decide lays its next coin."""
    seat = s.turn
    s.plan[seat, s.beat] = coin
    s.beat += 1
    if s.beat == plan_size(s, seat):
        ask_for_plan(s)


@rule
def coins_to_lay(s: State) -> int:
    """The coins that the seat to decide has not laid yet, a mask."""
    left: int = s.coins[s.turn]
    for beat in range(s.beat):
        if s.plan[s.turn, beat] >= 0:
            left &= ~(1 << coin_of(s.plan[s.turn, beat]))
    return left


@rule
def may_plan_early(s: State, seat: int) -> bool:
    """Whether a seat has a plan to lay, but others before it have not laid theirs."""
    return bool(s.phase == PLANNING and seat > s.turn and s.coins[seat] != 0)


@rule
def plan_early(s: State, seat: int) -> None:
    """Let a seat lay its plan as if those before it had laid theirs, in secret."""
    for other in range(s.turn, seat):
        for beat in range(plan_size(s, other)):
            s.plan[other, beat] = HIDDEN
    s.turn = seat
    s.beat = 0
