"""Going over to compiled rules in a process that interpreted them first."""

from collections.abc import Callable

from oddboard.core import sources, warming
from oddboard.core.compiling import compiled, use_machine_code
from oddboard.core.game import Game


def go_over(
    game: Game,
    more: warming.More,
    report: warming.Report | None = None,
    on_rules: Callable[[], None] | None = None,
) -> None:
    """Load what is compiled of a game, compile what is not, and use it from then on; see `warming.warm_up`."""
    with compiled():
        warming.warm_up(game, more, report, on_rules)
    use_machine_code(sources.closure(type(game).__module__) | sources.closure(more.__module__))
