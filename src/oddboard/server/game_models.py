"""What goes between server and page about games: for who chooses, learns or draws one; `models` has the rest."""

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from oddboard.core.drawing import Cell
from oddboard.core.scene import Ground, Scene
from oddboard.server.models import Asks, Tells


class BrushInfo(Tells):
    """What a place of a drawing can be painted with."""

    sign: str
    name: str


class DrawingInfo(Tells):
    """How an option is drawn on the board."""

    brushes: list[BrushInfo]
    heights: list[int]  # the numbers of rows there may be
    widths: list[int]
    palette: str  # a drawing in which every sign occurs, for pictures of the brushes


class OptionInfo(Tells):
    """A setting of a game."""

    name: str
    kind: Literal["switch", "choice", "whole", "own"]  # own: by name, or made by the guest
    default: Any = None
    values: list[str | int] | None = None
    least: int | None = None
    most: int | None = None
    samples: list[Any] | None = None  # of one's own kind: the names there are, and some that somebody made
    drawing: DrawingInfo | None = None  # where it can be drawn
    rule: str
    tells: str


class LevelInfo(Tells):
    """A bot to play against."""

    name: str
    tells: str
    rank: int | None  # among the levels, 1 the weakest; a bot that the house has brought along has none


class CreditsInfo(Tells):
    """Whose game it is."""

    by: str
    year: int
    licence: str


class GameInfo(Tells):
    """A game, for who chooses one."""

    key: str
    title: str
    tagline: str
    least: int
    most: int
    minutes: dict[int, int]  # by the number of players
    credits: CreditsInfo | None
    secrets: bool
    formations: bool  # whether one can keep a set-up of one's own
    options_schema: dict[str, Any]
    options: list[OptionInfo]
    asks: dict[str, str]
    later: list[str]
    """Kinds of things that may be touched at any time."""
    levels: list[LevelInfo]
    usual_level: str
    prefix: str
    ready: bool


class BrokenInfo(Tells):
    """A game that is installed and cannot be played."""

    key: str
    why: str


class GameList(Tells):
    """All games."""

    games: list[GameInfo]
    broken: list[BrokenInfo]


class Rulebook(Tells):
    """A game's rules to read."""

    title: str
    markdown: str
    rules: dict[str, str]
    decisions: str  # the page for programmers
    examples: dict[str, Any]  # positions that the page draws, by their names there


class Lessons(Tells):
    """What a game is about, its lessons and guided first game."""

    goal: dict[str, Any] | None = None  # the goal in one sentence, and the example that shows it
    lessons: list[dict[str, Any]]
    guide: dict[str, Any] | None


class Puzzles(Tells):
    """The puzzles of a game, in the order in which the days take them from the first of 2026 on."""

    puzzles: list[dict[str, Any]]


class Sample(Tells):
    """A position that shows what a game is like."""

    ground: Ground
    scene: Scene
    position: dict[str, Any]


class Stroke(Asks):
    """A touch of a brush: a sign for a place."""

    row: Annotated[int, Field(ge=0, le=99)]
    column: Annotated[int, Field(ge=0, le=99)]
    sign: Annotated[str, StringConstraints(min_length=1, max_length=1)]


class Sketch(Asks):
    """A drawing of an option, by name or as text, to be painted on and looked at."""

    value: Annotated[str, StringConstraints(min_length=1, max_length=2000)]
    strokes: list[Stroke] = Field(default=[], max_length=700)
    height: Annotated[int, Field(ge=1, le=99)] | None = None
    width: Annotated[int, Field(ge=1, le=99)] | None = None


class Lacks(Tells):
    """Why a drawing cannot be played on."""

    message: str
    rule: str | None
    at: list[str]  # the places that it speaks of


class Sketched(Tells):
    """What a drawing looks like, and what it lacks."""

    text: str
    ground: Ground
    scene: Scene
    cells: list[Cell]
    lacks: Lacks | None  # None: it can be played on
