"""Martian Race: why a decision is not legal, with the rule that forbids it."""

from typing import Any

import numpy as np

from oddboard.core import seats
from oddboard.core.bits import NONE, bit, has
from oddboard.core.game import Refusal
from oddboard.core.records import new
from oddboard.games.martian_race.codes import draw_of, move_of, mover_of, phase_of, push_of
from oddboard.games.martian_race.decision import martian_name
from oddboard.games.martian_race.face.names import POSES, called, listed, place, place_at_first
from oddboard.games.martian_race.face.preview import Paths
from oddboard.games.martian_race.face.unpacked import unpacked
from oddboard.games.martian_race.position import SIZE_NAMES
from oddboard.games.martian_race.rules.blocking import (
    blocked_by_others,
    closed_to_size,
    held_by_family,
    may_end_on,
    may_enter,
    strength_against,
)
from oddboard.games.martian_race.rules.chains import (
    ends_of_paths,
    farthest_push,
    latest_wave,
    may_be_pushed_onto,
    pushed_already,
)
from oddboard.games.martian_race.state import (
    ALL,
    BLOCKED,
    DOG,
    DRAWING,
    FAMILY,
    GOALS,
    HOME,
    KILLED,
    LAUNCHED,
    NEVER,
    PARTLY_BLOCKED,
    PUSHING,
    ROLLING,
    WAITING,
    State,
    Work,
    place_of,
    size_of,
    square_name,
)

_WELCOME = {goal: size for size, goal in GOALS.items()}  # the size that a goal square is for (MAR-11)


def why_not(s: State, code: int) -> Refusal:
    """The rule that forbids a code that is not legal."""
    wanted = phase_of(code)
    if wanted != s.phase:
        return not_now(s, wanted)
    if wanted == DRAWING:
        return Refusal("MAR-5", f"There is no seat {draw_of(code)}: they are 0 to {s.seats - 1}.")
    if wanted == PUSHING:
        return _why_not_push(s, *push_of(code))
    die, slot, square, facing = move_of(code)
    if die not in s.dice:
        return Refusal("MAR-6", f"There is no {die} to move with: {_open_dice(s)} left.")
    return _why_not_move(s, die, mover_of(int(s.turn), slot), square, facing)


def not_now(s: State, wanted: int) -> Refusal:
    """Why a kind of decision, named by its phase, does not come now."""
    if s.phase == DRAWING:
        return Refusal("MAR-5", "First the seat that begins is drawn.")
    if wanted == DRAWING:
        return Refusal("MAR-5", f"The seat that begins is settled: {seats.name(s.first)} began.")
    if s.phase == PUSHING:
        waiting = _latest_waiting(s)
        return Refusal("MAR-28", f"Pushing comes first: {listed(waiting)} {_are(waiting)} to be pushed.")
    if wanted == PUSHING:
        return Refusal("MAR-19", "Nobody waits to be pushed: a push follows a move that ends on enemies.")
    if s.phase == ROLLING:
        return Refusal("MAR-6", f"First {seats.name(s.turn)} rolls the dice.")
    return Refusal("MAR-6", f"The dice are rolled: {_open_dice(s)} to be used.")


def _open_dice(s: State) -> str:
    dice = [str(die) for die in s.dice if die]
    return f"{listed(dice)} {_are(dice)}"


def _are(things: list[str]) -> str:
    return "is" if len(things) == 1 else "are"


def _latest_waiting(s: State) -> list[str]:
    return [called(martian) for martian in range(DOG) if s.hit_by[martian] == latest_wave(s)]


def _why_not_move(s: State, die: int, martian: int, to: int, facing: int) -> Refusal:
    seat, number = int(s.turn), martian % FAMILY
    if martian == DOG:
        if not s.mad_dog:
            return Refusal("MAR-31", "There is no Mad Dog in this game: the option mad_dog is off.")
        if seat != s.winner:
            return Refusal("MAR-31", "Only the player who has won moves the Mad Dog.")
        return _why_not_dog(s, die, to, facing)
    if seat == s.winner:
        return Refusal("MAR-31", "This family has finished; its player now moves the Mad Dog.")
    if number >= s.family:
        return Refusal("MAR-2", f"There is no Martian {number + 1}: a family has {s.family}.")
    at = place_of(s, martian)
    if at == LAUNCHED:
        return Refusal("MAR-15", f"{called(martian)} has finished and left the board.")
    if at == KILLED:
        return Refusal("MAR-33", f"{called(martian)} was killed by the Mad Dog.")
    lowest = next((other for other in range(s.family) if s.at[seat, other] == WAITING), number)
    if at == WAITING and number != lowest:
        return Refusal(
            "MAR-8",
            f"Those off the board are alike: the one with the lowest number, {lowest + 1}, enters first.",
        )
    return _why_not_reached(s, die, martian, to, facing) or _why_not_end(s, martian, to) or _no_way_out(s, to)


def _set(mask: Any) -> Any:
    """A set of squares that compiled code gave back, as a number that it takes again."""
    return np.uint64(mask)


def _too_far(to: int, facing: int, steps: int, die: int) -> str:
    return f"{square_name(to)} {POSES[facing]} takes {steps} steps, and the die gives {die}."


def _way_round(steps: int, die: int) -> str:
    return (
        "there is no way round." if steps == NEVER else f"the way round takes {steps} steps, and the die gives {die}."
    )


def _why_not_reached(s: State, die: int, martian: int, to: int, facing: int) -> Refusal | None:
    """The first rule that puts the end of a move out of reach, if any does: what is closed is closed step by step."""
    at, size = place_of(s, martian), size_of(s, martian)

    def steps_without(closed: Any) -> int:
        return Paths(s, martian, ~closed).steps_to(to, facing)

    steps = steps_without(NONE)
    if steps > die:
        if at == WAITING:
            return Refusal("MAR-8", f"Entering Home is the first step: to end on {_too_far(to, facing, steps, die)}")
        return Refusal("MAR-7", f"To end on {_too_far(to, facing, steps, die)}")
    closed = _set(closed_to_size(s, martian))
    if has(closed, to) and to != at:
        wanted = SIZE_NAMES[_WELCOME[to]]
        return Refusal(
            "MAR-11", f"Only a {wanted} Martian may enter {place(to)}, and {called(martian)} is {SIZE_NAMES[size]}."
        )
    own = _set(held_by_family(s, martian))
    if has(own, to):
        return Refusal("MAR-12", f"{place_at_first(to)} holds one of this family, and takes one of a colour at a time.")
    steps = steps_without(closed)
    if steps > die:
        shut = [goal for goal in _WELCOME if has(closed, goal)]
        bars = [goal for goal in shut if steps_without(_set(bit(goal))) > die] or shut
        goals = listed([place(goal) for goal in bars], "or")
        return Refusal("MAR-11", f"A {SIZE_NAMES[size]} Martian may not cross {goals}, and {_way_round(steps, die)}")
    if at == WAITING and has(own, HOME):
        return Refusal("MAR-12", "Home holds one of this family: the next can enter when it has left.")
    steps = steps_without(closed | own)
    if steps > die:
        return Refusal(
            "MAR-12", f"A named square that holds one of this family may not be crossed, and {_way_round(steps, die)}"
        )
    enter = _set(may_enter(s, martian))
    if not has(enter, to) and to != at:
        return Refusal("MAR-17", f"{place_at_first(to)} is blocked: {_force(s, martian, to)}.")
    steps = steps_without(~enter)
    if steps > die:
        return Refusal("MAR-17", f"A square of strength {BLOCKED} or more bars the way, and {_way_round(steps, die)}")
    return None


def _force(s: State, martian: int, square: int) -> str:
    return f"enemies of strength {strength_against(s, martian, square)} are there"


def _partly_blocked(to: int) -> str:
    return f"{place_at_first(to)} is partly blocked (strength {PARTLY_BLOCKED}): it may be crossed, but not ended on."


def _why_not_end(s: State, martian: int, to: int) -> Refusal | None:
    size = size_of(s, martian)
    if to == place_of(s, martian) and has(_set(closed_to_size(s, martian)), to):
        return Refusal("MAR-14", f"A {SIZE_NAMES[size]} Martian on {place(to)} must leave it if a die is used on it.")
    if not has(_set(may_end_on(s, martian)), to):
        return Refusal("MAR-17", _partly_blocked(to))
    return None


def _no_way_out(s: State, to: int) -> Refusal:
    names = [called(martian) for martian in unpacked(s).on[to] if martian != DOG]
    cannot = f"no push of {names[0]} can be" if len(names) == 1 else f"the pushes of {listed(names)} cannot be"
    return Refusal("MAR-22", f"From {square_name(to)} {cannot} completed, so this move may not end there.")


def _why_not_dog(s: State, die: int, to: int, facing: int) -> Refusal:
    steps = Paths(s, DOG, ALL).steps_to(to, facing)
    if steps > die:
        if place_of(s, DOG) == WAITING:
            return Refusal(
                "MAR-32", f"Entering the Launch Pad is the first step: to end on {_too_far(to, facing, steps, die)}"
            )
        return Refusal("MAR-7", f"To end on {_too_far(to, facing, steps, die)}")
    if has(_set(blocked_by_others(s, DOG)), to):
        return Refusal(
            "MAR-32",
            f"{place_at_first(to)} has strength {BLOCKED} or more: the dog may neither enter it nor end there.",
        )
    steps = Paths(s, DOG, may_enter(s, DOG)).steps_to(to, facing)
    if steps > die:
        return Refusal(
            "MAR-32", f"A square of strength {BLOCKED} or more bars the dog's way, and {_way_round(steps, die)}"
        )
    return Refusal("MAR-34", f"Those on {square_name(to)} cannot all be pushed away, so the dog may not end there.")


def _why_not_push(s: State, martian: int, to: int) -> Refusal:
    name = called(martian)
    if martian // FAMILY >= s.seats or martian % FAMILY >= s.family:
        return Refusal("MAR-2", f"There is no Martian {martian_name(martian)}.")
    waiting = _latest_waiting(s)
    if name not in waiting:
        if s.hit_by[martian]:
            return Refusal("MAR-25", f"Those hit last are pushed first: {listed(waiting, 'or')}.")
        if pushed_already(s, martian):
            return Refusal("MAR-25", f"{name} was already pushed in this chain; nobody is pushed twice.")
        return Refusal("MAR-19", f"{name} was not hit: {listed(waiting)} {_are(waiting)} to be pushed.")
    at = place_of(s, martian)
    far = int(s.reach[martian])
    if not _leads_to(at, ALL, range(1, far + 1), to):
        return Refusal("MAR-20", f"A push of {far} does not take {name} from {square_name(at)} to {square_name(to)}.")
    return _why_not_pushed_to(s, martian, at, to, far) or _why_not_that_far(s, martian, at, to)


def _why_not_pushed_to(s: State, martian: int, at: int, to: int, far: int) -> Refusal | None:
    """The rule against a square that is near enough, the rest of the chain apart."""
    size = size_of(s, martian)
    name, there = called(martian), place_at_first(to)
    enter = _set(may_enter(s, martian))
    if has(_set(closed_to_size(s, martian)), to):
        return Refusal(
            "MAR-21",
            f"{name} is {SIZE_NAMES[size]}, and {place(to)} is only for a {SIZE_NAMES[_WELCOME[to]]} one.",
        )
    if has(_set(held_by_family(s, martian)), to):
        return Refusal("MAR-21", f"{there} holds one of its family, and takes one of a colour at a time.")
    if not has(enter, to):
        return Refusal("MAR-21", f"{there} is blocked: {_force(s, martian, to)}.")
    if not _leads_to(at, enter, range(1, far + 1), to):
        return Refusal("MAR-21", f"Every way of {name} to {square_name(to)} leads over a square closed to it.")
    if has(s.fought, to):
        return Refusal("MAR-25", f"{there} has been fought over in this chain: no push ends there.")
    if not has(_set(may_end_on(s, martian)), to):
        return Refusal("MAR-21", _partly_blocked(to))
    if not has(_set(may_be_pushed_onto(s, martian)), to):
        return Refusal("MAR-25", f"{there} has one that was already pushed in this chain; nobody is pushed twice.")
    return None


def _leads_to(at: int, enter: Any, distances: range, to: int) -> bool:
    """Whether a push of one of these distances can end on a square."""
    return any(has(_set(ends_of_paths(at, enter, steps)), to) for steps in distances)


def _why_not_that_far(s: State, martian: int, at: int, to: int) -> Refusal:
    """The rule against a square where a push could end if only the distance and the chain allowed it."""
    name, there = called(martian), square_name(to)
    goes, _ = farthest_push(s, new(Work), martian)
    if not goes:
        return Refusal("MAR-22", f"If {name} were pushed now the chain could not be completed: push another one first.")
    if _leads_to(at, _set(may_enter(s, martian)), range(goes, int(s.reach[martian]) + 1), to):
        return Refusal("MAR-22", f"With {name} on {there} the chain could not be completed.")
    return Refusal("MAR-22", f"{name} can be pushed {goes}, so it may not go less far, as to {there}.")
