"""What people see of a game. All of it is optional: a game that says nothing here can be played to its end.

The defaults are made of what a game must say anyway (`core.game`): its decisions, their words and its position. A game
begins with none of these methods and adds them one by one, each of which makes it nicer to play. `s` may be a view,
from which `hide` has erased what somebody must not know.
"""

import textwrap
from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.text import Text

from oddboard.core.decisions import Decision, Refusal
from oddboard.core.drawing import Drawing
from oddboard.core.errors import BadRequest
from oddboard.core.scene import (
    Choice,
    Ground,
    Preview,
    Scene,
    Shortcut,
    Threat,
    default_items,
    default_touches,
    position_items,
)

WIDTH = 78  # columns of the default board
TOLD = 3  # decisions of a turn that the default sentence about it tells


@dataclass(frozen=True)
class Past:
    """A past decision as somebody may know it."""

    seat: int  # who decided; CHANCE for chance
    decision: Decision  # without what must not be known of it
    code: int | None  # None if something of it must not be known
    words: str
    before: Any  # the states around it, without what somebody must not know
    after: Any


class Face(ABC):
    """What people see of a game, with defaults."""

    # What the defaults are made of

    @abstractmethod
    def decision(self, s: Any, code: int) -> Decision:
        """The JSON object of any code, legal or not, in a state (without weight)."""

    @abstractmethod
    def words(self, s: Any, code: int) -> str:
        """A decision as a friend would tell it, before it is carried out: "Rust 1 goes to c7 and lies north"."""

    @abstractmethod
    def position(self, s: Any) -> dict[str, Any]:
        """Everything in a state as JSON, in the game's words; a state with parts erased by `hide` as well."""

    @abstractmethod
    def codes_of(self, s: Any) -> list[int]:
        """The codes of the legal decisions of a state."""

    # The board

    def board(self, s: Any) -> Text:
        """The position drawn for a terminal, in colours that are never the only sign."""
        position = self.position(s)
        lines = [f"{name}: {value}" for name, value in position.items() if name != "options"]
        return Text("\n".join(short for line in lines for short in textwrap.wrap(line, WIDTH, subsequent_indent="  ")))

    def ground(self, s: Any) -> Ground:
        """The board, which is the same all through a game."""
        return {"size": (0, 0), "places": []}

    def scene(self, s: Any) -> Scene:
        """What there is to see now: everything on and beside the board that can be seen or touched.

        By default the fields of the position, and something to touch for everything that can be decided.
        """
        position = self.position(s)
        items = position_items(position) + default_items(self.decision(s, code) for code in self.codes_of(s))
        return {"caption": "", "pieces": [], "items": items, "seats": [{"line": ""}] * position["players"]}

    # Touching

    asks: ClassVar[Mapping[str, str]] = {}
    """What a person is asked when things can be touched, by their kind or identifier: an order in lower case, with the
    things already touched in braces by their kind. {"square": "choose a square for {martian}", "button:end": "end your
    turn"} makes "Choose a square for Rust's small Martian 1 or end your turn.". Of several orders with bars between
    them the first is said whose things have all been touched: "choose a square for {martian}|choose a square"; one may
    begin with another thing that must have been: "button:fire>choose what the cannon hits|choose where {ship} goes"."""

    later: ClassVar[tuple[str, ...]] = ()
    """Kinds of things that may be touched at any time, or not at all, such as a die: before the piece that uses it,
    after it, or only if it matters which. Who leaves it out means the last of the choices that have all the rest."""

    def asks_now(self, s: Any) -> Mapping[str, str]:
        """What is asked in a state in other words than `asks` has, to say what it is for: for "boat" perhaps "turn
        boat 1: it can no longer sail north".
        """
        return {}

    def touches(self, s: Any, code: int) -> list[str]:
        """What a person touches, in order, for a decision: identifiers of places, pieces and items.

        Among the legal decisions of a state no list is another's beginning, so that touching always comes to an end.
        """
        return default_touches(self.decision(s, code))

    def choices(self, s: Any) -> list[Choice]:
        """The legal decisions of the seat to move, each with its touches and its preview.

        A game with hundreds of them may find them faster together than one by one.
        """
        return [self.choice(s, code) for code in self.codes_of(s)]

    def choice(self, s: Any, code: int) -> Choice:
        """One legal decision with its touches and its preview."""
        return Choice(decision=self.decision(s, code), touches=self.touches(s, code), **self.preview(s, code))

    def bare_choices(self, s: Any) -> list[Choice]:
        """The same without previews, in the same order: what somebody needs who is to decide at once.

        They may be shared between calls: nobody may change them.
        """
        return [Choice(decision=self.decision(s, code), touches=self.touches(s, code)) for code in self.codes_of(s)]

    def bare_by(self, s: Any) -> Hashable | None:
        """All that a bare choice depends on in a state besides its code; None if that is too much to be kept.

        Whoever tells hundreds of choices then looks at each of them only once.
        """
        return None

    def attempt(self, s: Any, touches: Sequence[str]) -> Decision | Refusal | None:
        """The decision that somebody probably meant who touched these things, legal or not; None if nobody can tell.

        A refusal where what was meant is clear, but no decision would be refused in those words.
        """
        return None

    def shortcuts(self, s: Any) -> list[Shortcut]:
        """Sequences of decisions for the seat to move, such as ready formations or ways of several steps.

        Those with touches stand beside the single decisions: no list of touches among all is another's beginning.
        """
        return []

    drawings: ClassVar[Mapping[str, Drawing]] = {}
    """The options that people can draw on the board, by their names: how each is painted."""

    has_formations: ClassVar[bool] = False  # whether people can keep a set-up of their own

    def formation(self, decisions: Sequence[Decision]) -> str | None:
        """The set-up that a seat has just made with its decisions so far, as text to be kept; None if there is none."""
        return None

    def formed(self, s: Any, text: str) -> list[Decision]:
        """The decisions with which the seat to move sets up as a text says; BadRequest says why it cannot."""
        raise BadRequest("this game has no formations of one's own")

    # What a decision does

    def preview(self, s: Any, code: int) -> Preview:
        """What a legal decision would do, where there is something to show before it is made."""
        return {}

    def account(self, before: Any, code: int) -> str:
        """A past decision with all that followed from it by itself; its words alone where nothing does."""
        return self.words(before, code)

    def marks(self, s: Any, code: int) -> list[str]:
        """What a past decision was about, to be highlighted: identifiers of places, pieces and items."""
        return self.touches(s, code)

    def trails(self, before: Any, code: int) -> dict[str, list[str]]:
        """The places that pieces went over in a decision, by piece, where that is not a straight line."""
        return {}

    def turn_of(self, s: Any) -> Hashable:
        """What all states of one turn have in common, and two turns after each other have not.

        None if that cannot be told of a state, as by default while chance decides: then it belongs to the turn before.
        """
        return None

    def turn_words(self, turn: Sequence[Past]) -> str:
        """A whole turn as one sentence; what is past is told in the past: "Cobalt brought in two Martians"."""
        deeds = [each.words for each in turn if each.seat >= 0]
        if len(deeds) > TOLD:
            deeds = [*deeds[: TOLD - 1], f"and {len(deeds) - TOLD + 1} more"]
        return "; ".join(deeds)

    def result(self, s: Any) -> str:
        """One sentence more about a finished game, where ranks do not say everything."""
        return ""

    def threats(self, s: Any, seat: int | None) -> list[Threat]:
        """What may befall a seat's pieces before it decides again, as far as it may know; without a seat, anybody's."""
        return []

    # Secrets, for a game that has them

    def redacted(self, before: Any, code: int, seat: int, now: Any) -> Decision | None:
        """A past decision as a seat may know it in the state `now`; None if it must not show at all."""
        return self.decision(before, code)

    def may_answer(self, s: Any, code: int) -> int | None:
        """The seat that could be asked something in secret after a decision, for all that everybody knows; else None.

        It must not depend on anything hidden: whoever shows the game waits as long whether or not it is asked.
        """
        return None

    def secret_words(self, before: Any, shown: Decision) -> str:
        """A past decision as it is told to somebody who may know only what `shown` left of it."""
        return "Something is decided in secret"

    def early(self, s: Any, seat: int) -> Any | None:
        """The state in which a seat decides already what is secret and in seat order only by convention; else None.

        None also if it is the seat's turn anyway, or if it has decided all of it. Otherwise it is the seat's turn in
        the state given back, and stays so until it has decided everything that it may decide now. Then it is not, and
        nothing has gone on, since the others' decisions are not known. What it decides there, one decision after
        another, is legal in that order when its turn comes, whatever the others decide before, and leads to the same
        game. So whoever keeps a seat's early decisions finds the next ones by playing them on `early(s, seat)`, with
        `hide` for the seat, and carries them out in its turn.
        """
        return None
