"""The Baton Races of Yaz: the settings of a race, and whether they go together."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from oddboard.core.errors import BadOptions
from oddboard.core.options import Choice, Option, Switch, Whole, quoted
from oddboard.core.records import new, scratch
from oddboard.games.yaz import maps
from oddboard.games.yaz.names import LETTERS
from oddboard.games.yaz.rules.setting import count_room, has_room
from oddboard.games.yaz.rules.turn import setup
from oddboard.games.yaz.state import BOX, MIRE, MUCK, MUD, State, Work

SCENARIOS = ("small", "large", "custom")
SCENARIO_COUNTS = {
    "small": {"S": 2, "F": 2, "T": 2, "L": 4, "bulges": 6},
    "large": {"S": 3, "F": 3, "T": 3, "L": 6, "bulges": 9},
}
SETTERS = ("random", "first", "second")
BULGE_COUNTS = (3, 6, 9)
GAPS = (2, 3, 4, 5)
LIMITS = ("bulges", "draw")


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
            "properties": kinds | {"bulges": {"enum": list(BULGE_COUNTS)}},
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
        if isinstance(value["bulges"], bool) or value["bulges"] not in BULGE_COUNTS:
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


OPTIONS: tuple[Option, ...] = (
    Choice("scenario", "small", "YAZ-1", "How many Yazzites and bulges.", values=SCENARIOS),
    Counts("counts", None, "YAZ-1", "For a custom scenario: Yazzites of each kind and bulges of a side."),
    Map("map", "fen", "YAZ-3", "A stock map, random, or your own: rows of . for mud, o for muck, # for mire."),
    Whole("map_seed", 0, "YAZ-3", "The number from which a random map grows.", least=0, most=2**53),
    Choice("setter", "random", "YAZ-5", "Who sets the race: drawn, the first seat or the second.", values=SETTERS),
    Choice("bulge_gap", 4, "YAZ-6", "The least distance between two bulges.", values=GAPS),
    Switch("announce", True, "YAZ-32", "A finish must be announced before the turn."),
    Whole("turn_limit", 60, "YAZ-38", "After so many turns each the race ends."),
    Choice(
        "limit",
        "bulges",
        "YAZ-38",
        "At that end who has broken more bulges wins; or it is a draw.",
        values=LIMITS,
        before="draw",
    ),
    Switch("lugging", False, "YAZ-39a", "Luggants may carry friends."),
    Switch("dropping", False, "YAZ-40", "The baton may be put down, and stolen."),
    Switch("first_and_last", False, "YAZ-45", "The bulge under the baton must be the last."),
)


def complete(options: dict[str, Any]) -> dict[str, Any]:
    """The options with the counts and the map that they mean; BadOptions if they do not go together."""
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


def _check_fit(options: dict[str, Any]) -> None:
    """BadOptions if there is no room for the bulges, or for the Yazzites of both sides beside them (YAZ-6, YAZ-7)."""
    s, w = fresh(options), scratch(Work)
    if not has_room(s, w, int(s.bulge_gap)):
        raise BadOptions(
            f"options do not go together: the map has no room for {s.bulges} bulges, a third of them in each terrain, "
            f"that are all at least {s.bulge_gap} apart (YAZ-6)",
            "YAZ-6",
        )
    count_room(s, w)
    for ground, who, where in (
        (MUD, "Skadingles", "mud"),
        (MUCK, "Skadingles and Flibdills", "mud and muck"),
        (MIRE, "Yazzites", "the map"),
    ):
        if w.wanted[ground] > w.room[ground]:
            raise BadOptions(
                f"options do not go together: {w.wanted[ground]} {who} do not fit on {where}, "
                f"which has {w.room[ground]} hexes beside the bulges (YAZ-7)",
                "YAZ-7",
            )


def fresh(options: dict[str, Any]) -> State:
    """The state at the beginning, for complete options."""
    s = new(State)
    counts = options["counts"]
    maps.lay_out(s, options["map"])
    s.map_seed = options["map_seed"]
    s.scenario = SCENARIOS.index(options["scenario"])
    s.counts[:] = [counts[letter] for letter in LETTERS]
    s.bulges = counts["bulges"]
    s.bulge_gap = options["bulge_gap"]
    s.set_by = SETTERS.index(options["setter"])
    s.announce = options["announce"]
    s.turn_limit = options["turn_limit"]
    s.lugging = options["lugging"]
    s.dropping = options["dropping"]
    s.first_and_last = options["first_and_last"]
    s.limit = LIMITS.index(options["limit"])
    setup(s)
    return s


def options_of(s: State) -> dict[str, Any]:
    """The options that a state was set up with."""
    text = maps.text_of(s)
    return {
        "scenario": SCENARIOS[s.scenario],
        "counts": {**{letter: int(s.counts[kind]) for kind, letter in enumerate(LETTERS)}, "bulges": int(s.bulges)},
        "map": next((name for name in maps.STOCK if maps.stock_map(name) == text), text),
        "map_seed": int(s.map_seed),
        "setter": SETTERS[s.set_by],
        "bulge_gap": int(s.bulge_gap),
        "announce": bool(s.announce),
        "turn_limit": int(s.turn_limit),
        "limit": LIMITS[s.limit],
        "lugging": bool(s.lugging),
        "dropping": bool(s.dropping),
        "first_and_last": bool(s.first_and_last),
    }
