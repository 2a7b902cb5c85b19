"""Scenes and moments as they are told to who knows the ones before them; `deltas` makes them."""

from typing import Any, Literal, NotRequired

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict

from oddboard.core.game import Decision
from oddboard.core.scene import Item, Piece, Scene, SeatLine
from oddboard.core.views import ToldTurn

STRICT = ConfigDict(extra="forbid")
Stretch = tuple[int, int]  # elements of the list before: the first, and how many


class SceneChanges(TypedDict, total=False):
    """The fields of a scene that differ from those of another; of its lists, what is new and what stays."""

    caption: str
    pieces: list[Piece | Stretch]
    items: list[Item | Stretch]
    seats: list[SeatLine | Stretch]
    help: str
    look: dict[str, Any]
    gone: list[str]
    """Fields that it has no more."""


class ToldMoment(TypedDict):
    """A moment as it is told after the one before it."""

    ply: int
    seat: int | Literal["chance"]
    decision: Decision
    words: str
    marks: list[str]
    trails: dict[str, list[str]]
    roll: NotRequired[int]
    turn: NotRequired[ToldTurn]
    scene: NotRequired[Scene]
    """The scene after it, or else:"""
    changes: NotRequired[SceneChanges]
    """what has changed since the scene after the moment before it."""


for _shape in (SceneChanges, ToldMoment):
    with_config(STRICT)(_shape)
