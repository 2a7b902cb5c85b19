"""The games there are, found by their entry points; one is imported only when it is asked for.

A game of somebody else's may be broken: its package lacks something, or its class is not whole. Such a game cannot be
played, and says why whenever it is asked for; all others work as if it were not there.
"""

import inspect
from dataclasses import replace
from functools import cache

from oddboard.core.entries import keys, points
from oddboard.core.errors import BrokenGame, UnknownGame
from oddboard.core.game import Game
from oddboard.core.options import quoted
from oddboard.core.rules import introduce, score_as_outlook
from oddboard.core.ruleset import no_outlook

__all__ = ["broken", "game", "keys", "sound"]

MADE = {"codes", "work"}  # from a game's table of decisions, where it has one


@cache
def _loaded(key: str) -> Game | str:
    """A game, or why it cannot be loaded."""
    point = points()[key]
    try:
        kind = point.load()
        if not (isinstance(kind, type) and issubclass(kind, Game)):
            return f"{point.value} is no class of games: it must be derived from oddboard.core.game.Game"
        if missing := _missing(kind):
            return f"{point.value} lacks {', '.join(missing)}, which every game must have"
        if kind.key != key:
            return f"the entry point {key} leads to the game {kind.key}: both must have the same name"
        if kind.rules.outlook is no_outlook:
            kind.rules = replace(kind.rules, outlook=score_as_outlook)
        found = kind()
        introduce(key, found.state, found.rules)
    except Exception as error:  # whatever somebody else's code does, the other games go on
        return f"{point.value} cannot be loaded ({type(error).__name__}: {error})"
    return found


def _missing(kind: type[Game]) -> list[str]:
    """What a game's class does not define: abstract methods, and attributes that are declared without a value."""
    declared = [name for each in Game.__mro__[:-1] for name in inspect.get_annotations(each)]
    missing = {*kind.__abstractmethods__, *(name for name in declared if not hasattr(kind, name))}
    if missing & MADE or (kind.decisions is None and kind.decision is Game.decision):
        missing = missing - MADE | {"decisions"}
    return sorted(missing)


def game(key: str) -> Game:
    """The game with that key; UnknownGame names those there are, BrokenGame says what is wrong with one."""
    if not isinstance(key, str) or key not in points():
        raise UnknownGame(f"there is no game {quoted(key)}; there are {', '.join(keys())}")
    found = _loaded(key)
    if isinstance(found, str):
        raise BrokenGame(f"the game {key} is broken: {found}")
    return found


def sound() -> list[Game]:
    """All games that can be played, in alphabetical order."""
    return [found for key in keys() if isinstance(found := _loaded(key), Game)]


def broken() -> dict[str, str]:
    """Why the others cannot be played, by their keys."""
    return {key: found for key in keys() if isinstance(found := _loaded(key), str)}
