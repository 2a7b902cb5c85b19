"""The game of the tutorial, outside the package and found by its entry point, gets everything without a change here."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from oddboard.core import scene
from tests.core.test_smallest_game import install
from tests.packages import register
from tests.server.postgres import free_port

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "magpies"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process in which the example is installed, as its pyproject.toml says."""
    place = tmp_path_factory.mktemp("site")
    shutil.copytree(EXAMPLE / "magpies", place / "magpies", ignore=shutil.ignore_patterns("__pycache__"))
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    register(place, project["name"], project["version"], project["entry-points"]["oddboard.games"])
    return os.environ | {"PYTHONPATH": str(place), "ODDBOARD_CACHE": str(place / "cache")}


def run(environment: dict[str, str], *command: str, given: str = "") -> str:
    done = subprocess.run(
        [sys.executable, *command], env=environment, cwd=ROOT, input=given, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_it_keeps_the_contract(installed: dict[str, str]) -> None:
    """The conformance suite plays it as it plays the others."""
    told = run(
        installed, "-m", "pytest", "tests/conformance/test_contract.py", "-k", "magpies", "-p", "no:cacheprovider"
    )
    assert "passed" in told


def test_the_command_line_lists_and_plays_it(installed: dict[str, str], tmp_path: Path) -> None:
    assert "magpies" in run(installed, "-m", "oddboard", "games")
    request = {"id": 1, "cmd": "new", "game": "magpies", "players": 3}
    (answer,) = run(installed, "-m", "oddboard", "engine", given=json.dumps(request)).splitlines()
    assert len(json.loads(answer)["legal"]) == 8
    bots = ["--bots", "search:80,greedy,random", "--games", "6", "--json"]
    standings = json.loads(run(installed, "-m", "oddboard", "arena", "magpies", *bots, "--players", "3"))
    assert {bot["bot"] for bot in standings["bots"]} == {"search:80", "greedy", "random"}


def test_environments_and_the_card(installed: dict[str, str]) -> None:
    """PettingZoo's checks, OpenSpiel's, vectors, and kernels for the card, as for the others."""
    told = run(installed, "-m", "pytest", "tests/envs", "-k", "magpies", "-m", "", "-p", "no:cacheprovider")
    assert "passed" in told
    assert "failed" not in told


def test_the_page_plays_it_and_a_game_without_a_picture(installed: dict[str, str]) -> None:
    """In a real browser, drawn plainly or not at all, by touching what glows, to the end."""
    page = ROOT / "src" / "oddboard" / "server" / "web" / "index.html"
    browser = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if not page.exists() or not (ROOT / "web" / "node_modules").exists() or not browser:
        pytest.skip("the page is not built, or there is no Chromium: make test sees to both")
    install(Path(installed["PYTHONPATH"]))
    beside = json.dumps({"magpies": {"round_limit": 2}, "heap": {}})
    environment = installed | {"ODDBOARD_SIXTH": beside, "ODDBOARD_PORT": str(free_port())}
    command = ["npx", "playwright", "test", "games.spec.ts", "--grep", "magpies|heap", "--reporter", "line"]
    done = subprocess.run(command, env=environment, cwd=ROOT / "web", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert "2 passed" in done.stdout


def test_a_study_of_it(installed: dict[str, str], tmp_path: Path) -> None:
    command = ["-m", "oddboard", "study", "magpies", "--bot", "random", "--games", "4", "--workers", "1"]
    run(installed, *command, "--out", str(tmp_path))
    assert "# Magpies, studied" in (tmp_path / "magpies.md").read_text()


def test_the_tutorial_needs_no_other_file() -> None:
    """All files of the example stand in it, and every field that a picture can have is explained."""
    page = (ROOT / "docs" / "a-sixth-game.md").read_text(encoding="utf-8")
    assert "../examples" not in page
    for path in sorted(EXAMPLE.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and not path.match("*.egg-info/*"):
            name, text = str(path.relative_to(EXAMPLE)), path.read_text(encoding="utf-8").rstrip()
            assert f"### `{name}`\n" in page, f"{name} is not in the tutorial"
            assert f"\n{text}\n````" in page, f"{name} has changed: put it into the tutorial as it is now"
    explained = page.partition("## Afternoon")[2].partition("## A hidden deal")[0]
    for shape in (scene.Ground, scene.Place, scene.Scene, scene.SeatLine, scene.Piece, scene.Item, scene.Preview):
        for name in shape.__annotations__:
            assert f"`{name}`" in explained, f"{shape.__name__}.{name} is not explained"
