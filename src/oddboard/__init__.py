"""Oddboard: five odd board games, exact and fast, to play and to study.

import random
import oddboard

match = oddboard.new("martian-race", players=3)
while match.to_move is not None:
    if match.to_move == "chance":
        match.roll()
    else:
        match.play(random.choice(match.legal()))
print(match.ranks)
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # these pull in the compiler, which `oddboard --help` does not need
    from oddboard.core.match import Match

__version__ = "0.2.0.dev0"


def all_games() -> list[str]:
    """The keys of all games."""
    from oddboard.core import registry

    return registry.keys()


def new(game: str, /, players: int = 2, **options: Any) -> "Match":
    """A fresh match; the options are those of the game's rulebook page."""
    from oddboard.core import registry
    from oddboard.core.match import Match

    return Match(registry.game(game), players, options)


def load(path: str | Path) -> "Match":
    """The match of a saved game, as it stands at its end."""
    from oddboard.core import saves

    return saves.load(saves.read_text(Path(path))).to_go_on()


__all__ = ["__version__", "all_games", "load", "new"]
