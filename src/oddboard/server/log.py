"""The log of a table: one class for each kind of entry, which says what the entry does to the table.

An entry is drafted on the table's match before it is written, so once it is written only `settle` is left to do.
Whoever reads the log back, after a restart or in another process, has to `replay` the entry first.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from oddboard.core.game import CHANCE, Decision
from oddboard.server.holds import Step

if TYPE_CHECKING:
    from oddboard.server.tables import Table

LONGEST_TALK = 500  # lines that a table remembers


@dataclass(kw_only=True)
class Entry:
    """One entry of a table's log."""

    kind: ClassVar[str]  # as it is stored
    seat: int | None = None  # who did it: a seat, or CHANCE
    roll: int | None = None  # the number of the fair roll
    at: int = 0  # milliseconds

    @property
    def content(self) -> Any:
        """What is stored of the entry besides the fields that all entries have, as JSON."""
        return None

    @classmethod
    def read(cls, content: Any, **common: Any) -> "Entry":
        """An entry from its stored content."""
        return cls(**content or {}, **common)

    def replay(self, table: "Table") -> None:
        """Do again what was done when the entry was drafted."""

    def settle(self, table: "Table") -> None:
        """Do the rest, which counts only once the entry is written."""


@dataclass(kw_only=True)
class Started(Entry):
    """The game has begun."""

    kind = "started"
    words: list[str]  # each seat's contribution to the dice

    @property
    def content(self) -> Any:
        """The seats' words."""
        return {"words": self.words}

    def settle(self, table: "Table") -> None:
        """The dice have the seats' words from now on."""
        table.begin()
        if table.match is not None:
            table.match.dice.contributions = list(self.words)


@dataclass(kw_only=True)
class Decided(Entry):
    """A seat or chance has decided."""

    kind = "decision"
    decision: Decision

    @property
    def content(self) -> Any:
        """The decision itself."""
        return self.decision

    @classmethod
    def read(cls, content: Any, **common: Any) -> "Decided":
        """The content is the decision."""
        return cls(decision=content, **common)

    def replay(self, table: "Table") -> None:
        """Play the decision; the dice go on after its roll."""
        match = table.played
        match.play_code(code_in(table, match.state, self.decision), self.roll)
        if self.roll is not None:
            match.dice.rolled = max(match.dice.rolled, self.roll + 1)
        table.take_laid(self.seat)
        table.let_go()

    def settle(self, table: "Table") -> None:
        """Whatever was to be taken back before is out of date; who plays on has not agreed to a draw."""
        table.asked = None
        if self.seat is not None:
            table.acted[self.seat] = self.at
        if table.draw is not None and self.seat not in (CHANCE, *table.draw.agreed):
            table.draw = None


@dataclass(kw_only=True)
class Answered(Decided):
    """Who could be asked in secret has decided; nobody may learn from the time of it."""

    kind = "answer"

    def settle(self, table: "Table") -> None:
        """Whatever was to be taken back before is out of date."""
        table.asked = None


@dataclass(kw_only=True)
class Held(Entry):
    """A decision that waits because somebody could answer it in secret, or such an answer."""

    kind = "held"
    seat: int
    decision: Decision

    @property
    def content(self) -> Any:
        """The decision itself."""
        return self.decision

    @classmethod
    def read(cls, content: Any, **common: Any) -> "Held":
        """The content is the decision."""
        return cls(decision=content, **common)

    def replay(self, table: "Table") -> None:
        """Hold it again; the dice go on after its roll."""
        state = table.turn.answering
        code = code_in(table, state, self.decision)
        if self.roll is not None:
            table.played.dice.rolled = max(table.played.dice.rolled, self.roll + 1)
        table.hold_back(Step(code, self.seat, self.decision, self.roll), self.at)


@dataclass(kw_only=True)
class Came(Entry):
    """Somebody came who was away when an attack began to wait for him."""

    kind = "came"
    seat: int

    def settle(self, table: "Table") -> None:
        """The usual time is left to him."""
        table.came_during_hold = self.at


@dataclass(kw_only=True)
class Laid(Entry):
    """All secret decisions that a seat has laid before its turn, in place of those that it had laid before."""

    kind = "laid"
    seat: int
    decisions: list[Decision]

    @property
    def content(self) -> Any:
        """The decisions themselves."""
        return self.decisions

    @classmethod
    def read(cls, content: Any, **common: Any) -> "Laid":
        """The content is the list of decisions."""
        return cls(decisions=content, **common)

    def replay(self, table: "Table") -> None:
        """Lay them again."""
        codes: tuple[int, ...] = ()
        for decision in self.decisions:
            state = table.turn.laid_out(self.seat, codes)[0]
            if table.game.rules.to_move(state) != self.seat:
                break  # an earlier version let a seat of Everest lay what comes after its plan
            codes = (*codes, code_in(table, state, decision))
        table.lay(self.seat, codes)


@dataclass(kw_only=True)
class Undone(Entry):
    """The game went back to a ply."""

    kind = "undo"
    to: int

    @property
    def content(self) -> Any:
        """The ply."""
        return {"to": self.to}

    def replay(self, table: "Table") -> None:
        """Go back."""
        table.played.undo(self.to)

    def settle(self, table: "Table") -> None:
        """What was laid or shown since counts no more."""
        table.views.forget()
        table.laid = {}
        table.let_go()
        table.asked = None


@dataclass(kw_only=True)
class UndoAsked(Entry):
    """A seat wants to take back something for which others must agree."""

    kind = "asked"
    seat: int
    to: int
    agreed: list[int]  # seats that need not be asked

    @property
    def content(self) -> Any:
        """The ply, and who has agreed."""
        return {"to": self.to, "agreed": self.agreed}

    def settle(self, table: "Table") -> None:
        """The others are asked."""
        table.asked = UndoRequest(self.seat, self.to, set(self.agreed))


@dataclass
class UndoRequest:
    """A request to take back decisions, which waits for the agreement of others."""

    seat: int
    to: int  # the ply to go back to
    agreed: set[int] = field(default_factory=set)  # seats


@dataclass(kw_only=True)
class UndoAnswered(Entry):
    """Somebody agrees to such a request, or does not."""

    kind = "answered"
    agree: bool
    seats: list[int]  # all seats of who answered

    @property
    def content(self) -> Any:
        """The answer, and whose it is."""
        return {"agree": self.agree, "seats": self.seats}

    def settle(self, table: "Table") -> None:
        """Who disagrees ends the request."""
        if table.asked and self.agree:
            table.asked.agreed.update(self.seats)
        else:
            table.asked = None


@dataclass
class DrawOffer:
    """An offer to call the game a draw, which waits for all seats that are still in."""

    seat: int  # whose it is
    agreed: set[int] = field(default_factory=set)  # seats


@dataclass(kw_only=True)
class DrawAnswered(Entry):
    """Somebody offers a draw, agrees to it, or would rather play on."""

    kind = "draw"
    seat: int
    agree: bool
    seats: list[int]  # all that have agreed so far; of who declines, his own

    @property
    def content(self) -> Any:
        """The answer, and whose it is."""
        return {"agree": self.agree, "seats": self.seats}

    def settle(self, table: "Table") -> None:
        """The first to agree makes the offer; who declines ends it."""
        if not self.agree:
            table.draw = None
        elif table.draw is None:
            table.draw = DrawOffer(self.seat, set(self.seats))
        else:
            table.draw.agreed.update(self.seats)


@dataclass
class Rematch:
    """A wish to play the same again, which waits for all who played."""

    seat: int  # who wished for it first
    agreed: set[int] = field(default_factory=set)  # seats
    declined: int | None = None  # a seat that would rather not
    table: str | None = None  # the new one, once all agreed


@dataclass(kw_only=True)
class RematchAnswered(Entry):
    """Somebody wants to play the same again, or would rather not."""

    kind = "rematch"
    agree: bool
    seats: list[int]  # all seats of who says it

    @property
    def content(self) -> Any:
        """The answer, and whose it is."""
        return {"agree": self.agree, "seats": self.seats}

    def settle(self, table: "Table") -> None:
        """The first to agree makes the wish; who declines ends it until somebody wishes again."""
        if table.rematch is None or table.rematch.declined is not None:
            table.rematch = Rematch(self.seats[0])
        if self.agree:
            table.rematch.agreed.update(self.seats)
        else:
            table.rematch.declined = self.seats[0]


@dataclass(kw_only=True)
class RematchMade(Entry):
    """All who played agreed, and there is a table where they go on."""

    kind = "again"
    table: str

    @property
    def content(self) -> Any:
        """The new table."""
        return {"table": self.table}

    def settle(self, table: "Table") -> None:
        """Whoever looks at this table is shown the way."""
        if table.rematch is not None:
            table.rematch.table = self.table


@dataclass(kw_only=True)
class Talked(Entry):
    """Somebody said something."""

    kind = "talk"
    name: str
    text: str

    @property
    def content(self) -> Any:
        """Who said what."""
        return {"name": self.name, "text": self.text}

    def settle(self, table: "Table") -> None:
        """The table remembers the last lines."""
        table.talk.append({**self.content, "seat": self.seat, "at": self.at})
        if self.seat is not None:
            table.acted[self.seat] = self.at
        del table.talk[:-LONGEST_TALK]


@dataclass(kw_only=True)
class Seated(Entry):
    """Somebody sat down, got up or was renamed; who sits where is stored beside the log."""

    kind = "seated"

    @property
    def content(self) -> Any:
        """The seat, once more."""
        return {"seat": self.seat}

    @classmethod
    def read(cls, content: Any, **common: Any) -> "Seated":
        """The seat is one of the fields that all entries have."""
        return cls(**common)


@dataclass(kw_only=True)
class Resumed(Entry):
    """A server keeps the table again after none did for a while; the clocks are stored beside the log."""

    kind = "resumed"
    away_since: int

    @property
    def content(self) -> Any:
        """Since when nobody kept it."""
        return {"away_since": self.away_since}


@dataclass(kw_only=True)
class Resigned(Entry):
    """A seat has given up."""

    kind = "resigned"
    seat: int

    def replay(self, table: "Table") -> None:
        """The seat comes after those that are still playing."""
        table.resigned = [*table.resigned, self.seat]
        table.lay(self.seat, ())


@dataclass(kw_only=True)
class Ended(Entry):
    """The game is over."""

    kind = "over"
    ranks: list[int]
    result: str
    drawn: bool = False  # by agreement

    @property
    def content(self) -> Any:
        """Who won."""
        return {"ranks": self.ranks, "result": self.result} | ({"drawn": True} if self.drawn else {})

    def settle(self, table: "Table") -> None:
        """Everything may be known now, so what was shown before is found anew."""
        table.end(self.ranks, self.result, self.at)
        table.drawn, table.draw = self.drawn, None


KINDS: dict[str, type[Entry]] = {
    each.kind: each
    for each in (
        Started,
        Decided,
        Answered,
        Held,
        Came,
        Laid,
        Undone,
        UndoAsked,
        UndoAnswered,
        DrawAnswered,
        RematchAnswered,
        RematchMade,
        Talked,
        Seated,
        Resumed,
        Resigned,
        Ended,
    )
}


def read(kind: str, content: Any, seat: int | None, roll: int | None, at: int) -> Entry:
    """An entry as it is stored."""
    return KINDS[kind].read(content, seat=seat, roll=roll, at=at)


def code_in(table: "Table", state: Any, decision: Decision) -> int:
    """The code of a decision that was legal when it was written."""
    code = table.game.code(state, decision)
    assert isinstance(code, int), f"{decision} was legal once"
    return code
