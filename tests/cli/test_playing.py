"""Playing at the terminal, with what is typed piped in."""

import json
import resource
import signal
import time
from pathlib import Path

import pytest

import oddboard
from oddboard.cli.session import Sitting
from oddboard.core import saves
from tests.commands import inside, run, start

GAME = "martian-race"
FIRST_OF_ALL = "#1\n"


def played(path: Path, typed: str, *more: str) -> str:
    """Type into a game, which ends or is left; what was printed."""
    done = inside("play", GAME, "--option", "order=seats", "--save", path, *more, typed=typed)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def test_a_whole_game_by_somebody_who_always_takes_the_first(tmp_path: Path) -> None:
    path = tmp_path / "game"
    options = ["--option", "order=seats", "--seats", "me,greedy,random", "--word", "luck"]
    done = run("play", GAME, "--save", path, *options, typed=FIRST_OF_ALL * 6000)
    assert (done.returncode, done.stderr) == (0, "")
    printed = done.stdout
    assert "commitment" in printed
    assert "are 2nd" in printed or "is 2nd" in printed
    assert f"oddboard verify {path}" in printed
    assert all(len(line) <= 80 for line in printed.splitlines() if "/" not in line and "commitment" not in line)
    match = oddboard.load(path)
    assert match.is_over
    assert match.dice.contributions == ["luck", "", ""]
    assert run("verify", path).returncode == 0


def test_leaving_keeps_the_game_and_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "game"
    for typed in ("quit\n", FIRST_OF_ALL):
        printed = played(path.with_name(f"game{len(typed)}"), typed)
        assert "oddboard play --resume" in printed
    done = inside("play", "--resume", path.with_name("game5"), typed="log\nquit\n")
    assert done.returncode == 0
    assert "Going on after 1 decisions" in done.stdout


def test_a_game_goes_on_after_the_program_was_killed(tmp_path: Path) -> None:
    path = tmp_path / "game"
    program = start("play", GAME, "--save", path)
    assert program.stdin
    program.stdin.write(b"#1\n" * 30)
    program.stdin.flush()
    began = time.monotonic()
    while not path.exists() or len(path.read_bytes().splitlines()) < 8:
        assert time.monotonic() - began < 30
        time.sleep(0.05)
    program.send_signal(signal.SIGKILL)
    program.communicate()
    with open(path, "ab") as file:
        file.write(b'{"ply": 99, "cut o')
    plies = oddboard.load(path).ply
    done = run("play", "--resume", path, typed="#1\n#1\n#1\n#1\n#1\nquit\n")
    assert done.returncode == 0, done.stderr
    assert f"Going on after {plies} decisions" in done.stdout
    assert oddboard.load(path).ply > plies


def test_an_interruption_is_answered_politely(tmp_path: Path) -> None:
    path = tmp_path / "game"
    program = start("play", GAME, "--save", path)
    assert program.stdout
    while b"> " not in program.stdout.read1():  # type: ignore[attr-defined]
        pass
    program.send_signal(signal.SIGINT)
    printed, complaints = program.communicate(timeout=30)
    assert program.returncode == 0
    assert b"--resume" in printed
    assert b"Traceback" not in complaints


def test_a_full_disk_costs_nothing_that_was_saved(tmp_path: Path) -> None:
    path = tmp_path / "game"
    room = 1200  # bytes: some decisions fit, then the disk is full

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    program = start("play", GAME, "--save", path, preexec_fn=little_room)
    printed, complaints = program.communicate(b"#1\n" * 100 + b"quit\n", timeout=60)
    assert b"make room" in complaints
    assert b"Traceback" not in complaints
    assert program.returncode == 0
    assert b"--resume" in printed
    plies = oddboard.load(path).ply
    assert plies > 2
    assert path.read_bytes().endswith(b"\n")
    assert inside("play", "--resume", path, typed="#1\n#1\n#1\n#1\n#1\nquit\n").returncode == 0
    assert oddboard.load(path).ply > plies


def rolled(path: Path, typed: str, dice: tuple[int, int] = (5, 2)) -> tuple[str, oddboard.core.match.Match]:
    """Seat 0 has rolled 5 and 2, and types; the game is left then."""
    match = oddboard.new(GAME, 2, order="seats")
    save = saves.SaveFile.create(path, match, ["me", "greedy"])
    match.play({"do": "roll", "dice": list(dice)})
    done = inside("play", "--resume", save.path, typed=typed + "quit\n")
    assert done.returncode == 0, done.stderr
    return done.stdout, oddboard.load(path)


def decisions(match: "oddboard.core.match.Match") -> list[dict[str, object]]:
    return [each.decision for each in match.history if each.seat == 0]


MOVE = {"do": "move", "die": 5, "martian": "0.1", "to": "a5", "facing": "s"}


def test_a_move_is_chosen_value_by_value(tmp_path: Path) -> None:
    printed, match = rolled(tmp_path / "game", "5\na5\ns\n")
    assert decisions(match) == [MOVE]
    assert "die?" in printed
    assert "goes to a5 and lies south, with the 5" in printed


def test_a_move_is_typed_at_once_also_with_what_is_settled(tmp_path: Path) -> None:
    assert decisions(rolled(tmp_path / "short", "5 a5 s\n")[1]) == [MOVE]
    assert decisions(rolled(tmp_path / "long", "move 5 0.1 a5 s\n")[1]) == [MOVE]
    assert decisions(rolled(tmp_path / "late", "2\nmove 5 0.1 a5 s\n")[1]) == [MOVE]
    assert decisions(rolled(tmp_path / "json", json.dumps(MOVE) + "\n")[1]) == [MOVE]


def test_going_back_and_taking_back(tmp_path: Path) -> None:
    printed, match = rolled(tmp_path / "game", "2\nb\n5 a7\n\na5 s\nundo\n5 a5 s\n")
    assert decisions(match) == [MOVE]
    assert "Taken back" in printed


def test_a_refusal_names_the_rule(tmp_path: Path) -> None:
    printed, match = rolled(tmp_path / "game", '5 h8 n\nz9\n7\nb\nb\n6\n{"do": "fly"}\n{"do"\n')
    assert "MAR-8 Entering Home is the first step" in printed
    assert "There is no square" in printed
    assert "There is no 6 to move with" in printed
    assert "'do' is one of" in printed
    assert "this is not JSON" in printed
    assert decisions(match) == []


def test_commands_help_on_the_way(tmp_path: Path) -> None:
    copy = tmp_path / "another name"
    typed = f"?\nhint\nboard\nlog\nrules MAR-7\nsave '{copy}'\nsave '{copy}'\nsave\n5 a5 s\n/board\nundo\nundo\n"
    printed, match = rolled(tmp_path / "game", typed)
    assert "as listed, or its beginning" in printed
    assert "Hint: " in printed
    assert "rolls 5 and 2" in printed
    assert decisions(match) == []
    assert oddboard.load(copy).ply == 1


def test_two_people_share_the_keyboard(tmp_path: Path) -> None:
    printed = played(tmp_path / "game", FIRST_OF_ALL * 40 + "quit\n", "--seats", "me,me")
    assert "● Rust  " in printed
    assert "■ Cobalt  " in printed


def test_secrets_are_kept_when_the_keyboard_goes_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sitting, "_has_secrets", lambda sitting: True)
    printed = played(tmp_path / "game", FIRST_OF_ALL * 40 + "quit\n", "--seats", "me,me")
    assert "Cobalt is next: Enter, when nobody else looks" in printed


def test_bots_play_by_themselves(tmp_path: Path) -> None:
    path = tmp_path / "game"
    printed = played(path, "", "--seats", "random,greedy", "--option", "turn_limit=3")
    assert "is 1st" in printed or "are 1st" in printed
    assert oddboard.load(path).is_over


def test_broken_text_is_no_disaster(tmp_path: Path) -> None:
    done = run("play", GAME, "--save", tmp_path / "game", typed=b"\xff\xfe\n\x00\n#99999999999\n#\n[\n\n\n{{{\nquit\n")
    assert done.returncode == 0, done.stderr


def test_a_formation_is_set_up_at_once(tmp_path: Path) -> None:
    path = tmp_path / "game"
    typed = "quick\nquick X\nquick b\nquick #2\nquit\n"
    done = inside("play", "yavoch", "--seats", "me,novice", "--save", path, typed=typed)
    assert "All at once with quick: Bastion, low; Phalanx, low; Lance, low." in done.stdout
    assert "'X' is not clearly one of these" in done.stderr
    assert "nothing here that can be done at once" in done.stderr
    formation = {"do": "formation", "name": "bastion"}
    assert decisions(oddboard.load(path)) == [{"do": "levels", "at": "low"}, formation]


def test_a_formation_of_ones_own_is_kept_and_taken_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    options = ("play", "yavoch", "--seats", "me,random")
    first = inside(
        *options,
        "--save",
        tmp_path / "first",
        typed='levels low\n"At random"\nquick at random\nkeep a/b\nkeep my wall\nquit\n',
    )
    assert "keep wants a name" in first.stdout + first.stderr
    text = (tmp_path / "oddboard" / "formations" / "yavoch" / "my wall.txt").read_text()
    second = inside(*options, "--save", tmp_path / "second", typed="keep early\nlevels high\nquick my wall\nquit\n")
    assert "when you have set it up by hand" in second.stdout + second.stderr
    match = oddboard.load(tmp_path / "second")
    mine = [each.decision for each in match.history if each.seat == 0]
    assert match.game.formation(mine) == text.strip()
    assert all(each["at"][0] in "45" for each in mine if each["do"] == "place")
