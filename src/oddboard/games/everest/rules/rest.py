"""Everest: the end of a round, a win, coming home, healing, and the coins set aside (EVE-28 to EVE-33)."""

import numpy as np

from oddboard.core.bits import has, size
from oddboard.core.compiling import rule
from oddboard.games.everest.rules.board import UNHURT, alone_on_peak, hurts, occupied, place, put, yeti_on
from oddboard.games.everest.rules.plans import begin_round
from oddboard.games.everest.state import (
    ACTING,
    ALL_COINS,
    ENDED,
    NOBODY,
    OFF,
    RESTING,
    SEATS,
    SETTING_ASIDE,
    State,
)


@rule
def end_round(s: State) -> None:
    """A win (EVE-28), the last round (EVE-33), or the choices of EVE-29 to EVE-32."""
    alone = alone_on_peak(s)
    if alone != NOBODY and alone == s.alone:
        s.winner = alone
        s.phase = ENDED
        return
    if s.rounds >= s.round_limit:
        s.phase = ENDED
        return
    for seat in range(s.seats):
        if place(s.board, seat) == OFF:
            s.left |= 1 << seat
    for seat in range(SEATS):
        if s.left >> seat & 1:
            come_home(s, seat)


@rule
def come_home(s: State, seat: int) -> None:
    """A yeti goes to its home base; whoever is there goes to its own, and so on (EVE-32)."""
    while True:
        home = s.home[seat]
        other = yeti_on(s.board, home) if has(occupied(s.board), home) else seat
        s.board = put(s.board, seat, home, UNHURT)
        if other == seat:
            return
        seat = other


@rule
def next_to_rest(s: State) -> None:
    """The next seat that has something to decide at the end of the round; after the last a new one begins."""
    for seat in range(s.turn, s.seats):
        s.turn = seat
        if not s.left >> seat & 1:
            s.phase = RESTING
            return
        s.owed = min(hurts(s.board, seat), size(np.uint64(s.coins[seat])))  # EVE-31
        if s.owed != 0:
            s.phase = SETTING_ASIDE
            return
    begin_round(s)


@rule
def have_rested(s: State) -> None:
    """It is the next seat's turn."""
    s.phase = ACTING
    s.turn += 1


@rule
def heal(s: State) -> None:
    """A yeti goes home, and all its coins come back (EVE-30)."""
    seat = s.turn
    s.coins[seat] = ALL_COINS
    come_home(s, seat)
    have_rested(s)


@rule
def stay(s: State) -> None:
    """A yeti does not heal: it sets aside a coin for each time it was hurt (EVE-29)."""
    s.owed = hurts(s.board, s.turn)
    if s.owed != 0:
        s.phase = SETTING_ASIDE
    else:
        have_rested(s)


@rule
def set_aside(s: State, coin: int) -> None:
    """A coin is out of use until its yeti heals (EVE-29)."""
    s.coins[s.turn] &= ~(1 << coin)
    s.owed -= 1
    if s.owed == 0:
        have_rested(s)


@rule
def must_heal(s: State) -> bool:
    """Whether the seat to decide would have no coin left, or has none (EVE-30)."""
    return bool(hurts(s.board, s.turn) >= size(np.uint64(s.coins[s.turn])))
