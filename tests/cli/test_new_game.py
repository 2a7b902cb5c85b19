"""`oddboard new-game` writes a package whose game is whole; `oddboard serve --watch` takes up what changes in it."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from oddboard.cli import compilation
from oddboard.cli.new_game import PLAN, names_of, new_game
from oddboard.core import registry
from oddboard.core.errors import BadRequest
from oddboard.server import watching
from tests.packages import register


def test_the_package_keeps_its_tests_and_its_rulebook_from_anywhere(tmp_path: Path) -> None:
    made = [sys.executable, "-m", "oddboard", "new-game", "three-birds", "--folder", str(tmp_path)]
    told = subprocess.run(made, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert "oddboard check three-birds" in told.stdout
    place = tmp_path / "three-birds"
    project = tomllib.loads((place / "pyproject.toml").read_text())
    assert project["project"]["entry-points"]["oddboard.games"] == {"three-birds": "three_birds:ThreeBirds"}
    for path in filter(Path.is_file, place.rglob("*")):
        assert not any(f"@{name}@" in path.read_text() for name in names_of("two-birds")), path
    register(place, "oddboard-three-birds", "0.1", project["project"]["entry-points"]["oddboard.games"])
    paths = os.pathsep.join(filter(None, [str(place), os.environ.get("PYTHONPATH", "")]))
    environment = os.environ | {"PYTHONPATH": paths, "ODDBOARD_INTERPRETED": "1"}
    for command in (
        ["pytest", "-q", "-p", "no:cacheprovider", "tests/test_rules.py"],
        ["oddboard", "check", "three-birds"],
    ):
        run = [sys.executable, "-m", *command]
        done = subprocess.run(run, cwd=place, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]


def test_every_file_of_the_skeleton_is_used() -> None:
    folder = Path(watching.__file__).parents[1] / "cli" / "skeleton"
    assert {path.name.removesuffix(".txt") for path in folder.iterdir()} == set(PLAN)


@pytest.mark.parametrize(
    ("key", "said"),
    [("Three Birds", "small letters"), ("x", "small letters"), ("everest", "already"), ("json", "something else")],
)
def test_a_name_that_cannot_be_is_refused(key: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match=said):
        new_game(key, tmp_path)
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "three-birds").mkdir()
    with pytest.raises(BadRequest, match="is there already"):
        new_game("three-birds", tmp_path)


SERVER = """
import pathlib, sys, time
log = pathlib.Path(sys.argv[1])
log.write_text(log.read_text() + " ".join(sys.argv[2:]) + "\\n")
if log.read_text().count("\\n") == 1:
    pathlib.Path(sys.argv[2]).write_text("changed")
    time.sleep(60)
"""


def test_a_changed_file_starts_the_server_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log, game = tmp_path / "log.other", tmp_path / "game" / "rules.py"
    game.parent.mkdir()
    game.write_text("")
    log.write_text("")
    monkeypatch.setattr(watching, "folders", lambda: [game.parent])
    monkeypatch.setattr(watching, "EVERY", 0.05)
    monkeypatch.setattr(watching, "SETTLED", 0.0)
    assert watching.watch([sys.executable, "-c", SERVER, str(log), str(game), "--open"]) == 0
    assert log.read_text().splitlines() == [f"{game} --open", str(game)]


def test_it_watches_the_games_and_needs_a_port() -> None:
    assert any(place.name == "everest" for place in watching.folders())
    assert watching.command_of(["serve", "--watch", "--open"], 8765)[2:] == ["oddboard", "serve", "--open"]
    with pytest.raises(BadRequest, match="--port"):
        watching.command_of(["serve", "--watch"], 0)


def test_a_game_is_compiled_from_the_folder_in_which_its_project_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There Python would take the folder for the package if both are called alike."""
    started: list[list[str]] = []

    def start(command: list[str], **more: Any) -> Any:
        started.append(command)
        raise OSError

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [each for each in sys.path if each])
    monkeypatch.setattr(compilation.warming, "is_warm", lambda game, more: False)
    monkeypatch.setattr(compilation.subprocess, "Popen", start)
    coming = compilation.Coming(registry.game("everest"))
    with pytest.raises(OSError):
        coming.wait(lambda: False)
    assert started[0] == [sys.executable, "-P", "-m", "oddboard", "warm", "everest"]
