"""What goes between server and page over the socket of a table, both ways, told apart by its `type`.

What happens at the table comes with numbers without gaps (`seq`); answers have the `id` of what they answer.
"""

from typing import Annotated, Any, Literal

from pydantic import Field, RootModel, with_config
from typing_extensions import TypedDict

from oddboard.core.scene import Choice, Preview, Scene, Shortcut, Threat
from oddboard.server.models import (
    Announced,
    Asks,
    Because,
    Clocks,
    Dice,
    Play,
    Preparing,
    SeatNumber,
    Table,
    Talk,
    Tells,
    Undo,
    UndoAnswer,
    UndoAsked,
    UndoOffer,
    Why,
    Wrong,
)
from oddboard.server.told import STRICT, SceneChanges, ToldMoment

LARGEST_NUMBER = 2**53 - 1  # that a page can write down exactly
MessageId = Annotated[int, Field(ge=0, le=LARGEST_NUMBER, strict=True)]


# From the page


class Hello(Asks):
    """The first message: as whom the page looks, and the last number that it knows."""

    type: Literal["hello"]
    seat: SeatNumber | None = None
    since: Annotated[int, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)] | None = None


class Look(Asks):
    """Look as another seat of this device, or as a watcher; a welcome follows."""

    type: Literal["look"]
    seat: SeatNumber | None = None


class Ping(Asks):
    """Whether the server is there; its pong comes after everything that happened before."""

    type: Literal["ping"]
    id: MessageId | None = None


class ExtrasMessage(Asks):
    """Ask for previews, shortcuts and threats, once a ply is drawn; they come when nobody waits for more."""

    type: Literal["extras"]
    ply: Annotated[int, Field(ge=0, le=1_000_000)]


class PlayMessage(Play):
    """Decide."""

    type: Literal["play", "lay"]
    id: MessageId | None = None


class WhyMessage(Why):
    """Ask why something cannot be done."""

    type: Literal["why"]
    id: MessageId | None = None


class UndoMessage(Undo):
    """Take back, or ask the others to agree."""

    type: Literal["undo"]
    id: MessageId | None = None


class UndoAnswerMessage(UndoAnswer):
    """Agree to an undo, or not."""

    type: Literal["undo_answer"]
    id: MessageId | None = None


class TalkMessage(Talk):
    """Say something to the table."""

    type: Literal["talk"]
    id: MessageId | None = None


class FromPage(RootModel[Any]):
    """Any message of a page."""

    root: Annotated[
        Hello | Look | Ping | ExtrasMessage | PlayMessage | WhyMessage | UndoMessage | UndoAnswerMessage | TalkMessage,
        Field(discriminator="type"),
    ]


# To the page


class Column(TypedDict, total=False):
    """What a table of choices has in a column."""

    of: list[Any]
    """The different values: one for all rows, one for each, or as said by:"""
    at: list[int]
    """which of them each row has."""
    field: str
    """Of a touch: the field of the decision whose text it ends with,"""
    kind: str
    """and what it begins with."""


class ChoiceTable(TypedDict):
    """Choices of one kind."""

    rows: int
    decision: dict[str, Column]
    touches: list[Column]


class ToldSituation(TypedDict, total=False):
    """A situation as it is told after another: the fields that differ, and how the scene is made."""

    table: str
    ply: int
    to_move: int | Literal["chance"] | None
    laying: list[int]
    seat: int | None
    choices: list[Choice | ChoiceTable]
    shortcuts: list[Shortcut]
    asks: dict[str, str]
    scene: Scene
    """The scene, or else:"""
    after: int
    """the number of the moment after which it is as in this one,"""
    changes: SceneChanges
    """but for these changes."""
    clocks: Clocks | None
    undo: UndoOffer
    ranks: list[int] | None
    result: str | None
    thinking: list[int]
    announced: Announced | None
    preparing: Preparing | None


for _shape in (Column, ChoiceTable, ToldSituation):
    with_config(STRICT)(_shape)


class Welcome(Tells):
    """Everything that a page must know to begin, or to begin anew; what happens later counts on from its number."""

    type: Literal["welcome"]
    seq: int
    viewer: int | None
    """The seat that the page looks as; none for a watcher."""
    table: Table
    situation: ToldSituation
    moments: list[ToldMoment]


class MomentEvent(Tells):
    """Something was decided, or more may be known of an earlier decision."""

    type: Literal["moment"]
    seq: int
    moment: ToldMoment


class SituationEvent(Tells):
    """What is new about the situation; what was known of previews, shortcuts and threats counts no more."""

    type: Literal["situation"]
    seq: int
    situation: ToldSituation


class Extras(Tells):
    """What belongs to the situation that was told before, to a page that asked for it."""

    type: Literal["extras"]
    ply: int
    seat: int | None
    """Who is to decide, as the situation has it."""
    previews: list[Preview]
    """Of the choices, in their order; none for who is not to decide."""
    shortcuts: list[Shortcut]
    threats: list[Threat]
    """What may befall the viewer's pieces, or anybody's for a watcher."""


class TableEvent(Tells):
    """Something about the table itself: who sits where, who has it open, whether it has begun."""

    type: Literal["table"]
    seq: int
    table: Table


class Speaker(Tells):
    """Who says something."""

    name: str
    seat: int | None


class TalkEvent(Tells):
    """Somebody said something."""

    type: Literal["talk"]
    seq: int
    speaker: Annotated[Speaker, Field(alias="from")]
    text: str
    at: int


class PassedEvent(Tells):
    """Something that a page missed which is told anew by a later event."""

    type: Literal["passed"]
    seq: int


class UndoEvent(Tells):
    """The game went back to a ply."""

    type: Literal["undo"]
    seq: int
    to: int


class UndoAskedEvent(Tells):
    """Somebody wants to take something back, or that is settled."""

    type: Literal["undo_asked"]
    seq: int
    asked: UndoAsked | None


class OverEvent(Tells):
    """The game is over."""

    type: Literal["over"]
    seq: int
    ranks: list[int]
    result: str | None
    dice: Dice


class Going(Tells):
    """The server stops: come back soon."""

    type: Literal["going"]
    seq: int


class Ok(Tells):
    """It is done, and durable."""

    type: Literal["ok"]
    id: int | None
    ply: int | None = None
    """After a decision or an undo: where the game is, as the seat counts."""
    asked: bool | None = None
    """After an undo: whether others must agree first."""


class WhyAnswer(Because):
    """Why something cannot be done."""

    type: Literal["why"]
    id: int | None


class Pong(Tells):
    """The answer to a ping."""

    type: Literal["pong"]
    id: int | None


class Refused(Tells):
    """Why something is not done."""

    type: Literal["refused"]
    id: int | None
    error: Wrong


class FromServer(RootModel[Any]):
    """Any message to a page."""

    root: Annotated[
        Welcome
        | MomentEvent
        | SituationEvent
        | Extras
        | TableEvent
        | TalkEvent
        | PassedEvent
        | UndoEvent
        | UndoAskedEvent
        | OverEvent
        | Going
        | Ok
        | WhyAnswer
        | Pong
        | Refused,
        Field(discriminator="type"),
    ]
