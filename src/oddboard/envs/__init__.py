"""The games as environments for programs that learn: vectors, Gymnasium, PettingZoo, OpenSpiel."""

from typing import TYPE_CHECKING, Any

from oddboard.envs.vector import Vector

if TYPE_CHECKING:
    from oddboard.envs.together import Together
    from oddboard.envs.zoo import Table

__all__ = ["Vector", "aec", "parallel"]


def aec(game: str, /, players: int | None = None, render_mode: str | None = None, **options: Any) -> "Table":
    """A game as a PettingZoo environment of the AEC kind; needs `pip install 'oddboard[envs]'`.

    Whatever else is given by name is an option of the game, also one that is called `game`.
    """
    from oddboard.envs.zoo import Table

    return Table(game, players, options, render_mode)


def parallel(game: str, /, players: int | None = None, render_mode: str | None = None, **options: Any) -> "Together":
    """A game as a PettingZoo environment of the parallel kind: seats that can decide at the same time do.

    For games with simultaneous decisions, such as plans that all lay in secret; elsewhere one seat acts in each step.
    """
    from oddboard.envs.together import Together

    return Together(game, players, options, render_mode)
