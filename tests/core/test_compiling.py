"""The cache of compiled rules: found again, and not after a source has changed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from oddboard.core.compiling import INTERPRETED
from tests.packages import register

RULE = """
from oddboard.core.compiling import cache_folder
from {package}.moves import double
double(2)
print(cache_folder().name, double.stats.cache_hits[double.signatures[0]] if double.stats.cache_hits else 0, double(21))
"""

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled in the interpreted mode")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package of somebody else's with a game in it, registered by an entry point."""
    folder = tmp_path / "sixth"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "step.py").write_text("from oddboard.core.compiling import rule\n@rule\ndef step(n):\n    return n\n")
    (folder / "moves.py").write_text(
        "from oddboard.core.compiling import rule\nfrom sixth.step import step\n"
        "@rule\ndef double(n):\n    return step(n) + step(n)\n"
    )
    register(tmp_path, "sixth", "1", {"sixth": "sixth:Sixth"})
    return folder


def _run(package: Path) -> list[str]:
    environment = os.environ | {"PYTHONPATH": str(package.parent), "ODDBOARD_CACHE": str(package.parent / "cache")}
    script = RULE.format(package="sixth")
    run = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout.split()


def test_a_second_process_finds_what_the_first_compiled(package: Path) -> None:
    first, second = _run(package), _run(package)
    assert first[1:] == ["0", "42"]
    assert second == [first[0], "1", "42"]


def test_a_change_in_a_called_function_is_noticed(package: Path) -> None:
    """Numba alone would go on with the old one, because the caller's own file is as it was."""
    before = _run(package)
    source = package / "step.py"
    source.write_text(source.read_text().replace("return n", "return n + 100"))
    after = _run(package)
    assert after[0] != before[0]
    assert after[2] == "242"


def test_a_change_in_what_no_rule_imports_is_none(package: Path) -> None:
    """Words and pictures can be worked on without a new compilation."""
    before = _run(package)
    (package / "words.py").write_text("GREETING = 'hello'")
    assert _run(package)[:2] == [before[0], "1"]


def test_without_a_cache_folder_everything_still_works(package: Path) -> None:
    (package.parent / "cache").write_text("a file where the folder should be")
    assert _run(package)[2] == "42"
