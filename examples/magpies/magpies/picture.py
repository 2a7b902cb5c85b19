"""Magpies drawn: for a terminal, and as a scene that any page can show."""

import math

from rich.text import Text

from magpies.state import ENDED, FLYING, FOUND, HIDDEN, HIDING, NESTS, State
from oddboard.core import seats
from oddboard.core.scene import Ground, Item, Piece, Place, Scene, SeatLine

MIDDLE, RING, NEST = 300.0, 220.0, 62.0  # the middle of the board, the ring's radius, a nest's
CAPTIONS = {HIDING: "Hiding the eggs", ENDED: "All eggs are shown"}


def _around(x: float, y: float, radius: float, corners: int) -> list[tuple[float, float]]:
    turns = [2 * math.pi * i / corners for i in range(corners)]
    return [(round(x + radius * math.sin(turn), 1), round(y - radius * math.cos(turn), 1)) for turn in turns]


_MIDDLES = _around(MIDDLE, MIDDLE, RING, NESTS)


def _place(nest: int) -> Place:
    x, y = _MIDDLES[nest]
    near = [f"nest:{(nest + way) % NESTS + 1}" for way in (1, -1)]
    outline = _around(x, y, NEST, 18)
    name = f"nest {nest + 1}"
    return {
        "id": f"nest:{nest + 1}",
        "name": name,
        "kind": "nest",
        "at": (x, y),
        "outline": outline,
        "label": str(nest + 1),
        "near": near,
    }


GROUND: Ground = {"size": (2 * MIDDLE, 2 * MIDDLE), "places": [_place(nest) for nest in range(NESTS)]}


def scene(s: State) -> Scene:
    """What there is to see."""
    pieces: list[Piece] = []
    for seat in range(s.seats):
        nest = int(s.at[seat])
        spot = _beside(nest, seat, int(s.seats), 26)
        name = f"{seats.name(seat)} magpie on nest {nest + 1}"
        pieces.append(Piece(id=f"magpie:{seat}", name=name, kind="magpie", seat=seat, at=f"nest:{nest + 1}", spot=spot))
        egg = int(s.egg[seat])
        if egg >= 0:
            name = f"{seats.name(seat)} egg in nest {egg + 1}"
            spot = _beside(egg, seat, int(s.seats), 44)
            pieces.append(Piece(id=f"egg:{seat}", name=name, kind="egg", seat=seat, at=f"nest:{egg + 1}", spot=spot))
    items: list[Item] = []
    if s.phase == FLYING:
        items.append(
            Item(id="die:0", name=f"the die shows {s.die}", kind="die", tray="dice", face=str(s.die), lasting=True)
        )
    caption = CAPTIONS.get(int(s.phase), f"Round {s.rounds} of {s.round_limit}")
    return {"caption": caption, "pieces": pieces, "items": items, "seats": [_line(s, seat) for seat in range(s.seats)]}


def _beside(nest: int, seat: int, count: int, radius: float) -> tuple[float, float]:
    """A spot in a nest for a seat, so that several do not cover one another."""
    x, y = _MIDDLES[nest]
    return _around(x, y, radius, count)[seat]


def _line(s: State, seat: int) -> SeatLine:
    egg = int(s.egg[seat])
    told = "egg found" if egg == FOUND else "egg hidden" if egg >= 0 or egg == HIDDEN else "no egg yet"
    return {"line": f"{told} · {s.points[seat]} points"}


def board(s: State) -> Text:
    """The ring as two rows of nests, and what is known of the eggs."""
    text = Text()
    for nest in range(NESTS):
        text.append(f" {nest + 1}", style="bold")
        for seat in range(s.seats):
            if s.at[seat] == nest:
                text.append(f" {seats.sign(seat)}", style=f"bold {seats.colour(seat)}")
            if s.egg[seat] == nest:
                text.append(f" egg{seats.sign(seat)}", style=seats.colour(seat))
        text.append("\n" if nest == NESTS - 1 else "  →")
    for seat in range(s.seats):
        text.append(f"{seats.sign(seat)} {seats.name(seat)}: {_line(s, seat)['line']}\n", style=seats.colour(seat))
    return text
