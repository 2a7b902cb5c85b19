"""Every piece of code in README and documentation runs as it stands; what they say of the engine is what it says."""

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from oddboard.core.compiling import INTERPRETED
from oddboard.engine import Engine

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
NEEDS = {
    'device="cuda"': "a graphics card",
    **({} if find_spec("jax") else {"import jax\n": "JAX"}),
    "magpies": "the package that the tutorial makes",
}  # run elsewhere
# Each block of a page by itself, one after another in one process, so that the compiler is loaded once.
RUNNER = """
import json, sys
for line, source in json.load(sys.stdin):
    print("block at line", line, file=sys.stderr)
    exec(compile(source, f"line {line}", "exec"), {"__name__": "__main__"})
"""


def snippets(page: Path, language: str) -> list[tuple[int, str]]:
    """Each block of code in a language, with the line that it begins at."""
    text = page.read_text(encoding="utf-8")
    blocks = re.finditer(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [(text[: block.start()].count("\n") + 1, block[1]) for block in blocks]


def with_blocks(*languages: str) -> list[Path]:
    return [page for page in PAGES if any(snippets(page, language) for language in languages)]


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.skipif(INTERPRETED, reason="thousands of games are for compiled rules")
@pytest.mark.parametrize("page", with_blocks("python"), ids=named)
def test_python_runs_as_it_stands(page: Path) -> None:
    whole = []
    for line, source in snippets(page, "python"):
        compile(source, f"{named(page)}:{line}", "exec")
        part = re.match(r"class |@|    |def touches", source)  # of something, shown to be read
        if not part and not any(word in source for word in NEEDS):
            whole.append((line, source))
    if not whole:
        return
    run = subprocess.run(
        [sys.executable, "-c", RUNNER],
        input=json.dumps(whole),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env=os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
    )
    assert run.returncode == 0, f"{named(page)}\n{run.stderr}"


def is_said(shown: object, said: object) -> bool:
    """Whether a reply is as a page shows it; `...` stands for more."""
    if isinstance(shown, dict) and isinstance(said, dict):
        return all(name in said and is_said(value, said[name]) for name, value in shown.items())
    if isinstance(shown, list) and isinstance(said, list):
        return all(is_said(one, other) for one, other in zip(shown, said, strict=False))
    return shown == said


def without_dots(text: str) -> object:
    return json.loads(re.sub(r", \.\.\.(?=[\]}])", "", text))


@pytest.mark.parametrize("page", with_blocks("engine"), ids=named)
def test_the_engine_says_what_pages_say_it_says(page: Path) -> None:
    for line, block in snippets(page, "engine"):
        engine = Engine()
        lines = block.splitlines()
        assert lines
        for asked, answered in zip(lines[::2], lines[1::2], strict=True):
            assert asked.startswith("> ")
            assert answered.startswith("< ")
            reply = json.loads(engine.answer(asked[2:].encode()))
            assert is_said(without_dots(answered[2:]), reply), f"{named(page)}:{line}\n{answered}\n{reply}"


def test_commands_exist() -> None:
    """Every `oddboard WORD` in a block of commands is a command of the program."""
    help_page = subprocess.run([sys.executable, "-m", "oddboard", "--help"], capture_output=True, text=True, check=True)
    commands = set(re.findall(r"^│ (\w[\w-]*) ", help_page.stdout, re.MULTILINE))
    assert {"play", "serve", "backup"} <= commands
    for page in PAGES:
        for line, block in [found for kind in ("", "sh", "bash") for found in snippets(page, kind)]:
            for word in re.findall(r"^\$? ?oddboard ([a-z][\w-]*)", block, re.MULTILINE):
                assert word in commands, f"{named(page)}:{line} names oddboard {word}"
