"""Rules as work that several processes share."""

import importlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from oddboard.core import registry, shared_work, warming
from oddboard.core.compiling import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled in the interpreted mode")

TAKEN = """
import sys
from oddboard.core import registry, shared_work
registry.game("everest")
shared_work.compile_one("oddboard.games.everest.rules.turn:to_move")
"""
USED = """
import oddboard
match = oddboard.new("everest", players=2)
to_move = match.game.rules.to_move
print(match.to_move, len(to_move.stats.cache_hits), len(to_move.stats.cache_misses))
"""


def _named(name: str) -> Any:
    module, _, function = name.partition(":")
    return getattr(importlib.import_module(module), function)


@pytest.mark.parametrize("key", registry.keys())
def test_functions_come_after_those_that_they_call(key: str) -> None:
    game = registry.game(key)
    names = shared_work.functions_of(game)
    assert len(names) == len(set(names)) > 50, "most of a game's rules can be shared out"
    place = {_named(name): number for number, name in enumerate(names)}
    assert {game.rules.legal, game.rules.play} <= place.keys()
    called = 0
    for function, number in place.items():
        for name in function.py_func.__code__.co_names:  # a field of a state may be called as a function is
            other = function.py_func.__globals__.get(name)
            if hasattr(other, "py_func") and other in place and other is not function:
                assert place[other] < number, f"{function} calls {other}"
                called += 1
    assert called


def test_previews_are_compiled_before_a_game_comes_to_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the first that is shown in a game would stop everybody."""
    compiled: list[str] = []
    monkeypatch.setattr(shared_work, "compile_one", compiled.append)
    game = registry.game("yaz")
    warming.warm_up(game)
    assert compiled == shared_work.functions_of(game)
    assert any(name.endswith(":find_journeys") for name in compiled), "what a preview of a race needs"


def test_what_one_process_has_taken_another_finds(tmp_path: Path) -> None:
    """It is compiled for what callers really pass."""

    def run(script: str) -> list[str]:
        environment = os.environ | {"ODDBOARD_CACHE": str(tmp_path)}
        return subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
        ).stdout.split()

    run(TAKEN)
    assert run(USED) == ["0", "1", "0"]
