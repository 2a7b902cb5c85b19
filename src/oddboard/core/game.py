"""What a game is: the contract between the core and a folder under `games`.

A game is two things. Its **rules** are compiled functions over two records, the state and a scratch record
(`Work`), because a kernel on a graphics card cannot allocate; none of them touches a Python object. Its
**words** are the uncompiled methods of a `Game`: decisions, positions and refusals as people and programs see
them. Everything else (matches, saved games, bots, environments, server, page) is built on these and knows no
game by name.

A game needs twelve names: `key`, `title`, `players`, `state`, `decisions`, `rules`, `start` and `words` here, and
`to_move`, `legal`, `play` and `score` among its rules. The rest has defaults, here and in `core.face`.

A decision has three forms: its *code*, a whole number below `Game.codes` that rules and searches use; its
*JSON object*, the public format of the catalogue; and its *words*, a sentence.

Options that rules depend on are fields of the state. There is no generator in a state: chance is a decision.
Two states of equal play are equal byte by byte: unused parts of a record are zero or a named constant.
"""

import json
from abc import abstractmethod
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, ClassVar, Literal

from oddboard.core.claims import Claim
from oddboard.core.decisions import Decision, Decisions, Refusal, field, only_fields
from oddboard.core.errors import BadOptions
from oddboard.core.face import Face
from oddboard.core.observation import Layout
from oddboard.core.options import Option, completed, quoted, saved_options, schema_of
from oddboard.core.positions import position_of, state_of
from oddboard.core.reasons import DICE_DECIDE, of_threats, parts_of
from oddboard.core.records import copy, scratch, to_bytes, work_record
from oddboard.core.ruleset import CHANCE, OVER, Rules

__all__ = ["CHANCE", "OVER", "Credits", "Decision", "Game", "OnCard", "Refusal", "Rules", "field", "only_fields"]

SHORT = 3  # letters of a key that begin the rule identifiers, where a game names no others


@dataclass(frozen=True)
class Credits:
    """Whose game it is."""

    by: str  # who designed it, as a sentence names people: "Ann Ames and Bo Bell"
    year: int  # 0 if nobody knows it
    licence: str = ""  # of the original rulebook, where it has one


@dataclass(frozen=True)
class OnCard:
    """How a graphics card plays a game fastest; measured by `benchmarks/card_variants.py`. The games are the same."""

    state: Literal["local", "global"] = "local"
    """Where a thread has the state in random play: a copy in its local memory, or where all games lie. Small states are
    faster there; of large ones, neighbouring threads read one stretch of local memory."""
    outlook_only: tuple[str, ...] = ()
    """Fields of the scratch record that neither `legal`, `play`, `score` nor `pick` uses: what plays at random, or by
    decisions that are given, does without them."""
    apart: tuple[str, ...] = ()
    """Rules that stay functions of their own in random play, by name: those that are large, seldom called, or called
    from many places. Everything else is written out where it is called."""


class Game(Face):
    """A game's words. One instance is registered under the entry point group `oddboard.games`."""

    # Needed

    key: ClassVar[str]  # `martian-race`: names the game in files, links and commands
    title: ClassVar[str]
    players: ClassVar[range]
    state: ClassVar[type[Any]]  # the record class of a game in progress
    decisions: ClassVar[Decisions | None] = (
        None  # or `codes`, `decision`, `code` and `why_not`, where a table is too little
    )
    rules: ClassVar[Rules]

    @abstractmethod
    def start(self, players: int, options: dict[str, Any]) -> Any:
        """A fresh state for complete options."""

    @abstractmethod
    def words(self, s: Any, code: int) -> str:
        """A decision as a friend would tell it, before it is carried out: "Rust 1 goes to c7 and lies north"."""

    # About the game

    tagline: ClassVar[str] = ""  # one sentence that invites
    minutes: ClassVar[int | Mapping[int, int] | None] = None
    """How long people take for a game, roughly: for any number of players, or by their number."""
    credits: ClassVar[Credits | None] = None
    prefix: ClassVar[str]  # of the rule identifiers, `MAR`; else the beginning of the key
    options: ClassVar[tuple[Option, ...]] = ()
    work: ClassVar[type[Any]]  # the record class of its scratch space; else one with room for all decisions
    codes: ClassVar[int]  # every decision's code is at least 0 and less than this; as `decisions` counts them
    bounds: ClassVar[Mapping[str, tuple[int, int]]] = {}
    """The least and the greatest value of each field of the state, for positions that `from_position` reads."""
    observation: ClassVar[Layout | None] = None  # what `observe` writes; None as that is
    secrets: ClassVar[bool] = False  # whether seats keep anything from one another
    forgets: ClassVar[frozenset[str]] = frozenset()
    """What is decided (`do`) that shows a seat what another holds, and of which its later views tell nothing."""
    worlds: ClassVar[int] = 0
    """Where it does, how many possible states a bot searches as if each were known: right for what is dealt. With 0 it
    imagines anew at every step: right for what others decide in secret, which nobody may act upon."""
    features: ClassVar[int] = 0  # that its rules list for a network (`core.network`)
    ease: ClassVar[float] = 0.0  # what it must gain in expected result to arrange something anew (`arranges`)
    on_card: ClassVar[OnCard] = OnCard()
    claims: ClassVar[tuple[Claim, ...]] = ()  # what is said about the game, for studies to test

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        if cls.decisions is not None:
            cls.codes = cls.decisions.codes
        if hasattr(cls, "codes") and not hasattr(cls, "work"):
            cls.work = work_record(cls.codes)
        if hasattr(cls, "key") and not hasattr(cls, "prefix"):
            cls.prefix = cls.key[:SHORT].upper()

    def complete(self, players: int, options: dict[str, Any]) -> dict[str, Any]:
        """Fill in defaults that depend on the number of players; raise BadOptions for what does not go together.

        The values have been checked one by one already.
        """
        return options

    def thoughts(self, players: int, options: Mapping[str, Any]) -> str:
        """The kinds of bot that play each level with so many seats and these options, the weakest first.

        Nothing for the usual ones (`bots.LEVELS`). How much thinking makes a better player is not the same everywhere.
        """
        return ""

    def keeps_secrets(self, s: Any) -> bool:
        """Whether seats keep anything from one another in the game that a state belongs to, with its options."""
        return self.secrets

    def undecided(self, s: Any) -> Any:
        """A view of the seat to decide, in which what others have decided in secret is still to be decided by them.

        What that was changes nothing of what the seat may do. So a search from there lets the others decide after it,
        each by what that seat knows; from a view where it is decided, what they did is only imagined. By default as is.
        """
        return s

    def network(self, s: Any) -> str:
        """The file in the game's folder with the network that corrects the outlook of the game that a state belongs to.

        Nothing where there is none: for that number of seats or these options the hand-made outlook plays better.
        """
        return ""

    # Decisions, as the table has them

    def decision(self, s: Any, code: int) -> Decision:
        """The JSON object of any code, legal or not, in a state (without weight)."""
        return self._table.decision(code)

    def code(self, s: Any, decision: Mapping[str, Any]) -> int | Refusal:
        """The code of a JSON object, for which `decision` gives the same object back.

        Raises BadRequest if it has not the shape of a decision of this game (`field` helps); gives a refusal
        if it has, but names something that does not exist, such as a square beyond the board.
        """
        return self._table.code(decision)

    def why_not(self, s: Any, code: int) -> Refusal:
        """The rule that forbids a code that is not legal, in a game that is not over."""
        return self._table.why_not(code, self.codes_of(s))

    def was_legal(self, s: Any, code: int) -> Refusal | None:
        """For a decision that is not legal, the rule that once allowed it, if it was changed without an option.

        A saved game with such a decision can be looked at, but not gone on with; the sentence says what has changed.
        """
        return None

    @property
    def _table(self) -> Decisions:
        assert self.decisions is not None, f"{self.key} has neither a table of decisions nor methods of its own"
        return self.decisions

    # Positions, field by field

    def position(self, s: Any) -> dict[str, Any]:
        """Everything in a state as JSON, in the game's words; a state with parts erased by `hide` as well."""
        return position_of(self, s)

    def from_position(self, position: Mapping[str, Any]) -> Any:
        """The state, byte by byte; raises BadPosition naming the field for what cannot be."""
        return state_of(self, position)

    def turn_of(self, s: Any) -> Hashable:
        """Who decides: a turn lasts until another seat does."""
        decides = int(self.rules.to_move(s))
        return decides if decides >= 0 else None

    def standing(self, s: Any) -> bytes:
        """What stands where, without what a turn uses up: who comes back to it within a turn has done nothing."""
        return to_bytes(s)

    def arranges(self, s: Any, code: int) -> tuple[Hashable, Hashable, Hashable] | None:
        """What a decision only arranges anew, how it is now and how it will be; None where more than that comes of it.

        A bot does not do it where its turn may as well end (`ease`), nor bring back how it was.
        """
        return None

    # What a decision is good for

    def reasons(self, s: Any, code: int, seat: int) -> list[str]:
        """What a legal decision of a seat wins, breaks, threatens or prevents, the most important first.

        In parts of a sentence of which that decision is the subject: "pushes Rust's small 1", "is three dice from the
        Launch Pad instead of four". It is asked for single decisions, so it may take longer than a preview. By default
        what the preview's note says, and what threatens whom before and after it.
        """
        preview = self.preview(s, code)
        parts = parts_of(preview.get("note", ""))
        after = copy(s)
        self.rules.play(after, scratch(self.work), code)
        if self.rules.to_move(after) not in (CHANCE, OVER):
            now, later = self.threats(s, None), self.threats(after, None)
            parts += of_threats(now, later, self.scene(s), self.scene(after), seat)
        return [*parts, DICE_DECIDE] if preview.get("rolls") else parts

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
        """The rulebook page for players, `rulebook.md` in the game's folder; its title alone if there is none."""
        return self._text("rulebook.md") or f"# {self.title}\n"

    @property
    def decisions_page(self) -> str:
        """The page for programmers, `decisions.md`: the JSON of decisions and positions; empty if there is none."""
        return self._text("decisions.md")

    @property
    def examples(self) -> dict[str, Any]:
        """The positions that the rulebook draws, `examples.json`, by their names there; none if it draws none."""
        found: dict[str, Any] = json.loads(self._text("examples.json") or "{}")
        return found

    def _text(self, name: str) -> str:
        """A file of the game's folder; empty if there is none."""
        path = self.folder.joinpath(name)
        return path.read_text(encoding="utf-8") if path.is_file() else ""

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
