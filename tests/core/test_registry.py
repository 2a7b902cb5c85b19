"""Games of other packages that are broken: named with the reason, and nothing else suffers."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packages import register

HALF = """
from oddboard.core.game import Game
class Half(Game):
    key = "half"
    title = "Half a game"
"""
BROKEN = {
    "absent": ("absent.nowhere:Absent", None, "ModuleNotFoundError"),
    "half": ("half:Half", HALF, ", start, "),
    "loud": ("loud:Loud", "raise RuntimeError('no map of the moon')", "no map of the moon"),
    "number": ("number:Number", "Number = 5", "no class of games"),
    "alias": ("alias:Alias", "from oddboard.games.everest import Everest as Alias", "leads to the game everest"),
}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Of a process in which all of these are installed."""
    for key, (_, source, _) in BROKEN.items():
        if source is not None:
            (tmp_path / f"{key}.py").write_text(source)
    register(tmp_path, "broken-games", "1", {key: target for key, (target, _, _) in BROKEN.items()})
    paths = [str(tmp_path), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}


def _run(environment: dict[str, str], *command: str, given: str = "") -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-m", "oddboard", *command]
    return subprocess.run(program, env=environment, input=given, capture_output=True, text=True, check=False)


def test_the_list_names_what_is_broken_and_why(environment: dict[str, str]) -> None:
    run = _run(environment | {"COLUMNS": "300"}, "games")
    assert run.returncode == 0
    assert "yavoch" in run.stdout
    lines = {line.split()[3]: line for line in run.stderr.splitlines() if line.startswith("broken: ")}
    assert sorted(lines) == sorted(BROKEN)
    for key, (_, _, reason) in BROKEN.items():
        assert reason in lines[key]


def test_a_broken_game_is_refused_with_its_reason(environment: dict[str, str]) -> None:
    run = _run(environment, "games", "loud")
    assert run.returncode == 2
    assert "no map of the moon" in run.stderr
    assert "Traceback" not in run.stderr


def test_programs_get_the_others(environment: dict[str, str]) -> None:
    asked = [{"id": 1, "cmd": "games"}, {"id": 2, "cmd": "new", "game": "half", "players": 2}]
    run = _run(environment, "engine", given="".join(json.dumps(each) + "\n" for each in asked))
    games, half = map(json.loads, run.stdout.splitlines())
    keys = {game["key"] for game in games["games"]}
    assert {"everest", "yaz"} <= keys
    assert not keys & set(BROKEN)
    assert half["error"]["kind"] == "unknown_game"
    assert "lacks" in half["error"]["message"]
