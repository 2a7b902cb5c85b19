"""Martian Race: why a decision is not legal, with the rule that forbids it."""

import numpy as np

from oddboard.core.game import Refusal
from oddboard.games.martian_race.chains import crossable, ends_of_paths, latest_wave, stoppable
from oddboard.games.martian_race.drawing import FACING_NAMES, PLACE_NAMES, SIZE_NAMES, martian_name, square_name
from oddboard.games.martian_race.moves import ENDS, FIRST_DRAW, FIRST_PUSH, FIRST_ROLL
from oddboard.games.martian_race.state import (
    ALL,
    BLOCKED,
    CLOSED,
    DOG,
    DOG_SLOT,
    DRAWING,
    EAST,
    FACINGS,
    FAMILY,
    HOME,
    KILLED,
    LAUNCHED,
    MOVING,
    NAMED,
    NORTH,
    NOT_A,
    NOT_H,
    PAD,
    PARTLY_BLOCKED,
    PUSHING,
    ROLLING,
    SLOTS,
    SOUTH,
    SQUARES,
    UP,
    WAITING,
    WEST,
    State,
)

_NOW = {
    DRAWING: ("MAR-5", "First the seat that begins is drawn."),
    ROLLING: ("MAR-6", "First the dice are rolled."),
    MOVING: ("MAR-6", "The dice are rolled: a Martian is to be moved."),
    PUSHING: ("MAR-28", "First those that were hit are pushed."),
}
_FAR = 60  # more steps than any way on the board takes
_ALL = int(ALL)
_NAMED = int(NAMED)
_SHIFTS = {NORTH: (_ALL, 8), EAST: (int(NOT_H), 1), SOUTH: (_ALL, -8), WEST: (int(NOT_A), -1)}


# Sets of squares are Python's numbers here: what compiled functions return is, too.
def bit(square: int) -> int:
    """The set of one square."""
    return 1 << square


def has(mask: int, square: int) -> bool:
    """Whether a square is in a set."""
    return bool(mask >> square & 1)


def closed_to(size: int) -> int:
    """The goal squares closed to a size."""
    return int(CLOSED[size])


def paths(at: int, cross: int, steps: int) -> int:
    """The ends of paths over squares that may be crossed."""
    return int(ends_of_paths(at, np.uint64(cross), steps))


def why_not(s: State, code: int) -> Refusal:
    """The rule that forbids a code that is not legal."""
    wanted = (
        DRAWING if code >= FIRST_DRAW else ROLLING if code >= FIRST_ROLL else PUSHING if code >= FIRST_PUSH else MOVING
    )
    if wanted != s.phase:
        if wanted == PUSHING and s.phase == MOVING:
            return Refusal("MAR-19", "Nobody waits to be pushed: a push follows a move that ends on enemies.")
        return Refusal(*_NOW[s.phase])
    if wanted == DRAWING:
        return Refusal("MAR-5", f"There is no seat {code - FIRST_DRAW}: they are 0 to {s.seats - 1}.")
    if wanted == PUSHING:
        return _why_not_push(s, *divmod(code - FIRST_PUSH, SQUARES))
    die, slot = code // (SLOTS * ENDS) + 1, code // ENDS % SLOTS
    if die not in s.dice:
        left = " and ".join(str(left) for left in s.dice if left)
        return Refusal("MAR-6", f"There is no {die} to move with: {left} is left.")
    return _why_not_move(s, die, slot, code % ENDS // FACINGS, code % FACINGS)


def _why_not_move(s: State, die: int, slot: int, to: int, facing: int) -> Refusal:
    seat = int(s.turn)
    if slot == DOG_SLOT:
        if seat != s.winner:
            return Refusal("MAR-31", "Only the player who has won moves the Mad Dog, with that option.")
        return _why_not_dog(s, die, to, facing)
    if seat == s.winner:
        return Refusal("MAR-31", "This family has finished; its player now moves the Mad Dog.")
    name = f"{seat}.{slot + 1}"
    if slot >= s.family:
        return Refusal("MAR-2", f"There is no Martian {name}: a family has {s.family}.")
    at = int(s.at[seat, slot])
    if at == LAUNCHED:
        return Refusal("MAR-15", f"Martian {name} has finished and left the board.")
    if at == KILLED:
        return Refusal("MAR-33", f"Martian {name} was killed by the Mad Dog.")
    lowest = next((number for number in range(s.family) if s.at[seat, number] == WAITING), slot)
    if at == WAITING and slot != lowest:
        return Refusal(
            "MAR-8",
            f"Those off the board are alike: the one with the lowest number, {seat}.{lowest + 1}, enters first.",
        )
    return _why_not_reached(s, die, slot, to, facing) or _why_not_end(s, seat, slot, to, facing) or _no_way_out(s, to)


def _steps(s: State, at: int, faced: int, door: int, enter: int, to: int, facing: int) -> int:
    """The fewest steps to a square and facing over squares that may be entered; _FAR if there is no way."""
    start = [0] * FACINGS
    steps = 0
    if at >= 0:
        start[faced] = bit(at)
    else:
        start = [bit(door) & enter] * FACINGS
        steps = 1
    while steps < _FAR:
        if has(start[facing], to):
            return steps
        anyhow = start[NORTH] | start[EAST] | start[SOUTH] | start[WEST] | start[UP]
        start = [anyhow | (_shifted(start[f], f) & enter) for f in (NORTH, EAST, SOUTH, WEST)] + [anyhow]
        steps += 1
    return _FAR


def _shifted(mask: int, facing: int) -> int:
    kept, places = _SHIFTS[facing]
    return ((mask & kept) << places) & _ALL if places > 0 else (mask & kept) >> -places


def _why_not_reached(s: State, die: int, slot: int, to: int, facing: int) -> Refusal | None:
    """The first rule that puts the end of a move out of reach, if any does."""
    seat = int(s.turn)
    at, faced, size = int(s.at[seat, slot]), int(s.facing[seat, slot]), int(s.sizes[seat, slot])
    where = f"{square_name(to)} {FACING_NAMES[facing]}"
    steps = _steps(s, at, faced, HOME, _ALL, to, facing)
    if steps > die:
        door = "from off the board, entering Home first, " if at == WAITING else ""
        return Refusal("MAR-7", f"{where} is {steps} steps away {door}and the die gives {die}.".replace("  ", " "))
    closed = closed_to(size)
    if has(closed, to) and to != at:
        return Refusal("MAR-11", f"A {SIZE_NAMES[size]} Martian may not enter the {PLACE_NAMES[to]}.")
    own = int(s.there[seat]) & _NAMED & (~bit(at) if at >= 0 else _ALL)
    if has(own, to):
        return Refusal("MAR-12", f"{square_name(to)} holds one of this family already, and takes one at a time.")
    steps = _steps(s, at, faced, HOME, ~closed, to, facing)
    if steps > die:
        goals = " and ".join(f"the {PLACE_NAMES[goal]}" for goal in PLACE_NAMES if has(closed, goal))
        return Refusal("MAR-11", f"A {SIZE_NAMES[size]} Martian may not cross {goals}: round it {_count(steps, die)}.")
    closed |= own
    steps = _steps(s, at, faced, HOME, ~closed, to, facing)
    if steps > die:
        return Refusal(
            "MAR-12", f"A named square that holds one of this family cannot be crossed: round it {_count(steps, die)}."
        )
    for other in range(s.seats):
        if other != seat:
            closed |= int(s.blocked[other])
    if has(closed, to):
        return Refusal(
            "MAR-17", f"{square_name(to)} is blocked: enemies of strength {_strength(s, seat, to)} are there."
        )
    steps = _steps(s, at, faced, HOME, ~closed, to, facing)
    if steps > die:
        return Refusal("MAR-17", f"The way is blocked by strength {BLOCKED} or more: round it {_count(steps, die)}.")
    return None


def _count(steps: int, die: int) -> str:
    return "there is no way" if steps == _FAR else f"it takes {steps} steps, and the die gives {die}"


def _strength(s: State, seat: int, square: int) -> int:
    return int(sum(s.strength[other, square] for other in range(s.seats) if other != seat))


def _why_not_end(s: State, seat: int, slot: int, to: int, facing: int) -> Refusal | None:
    at, size = int(s.at[seat, slot]), int(s.sizes[seat, slot])
    if to == at and has(closed_to(size), to):
        return Refusal(
            "MAR-14", f"A {SIZE_NAMES[size]} Martian on the {PLACE_NAMES[to]} must leave it if a die is used on it."
        )
    if _strength(s, seat, to) >= PARTLY_BLOCKED:
        return Refusal(
            "MAR-17", f"{square_name(to)} is partly blocked (strength 3): it may be crossed, but not ended on."
        )
    return None


def _no_way_out(s: State, to: int) -> Refusal:
    names = ", ".join(
        f"{seat}.{number + 1}" for seat in range(s.seats) for number in range(s.family) if s.at[seat, number] == to
    )
    return Refusal("MAR-22", f"{names} on {square_name(to)} cannot all be pushed away, so no move may end there.")


def _why_not_dog(s: State, die: int, to: int, facing: int) -> Refusal:
    at, faced = int(s.dog_at), int(s.dog_facing)
    steps = _steps(s, at, faced, PAD, _ALL, to, facing)
    where = f"{square_name(to)} {FACING_NAMES[facing]}"
    if steps > die:
        return Refusal("MAR-7", f"{where} is {steps} steps away, and the die gives {die}.")
    blocked = 0
    for seat in range(s.seats):
        blocked |= int(s.blocked[seat])
    if has(blocked, to):
        return Refusal(
            "MAR-32", f"Strength 4 or more is on {square_name(to)}: the dog may neither enter nor end there."
        )
    steps = _steps(s, at, faced, PAD, ~blocked, to, facing)
    if steps > die:
        return Refusal("MAR-32", f"Strength 4 or more bars the dog's way: round it {_count(steps, die)}.")
    return Refusal("MAR-34", f"Those on {square_name(to)} cannot all be pushed away, so the dog may not end there.")


def _why_not_push(s: State, martian: int, to: int) -> Refusal:
    name = martian_name(martian)
    if martian // FAMILY >= s.seats or martian % FAMILY >= s.family:
        return Refusal("MAR-2", f"There is no Martian {name}.")
    if s.hit_by[martian] != latest_wave(s):
        waiting = ", ".join(martian_name(m) for m in range(DOG) if s.hit_by[m] == latest_wave(s))
        if s.hit_by[martian]:
            return Refusal("MAR-25", f"Those hit last are pushed first: {waiting}.")
        return Refusal("MAR-19", f"{name} was not hit: to be pushed is {waiting}.")
    at = int(s.at[martian // FAMILY, martian % FAMILY])
    far = int(s.reach[martian])
    if not any(has(paths(at, _ALL, steps), to) for steps in range(1, far + 1)):
        return Refusal("MAR-20", f"{name} is pushed {far} from {square_name(at)}; {square_name(to)} is not that far.")
    return _why_not_pushed_to(s, martian, at, to, far)


def _why_not_pushed_to(s: State, martian: int, at: int, to: int, far: int) -> Refusal:
    """The rule against a square that is near enough."""
    name, there = martian_name(martian), square_name(to)
    cross = int(crossable(s, martian))
    if not any(has(paths(at, cross | bit(to), steps), to) for steps in range(1, far + 1)):
        return Refusal("MAR-21", f"Every way of {name} to {there} is blocked or leads over a square closed to it.")
    if not has(cross, to):
        return Refusal("MAR-21", f"{there} is blocked, or closed to {name} by its name.")
    if has(int(s.fought), to):
        return Refusal("MAR-25", f"{there} has been fought over in this chain: no push ends there.")
    if _strength(s, martian // FAMILY, to) >= PARTLY_BLOCKED:
        return Refusal("MAR-21", f"{there} is partly blocked (strength 3): it may be crossed, but not ended on.")
    if not has(int(stoppable(s, martian)), to):
        return Refusal("MAR-25", f"On {there} is one that was already pushed in this chain; nobody is pushed twice.")
    return Refusal(
        "MAR-22",
        f"{name} goes as far as it can, up to {far}, to a square from which the whole chain can be completed; "
        f"{there} is not one.",
    )
