"""Compiling a game's rules ahead: each function is called on real states once, and kept in the cache.

What is compiled on first use would otherwise stop the first player in the middle of a game.
"""

from collections.abc import Callable, Iterable
from importlib.resources.abc import Traversable
from typing import Any

import numpy as np

from oddboard.core import machine_code, shared_work
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


def _once(match: Match, name: str, *arguments: Any) -> Step:
    """A call of one of a game's functions."""
    return name.replace("_", " "), lambda: getattr(match.game.rules, name)(copy(match.state), *arguments)


def _steps(match: Match) -> list[Step]:
    """What a referee and a page need, in an order in which each thing builds on what is there already."""
    game = match.game
    return [
        _once(match, "to_move"),
        _once(match, "legal", new(game.work)),
        ("play", lambda: play_to_a_seat(match)),
        _once(match, "score", np.zeros(match.players)),
        _once(match, "hide", 0),
        ("secrets", lambda: [game.early(match.state, seat) for seat in range(match.players)]),
        ("pictures", lambda: (game.scene(match.state), game.choices(match.state))),
        ("refusals", lambda: _refuse(Match(game, match.players))),
        # What the beginning of a game does not ask for: previews of moves, say, which would stop everybody later.
        ("the rest", lambda: shared_work.compile_all(game)),
    ]


def weighing(match: Match) -> list[Step]:
    """What whoever weighs decisions of a game needs besides."""
    work, rng = new(match.game.work), generator(0)
    return [_once(match, "imagine", work, 0, rng), _once(match, "outlook", work, np.zeros(match.players))]


def random_play(match: Match) -> Step:
    """What playing whole games at random needs."""
    work, rng = new(match.game.work), generator(0)
    return "random play", lambda: generic.random_games(twice(match.start), work, rng, 1)


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
        legal = work.code[: game.rules.legal(state, work)].tolist()
        if not legal:
            return
        code = below(rng, game.codes)
        if code not in legal:
            game.why_not(state, code)
        game.rules.play(state, work, legal[below(rng, len(legal))])


def warm_up(
    game: Game, more: More | None = None, report: Report | None = None, on_rules: Callable[[], None] | None = None
) -> None:
    """Compile everything of a game that is not kept yet, and `more` of what is built upon it.

    `on_rules` is called when the rules are there, so that nobody who plays has to wait for those who think.
    """
    if report:
        report("setup", 0, 1)
    match = Match(game, game.players[0])
    rules = _steps(match)
    steps = [*rules, *(more(match) if more else ())]
    for done, (name, call) in enumerate(steps, 1):
        if report:
            report(name, done, len(steps) + 1)
        call()
        if done == len(rules):
            _keep_mark(game, None)
            if on_rules:
                on_rules()
    if report:
        report("ready", len(steps) + 1, len(steps) + 1)
    if more:
        _keep_mark(game, more)


def _keep_mark(game: Game, more: More | None) -> None:
    if not INTERPRETED:
        machine_code.write(_mark(game, more), b"")


def is_warm(game: Game, more: More | None = None) -> bool:
    """Whether everything of a game, and `more` of what is built upon it, was compiled before, or nothing ever is."""
    return INTERPRETED or machine_code.found(_mark(game, more)) is not None


def _mark(game: Game, more: More | None) -> str:
    """The name of the file that says so, beside the compiled code."""
    modules = machine_code.modules_of([*game.rules.functions(), *([more] if more else ())])
    what = f"{game.key}-{more.__name__}" if more else game.key
    return machine_code.name_of(what, (*modules, __name__), "warm")
