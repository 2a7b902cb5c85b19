"""The Baton Races of Yaz in words: the game as the core knows it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.text import Text

from oddboard.core import scene as pictures
from oddboard.core import seats
from oddboard.core.errors import BadOptions
from oddboard.core.game import Decision, Game, Refusal
from oddboard.core.options import Choice, Option, Switch, Whole, quoted
from oddboard.core.records import new
from oddboard.core.scene import Ground, Preview, Scene, Shortcut
from oddboard.games.yaz import journeys, maps, position, rules, scene, touching
from oddboard.games.yaz.claims import CLAIMS
from oddboard.games.yaz.drawing import board
from oddboard.games.yaz.moves import CODES
from oddboard.games.yaz.names import LETTERS, code_of, decision_of
from oddboard.games.yaz.observation import OBSERVATION
from oddboard.games.yaz.position import SCENARIO_COUNTS, SCENARIOS, SETTERS
from oddboard.games.yaz.refusals import why_not
from oddboard.games.yaz.state import BOX, DRAWN, State, Work
from oddboard.games.yaz.telling import told


@dataclass(frozen=True)
class Counts(Option):
    """How many of each kind a side has, and how many bulges."""

    def schema(self) -> dict[str, Any]:
        kinds: dict[str, Any] = {
            letter: {"type": "integer", "minimum": 0, "maximum": most}
            for letter, most in zip(LETTERS, BOX, strict=True)
        }
        return {
            "type": "object",
            "properties": kinds | {"bulges": {"enum": [3, 6, 9]}},
            "required": [*kinds, "bulges"],
            "additionalProperties": False,
        }

    def samples(self) -> list[Any]:
        return [
            {"S": 1, "F": 2, "T": 0, "L": 3, "bulges": 3},
            {"S": 0, "F": 0, "T": 0, "L": 1, "bulges": 6},
            {"S": 5, "F": 5, "T": 5, "L": 8, "bulges": 9},
        ]

    def check(self, value: Any) -> None:
        wanted = 'an object such as {"S": 2, "F": 2, "T": 2, "L": 4, "bulges": 6} is wanted'
        if not isinstance(value, Mapping) or set(value) != {*LETTERS, "bulges"}:
            raise self.refuse(value, wanted)
        for letter, most in zip(LETTERS, BOX, strict=True):
            count = value[letter]
            if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= most:
                raise BadOptions(
                    f"option {self.name}: {letter} is a number from 0 to {most}, not {quoted(count)} ({self.rule})",
                    self.rule,
                )
        if isinstance(value["bulges"], bool) or value["bulges"] not in (3, 6, 9):
            raise BadOptions(
                f"option {self.name}: bulges is 3, 6 or 9, not {quoted(value['bulges'])} ({self.rule})", self.rule
            )


@dataclass(frozen=True)
class Map(Option):
    """A stock map, `random`, or a map as text."""

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [{"enum": [*maps.STOCK, "random"]}, {"type": "string", "pattern": r"^[.o#\n]+$"}]}

    def samples(self) -> list[Any]:
        return [*maps.STOCK, "random", maps.POCKET]

    def check(self, value: Any) -> None:
        if not isinstance(value, str):
            raise self.refuse(value, f"one of {', '.join(maps.STOCK)}, random, or a map as text is wanted")
        if value in maps.STOCK or value == "random":
            return
        if re.fullmatch(r"[\w-]*", value) and set(value) != {"o"}:
            raise self.refuse(value, f"one of {', '.join(maps.STOCK)}, random, or a map as text is wanted")
        try:
            maps.checked(value)
        except maps.BadMap as error:
            raise BadOptions(f"option {self.name}: {error} ({self.rule})", self.rule) from None


class Yaz(Game):
    """The Baton Races of Yaz."""

    key = "yaz"
    title = "The Baton Races of Yaz"
    tagline = "Carry the baton through every bulge of the swamp, and sit on whoever is in the way."
    minutes = 40
    players = range(2, 3)
    prefix = "YAZ"
    thoughts: ClassVar[Mapping[str, int]] = {"casual": 3, "skilled": 16}
    claims = CLAIMS
    options: ClassVar[tuple[Option, ...]] = (
        Choice("scenario", "small", "YAZ-1", "How many Yazzites and bulges.", values=SCENARIOS),
        Counts("counts", None, "YAZ-1", "For a custom scenario: Yazzites of each kind and bulges of a side."),
        Map("map", "fen", "YAZ-3", "A stock map, random, or your own: rows of . for mud, o for muck, # for mire."),
        Whole("map_seed", 0, "YAZ-3", "The number from which a random map grows.", least=0, most=2**53),
        Choice("setter", "random", "YAZ-5", "Who sets the race: drawn, the first seat or the second.", values=SETTERS),
        Choice("bulge_gap", 4, "YAZ-6", "The least distance between two bulges.", values=(2, 4)),
        Switch("announce", True, "YAZ-32", "A finish must be announced before the turn."),
        Whole("turn_limit", 60, "YAZ-38", "After so many turns each the race is a draw."),
        Switch("lugging", False, "YAZ-39a", "Luggants may carry friends."),
        Switch("dropping", False, "YAZ-40", "The baton may be put down, and stolen."),
        Switch("first_and_last", False, "YAZ-45", "The bulge under the baton must be the last."),
    )
    state = State
    work = Work
    codes = CODES
    rules = rules.RULES
    asks = touching.ASKS
    observation = OBSERVATION

    def complete(self, players: int, options: dict[str, Any]) -> dict[str, Any]:
        scenario, counts = options["scenario"], options["counts"]
        if scenario == "custom":
            if counts is None:
                raise BadOptions("option counts: a custom scenario says how many of each there are (YAZ-1)", "YAZ-1")
        else:
            if counts is not None and dict(counts) != SCENARIO_COUNTS[scenario]:
                raise BadOptions(f"option counts: only a custom scenario takes it, not {scenario} (YAZ-1)", "YAZ-1")
            counts = SCENARIO_COUNTS[scenario]
        options["counts"] = dict(counts)
        options["map"] = maps.named_or_text(options["map"], options["map_seed"])
        _check_fit(options)
        return options

    def start(self, players: int, options: dict[str, Any]) -> State:
        return position.fresh(options)

    def decision(self, s: State, code: int) -> Decision:
        return decision_of(code)

    def code(self, s: State, decision: Mapping[str, Any]) -> int | Refusal:
        return code_of(s, decision)

    def why_not(self, s: State, code: int) -> Refusal:
        return why_not(s, code)

    def words(self, s: State, code: int) -> str:
        return told(s, code)

    def position(self, s: State) -> dict[str, Any]:
        return position.to_json(s)

    def from_position(self, given: Mapping[str, Any]) -> State:
        return position.from_json(given, self.check_options)

    def board(self, s: State) -> Text:
        return board(s)

    def ground(self, s: State) -> Ground:
        return scene.ground(s)

    def scene(self, s: State) -> Scene:
        return scene.scene(s)

    def touches(self, s: State, code: int) -> list[str]:
        return touching.touches(s, code)

    def preview(self, s: State, code: int) -> Preview:
        return touching.preview(s, code)

    def choices(self, s: State) -> list[pictures.Choice]:
        return journeys.choices(s, self.codes_of(s))

    def bare_choices(self, s: State) -> list[pictures.Choice]:
        return journeys.bare_choices(s, self.codes_of(s))

    def marks(self, s: State, code: int) -> list[str]:
        return touching.marks(s, code)

    def trails(self, before: State, code: int) -> dict[str, list[str]]:
        return touching.trails(before, code)

    def attempt(self, s: State, touches: Sequence[str]) -> Decision | None:
        return touching.attempt(s, touches)

    def shortcuts(self, s: State) -> list[Shortcut]:
        return journeys.shortcuts(s)

    def result(self, s: State) -> str:
        if s.winner == DRAWN:
            return "The race is a draw."
        broken = [int(s.bulges) - int(s.standing[seat]).bit_count() for seat in range(2)]
        return f"{seats.name(0)} broke {broken[0]} of {s.bulges} bulges, {seats.name(1)} {broken[1]}."


def _check_fit(options: dict[str, Any]) -> None:
    """BadOptions if the Yazzites of both sides do not fit beside the bulges (YAZ-7)."""
    counts = options["counts"]
    s = new(State)
    maps.lay_out(s, options["map"])
    third = counts["bulges"] // 3
    mud, muck, mire = (int((s.terrain == terrain).sum()) - third for terrain in maps.SIGNS.values())
    skadingles, flibdills = 2 * counts["S"], 2 * counts["F"]
    everybody = skadingles + flibdills + 2 * counts["T"] + 2 * counts["L"]
    for who, wanted, where, room in (
        ("Skadingles", skadingles, "mud", mud),
        ("Skadingles and Flibdills", skadingles + flibdills, "mud and muck", mud + muck),
        ("Yazzites", everybody, "the map", mud + muck + mire),
    ):
        if wanted > room:
            raise BadOptions(
                f"options do not go together: {wanted} {who} do not fit on {where}, "
                f"which has {room} hexes beside the bulges (YAZ-7)",
                "YAZ-7",
            )
