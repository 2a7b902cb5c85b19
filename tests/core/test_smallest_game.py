"""The smallest game: twelve names, and everything else by default; it can be played, saved, drawn and checked."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from oddboard.conformance import ALL_CHECKS
from tests.packages import register

GAME = """
from typing import Any

from oddboard.core.compiling import rule
from oddboard.core.decisions import Decisions, Do, Number
from oddboard.core.game import Game
from oddboard.core.records import int8, new, record
from oddboard.core.ruleset import OVER, Rules


@record
class State:
    seats: int8
    turn: int8
    heap: int8


@rule
def to_move(s: Any) -> int:
    return OVER if s.heap == 0 else int(s.turn)


@rule
def legal(s: Any, w: Any) -> int:
    count = min(3, int(s.heap))
    for i in range(count):
        w.code[i] = i
    return count


@rule
def play(s: Any, w: Any, code: int) -> None:
    s.heap -= code + 1
    s.turn = (s.turn + 1) % s.seats


@rule
def score(s: Any, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = 1.0 if seat == s.turn else 0.0


class Heap(Game):
    key = "heap"
    title = "Heap"
    players = range(2, 4)
    state = State
    decisions = Decisions(Do("take", "HEA-1", matches=Number(1, 3)))
    rules = Rules(to_move, legal, play, score)

    def start(self, players: int, options: dict[str, Any]) -> State:
        s = new(State)
        s.seats, s.heap = players, 21
        return s

    def words(self, s: State, code: int) -> str:
        return f"take {code + 1}"
"""
RULEBOOK = "# Heap\n\n- **HEA-1** Take one to three matches; who takes the last one loses.\n"
PLAYED = """
import oddboard
from oddboard.core import registry
match = oddboard.new("heap", 2)
game = match.game
assert (game.prefix, game.codes, game.options, game.tagline) == ("HEA", 3, (), "")
assert match.position() == {"players": 2, "options": {}, "turn": 0, "heap": 21}
assert [choice["touches"] for choice in game.choices(match.state)][0] == ["do:take", "matches:1"]
items = game.scene(match.state)["items"]
assert [item["name"] for item in items[:2]] == ["turn: 0", "heap: 21"]
assert [item["id"] for item in items[2:]] == ["do:take", "matches:1", "matches:2", "matches:3"]
assert "heap: 21" in game.board(match.state).plain
while match.ply < 19:
    match.play({"do": "take", "matches": 1})
refusal = match.why_not({"do": "take", "matches": 3})
assert refusal.rule == "HEA-1" and "not possible now" in refusal.message, refusal
assert "they are 1 to 3" in match.why_not({"do": "take", "matches": 4}).message
from oddboard.core.errors import BadPosition
try:
    game.from_position(match.position())
except BadPosition as error:
    assert "bounds" in error.message
else:
    raise SystemExit("a position was read without bounds")
type(game).bounds = {"turn": (0, 2), "heap": (0, 21)}
assert game.position(game.from_position(match.position())) == match.position()
for wrong in ({"heap": 22}, {"heap": True}, {"heap": [1]}, {"more": 1}, {"players": 5}):
    try:
        game.from_position(match.position() | wrong)
    except BadPosition:
        continue
    raise SystemExit(f"{wrong} was read")
"""


def install(place: Path) -> None:
    """Put the game into a folder of packages."""
    (place / "heap").mkdir()
    (place / "heap" / "__init__.py").write_text("from heap.game import Heap as Heap\n")
    (place / "heap" / "game.py").write_text(GAME)
    (place / "heap" / "rulebook.md").write_text(RULEBOOK)
    register(place, "heap", "1", {"heap": "heap:Heap"})


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Of a process in which the game is installed."""
    install(tmp_path)
    paths = [str(tmp_path), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths)), "ODDBOARD_CACHE": str(tmp_path)}


def _run(environment: dict[str, str], place: Path, *command: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, *command]
    return subprocess.run(program, env=environment, cwd=place, capture_output=True, text=True, check=False)


def test_it_is_played_with_everything_by_default(environment: dict[str, str], tmp_path: Path) -> None:
    run = _run(environment | {"ODDBOARD_INTERPRETED": "1"}, tmp_path, "-c", PLAYED)
    assert run.returncode == 0, run.stderr


def test_it_is_checked_with_one_command_from_anywhere(environment: dict[str, str], tmp_path: Path) -> None:
    run = _run(environment, tmp_path, "-m", "oddboard", "check", "heap")
    assert run.returncode == 0, run.stdout + run.stderr
    assert f"{len(ALL_CHECKS)} of {len(ALL_CHECKS)} checks found nothing wrong with Heap." in run.stdout


def test_what_is_wrong_is_told_and_counts(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "heap" / "rulebook.md").write_text("# Heap\n")
    run = _run(environment | {"ODDBOARD_INTERPRETED": "1"}, tmp_path, "-m", "oddboard", "check", "heap")
    assert run.returncode == 1, run.stdout + run.stderr
    assert "HEA-1 is not on the rulebook page" in run.stdout


def test_twelve_names_are_all_that_a_game_must_say() -> None:
    """And the command that refuses a class which lacks one names it."""
    from dataclasses import MISSING, fields

    from oddboard.core.game import Game
    from oddboard.core.registry import _missing
    from oddboard.core.ruleset import Rules

    class Nothing(Game):
        """A game that says nothing."""

    said = {"key", "title", "players", "state", "decisions", "rules", "start", "words"}
    assert set(_missing(Nothing)) - {"prefix"} == said
    needed = {each.name for each in fields(Rules) if each.default is MISSING}
    assert needed == {"to_move", "legal", "play", "score"}
    assert len(said | needed) == 12


def test_the_tutorials_game_is_short() -> None:
    """With all that makes it nice: secrets, a picture, previews."""
    sources = (Path(__file__).parents[2] / "examples" / "magpies" / "magpies").rglob("*.py")
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in sources) <= 400
