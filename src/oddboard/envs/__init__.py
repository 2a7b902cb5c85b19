"""The games as environments for programs that learn: PettingZoo, Gymnasium-style vectors, OpenSpiel."""

from typing import TYPE_CHECKING, Any

from oddboard.envs.vector import Vector

if TYPE_CHECKING:
    from oddboard.envs.zoo import Table

__all__ = ["Vector", "aec"]


def aec(game: str, /, players: int | None = None, render_mode: str | None = None, **options: Any) -> "Table":
    """A game as a PettingZoo environment of the AEC kind; needs `pip install 'oddboard[envs]'`.

    Whatever else is given by name is an option of the game, also one that is called `game`.
    """
    from oddboard.envs.zoo import Table

    return Table(game, players, options, render_mode)
