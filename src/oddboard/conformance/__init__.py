"""What every game must keep, whoever wrote it: `oddboard check GAME` runs all of it on one.

A check is a function of a game's key that raises AssertionError with the setting, the ply and what is wrong. Each plays
many games by itself, over all options and numbers of players.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from oddboard.conformance import chance, features, interpreted, lessons, levels, observations, states
from oddboard.conformance.players import PLAYERS

Check = Callable[[str], None]

CHECKS: dict[str, Check] = {
    **{f"every state of {name} play": partial(states.check_every_state, player=name) for name in PLAYERS},
    "what is picked at random": chance.check_pick_is_even,
    "games come to their end": chance.check_games_end,
    "the board in a terminal": chance.check_usual_board,
    "observations hold no secrets": observations.check_nothing_hidden_shows,
    "observations tell views apart": observations.check_views_differ,
    "the layout of observations": observations.check_layout,
    "what a network learns from": features.check_features,
    "lessons, guide, examples and sample": lessons.check_lessons,
    "the rules without the compiler": interpreted.check_interpreted,
}

# What takes longer, and is tested otherwise for our own games.
LONG_CHECKS: dict[str, Check] = {"the levels of the bots are ordered": levels.check_levels}
ALL_CHECKS = CHECKS | LONG_CHECKS


def run(key: str, names: Iterable[str] = ALL_CHECKS) -> Iterator[tuple[str, str]]:
    """Each check by its name, and what it found; nothing if all is well."""
    for name in names:
        try:
            ALL_CHECKS[name](key)
        except AssertionError as error:
            yield name, str(error) or repr(error)
        except Exception as error:  # whatever somebody else's code does is a finding
            yield name, f"{type(error).__name__}: {error}"
        else:
            yield name, ""
