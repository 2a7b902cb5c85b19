"""Everest: what a seat must not know, and what it may take it for (EVE-8)."""

import numpy as np

from oddboard.core.bits import nth, size
from oddboard.core.compiling import rule
from oddboard.core.randomness import Rng, below
from oddboard.games.everest.rules.outlook import after_coin, comfort
from oddboard.games.everest.state import BEATS, HIDDEN, NO_COIN, PLANNING, SEATS, WAYS, State, Work

PLANS_IMAGINED = 5  # of which the best is taken for what another has laid
COIN_BITS = 6  # of a coin in a plan that is one number
COIN_MASK = (1 << COIN_BITS) - 1


@rule
def hide(s: State, seat: int) -> None:
    """The coins of the others, until all are laid (EVE-8)."""
    if s.phase != PLANNING:
        return
    for other in range(SEATS):
        for beat in range(BEATS):
            if other != seat and s.plan[other, beat] != NO_COIN:
                s.plan[other, beat] = HIDDEN


@rule
def is_secret(before: State, seat: int, now: State) -> bool:
    """Whether a decision is a coin of another that is still face down."""
    return bool(
        before.phase == PLANNING and now.phase == PLANNING and before.rounds == now.rounds and before.turn != seat
    )


@rule
def has_secret_plans(s: State) -> bool:
    """Whether the seat to decide sees that others have laid coins, but not which."""
    if s.phase != PLANNING or s.plan[s.turn, 0] == HIDDEN:
        return False
    for seat in range(SEATS):
        if s.plan[seat, 0] == HIDDEN:
            return True
    return False


@rule
def take_back_secret_plans(s: State) -> None:
    """Let those lay their plans anew whose coins are not seen (EVE-7: the order makes no difference)."""
    for seat in range(SEATS):
        for beat in range(BEATS):
            if s.plan[seat, beat] == HIDDEN:
                s.plan[seat, beat] = NO_COIN


@rule
def imagine(s: State, w: Work, seat: int, rng: Rng) -> None:
    """Coins of the others that they can have laid: of some plans drawn, the one that would suit each best alone."""
    for other in range(SEATS):
        if s.plan[other, 0] != HIDDEN:
            continue
        best = 0
        highest = -np.inf
        for _ in range(PLANS_IMAGINED):
            plan = random_plan(s, other, rng)
            worth = worth_alone(s, other, plan)
            if worth > highest:
                highest = worth
                best = plan
        for beat in range(BEATS):
            if s.plan[other, beat] == HIDDEN:
                s.plan[other, beat] = best >> (COIN_BITS * beat) & COIN_MASK


@rule
def random_plan(s: State, seat: int, rng: Rng) -> int:
    """As many coins as a seat has laid in secret, in one number; all plans are as likely."""
    plan = 0
    left = s.coins[seat]
    for beat in range(BEATS):
        if s.plan[seat, beat] == HIDDEN:
            coin = nth(np.uint64(left), below(rng, size(np.uint64(left))))
            plan |= (coin * WAYS + below(rng, WAYS)) << (COIN_BITS * beat)
            left &= ~(1 << coin)
    return plan


@rule
def worth_alone(s: State, seat: int, plan: int) -> float:
    """How a seat would stand against the others if it alone carried out a plan."""
    board = s.board
    for beat in range(BEATS):
        if s.plan[seat, beat] == HIDDEN:
            board = after_coin(s, board, seat, plan >> (COIN_BITS * beat) & COIN_MASK)
    worth = 0.0
    for other in range(s.seats):
        worth += comfort(s, board, other) if other == seat else -comfort(s, board, other)
    return worth
