"""Sailboat Regatta: the course as places, and what is on the water, on the pier and in the tray."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from oddboard.core.scene import Ground, Item, Piece, Place, Scene, SeatLine
from oddboard.games.sailboat_regatta.face.names import (
    DIRECTIONS,
    SPACE_IDS,
    SPACE_NAMES,
    WINDS,
    boat_id,
    boat_name,
    number_word,
)
from oddboard.games.sailboat_regatta.face.touch import dice_by_target
from oddboard.games.sailboat_regatta.position import COURSES
from oddboard.games.sailboat_regatta.rules.dice import dice_left
from oddboard.games.sailboat_regatta.rules.fleets import boat_of, boats_on, is_free, numbers_afloat
from oddboard.games.sailboat_regatta.rules.legal import must_turn
from oddboard.games.sailboat_regatta.rules.sailing import gustiness
from oddboard.games.sailboat_regatta.state import (
    BUOY,
    DICE,
    DRAWING,
    ENDED,
    FACES,
    HEADING_NAMES,
    ISLAND,
    KIND_SHIFT,
    NOBODY,
    OUT,
    PAWN,
    ROLLING,
    SAILING,
    SEATS,
    SIDE,
    SPACES,
    TURNING,
    VALUE_MASK,
    VALUE_SHIFT,
    State,
)

# A space is 60 wide, the size at which boats are drawn; beside the course lie the rose, the pier and the key.
SPACE = 60.0
MARGIN_X, MARGIN_Y = 210.0, 24.0
_SHIFT = (8.0, 7.0)  # how far a boat lies from the one on top of it
_RAISE = 3.0  # how much a stack rises with each boat
_SPREAD = 3.5  # how many such shifts the highest stack takes, so that it stays near its space

_KINDS = {ISLAND: "island", BUOY: "buoy", PAWN: "pawn"}
_COURSE_NAMES = {which: f"{name.capitalize()} course" for name, which in COURSES.items()}


def _middle(space: int) -> tuple[float, float]:
    y, x = divmod(space, SIDE)
    return MARGIN_X + (x + 0.5) * SPACE, MARGIN_Y + (y + 0.5) * SPACE


KEPT = 16_384  # boats that were drawn
MIDDLES = tuple(map(_middle, range(SPACES)))


def corners(space: int) -> list[tuple[float, float]]:
    """The outline of a space."""
    (x, y), half = MIDDLES[space], SPACE / 2
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def ground(s: State) -> Ground:
    """The spaces of the course, those that no boat may enter too, but for what is out of bounds."""
    return _ground(int(s.width), int(s.height), s.water.tobytes(), int(s.entry))


@lru_cache(maxsize=32)
def _ground(width: int, height: int, water: bytes, entry: int) -> Ground:
    content = np.frombuffer(water, np.int32).tolist()
    spaces = [y * SIDE + x for y in range(height) for x in range(width)]
    there = {space for space in spaces if content[space] >> KIND_SHIFT != OUT}
    places = [_place(space, content[space], space == entry, there) for space in spaces if space in there]
    return {"size": (2 * MARGIN_X + width * SPACE, 2 * MARGIN_Y + height * SPACE), "places": places}


def _place(space: int, content: int, is_entry: bool, there: set[int]) -> Place:
    kind = content >> KIND_SHIFT
    value = content >> VALUE_SHIFT & VALUE_MASK
    wind = WINDS[gustiness(value)]
    words = _KINDS.get(kind) or f"value {value}, {wind}" + (", the entry" if is_entry else "")
    place: Place = {
        "id": SPACE_IDS[space],
        "name": f"{SPACE_NAMES[space]}, {words}",
        "kind": _KINDS.get(kind, f"{wind}-{value}"),
        "at": MIDDLES[space],
        "outline": corners(space),
    }
    around = [space - SIDE, space + SIDE] + [space - 1] * (space % SIDE > 0) + [space + 1] * (space % SIDE < SIDE - 1)
    place["near"] = [SPACE_IDS[other] for other in around if other in there]
    return place


def scene(s: State) -> Scene:
    """What there is to see."""
    fleet, seats_ = int(s.fleet), int(s.seats)
    finished = int(s.finished)
    return {
        "caption": _caption(s),
        "pieces": [*_afloat(s, fleet, finished), *_ashore(s, fleet)],
        "items": _items(s),
        "seats": [_seat_line(s, seat, fleet, finished) for seat in range(seats_)],
        "help": _help(s),
        "look": {
            "line": {"column": int(s.line), "top": int(s.line_top), "foot": int(s.line_foot)},
            "entry": SPACE_IDS[s.entry],
            "winds": [WINDS[gustiness(value)] for value in range(FACES)],
            "dice": dice_by_target(s),
        },
    }


def _afloat(s: State, fleet: int, finished: int) -> Iterator[Piece]:
    headings, counts = s.heading.tolist(), s.count.tolist()
    for space in np.flatnonzero(s.top != NOBODY).tolist():
        stack = boats_on(s, space)
        for depth, boat in reversed(list(enumerate(stack))):
            home = bool(finished >> boat & 1)
            yield _boat(fleet, boat, space, depth, len(stack), stack[0], headings[boat], counts[boat], home)


@lru_cache(maxsize=KEPT)
def _boat(
    fleet: int, boat: int, space: int, depth: int, stacked: int, top: int, heading: int, count: int, home: bool
) -> Piece:
    """A boat in a stack, drawn once for all scenes that show it: nobody may change it."""
    seat, number = divmod(boat, fleet)
    x, y = MIDDLES[space]
    shift = min(1.0, _SPREAD / max(1, stacked - 1))
    words = f"{boat_name(seat, number)} on {SPACE_NAMES[space]}, facing {DIRECTIONS[heading]}"
    words += ", home" if home else ""
    if depth:
        words += f", blanketed by {boat_name(*divmod(top, fleet))}"
    elif stacked > 1:
        words += f", on top of {_boats(stacked - 1)}"
    look: dict[str, Any] = {"number": number + 1, "depth": depth, "stack": stacked}
    if home:
        look["home"] = True
    if count:
        look["count"] = count
    return {
        "id": boat_id(seat, number),
        "name": words,
        "kind": "boat",
        "seat": seat,
        "at": SPACE_IDS[space],
        "spot": (
            round(x + depth * shift * _SHIFT[0], 1),
            round(y + shift * (depth * _SHIFT[1] - (stacked - 1) * _RAISE), 1),
        ),
        "angle": 90.0 * heading,
        "look": look,
    }


def _ashore(s: State, fleet: int) -> Iterator[Piece]:
    for seat, afloat in enumerate(s.afloat[: s.seats].tolist()):
        for number in range(afloat, fleet):
            yield _boat_ashore(seat, number)


@lru_cache(maxsize=KEPT)
def _boat_ashore(seat: int, number: int) -> Piece:
    return {
        "id": boat_id(seat, number),
        "name": f"{boat_name(seat, number)}, ashore",
        "kind": "boat",
        "seat": seat,
        "at": None,
        "spot": None,
        "angle": 0.0,
        "look": {"number": number + 1, "ashore": True},
    }


def _boats(count: int) -> str:
    return "1 boat" if count == 1 else f"{count} boats"


def _seat_line(s: State, seat: int, fleet: int, finished: int) -> SeatLine:
    afloat = int(s.afloat[seat])
    home = (finished >> seat * fleet & (1 << fleet) - 1).bit_count()
    words = [(home, "home"), (afloat - home, "racing"), (fleet - afloat, "ashore")]
    return {
        "line": ", ".join(f"{count} {word}" for count, word in words if count),
        "counts": [{"kind": "boat", "have": home, "of": fleet, "ashore": fleet - afloat}],
    }


def _caption(s: State) -> str:
    course = _COURSE_NAMES.get(int(s.course), "A course of your own")
    if s.phase == DRAWING:
        return f"{course} · who begins is drawn"
    if s.phase == ENDED:
        return f"{course} · the race is over"
    return f"{course} · round {s.rounds + 1} of {s.turn_limit}"


def _help(s: State) -> str:
    if s.owes != NOBODY:
        return f"Boat {s.owes + 1} is still to go one space northwest: sail on with it, or let it drift."
    if s.phase == SAILING and s.step_a_boat:
        return "A boat sails as far as die and tile differ, and once in the turn one space northwest."
    if s.phase == SAILING:
        return "A boat sails as far as die and tile differ, and one space northwest with the wind."
    if s.phase == ROLLING:
        return f"{number_word(DICE).capitalize()} dice are rolled."
    if s.phase != TURNING:
        return ""
    if not s.sailed:
        return "Nothing could sail: boats may enter, but none comes about."
    free = [number for number in numbers_afloat(s) if is_free(s, boat_of(s, number))]
    if stuck := [number + 1 for number in free if must_turn(s, number)]:
        return f"Boat {stuck[0]} could never sail as it faces: it must come about."
    return "Any of your free boats may come about once, to where it could sail."


@lru_cache(maxsize=SEATS)
def _facings(seat: int) -> list[Item]:
    return [
        {
            "id": f"facing:{name}",
            "name": direction,
            "kind": "facing",
            "tray": "facing",
            "seat": seat,
            "look": {"angle": 90 * heading},
        }
        for heading, (name, direction) in enumerate(zip(HEADING_NAMES, DIRECTIONS, strict=True))
    ]


_DONE: Item = {"id": "button:done", "name": "Done sailing", "kind": "button", "tray": "buttons", "main": True}
_DRIFT: Item = {"id": "button:drift", "name": "Drift northwest", "kind": "button", "tray": "buttons", "main": True}
_END: Item = {"id": "button:end", "name": "End turn", "kind": "button", "tray": "buttons", "main": True}


@lru_cache(maxsize=8)
def _enter(number: int) -> Item:
    return {"id": "button:enter", "name": f"Enter boat {number}", "kind": "button", "tray": "buttons"}


@lru_cache(maxsize=32)
def _die(face: int, copy: int) -> Item:
    """A die that is left; of equal ones the first is touched for all."""
    return {
        "id": f"die:{face}" if copy == 0 else f"die:{face}.{copy + 1}",
        "name": f"die {face}",
        "kind": "die",
        "tray": "dice",
        "face": str(face),
        "lasting": True,
    }


@lru_cache(maxsize=8)
def _spent(number: int) -> Item:
    return {
        "id": f"die:spent.{number}",
        "name": "spent die",
        "kind": "die",
        "tray": "dice",
        "used": True,
        "lasting": True,
    }


def _items(s: State) -> list[Item]:
    if s.phase not in (SAILING, TURNING):
        return []
    items: list[Item] = []
    afloat = int(s.afloat[s.turn])
    if s.phase == SAILING:
        left = dice_left(s)
        items += [_die(face, left[:index].count(face)) for index, face in enumerate(left)]
        items += [_spent(number + 1) for number in range(DICE - len(left))]
    else:
        items += _facings(int(s.turn))
    if afloat < s.fleet:
        items.append(_enter(afloat + 1))
    items.append(_END if s.phase == TURNING else _DONE if s.owes == NOBODY else _DRIFT)
    return items
