"""How a graphics card plays a game with phases that are rare and take long.

A module of its own: what rules import is compiled anew after every change, and they import `core.game`.
"""

from dataclasses import dataclass

from oddboard.core.game import OnCard


@dataclass(frozen=True)
class Gathering(OnCard):
    """Threads that came to a rare phase wait there for others. The games are the same.

    The 32 threads of a warp share one instruction at a time, so that a single one in a costly phase makes all wait.
    Measured by `benchmarks/card_together.py`.
    """

    rare: tuple[int, ...] = ()
    """Values of the state's `phase` in which few games are at a time, and whose decisions take longer than others."""
    gathered: int = 4
    """How many threads of a warp must have come to such a phase before they go on, as long as others have work."""
