"""The games there are, found by their entry points; one is imported only when it is asked for."""

from functools import cache

from oddboard.core.entries import keys, points
from oddboard.core.errors import UnknownGame
from oddboard.core.game import Game
from oddboard.core.options import quoted
from oddboard.core.rules import introduce

__all__ = ["game", "keys"]


@cache
def _loaded(key: str) -> Game:
    found = points()[key].load()()
    assert isinstance(found, Game), f"the entry point {key} is not a game"
    assert found.key == key, f"the entry point {key} is the game {found.key}"
    introduce(found)
    return found


def game(key: str) -> Game:
    """The game with that key; UnknownGame names those there are."""
    if not isinstance(key, str) or key not in points():
        raise UnknownGame(f"there is no game {quoted(key)}; there are {', '.join(keys())}")
    return _loaded(key)
