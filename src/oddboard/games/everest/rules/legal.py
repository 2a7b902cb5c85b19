"""Everest: the legal decisions."""

import numpy as np

from oddboard.core.bits import lowest, nth, size
from oddboard.core.compiling import rule
from oddboard.core.randomness import Rng, below
from oddboard.games.everest.codes import (
    FIRST_OF_SET,
    HEAL,
    ORDERS_OF_SIZE,
    STAY,
    aside_code,
    coin_of,
    flee_code,
    home_code,
    lay_code,
    order_code,
    roll_code,
)
from oddboard.games.everest.rules.conflicts import IN_PLACE, items_in, misplaced_roar, roarers_in
from oddboard.games.everest.rules.plans import coins_to_lay
from oddboard.games.everest.rules.rest import must_heal
from oddboard.games.everest.rules.roars import seat_checking
from oddboard.games.everest.rules.turn import at_stake
from oddboard.games.everest.state import (
    BASES,
    CHECKING,
    CONTEST,
    ENDED,
    FACES,
    FLEEING,
    ORDERING,
    PLANNING,
    RESTING,
    SEATS,
    SETTING_ASIDE,
    TABLE,
    WAYS,
    State,
    Work,
)


@rule
def rolling(s: State) -> int:
    """The seat whose die is to be rolled."""
    if s.phase == CHECKING:
        return seat_checking(s)
    return lowest(np.uint64(s.to_roll))


@rule
def free_bases(s: State) -> int:
    """The bases that nobody has taken, a mask of their numbers."""
    left = 0
    for number in range(len(BASES)):
        taken = False
        for seat in range(SEATS):
            taken |= s.home[seat] == BASES[number]
        if not taken:
            left |= 1 << number
    return left


@rule
def legal(s: State, w: Work) -> int:
    """Write down the legal decisions; how many there are."""
    count = 0
    if s.phase == PLANNING:
        left = coins_to_lay(s)
        for laid in range(FACES * WAYS):
            if left >> coin_of(laid) & 1:
                w.code[count] = lay_code(laid)
                count += 1
    elif s.phase == CONTEST or s.phase == CHECKING or s.phase == TABLE:
        first = roll_code(rolling(s), 0)
        for face in range(FACES):
            w.code[face] = first + face
            w.weight[face] = 1
        count = FACES
    elif s.phase == ORDERING:
        actions = at_stake(s)
        items = items_in(actions)
        roarers = roarers_in(actions)
        first = FIRST_OF_SET[items]
        for number in range(first, first + ORDERS_OF_SIZE[size(np.uint64(items))]):
            if misplaced_roar(number, roarers) == IN_PLACE:
                w.code[count] = order_code(number)
                count += 1
    elif s.phase == RESTING:
        w.code[0] = HEAL
        w.code[1] = STAY
        count = 1 if must_heal(s) else 2
    elif s.phase != ENDED:
        if s.phase == FLEEING:
            left = s.flees_from[s.turn]
            first = flee_code(0)
        elif s.phase == SETTING_ASIDE:
            left = s.coins[s.turn]
            first = aside_code(0)
        else:
            left = free_bases(s)
            first = home_code(0)
        for each in range(FACES):
            if left >> each & 1:
                w.code[count] = first + each
                count += 1
    return count


@rule
def pick(s: State, w: Work, rng: Rng) -> int:
    """One legal decision at random; the frequent ones without writing them all down."""
    if s.phase == PLANNING:
        left = np.uint64(coins_to_lay(s))
        choice = below(rng, size(left) * WAYS)
        return lay_code(nth(left, choice // WAYS) * WAYS + choice % WAYS)
    if s.phase == CONTEST or s.phase == CHECKING or s.phase == TABLE:
        return roll_code(rolling(s), below(rng, FACES))
    if s.phase == RESTING:
        return HEAL if must_heal(s) else HEAL + below(rng, 2)
    return w.code[below(rng, legal(s, w))]  # type: ignore[no-any-return]
