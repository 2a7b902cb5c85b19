"""A table in memory: its seats, its match and what else its log tells. Whatever changes it goes through the log.

A change is drafted on the match, written, and only then told; until it is written nobody else may look, which is what
`Table.lock` is for. If it cannot be written the draft is taken back.
"""

import asyncio
import json
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from oddboard.core import registry
from oddboard.core.dice import FairDice
from oddboard.core.game import Decision, Game
from oddboard.core.match import Match
from oddboard.core.records import copy, scratch
from oddboard.core.views import WATCHER, mover
from oddboard.server.clocks import Clocks
from oddboard.server.errors import NotReady
from oddboard.server.knowing import Knowing
from oddboard.server.storage import Entry

WAITING, PLAYING, OVER = "waiting", "playing", "over"
PERSON, SHARED, BOT, OPEN, RESIGNED = "person", "shared", "bot", "open", "resigned"
LONGEST_TALK = 500  # lines that a table remembers


def now() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000


def new_id() -> str:
    """A name that nobody can guess."""
    return secrets.token_urlsafe(12)


@dataclass
class Seat:
    """Who sits at a place of a table."""

    kind: str
    name: str = ""
    guest: str | None = None
    level: str | None = None
    word: str = ""

    @property
    def is_person(self) -> bool:
        """Whether somebody decides here who can be waited for."""
        return self.kind in (PERSON, SHARED)

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


@dataclass
class Asked:
    """A request to take back decisions, which waits for the agreement of others."""

    seat: int
    to: int  # the ply to go back to
    agreed: set[int] = field(default_factory=set)  # seats


class Table:
    """A table in memory."""

    def __init__(self, row: Mapping[str, Any], seats: list[Seat]) -> None:
        self.id: str = row["id"]
        self.game: Game = registry.game(row["game"])
        self.players: int = row["players"]
        self.options: dict[str, Any] = self.game.saved_options(json.loads(row["options"]))
        position = json.loads(row["position"]) if row["position"] else None
        self.position: dict[str, Any] | None = position and {**position, "options": self.options}
        self.terms = Terms(**json.loads(row["terms"]))
        self.public: bool = row["public"]
        self.host: str = row["host"]
        self.created: int = row["created"]
        self.secret: str = row["secret"]
        self.lock = asyncio.Lock()
        self.seats = seats
        self.state: str = row["state"]
        self.version: int = row["version"]
        self.moved: int = row["moved"]
        self.clocks = Clocks(self.players, self.terms.clock)
        self.match: Match | None = None
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
        self.laid: dict[int, list[int]] = {}  # by seat, the codes of secret decisions that wait for their turn
        self.asked: Asked | None = None
        self.talk: list[dict[str, Any]] = []
        self._knowing: dict[int, Knowing] = {}
        self.pictures: dict[tuple[int, int | None], Any] = {}  # scenes as JSON, by ply and who sees them
        self.told: dict[tuple[int | None, int, int], Any] = {}  # moments as JSON, while somebody looks on
        self.lights: dict[int, bool] = {}  # by ply: whether the decision brought something hidden to light
        self.offers: dict[int, Any] = {}  # by seat: what it was last offered
        self._looked_at: Any = None  # the state for which the next two were found
        self._turn: int | str | None = None
        self._planners: dict[int, Any] = {}
        self._laying: tuple[Any, dict[int, list[int]], list[int]] | None = None  # found for a state and what was laid

    def take_over(self, row: Mapping[str, Any]) -> None:
        """What the row holds besides the log."""
        self.ended: int | None = row["ended"]
        self.keeper: str | None = row["keeper"]
        self.clocks.load(row["clocks"])
        if row["ranks"] is not None:  # the log says so too, but it cannot be followed while rules are compiled
            self.ranks, self.result = json.loads(row["ranks"]), row["result"] or ""

    def open(self, entries: list[Entry]) -> None:
        """Lay out the game, whose rules are compiled by now, and follow the log from its beginning."""
        self._forget()
        self.state, self.version = WAITING, 0
        self.match = opened_match(self.game, self.players, self.options, self.position, self.secret)
        for entry in entries:
            self.apply(entry)

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

    # Following the log

    def apply(self, entry: Entry, played: bool = False) -> None:
        """What an entry of the log does; the match may have been told already."""
        self.version += 1
        self.moved = entry.at
        getattr(self, f"_{entry.kind}")(entry, played)

    def _started(self, entry: Entry, _: bool) -> None:
        self.state = PLAYING
        if self.match is not None:
            self.match.dice.contributions = list(entry.content["words"])

    def _decision(self, entry: Entry, played: bool) -> None:
        match = self.played
        if not played:
            code = match.game.code(match.state, entry.content)
            assert isinstance(code, int), f"{entry.content} was legal once"
            match.play_code(code, entry.roll)
            if entry.roll is not None:
                match.dice.rolled = max(match.dice.rolled, entry.roll + 1)
            self.take_laid(entry.seat)
        self.asked = None

    def take_laid(self, seat: int | None) -> None:
        """The next decision that a seat has laid ahead is its turn's now."""
        if seat in self.laid:
            self.laid[seat].pop(0)
            if not self.laid[seat]:
                del self.laid[seat]

    def _laid(self, entry: Entry, played: bool) -> None:
        assert entry.seat is not None
        if not played:
            self.laid.pop(entry.seat, None)
            for decision in entry.content:
                state = self.early(entry.seat)
                code = self.game.code(state, decision)
                assert isinstance(code, int), f"{decision} was legal once"
                self.laid.setdefault(entry.seat, []).append(code)

    def _undo(self, entry: Entry, played: bool) -> None:
        to = entry.content["to"]
        if not played:
            self.played.undo(to)
        self.forget_pictures()
        self.laid.clear()
        self.asked = None

    def forget_pictures(self) -> None:
        """What viewers were told and shown counts no more."""
        self._knowing.clear()
        self.pictures.clear()
        self.told.clear()
        self.lights.clear()
        self.offers.clear()

    def _asked(self, entry: Entry, _: bool) -> None:
        assert entry.seat is not None
        self.asked = Asked(entry.seat, entry.content["to"], set(entry.content["agreed"]))

    def _answered(self, entry: Entry, _: bool) -> None:
        if self.asked and entry.content["agree"]:
            self.asked.agreed.update(entry.content["seats"])
        else:
            self.asked = None

    def _talk(self, entry: Entry, _: bool) -> None:
        self.talk.append({**entry.content, "seat": entry.seat, "at": entry.at})
        del self.talk[:-LONGEST_TALK]

    def _seated(self, entry: Entry, _: bool) -> None:
        """The seats are stored beside the log."""

    def _resumed(self, entry: Entry, _: bool) -> None:
        """So are the clocks."""

    def _resigned(self, entry: Entry, played: bool) -> None:
        assert entry.seat is not None
        if not played:
            self.resigned.append(entry.seat)
            self.laid.pop(entry.seat, None)

    def _over(self, entry: Entry, _: bool) -> None:
        self.state = OVER
        self.ranks = entry.content["ranks"]
        self.result = entry.content["result"]
        self.ended = entry.at
        self.forget_pictures()  # everything may be known now

    # Who decides

    def planners(self) -> dict[int, Any]:
        """Seats that decide secretly at the same time, each with the state in which it does; none in a plain turn.

        The states are shared: copy one before playing on it.
        """
        if self.state != PLAYING:
            return {}
        self._look()
        return self._planners

    def _look(self) -> None:
        """Find out once a state whose turn it is, and who decides at the same time."""
        match = self.played
        if self._looked_at is match.state:
            return
        self._looked_at, self._turn, self._planners = match.state, match.to_move, {}
        if isinstance(self._turn, int):
            ahead = {seat: self.game.early(match.state, seat) for seat in range(self.players)}
            early = {seat: state for seat, state in ahead.items() if state is not None}
            self._planners = {self._turn: match.state, **early} if early else {}

    def early(self, seat: int) -> Any:
        """The state in which a seat lays its next secret decision, to play on."""
        return self.laid_out(seat, self.laid.get(seat, []))[0]

    def laid_out(self, seat: int, codes: list[int]) -> tuple[Any, list[Decision]]:
        """The state after a seat has laid secret decisions ahead of its turn, and what they are in JSON."""
        state = copy(self.planners().get(seat, self.played.state))
        work = scratch(self.game.work)
        decisions = []
        for code in codes:
            decisions.append(self.game.decision(state, code))
            self.game.rules.play(state, work, code)
        return state, decisions

    def laying(self) -> list[int]:
        """Of the seats that decide secretly at the same time, those that have not laid everything yet."""
        planners = self.planners()
        if not planners:
            return []
        state = self.played.state
        if self._laying is None or self._laying[0] is not state or self._laying[1] != self.laid:
            found = [seat for seat in planners if int(self.game.rules.to_move(self.early(seat))) == seat]
            self._laying = (state, {seat: list(codes) for seat, codes in self.laid.items()}, found)
        return list(self._laying[2])

    def deciding(self) -> list[int]:
        """The seats that are to decide now."""
        if self.state != PLAYING or self.match is None:
            return []
        if self.planners():
            return self.laying()
        return [self._turn] if isinstance(self._turn, int) else []

    def is_left_to_people(self) -> bool:
        """Whether it goes on only when somebody decides: no bot is there, no clock runs, and chance has decided."""
        alone = not (self.clocks.counted or self.thinking or self.alarm) and all(seat.is_person for seat in self.seats)
        return alone and bool(self.deciding())

    def openly_deciding(self) -> list[int]:
        """Those of whom everybody may know that they are to decide."""
        found = self.deciding()
        if not self.game.secrets or self.planners():
            return found
        return found if mover(self.played, WATCHER) in found else []

    # Who knows what

    def knowing(self, viewer: int | None) -> Knowing:
        """What a viewer has been told of the history."""
        who = -2 if viewer is None or not self.game.secrets else viewer
        if who not in self._knowing:
            self._knowing[who] = Knowing(None if who == -2 else viewer)
        knowing = self._knowing[who]
        knowing.follow(self.played)
        return knowing

    def eyes(self, viewer: int | None) -> int | None:
        """As whom somebody sees the match: after the end everything is shown."""
        return None if self.state == OVER else viewer

    def seats_of(self, guest: str | None) -> list[int]:
        """The seats that a guest holds, those handed to a bot too."""
        return [number for number, seat in enumerate(self.seats) if guest is not None and seat.guest == guest]

    def final_ranks(self) -> list[int]:
        """Each seat's rank: who resigned comes last."""
        return self.played.ranks_after(self.resigned)


def opened_match(
    game: Game, players: int, options: dict[str, Any], position: dict[str, Any] | None, secret: str | None = None
) -> Match:
    """A match at its beginning, with the table's own dice."""
    match = Match.from_position(game, position) if position is not None else Match(game, players, options)
    if secret is not None:
        match.dice = FairDice(game.key, secret)
    return match
