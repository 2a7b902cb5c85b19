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

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, ClassVar

from rich.text import Text

from oddboard.core.errors import BadOptions, BadRequest
from oddboard.core.observation import Layout
from oddboard.core.options import Option, completed, schema_of, shown

CHANCE = -1  # `to_move`: chance is to decide
OVER = -2  # `to_move`: the game has ended

Decision = dict[str, Any]  # a decision in the catalogue's JSON format


@dataclass(frozen=True)
class Rules:
    """A game's compiled functions. `s` is the state, `w` the scratch record, whose content no rule relies on.

    Every scratch record has `code: int32[MOST]` and `weight: int32[MOST_CHANCE]`.
    """

    to_move: Callable[[Any], int]
    """(s): the seat to decide, CHANCE or OVER."""
    legal: Callable[[Any, Any], int]
    """(s, w): writes the legal decisions to w.code, for chance their weights to w.weight; returns how many.
    None twice, none if the game is over; the order is fixed by the state. Does not change s."""
    play: Callable[[Any, Any, int], None]
    """(s, w, code): carries out a legal decision; trusts its caller."""
    score: Callable[[Any, Any], None]
    """(s, out): writes each seat's result to out (float64), 0 worst to 1 best, also in the middle of a game,
    as if it ended there. Higher is a better rank, equal is a tie."""
    hide: Callable[[Any, int], None]
    """(s, seat): erases what the seat must not know. `to_move` and `legal` of what is left are what the seat sees."""
    imagine: Callable[[Any, Any, int, Any], None]
    """(s, w, seat, rng): fills what `hide` erased with a random one that agrees with what the seat knows."""
    outlook: Callable[[Any, Any, Any], None]
    """(s, w, out): a quick estimate of each seat's result, on the scale of `score`."""
    pick: Callable[[Any, Any, Any], int] | None = None
    """(s, w, rng): one legal decision at random, as likely as each other, or for chance by weight. Only for a
    game that can do so without writing them all down; None: the core picks from `legal`."""
    observe: Callable[[Any, int, Any], None] | None = None
    """(s, seat, out): writes what the seat may know to out (int8, all zero before), as `Game.observation` lays it
    out; it reads nothing that `hide` erases. None: the core writes the bytes of what `hide` leaves."""


@dataclass(frozen=True)
class Refusal:
    """Why a decision is not legal: the rule that forbids it, and a sentence that says what would be right."""

    rule: str
    message: str


class Game(ABC):
    """A game's words. One instance is registered under the entry point group `oddboard.games`."""

    key: ClassVar[str]  # `martian-race`: names the game in files, links and commands
    title: ClassVar[str]
    tagline: ClassVar[str]  # one sentence that invites
    players: ClassVar[range]
    prefix: ClassVar[str]  # of the rule identifiers: `MAR`
    options: ClassVar[tuple[Option, ...]]
    state: ClassVar[type[Any]]  # the record class of a game in progress
    work: ClassVar[type[Any]]  # the record class of its scratch space
    codes: ClassVar[int]  # every decision's code is at least 0 and less than this
    rules: ClassVar[Rules]
    observation: ClassVar[Layout | None] = None  # what `observe` writes; None as that is
    secrets: ClassVar[bool] = False  # whether seats keep anything from one another

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

    def shown(self, before: Any, code: int, seat: int, now: Any) -> Decision | None:
        """A past decision as a seat may know it in the state `now`; None if it must not show at all."""
        return self.decision(before, code)

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

    def result(self, s: Any) -> str:
        """One sentence more about a finished game, where ranks do not say everything."""
        return ""

    # Given

    @property
    def rulebook(self) -> str:
        """The rulebook page, `rulebook.md` in the game's folder."""
        return files(type(self).__module__.rpartition(".")[0]).joinpath("rulebook.md").read_text(encoding="utf-8")

    def check_options(self, players: Any, given: Any) -> dict[str, Any]:
        """Complete options, or BadOptions that names what is wrong."""
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.players:
            span = f"{self.players[0]} to {self.players[-1]}" if len(self.players) > 1 else f"{self.players[0]}"
            raise BadOptions(f"{self.title} is for {span} players, not {shown(players)}")
        if not isinstance(given, Mapping):
            raise BadOptions(f"options are an object of names and values, not {shown(given)}")
        return self.complete(players, completed(self.options, given))

    def options_schema(self) -> dict[str, Any]:
        """The JSON Schema of the options."""
        return schema_of(self.options)


def field(decision: Mapping[str, Any], name: str, kind: type[Any]) -> Any:
    """A field of a decision, of the type that it must have; BadRequest names the field otherwise."""
    if name not in decision:
        raise BadRequest(f"the decision {shown(dict(decision))} lacks the field {name!r}")
    value = decision[name]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        wanted = {int: "a whole number", str: "a word", list: "a list", bool: "true or false"}.get(kind, kind.__name__)
        raise BadRequest(f"field {name!r} of a decision is {wanted}, not {shown(value)}")
    return value


def only_fields(decision: Mapping[str, Any], *names: str) -> None:
    """BadRequest if a decision has fields besides `do` and these."""
    for name in decision:
        if name != "do" and name not in names:
            raise BadRequest(f"a decision {decision.get('do')!r} has no field {name!r}")
