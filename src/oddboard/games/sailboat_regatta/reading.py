"""Sailboat Regatta: what a state says, in Python's own numbers, for words, pictures and positions."""

from oddboard.games.sailboat_regatta.state import FACES, NOBODY, State

HEADING_NAMES = ("n", "e", "s", "w")
DIRECTIONS = ("north", "east", "south", "west")


def boat_of(s: State, number: int) -> int:
    """The identity of a boat of the seat in turn."""
    return int(s.turn) * int(s.fleet) + number


def seat_and_number(s: State, boat: int) -> tuple[int, int]:
    """Whose boat it is, and its number from 0."""
    return divmod(boat, int(s.fleet))


def numbers_afloat(s: State) -> range:
    """The numbers from 0 of the boats afloat of the seat in turn."""
    return range(int(s.afloat[s.turn]))


def is_free(s: State, boat: int) -> bool:
    """Whether a boat is afloat and on top of its stack."""
    return bool(int(s.free) >> boat & 1)


def is_finished(s: State, boat: int) -> bool:
    """Whether a boat has finished."""
    return bool(int(s.finished) >> boat & 1)


def has_turned(s: State, number: int) -> bool:
    """Whether a boat of the seat in turn has come about in this turn."""
    return bool(int(s.turned) >> number & 1)


def fleets_home(s: State) -> list[int]:
    """The seats whose whole fleet has finished."""
    fleet = int(s.fleet)
    return [
        seat for seat in range(s.seats) if all(is_finished(s, boat) for boat in range(seat * fleet, (seat + 1) * fleet))
    ]


def dice_left(s: State) -> list[int]:
    """The dice not yet used, highest first."""
    return [face for face in range(FACES - 1, -1, -1) for _ in range(s.dice[face])]


def boats_on(s: State, space: int) -> list[int]:
    """The boats on a space from the top down."""
    boats = []
    boat = int(s.top[space])
    while boat != NOBODY:
        boats.append(boat)
        boat = int(s.under[boat])
    return boats
