"""Results that are kept, and what has become slower since."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks import contests, kept
from oddboard.core import machine_code


def result(**ratios: float | None) -> dict[str, Any]:
    return {"games": [{"game": key, "ratio_to_openspiel": ratio} for key, ratio in ratios.items()]}


# Without site packages nothing is installed; a process that this one starts knows the games as well.
ENTRIES = """
import subprocess, sys
from entries import know_the_games
know_the_games()
told = "from importlib.metadata import entry_points; print(*sorted(entry_points(group='oddboard.games').names))"
exec(told, {})
subprocess.run([sys.executable, "-S", "-c", told], check=True)
"""


def test_the_games_are_known_where_the_package_is_not_installed(tmp_path: Path) -> None:
    from oddboard.core import registry

    folder = str(Path(kept.__file__).parent)
    names = " ".join(sorted(registry.keys()))
    run = subprocess.run(
        [sys.executable, "-S", "-u", "-c", ENTRIES],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": folder, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.splitlines() == [names, names]


@pytest.mark.parametrize("script", ["card", "card_variants", "card_together"])
def test_what_measures_the_card_begins_without_one(script: str) -> None:
    path = Path(kept.__file__).parent / f"{script}.py"
    assert b"usage" in subprocess.run([sys.executable, path, "--help"], capture_output=True, check=True).stdout


def test_the_last_results_are_compared_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "FOLDER", tmp_path / "results")
    assert "nothing is kept" in kept.compared(result(yaz=70.0), "random-play")[0]
    path = kept.keep("random-play", result(yaz=70.0, everest=200.0, unmeasured=None))
    assert path.name.endswith("-random-play.json")
    head, yaz, everest = kept.compared(result(yaz=35.0, everest=210.0, unmeasured=1.0, new=1.0), "random-play")
    assert path.stem in head
    assert yaz.split()[:2] == ["yaz", "35.0"]
    assert yaz.endswith("SLOWER")
    assert "SLOWER" not in everest


def test_there_are_results_of_every_game() -> None:
    from oddboard.core import registry

    known = kept.latest("random-play")
    assert known is not None
    assert set(kept.ratios(known[1])) == set(registry.keys())


@pytest.mark.parametrize(
    ("scores", "seated", "share"),
    [
        ([1.0, 0.0, 0.0, 0.0], [0, 0, 1, 1], 1.0),  # who only came after the winner is no better than who did so, too
        ([0.0, 1.0, 0.0, 0.0], [0, 1, 0, 1], 0.0),
        ([0.5, 0.5, 0.5, 0.5], [0, 1, 0, 1], 0.5),
        ([1.0, 0.5, 0.5, 0.0], [0, 0, 1, 1], 1.0),
        ([1.0, 0.7, 0.3, 0.0], [0, 1, 1, 0], 0.5),
    ],
)
def test_a_contest_counts_the_pairs_that_came_out_differently(
    scores: list[float], seated: list[int], share: float
) -> None:
    assert contests.share(scores, seated) == share


@pytest.mark.parametrize(
    ("wins", "losses", "goal", "is_open"),
    [
        (0, 0, 0.57, True),
        (11, 0, 0.57, True),  # too few to be certain of anything, after so many looks
        (12, 0, 0.57, False),
        (2, 7, 0.57, True),  # 22 % of nine, where the next sixty were 67 %
        (12, 8, 0.57, True),
        (4, 16, 0.57, False),  # certainly not reached
        (20, 0, None, True),  # nothing to be reached
        (40, 60, None, False),  # as many as were asked for
    ],
)
def test_a_contest_ends_when_it_is_certain_whether_its_goal_is_reached(
    wins: int, losses: int, goal: float | None, is_open: bool
) -> None:
    contest = contests.Contest(contests.Table("yaz", 2), "greedy", "random", 100, goal)
    for share in [1.0] * wins + [0.0] * losses:
        contest.played.append(contests.Played(share, False, 1, 1.0, (0.0, 0.0), (0.0, 0.0)))
    contest.begun = wins + losses
    assert contest.is_open == is_open


def test_a_checkout_plays_against_another_as_a_guest() -> None:
    """Here both are the same, in a game in which seats keep secrets."""
    root = Path(kept.__file__).parent.parent
    script = [sys.executable, root / "benchmarks" / "editions.py", root, "everest 4"]
    asked = ["--cache", machine_code.home(), "--games", "2", "--bot", "search:4", "--processes", "1"]
    run = subprocess.run([*map(str, script + asked)], capture_output=True, text=True, check=True)
    assert re.search(r"\| everest 4 \| 2 \| \d+% \(\d+% to \d+%\)", run.stdout)
    assert "not legal" not in run.stderr


def test_two_checkouts_think_about_the_same_positions() -> None:
    root = Path(kept.__file__).parent.parent
    script = [sys.executable, root / "benchmarks" / "editions.py", root, "everest 2"]
    run = subprocess.run(
        [*map(str, script), "--cache", machine_code.home(), "--iterations", "30"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert re.search(r"\| everest 2 \| [\d,]+ \| [\d,]+ \| [\d,]+ \| \d+\.\d\d \| \d+\.\d\d \|", run.stdout)


def test_several_games_or_tables_are_measured_in_one_run(tmp_path: Path) -> None:
    script = [sys.executable, str(Path(kept.__file__).parent / "opponents.py"), "everest 2", "sailboat-regatta"]
    asked = f"--contests greedy --games 1 --think 0.02 --no-speed --out {tmp_path}"
    run = subprocess.run([*script, *asked.split()], capture_output=True, text=True, check=True)
    assert "| everest 2 | search:0.02s | greedy | 1 |" in run.stdout
    assert "everest 4" not in run.stdout
