"""The Baton Races of Yaz: positions to and from JSON."""

from collections.abc import Mapping
from typing import Any

from oddboard.core.records import new
from oddboard.games.yaz import maps, rules
from oddboard.games.yaz.state import State

_SETTERS = ("random", "first", "second")


def fresh(options: dict[str, Any]) -> State:
    """The state at the beginning, for complete options."""
    s = new(State)
    counts = options["counts"]
    maps.lay_out(s, maps.stock_map(options["map"]) if options["map"] in maps.STOCK else options["map"])
    s.counts[:] = [counts[letter] for letter in "SFTL"]
    s.bulges = counts["bulges"]
    s.bulge_gap = options["bulge_gap"]
    s.set_by = _SETTERS.index(options["setter"])
    s.announce = options["announce"]
    s.turn_limit = options["turn_limit"]
    s.lugging = options["lugging"]
    s.dropping = options["dropping"]
    s.first_and_last = options["first_and_last"]
    rules.setup(s)
    return s


def to_json(s: State) -> dict[str, Any]:
    return {}


def from_json(given: Mapping[str, Any], check: Any) -> State:
    raise NotImplementedError
