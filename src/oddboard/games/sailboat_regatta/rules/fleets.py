"""Sailboat Regatta: fleets, and boats that come and go on their stacks (REG-5 to REG-7)."""

from oddboard.core.compiling import rule
from oddboard.games.sailboat_regatta.state import NOBODY, NORTH, State


def fleet_size(players: int) -> int:
    """How many boats a player has (REG-5)."""
    return 5 if players <= 4 else 4 if players <= 6 else 3 if players <= 8 else 2


@rule
def boat_of(s: State, number: int) -> int:
    """The identity of a boat of the seat in turn."""
    return s.turn * s.fleet + number


def seat_and_number(s: State, boat: int) -> tuple[int, int]:
    """Whose boat it is, and its number from 0."""
    return divmod(boat, int(s.fleet))


@rule
def own(s: State, boats: int) -> int:
    """Those of a set of boats that are of the seat in turn, a bit for each number."""
    return int((boats >> (s.turn * s.fleet)) & whole_fleet(s))


@rule
def whole_fleet(s: State) -> int:
    """The set of all boats of a seat, a bit for each number."""
    return (1 << s.fleet) - 1


@rule
def is_free(s: State, boat: int) -> bool:
    """Whether a boat is afloat and on top of its stack (REG-7)."""
    return bool((s.free >> boat) & 1)


@rule
def is_finished(s: State, boat: int) -> bool:
    """Whether a boat has finished (REG-17)."""
    return bool((s.finished >> boat) & 1)


@rule
def has_turned(s: State, number: int) -> bool:
    """Whether a boat of the seat in turn has come about in this turn (REG-14)."""
    return bool((s.turned >> number) & 1)


@rule
def has_drifted(s: State, number: int) -> bool:
    """Whether a boat of the seat in turn has taken its one diagonal step of this turn (REG-10)."""
    return bool((s.drifted >> number) & 1)


@rule
def is_home(s: State, seat: int) -> bool:
    """Whether the whole fleet of a seat has finished (REG-17)."""
    fleet = whole_fleet(s)
    return bool((s.finished >> (seat * s.fleet)) & fleet == fleet)


def fleets_home(s: State) -> list[int]:
    """The seats whose whole fleet has finished."""
    return [seat for seat in range(s.seats) if is_home(s, seat)]


def numbers_afloat(s: State) -> range:
    """The numbers from 0 of the boats afloat of the seat in turn."""
    return range(int(s.afloat[s.turn]))


def boats_on(s: State, space: int) -> list[int]:
    """The boats on a space from the top down."""
    boats = []
    boat = int(s.top[space])
    while boat != NOBODY:
        boats.append(boat)
        boat = int(s.under[boat])
    return boats


@rule
def put(s: State, boat: int, space: int) -> None:
    """Put a boat on top of whatever is on a space (REG-7)."""
    below = s.top[space]
    s.under[boat] = below
    if below != NOBODY:
        s.free = s.free & ~(1 << below)
    s.top[space] = boat
    s.at[boat] = space
    s.free = s.free | (1 << boat)


@rule
def lift(s: State, boat: int) -> None:
    """Take a free boat off its stack; the one beneath is free again (REG-7)."""
    below = s.under[boat]
    s.top[s.at[boat]] = below
    if below != NOBODY:
        s.free = s.free | (1 << below)


@rule
def enter(s: State, number: int) -> None:
    """A boat enters the race, facing north (REG-6)."""
    s.afloat[s.turn] += 1
    put(s, boat_of(s, number), int(s.entry))


assert NORTH == 0  # a boat ashore has the heading with which it enters
