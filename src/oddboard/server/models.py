"""What goes between server and page over HTTP: guests, tables and playing, and what all models share.

`game_models` has what is told of games, `story_models` of finished ones and of studies, `own_models` of one's own, and
`messages` what goes over the socket.

The OpenAPI description is made from both, and the page's types from that. Scenes are those of `core.scene` themselves.
"""

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints, model_validator, with_config

from oddboard.core import scene
from oddboard.core.game import Decision
from oddboard.core.scene import Choice, Ground, Scene, Shortcut, Threat
from oddboard.core.views import Moment
from oddboard.server.told import STRICT

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


# Guests


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


class Reason(Tells):
    """What a decision was good for, in the words of its game; empty if there is nothing to tell."""

    because: str


class Moments(Tells):
    """A stretch of the history."""

    moments: list[Moment]
    ground: Ground | None
    start: Scene | None


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
