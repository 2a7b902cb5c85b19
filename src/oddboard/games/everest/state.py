"""Everest: the state of a game, and the codes of its decisions."""

from itertools import combinations, permutations
from typing import Any

from oddboard.core.compiling import table
from oddboard.core.records import int8, int16, int32, record, uint64
from oddboard.games.everest.mountain import BASES, DIRECTIONS, FACES

SEATS = 4
BEATS = 3  # actions of a plan (EVE-9)
NOBODY = -1
ALL_COINS = (1 << FACES) - 1

# Phases: what is decided next.
HOMES, PLANNING, CONTEST, ORDERING, CHECKING, TABLE, FLEEING, RESTING, SETTING_ASIDE, ENDED = range(10)
ACTING, ROARING = 10, 11  # nothing is: the round goes on by itself, or the roars that go together do

# A coin that was laid is coin * 8 + side * 4 + direction.
SIDES = 2
VALUE, SUIT = range(2)
WAYS = SIDES * DIRECTIONS
NO_COIN, HIDDEN = -1, -2  # not laid; laid, but not to be known
NOT_ROLLED = -1
NO_RUN = -1
SUIT_UP = SUIT * DIRECTIONS  # the bit of a coin that lies suit up
NO_ACTION = FACES * WAYS  # in the actions of a beat; neither snowball nor roar

# Codes of decisions.
FIRST_COIN = 0
FIRST_ROLL = FIRST_COIN + FACES * WAYS  # seat * FACES + face
FIRST_HOME = FIRST_ROLL + SEATS * FACES
FIRST_FLEE = FIRST_HOME + len(BASES)
HEAL = FIRST_FLEE + SEATS
STAY = HEAL + 1
FIRST_ASIDE = STAY + 1
FIRST_ORDER = FIRST_ASIDE + FACES

# Orders: of each set of items the orders follow one another, from FIRST_OF_SET on. An item is a seat, or all
# snowballs together; with them at most three others act, so no order is longer than the seats are many.
SNOWBALLS = SEATS
ITEMS = SEATS + 1
ITEM_BITS = 3  # an order as one number: item + 1 in each three bits, the first lowest; 0 is the end
NEXT_ITEM = (1 << ITEM_BITS) - 1
ITEM_SETS = [chosen for size in range(1, SEATS + 1) for chosen in combinations(range(ITEMS), size)]
ORDERS = [order for chosen in ITEM_SETS for order in permutations(chosen)]
CODES = FIRST_ORDER + len(ORDERS)


def packed(order: tuple[int, ...]) -> int:
    """An order as one number."""
    return sum((item + 1) << (ITEM_BITS * place) for place, item in enumerate(order))


def _first_of_set() -> list[int]:
    """For each set of items, as a mask, the number of its first order."""
    first = [0] * (1 << ITEMS)
    for chosen in ITEM_SETS:
        first[sum(1 << item for item in chosen)] = ORDERS.index(chosen)
    return first


ORDER = table([packed(order) for order in ORDERS])
FIRST_OF_SET = table(_first_of_set())
FACTORIAL = table([1, 1, 2, 6, 24])

MOST = FACES * WAYS  # no more decisions are legal at once than there are coins to lay
MOST_CHANCE = FACES


@record
class State:
    """A game in progress. A set of seats is a mask of bits; a *board* is where the yeti are and how often each was
    hurt, in one number: a byte for the place of each seat, then a byte for the hurts of each.
    """

    board: uint64
    round_limit: int32
    rounds: int32  # begun so far, this one too; 0 while homes are chosen
    checks: int32  # to be rolled for roars: bit roarer * SEATS + neighbour
    agenda: int16  # what is still to be done in the beat, as an order is packed
    seats: int8
    homes_chosen: int8  # whether players choose their homes (EVE-4)
    phase: int8
    turn: int8  # the seat that decides; 0 where none does
    beat: int8  # 0 to 2; while planning the coin to lay; BEATS at the end of the round
    alone: int8  # the only one on the peak when the round began, or NOBODY (EVE-28)
    winner: int8  # or NOBODY
    left: int8  # at the end of the round, the set of those that left the board
    owed: int8  # coins that the seat to decide has still to set aside
    home: int8[SEATS]  # the home base, or NOBODY
    coins: int8[SEATS]  # those in use, a mask
    plan: int8[SEATS, BEATS]  # coins laid, NO_COIN or HIDDEN

    to_roll: int8  # the set of those with a die to roll, for a contest or on the table
    dice: int8[SEATS]  # of a contest, or NOT_ROLLED
    about_runs: int8  # whether a contest is about runs (EVE-27)

    # Roars that go together; all zero when there are none.
    roarers: int8  # the set of those whose coins they are
    struck_by: int8[SEATS]  # by which roars one was struck that has still to roll
    answers: int8[SEATS]  # at whom one is going to roar back in the next wave
    rolled: int8  # the set of those that have rolled on the table
    roared_back_at: int8  # in this wave: an ace counts as null (EVE-25)
    flees_from: int8[SEATS]  # the roarers of whom one that runs has still to choose (EVE-26)
    run: int8[SEATS]  # a run as a coin with its points, in direction 0 until it is chosen; or NO_RUN


@record
class Work:
    """Scratch space: the legal decisions, and orders tried one after another."""

    code: int32[MOST]
    weight: int32[MOST_CHANCE]
    # By how many items of the order were tried: the board then, what is still to do, and what to try next.
    trial: uint64[SEATS + 1]
    rest: int8[SEATS + 1]
    untried: int8[SEATS + 1]


def items_of(order: int) -> list[int]:
    """The items of a packed order."""
    items: list[int] = []
    while order:
        items.append((order & NEXT_ITEM) - 1)
        order >>= ITEM_BITS
    return items


def members(mask: Any) -> list[int]:
    """The seats of a set, or the coins of a mask."""
    return [each for each in range(FACES) if int(mask) >> each & 1]
