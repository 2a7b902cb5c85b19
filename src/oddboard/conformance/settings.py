"""Settings of a game to be checked: numbers of players and options, alone and combined."""

import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from oddboard.core import registry
from oddboard.core.errors import BadOptions
from oddboard.core.match import Match

OFTEN = 0.6  # how often a mixture sets an option to something that was played already
MOSTLY = 0.9  # how often to something new; not always, as it may not go together with the rest


def settings(key: str, count: int, seed: int = 0) -> Iterator[Match]:
    """So many fresh matches of a game: the usual one for the fewest and for the most players, then mixtures of options.

    In the mixtures whatever was played least comes next, numbers of players as well, so that every value has its turn
    as soon as can be.
    """
    game = registry.game(key)
    rng = random.Random(f"{key} {seed}")
    played: defaultdict[str, Counter[str]] = defaultdict(Counter)  # how often each value was, by option
    usual = list(dict.fromkeys([game.players[0], game.players[-1]]))[:count]
    for players in usual:
        played["players"][json.dumps(players)] += 1
        yield Match(game, players)
    made = len(usual)
    while made < count:
        players = _rarest(list(game.players), played["players"], rng)
        options = {}
        for option in game.options:
            value = _rarest(option.samples(), played[option.name], rng)
            if rng.random() < (OFTEN if played[option.name][json.dumps(value)] else MOSTLY):
                options[option.name] = value
        try:
            match = Match(game, players, options)
        except BadOptions:
            continue
        made += 1
        for name, value in [("players", players), *options.items()]:
            played[name][json.dumps(value)] += 1
        yield match


def _rarest(values: list[Any], played: Counter[str], rng: random.Random) -> Any:
    """One of the values that were played least."""
    fewest = min(played[json.dumps(value)] for value in values)
    return rng.choice([value for value in values if played[json.dumps(value)] == fewest])


def described(match: Match) -> str:
    """A match's settings, for messages."""
    return f"{match.game.key}, {match.players} players, {match.options}"
