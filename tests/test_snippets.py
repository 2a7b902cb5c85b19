"""Every piece of Python in README and documentation runs as it stands there; every command that they name exists."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from oddboard.core.compiling import INTERPRETED

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
NEEDS = {'device="cuda"': "a graphics card", "magpies": "the package that the tutorial makes"}  # run elsewhere


def snippets(language: str) -> list[tuple[str, str]]:
    """Each block of code in a language, with the page and the line that it begins at."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in re.finditer(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            line = text[: block.start()].count("\n") + 1
            found.append((f"{page.relative_to(ROOT)}:{line}", block[1]))
    return found


@pytest.mark.skipif(INTERPRETED, reason="thousands of games are for compiled rules")
@pytest.mark.parametrize(("where", "source"), snippets("python"), ids=lambda each: each if "\n" not in each else "")
def test_python_runs_as_it_stands(where: str, source: str) -> None:
    if missing := next((what for word, what in NEEDS.items() if word in source), None):
        pytest.skip(f"needs {missing}")
    if re.match(r"class |@|    ", source):
        compile(source, where, "exec")  # a part of something, shown to be read
        return
    run = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, f"{where}\n{run.stderr}"


def test_commands_exist() -> None:
    """Every `oddboard WORD` in a block of commands is a command of the program."""
    help_page = subprocess.run([sys.executable, "-m", "oddboard", "--help"], capture_output=True, text=True, check=True)
    commands = set(re.findall(r"^│ (\w[\w-]*) ", help_page.stdout, re.MULTILINE))
    assert {"play", "serve", "backup"} <= commands
    for where, block in [*snippets(""), *snippets("sh"), *snippets("bash")]:
        for word in re.findall(r"^\$? ?oddboard ([a-z][\w-]*)", block, re.MULTILINE):
            assert word in commands, f"{where} names oddboard {word}"
