"""Magpies drawn, as a scene that any page can show: a ring of nests, birds and eggs, and the die."""

import math

from magpies.state import ENDED, FLYING, FOUND, HIDDEN, HIDING, NESTS, State
from oddboard.core import seats
from oddboard.core.scene import Ground, Item, Piece, Place, Scene, SeatLine

MIDDLE, RING, NEST = 300.0, 220.0, 62.0  # the middle of the board, the ring's radius, a nest's
BIRD, EGG = 26, 44  # how far from the middle of a nest they lie, so that several do not cover one another
CAPTIONS = {HIDING: "Hiding the eggs", ENDED: "All eggs are shown"}


def _around(x: float, y: float, radius: float, corners: int) -> list[tuple[float, float]]:
    turns = [2 * math.pi * i / corners for i in range(corners)]
    return [(round(x + radius * math.sin(turn), 1), round(y - radius * math.cos(turn), 1)) for turn in turns]


_MIDDLES = _around(MIDDLE, MIDDLE, RING, NESTS)


def place(nest: int) -> str:
    """The identifier of a nest."""
    return f"nest:{nest + 1}"


def _nest(nest: int) -> Place:
    return {
        "id": place(nest),
        "name": f"nest {nest + 1}",
        "kind": "nest",
        "at": _MIDDLES[nest],
        "outline": _around(*_MIDDLES[nest], NEST, 18),
        "label": str(nest + 1),
        "near": [place((nest + way) % NESTS) for way in (1, -1)],
    }


GROUND: Ground = {"size": (2 * MIDDLE, 2 * MIDDLE), "places": [_nest(nest) for nest in range(NESTS)]}


def _piece(s: State, seat: int, kind: str, nest: int, radius: float) -> Piece:
    return {
        "id": f"{kind}:{seat}",
        "name": f"{seats.name(seat)} {kind} on nest {nest + 1}",
        "kind": kind,
        "seat": seat,
        "at": place(nest),
        "spot": _around(*_MIDDLES[nest], radius, int(s.seats))[seat],
    }


def line(s: State, seat: int) -> SeatLine:
    """A seat's egg and points."""
    egg = int(s.egg[seat])
    known = "egg found" if egg == FOUND else "egg hidden" if egg >= 0 or egg == HIDDEN else "no egg yet"
    return {"line": f"{known} · {s.points[seat]} points"}


def scene(s: State) -> Scene:
    """What there is to see."""
    pieces = [_piece(s, seat, "magpie", int(s.at[seat]), BIRD) for seat in range(s.seats)]
    pieces += [_piece(s, seat, "egg", int(s.egg[seat]), EGG) for seat in range(s.seats) if s.egg[seat] >= 0]
    die = Item(id="die:0", name=f"the die shows {s.die}", kind="die", tray="dice", face=str(s.die), lasting=True)
    return {
        "caption": CAPTIONS.get(int(s.phase), f"Round {s.rounds} of {s.round_limit}"),
        "pieces": pieces,
        "items": [die] if s.phase == FLYING else [],
        "seats": [line(s, seat) for seat in range(s.seats)],
    }
