"""Settings of a game to be checked: numbers of players and options, alone and combined."""

import random
from collections.abc import Iterator
from typing import Any

from oddboard.core import registry
from oddboard.core.errors import BadOptions
from oddboard.core.match import Match

OFTEN = 0.6  # how often a mixture sets an option to something


def settings(key: str, count: int, seed: int = 0) -> Iterator[Match]:
    """So many fresh matches of a game: first the default for every number of players, then mixtures of options."""
    game = registry.game(key)
    rng = random.Random(f"{key} {seed}")
    made = 0
    for players in game.players:
        if made < count:
            made += 1
            yield Match(game, players)
    while made < count:
        players = rng.choice(list(game.players))
        options: dict[str, Any] = {
            option.name: rng.choice(option.samples()) for option in game.options if rng.random() < OFTEN
        }
        try:
            match = Match(game, players, options)
        except BadOptions:
            continue
        made += 1
        yield match


def described(match: Match) -> str:
    """A match's settings, for messages."""
    return f"{match.game.key}, {match.players} players, {match.options}"
