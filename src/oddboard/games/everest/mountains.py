"""Everest: mountains as text, and what every mountain satisfies (EVE-1).

A mountain is written in rows from the north, a digit for the height of a square and a dot where there is none.
"""

from functools import lru_cache

from oddboard.games.everest.rules.mountain import NO_SQUARE, RIM, STANDARD, TALLEST, UP_CLIFF, Mountain
from oddboard.games.everest.state import BASES, COLUMNS, DIRECTIONS, ROWS, square_name

STANDARD_NAME = "everest"
KEPT = 256  # mountains in mind at once, since anybody may send one
# A mountain of a player's own: a narrow ridge with one square on top, and a tarn in the south.
RIDGE = """\
11111111
12233221
.235642.
.234542.
12333321
111..111"""


class BadMountain(ValueError):
    """A text that is no mountain, or a mountain on which nobody could play."""


def shape_of(text: str) -> tuple[str, ...]:
    """The rows of a mountain; BadMountain if they are none."""
    rows = text.split()
    if len(rows) != ROWS:
        raise BadMountain(f"a mountain has {ROWS} rows, not {len(rows)}")
    for number, row in enumerate(rows, 1):
        if len(row) != COLUMNS:
            raise BadMountain(f"a row of a mountain has {COLUMNS} places; row {number} has {len(row)}")
        for mark in row:
            if mark != NO_SQUARE and mark not in map(str, range(1, TALLEST + 1)):
                raise BadMountain(
                    f"row {number} has {mark!r}: heights are 1 to {TALLEST}, and {NO_SQUARE} is where no square is"
                )
    return tuple(rows)


@lru_cache(maxsize=KEPT)
def read_mountain(text: str) -> Mountain:
    """The mountain of a name or a text; BadMountain says what it lacks."""
    if text == STANDARD_NAME:
        return STANDARD
    mountain = Mountain(shape_of(text))
    for base in BASES:
        name = square_name(base)
        if not mountain.height(base):
            raise BadMountain(f"{name} is a home base, and must be a square")
        if base in mountain.peak:
            raise BadMountain(f"{name} is a home base, and cannot be as high as the peak")
        if not _reaches_peak(mountain, base):
            raise BadMountain(f"there is no way from the home base {name} up to the peak: cliffs cannot be climbed")
    return mountain


def _reaches_peak(mountain: Mountain, base: int) -> bool:
    """Whether a yeti at home can walk to the peak, square by square."""
    reached, fresh = {base}, [base]
    while fresh:
        at = fresh.pop()
        ways = [mountain.neighbour(at, to) for to in range(DIRECTIONS) if mountain.edge(at, to) not in (RIM, UP_CLIFF)]
        found = set(ways) - reached
        reached |= found
        fresh += found
    return bool(reached & set(mountain.peak))


def name_or_text(mountain: Mountain) -> str:
    """A mountain as the option has it: what a record holds."""
    return STANDARD_NAME if mountain.rows == STANDARD.rows else "\n".join(mountain.rows)
