"""The command line from outside: help, lists, errors, replaying, verifying, warming, measuring."""

import contextlib
import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

import oddboard
from oddboard.core import registry, saves
from tests.commands import environment, inside, run

GAME = "martian-race"


def finished(path: Path, **options: object) -> Path:
    """A short finished game, saved."""
    match = oddboard.new(GAME, 2, turn_limit=2, **options)
    match.dice.contributions = ["a word", ""]
    saves.SaveFile.create(path, match)
    while not match.is_over:
        match.roll() if match.to_move == "chance" else match.play(match.legal()[-1])
    return path


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished(tmp_path_factory.mktemp("games") / "game")


def light(*arguments: str, without: tuple[str, ...] = ("numba", "numpy"), **more: str) -> str:
    """Run a subcommand that must not load the compiler; what it printed."""
    script = (
        "import sys, oddboard.cli\n"
        f"sys.argv = ['oddboard', *{list(arguments)!r}]\n"
        "try: oddboard.cli.main()\n"
        "except SystemExit as end: assert end.code in (0, None), end.code\n"
        f"assert not {set(without)} & set(sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment(**more),
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_help_comes_without_the_compiler() -> None:
    for command in ("games", "play", "engine", "replay", "verify", "warm", "bench"):
        assert command in light("--help")
    assert "Play a game here in the terminal" in light("play", "--help")
    assert "--compile" in light("bench", "--help")
    assert light("--version") == f"oddboard {oddboard.__version__}\n"


def test_help_calls_values_by_names_and_fits_a_terminal() -> None:
    shown = light("serve", "-h")
    assert re.search(r"--port +N ", shown)
    assert re.search(r"--lan +Let friends", shown)
    assert "Usage: oddboard play [OPTIONS] [GAME] " in light("play", "-h")
    assert not re.search(r"<(bool|int|float)", shown + light("--help") + light("study", "-h"))
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_game_keys_are_completed_without_the_compiler() -> None:
    words = {"COMP_WORDS": "oddboard play mart", "COMP_CWORD": "2"}
    assert GAME in light(_ODDBOARD_COMPLETE="complete_bash", **words)


def test_a_game_begins_before_anything_is_compiled(tmp_path: Path) -> None:
    play = ("play", "everest", "--seats", "me,novice", "--save", str(tmp_path / "game"))
    shown = light(*play, without=("numba",), ODDBOARD_CACHE=str(tmp_path / "cache"))
    assert "coin?" in shown
    assert "Go on with: oddboard play --resume" in shown
    began = time.monotonic()
    while _processes_with(tmp_path):
        assert time.monotonic() - began < 20, "what compiles ends when somebody leaves"
        time.sleep(0.1)


def _processes_with(folder: Path) -> list[Path]:
    """The processes that have a folder in their environment."""
    found = []
    for each in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if bytes(folder) in each.read_bytes():
                found.append(each)
    return found


def test_games_are_listed() -> None:
    listed = light("games", without=("numba",))
    for key in registry.keys():
        assert key in listed
    told = inside("games", GAME).stdout
    for option in registry.game(GAME).options:
        assert option.name in told
        assert option.rule in told
    assert all(len(line) <= 80 for line in (listed + told).splitlines())


@pytest.mark.parametrize("key", registry.keys())
def test_every_game_tells_its_options(key: str) -> None:
    told = inside("games", key)
    assert told.returncode == 0, told.stderr
    assert "values" in told.stdout
    game = registry.game(key)
    for option in game.options:
        assert option.name in told.stdout
    if game.credits:
        assert game.credits.by.split(",")[0] in told.stdout


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["play", "chess"], "there is no game"),
        (["play"], "which game?"),
        (["play", GAME, "--players", "9"], "2 to 5 players"),
        (["play", GAME, "--option", "wings=true"], "no option"),
        (["play", GAME, "--option", "wings"], "NAME=VALUE"),
        (["play", GAME, "--option", "martians=2"], "MAR-2"),
        (["play", GAME, "--seats", "me,genius"], "skilled"),
        (["play", GAME, "--seats", "me,greedy", "--players", "3"], "3 play"),
        (["play", GAME, "--word", "x" * 201], "200"),
        (["play", GAME, "--save", "/nowhere/at/all"], "cannot be written"),
        (["play", "--resume", "/nowhere"], "cannot be read"),
        (["play", "--resume", "/nowhere", "--players", "3"], "--resume"),
        (["replay", "/nowhere"], "cannot be read"),
        (["verify", "/"], "cannot be read"),
        (["games", "chess"], "there is no game"),
        (["bench", "chess"], "there is no game"),
    ],
)
def test_errors_are_one_clear_line(
    arguments: list[str],
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    done = inside(*arguments)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert expected in line
    assert not list(tmp_path.rglob("*.oddboard"))


def test_an_error_ends_the_process_with_status_2() -> None:
    done = run("play", "chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("oddboard: there is no game")


def test_a_saved_game_is_printed(game: Path) -> None:
    done = inside("replay", game, "--print")
    assert done.returncode == 0
    assert "rolls" in done.stdout
    assert "The game is over: " in done.stdout
    assert all(len(line) <= 80 for line in done.stdout.splitlines())


def test_a_saved_game_is_stepped_through(game: Path) -> None:
    plies = oddboard.load(game).ply
    done = inside("replay", game, typed=f"\nn\np\n{plies}\nw\ne\n99999\n-1\nwhat\nq\n")
    assert done.returncode == 0
    assert [line.split(">")[0] for line in done.stdout.splitlines() if ">" in line] == [
        f"{ply}/{plies}" for ply in (0, 1, 2, 1, plies, plies, plies, plies, plies, plies)
    ]
    assert f"0 to {plies}" in done.stderr
    assert inside("replay", game, typed="n\n").returncode == 0


def test_a_fair_game_is_verified(game: Path) -> None:
    done = run("verify", game)
    assert done.returncode == 0
    assert "what the secret gives" in done.stdout


def test_a_changed_roll_is_found(game: Path, tmp_path: Path) -> None:
    lines = game.read_text().splitlines()
    numbers = [n for n, line in enumerate(lines) if '"roll":' in line]
    content = json.loads(lines[numbers[1]])
    content["roll"] = content["roll"] + 1000  # the same dice under another number
    later = [json.loads(line) for line in lines[numbers[1] + 1 :]]
    for line in later:
        if "roll" in line:
            line["roll"] += 1000
    changed = tmp_path / "changed"
    changed.write_text("\n".join([*lines[: numbers[1]], *map(json.dumps, [content, *later])]) + "\n")
    done = inside("verify", changed)
    assert done.returncode == 1
    assert "is not what the secret gives" in done.stdout
    assert "ply " in done.stdout
    assert "line " in done.stdout
    assert "1000 rolls were made that are not in the file" in done.stdout


def test_an_outcome_that_was_not_rolled_is_found(game: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in game.read_text().splitlines()]
    number = next(n for n, line in enumerate(lines) if "roll" in line)
    del lines[number]["roll"]
    changed = tmp_path / "changed"
    changed.write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = inside("verify", changed)
    assert done.returncode == 1
    assert f"line {number + 1}, ply 0: chance did not decide this by a fair roll" in done.stdout


def test_another_secret_is_found(game: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in game.read_text().splitlines()]
    lines[-1]["secret"] = "ab" * 32
    changed = tmp_path / "changed"
    changed.write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = inside("verify", changed)
    assert done.returncode == 1
    assert "not the one that was promised" in done.stdout


def test_a_running_game_keeps_its_secret(game: Path, tmp_path: Path) -> None:
    running = tmp_path / "running"
    running.write_text("".join(game.read_text().splitlines(keepends=True)[:-3]))
    assert inside("verify", running).returncode == 3
    cut_off = tmp_path / "cut_off"
    cut_off.write_text("".join(game.read_text().splitlines(keepends=True)[:-1]))
    done = inside("verify", cut_off)
    assert (done.returncode, "--resume" in done.stdout) == (3, True)


@pytest.mark.parametrize("content", [b"", b"\xff\n", b"{}\n", b'{"oddboard": 99}\n', b"[]\n", b"\n"])
@pytest.mark.parametrize("command", [["verify"], ["replay"], ["play", "--resume"]])
def test_damaged_files_are_refused(command: list[str], content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "damaged"
    path.write_bytes(content)
    done = inside(*command, path)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


def test_everything_is_warm_after_warming() -> None:
    done = run("warm")
    done = run("warm") if "this happens only once" in done.stderr else done
    assert done.returncode == 0
    assert "Everything is compiled" in done.stderr
    assert "this happens only once" not in done.stderr


def test_bench_prints_one_object() -> None:
    done = run("bench", GAME, "--json", "--seconds", "0.2")
    assert done.returncode == 0
    (one,) = json.loads(done.stdout)["games"]
    assert one["game"] == GAME
    assert one["decisions_per_second"] > 0
    assert one["games_per_second"] > 0
    assert one["ratio_to_openspiel"] is None or one["ratio_to_openspiel"] > 0
