"""Sailboat Regatta: why a decision is not legal, with the rule that forbids it."""

from oddboard.core import seats
from oddboard.core.game import Refusal
from oddboard.games.sailboat_regatta.course import space_name
from oddboard.games.sailboat_regatta.moves import (
    DONE,
    END,
    FIRST_ABOUT,
    FIRST_DRAW,
    FIRST_ENTER,
    FIRST_ROLL,
    FIRST_SAIL,
)
from oddboard.games.sailboat_regatta.reading import (
    DIRECTIONS,
    HEADING_NAMES,
    boat_of,
    dice_left,
    has_turned,
    is_free,
    numbers_afloat,
    seat_and_number,
)
from oddboard.games.sailboat_regatta.state import (
    BUOY,
    DRAWING,
    FACES,
    HEADINGS,
    ISLAND,
    KIND_SHIFT,
    NORTH,
    OPEN,
    OUT,
    PAWN,
    ROLLING,
    SAILING,
    SIDE,
    TURNING,
    State,
    faces_to_sail,
    sail_end,
    value_of,
)

_PLACES = {OUT: "out of bounds", ISLAND: "on the island", BUOY: "on a buoy", PAWN: "on the pawn"}


def why_not(s: State, code: int) -> Refusal:
    """The rule that forbids a code that is not legal."""
    if code >= FIRST_DRAW and s.phase == DRAWING:
        return Refusal("REG-8", f"There is no seat {code - FIRST_DRAW}: they are 0 to {s.seats - 1}.")
    if s.phase == DRAWING:
        return Refusal("REG-8", "First the seat that begins is drawn.")
    if code >= FIRST_DRAW:
        return Refusal("REG-8", f"{seats.name(int(s.first))} has begun already.")
    if s.phase == ROLLING:
        return Refusal("REG-9", "A turn starts with the roll of the four dice.")
    if code >= FIRST_ROLL:
        return Refusal("REG-9", "The dice are rolled already, once a turn.")
    if code == DONE:
        return _why_not_done(s)
    if code == END:
        return _why_not_end(s)
    if code >= FIRST_ENTER:
        return _why_not_enter(s, code - FIRST_ENTER)
    if code >= FIRST_ABOUT:
        return _why_not_about(s, *divmod(code - FIRST_ABOUT, HEADINGS))
    return _why_not_sail(s, *divmod(code - FIRST_SAIL, FACES))


def _name(s: State, number: int) -> str:
    return f"{seats.name(int(s.turn))} {number + 1}"


def _left(s: State) -> str:
    left = ", ".join(map(str, dice_left(s)))
    return f"left: {left}" if left else "none is left"


def _stand(s: State, number: int) -> tuple[int, int]:
    """Where a boat of the seat in turn is, and its heading."""
    boat = boat_of(s, number)
    return int(s.at[boat]), int(s.heading[boat])


def _why_not_done(s: State) -> Refusal:
    if s.phase == TURNING:
        return Refusal("REG-10", "The sailing is over already.")
    able = [
        number + 1
        for number in numbers_afloat(s)
        if is_free(s, boat_of(s, number)) and faces_to_sail(s, *_stand(s, number)) & s.faces
    ]
    if able:
        boats = f"boat {able[0]}" if len(able) == 1 else f"boats {', '.join(map(str, able))}"
        return Refusal("REG-13", f"Whoever can sail must, at least once: {boats} can.")
    return Refusal("REG-13", "Whoever can sail must, at least once: a boat from ashore could, once it has entered.")


def _why_not_end(s: State) -> Refusal:
    if s.phase == SAILING:
        return Refusal("REG-14", "First the sailing is ended with `done`; then boats may come about.")
    for number in numbers_afloat(s):
        at, heading = _stand(s, number)
        if is_free(s, boat_of(s, number)) and not faces_to_sail(s, at, heading):
            return Refusal(
                "REG-15",
                f"{_name(s, number)} on {space_name(at)} could never sail {DIRECTIONS[heading]}: "
                f"it must come about to {_ways_out(s, at)}.",
            )
    raise AssertionError("the turn may be ended")


def _ways_out(s: State, space: int) -> str:
    return " or ".join(HEADING_NAMES[heading] for heading in range(HEADINGS) if faces_to_sail(s, space, heading))


def _why_not_enter(s: State, number: int) -> Refusal:
    if number >= s.fleet:
        return _no_such_boat(s, number)
    if number < s.afloat[s.turn]:
        return Refusal("REG-6", f"{_name(s, number)} has entered already, and stays on the water to the end.")
    lowest = int(s.afloat[s.turn])
    if number > lowest:
        return Refusal("REG-6", f"Boats ashore are alike: the one with the lowest number, {lowest + 1}, enters first.")
    covered = seat_and_number(s, int(s.top[s.entry]))[1] + 1
    return Refusal(
        "REG-13",
        f"Only boat {covered} on the entry can sail; a boat entered now would take its wind, with none able to sail.",
    )


def _no_such_boat(s: State, number: int) -> Refusal:
    return Refusal("REG-5", f"There is no boat {number + 1}: a fleet has boats 1 to {s.fleet}.")


def _not_free(s: State, number: int, what: str) -> Refusal | None:
    """Why a boat can do nothing at all, if it cannot."""
    if number >= s.fleet:
        return _no_such_boat(s, number)
    if number >= s.afloat[s.turn]:
        return Refusal("REG-6", f"{_name(s, number)} is still ashore: it enters before it can {what}.")
    if not is_free(s, boat_of(s, number)):
        seat, other = seat_and_number(s, int(s.top[_stand(s, number)[0]]))
        thief = f"{seats.name(seat)} {other + 1}"
        return Refusal("REG-7", f"{_name(s, number)} is blanketed by {thief}: it can neither sail nor turn.")
    return None


def _why_not_about(s: State, number: int, heading: int) -> Refusal:
    if s.phase == SAILING:
        return Refusal("REG-14", "Boats come about after the sailing, which `done` ends.")
    if not s.sailed:
        return Refusal("REG-13", "No boat has sailed in this turn, so none is turned.")
    if refusal := _not_free(s, number, "turn"):
        return refusal
    if has_turned(s, number):
        return Refusal("REG-14", f"{_name(s, number)} has come about already, and does so once a turn.")
    at, faced = _stand(s, number)
    if faced == heading:
        return Refusal("REG-14", f"{_name(s, number)} faces {DIRECTIONS[heading]} already.")
    return Refusal(
        "REG-14",
        f"With no die could {_name(s, number)} sail {DIRECTIONS[heading]} from {space_name(at)}, "
        f"but it could to {_ways_out(s, at)}.",
    )


def _why_not_sail(s: State, number: int, face: int) -> Refusal:
    if s.phase == TURNING:
        return Refusal("REG-10", "The sailing of this turn is over; boats may come about now.")
    if refusal := _not_free(s, number, "sail"):
        return refusal
    if face not in dice_left(s):
        return Refusal("REG-10", f"There is no {face} among the dice ({_left(s)}).")
    start, heading = _stand(s, number)
    distance = abs(face - value_of(s, start))
    forward = f"{distance} {DIRECTIONS[heading]} and 1 northwest" if distance else "1 northwest"
    way = f"With the {face} {_name(s, number)} would sail {forward}"
    x, y = _end(start, heading, distance)
    if not (0 <= x < s.width and 0 <= y < s.height):
        return Refusal("REG-12", f"{way}, which leads out of bounds.")
    end = sail_end(s, start, heading, face)
    kind = int(s.water[end]) >> KIND_SHIFT
    if kind != OPEN:
        return Refusal("REG-12", f"{way}, and end {_PLACES[kind]} ({space_name(end)}).")
    if distance == 0:
        return Refusal("REG-4", f"{way}, between two spaces that no boat may enter: a buoy is passed outside.")
    return Refusal("REG-12", f"{way} to {space_name(end)}, but wherever it goes northwest, something is in the way.")


def _end(start: int, heading: int, distance: int) -> tuple[int, int]:
    step = {NORTH: (0, -1), 1: (1, 0), 2: (0, 1), 3: (-1, 0)}[heading]
    return start % SIDE - 1 + step[0] * distance, start // SIDE - 1 + step[1] * distance
