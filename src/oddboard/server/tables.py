"""A table in memory: its seats, its match and what else its log tells. Whatever changes it goes through the log.

Whose turn it is stands in `turn`, what whom may see in `views`. While somebody changes the table he holds its lock, and
nobody else may look at it: see `change`.
"""

import asyncio
import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from oddboard.core import registry
from oddboard.core.dice import FairDice, seal_of
from oddboard.core.game import Game
from oddboard.core.match import Match
from oddboard.core.saves import final_ranks
from oddboard.core.series import Series
from oddboard.server.clocks import Clocks
from oddboard.server.errors import NotReady
from oddboard.server.holds import ANSWER_SECONDS, Hold, Step, secretly_asked
from oddboard.server.turn import Laid, Turn
from oddboard.server.views import Views

if TYPE_CHECKING:
    from oddboard.server.log import DrawOffer, Entry, Rematch, UndoRequest
    from oddboard.server.streams import Stream

WAITING, PLAYING, OVER = "waiting", "playing", "over"
SEALED = "sealed:"  # a word of which only the hash is known begins like this
PERSON, SHARED, BOT, OPEN, RESIGNED = "person", "shared", "bot", "open", "resigned"


def new_id() -> str:
    """A name that nobody can guess, and that no command takes for an option."""
    while (name := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return name


def is_id(text: str) -> bool:
    """Whether a text could be such a name, and be looked up."""
    return re.fullmatch(r"[\w-]{1,32}", text, re.ASCII) is not None


@dataclass
class Seat:
    """Who sits at a place of a table."""

    kind: str
    name: str = ""
    guest: str | None = None
    level: str | None = None
    word: str = ""  # for the dice; sealed until all have sealed theirs

    @property
    def is_person(self) -> bool:
        """Whether somebody decides here who can be waited for."""
        return self.kind in (PERSON, SHARED)

    @property
    def has_resigned(self) -> bool:
        """Whether somebody gave up here."""
        return self.kind == RESIGNED

    @property
    def said(self) -> str:
        """Its word for the dice, once it is said."""
        return "" if self.word.startswith(SEALED) else self.word

    @property
    def seal(self) -> str | None:
        """What was published of its word before it was said; None if it has none."""
        if self.word.startswith(SEALED):
            return self.word.removeprefix(SEALED)
        return seal_of(self.word) if self.word else None

    def row(self, table: str, seat: int) -> dict[str, Any]:
        """The seat as it is stored."""
        return {"table_id": table, "seat": seat} | {
            name: getattr(self, name) for name in ("kind", "guest", "name", "level", "word")
        }


@dataclass(frozen=True)
class Terms:
    """What was agreed when a table was made."""

    clock: dict[str, float] | None = None  # seconds for each seat, and increment
    on_time: str = "bot"  # what becomes of a seat whose time is up: bot or resign
    talk: bool = True
    begins: bool = False  # by itself, when all have said their words for the dice
    hints: bool = True  # whether people may ask what they could do
    series: dict[str, Any] | None = None  # what it is a game of: see `Table.series`


class Table:
    """A table in memory."""

    def __init__(self, row: Mapping[str, Any], seats: list[Seat], answer_seconds: float = ANSWER_SECONDS) -> None:
        self.id: str = row["id"]
        self.game: Game = registry.game(row["game"])
        self.players: int = row["players"]
        self.options: dict[str, Any] = self.game.saved_options(json.loads(row["options"]))
        position = json.loads(row["position"]) if row["position"] else None
        self.position: dict[str, Any] | None = position and {**position, "options": self.options}
        self.terms = Terms(**json.loads(row["terms"]))
        self.series = Series(**self.terms.series) if self.terms.series else None
        self.public: bool = row["public"]
        self.host: str = row["host"]
        self.created: int = row["created"]
        self.secret: str = row["secret"]
        self.answer_seconds = answer_seconds  # that a person gets who may answer in secret
        self.lock = asyncio.Lock()
        self.seats = seats
        self.state: str = row["state"]
        self.version: int = row["version"]
        self.moved: int = row["moved"]
        self.clocks = Clocks(self.players, self.terms.clock)
        self.match: Match | None = None
        self.keeps_secrets = self.game.secrets  # whether seats do from one another, with these options
        self.streams: dict[int, Stream] = {}  # by viewer: what the pages are told that have the table open
        self.untold: list[Entry] = []  # what is written, and not yet told to the pages
        self.thinking: dict[int, asyncio.Task[None]] = {}  # by seat of a bot
        self.alarm: asyncio.TimerHandle | None = None  # rings when a clock runs out
        self._forget()
        self.take_over(row)

    def _forget(self) -> None:
        """What only the log tells."""
        self.ranks: list[int] | None = None
        self.result = ""
        self.resigned: list[int] = []  # seats, in the order in which they did
        self.laid: Laid = {}
        self.hold: Hold | None = None  # what waits because somebody could answer it in secret
        self.came_during_hold: int | None = None  # when he came who was away as it began
        self.acted: dict[int, int] = {}  # by seat: when it last did something that everybody knows of
        self.asked: UndoRequest | None = None
        self.draw: DrawOffer | None = None
        self.drawn = False  # over because all who were still in agreed
        self.rematch: Rematch | None = None
        self.talk: list[dict[str, Any]] = []
        self.views = Views(self)
        self._turn: Turn | None = None

    def take_over(self, row: Mapping[str, Any]) -> None:
        """What the row holds besides the log."""
        self.ended: int | None = row["ended"]
        self.keeper: str | None = row["keeper"]
        self.clocks.load(row["clocks"])
        if row["ranks"] is not None:  # the log says so too, but it cannot be followed while rules are compiled
            self.ranks, self.result = json.loads(row["ranks"]), row["result"] or ""

    def open(self, entries: "list[Entry]") -> None:
        """Lay out the game, whose rules are compiled by now, and follow the log from its beginning."""
        self._forget()
        self.state, self.version = WAITING, 0
        self.match = opened_match(self.game, self.players, self.options, self.position, self.secret)
        self.keeps_secrets = self.game.keeps_secrets(self.match.start)
        self.follow(entries)

    def follow(self, entries: "list[Entry]") -> None:
        """Do what entries of the log say that were drafted elsewhere."""
        for entry in entries:
            entry.replay(self)
            self.settle([entry])
        self.ask_in_secret()

    def settle(self, entries: "list[Entry]") -> None:
        """Entries that were drafted here are written now, and count."""
        for entry in entries:
            self.version += 1
            self.moved = entry.at
            entry.settle(self)

    # The course of the game

    @property
    def is_waiting(self) -> bool:
        """Whether the game has not begun."""
        return self.state == WAITING

    @property
    def is_playing(self) -> bool:
        """Whether the game has begun and is not over."""
        return self.state == PLAYING

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state == OVER

    def begin(self) -> None:
        """The game begins."""
        self.state = PLAYING

    def end(self, ranks: list[int], result: str, at: int) -> None:
        """The game is over."""
        self.state = OVER
        self.ranks, self.result, self.ended = ranks, result, at
        self.let_go()
        self.views.forget()

    @property
    def played(self) -> Match:
        """The match, which must be there."""
        assert self.match is not None
        return self.match

    def prepared(self) -> Match:
        """The match; NotReady while its rules are compiled."""
        if self.match is None:
            raise NotReady("the rules of this game are being compiled: wait a moment")
        return self.match

    # Who decides

    @property
    def turn(self) -> Turn:
        """Whose turn it is, found once for each state of the match and what was laid in it."""
        match, turn, playing = self.match, self._turn, self.state == PLAYING
        assert match is not None
        state = match.state
        same = turn is not None and turn.laid is self.laid and turn.hold is self.hold and turn.is_playing == playing
        if turn is None or turn.state is not state or not same:
            self._turn = turn = Turn(self.game, self.players, match, state, self.laid, self.hold, playing)
        return turn

    # What waits for a secret answer, see `holds`

    def hold_back(self, step: Step, at: int) -> None:
        """A decision waits, or one more does."""
        if self.hold is None:
            answerer = self.game.may_answer(self.played.state, step.code)
            assert answerer is not None, "somebody could answer"
            self.hold = Hold(answerer, (step,), at)
        else:
            self.hold = Hold(self.hold.answerer, (*self.hold.steps, step), self.hold.since)

    def let_go(self) -> None:
        """Nothing waits any more."""
        self.hold = self.came_during_hold = None

    def ask_in_secret(self) -> None:
        """The match stands at a secret question, as when it began there: that waits like an attack."""
        if self.match is None or self.hold is not None or not self.is_playing or not self.keeps_secrets:
            return
        if not self.turn.planners and (asked := secretly_asked(self, self.match.state)) is not None:
            self.hold = Hold(asked, (), self.moved)

    def lay(self, seat: int, codes: tuple[int, ...]) -> None:
        """What a seat has laid before its turn is this from now on."""
        rest = {each: laid for each, laid in self.laid.items() if each != seat}
        self.laid = {**rest, seat: codes} if codes else rest

    def take_laid(self, seat: int | None) -> None:
        """The first decision that a seat has laid before its turn has been carried out."""
        if seat is not None and seat in self.laid:
            self.lay(seat, self.laid[seat][1:])

    def has_only_people(self) -> bool:
        """Whether no bot is there and no clock runs: then it goes on only when somebody decides."""
        return not (self.clocks.counted or self.thinking or self.alarm) and all(seat.is_person for seat in self.seats)

    def seats_of(self, guest: str | None) -> list[int]:
        """The seats that a guest holds, those handed to a bot too."""
        return [number for number, seat in enumerate(self.seats) if guest is not None and seat.guest == guest]

    def heard_by(self, seats: list[int]) -> list[dict[str, Any]]:
        """What was said, as who holds these seats may hear it: while they play, players do not hear who watches."""
        return [line for line in self.talk if not seats or not self.is_playing or line["seat"] is not None]

    def people(self) -> set[int]:
        """The seats that guests hold, those handed to a bot too."""
        return {number for number, seat in enumerate(self.seats) if seat.guest is not None}

    @property
    def is_between_people(self) -> bool:
        """Whether several guests play here, or may yet sit down."""
        return len({seat.guest for seat in self.seats if seat.guest}) + any(s.kind == OPEN for s in self.seats) > 1

    @property
    def allows_hints(self) -> bool:
        """Whether people may ask what they could do: as the host chose, but never against others and the clock."""
        return self.terms.hints and not (self.clocks.counted and self.is_between_people)

    def final_ranks(self, drawn: bool = False) -> list[int]:
        """Each seat's rank: who resigned comes last."""
        return final_ranks(self.played, self.resigned, drawn)


def opened_match(
    game: Game, players: int, options: dict[str, Any], position: dict[str, Any] | None, secret: str | None = None
) -> Match:
    """A match at its beginning, with the table's own dice."""
    match = Match.from_position(game, position) if position is not None else Match(game, players, options)
    if secret is not None:
        match.dice = FairDice(game.key, secret)
    return match
