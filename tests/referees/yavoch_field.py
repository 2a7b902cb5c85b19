"""The field of Yavoch: positions, vectors, columns, core and asteroid strikes (YAV-1 to YAV-5, YAV-63).

A position is the string of its three digits, level, bare number, circled number: "342".
"""

from __future__ import annotations

from functools import cache

Direction = tuple[int, int, int]

NUMBERS = range(1, 6)
POSITIONS: list[str] = [f"{level}{bare}{circled}" for level in NUMBERS for bare in NUMBERS for circled in NUMBERS]

# YAV-2 to YAV-4: the change of level, bare number and circled number by one step.
SHORT: list[Direction] = [(0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
LONG: list[Direction] = [(0, 1, 1), (0, 1, -1), (0, -1, 1), (0, -1, -1)]
SLANT: list[Direction] = [(1, 0, 0), (-1, 0, 0)]
PERPENDICULAR: dict[str, list[Direction]] = {  # by the option offset
    "side": [(1, -1, 0), (-1, 1, 0)],
    "corner": [(1, -1, -1), (-1, 1, 1)],
}


def all_directions(offset: str) -> list[Direction]:
    """Both vectors and both columns."""
    return SHORT + LONG + SLANT + PERPENDICULAR[offset]


@cache
def step(position: str, direction: Direction) -> str | None:
    """The next position in a direction, or None where the field ends."""
    numbers = [int(digit) + change for digit, change in zip(position, direction, strict=True)]
    if all(1 <= number <= 5 for number in numbers):
        return "".join(str(number) for number in numbers)
    return None


@cache
def ray(position: str, direction: Direction) -> tuple[str, ...]:
    """All the positions in a direction, nearest first."""
    line: list[str] = []
    there = step(position, direction)
    while there is not None:
        line.append(there)
        there = step(there, direction)
    return tuple(line)


@cache
def neighbours(position: str) -> tuple[str, ...]:
    """The up to 8 positions around one on its level."""
    return tuple(there for way in SHORT + LONG if (there := step(position, way)) is not None)


@cache
def steps(position: str, offset: str) -> tuple[str, ...]:
    """The up to 12 positions one step away by either vector or either column."""
    return tuple(there for way in all_directions(offset) if (there := step(position, way)) is not None)


@cache
def hops(position: str, offset: str) -> tuple[str, ...]:
    """YAV-10: a vector step and a perpendicular step, in whichever order stays on the field."""
    found: set[str] = set()
    for vector in SHORT + LONG:
        for column in PERPENDICULAR[offset]:
            for first, second in ((vector, column), (column, vector)):
                between = step(position, first)
                there = None if between is None else step(between, second)
                if there is not None:
                    found.add(there)
    return tuple(sorted(found))


@cache
def core(option: str, offset: str) -> frozenset[str]:
    """YAV-5: the core positions of all levels, for the option "diagonal" or "cross"."""
    found: set[str] = set()
    for position in POSITIONS:
        level, bare, circled = (int(digit) for digit in position)
        middle = 3 if offset == "side" else 6 - level
        if option == "diagonal":
            on_line = abs(circled - middle) == abs(bare - (6 - level))
        else:
            on_line = circled == middle or bare == 6 - level
        if on_line:
            found.add(position)
    return frozenset(found)


def in_quadrant(option: str, quadrant: str, bare: int, circled: int) -> bool:
    """YAV-5: whether a position of level 3 is in a quadrant, its boundaries included."""
    if option == "diagonal":
        return {
            "alpha": 3 - bare >= abs(circled - 3),
            "beta": circled - 3 >= abs(bare - 3),
            "gamma": bare - 3 >= abs(circled - 3),
            "delta": 3 - circled >= abs(bare - 3),
        }[quadrant]
    return {
        "alpha": bare <= 3 and circled <= 3,
        "beta": bare <= 3 and circled >= 3,
        "gamma": bare >= 3 and circled >= 3,
        "delta": bare >= 3 and circled <= 3,
    }[quadrant]


@cache
def struck(option: str, face: int) -> frozenset[str]:
    """YAV-63: the positions of level 3 that a roll of the Unexpected Asteroid Impact strikes."""
    level_three = [position for position in POSITIONS if position[0] == "3"]
    if face == 0:
        return frozenset(position for position in level_three if position in core(option, "side"))
    if face <= 5:
        return frozenset(position for position in level_three if str(face) in position[1:])
    quadrant = ("alpha", "beta", "gamma", "delta")[face - 6]
    return frozenset(
        position for position in level_three if in_quadrant(option, quadrant, int(position[1]), int(position[2]))
    )
