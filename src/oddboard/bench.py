"""How fast games are played at random, in one process and next to something real: OpenSpiel's backgammon.

Everything is measured in the same run, a slice of each in turn, and the best slice counts: other programs on the
machine only ever make things slower.
"""

import contextlib
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from oddboard.core import registry
from oddboard.core.game import Game
from oddboard.core.match import Match
from oddboard.core.pipes import ourselves
from oddboard.core.randomness import generator
from oddboard.core.records import new, twice
from oddboard.core.rules import random_games

ROUNDS = 8  # slices of each measurement
SLICE = 20_000  # decisions between two looks at the clock, at least
STARTS = 2  # of the engine, of which the quicker counts
HOW_TO_INSTALL = "OpenSpiel is not installed, so there is no ratio: pip install 'oddboard[bench]'"


@dataclass
class Speed:
    """Decisions and games in a second; the best that was seen."""

    decisions: float = 0.0
    games: float = 0.0

    def take(self, decisions: int, games: float, seconds: float) -> None:
        """Count a slice if it was better."""
        if decisions / seconds > self.decisions:
            self.decisions, self.games = decisions / seconds, games / seconds


def _random_games(game: Game, seconds: float, stream: int) -> tuple[int, float, float]:
    """Play random games for a while; decisions, games, seconds."""
    states = twice(Match(game, game.players[0]).start)
    work, rng = new(game.work), generator(stream)
    decisions = games = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        played, finished = random_games(states, work, rng, SLICE)
        decisions += int(played)
        games += int(finished)
    return decisions, games, spent


def _on_all_cores(game: Game, seconds: float, cores: int) -> tuple[int, float, float]:
    """The same in a thread a core: compiled rules hold no lock."""
    with ThreadPoolExecutor(cores) as pool:
        parts = list(pool.map(lambda stream: _random_games(game, seconds, stream), range(cores)))
    return sum(part[0] for part in parts), sum(part[1] for part in parts), max(part[2] for part in parts)


def _backgammon() -> Callable[[float], tuple[int, float, float]] | None:
    """Plays OpenSpiel's backgammon at random for a while; None if OpenSpiel is not installed."""
    try:
        with contextlib.redirect_stdout(sys.stderr):
            import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("backgammon")
    rng = random.Random(0)

    def played(seconds: float) -> tuple[int, float, float]:
        decisions = games = 0
        began = time.perf_counter()
        while (spent := time.perf_counter() - began) < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, weights)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
            games += 1
        return decisions, games, spent

    return played


def start_seconds(key: str) -> float:
    """How long a fresh engine takes to its first answer about a game."""
    players = registry.game(key).players[0]
    request = json.dumps({"id": 1, "cmd": "new", "game": key, "players": players}) + "\n"
    began = time.perf_counter()
    command = ourselves("oddboard", "engine")
    subprocess.run(command, input=request.encode(), stdout=subprocess.PIPE, check=True)  # noqa: S603 (ourselves)
    return time.perf_counter() - began


def compile_seconds() -> float:
    """How long `oddboard warm` takes with an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        subprocess.run(  # noqa: S603 (ourselves)
            ourselves("oddboard", "warm"),
            env=os.environ | {"ODDBOARD_CACHE": folder},
            stdout=subprocess.DEVNULL,
            check=True,
        )
        return time.perf_counter() - began


def measure(
    keys: list[str], seconds: float, compiling: bool = False, report: Callable[[str], None] = lambda doing: None
) -> dict[str, Any]:
    """Measure some games, each so many seconds on one core and on all; one JSON object."""
    games = [registry.game(key) for key in keys]
    cores = os.cpu_count() or 1
    backgammon = _backgammon()
    theirs, one, every = Speed(), {key: Speed() for key in keys}, {key: Speed() for key in keys}
    for number in range(ROUNDS):
        if backgammon:
            report("OpenSpiel's backgammon")
            theirs.take(*backgammon(seconds / ROUNDS))
        for game in games:
            report(game.title)
            one[game.key].take(*_random_games(game, seconds / ROUNDS, number))
            every[game.key].take(*_on_all_cores(game, seconds / ROUNDS, cores))
    results = []
    for game in games:
        report(f"starting {game.title}")
        results.append(
            {
                "game": game.key,
                "players": game.players[0],
                "decisions_per_second": round(one[game.key].decisions),
                "games_per_second": round(one[game.key].games, 1),
                "ratio_to_openspiel": round(one[game.key].decisions / theirs.decisions, 2) if backgammon else None,
                "all_cores_decisions_per_second": round(every[game.key].decisions),
                "all_cores_games_per_second": round(every[game.key].games, 1),
                "warm_start_seconds": round(min(start_seconds(game.key) for _ in range(STARTS)), 2),
            }
        )
    if compiling:
        report("compiling everything anew")
    return {
        "games": results,
        "openspiel": {"game": "backgammon", "decisions_per_second": round(theirs.decisions)} if backgammon else None,
        "note": None if backgammon else HOW_TO_INSTALL,
        "compile_seconds": round(compile_seconds(), 1) if compiling else None,
        "cores": cores,
        "machine": platform.machine(),
        "python": platform.python_version(),
        "seconds": seconds,
    }
