"""Everest: how the yeti stand, from the way to the peak, who has it, and the coins they have."""

from typing import Any

import numpy as np

from oddboard.core.bits import NONE, size
from oddboard.core.compiling import rule
from oddboard.games.everest.codes import is_roar, is_snowball
from oddboard.games.everest.rules.board import hurts, place, with_action
from oddboard.games.everest.rules.mountain import points_to_peak
from oddboard.games.everest.rules.moving import moved
from oddboard.games.everest.rules.snowballs import thrown
from oddboard.games.everest.state import (
    BEATS,
    NO_ACTION,
    NOBODY,
    OFF,
    PLANNING,
    RESTING,
    SEATS,
    SETTING_ASIDE,
    State,
    Work,
)

A_POINT = 0.16  # what a point less on the way is worth, measured as a lead
A_COIN = 0.22  # what a coin in use is worth
ON_TOP = 0.7  # what standing on the peak is worth
HOLDING = 1.1  # what being alone there since the round began is worth
HALF_SURE = 1.1  # the lead with which three games of four are won


@rule
def comfort(s: State, board: Any, seat: int) -> float:
    """How a yeti stands by its place and its hurts alone."""
    worth: float = -A_POINT * points_to_peak(s, place(board, seat)) - A_COIN * hurts(board, seat)
    return worth


@rule
def after_coin(s: State, board: Any, seat: int, coin: int) -> Any:
    """The board after one coin of a plan, if nobody else does anything; a roar may do anything, and counts nothing."""
    if is_roar(coin) or place(board, seat) == OFF:
        return board
    if not is_snowball(coin):
        return moved(s, board, seat, coin)
    actions = NONE
    for other in range(SEATS):
        actions = with_action(actions, other, coin if other == seat else NO_ACTION)
    return thrown(s, board, actions)


@rule
def board_for(s: State, seat: int) -> Any:
    """The board that a seat can expect: while plans are laid, after the coins of its own."""
    board = s.board
    if s.phase == PLANNING:
        for beat in range(BEATS):
            if s.plan[seat, beat] >= 0:
                board = after_coin(s, board, seat, s.plan[seat, beat])
    return board


@rule
def standing(s: State, seat: int) -> float:
    """How well a yeti stands; only differences count."""
    board = board_for(s, seat)
    far = points_to_peak(s, place(board, seat))
    coins = size(np.uint64(s.coins[seat]))
    resting = s.phase == RESTING or s.phase == SETTING_ASIDE
    if not resting or seat > s.turn or (seat == s.turn and s.phase == RESTING):
        coins = max(coins - hurts(board, seat), 0)
    elif seat == s.turn:
        coins -= s.owed
    value: float = A_COIN * coins - A_POINT * far
    if far == 0:
        value += ON_TOP
        if s.alone == seat:
            value += HOLDING
    return value


@rule
def outlook(s: State, w: Work, out: Any) -> None:
    """Each seat's expected share of the others, from how they stand against one another."""
    for seat in range(s.seats):
        share = 0.0
        for other in range(s.seats):
            if other == seat:
                continue
            if s.winner != NOBODY:
                share += 1.0 if s.winner == seat else 0.0 if s.winner == other else 0.5
            else:
                lead = standing(s, seat) - standing(s, other)
                share += 0.5 + 0.5 * lead / (HALF_SURE + abs(lead))  # no exp: the same bits everywhere
        out[seat] = share / (s.seats - 1)
