"""What a game looks like, as data: a ground that never changes, what stands on it now, and what can be touched.

Everything that a person can touch has an identifier `kind:name` (`square:c7`, `martian:0.1`, `die:5`, `button:end`),
where the kind is a word of the game's own; it is a place of the ground, or a piece or an item of the scene. A decision
is made by touching a few of them in order: see `Game.touches`. Lengths are the game's own units, x to the right and y
down. A page can draw any game from this alone; a game's own board component may draw it better from the same data.

These are the only declarations of what a page is shown: its own types are made from them, by way of the server's
description of itself (`make types`).
"""

from collections.abc import Iterable, Mapping
from typing import Any, NotRequired

from typing_extensions import TypedDict  # that of Python 3.11 cannot be described to a page


class Place(TypedDict):
    """Somewhere on the board."""

    id: str
    """As touched: `hex:k9`."""
    name: str
    """As read aloud, without what stands there: "k9, mud"."""
    kind: str
    """Of ground, for the painter: "mud"."""
    at: tuple[float, float]
    """Its middle."""
    outline: list[tuple[float, float]]
    """Its corners."""
    label: NotRequired[str]
    """Written on it."""
    near: NotRequired[list[str]]
    """Neighbours, so that arrow keys find their way where places form no grid."""


class Ground(TypedDict):
    """What never changes during a game."""

    size: tuple[float, float]
    """Width and height of everything."""
    places: list[Place]


class Piece(TypedDict):
    """Something that stands on the board, or waits beside it."""

    id: str
    """The same all through the game, so that a page sees it move."""
    name: str
    """As read aloud, with seat, kind, place and state: "Rust Luggant 3 on i3, throttling Cobalt Flibdill 1"."""
    kind: str
    """For the painter: "luggant"."""
    seat: int | None
    """Whose it is."""
    at: str | None
    """The place it stands on; None: beside the board, or gone for now."""
    spot: tuple[float, float] | None
    """Where exactly; None: beside the board."""
    angle: NotRequired[float]
    """In degrees clockwise from up, where it faces."""
    look: NotRequired[Mapping[str, Any]]
    """Whatever else its painter must know: size, rings, what it carries."""


class Item(TypedDict):
    """Something beside the board: a die, a coin, a card, a button, a direction to choose."""

    id: str
    name: str
    """As read aloud and, for a button, written on it."""
    kind: str
    """For the painter: "die", "coin", "card", "button", "facing"."""
    tray: str
    """Which things lie together: "dice", "hand", "buttons", "facing"."""
    seat: NotRequired[int]
    """Whose it is."""
    face: NotRequired[str]
    """What it shows: "5"."""
    used: NotRequired[bool]
    """Spent: shown, but not to be touched."""
    lasting: NotRequired[bool]
    """Shown even while it cannot be touched; otherwise only as a choice."""
    main: NotRequired[bool]
    """The one primary button."""
    look: NotRequired[Mapping[str, Any]]


class SeatLine(TypedDict):
    """A seat in a line."""

    line: str
    """How the seat stands: "1 launched, 3 on the way"."""
    counts: NotRequired[list[Mapping[str, Any]]]
    """What matters, to be drawn: {"kind": "bulge", "have": 2, "of": 6}."""


class Scene(TypedDict):
    """What there is to see now, to one who may know what the state holds."""

    caption: str
    """Where the game is: "Round 6 · secret plans"."""
    pieces: list[Piece]
    items: list[Item]
    seats: list[SeatLine]
    help: NotRequired[str]
    """One helper line for who is to decide: "Mud only, up to 6 hexes"."""
    look: NotRequired[Mapping[str, Any]]
    """Whatever else the game's own board shows: wind, lines, laid coins."""


class Threat(TypedDict):
    """Something that may befall a piece before its owner decides again, by the rules."""

    sign: str
    """For the painter: "fire", "push", "hold", "wind", "empty", "crown"."""
    piece: str
    """The piece that it is about."""
    by: list[str]
    """The pieces that it comes from; none if it needs nobody."""
    note: str
    """What may happen, as a sentence: "Cobalt's Squam on 313 can attack it."."""
    count: NotRequired[int]
    """A number on the sign, such as how much is left until then."""


class Preview(TypedDict, total=False):
    """What a decision would do, shown before it is made."""

    note: str
    """The consequence in a few words: "5 steps · breaks it"."""
    path: list[str]
    """The places that a piece would go over, from where it is to where it goes."""
    steps: int
    """The number on a target."""
    through: list[str]
    """Places that it only passes."""
    piece: str
    """What goes along the path, where it is not the last piece touched."""
    hits: list[str]
    """Pieces that it destroys or breaks, unless somebody else may still prevent it."""
    rolls: bool
    """Whether a die decides what comes of it."""
    warning: str
    """Why whoever decides it may regret it at once, as a sentence: a page wants a second touch."""
    idle: bool
    """Whether it would be of no use at all: a page does not ask for it, and takes what is left if that is one thing."""
    confirm: str
    """What a button says that carries it out, where touches alone should not: "Lay plan"."""


class Choice(Preview):
    """A legal decision, what to touch for it, and what it would do."""

    decision: dict[str, Any]
    touches: list[str]


class Shortcut(Preview):
    """Several decisions under one name, such as a whole formation; or by touches of their own, such as a long way."""

    name: str
    tells: str
    """One sentence more."""
    decisions: list[Mapping[str, Any]]
    touches: NotRequired[list[str]]
    """What to touch for it, as for a single decision; otherwise it has a button."""
    again: NotRequired[bool]
    """Whoever takes it takes what is offered so at the next turns too, as in a set-up in which seats place in turn."""


def default_touches(decision: Mapping[str, Any]) -> list[str]:
    """The touches of a decision in a game that names none: one for each field."""
    return [f"{name}:{written(value)}" for name, value in decision.items() if name != "weight"]


def default_items(decisions: Iterable[Mapping[str, Any]]) -> list[Item]:
    """An item for everything that `default_touches` would touch."""
    items: dict[str, Item] = {}
    for decision in decisions:
        for touch in default_touches(decision):
            kind, _, name = touch.partition(":")
            items.setdefault(touch, Item(id=touch, name=name.replace("_", " "), kind=kind, tray=kind))
    return list(items.values())


def position_items(position: Mapping[str, Any]) -> list[Item]:
    """An item for every field of a position, that shows its value: what a game without a picture shows instead."""
    shown = {name: value for name, value in position.items() if name not in ("players", "options")}
    return [
        Item(
            id=f"position:{name}",
            name=f"{name.replace('_', ' ')}: {written(value)}",
            kind="position",
            tray="position",
            lasting=True,
        )
        for name, value in shown.items()
    ]


def written(value: Any) -> str:
    """A value as a person reads and types it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ",".join(map(written, value))
    return "none" if value is None else str(value)
