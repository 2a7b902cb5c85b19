"""What goes between server and page about finished games, their analysis, and studies; `models` has the rest."""

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from oddboard.core.game import Decision
from oddboard.core.scene import Ground, Scene
from oddboard.core.views import Moment
from oddboard.server.models import Asks, Dice, GameKey, LevelName, SeatNumber, Situation, Tells
from oddboard.server.told import ToldMoment


class Kept(Tells):
    """A saved game that was uploaded."""

    id: str


class Verified(Tells):
    """Whether the dice were fair."""

    ok: bool
    message: str


class RollCheck(Tells):
    """A roll with what is needed to recompute it."""

    ply: int
    number: int | None
    weights: list[int]
    outcome: int


class StorySeat(Tells):
    """Who sat where."""

    name: str
    kind: str
    level: str | None = None


class Outdated(Tells):
    """A rule that has changed since a game was played."""

    rule: str
    message: str


class Story(Tells):
    """A game to look at again."""

    id: str
    game: str
    title: str
    options: dict[str, Any]
    players: int
    seats: list[StorySeat]
    ground: Ground
    start: Scene
    position: dict[str, Any] | None  # where it began, if not at the game's beginning
    moments: list[ToldMoment]
    """The first of them, each as what has changed since the one before it."""
    length: int
    """How many there are; `/stories/{identifier}/moments` has the others."""
    ranks: list[int] | None
    result: str | None
    dice: Dice
    rolls: list[RollCheck]
    verified: Verified
    outdated: Outdated | None
    """The earlier rule that it was played by: it can be looked at, but not gone on with."""


class StoryPart(Tells):
    """Moments of a long story, the first of them whole."""

    moments: list[ToldMoment]


class Best(Tells):
    """What would have been better, and what is good about it (not in analyses from before reasons were told)."""

    words: str
    because: str = ""


class Point(Tells):
    """One decision of a story, judged."""

    ply: int
    evaluation: list[float]
    kind: Literal["luck", "skill"]
    change: list[float]
    costly: bool
    best: Best | None = None


class SeatSum(Tells):
    """What luck and skill did for a seat."""

    luck: float
    skill: float


class Analysis(Tells):
    """A story judged, or how far that is."""

    state: Literal["thinking", "ready", "failed"]
    progress: float
    points: list[Point]
    seats: list[SeatSum]
    message: str | None = None


class Study(Asks):
    """A position to look at, without a table."""

    game: GameKey
    players: Annotated[int, Field(ge=1, le=64)] | None = None
    options: dict[str, Any] = Field(default={})
    position: dict[str, Any] | None = None
    decisions: list[Decision] = Field(default=[], max_length=2000)
    viewer: SeatNumber | None = None
    level: LevelName | None = None


class Studied(Situation):
    """The situation of a study, and the way there."""

    ground: Ground
    moments: list[Moment]
    position: dict[str, Any]


class StudyWhy(Study):
    """Why not, in a study."""

    decision: Decision | None = None
    touches: Annotated[list[Annotated[str, StringConstraints(max_length=100)]], Field(max_length=32)] | None = None
