"""Everest: what may be decided, and what the decisions do."""

from typing import Any

import numpy as np

from oddboard.core.bits import lowest, nth, size
from oddboard.core.compiling import rule
from oddboard.core.game import CHANCE, OVER, Rules
from oddboard.core.randomness import Rng, below
from oddboard.games.everest.mountain import BASES, FACES
from oddboard.games.everest.moving import action, hurts, is_roar, is_snowball
from oddboard.games.everest.observation import observe
from oddboard.games.everest.outlook import after_coin, comfort, outlook
from oddboard.games.everest.roars import check, flee, roll_on_table
from oddboard.games.everest.rounds import (
    at_stake,
    carry_on,
    choose_order,
    heal,
    lay_coin,
    roll_for_order,
    set_aside,
    stay,
    take_home,
)
from oddboard.games.everest.state import (
    BEATS,
    CHECKING,
    CONTEST,
    ENDED,
    FACTORIAL,
    FIRST_ASIDE,
    FIRST_COIN,
    FIRST_FLEE,
    FIRST_HOME,
    FIRST_OF_SET,
    FIRST_ORDER,
    FIRST_ROLL,
    FLEEING,
    HEAL,
    HIDDEN,
    HOMES,
    ITEM_BITS,
    NEXT_ITEM,
    NO_ACTION,
    NO_COIN,
    NOBODY,
    ORDER,
    ORDERING,
    PLANNING,
    RESTING,
    ROARING,
    SEATS,
    SETTING_ASIDE,
    SNOWBALLS,
    STAY,
    TABLE,
    WAYS,
    State,
    Work,
)

PLANS_IMAGINED = 5  # of which the best is taken for what another has laid
COIN_BITS = 6  # of a coin in a plan that is one number
COIN_MASK = (1 << COIN_BITS) - 1


@rule
def to_move(s: State) -> int:
    """The seat to decide, CHANCE or OVER."""
    if s.phase == ENDED:
        return OVER
    if s.phase == CONTEST or s.phase == CHECKING or s.phase == TABLE:
        return CHANCE
    return s.turn


@rule
def rolling(s: State) -> int:
    """The seat whose die is to be rolled."""
    if s.phase == CHECKING:
        return lowest(np.uint64(s.checks)) % SEATS
    return lowest(np.uint64(s.to_roll))


@rule
def coins_to_lay(s: State) -> int:
    """The coins that the seat to decide has not laid yet, a mask."""
    left: int = s.coins[s.turn]
    for beat in range(s.beat):
        if s.plan[s.turn, beat] >= 0:
            left &= ~(1 << (s.plan[s.turn, beat] // WAYS))
    return left


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
def must_heal(s: State) -> bool:
    """Whether the seat to decide would have no coin left, or has none (EVE-30)."""
    return bool(hurts(s.board, s.turn) >= size(np.uint64(s.coins[s.turn])))


@rule
def items_in(actions: Any) -> int:
    """The items of an order of these actions, a mask: all snowballs are one (EVE-11)."""
    items = 0
    for seat in range(SEATS):
        coin = action(actions, seat)
        if coin != NO_ACTION:
            items |= 1 << (SNOWBALLS if is_snowball(coin) else seat)
    return items


@rule
def roarers_in(actions: Any) -> int:
    """The set of those that roar in a beat."""
    roarers = 0
    for seat in range(SEATS):
        if is_roar(action(actions, seat)):
            roarers |= 1 << seat
    return roarers


@rule
def is_proper(number: int, roarers: int) -> bool:
    """Whether roars that are next to each other in an order are listed with rising seats (EVE-12)."""
    order = ORDER[number]
    while order >> ITEM_BITS != 0:
        item = (order & NEXT_ITEM) - 1
        order >>= ITEM_BITS
        following = (order & NEXT_ITEM) - 1
        if roarers >> item & 1 and roarers >> following & 1 and item > following:
            return False
    return True


@rule
def legal(s: State, w: Work) -> int:
    """Write down the legal decisions; how many there are."""
    count = 0
    if s.phase == PLANNING:
        left = coins_to_lay(s)
        for code in range(FACES * WAYS):
            if left >> (code // WAYS) & 1:
                w.code[count] = FIRST_COIN + code
                count += 1
    elif s.phase == CONTEST or s.phase == CHECKING or s.phase == TABLE:
        first = FIRST_ROLL + rolling(s) * FACES
        for face in range(FACES):
            w.code[face] = first + face
            w.weight[face] = 1
        count = FACES
    elif s.phase == ORDERING:
        actions = at_stake(s)
        items = items_in(actions)
        roarers = roarers_in(actions)
        first = FIRST_OF_SET[items]
        for number in range(first, first + FACTORIAL[size(np.uint64(items))]):
            if is_proper(number, roarers):
                w.code[count] = FIRST_ORDER + number
                count += 1
    elif s.phase == RESTING:
        w.code[0] = HEAL
        w.code[1] = STAY
        count = 1 if must_heal(s) else 2
    elif s.phase != ENDED:
        if s.phase == FLEEING:
            left = s.flees_from[s.turn]
            first = FIRST_FLEE
        elif s.phase == SETTING_ASIDE:
            left = s.coins[s.turn]
            first = FIRST_ASIDE
        else:
            left = free_bases(s)
            first = FIRST_HOME
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
        return FIRST_COIN + nth(left, choice // WAYS) * WAYS + choice % WAYS
    if s.phase == CONTEST or s.phase == CHECKING or s.phase == TABLE:
        return FIRST_ROLL + rolling(s) * FACES + below(rng, FACES)
    if s.phase == RESTING:
        return HEAL if must_heal(s) else HEAL + below(rng, 2)
    return w.code[below(rng, legal(s, w))]  # type: ignore[no-any-return]


@rule
def play(s: State, w: Work, code: int) -> None:
    """Carry out a legal decision, and everything up to the next one."""
    decide(s, code)
    carry_on(s, w)


@rule
def decide(s: State, code: int) -> None:
    """Carry out a legal decision alone."""
    if s.phase == PLANNING:
        lay_coin(s, code - FIRST_COIN)
    elif s.phase == CONTEST:
        roll_for_order(s, (code - FIRST_ROLL) % FACES)
    elif s.phase == ORDERING:
        choose_order(s, code - FIRST_ORDER)
    elif s.phase == CHECKING or s.phase == TABLE or s.phase == FLEEING:
        if s.phase == CHECKING:
            check(s, (code - FIRST_ROLL) % FACES)
        elif s.phase == TABLE:
            roll_on_table(s, (code - FIRST_ROLL) % FACES)
        else:
            flee(s, s.turn, code - FIRST_FLEE)
        s.phase = ROARING
    elif code == HEAL:
        heal(s)
    elif code == STAY:
        stay(s)
    elif s.phase == SETTING_ASIDE:
        set_aside(s, code - FIRST_ASIDE)
    elif s.phase == HOMES:
        take_home(s, s.turn, BASES[code - FIRST_HOME])


@rule
def score(s: State, out: Any) -> None:
    """Each seat's share of the others that it has beaten; a tie counts half (EVE-33)."""
    others = s.seats - 1
    for seat in range(s.seats):
        if s.winner == NOBODY:
            out[seat] = 0.5
        elif s.winner == seat:
            out[seat] = 1.0
        else:
            out[seat] = 0.5 * (others - 1) / others


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
            board = after_coin(board, seat, plan >> (COIN_BITS * beat) & COIN_MASK)
    worth = 0.0
    for other in range(s.seats):
        worth += comfort(board, other) if other == seat else -comfort(board, other)
    return worth


RULES = Rules(to_move, legal, play, score, hide, imagine, outlook, pick, observe)
