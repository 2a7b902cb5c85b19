"""Sailboat Regatta: whose wind is taken, and whose could be with a single die (REG-7, REG-10)."""

from oddboard.core.scene import Threat
from oddboard.core.sentences import listed
from oddboard.games.sailboat_regatta.face.names import boat_id, short_name
from oddboard.games.sailboat_regatta.rules.fleets import boats_on, seat_and_number
from oddboard.games.sailboat_regatta.rules.sailing import aim_straight, faces_straight, faces_to_sail, sail_end
from oddboard.games.sailboat_regatta.state import ASHORE, DRAWING, ENDED, FACES, State


def threats(s: State, seat: int | None) -> list[Threat]:
    """Of a seat's boats, or of all, those that lie under others and those that others could sail onto."""
    if s.phase in (DRAWING, ENDED):
        return []
    fleet, places, finished, free = int(s.fleet), s.at.tolist(), int(s.finished), int(s.free)
    racing = [boat for boat in range(s.seats * fleet) if places[boat] != ASHORE and not finished >> boat & 1]
    mine = [boat for boat in racing if seat in (None, boat // fleet)]
    spaces = {places[boat]: boat for boat in mine if free >> boat & 1}
    takers: dict[int, dict[int, list[int]]] = {}  # by boat and by who could sail onto it: the dice
    for other in [boat for boat in racing if free >> boat & 1] if spaces else ():
        for face, end in _sails(s, other):
            boat = spaces.get(end)
            if boat is not None and boat // fleet != other // fleet:
                takers.setdefault(boat, {}).setdefault(other, []).append(face)
    held = [_held(s, boat) for boat in mine if not free >> boat & 1]
    return [*filter(None, held), *(_taken(s, boat, takers[boat]) for boat in mine if boat in takers)]


def _sails(s: State, boat: int) -> list[tuple[int, int]]:
    """The dice with which a boat could sail, and where each leads."""
    at, heading = int(s.at[boat]), int(s.heading[boat])
    faces = faces_to_sail(s, at, heading)
    found = [(face, int(sail_end(s, at, heading, face))) for face in range(FACES) if faces >> face & 1]
    if s.step_a_boat:
        faces = faces_straight(s, at, heading, False)
        found += [(face, int(aim_straight(s, at, heading, face))) for face in range(FACES) if faces >> face & 1]
    return found


def _held(s: State, boat: int) -> Threat | None:
    """A boat whose wind is taken now, if it is by somebody else's."""
    stack = boats_on(s, int(s.at[boat]))
    above = [each for each in stack[: stack.index(boat)] if each // s.fleet != boat // s.fleet]
    if not above:
        return None
    note = f"{short_name(s, above[-1])} has its wind: it cannot sail."
    return {"sign": "hold", "piece": _id(s, boat), "by": [_id(s, above[-1])], "note": note}


def _taken(s: State, boat: int, takers: dict[int, list[int]]) -> Threat:
    """A boat whose wind others could take."""
    ways = [
        f"{short_name(s, other)} with a {listed(sorted(map(str, set(dice))), 'or')}" for other, dice in takers.items()
    ]
    return {
        "sign": "wind",
        "piece": _id(s, boat),
        "by": [_id(s, other) for other in takers],
        "note": f"Its wind can be taken: by {listed(ways)}.",
    }


def _id(s: State, boat: int) -> str:
    return boat_id(*seat_and_number(s, boat))
