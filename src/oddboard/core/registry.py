"""The games there are, found by their entry points; one is imported only when it is asked for."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from oddboard.core.compiling import GROUP
from oddboard.core.errors import UnknownGame
from oddboard.core.game import Game
from oddboard.core.options import shown
from oddboard.core.rules import introduce


@cache
def _points() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def keys() -> list[str]:
    """The keys of all registered games, in alphabetical order."""
    return list(_points())


@cache
def _loaded(key: str) -> Game:
    found = _points()[key].load()()
    assert isinstance(found, Game), f"the entry point {key} is not a game"
    assert found.key == key, f"the entry point {key} is the game {found.key}"
    introduce(found)
    return found


def game(key: str) -> Game:
    """The game with that key; UnknownGame names those there are."""
    if not isinstance(key, str) or key not in _points():
        raise UnknownGame(f"there is no game {shown(key)}; there are {', '.join(keys())}")
    return _loaded(key)
