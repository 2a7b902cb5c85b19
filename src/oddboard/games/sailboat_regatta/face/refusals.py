"""Sailboat Regatta: why a decision is not legal, with the rule that forbids it."""

from oddboard.core.game import Refusal
from oddboard.core.sentences import listed
from oddboard.games.sailboat_regatta import codes
from oddboard.games.sailboat_regatta.face.names import (
    DIRECTIONS,
    SEAT_NAMES,
    SPACE_NAMES,
    number_word,
    sail_words,
    short_name,
)
from oddboard.games.sailboat_regatta.face.preview import die_of, moved_number
from oddboard.games.sailboat_regatta.rules.dice import dice_left
from oddboard.games.sailboat_regatta.rules.fleets import (
    boat_of,
    has_drifted,
    has_turned,
    is_free,
    numbers_afloat,
    seat_and_number,
)
from oddboard.games.sailboat_regatta.rules.legal import faces_now, must_turn
from oddboard.games.sailboat_regatta.rules.sailing import aim, aim_straight, distance, faces_to_sail, walk
from oddboard.games.sailboat_regatta.state import (
    BEYOND,
    BUOY,
    DICE,
    DRAWING,
    FACES,
    HEADINGS,
    ISLAND,
    NOBODY,
    OPEN,
    OUT,
    PAWN,
    ROLLING,
    SAILING,
    TURNING,
    State,
    kind_of_space,
)

_PLACES = {ISLAND: "on the island", BUOY: "on a buoy", PAWN: "on the pawn"}


def why_not(s: State, code: int) -> Refusal:
    """The rule that forbids a code that is not legal."""
    kind = codes.kind_of(code)
    if s.phase == DRAWING:
        return Refusal("REG-8", "First the seat that begins is drawn.")
    if kind == codes.DRAW:
        return Refusal("REG-8", f"{SEAT_NAMES[s.first]} has begun already.")
    if s.phase == ROLLING:
        return Refusal("REG-9", f"A turn starts with the roll of the {number_word(DICE)} dice.")
    match kind:
        case codes.ROLL:
            return Refusal("REG-9", "The dice are rolled already, once a turn.")
        case codes.DONE | codes.ENTER if s.owes != NOBODY:
            return _step_owed(s)
        case codes.DONE:
            return _why_not_done(s)
        case codes.END:
            return _why_not_end(s)
        case codes.ENTER:
            return _why_not_enter(s, codes.enter_of(code))
        case codes.ABOUT:
            return _why_not_about(s, *codes.about_of(code))
        case codes.DRIFT:
            return _why_not_drift(s)
    return _why_not_sail(s, code)


def _name(s: State, number: int) -> str:
    return short_name(s, boat_of(s, number))


def _left(s: State) -> str:
    left = ", ".join(map(str, dice_left(s)))
    return f"left: {left}" if left else "none is left"


def _stand(s: State, number: int) -> tuple[int, int]:
    """Where a boat of the seat in turn is, and its heading."""
    boat = boat_of(s, number)
    return int(s.at[boat]), int(s.heading[boat])


def _free(s: State) -> list[int]:
    """The numbers from 0 of the free boats of the seat in turn."""
    return [number for number in numbers_afloat(s) if is_free(s, boat_of(s, number))]


def _why_not_done(s: State) -> Refusal:
    if s.phase == TURNING:
        return Refusal("REG-10", "The sailing is over already.")
    able = [number + 1 for number in _free(s) if faces_now(s, number)]
    if able:
        boats = f"boat {able[0]}" if len(able) == 1 else f"boats {', '.join(map(str, able))}"
        return Refusal("REG-13", f"Whoever can sail must, at least once: {boats} can.")
    return Refusal("REG-13", "Whoever can sail must, at least once: a boat from ashore could, once it has entered.")


def _why_not_end(s: State) -> Refusal:
    if s.phase == SAILING:
        return Refusal("REG-14", "First the sailing is ended with `done`; then boats may come about.")
    number = next(number for number in _free(s) if must_turn(s, number))
    at, heading = _stand(s, number)
    return Refusal(
        "REG-15",
        f"{_name(s, number)} on {SPACE_NAMES[at]} could never sail {DIRECTIONS[heading]}: "
        f"it must come about to {_ways_out(s, at)}.",
    )


def _ways_out(s: State, space: int) -> str:
    """The directions in which a boat could sail from a space."""
    headings = [heading for heading in range(HEADINGS) if faces_to_sail(s, space, heading)]
    return " or ".join(f"the {DIRECTIONS[heading]}" for heading in headings)


def _why_not_enter(s: State, number: int) -> Refusal:
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


def _not_free(s: State, number: int, what: str) -> Refusal | None:
    """Why a boat can do nothing at all, if it cannot."""
    if number >= s.afloat[s.turn]:
        return Refusal("REG-6", f"{_name(s, number)} is still ashore: it enters before it can {what}.")
    if not is_free(s, boat_of(s, number)):
        thief = short_name(s, int(s.top[_stand(s, number)[0]]))
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
        f"With no die could {_name(s, number)} sail {DIRECTIONS[heading]} from {SPACE_NAMES[at]}, "
        f"but it could to {_ways_out(s, at)}.",
    )


def _step_owed(s: State) -> Refusal:
    """What is said of everything else while a boat owes its diagonal step."""
    boat = _name(s, int(s.owes))
    return Refusal("REG-10", f"{boat} has sailed without its step to the northwest: first it sails on, or drifts.")


def _why_not_drift(s: State) -> Refusal:
    if s.owes != NOBODY:
        return _step_owed(s)
    if not s.step_a_boat:
        return Refusal("REG-10", "In this race the diagonal step is part of every sail: no boat drifts.")
    return Refusal("REG-10", "A boat drifts only if it has sailed in this turn without its step to the northwest.")


def _why_not_sail(s: State, code: int) -> Refusal:
    """Of a sail with or without the diagonal step."""
    number, face, diagonal = moved_number(code), die_of(code), codes.kind_of(code) == codes.SAIL
    assert face is not None
    if s.phase == TURNING:
        return Refusal("REG-10", "The sailing of this turn is over; boats may come about now.")
    if s.owes not in (NOBODY, number):
        return _step_owed(s)
    if refusal := _not_free(s, number, "sail"):
        return refusal
    if face not in dice_left(s):
        return Refusal("REG-10", f"There is no {face} among the dice ({_left(s)}).")
    if not diagonal and not s.step_a_boat:
        return Refusal("REG-10", "In this race the diagonal step is part of every sail.")
    if diagonal and has_drifted(s, number):
        return Refusal("REG-10", f"{_name(s, number)} has taken its step to the northwest: it sails on without one.")
    return _why_no_way(s, number, face, diagonal)


def no_die_leads(s: State, number: int, space: int) -> Refusal | None:
    """Why a boat that could sail cannot come to a space with any die; None if one would lead there."""
    if s.phase != SAILING or s.owes not in (NOBODY, number) or _not_free(s, number, "sail"):
        return None
    at, heading = _stand(s, number)
    aims = (aim, aim_straight)[: 1 + s.step_a_boat]
    if any(aimed(s, at, heading, face) == space for aimed in aims for face in range(FACES)):
        return None
    lawful = faces_now(s, number)
    ways = [
        f"the {face} to {SPACE_NAMES[aim(s, at, heading, face)]}"
        for face in sorted(set(dice_left(s)))
        if lawful >> face & 1
    ]
    leads = f"its dice lead it elsewhere: {listed(ways)}" if ways else "none of the dice lets it sail as it faces"
    kind = kind_of_space(s, space)
    if kind in _PLACES:
        return Refusal("REG-4", f"No boat ends {_PLACES[kind]}. From {SPACE_NAMES[at]} {leads}.")
    return Refusal("REG-10", f"{_name(s, number)} cannot sail to {SPACE_NAMES[space]}: {leads}.")


def _why_no_way(s: State, number: int, face: int, diagonal: bool) -> Refusal:
    """What is in the way of a sail that the dice allow."""
    start, heading = _stand(s, number)
    forward = distance(s, start, face)
    way = f"With the {face} {_name(s, number)} would sail {sail_words(heading, forward, diagonal)}"
    if forward == 0 and not diagonal:
        return Refusal("REG-10", f"{way}: without its step to the northwest it would stay where it is.")
    end = (aim if diagonal else aim_straight)(s, start, heading, face)
    kind = OUT if end == BEYOND else kind_of_space(s, end)
    if kind == OUT:
        return Refusal("REG-12", f"{way}, which leads out of bounds.")
    if kind != OPEN:
        return Refusal("REG-12", f"{way}, and end {_PLACES[kind]} ({SPACE_NAMES[end]}).")
    if forward == 0:
        return Refusal("REG-4", f"{way}, between two spaces that no boat may enter: a buoy is passed outside.")
    if diagonal:
        return Refusal(
            "REG-12", f"{way} to {SPACE_NAMES[end]}, but wherever it goes northwest, something is in the way."
        )
    if walk(s, start, heading, forward) == BEYOND:
        return Refusal("REG-12", f"{way} to {SPACE_NAMES[end]}, but something is in the way.")
    return Refusal("REG-10", f"{way} to {SPACE_NAMES[end]}, but could not go northwest from there.")
