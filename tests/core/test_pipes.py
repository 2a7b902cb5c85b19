"""Processes of our own."""

import subprocess
import sys
from pathlib import Path

import pytest

from oddboard.core.pipes import ourselves


def test_a_process_of_our_own_finds_what_this_one_finds_wherever_it_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that is called as a package does not hide it: a new game's project often is."""
    (tmp_path / "oddboard").mkdir()
    (tmp_path / "oddboard" / "__init__.py").write_text("raise ImportError('the wrong one')")
    monkeypatch.chdir(tmp_path)
    command = ourselves("oddboard", "--version")
    assert subprocess.run(command, capture_output=True, text=True, check=False).returncode == 0
    monkeypatch.syspath_prepend(tmp_path)  # where this one looks, the other looks, too
    assert ourselves("oddboard") == [sys.executable, "-m", "oddboard"]
