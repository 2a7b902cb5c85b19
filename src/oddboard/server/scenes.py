"""Scenes, choices and moments as Pydantic models, which mirror `core.scene` and `core.views`."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

Decision = dict[str, Any]


class Tells(BaseModel):
    """Something that a page gets, with these fields and no others."""

    model_config = ConfigDict(extra="forbid")


class Place(Tells):
    """Somewhere on the board."""

    id: str
    name: str
    kind: str
    at: tuple[float, float]
    outline: list[tuple[float, float]]
    label: str | None = None
    near: list[str] | None = None


class Ground(Tells):
    """What never changes during a game."""

    size: tuple[float, float]
    places: list[Place]


class Piece(Tells):
    """Something that stands on the board, or waits beside it."""

    id: str
    name: str
    kind: str
    seat: int | None
    at: str | None
    spot: tuple[float, float] | None
    angle: float | None = None
    look: dict[str, Any] | None = None


class Item(Tells):
    """Something beside the board."""

    id: str
    name: str
    kind: str
    tray: str
    seat: int | None = None
    face: str | None = None
    used: bool | None = None
    lasting: bool | None = None
    main: bool | None = None
    look: dict[str, Any] | None = None


class SeatLine(Tells):
    """A seat in a line."""

    line: str
    counts: list[dict[str, Any]] | None = None


class Scene(Tells):
    """What there is to see now."""

    caption: str
    pieces: list[Piece]
    items: list[Item]
    seats: list[SeatLine]
    help: str | None = None
    look: dict[str, Any] | None = None


class Choice(Tells):
    """A legal decision, what to touch for it, and what it would do."""

    decision: Decision
    touches: list[str]
    note: str | None = None
    path: list[str] | None = None
    steps: int | None = None
    through: list[str] | None = None


class Shortcut(Tells):
    """Several decisions under one name."""

    name: str
    tells: str
    decisions: list[Decision]


class Moment(Tells):
    """One decision of the history as a viewer may know it; `ply` counts what this viewer was told."""

    ply: int
    seat: int | Literal["chance"]
    decision: Decision
    words: str
    marks: list[str]
    trails: dict[str, list[str]]
    scene: Scene
    roll: int | None = None
