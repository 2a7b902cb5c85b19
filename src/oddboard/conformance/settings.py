"""Settings of a game to be checked: numbers of players and options, alone and combined."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from oddboard.core import registry
from oddboard.core.errors import BadOptions
from oddboard.core.match import Match

OFTEN = 0.6  # how often a mixture sets an option to something


def settings(key: str, count: int, seed: int = 0) -> Iterator[Match]:
    """So many fresh matches of a game: first the default for numbers of players, then mixtures of options.

    All numbers have their turn where they leave half of the matches to the options; else the least, the most and
    some in between.
    """
    game = registry.game(key)
    rng = random.Random(f"{key} {seed}")
    played: defaultdict[str, Counter[str]] = defaultdict(Counter)  # by option: how often each value
    made = 0
    for players in _some_of(list(game.players), max(2, count // 2))[:count]:
        made += 1
        yield Match(game, players)
    while made < count:
        players = rng.choice(list(game.players))
        options: dict[str, Any] = {
            option.name: _rarest(option.samples(), played[option.name], rng)
            for option in game.options
            if rng.random() < OFTEN
        }
        try:
            match = Match(game, players, options)
        except BadOptions:
            continue
        made += 1
        for name, value in options.items():
            played[name][repr(value)] += 1
        yield match


def _rarest(samples: list[Any], played: Counter[str], rng: random.Random) -> Any:
    """One of the values that were played least, so that each has its turn soon."""
    fewest = min(played[repr(sample)] for sample in samples)
    return rng.choice([sample for sample in samples if played[repr(sample)] == fewest])


def _some_of(numbers: list[int], most: int) -> list[int]:
    """At most so many of some numbers, evenly chosen, with the first and the last."""
    if len(numbers) <= most:
        return numbers
    return [numbers[round(k * (len(numbers) - 1) / (most - 1))] for k in range(most)]


def described(match: Match) -> str:
    """A match's settings, for messages."""
    return f"{match.game.key}, {match.players} players, {match.options}"
