"""Sailboat Regatta: positions to and from JSON."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from oddboard.core.errors import BadPosition
from oddboard.core.fields import Fields
from oddboard.core.options import quoted
from oddboard.core.records import new
from oddboard.games.sailboat_regatta.rules.course import NAMED, read_course
from oddboard.games.sailboat_regatta.rules.dice import dice_left
from oddboard.games.sailboat_regatta.rules.fleets import (
    boat_of,
    boats_on,
    fleets_home,
    has_drifted,
    has_turned,
    is_finished,
    is_free,
    numbers_afloat,
    put,
    seat_and_number,
)
from oddboard.games.sailboat_regatta.rules.sailing import faces_to_sail, may_drift
from oddboard.games.sailboat_regatta.rules.turn import setup
from oddboard.games.sailboat_regatta.rules.ways import way_to_go
from oddboard.games.sailboat_regatta.state import (
    ASHORE,
    BUOY,
    CLASSIC,
    COMPACT,
    DICE,
    DRAWING,
    ENDED,
    FACES,
    FINISHING_COUNT,
    HEADING_NAMES,
    ISLAND,
    NOBODY,
    NORTH,
    OUT,
    OWN,
    PAWN,
    ROLLING,
    SAILING,
    SEATS,
    SIDE,
    TURNING,
    State,
    Work,
    is_open,
    kind_of_space,
    space_name,
    value_of,
)

PHASES = ("first", "roll", "sail", "about", "over")
COURSES = {"classic": CLASSIC, "compact": COMPACT}
SIGNS = {OUT: ".", ISLAND: "#", BUOY: "B", PAWN: "F"}
_MOST_CROSSINGS = 1 << 24  # more than a race can have


def set_up(s: State, players: int, options: Mapping[str, Any]) -> None:
    """Fill a fresh state for complete options."""
    course = options["course"]
    setup(
        s,
        players,
        read_course(NAMED.get(course, course)),
        COURSES.get(course, OWN),
        options["first"] == "random",
        options["diagonal"] == "boat",
        options["turn_limit"],
    )


def course_text(s: State) -> str:
    """The course of a state as text."""
    rows = []
    for y in range(s.height):
        for x in range(s.width):
            space = y * SIDE + x
            kind = kind_of_space(s, space)
            rows.append("E" if space == s.entry else SIGNS.get(kind) or str(value_of(s, space)))
        rows.append("\n")
    return "".join(rows)


def options_of(s: State) -> dict[str, Any]:
    """The options that a state was set up with."""
    return {
        "course": next((name for name, which in COURSES.items() if which == s.course), None) or course_text(s),
        "first": "random" if s.draw_first else "seats",
        "diagonal": "boat" if s.step_a_boat else "die",
        "turn_limit": int(s.turn_limit),
    }


def boat_names(s: State) -> list[str]:
    """The names of all boats in positions: `0.1` is the first one of seat 0."""
    return [f"{seat}.{number + 1}" for seat in range(s.seats) for number in range(s.fleet)]


def to_json(s: State) -> dict[str, Any]:
    """Everything in a state; the stacks from the bottom up."""
    names = boat_names(s)
    at, headings, counts = s.at.tolist(), s.heading.tolist(), s.count.tolist()
    boats: dict[str, Any] = {}
    for boat, name in enumerate(names):
        ashore = at[boat] == ASHORE
        boats[name] = {
            "at": "ashore" if ashore else space_name(at[boat]),
            "heading": None if ashore else HEADING_NAMES[headings[boat]],
            "count": counts[boat],
            "finished": is_finished(s, boat),
        }
    stacks = {
        space_name(space): [names[boat] for boat in reversed(boats_on(s, space))]
        for space in np.flatnonzero(s.top != NOBODY).tolist()
    }
    return {
        "players": int(s.seats),
        "options": options_of(s),
        "phase": PHASES[s.phase],
        "turn": int(s.turn),
        "began": int(s.first),
        "round": int(s.rounds),
        "dice": dice_left(s),
        "sailed": bool(s.sailed),
        "turned": [number + 1 for number in range(s.fleet) if has_turned(s, number)],
        **(_steps(s) if s.step_a_boat else {}),
        "boats": boats,
        "stacks": stacks,
    }


def _steps(s: State) -> dict[str, Any]:
    """Who has taken the diagonal step, and who owes it (REG-10)."""
    return {
        "drifted": [number + 1 for number in range(s.fleet) if has_drifted(s, number)],
        "owes": None if s.owes == NOBODY else int(s.owes) + 1,
    }


class _Reader(Fields):
    """Reads the fields of an object and says which is wrong."""

    def __init__(self, value: Any, path: str, names: tuple[str, ...]) -> None:
        super().__init__(value, path)
        self.only(*names)

    def boats(self, name: str, fleet: int) -> int:
        """A list of numbers of boats, lowest first, as a set."""
        numbers = self.numbers(name, 1, fleet)
        if numbers != sorted(set(numbers)):
            raise BadPosition(f"{self.path}.{name} lists boats once each, lowest first, not {quoted(numbers)}")
        return sum(1 << (number - 1) for number in numbers)

    def numbers(self, name: str, least: int, most: int) -> list[int]:
        """A list of whole numbers between bounds."""
        value = self.many(name)
        if not all(type(each) is int and least <= each <= most for each in value):
            raise self.wrong(name, f"a list of numbers from {least} to {most}")
        return value


_FIELDS = ("players", "options", "phase", "turn", "began", "round", "dice", "sailed", "turned", "boats", "stacks")
_STEPS = ("drifted", "owes")  # only where a boat takes one diagonal step a turn


def from_json(position: Mapping[str, Any], checked_options: Callable[[Any, Any], dict[str, Any]]) -> State:
    """The state of a position. `checked_options(players, options)` completes and checks the options."""
    reader = _Reader(position, "position", (*_FIELDS, *_STEPS))
    players = reader.whole("players", 2, SEATS)
    options = checked_options(players, position.get("options", {}))
    if options["diagonal"] == "die":
        reader.only(*_FIELDS)
    s = new(State)
    set_up(s, players, options)
    s.phase = reader.one_of("phase", *PHASES)
    s.turn = reader.whole("turn", 0, players - 1)
    s.first = reader.whole("began", 0, players - 1)
    s.rounds = reader.whole("round", 0, options["turn_limit"])
    s.sailed = reader.truth("sailed")
    dice = reader.numbers("dice", 0, FACES - 1)
    if len(dice) > DICE or dice != sorted(dice, reverse=True):
        raise BadPosition(f"position.dice lists the dice left, at most four, highest first, not {quoted(dice)}")
    for face in dice:
        s.dice[face] += 1
        s.faces |= 1 << face
    s.turned = reader.boats("turned", int(s.fleet))
    if s.step_a_boat:
        s.drifted = reader.boats("drifted", int(s.fleet))
        s.owes = NOBODY if reader.field("owes") is None else reader.whole("owes", 1, int(s.fleet)) - 1
    where = _read_boats(s, reader)
    _read_stacks(s, reader, where)
    check(s)
    return s


def _read_boats(s: State, reader: _Reader) -> dict[str, str]:
    """Heading, count and finish of every boat; returns where each one afloat is."""
    names = boat_names(s)
    boats = _Reader(reader.field("boats"), "position.boats", tuple(names))
    where = {}
    for boat, name in enumerate(names):
        path = f"position.boats.{name}"
        one = _Reader(boats.field(name), path, ("at", "heading", "count", "finished"))
        at = one.field("at")
        s.count[boat] = one.whole("count", -_MOST_CROSSINGS, _MOST_CROSSINGS)
        if one.truth("finished"):
            s.finished |= 1 << boat
        if at == "ashore":
            if one.field("heading") is not None or s.count[boat] or is_finished(s, boat):
                raise BadPosition(f"{path}: a boat ashore has heading null, count 0 and has not finished")
            continue
        if not isinstance(at, str) or open_space(s, at) is None:
            raise BadPosition(f"{path}.at is a space of open water such as {space_name(s.entry)}, not {quoted(at)}")
        s.heading[boat] = one.one_of("heading", *HEADING_NAMES)
        if s.count[boat] >= FINISHING_COUNT and not is_finished(s, boat):
            raise BadPosition(f"{path}.finished: a boat with a count of {s.count[boat]} has finished (REG-3)", "REG-3")
        seat, number = seat_and_number(s, boat)
        if number != s.afloat[seat]:
            raise BadPosition(f"{path}.at: boats enter in the order of their numbers, so a lower one is not ashore")
        s.afloat[seat] += 1
        where[name] = at
    return where


def open_space(s: State, name: str) -> int | None:
    """The open space of that name, if there is one."""
    match = re.fullmatch(r"([a-z])([1-9][0-9]?)", name, re.ASCII)
    if not match or int(match[2]) > SIDE:
        return None
    space = (int(match[2]) - 1) * SIDE + ord(match[1]) - ord("a")
    return space if is_open(s, space) else None


def _read_stacks(s: State, reader: _Reader, where: dict[str, str]) -> None:
    stacks = reader.field("stacks")
    wanted = {at: sorted(name for name, place in where.items() if place == at) for at in where.values()}
    _Reader(stacks, "position.stacks", tuple(sorted(wanted)))
    numbers = {name: boat for boat, name in enumerate(boat_names(s))}
    w = new(Work)
    for at, names in wanted.items():
        stack = stacks.get(at)
        if not isinstance(stack, list) or not all(isinstance(name, str) for name in stack) or sorted(stack) != names:
            raise BadPosition(
                f"position.stacks.{at} has the boats there from the bottom up: {', '.join(names)}; not {quoted(stack)}"
            )
        space = open_space(s, at)
        assert space is not None  # it was read with the boats
        for name in stack:
            boat = numbers[name]
            put(s, boat, space)
            s.to_go[boat] = 0 if is_finished(s, boat) else way_to_go(s, w, space, int(s.count[boat]))


def check(s: State) -> None:
    """Refuse what the rules cannot have led to."""
    dice = int(s.dice.sum())
    if s.phase != SAILING and dice:
        raise BadPosition("position.dice: there are dice only in the phase sail")
    if s.phase == SAILING and (dice == DICE) == bool(s.sailed):
        raise BadPosition("position.dice: in the phase sail four dice are left before the first sail, fewer after it")
    if s.phase not in (SAILING, TURNING) and s.sailed:
        raise BadPosition("position.sailed: a sail was made only in the phases sail and about")
    if s.turned and not (s.phase == TURNING and s.sailed):
        raise BadPosition("position.turned: boats have come about only in the phase about of a turn with a sail")
    for number in range(s.fleet):
        boat = boat_of(s, number)
        if has_turned(s, number) and not (
            number in numbers_afloat(s) and faces_to_sail(s, int(s.at[boat]), int(s.heading[boat]))
        ):
            raise BadPosition(f"position.turned: boat {number + 1} cannot have come about as it is (REG-14)", "REG-14")
    if s.sailed and not s.afloat[s.turn]:
        raise BadPosition("position.sailed: the seat in turn has no boat afloat")
    if s.step_a_boat:
        _check_steps(s)
    _check_race(s)


def _check_steps(s: State) -> None:
    """What does not agree about the diagonal steps of boats (REG-10)."""
    taken = [number for number in range(s.fleet) if has_drifted(s, number)]
    stepping = taken + ([int(s.owes)] if s.owes != NOBODY else [])
    if bool(stepping) != (s.phase == SAILING and bool(s.sailed)):
        raise BadPosition("position.drifted and position.owes name boats just in the phase sail after a sail (REG-10)")
    if len(stepping) > DICE - int(s.dice.sum()) or any(number not in numbers_afloat(s) for number in stepping):
        raise BadPosition("position.drifted and position.owes name boats afloat, no more than dice were used (REG-10)")
    if s.owes == NOBODY:
        return
    boat = boat_of(s, int(s.owes))
    if has_drifted(s, int(s.owes)) or not is_free(s, boat) or not may_drift(s, int(s.at[boat])):
        raise BadPosition(
            "position.owes is a free boat that can still take its step to the northwest (REG-10)", "REG-10"
        )


def _check_race(s: State) -> None:
    """What does not agree about the beginning and the end of the race."""
    if not s.draw_first and s.first:
        raise BadPosition("position.began is 0 unless the first seat is drawn (REG-8)", "REG-8")
    if s.phase == DRAWING and (not s.draw_first or s.turn or s.first or s.rounds or s.afloat.any()):
        raise BadPosition("position.phase: the first seat is drawn before anything else, with that option (REG-8)")
    home = fleets_home(s)
    stopped = s.rounds >= s.turn_limit
    if stopped and (s.phase != ENDED or s.turn != s.first or home):
        raise BadPosition("position.round: after the last turn the race is over, and the first seat next (REG-18)")
    if s.phase == ENDED and not stopped and home != [s.turn]:
        raise BadPosition("position.phase: the race is over when the seat in turn has its whole fleet home (REG-17)")
    if s.phase != ENDED and home:
        raise BadPosition(f"position.phase: seat {home[0]} has its whole fleet home, so the race is over (REG-17)")


assert (NORTH, ROLLING) == (0, 1)  # headings and phases are indices of the names above
