"""Everest: the names of places and pieces, as they are touched and as they are said."""

from collections.abc import Sequence

from oddboard.core import seats
from oddboard.games.everest.codes import SNOWBALLS, coin_of, direction_of, is_roar, is_snowball
from oddboard.games.everest.decision import DIRECTION_NAMES, SIDE_NAMES
from oddboard.games.everest.state import FACES, OFF, SEATS, SPOTS, square_name

COIN_NAMES = ("null", "ace", "2", "3", "4", "5")
DIRECTION_WORDS = ("north", "east", "south", "west")
ORDINALS = ("1st", "2nd", "3rd")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")

OFF_WORD = "off"  # in place of a square
SQUARE_IDS = {at: f"square:{square_name(at)}" for at in range(SPOTS)} | {OFF: OFF_WORD}
YETI_IDS = [f"yeti:{seat}" for seat in range(SEATS)]
COIN_IDS = [f"coin:{coin}" for coin in range(FACES)]
ASIDE_IDS = [f"aside:{coin}" for coin in range(FACES)]
SIDE_IDS = [f"side:{name}" for name in SIDE_NAMES]
DIRECTION_IDS = [f"direction:{name}" for name in DIRECTION_NAMES]
ACT_IDS = [*(f"act:{seat}" for seat in range(SEATS)), "act:snowballs"]  # by item of an order
HEAL_ID, STAY_ID = "button:heal", "button:stay"


def die_id(seat: int) -> str:
    """The die of a seat."""
    return f"die:{seat}"


def laid_id(seat: int, beat: int) -> str:
    """A coin of a seat's plan."""
    return f"laid:{seat}.{beat + 1}"


def place_words(at: int) -> str:
    """Where something ends: "to c2", or "off the board"."""
    return "off the board" if at == OFF else f"to {square_name(at)}"


def coins_words(count: int) -> str:
    """So many coins: "a coin", "2 coins"."""
    return "a coin" if count == 1 else f"{count} coins"


def times_words(count: int) -> str:
    """How often a yeti was hurt: "hurt", "hurt 2 times"."""
    return "hurt" if count == 1 else f"hurt {count} times"


def seats_words(some: Sequence[int]) -> str:
    """Seats by name: "Rust, Cobalt and Jade"."""
    names = [seats.name(seat) for seat in some]
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def laid_words(laid: int) -> str:
    """A laid coin as a friend would tell it: "4 to move east"."""
    name, towards = COIN_NAMES[coin_of(laid)], DIRECTION_WORDS[direction_of(laid)]
    if is_snowball(laid):
        return f"{name} suit up: a snowball {towards}"
    return f"{name} to {'roar' if is_roar(laid) else 'move'} {towards}"


def item_words(item: int) -> str:
    """An item of an order: "Rust", "the snowballs"."""
    return "the snowballs" if item == SNOWBALLS else seats.name(item)
