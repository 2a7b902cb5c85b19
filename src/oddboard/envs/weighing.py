"""The outlook of many games on the processor, for rewards that are shaped with it."""

from typing import Any

from oddboard.core.compiling import rule
from oddboard.core.rules import outlook


@rule
def weigh_games(states: Any, works: Any, out: Any) -> None:
    """Write each seat's outlook in each game."""
    for i in range(len(states)):
        outlook(states[i], works[0], out[i])
