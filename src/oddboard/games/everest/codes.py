"""Everest: coins that were laid, orders and decisions as numbers, packed and taken apart.

A laid coin is coin * WAYS + side * DIRECTIONS + direction. An order is the items in groups of three bits, item + 1,
the first lowest; 0 is the end. An item is a seat, or all snowballs together; with them at most three others act, so no
order is longer than there are seats. The codes of decisions follow one another by kind.
"""

from itertools import combinations, permutations

from oddboard.core.compiling import rule, table
from oddboard.games.everest.state import BASES, DIRECTIONS, FACES, SEATS, SIDES, SUIT, WAYS

SUIT_UP = SUIT * DIRECTIONS  # the bit of a coin that lies suit up

SNOWBALLS = SEATS  # the item that is all snowballs together
ITEMS = SEATS + 1
ITEM_BITS = 3
NEXT_ITEM = (1 << ITEM_BITS) - 1
ITEM_SETS = [chosen for size in range(1, SEATS + 1) for chosen in combinations(range(ITEMS), size)]
ORDERS = [order for chosen in ITEM_SETS for order in permutations(chosen)]  # those of each set follow one another

FIRST_COIN = 0
FIRST_ROLL = FIRST_COIN + FACES * WAYS  # seat * FACES + face
FIRST_HOME = FIRST_ROLL + SEATS * FACES
FIRST_FLEE = FIRST_HOME + len(BASES)
HEAL = FIRST_FLEE + SEATS
STAY = HEAL + 1
FIRST_ASIDE = STAY + 1
FIRST_ORDER = FIRST_ASIDE + FACES
CODES = FIRST_ORDER + len(ORDERS)

# Kinds of decisions.
LAY, ROLL, TAKE_HOME, FLEE, REST, SET_ASIDE, PUT_IN_ORDER = range(7)
_FIRST = table([FIRST_COIN, FIRST_ROLL, FIRST_HOME, FIRST_FLEE, HEAL, FIRST_ASIDE, FIRST_ORDER])


def packed(order: tuple[int, ...]) -> int:
    """An order as one number."""
    return sum((item + 1) << (ITEM_BITS * place) for place, item in enumerate(order))


def items_of(order: int) -> list[int]:
    """The items of a packed order."""
    items: list[int] = []
    while order:
        items.append((order & NEXT_ITEM) - 1)
        order >>= ITEM_BITS
    return items


def _first_of_set() -> list[int]:
    """For each set of items, as a mask, the number of its first order."""
    first = [0] * (1 << ITEMS)
    for chosen in ITEM_SETS:
        first[sum(1 << item for item in chosen)] = ORDERS.index(chosen)
    return first


ORDER = table([packed(order) for order in ORDERS])
FIRST_OF_SET = table(_first_of_set())
ORDERS_OF_SIZE = table([1, 1, 2, 6, 24])  # so many orders has a set of so many items


@rule
def first_item(order: int) -> int:
    """The first item of an order that has one."""
    return (order & NEXT_ITEM) - 1


@rule
def without_first(order: int) -> int:
    """An order without its first item."""
    return order >> ITEM_BITS


@rule
def coin_of(laid: int) -> int:
    """Which coin lies there; of a move or a run, its points."""
    return laid // WAYS


@rule
def side_of(laid: int) -> int:
    """Which side of a laid coin is up."""
    return laid // DIRECTIONS % SIDES


@rule
def direction_of(laid: int) -> int:
    """Where a laid coin points."""
    return laid % DIRECTIONS


@rule
def laid_coin(coin: int, side: int, to: int) -> int:
    """A coin as it is laid."""
    return coin * WAYS + side * DIRECTIONS + to


@rule
def is_snowball(laid: int) -> bool:
    """Whether a coin lies suit up (EVE-6)."""
    return laid & SUIT_UP != 0


@rule
def is_roar(laid: int) -> bool:
    """Whether a coin is the null, value up (EVE-6)."""
    return laid < DIRECTIONS


@rule
def kind_of(code: int) -> int:
    """The kind of a decision."""
    kind = PUT_IN_ORDER
    while code < _FIRST[kind]:
        kind -= 1
    return kind


@rule
def lay_code(laid: int) -> int:
    """The decision to lay a coin so."""
    return FIRST_COIN + laid


@rule
def coin_laid(code: int) -> int:
    """The laid coin of a decision to lay it."""
    return code - FIRST_COIN


@rule
def roll_code(seat: int, face: int) -> int:
    """The decision that a seat's die shows a face."""
    return FIRST_ROLL + seat * FACES + face


@rule
def seat_rolling(code: int) -> int:
    """Whose die was rolled."""
    return (code - FIRST_ROLL) // FACES


@rule
def face_rolled(code: int) -> int:
    """What the die shows that was rolled."""
    return (code - FIRST_ROLL) % FACES


@rule
def home_code(base: int) -> int:
    """The decision to take a base, by its number."""
    return FIRST_HOME + base


@rule
def base_taken(code: int) -> int:
    """The number of the base that is taken."""
    return code - FIRST_HOME


@rule
def flee_code(roarer: int) -> int:
    """The decision to run from a roarer."""
    return FIRST_FLEE + roarer


@rule
def fled_from(code: int) -> int:
    """The roarer that is run from."""
    return code - FIRST_FLEE


@rule
def aside_code(coin: int) -> int:
    """The decision to set a coin aside."""
    return FIRST_ASIDE + coin


@rule
def coin_set_aside(code: int) -> int:
    """The coin that is set aside."""
    return code - FIRST_ASIDE


@rule
def order_code(number: int) -> int:
    """The decision for an order, by its number."""
    return FIRST_ORDER + number


@rule
def order_chosen(code: int) -> int:
    """The number of the order that is chosen."""
    return code - FIRST_ORDER
