"""Whatever the program, its help or its pages tell somebody to type works; what somebody else types is answered."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer.main

import oddboard
from oddboard import bots
from oddboard.bots import guests
from oddboard.cli import helping
from oddboard.cli.app import app
from oddboard.core import registry
from oddboard.core.observation import layout_of
from tests.cli.test_commands import finished, light
from tests.commands import environment, inside, run

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
SOURCES = sorted((ROOT / "src" / "oddboard").rglob("*.py"))
ELSEWHERE = (
    "magpies",
    "three-birds",
    ".onnx",
    "rusty",
    "mine.py",
)  # games and bots that have to be made first, as other tests do
WORD = r"(?:oddboard [a-z][\w-]*|oddboard --[\w-]+)"
HEAVY = {  # what takes long is seen to be called as it should be, and run by its own tests
    "oddboard.cli.contests.arena": None,
    "oddboard.cli.contests.analyse": None,
    "oddboard.cli.studies.study_game": None,
    "oddboard.cli.bench.bench": None,
    "oddboard.cli.check.check": True,
    "oddboard.cli.training.train": True,
    "oddboard.cli.puzzles.make": None,
    "oddboard.cli.compilation.warm": None,
    "oddboard.server.serving.serve": None,
    "oddboard.server.watching.watch": None,
}


def commands(path: str, command: Any) -> dict[str, Any]:
    """All subcommands that can be run, by their whole name."""
    if not hasattr(command, "commands"):
        return {path: command}
    return {
        key: leaf for name, each in command.commands.items() for key, leaf in commands(f"{path} {name}", each).items()
    }


COMMANDS = commands("oddboard", typer.main.get_command(app))


def in_help() -> set[str]:
    return {line for each in COMMANDS.values() for line in re.findall(r"^- `(.*)`$", each.epilog or "", re.MULTILINE)}


def in_pages() -> set[str]:
    """Lines of blocks, up to what is said about them, and commands in the middle of a sentence."""
    found: set[str] = set()
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in re.findall(r"^```(?:sh|bash)?\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            lines = re.findall(rf"^(?:\$ )?(?:\w+=\S+ )?({WORD}.*)$", block, re.MULTILINE)
            found |= {re.split(r"  +|  #", line)[0].strip() for line in lines}
        prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
        found |= {" ".join(line.split()) for line in re.findall(rf"`({WORD} [^`]*)`", prose)}
    return found


def in_messages() -> set[str]:
    """Commands that sources quote, in messages and docstrings."""
    texts = (path.read_text(encoding="utf-8") for path in SOURCES)
    return {line for text in texts for line in re.findall(rf"`({WORD}[^`{{}}\n]*)`", text)}


def is_only_named(line: str) -> bool:
    """Whether a line names a command or an option, and is not meant to be typed: something must follow."""
    command = COMMANDS.get(line)
    if line == "oddboard admin" or (command is not None and any(each.required for each in command.params)):
        return True
    name, _, last = line.rpartition(" ")
    options = COMMANDS[name].params if name in COMMANDS else []
    return any(last in each.opts and not each.is_flag for each in options if last.startswith("--"))


def suggested() -> list[str]:
    lines = in_help() | in_pages() | in_messages()
    others = (*ELSEWHERE, "[", "…", "...")
    return sorted(line for line in lines if not is_only_named(line) and not any(word in line for word in others))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished(tmp_path_factory.mktemp("games") / "game")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[Any, ...]]]:
    """A folder to work in, with nothing in it; heavy work is only noted."""
    noted: list[tuple[str, tuple[Any, ...]]] = []

    def noting(name: str, answer: Any) -> Any:
        def note(*given: Any) -> Any:
            noted.append((name, given))
            return answer

        return note

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv(guests.KNOWN, "{}")
    monkeypatch.setattr("oddboard.cli.opening._asked_for", lambda: "martian-race")
    for name, answer in HEAVY.items():
        monkeypatch.setattr(name, noting(name, answer))
    return noted


def filled(line: str, game: Path) -> list[str]:
    """The words of a line, with something real for what it leaves open."""
    meant = {"FILE": str(game), "GAME": "martian-race", "TABLE": "t1", "GUEST": "g1", "NAME": "some-birds"}
    meant |= {"NAME=VALUE": "turn_limit=40", "URL": "sqlite:///tables.db", "ADDRESS": "local", "KEY": "yaz"}
    return [meant.get(word, word) for word in shlex.split(line)[1:]]


def test_every_line_that_is_suggested_works(game: Path, desk: list[tuple[str, tuple[Any, ...]]]) -> None:
    """Together, because each needs a moment only, and all the same preparation."""
    lines = suggested()
    assert len(lines) > 40
    inside("backup", "tables.oddboard.gz", "--database", "sqlite:///tables.db")
    for place in (Path("mine.npz"), Path("mine/policy.npz")):
        place.parent.mkdir(exist_ok=True)
        save_network(place)
    wrong = []
    for number, line in enumerate(lines):
        os.environ[guests.KNOWN] = "{}"  # nobody's bots from the line before
        words = filled(line, game)
        if words[0] == "play" and "--resume" not in words:
            words += ["--save", f"game-{number}"]
        if words[0] == "restore":
            words = ["restore", "tables.oddboard.gz", "--database", f"sqlite:///restored-{number}.db"]
        if words[0] == "backup":
            words[1] = f"copy-{number}"
        done = run("engine") if words == ["engine"] else inside(*words, typed="quit\nq\n")
        missing = re.search(r"there is no (table|guest) '[tg]1'|g1 is not banned", done.stderr)  # the line's own words
        if done.returncode != 0 and not missing:
            wrong.append(f"{line}: {done.stderr.strip() or done.returncode}")
    assert not wrong, "\n".join(wrong)
    assert {name for name, _ in desk} >= set(HEAVY) - {"oddboard.server.watching.watch"}


def save_network(path: Path) -> None:
    """A bot of somebody's own, which knows nothing."""
    one = registry.game("everest")
    guests.save(path, one.key, [(np.zeros((layout_of(one).size, one.codes)), np.zeros(one.codes))])


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_examples(name: str) -> None:
    lines = re.findall(r"^- `(.*)`$", COMMANDS[name].epilog or "", re.MULTILINE)
    assert lines
    assert all(line.startswith(name) for line in lines)


def test_what_is_printed_to_be_typed_can_be_typed(desk: list[Any]) -> None:
    """After a game, after leaving one, after putting a copy back."""

    def named(printed: str) -> list[str]:
        return re.findall(r"(?:: +|^ +)oddboard (.*)$", printed, re.MULTILINE)

    left = inside("play", "martian-race", "--save", "left game", typed="quit\n").stdout
    over = inside(
        "play", "martian-race", "--seats", "random,random", "--option", "turn_limit=1", "--save", "over"
    ).stdout
    inside("backup", "copy", "--database", "sqlite:///tables.db")
    back = inside("restore", "copy", "--database", "sqlite:///back.db").stdout
    lines = [*named(left), *named(over), *named(back)]
    assert [line.split()[0] for line in lines] == ["play", "replay", "verify", "serve"]
    for line in lines:
        done = inside(*shlex.split(line), typed="quit\n")
        assert done.returncode == 0, (line, done.stderr)


GARBAGE = [
    "nonsense", "--nope", "play --players x", "play martian-race --players", "play martian-race more words",
    "play --nope", "games a b", "serve --port 99999", "serve --port abc", "serve --thinkers 0",
    "serve --generosity -1", "serve --log-level loud", "serve --database nonsense", "backup",
    "backup x --database mysql://x", "restore", "restore /nowhere --database sqlite:///r.db", "replay", "warm now",
    "check", "check chess", "arena chess", "arena yaz --bots genius", "arena yaz --bots ''", "arena yaz --games 0",
    "arena yaz --bots search:-1,random", "arena yaz --option x", "study chess", "study yaz --bot genius",
    "study yaz --games 1", "study yaz --out /proc/x", "train chess", "train yavoch --teacher /nowhere/x",
    "train everest --games 0", "train everest --players 9", "train everest --rounds 0",
    "train everest --out /nowhere/x", "train everest --option x", "analyse /nowhere", "analyse x --iterations 0",
    "bench chess", "bench --seconds 0",
    "new-game", "new-game 'A B'", "admin nonsense", "admin tables --state odd", "admin tables --database nonsense",
    "engine more",
]  # fmt: skip


def test_whatever_is_wrong_is_answered_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    answers = {line: inside(*shlex.split(line)) for line in GARBAGE}
    wrong = {
        line: (done.returncode, done.stderr)
        for line, done in answers.items()
        if done.returncode != 2 or len(done.stderr.splitlines()) != 1 or not done.stderr.startswith("oddboard: ")
    }
    assert wrong == {}


def test_names_are_completed() -> None:
    assert tuple(bots.LEVELS) == helping.LEVELS
    for typed, wanted in {
        "oddboard play mart": "martian-race",
        "oddboard play everest --seats me,sk": "me,skilled",
        "oddboard arena yaz --bots greedy,ca": "greedy,careless",
        "oddboard serve --log-level d": "debug",
        "oddboard admin st": "statistics",
    }.items():
        words = {"COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split()) - 1)}
        assert wanted in light(_ODDBOARD_COMPLETE="complete_bash", **words).split(), typed


@pytest.mark.skipif(sys.platform == "win32", reason="needs bash")
def test_bash_completes_with_the_script_that_is_given() -> None:
    script = light(_ODDBOARD_COMPLETE="source_bash")
    asked = f"""
{script}
COMP_WORDS=(oddboard play sail) COMP_CWORD=2
$(complete -p oddboard | sed 's/.*-F \\([^ ]*\\).*/\\1/') oddboard
echo "${{COMPREPLY[@]}}"
"""
    found = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}  # as in an active environment
    done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, env=environment(**found), check=False)
    assert done.stdout.split() == ["sailboat-regatta"], done.stderr


def test_no_colour_where_none_is_wanted() -> None:
    command = [sys.executable, "-m", "oddboard", "--nonsense"]
    colours = re.compile(rb"\x1b\[[0-9;]*3[0-9]")
    coloured = environment(FORCE_COLOR="1", TERM="xterm")
    assert colours.search(subprocess.run(command, capture_output=True, env=coloured, check=False).stderr)
    plain = subprocess.run(command, capture_output=True, env=coloured | {"NO_COLOR": "1"}, check=False)
    assert plain.stderr
    assert not colours.search(plain.stderr)


def test_the_version_is_told() -> None:
    assert inside("--version").stdout == f"oddboard {oddboard.__version__}\n"
