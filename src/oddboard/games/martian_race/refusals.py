"""Martian Race: why a decision is not legal, with the rule that forbids it."""

from typing import Any

import numpy as np

from oddboard.core import seats
from oddboard.core.bits import NONE, bit, has
from oddboard.core.game import Refusal
from oddboard.core.records import new
from oddboard.games.martian_race.chains import crossable, ends_of_paths, latest_wave, push_targets, stoppable
from oddboard.games.martian_race.drawing import PLACE_NAMES, SIZE_NAMES, martian_name, on_square, square_name
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
    GOALS,
    HOME,
    KILLED,
    LAUNCHED,
    MOVING,
    NAMED,
    NORTH,
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
    Work,
    shifted,
    size_of,
)

_POSES = ("pointing north", "pointing east", "pointing south", "pointing west", "standing")
_WELCOME = {goal: size for size, goal in GOALS.items()}  # the size that a goal square is for (MAR-11)
_FAR = 60  # more steps than any way on the board takes


def why_not(s: State, code: int) -> Refusal:
    """The rule that forbids a code that is not legal."""
    wanted = (
        DRAWING if code >= FIRST_DRAW else ROLLING if code >= FIRST_ROLL else PUSHING if code >= FIRST_PUSH else MOVING
    )
    if wanted != s.phase:
        return not_now(s, wanted)
    if wanted == DRAWING:
        return Refusal("MAR-5", f"There is no seat {code - FIRST_DRAW}: they are 0 to {s.seats - 1}.")
    if wanted == PUSHING:
        return _why_not_push(s, *divmod(code - FIRST_PUSH, SQUARES))
    die, slot = code // (SLOTS * ENDS) + 1, code // ENDS % SLOTS
    if die not in s.dice:
        return Refusal("MAR-6", f"There is no {die} to move with: {_open_dice(s)} left.")
    return _why_not_move(s, die, slot, code % ENDS // FACINGS, code % FACINGS)


def not_now(s: State, wanted: int) -> Refusal:
    """Why a kind of decision, named by its phase, does not come now."""
    if s.phase == DRAWING:
        return Refusal("MAR-5", "First the seat that begins is drawn.")
    if wanted == DRAWING:
        return Refusal("MAR-5", f"The seat that begins is settled: {seats.name(s.first)} began.")
    if s.phase == PUSHING:
        waiting = _latest_waiting(s)
        return Refusal("MAR-28", f"Pushing comes first: {_listed(waiting)} {_are(waiting)} to be pushed.")
    if wanted == PUSHING:
        return Refusal("MAR-19", "Nobody waits to be pushed: a push follows a move that ends on enemies.")
    if s.phase == ROLLING:
        return Refusal("MAR-6", f"First {seats.name(s.turn)} rolls the dice.")
    return Refusal("MAR-6", f"The dice are rolled: {_open_dice(s)} to be used.")


def _open_dice(s: State) -> str:
    dice = [str(die) for die in s.dice if die]
    return f"{_listed(dice)} {_are(dice)}"


def _listed(words: list[str], last: str = "and") -> str:
    """Words as a person lists them: `a, b and c`."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _are(things: list[str]) -> str:
    return "is" if len(things) == 1 else "are"


def _called(martian: int) -> str:
    """A Martian as people call it."""
    return f"{seats.name(martian // FAMILY)}'s Martian {martian % FAMILY + 1}"


def _latest_waiting(s: State) -> list[str]:
    return [_called(martian) for martian in range(DOG) if s.hit_by[martian] == latest_wave(s)]


def _place(square: int) -> str:
    if square == HOME or square not in PLACE_NAMES:
        return PLACE_NAMES.get(square, square_name(square))
    return f"the {PLACE_NAMES[square]}"


def _at_first(square: int) -> str:
    """A square at the beginning of a sentence."""
    place = _place(square)
    return place[0].upper() + place[1:] if square in PLACE_NAMES else f"Square {place}"


def _why_not_move(s: State, die: int, slot: int, to: int, facing: int) -> Refusal:
    seat = int(s.turn)
    if slot == DOG_SLOT:
        if not s.mad_dog:
            return Refusal("MAR-31", "There is no Mad Dog in this game: the option mad_dog is off.")
        if seat != s.winner:
            return Refusal("MAR-31", "Only the player who has won moves the Mad Dog.")
        return _why_not_dog(s, die, to, facing)
    if seat == s.winner:
        return Refusal("MAR-31", "This family has finished; its player now moves the Mad Dog.")
    name = _called(FAMILY * seat + slot)
    if slot >= s.family:
        return Refusal("MAR-2", f"There is no Martian {slot + 1}: a family has {s.family}.")
    at = int(s.at[seat, slot])
    if at == LAUNCHED:
        return Refusal("MAR-15", f"{name} has finished and left the board.")
    if at == KILLED:
        return Refusal("MAR-33", f"{name} was killed by the Mad Dog.")
    lowest = next((number for number in range(s.family) if s.at[seat, number] == WAITING), slot)
    if at == WAITING and slot != lowest:
        return Refusal(
            "MAR-8",
            f"Those off the board are alike: the one with the lowest number, {lowest + 1}, enters first.",
        )
    return _why_not_reached(s, die, slot, to, facing) or _why_not_end(s, seat, slot, to) or _no_way_out(s, to)


def _steps(at: int, faced: int, door: int, enter: Any, to: int, facing: int) -> int:
    """The fewest steps to a square and facing over squares that may be entered; _FAR if there is no way."""
    start = [NONE] * FACINGS
    steps = 0
    if at >= 0:
        start[faced] = _square(at)
    else:
        start = [_square(door) & enter] * FACINGS
        steps = 1
    while steps < _FAR:
        if has(start[facing], to):
            return steps
        anyhow = start[NORTH] | start[EAST] | start[SOUTH] | start[WEST] | start[UP]
        start = [anyhow | (_set(shifted(start[f], f)) & enter) for f in (NORTH, EAST, SOUTH, WEST)] + [anyhow]
        steps += 1
    return _FAR


def _set(mask: Any) -> Any:
    """A set of squares that compiled code gave back, as a number that it takes again."""
    return np.uint64(mask)


def _square(at: int) -> Any:
    return _set(bit(at))


def _too_far(to: int, facing: int, steps: int, die: int) -> str:
    return f"{square_name(to)} {_POSES[facing]} takes {steps} steps, and the die gives {die}."


def _way_round(steps: int, die: int) -> str:
    return "there is no way round." if steps == _FAR else f"the way round takes {steps} steps, and the die gives {die}."


def _why_not_reached(s: State, die: int, slot: int, to: int, facing: int) -> Refusal | None:
    """The first rule that puts the end of a move out of reach, if any does."""
    seat = int(s.turn)
    at, faced, size = int(s.at[seat, slot]), int(s.facing[seat, slot]), int(s.sizes[seat, slot])

    def steps_without(closed: Any) -> int:
        return _steps(at, faced, HOME, ~closed, to, facing)

    steps = steps_without(NONE)
    if steps > die:
        if at == WAITING:
            return Refusal("MAR-8", f"Entering Home is the first step: to end on {_too_far(to, facing, steps, die)}")
        return Refusal("MAR-7", f"To end on {_too_far(to, facing, steps, die)}")
    closed = CLOSED[size]
    if has(closed, to) and to != at:
        wanted = SIZE_NAMES[_WELCOME[to]]
        who = _called(seat * FAMILY + slot)
        return Refusal("MAR-11", f"Only a {wanted} Martian may enter {_place(to)}, and {who} is {SIZE_NAMES[size]}.")
    own = s.there[seat] & NAMED & (~_square(at) if at >= 0 else ALL)
    if has(own, to):
        return Refusal("MAR-12", f"{_at_first(to)} holds one of this family, and takes one of a colour at a time.")
    steps = steps_without(closed)
    if steps > die:
        shut = [goal for goal in _WELCOME if has(closed, goal)]
        bars = [goal for goal in shut if steps_without(_square(goal)) > die] or shut
        goals = _listed([_place(goal) for goal in bars], "or")
        return Refusal("MAR-11", f"A {SIZE_NAMES[size]} Martian may not cross {goals}, and {_way_round(steps, die)}")
    if at == WAITING and has(own, HOME):
        return Refusal("MAR-12", "Home holds one of this family: the next can enter when it has left.")
    closed = closed | own
    steps = steps_without(closed)
    if steps > die:
        return Refusal(
            "MAR-12", f"A named square that holds one of this family may not be crossed, and {_way_round(steps, die)}"
        )
    for other in range(s.seats):
        if other != seat:
            closed = closed | s.blocked[other]
    if has(closed, to) and to != at:
        return Refusal("MAR-17", f"{_at_first(to)} is blocked: {_force(s, seat, to)}.")
    steps = steps_without(closed)
    if steps > die:
        return Refusal("MAR-17", f"A square of strength {BLOCKED} or more bars the way, and {_way_round(steps, die)}")
    return None


def _strength(s: State, seat: int, square: int) -> int:
    return int(sum(s.strength[other, square] for other in range(s.seats) if other != seat))


def _force(s: State, seat: int, square: int) -> str:
    return f"enemies of strength {_strength(s, seat, square)} are there"


def _why_not_end(s: State, seat: int, slot: int, to: int) -> Refusal | None:
    at, size = int(s.at[seat, slot]), int(s.sizes[seat, slot])
    if to == at and has(CLOSED[size], to):
        return Refusal("MAR-14", f"A {SIZE_NAMES[size]} Martian on {_place(to)} must leave it if a die is used on it.")
    if _strength(s, seat, to) >= PARTLY_BLOCKED:
        return Refusal(
            "MAR-17", f"{_at_first(to)} is partly blocked (strength 3): it may be crossed, but not ended on."
        )
    return None


def _no_way_out(s: State, to: int) -> Refusal:
    names = [_called(martian) for martian in on_square(s, to)]
    cannot = f"no push of {names[0]} can be" if len(names) == 1 else f"the pushes of {_listed(names)} cannot be"
    return Refusal("MAR-22", f"From {square_name(to)} {cannot} completed, so this move may not end there.")


def _why_not_dog(s: State, die: int, to: int, facing: int) -> Refusal:
    at, faced = int(s.dog_at), int(s.dog_facing)
    steps = _steps(at, faced, PAD, ALL, to, facing)
    if steps > die:
        if at == WAITING:
            return Refusal(
                "MAR-32", f"Entering the Launch Pad is the first step: to end on {_too_far(to, facing, steps, die)}"
            )
        return Refusal("MAR-7", f"To end on {_too_far(to, facing, steps, die)}")
    blocked = NONE
    for seat in range(s.seats):
        blocked = blocked | s.blocked[seat]
    if has(blocked, to):
        return Refusal(
            "MAR-32", f"{_at_first(to)} has strength {BLOCKED} or more: the dog may neither enter it nor end there."
        )
    steps = _steps(at, faced, PAD, ~blocked, to, facing)
    if steps > die:
        return Refusal(
            "MAR-32", f"A square of strength {BLOCKED} or more bars the dog's way, and {_way_round(steps, die)}"
        )
    return Refusal("MAR-34", f"Those on {square_name(to)} cannot all be pushed away, so the dog may not end there.")


def _why_not_push(s: State, martian: int, to: int) -> Refusal:
    name = _called(martian)
    if martian // FAMILY >= s.seats or martian % FAMILY >= s.family:
        return Refusal("MAR-2", f"There is no Martian {martian_name(martian)}.")
    waiting = _latest_waiting(s)
    if name not in waiting:
        if s.hit_by[martian]:
            return Refusal("MAR-25", f"Those hit last are pushed first: {_listed(waiting, 'or')}.")
        if int(s.pushed) >> martian & 1:
            return Refusal("MAR-25", f"{name} was already pushed in this chain; nobody is pushed twice.")
        return Refusal("MAR-19", f"{name} was not hit: {_listed(waiting)} {_are(waiting)} to be pushed.")
    at = int(s.at[martian // FAMILY, martian % FAMILY])
    far = int(s.reach[martian])
    if not any(has(_set(ends_of_paths(at, ALL, steps)), to) for steps in range(1, far + 1)):
        return Refusal("MAR-20", f"A push of {far} does not take {name} from {square_name(at)} to {square_name(to)}.")
    return _why_not_pushed_to(s, martian, at, to, far) or _why_not_that_far(s, martian, at, to)


def _why_not_pushed_to(s: State, martian: int, at: int, to: int, far: int) -> Refusal | None:
    """The rule against a square that is near enough, the rest of the chain apart."""
    seat, size = martian // FAMILY, size_of(s, martian)
    name, there = _called(martian), _at_first(to)
    cross = _set(crossable(s, martian))
    if has(CLOSED[size], to):
        return Refusal(
            "MAR-21",
            f"{name} is {SIZE_NAMES[size]}, and {_place(to)} is only for a {SIZE_NAMES[_WELCOME[to]]} one.",
        )
    if has(NAMED & s.there[seat], to):
        return Refusal("MAR-21", f"{there} holds one of its family, and takes one of a colour at a time.")
    if not has(cross, to):
        return Refusal("MAR-21", f"{there} is blocked: {_force(s, seat, to)}.")
    if not any(has(_set(ends_of_paths(at, cross, steps)), to) for steps in range(1, far + 1)):
        return Refusal("MAR-21", f"Every way of {name} to {square_name(to)} leads over a square closed to it.")
    if has(s.fought, to):
        return Refusal("MAR-25", f"{there} has been fought over in this chain: no push ends there.")
    if _strength(s, seat, to) >= PARTLY_BLOCKED:
        return Refusal("MAR-21", f"{there} is partly blocked (strength 3): it may be crossed, but not ended on.")
    if not has(_set(stoppable(s, martian)), to):
        return Refusal("MAR-25", f"{there} has one that was already pushed in this chain; nobody is pushed twice.")
    return None


def _why_not_that_far(s: State, martian: int, at: int, to: int) -> Refusal:
    """The rule against a square where a push could end if only the distance and the chain allowed it."""
    name, there = _called(martian), square_name(to)
    targets = _set(push_targets(s, new(Work), martian))
    if targets == NONE:
        return Refusal("MAR-22", f"If {name} were pushed now the chain could not be completed: push another one first.")
    cross = _set(crossable(s, martian))
    far = int(s.reach[martian])
    goes = next(steps for steps in range(far, 0, -1) if targets & ~_set(ends_of_paths(at, cross, steps)) == NONE)
    if any(has(_set(ends_of_paths(at, cross, steps)), to) for steps in range(goes, far + 1)):
        return Refusal("MAR-22", f"With {name} on {there} the chain could not be completed.")
    return Refusal("MAR-22", f"{name} can be pushed {goes}, so it may not go less far, as to {there}.")
