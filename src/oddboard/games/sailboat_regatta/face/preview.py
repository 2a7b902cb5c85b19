"""Sailboat Regatta: what a decision would do or did, found by carrying it out on a copy."""

from dataclasses import dataclass

from oddboard.core.records import copy, scratch
from oddboard.core.scene import Preview
from oddboard.games.sailboat_regatta import codes
from oddboard.games.sailboat_regatta.face.names import SEAT_NAMES, SPACE_IDS, boat_id, number_word, sail_words
from oddboard.games.sailboat_regatta.rules import RULES
from oddboard.games.sailboat_regatta.rules.dice import dice_left
from oddboard.games.sailboat_regatta.rules.fleets import boat_of, has_drifted, is_finished, seat_and_number
from oddboard.games.sailboat_regatta.rules.sailing import (
    drift_end,
    faces_straight,
    faces_to_sail,
    way_of_sail,
    way_straight,
)
from oddboard.games.sailboat_regatta.state import ASHORE, NOBODY, State, Work


@dataclass(frozen=True)
class Arrival:
    """What comes of a boat that enters or sails."""

    way: list[int]  # the spaces that it goes over, with the first and the last
    crossed: int  # what that adds to its count
    home: bool  # whether it finishes
    beneath: int  # the boat whose wind it takes, or NOBODY
    diagonal: bool  # whether a step of the way is the one with the wind
    owes: bool  # whether it is still to take that step in this turn

    @property
    def forward(self) -> int:
        """How many steps of the way are not the one with the wind."""
        return len(self.way) - 1 - self.diagonal


def arrival(s: State, code: int) -> Arrival | None:
    """What a boat does that enters or sails; None for another decision, and for a sail that is not lawful."""
    way = _way(s, code)
    if not way:
        return None
    after = copy(s)
    RULES.play(after, scratch(Work), code)
    boat = boat_of(s, moved_number(code))
    return Arrival(
        way,
        int(after.count[boat]) - int(s.count[boat]),
        is_finished(after, boat) and not is_finished(s, boat),
        int(after.under[boat]),
        diagonal=codes.kind_of(code) != codes.STRAIGHT,
        owes=int(after.owes) == moved_number(code),
    )


def moved_number(code: int) -> int:
    """The number from 0 of the boat that a decision moves or turns, or NOBODY."""
    match codes.kind_of(code):
        case codes.SAIL:
            return codes.sail_of(code)[0]
        case codes.ABOUT:
            return codes.about_of(code)[0]
        case codes.ENTER:
            return codes.enter_of(code)
        case codes.STRAIGHT:
            return codes.straight_of(code)[0]
        case codes.DRIFT:
            return codes.drift_of(code)
    return NOBODY


def die_of(code: int) -> int | None:
    """The die with which a boat sails; None if it is no sail."""
    match codes.kind_of(code):
        case codes.SAIL:
            return codes.sail_of(code)[1]
        case codes.STRAIGHT:
            return codes.straight_of(code)[1]
    return None


def _way(s: State, code: int) -> list[int]:
    """The spaces that a boat goes over."""
    kind, number, face = codes.kind_of(code), moved_number(code), die_of(code) or 0
    if kind == codes.ENTER:
        return [int(s.entry)]
    boat = boat_of(s, number)
    at, heading = int(s.at[boat]), int(s.heading[boat])
    if at == ASHORE:
        return []
    if kind == codes.SAIL and faces_to_sail(s, at, heading) >> face & 1:
        return way_of_sail(s, at, heading, face)
    if kind == codes.STRAIGHT and faces_straight(s, at, heading, has_drifted(s, number)) >> face & 1:
        return way_straight(s, at, heading, face)
    if kind == codes.DRIFT and s.owes == number:
        return [at, drift_end(s, boat)]
    return []


def marks(s: State, code: int) -> list[str]:
    """What a past decision was about: the boat, and where it went."""
    number = moved_number(code)
    if number == NOBODY:
        return []
    return [boat_id(int(s.turn), number), *(SPACE_IDS[space] for space in _way(s, code)[-1:])]


def trails(s: State, code: int) -> dict[str, list[str]]:
    """The way of a sail or a drift."""
    way = _way(s, code)
    return {boat_id(int(s.turn), moved_number(code)): [SPACE_IDS[space] for space in way]} if len(way) > 1 else {}


def preview(s: State, code: int) -> Preview:
    """Where a sail leads over and whose wind it takes; the number on its target is the die."""
    if code == codes.FIRST_DONE:
        return _unused(s)
    came = arrival(s, code)
    if came is None:
        return {}
    taken = [_taken(s, came.beneath)] if came.beneath != NOBODY else []
    if codes.kind_of(code) == codes.ENTER:
        return {"note": ", ".join(["onto the entry", *taken]), **_covers(s, came.beneath)}
    heading = int(s.heading[boat_of(s, moved_number(code))])
    words = [sail_words(heading, came.forward, came.diagonal, " + ")]
    words += [line_words(came)] if came.crossed else []
    words += ["northwest still to come"] if came.owes else []
    found: Preview = {"note": " · ".join(words + taken), "path": [SPACE_IDS[space] for space in came.way]}
    if (face := die_of(code)) is not None:
        found["steps"] = face
    return found | _covers(s, came.beneath)


def _unused(s: State) -> Preview:
    """A warning if a boat could still sail with a die that is left."""
    work = scratch(Work)
    sails = {
        moved_number(code): die
        for code in work.code[: RULES.legal(s, work)].tolist()
        if (die := die_of(code)) is not None
    }
    if not sails:
        return {}
    number, left = next(iter(sails)), len(dice_left(s))
    dice = "A die is" if left == 1 else f"{number_word(left).capitalize()} dice are"
    return {"warning": f"{dice} unused: boat {number + 1} can still sail, with the {sails[number]}."}


def _covers(s: State, below: int) -> Preview:
    """A warning if a boat takes the wind of another of the same fleet."""
    if below == NOBODY or seat_and_number(s, below)[0] != s.turn:
        return {}
    return {"warning": f"It covers your own boat {seat_and_number(s, below)[1] + 1}, which cannot sail then."}


def line_words(came: Arrival) -> str:
    """What a boat that crosses the line comes to."""
    if came.home:
        return "over the line and home"
    return "over the line" if came.crossed > 0 else "back over the line"


def _taken(s: State, below: int) -> str:
    seat, number = seat_and_number(s, below)
    return f"covers your own {number + 1}" if seat == s.turn else f"takes {SEAT_NAMES[seat]}'s wind"
