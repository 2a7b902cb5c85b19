"""Martian Race: where a die can take a Martian or the dog (MAR-6 to MAR-9, MAR-32).

A set of squares for each facing grows by one step at a time: wherever a Martian is, it can have any facing a
step later, and where it lies it can go on.
"""

from typing import Any

from oddboard.core.bits import NONE, ONE, bit, lowest, size
from oddboard.core.compiling import rule
from oddboard.games.martian_race.codes import mover_of
from oddboard.games.martian_race.rules.arrivals import clearable
from oddboard.games.martian_race.rules.blocking import blocked_by_others, held_by_others_of, may_end_on, may_enter
from oddboard.games.martian_race.state import (
    CLOSED,
    DICE,
    DOG,
    DOG_SLOT,
    EAST,
    ENDS,
    FACINGS,
    FAMILY,
    HOME,
    KILLED,
    LAUNCHED,
    NAMED,
    NEVER,
    NORTH,
    PAD,
    SLOTS,
    SOUTH,
    UP,
    WAITING,
    WEST,
    State,
    Walk,
    Work,
    anybody,
    facing_of,
    neighbours,
    place_of,
    shifted,
)

Sets = tuple[Any, Any, Any, Any, Any]  # of squares, for one facing after the other


@rule
def step(north: Any, east: Any, south: Any, west: Any, up: Any, enter: Any) -> Sets:
    """One step (MAR-7): stand up, lie down or turn on the spot; or, lying, go ahead to a square that may be entered."""
    anyhow = north | east | south | west | up
    return (
        anyhow | (shifted(north, NORTH) & enter),
        anyhow | (shifted(east, EAST) & enter),
        anyhow | (shifted(south, SOUTH) & enter),
        anyhow | (shifted(west, WEST) & enter),
        anyhow,
    )


@rule
def lone(square: int, facing: int) -> Sets:
    """The sets of one that is on a square with a facing."""
    here = bit(square)
    return (
        here if facing == NORTH else NONE,
        here if facing == EAST else NONE,
        here if facing == SOUTH else NONE,
        here if facing == WEST else NONE,
        here if facing == UP else NONE,
    )


@rule
def steps_to_enter(at: int) -> int:
    """Entering the board is a step (MAR-8)."""
    return 0 if at >= 0 else 1


@rule
def door_of(martian: int) -> int:
    """The square at which a Martian or the dog enters the board (MAR-8, MAR-32)."""
    return PAD if martian == DOG else HOME


@rule
def set_out(at: int, facing: int, door: int, enter: Any) -> Sets:
    """Where a walk begins: where somebody is, or at the door, which is entered with any facing (MAR-8, MAR-32)."""
    if at >= 0:
        return lone(at, facing)
    here = bit(door) & enter
    return here, here, here, here, here


@rule
def spread(s: State, w: Work, slot: int, at: int, facing: int, enter: Any, stop: Any) -> int:
    """Fill w.ends and w.many with the ends of one Martian or the dog, for both dice; how many they are."""
    north, east, south, west, up = set_out(at, facing, PAD if slot == DOG_SLOT else HOME, enter)
    taken = steps_to_enter(at)
    total = 0
    for i in range(DICE - 1, -1, -1):  # the lower die first
        die = s.dice[i]
        if die == 0 or (i == 1 and die == s.dice[0]):
            continue
        while taken < die:
            north, east, south, west, up = step(north, east, south, west, up, enter)
            taken += 1
        w.ends[i, slot, NORTH] = north & stop
        w.ends[i, slot, EAST] = east & stop
        w.ends[i, slot, SOUTH] = south & stop
        w.ends[i, slot, WEST] = west & stop
        w.ends[i, slot, UP] = up & stop
        count = size(north & stop) + size(east & stop) + size(south & stop) + size(west & stop) + size(up & stop)
        w.many[i, slot] = count
        total += count
    return total


@rule
def enemies_of(s: State, seat: int) -> Any:
    """The squares with a Martian of another colour."""
    mask = NONE
    for other in range(s.seats):
        if other != seat:
            mask |= s.there[other]
    return mask


@rule
def doubtful_ends(s: State) -> Any:
    """The squares with others on which whoever moves may end only if all pushes can be completed (MAR-22).

    With an empty square beside, everybody pushed can go there.
    """
    occupied = anybody(s)
    others = occupied if s.turn == s.winner else enemies_of(s, s.turn)
    return others & ~neighbours(~occupied & ~NAMED)


@rule
def find_possible_ends(s: State, w: Work) -> int:
    """Fill w.ends and w.many for each open die and each that may move, doubtful ends too; how many there are."""
    for i in range(DICE):
        for slot in range(SLOTS):
            w.many[i, slot] = 0
    if s.turn == s.winner:
        enter = may_enter(s, DOG)
        return spread(s, w, DOG_SLOT, s.dog_at, s.dog_facing, enter, enter & may_end_on(s, DOG))
    seat = s.turn
    blocked = blocked_by_others(s, seat * FAMILY)  # the same for the whole family, and so is where it may end
    stop = may_end_on(s, seat * FAMILY)
    total = 0
    offered = False  # of those off the board only the lowest number
    for number in range(s.family):
        at = s.at[seat, number]
        if at == LAUNCHED or at == KILLED or (at == WAITING and offered):
            continue
        enter = ~(CLOSED[s.sizes[seat, number]] | held_by_others_of(s, seat, at) | blocked)
        total += spread(s, w, number, at, s.facing[seat, number], enter, enter & stop)
        offered = offered or at == WAITING
    return total


@rule
def find_ends(s: State, w: Work) -> None:
    """Fill w.ends: for each open die and each that may move, the squares where it may end, by facing."""
    find_possible_ends(s, w)
    hard = doubtful_ends(s)
    for i in range(DICE):
        for slot in range(SLOTS):
            if w.many[i, slot] == 0:
                for facing in range(FACINGS):
                    w.ends[i, slot, facing] = NONE
                continue
            lying = NONE
            for facing in (NORTH, EAST, SOUTH, WEST):
                lying |= w.ends[i, slot, facing]
            martian = mover_of(s.turn, slot)
            for way, doubtful in ((NORTH, lying & hard), (UP, w.ends[i, slot, UP] & hard)):
                if doubtful != NONE:
                    closed = doubtful & ~clearable(s, w, martian, doubtful, way)
                    for facing in range(FACINGS):
                        if (facing == UP) == (way == UP):
                            w.ends[i, slot, facing] &= ~closed


@rule
def explore(s: State, martian: int, enter: Any, walk: Walk) -> None:
    """Fill a Walk: the fewest steps to every end over squares that may be entered, and the way; any number of dice."""
    for end in range(ENDS):
        walk.steps[end] = NEVER
        walk.before[end] = end
    at = place_of(s, martian)
    taken = steps_to_enter(at)
    note_reached(walk, set_out(at, facing_of(s, martian), door_of(martian), enter), taken, -1)
    grown = True
    while grown:
        grown = False
        for end in range(ENDS):
            if walk.steps[end] == taken:
                north, east, south, west, up = lone(end // FACINGS, end % FACINGS)
                grown |= note_reached(walk, step(north, east, south, west, up, enter), taken + 1, end)
        taken += 1


@rule
def note_reached(walk: Walk, sets: Sets, steps: int, before: int) -> bool:
    """Note what is reached with so many steps from an end, or as a beginning; whether any of it is new."""
    grown = False
    for facing in range(FACINGS):
        squares = sets[facing]
        while squares != NONE:
            square = lowest(squares)
            squares &= squares - ONE
            end = square * FACINGS + facing
            walking = before >= 0 and before // FACINGS != square  # a way that walks on is shown before one that turns
            if walk.steps[end] > steps or (walk.steps[end] == steps and walking):
                grown |= walk.steps[end] > steps
                walk.steps[end] = steps
                walk.before[end] = before if before >= 0 else end
    return grown
