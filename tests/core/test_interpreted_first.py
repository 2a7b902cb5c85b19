"""Processes that nobody waits for: rules are interpreted first, and compiled ones are used when they are there."""

import os
import subprocess
import sys

import pytest

from oddboard.core.compiling import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled in the interpreted mode")

# Plays the same game with interpreted rules, with both (another thread loads machine code meanwhile), and with compiled
# ones, and prints what is known of each after it.
PLAYED = """
import random, sys, threading
from oddboard.core import compiling
compiling.interpret_first()
from oddboard.core import registry, sources, warming
from oddboard.core.binding import bind
from oddboard.core.match import Match
from oddboard.core.records import digest

game = registry.game(sys.argv[1])
rules = game.rules

def played():
    rng, match, seen = random.Random(1), Match(game, game.players[0]), []
    while match.ply < 30 and not match.is_over:
        seen.append((match.codes(), digest(match.state), repr(game.scene(match.view(0)))))
        if match.to_move != "chance":
            seen.append(repr(game.choices(match.state)))
        match.play_code(rng.choice(match.codes()))
    return seen

def load():
    with compiling.compiled():
        warming.warm_up(game)
    modules = sources.closure(type(game).__module__)
    compiling.use_machine_code(modules)
    bind(modules, rules)

first = played()
print("numba" in sys.modules, rules.legal.is_interpreted)
thread = threading.Thread(target=load)
thread.start()
while thread.is_alive():
    assert played() == first
print("numba" in sys.modules, isinstance(rules.legal, compiling.Rule))
assert played() == first
print(len(rules.legal.signatures) > 0)
"""

LOOKED_AT = """
import asyncio, sys
from types import SimpleNamespace
from oddboard.core import compiling
compiling.interpret_first()
from oddboard.server.games import Games
from oddboard.server.tasks import Tasks

async def prepared(key, waited_for=True):
    await go_on.wait()

async def meet(key):
    met.append(key)

async def quiet(seconds):
    pass

async def main():
    thinkers = SimpleNamespace(is_ready=lambda key: False, prepare=prepared, preparing={}, meet=meet, quiet=quiet)
    games = Games(thinkers, Tasks())
    game = await asyncio.wait_for(games.ready("everest"), 60)
    print(game.rules.legal.is_interpreted, "numba" in sys.modules, *met)
    go_on.set()
    while isinstance(game.rules.legal, compiling.Rule):
        await asyncio.sleep(0.05)
    print(len(game.codes_of(game.start(2, game.complete(2, {option.name: option.default for option in game.options})))))

go_on, met = asyncio.Event(), []
asyncio.run(main())
"""

MET = """
import sys
from oddboard.core import compiling
compiling.interpret_first()
from oddboard.server.thinker import Thinker

thinker = Thinker(lambda news: None, lambda: False)
print(thinker.answer({"do": "meet", "game": "yaz"}))
print("oddboard.games.yaz.rules.legal" in sys.modules, "oddboard.bots.greedy" in sys.modules, "numba" in sys.modules)
print(thinker.answer({"do": "meet", "game": "chess"})["error"]["kind"])
"""

THOUGHT = """
import threading, time
from oddboard.core import compiling
compiling.interpret_first()
from oddboard.core import registry, warming
from oddboard.server import thinker as thinking
from oddboard.server.thinker import Thinker

thinking.QUIET = thinking.AT_LATEST = 3600.0
load = warming.warm_up
begun = threading.Event()
def begin(*given):
    begun.set()
    load(*given)
warming.warm_up = begin

start = {"players": 2, "options": {}, "position": None}
about = {"table": "t", "game": "yavoch", "start": start, "codes": [], "seat": 0, "level": "novice", "seed": 1}
question = about | {"seconds": 60.0, "laid": []}
thinker = Thinker(lambda news: None, lambda: False)
rules = registry.game("yavoch").rules
first = thinker.answer({"do": "decide", "question": question})
print("answer" in first or first, rules.legal.is_interpreted, begun.wait(0.2))
second = thinker.answer({"do": "decide", "question": question | {"level": "search:2", "table": "u"}})
print("answer" in second or second, rules.legal.is_interpreted)
"""

# A bot that thinks for longer than it would have to be quiet, until machine code is loaded or a moment has passed.
BUSY = """
import threading
from oddboard.core import compiling
compiling.interpret_first()
from oddboard.bots import greedy
from oddboard.core import warming
from oddboard.server import thinker as thinking
from oddboard.server.thinker import Thinker

thinking.QUIET = 0.02
warming.is_warm = lambda *given: True
begun = threading.Event()
warming.warm_up = lambda *given: begun.set()
advise, thinker = greedy.advise, Thinker(lambda news: None, lambda: False)
def slowly(*given):
    print(begun.wait(0.5))
    return advise(*given)
greedy.advise = slowly

start = {"players": 2, "options": {}, "position": None}
about = {"table": "t", "game": "yavoch", "start": start, "codes": [], "seat": 0, "level": "novice", "seed": 1}
print("answer" in thinker.answer({"do": "decide", "question": about | {"seconds": 60.0, "laid": []}}))
print(begun.wait(60))
"""


def _printed(script: str, *arguments: str) -> list[str]:
    run = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env=os.environ,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.split()


@pytest.mark.parametrize("key", ["everest", "yavoch"])  # one that knows its tables by name, one also by module
def test_a_game_goes_on_with_machine_code_as_it_began(key: str) -> None:
    assert _printed(PLAYED, key) == ["False", "True", "True", "False", "True"]


def test_a_server_has_a_board_before_it_has_the_compiler() -> None:
    """And the bots' process was told which game it is."""
    assert _printed(LOOKED_AT)[:3] == ["True", "False", "everest"]


def test_a_bot_gets_to_know_a_game_before_it_is_asked() -> None:
    assert _printed(MET) == ["{'answer':", "{}}", "True", "True", "False", "unknown_game"]


def test_a_simple_bot_does_not_wait_until_machine_code_is_loaded() -> None:
    """Nor is it slowed down by that, beside its first decisions; one that searches has it loaded at once."""
    assert _printed(THOUGHT) == ["True", "True", "False", "True", "False"]


def test_machine_code_is_not_loaded_while_a_bot_thinks() -> None:
    """On a slow machine a bot's first decisions take longer than the pause after which it is loaded."""
    assert _printed(BUSY) == ["False", "True", "True"]
