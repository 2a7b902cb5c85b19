"""The game of the tutorial, outside the package and found by its entry point, gets everything without a change here."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

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


def test_the_page_plays_it(installed: dict[str, str]) -> None:
    """In a real browser, drawn plainly, by touching what glows, to the end."""
    page = ROOT / "src" / "oddboard" / "server" / "web" / "index.html"
    if not page.exists() or not (ROOT / "web" / "node_modules").exists() or not shutil.which("chromium"):
        pytest.skip("the page is not built, or there is no Chromium: make test sees to both")
    environment = installed | {"ODDBOARD_SIXTH": "magpies", "ODDBOARD_PORT": str(free_port())}
    command = ["npx", "playwright", "test", "games.spec.ts", "--grep", "magpies", "--reporter", "line"]
    done = subprocess.run(command, env=environment, cwd=ROOT / "web", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert "1 passed" in done.stdout


def test_a_study_of_it(installed: dict[str, str], tmp_path: Path) -> None:
    command = ["-m", "oddboard", "study", "magpies", "--bot", "random", "--games", "4", "--workers", "1"]
    run(installed, *command, "--out", str(tmp_path))
    assert "# Magpies, studied" in (tmp_path / "magpies.md").read_text()
