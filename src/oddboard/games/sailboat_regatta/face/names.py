"""Sailboat Regatta: how boats, spaces and directions are called, by people and by the page."""

from oddboard.core import seats
from oddboard.games.sailboat_regatta.rules.fleets import seat_and_number
from oddboard.games.sailboat_regatta.state import SEATS, SPACES, State, space_name

DIRECTIONS = ("north", "east", "south", "west")
SEAT_NAMES = tuple(seats.name(seat) for seat in range(SEATS))
SPACE_NAMES = tuple(space_name(space) for space in range(SPACES))
SPACE_IDS = tuple(f"space:{name}" for name in SPACE_NAMES)
WINDS = ("steady", "brisk", "wild")  # by gustiness
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def number_word(number: int) -> str:
    """A small number as it is written in a sentence."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def boat_id(seat: int, number: int) -> str:
    """The identifier of a boat, by its number from 0."""
    return f"boat:{seat}.{number + 1}"


def boat_name(seat: int, number: int) -> str:
    """A boat with all words: Rust boat 1."""
    return f"{SEAT_NAMES[seat]} boat {number + 1}"


def short_name(s: State, boat: int) -> str:
    """A boat in a sentence: Rust's boat 1."""
    seat, number = seat_and_number(s, boat)
    return f"{SEAT_NAMES[seat]}'s boat {number + 1}"


def sail_words(heading: int, forward: int, diagonal: bool = True, joined: str = " and ") -> str:
    """The steps of a sail: 2 north and 1 northwest."""
    steps = [f"{forward} {DIRECTIONS[heading]}"] if forward or not diagonal else []
    return joined.join(steps + ["1 northwest"] * diagonal)
