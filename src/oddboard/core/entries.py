"""The entry points by which games are found; reading them imports no game, and no compiler."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points

GROUP = "oddboard.games"


@cache
def points() -> dict[str, EntryPoint]:
    """Every registered game's entry point by its key, in alphabetical order."""
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def keys() -> list[str]:
    """The keys of all registered games, in alphabetical order."""
    return list(points())
