"""What a game is: the contract between the core and a folder under `games`.

A game is two things. Its **rules** are compiled functions over two records, the state and a scratch record
(`Work`), because a kernel on a graphics card cannot allocate; none of them touches a Python object. Its
**words** are the uncompiled methods of a `Game`: decisions, positions and refusals as people and programs see
them. Everything else (matches, saved games, bots, environments, server, page) is built on these and knows no
game by name.

A decision has three forms: its *code*, a whole number below `Game.codes` that rules and searches use; its
*JSON object*, the public format of the catalogue; and its *words*, a sentence.

Options that rules depend on are fields of the state. There is no generator in a state: chance is a decision.
Two states of equal play are equal byte by byte: unused parts of a record are zero or a named constant.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, ClassVar

from rich.text import Text

from oddboard.core.claims import Claim
from oddboard.core.errors import BadOptions, BadRequest
from oddboard.core.observation import Layout
from oddboard.core.options import Option, completed, quoted, saved_options, schema_of
from oddboard.core.records import scratch
from oddboard.core.ruleset import CHANCE, OVER, Rules
from oddboard.core.scene import Choice, Ground, Preview, Scene, Shortcut, default_items, default_touches

__all__ = ["CHANCE", "OVER", "Credits", "Decision", "Game", "Refusal", "Rules", "field", "only_fields"]

Decision = dict[str, Any]  # a decision in the catalogue's JSON format


@dataclass(frozen=True)
class Refusal:
    """Why a decision is not legal: the rule that forbids it, and a sentence that says what would be right."""

    rule: str
    message: str


@dataclass(frozen=True)
class Credits:
    """Whose game it is."""

    by: str  # who designed it, as a sentence names people: "Ann Ames and Bo Bell"
    year: int
    licence: str = ""  # of the original rulebook, where it has one


class Game(ABC):
    """A game's words. One instance is registered under the entry point group `oddboard.games`."""

    key: ClassVar[str]  # `martian-race`: names the game in files, links and commands
    title: ClassVar[str]
    tagline: ClassVar[str]  # one sentence that invites
    minutes: ClassVar[int | Mapping[int, int] | None] = None
    """How long people take for a game, roughly: for any number of players, or by their number."""
    credits: ClassVar[Credits | None] = None
    players: ClassVar[range]
    prefix: ClassVar[str]  # of the rule identifiers: `MAR`
    options: ClassVar[tuple[Option, ...]]
    state: ClassVar[type[Any]]  # the record class of a game in progress
    work: ClassVar[type[Any]]  # the record class of its scratch space
    codes: ClassVar[int]  # every decision's code is at least 0 and less than this
    rules: ClassVar[Rules]
    observation: ClassVar[Layout | None] = None  # what `observe` writes; None as that is
    secrets: ClassVar[bool] = False  # whether seats keep anything from one another
    thoughts: ClassVar[Mapping[str, int]] = {}  # by level: how many iterations it takes, where not as usual
    claims: ClassVar[tuple[Claim, ...]] = ()  # what is said about the game, for studies to test

    # Settings

    def complete(self, players: int, options: dict[str, Any]) -> dict[str, Any]:
        """Fill in defaults that depend on the number of players; raise BadOptions for what does not go together.

        The values have been checked one by one already.
        """
        return options

    @abstractmethod
    def start(self, players: int, options: dict[str, Any]) -> Any:
        """A fresh state for complete options."""

    # Decisions

    @abstractmethod
    def decision(self, s: Any, code: int) -> Decision:
        """The JSON object of any code, legal or not, in a state (without weight)."""

    @abstractmethod
    def code(self, s: Any, decision: Mapping[str, Any]) -> int | Refusal:
        """The code of a JSON object, for which `decision` gives the same object back.

        Raises BadRequest if it has not the shape of a decision of this game (`field` helps); gives a refusal
        if it has, but names something that does not exist, such as a square beyond the board.
        """

    @abstractmethod
    def why_not(self, s: Any, code: int) -> Refusal:
        """The rule that forbids a code that is not legal, in a game that is not over."""

    @abstractmethod
    def words(self, s: Any, code: int) -> str:
        """A decision as a friend would tell it, before it is carried out: "Rust 1 goes to c7 and lies north"."""

    def account(self, before: Any, code: int) -> str:
        """A past decision with all that followed from it by itself; its words alone where nothing does."""
        return self.words(before, code)

    def redacted(self, before: Any, code: int, seat: int, now: Any) -> Decision | None:
        """A past decision as a seat may know it in the state `now`; None if it must not show at all."""
        return self.decision(before, code)

    def secret_words(self, before: Any, shown: Decision) -> str:
        """A past decision as it is told to somebody who may know only what `shown` left of it."""
        return "Something is decided in secret"

    # Positions

    @abstractmethod
    def position(self, s: Any) -> dict[str, Any]:
        """Everything in a state as JSON, in the game's words; a state with parts erased by `hide` as well."""

    @abstractmethod
    def from_position(self, position: Mapping[str, Any]) -> Any:
        """The state, byte by byte; raises BadPosition naming the field for what cannot be."""

    @abstractmethod
    def board(self, s: Any) -> Text:
        """The position drawn for a terminal, in colours that are never the only sign."""

    # Pictures. `s` may be a view, from which `hide` has erased what somebody must not know.

    asks: ClassVar[Mapping[str, str]] = {}
    """What a person is asked when things can be touched, by their kind or identifier: an order in lower case, with the
    things already touched in braces by their kind. {"square": "choose a square for {martian}", "button:end": "end your
    turn"} makes "Choose a square for Rust's small Martian 1 or end your turn.". Of several orders with bars between
    them the first is said whose things have all been touched: "choose a square for {martian}|choose a square"."""

    def ground(self, s: Any) -> Ground:
        """The board, which is the same all through a game."""
        return {"size": (0, 0), "places": []}

    def scene(self, s: Any) -> Scene:
        """What there is to see now: everything on and beside the board that can be seen or touched."""
        seats = self.position(s)["players"]
        items = default_items(self.decision(s, code) for code in self.codes_of(s))
        return {"caption": "", "pieces": [], "items": items, "seats": [{"line": ""}] * seats}

    def touches(self, s: Any, code: int) -> list[str]:
        """What a person touches, in order, for a decision: identifiers of places, pieces and items.

        Among the legal decisions of a state no list is another's beginning, so that touching always comes to an end.
        """
        return default_touches(self.decision(s, code))

    def preview(self, s: Any, code: int) -> Preview:
        """What a legal decision would do, where there is something to show before it is made."""
        return {}

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

    def marks(self, s: Any, code: int) -> list[str]:
        """What a past decision was about, to be highlighted: identifiers of places, pieces and items."""
        return self.touches(s, code)

    def trails(self, before: Any, code: int) -> dict[str, list[str]]:
        """The places that pieces went over in a decision, by piece, where that is not a straight line."""
        return {}

    def early(self, s: Any, seat: int) -> Any | None:
        """The state in which a seat decides already what is secret and in seat order only by convention; else None.

        None also if it is the seat's turn anyway, or if it has decided all of it. Otherwise it is the seat's turn in
        the state given back, and stays so until it has decided everything that it may decide now: then `to_move` is
        another seat. What it decides there, one decision after another, is legal in that order when its turn comes,
        whatever the others decide before, and leads to the same game. So whoever keeps a seat's early decisions finds
        the next ones by playing them on `early(s, seat)`, with `hide` for the seat, and carries them out in its turn.
        """
        return None

    def attempt(self, s: Any, touches: Sequence[str]) -> Decision | None:
        """The decision that somebody probably meant who touched these things, legal or not; None if nobody can tell."""
        return None

    def shortcuts(self, s: Any) -> list[Shortcut]:
        """Sequences of decisions for the seat to move, such as ready formations or ways of several steps.

        Those with touches stand beside the single decisions: no list of touches among all is another's beginning.
        """
        return []

    def result(self, s: Any) -> str:
        """One sentence more about a finished game, where ranks do not say everything."""
        return ""

    def keeps_secrets(self, s: Any) -> bool:
        """Whether seats keep anything from one another in the game that a state belongs to, with its options."""
        return self.secrets

    # Given

    def codes_of(self, s: Any) -> list[int]:
        """The codes of the legal decisions of a state."""
        work = scratch(self.work)
        found: list[int] = work.code[: self.rules.legal(s, work)].tolist()
        return found

    def minutes_for(self, players: int) -> int | None:
        """How long so many people take for a game, roughly; None if nobody knows."""
        return self.minutes.get(players) if isinstance(self.minutes, Mapping) else self.minutes

    @property
    def folder(self) -> Traversable:
        """The game's folder, which is that of the module of its class."""
        return files(type(self).__module__.rpartition(".")[0])

    @property
    def rulebook(self) -> str:
        """The rulebook page for players, `rulebook.md` in the game's folder."""
        return self.folder.joinpath("rulebook.md").read_text(encoding="utf-8")

    @property
    def decisions_page(self) -> str:
        """The page for programmers, `decisions.md`: the JSON of decisions and positions; empty if there is none."""
        page = self.folder.joinpath("decisions.md")
        return page.read_text(encoding="utf-8") if page.is_file() else ""

    @property
    def examples(self) -> dict[str, Any]:
        """The positions that the rulebook draws, `examples.json`, by their names there; none if it draws none."""
        path = self.folder.joinpath("examples.json")
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        return found

    def check_options(self, players: Any, given: Any) -> dict[str, Any]:
        """Complete options, or BadOptions that names what is wrong."""
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.players:
            span = f"{self.players[0]} to {self.players[-1]}" if len(self.players) > 1 else f"{self.players[0]}"
            raise BadOptions(f"{self.title} is for {span} players, not {quoted(players)}")
        if not isinstance(given, Mapping):
            raise BadOptions(f"options are an object of names and values, not {quoted(given)}")
        return self.complete(players, completed(self.options, given))

    def saved_options(self, saved: Mapping[str, Any]) -> dict[str, Any]:
        """The options of a saved game, with what held before for those that the game has got since."""
        return saved_options(self.options, saved)

    def saved_position(self, saved: Mapping[str, Any]) -> dict[str, Any]:
        """The position that a saved game began from, with its options as `saved_options` gives them."""
        options = saved.get("options", {})
        return {**saved, "options": self.saved_options(options)} if isinstance(options, Mapping) else dict(saved)

    def options_schema(self) -> dict[str, Any]:
        """The JSON Schema of the options."""
        return schema_of(self.options)


def field(decision: Mapping[str, Any], name: str, kind: type[Any]) -> Any:
    """A field of a decision, of the type that it must have; BadRequest names the field otherwise."""
    if name not in decision:
        raise BadRequest(f"the decision {quoted(dict(decision))} lacks the field {name!r}")
    value = decision[name]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        wanted = {int: "a whole number", str: "a word", list: "a list", bool: "true or false"}.get(kind, kind.__name__)
        raise BadRequest(f"field {name!r} of a decision is {wanted}, not {quoted(value)}")
    return value


def only_fields(decision: Mapping[str, Any], *names: str) -> None:
    """BadRequest if a decision has fields besides `do` and these."""
    for name in decision:
        if name != "do" and name not in names:
            raise BadRequest(f"a decision {decision.get('do')!r} has no field {name!r}")
