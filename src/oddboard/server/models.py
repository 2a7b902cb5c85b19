"""What goes between server and page over HTTP; `messages` has what goes over the socket.

The OpenAPI description is made from both, and the page's types from that. Scenes are those of `core.scene` themselves.
"""

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints, model_validator, with_config

from oddboard.core import scene
from oddboard.core.drawing import Cell
from oddboard.core.game import Decision
from oddboard.core.scene import Choice, Ground, Scene, Shortcut, Threat
from oddboard.core.views import Moment
from oddboard.server.told import STRICT, ToldMoment

UNWRITABLE = re.compile("[\ud800-\udfff]")  # halves of characters, which no JSON text and no database can hold
for _shape in (
    scene.Place,
    scene.Ground,
    scene.Piece,
    scene.Item,
    scene.SeatLine,
    scene.Scene,
    scene.Preview,
    scene.Choice,
    scene.Shortcut,
    Moment,
):
    with_config(STRICT)(_shape)

SeatNumber = Annotated[int, Field(ge=0, le=63)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=24)]
Word = Annotated[str, StringConstraints(max_length=200, pattern=r"^[^\x00]*$")]
Seal = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
LevelName = Annotated[str, StringConstraints(max_length=40)]
GameKey = Annotated[str, StringConstraints(max_length=64)]


class Tells(BaseModel):
    """Something that a page gets, with these fields and no others."""

    model_config = STRICT


class Asks(BaseModel):
    """Something that a page sends; other fields than these are a mistake."""

    model_config = STRICT

    @model_validator(mode="before")
    @classmethod
    def _check_texts(cls, content: Any) -> Any:
        """Texts can be written and stored: they have no halves of characters."""
        rest = [content]
        while rest:
            part = rest.pop()
            if isinstance(part, dict):
                rest += [*part.keys(), *part.values()]
            elif isinstance(part, list):
                rest += part
            elif isinstance(part, str) and UNWRITABLE.search(part):
                raise ValueError("a text has a character that cannot be written")
        return content


# Guests and games


class GuestCard(Tells):
    """A guest as he sees himself."""

    id: str
    name: str
    named: bool
    """Whether he chose the name."""


class Me(Tells):
    """Who asks."""

    guest: GuestCard


class Rename(Asks):
    """A new name."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class Phrase(Asks):
    """A recovery phrase."""

    phrase: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class Credential(Asks):
    """What a passkey says, as browsers write it down."""

    credential: dict[str, Any]


class Keys(Tells):
    """What a guest can be known by on another device."""

    phrase: bool
    passkeys: int
    devices: int


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
    strokes: Annotated[list[Stroke], Field(max_length=700)] = []
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


# Tables


class BotSeat(Asks):
    """A bot at a seat."""

    bot: LevelName


class ClockTerms(Asks):
    """Time for each seat, in seconds."""

    seconds: Annotated[float, Field(gt=0, le=14 * 86400, allow_inf_nan=False)]
    increment: Annotated[float, Field(ge=0, le=3600, allow_inf_nan=False)] = 0
    per_turn: bool = False
    """Whether the whole time is there again after each decision, as in games over days."""


class NewTable(Asks):
    """A table to be made."""

    game: GameKey
    options: dict[str, Any] = {}
    seats: Annotated[list[Literal["me", "open", "shared"] | BotSeat], Field(min_length=1, max_length=64)]
    public: bool = False
    clock: ClockTerms | None = None
    on_time: Literal["bot", "resign"] = "bot"
    talk: bool = True
    hints: bool = True
    start: bool = True
    position: dict[str, Any] | None = None
    series: Annotated[list[GameKey], Field(max_length=64)] | None = None
    """The games of a series that begins here, this one first."""
    word: Word = ""
    seal: Seal | None = None


class SeriesPlayer(Tells):
    """A player of a series, with his points in the games that are over."""

    name: str
    seat: int  # where he sits at this table
    points: list[float]
    total: float
    rank: int


class SeriesInfo(Tells):
    """The series that a table is a game of."""

    games: list[str]
    titles: list[str]
    number: int  # of this table's game, from 1
    over: bool  # whether this was the last game, and is over
    tables: list[str]  # where the games that are over can be looked at again
    players: list[SeriesPlayer]


class SeatCard(Tells):
    """Who sits at a place of a table."""

    seat: int
    name: str
    kind: Literal["person", "bot", "open", "shared", "resigned"]
    level: str | None = None
    held: bool
    you: bool
    connected: bool
    word: str
    """For the dice, once it is said."""
    seal: str | None
    """The hash of that word, given before anybody's was said."""


class Dice(Tells):
    """The promise about the dice, and what keeps it."""

    commitment: str | None
    contributions: list[str]
    secret: str | None = None


class UndoAsked(Tells):
    """An undo that waits for agreement."""

    seat: int
    agreed: list[int]
    waits_for: list[int]


class Said(Tells):
    """A line of talk."""

    name: str
    text: str
    seat: int | None
    at: int


class DrawOffered(Tells):
    """A draw that was offered."""

    seat: int  # by whom
    waits_for: list[int]  # seats


class DrawAnswer(Asks):
    """Whether somebody offers a draw, or agrees to one that was offered."""

    agree: bool


class RematchWish(Tells):
    """A wish to play the same again."""

    seat: int  # whose it is
    waits_for: list[int]  # seats
    declined: int | None  # a seat that would rather not
    table: str | None  # the new table, once all agreed


class Table(Tells):
    """A table as a guest sees it."""

    id: str
    game: str
    title: str
    options: dict[str, Any]
    players: int
    state: Literal["waiting", "playing", "over"]
    public: bool
    talk: bool
    hints: bool
    """Whether people may ask what they could do: never against others and the clock."""
    clock: ClockTerms | None
    on_time: Literal["bot", "resign"]
    host: bool
    inviter: str | None
    """What the host is called at this table, if he sits there."""
    seats: list[SeatCard]
    you: list[int]
    watchers: int
    ground: Ground | None
    dice: Dice
    asked: UndoAsked | None
    draw: DrawOffered | None
    rematch: RematchWish | None
    series: SeriesInfo | None
    talked: list[Said]
    created: int
    ended: int | None
    ranks: list[int] | None
    result: str | None


class CardSeat(Tells):
    """A seat on a card."""

    name: str
    kind: Literal["person", "bot", "open", "shared", "resigned"]
    you: bool


class TableCard(Tells):
    """A table in a list."""

    id: str
    game: str
    title: str
    state: Literal["waiting", "playing", "over"]
    seats: list[CardSeat]
    caption: str
    your_turn: bool
    clock: ClockTerms | None
    created: int
    ended: int | None
    ranks: list[int] | None
    result: str | None


class TableList(Tells):
    """Tables, and where the list goes on."""

    tables: list[TableCard]
    next: str | None


class Join(Asks):
    """Somebody sits down."""

    seat: SeatNumber | None = None
    name: Annotated[str, StringConstraints(min_length=1, max_length=200)] | None = None
    word: Word = ""
    seal: Seal | None = None


class OneSeat(Asks):
    """Something about a seat."""

    seat: SeatNumber


class Contribution(Asks):
    """A seat's own word in the dice: first its seal, and the word itself when all have sealed theirs."""

    seat: SeatNumber
    word: Word = ""
    seal: Seal | None = None


class HandOver(Asks):
    """A seat that a bot is to play."""

    seat: SeatNumber
    level: LevelName


class Link(Tells):
    """A link of one use, which moves a seat to another device."""

    link: str


class Clocks(Tells):
    """The time that is left, in milliseconds."""

    now: int
    left: list[int | None]
    running: list[int]


class UndoOffer(Tells):
    """What a seat may take back."""

    allowed: bool
    by: Literal["self", "agreement"] | None
    to: int | None
    rule: str


class Preparing(Tells):
    """How far the compilation of the rules is."""

    done: int
    of: int
    what: str


class Announced(Tells):
    """An attack that waits in case somebody answers it in secret."""

    seat: int | None
    """Who attacks; none where chance has decided."""
    words: str
    answers: int
    """The seat that may answer."""
    until: int
    """When it is carried out, in milliseconds since 1970."""


class Situation(Tells):
    """What a viewer needs to draw and to play."""

    table: str
    ply: int
    to_move: int | Literal["chance"] | None
    laying: list[int]
    seat: int | None
    choices: list[Choice]
    shortcuts: list[Shortcut]
    asks: dict[str, str]
    """What is asked now in other words than the game's usual ones."""
    scene: Scene
    threats: list[Threat]
    """What may befall the viewer's pieces; a watcher is told everybody's."""
    clocks: Clocks | None
    undo: UndoOffer
    ranks: list[int] | None
    result: str | None
    thinking: list[int]
    announced: Announced | None = None
    preparing: Preparing | None


class Play(Asks):
    """Decisions of a seat, and the ply that they answer."""

    seat: SeatNumber
    ply: Annotated[int, Field(ge=0, le=1_000_000)]
    decision: Decision | None = None
    decisions: Annotated[list[Decision], Field(max_length=64)] | None = None


class Played(Tells):
    """It is done, and durable."""

    ply: int


class Why(Asks):
    """Why not? About a decision, or about things touched."""

    seat: SeatNumber
    decision: Decision | None = None
    touches: Annotated[list[Annotated[str, StringConstraints(max_length=100)]], Field(max_length=32)] | None = None


class Because(Tells):
    """The rule that forbids something."""

    legal: bool
    rule: str | None
    message: str | None


class KeptFormation(Tells):
    """The set-up that a seat has just made, as text to be kept; null if there is none."""

    text: str | None


class Form(Asks):
    """Set up as a text says."""

    seat: SeatNumber
    text: Annotated[str, StringConstraints(max_length=2000)]


class Formed(Tells):
    """The decisions that set up so."""

    decisions: list[Decision]


class Undo(Asks):
    """Go back to a ply."""

    seat: SeatNumber
    ply: Annotated[int, Field(ge=0, le=1_000_000)]


class Talk(Asks):
    """Something to say."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=2000)]


class UndoAnswer(Asks):
    """Whether somebody agrees to an undo."""

    agree: bool


class Undone(Tells):
    """What became of an undo."""

    asked: bool
    ply: int | None = None


class Weighed(Tells):
    """A decision that a bot weighed."""

    decision: Decision
    words: str
    touches: list[str]
    evaluation: list[float]
    visits: int
    line: list[Decision]  # what is expected then, up to the next dice


class Hint(Tells):
    """What somebody could do."""

    decision: Decision
    touches: list[str]
    words: str
    why: str
    lines: list[Weighed]


class Moments(Tells):
    """A stretch of the history."""

    moments: list[Moment]
    ground: Ground | None
    start: Scene | None


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
    options: dict[str, Any] = {}
    position: dict[str, Any] | None = None
    decisions: Annotated[list[Decision], Field(max_length=2000)] = []
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


class Reach(Tells):
    """From where the server can be reached, for who asks on its own machine."""

    here_only: bool
    """Whether only this machine reaches it at the address that was asked."""
    network: str | None
    """An address that others in the same network can use."""


class Health(Tells):
    """Whether the server works."""

    ok: bool
    version: str
    database: str
    preparing: dict[str, Preparing]


class Wrong(Tells):
    """What is wrong, and what to do."""

    kind: str
    message: str
    rule: str | None = None


class ErrorReply(Tells):
    """A request that was refused."""

    error: Wrong
