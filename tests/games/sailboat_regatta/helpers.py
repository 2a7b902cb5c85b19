"""Positions of Sailboat Regatta from diagrams, and what may be done in them."""

from typing import Any

from oddboard.core import registry
from oddboard.core.match import Match
from oddboard.core.records import new
from oddboard.games.sailboat_regatta.position import open_space
from oddboard.games.sailboat_regatta.rules.fleets import is_finished, is_free
from oddboard.games.sailboat_regatta.rules.ways import way_to_go
from oddboard.games.sailboat_regatta.state import space_name
from tests.games.sailboat_regatta.diagram import from_diagram

GAME = registry.game("sailboat-regatta")


def race(diagram: str = "", players: int = 2, **options: Any) -> Match:
    """A race from a position drawn as text; seat 0 begins unless an option says otherwise."""
    complete = GAME.check_options(players, {"first": "seats", **options})
    return Match(GAME, players, complete, start=from_diagram(diagram, players, complete))


def offered(match: Match) -> set[str]:
    """The legal decisions in short: `sail 1 3`, and `sail 1 3 straight` for one without the diagonal step."""
    found = set()
    for decision in match.legal():
        values = [str(value) for name, value in decision.items() if name not in ("weight", "diagonal")]
        found.add(" ".join(values + ["straight"] * (decision.get("diagonal") is False)))
    return found


def do(match: Match, *decisions: str) -> Match:
    """Play decisions in short."""
    names = {
        "sail": ("boat", "die"),
        "about": ("boat", "to"),
        "enter": ("boat",),
        "drift": ("boat",),
        "first": ("seat",),
    }
    for decision in decisions:
        word, *values = decision.split()
        if word == "roll":
            match.play({"do": "roll", "dice": [int(die) for die in values]})
            continue
        straight = values[-1:] == ["straight"]
        fields: dict[str, Any] = {
            name: int(value) if value.isdigit() else value
            for name, value in zip(names.get(word, ()), values[: len(values) - straight], strict=True)
        }
        if word == "sail" and match.options["diagonal"] == "boat":
            fields["diagonal"] = not straight
        match.play({"do": word, **fields})
    return match


def refused(match: Match, decision: dict[str, Any]) -> str:
    """The rule that refuses a decision."""
    refusal = match.why_not(decision)
    assert refusal is not None
    assert refusal.message[0].isupper() or refusal.message[0] == "`"
    assert refusal.message.endswith(".")
    return refusal.rule


def number(match: Match, boat: str) -> int:
    """The identity of a boat such as `0.1`."""
    seat, own = boat.split(".")
    return int(seat) * int(match.state.fleet) + int(own) - 1


def where(match: Match, boat: str) -> str:
    """The space that a boat is on."""
    at = int(match.state.at[number(match, boat)])
    return space_name(at) if at >= 0 else "ashore"


def heading(match: Match, boat: str) -> str:
    """The direction that a boat faces."""
    return "nesw"[match.state.heading[number(match, boat)]]


def count(match: Match, boat: str) -> int:
    """A boat's crossings of the line."""
    return int(match.state.count[number(match, boat)])


def free(match: Match, boat: str) -> bool:
    """Whether a boat afloat is on top of its stack."""
    return is_free(match.state, number(match, boat))


def finished(match: Match, boat: str) -> bool:
    """Whether a boat has finished."""
    return is_finished(match.state, number(match, boat))


def way(match: Match, space: str, crossings: int) -> int:
    """The way to go from a space at a count."""
    at = open_space(match.state, space)
    assert at is not None
    return way_to_go(match.state, new(GAME.work), at, crossings)
