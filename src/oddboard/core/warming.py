"""Compiling a game's rules ahead: each function is called on real states once, and kept in the cache.

What is compiled on first use would otherwise stop the first player in the middle of a game.
"""

from collections.abc import Callable, Iterable
from importlib.resources.abc import Traversable
from typing import Any

import numpy as np

from oddboard.core import machine_code
from oddboard.core import rules as generic
from oddboard.core.compiling import INTERPRETED
from oddboard.core.game import Game
from oddboard.core.match import Match
from oddboard.core.randomness import below, generator
from oddboard.core.records import copy, new, twice

Step = tuple[str, Callable[[], Any]]  # the name of what is compiled, and a call that needs it
More = Callable[[Match], Iterable[Step]]  # what is built upon a game, to be compiled with it
Report = Callable[[str, int, int], None]  # (what comes next, steps done, steps in all)

REFUSALS = 400  # decisions of a random game, each with one that is refused, so that every explanation is compiled


def _steps(game: Game, match: Match) -> list[Step]:
    """What to compile, in an order in which each thing builds on what is there already."""
    work, rng = new(game.work), generator(0)

    def once(name: str, *arguments: Any) -> Step:
        return name.replace("_", " "), lambda: getattr(game.rules, name)(copy(match.state), *arguments)

    return [
        once("to_move"),
        once("legal", work),
        ("play", lambda: play_to_a_seat(match)),
        once("score", np.zeros(match.players)),
        once("hide", 0),
        once("imagine", work, 0, rng),
        once("outlook", work, np.zeros(match.players)),
        ("random play", lambda: generic.random_games(twice(match.start), work, rng, 1)),
        ("refusals", lambda: _refuse(Match(game, match.players))),
    ]


def source_size(game: Game) -> int:
    """The bytes of a game's own modules, which tell about how long they take to compile."""
    return _source_size_of(game.folder)


def _source_size_of(folder: Traversable) -> int:
    paths = list(folder.iterdir())
    inside = sum(_source_size_of(path) for path in paths if path.is_dir())
    return inside + sum(len(path.read_bytes()) for path in paths if path.name.endswith(".py"))


def play_to_a_seat(match: Match) -> None:
    """Let chance decide until a seat is to."""
    while match.to_move == "chance":
        match.roll()


def _refuse(match: Match) -> None:
    """Play at random, and ask at every step why something else is not legal."""
    game, work, rng = match.game, new(match.game.work), generator(0)
    state = copy(match.state)
    for _ in range(REFUSALS):
        codes = set(work.code[: game.rules.legal(state, work)].tolist())
        if not codes:
            return
        code = below(rng, game.codes)
        if code not in codes:
            game.why_not(state, code)
        game.rules.play(state, work, generic.pick_from_legal(state, work, rng))


def warm_up(game: Game, more: More | None = None, report: Report | None = None) -> None:
    """Compile everything of a game that is not kept yet, and `more` of what is built upon it."""
    if report:
        report("setup", 0, 1)
    match = Match(game, game.players[0])
    steps = [*_steps(game, match), *(more(match) if more else ())]
    for done, (name, call) in enumerate(steps, 1):
        if report:
            report(name, done, len(steps) + 1)
        call()
    if report:
        report("ready", len(steps) + 1, len(steps) + 1)
    if not INTERPRETED:
        machine_code.write(_mark(game, more), b"")


def is_warm(game: Game, more: More | None = None) -> bool:
    """Whether everything of a game, and `more` of what is built upon it, was compiled before, or nothing ever is."""
    return INTERPRETED or machine_code.found(_mark(game, more)) is not None


def _mark(game: Game, more: More | None) -> str:
    """The name of the file that says so, beside the compiled code."""
    modules = machine_code.modules_of([*game.rules.functions(), *([more] if more else ())])
    return machine_code.name_of(game.key, (*modules, __name__), "warm")
