"""Positions drawn as text, and what the tests ask of them.

A diagram names only the rows that have somebody, `0.1s^` a small Martian 1 of seat 0 pointing north, `+` standing;
`turn 0 6 2` under it has seat 0 with a 6 and a 2 to use.
"""

from typing import Any

from oddboard.core import registry
from oddboard.core.match import Match
from oddboard.games.martian_race.face.terminal import from_diagram

GAME = registry.game("martian-race")
FACINGS = ("n", "e", "s", "w", "up")


def drawn(diagram: str, players: int = 2, **options: Any) -> Match:
    """A match that starts from a diagram of a position that can be; seat 0 began."""
    complete = GAME.check_options(players, {"order": "seats", **options})
    return Match.from_position(GAME, GAME.position(from_diagram(diagram, players, complete)))


def ends(match: Match, martian: str, die: int | None = None) -> set[str]:
    """Where a Martian can end a move, as `d5 n`; with one die, or with either."""
    return {
        f"{each['to']} {each['facing']}"
        for each in match.legal()
        if each["do"] == "move" and each["martian"] == martian and die in (None, each["die"])
    }


def squares(match: Match, martian: str) -> set[str]:
    """The squares on which a Martian can end a move."""
    return {end.split()[0] for end in ends(match, martian)}


def pushes(match: Match, martian: str | None = None) -> set[str]:
    """The squares to which a Martian, or anybody, can be pushed now."""
    return {
        each["to"] for each in match.legal() if each["do"] == "push" and (martian is None or each["martian"] == martian)
    }


def any_way(*names: str) -> set[str]:
    """Squares with every facing."""
    return {f"{name} {facing}" for name in names for facing in FACINGS}


def roll(match: Match, high: int, low: int) -> None:
    match.play({"do": "roll", "dice": [high, low]})


def move(match: Match, martian: str, end: str, die: int | None = None) -> None:
    """Move a Martian to an end such as `d5 n`, with the die given or the first that can."""
    to, facing = end.split()
    wanted = {"do": "move", "martian": martian, "to": to, "facing": facing}
    found = [each for each in match.legal() if each == wanted | {"die": die or each.get("die")}]
    assert found, f"{martian} cannot move to {end}"
    match.play(found[0])


def push(match: Match, martian: str, to: str) -> None:
    match.play({"do": "push", "martian": martian, "to": to})


def at(match: Match, martian: str) -> str:
    """A Martian's square, or waiting, launched or killed."""
    return str(match.position()["martians"][martian]["at"])


def size(match: Match, martian: str) -> str:
    return str(match.position()["martians"][martian]["size"])


def facing(match: Match, martian: str) -> str:
    return str(match.position()["martians"][martian]["facing"])


def phase(match: Match) -> str:
    return str(match.position()["phase"])
