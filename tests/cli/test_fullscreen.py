"""Playing on the whole terminal: what is seen in narrow and wide ones, keyboard, mouse, leaving, secrets."""

import asyncio
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, RichLog, Static

import oddboard
from oddboard.cli.choices import Choice, Choices
from oddboard.cli.fullscreen import FullScreen, Page, Tabletop
from oddboard.cli.session import Sitting, seats_text
from oddboard.cli.stepper import Stepper
from oddboard.core import saves
from tests.commands import COMMAND, environment

MOVE = {"do": "move", "die": 5, "martian": "0.1", "to": "a5", "facing": "s"}
NARROW, WIDE = (80, 24), (130, 40)
PATIENCE = 30  # seconds

Script = Callable[["Pilot[None]", Tabletop], Awaitable[None]]


def played(
    path: Path, size: tuple[int, int], script: Script, *who: str, coming: "Slow | None" = None
) -> "oddboard.core.match.Match":
    """Seat 0 has rolled 5 and 2, and somebody does what the script says; the game as it was saved."""
    sitting = list(who or ("me", "greedy"))
    match = oddboard.new("martian-race", len(sitting), order="seats")
    save = saves.SaveFile.create(path, match, sitting)
    match.play({"do": "roll", "dice": [5, 2]})
    failures: list[BaseException] = []

    def play() -> None:
        try:
            Sitting(match, save, sitting, False, coming, screen).run()  # type: ignore[arg-type]
        except BaseException as failure:
            failures.append(failure)
        finally:
            over.set()

    over = threading.Event()
    app = Tabletop(match.game.title, seats_text(sitting), play)
    screen = FullScreen(app)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await until(pilot, lambda: app.asked is not None)
            await script(pilot, app)
            app.action_leave()

    asyncio.run(run())
    assert over.wait(PATIENCE)
    assert failures == []
    return oddboard.load(path)


class Slow:
    """Machine code that never comes."""

    is_there = False
    waited = False

    def wait(self, is_left: Callable[[], bool]) -> None:
        self.waited = True
        while not is_left():
            time.sleep(0.01)


async def until(pilot: "Pilot[None]", condition: Callable[[], bool]) -> None:
    began = time.monotonic()
    while not condition():
        assert time.monotonic() - began < PATIENCE
        await pilot.pause(0.02)


async def typed(pilot: "Pilot[None]", app: Tabletop, text: str) -> None:
    """Type a line, and wait until the game has taken it."""
    app.query_one(Input).value = text
    await pilot.press("enter")
    await until(pilot, app.answers.empty)
    await pilot.pause(0.05)


def log_of(app: Tabletop) -> str:
    """What was told, on one line, wherever it was broken."""
    return " ".join(" ".join(line.text for line in app.query_one(RichLog).lines).split())


def question_of(app: Tabletop) -> str:
    return str(app.query_one("#question", Static).render())


def decisions(match: "oddboard.core.match.Match") -> list[dict[str, object]]:
    return [each.decision for each in match.history if each.seat == 0]


def test_the_board_is_above_the_rest_or_beside_it(tmp_path: Path) -> None:
    seen: dict[tuple[int, int], tuple[bool, bool]] = {}

    def look(size: tuple[int, int]) -> Script:
        async def script(pilot: "Pilot[None]", app: Tabletop) -> None:
            await until(pilot, lambda: app.query_one(Choices).region.height == 1)  # both dice
            board, log = (app.query_one(kind).region for kind in ("#board", "#log"))
            seen[size] = (log.y >= board.bottom, log.x >= board.right)
            assert app.query_one(VerticalScroll).region.width >= 76  # nothing of the board is cut off
            assert app.query_one(Input).region.y == size[1] - 2
            assert "die?" in question_of(app)
            assert "rolls 5 and 2" in log_of(app)

        return script

    for size in (NARROW, WIDE):
        played(tmp_path / f"game{size[0]}", size, look(size))
    assert seen == {NARROW: (True, False), WIDE: (False, True)}


def test_a_low_terminal_is_for_the_board_rather_than_for_choices(tmp_path: Path) -> None:
    heights = {}

    def look(rows: int) -> Script:
        async def script(pilot: "Pilot[None]", app: Tabletop) -> None:
            app.query_one(Choices).show([Choice(at, f"h{at}", "") for at in range(1, 200)])
            await until(pilot, lambda: app.query_one("#list").region.height > 1)
            await pilot.pause(0.1)
            heights[rows] = app.query_one("#list").region.height
            assert app.query_one("#board").region.height >= rows // 2

        return script

    for rows in (24, 40):
        played(tmp_path / f"game{rows}", (80, rows), look(rows))
    assert heights == {24: 3, 40: 6}


def test_a_move_by_typing_by_keys_and_by_mouse(tmp_path: Path) -> None:
    async def by_typing(pilot: "Pilot[None]", app: Tabletop) -> None:
        await typed(pilot, app, "5 h8 n")
        assert "MAR-8" in log_of(app)
        await pilot.press("escape", "escape")
        await typed(pilot, app, "5 a5 s")
        await until(pilot, lambda: app.asked is not None)

    async def by_keys(pilot: "Pilot[None]", app: Tabletop) -> None:
        await pilot.press("down", "enter")
        await until(pilot, lambda: "to?" in question_of(app))
        await pilot.press("a", "5")
        choices = app.query_one(Choices)
        await until(pilot, lambda: [each.value for each in choices.listed] == ["a5"])
        await pilot.press("enter")
        await until(pilot, lambda: "facing?" in question_of(app))
        await typed(pilot, app, "s")

    async def by_mouse(pilot: "Pilot[None]", app: Tabletop) -> None:
        await pilot.click(Choices, offset=(4, 0))
        await until(pilot, lambda: "to?" in question_of(app))
        await typed(pilot, app, "a5")
        await until(pilot, lambda: "facing?" in question_of(app))
        await pilot.click(Choices, offset=(4, 0))  # north; where words need two lines, the next is further below
        await until(pilot, app.answers.empty)
        await pilot.pause(0.2)

    for script in (by_typing, by_keys, by_mouse):
        match = played(tmp_path / script.__name__, WIDE, script)
        facing = "n" if script is by_mouse else "s"
        assert decisions(match)[:1] == [MOVE | {"facing": facing}], script.__name__


def test_keys_help_on_the_way(tmp_path: Path) -> None:
    async def script(pilot: "Pilot[None]", app: Tabletop) -> None:
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, Page))
        assert "as listed, or its beginning" in str(app.screen.query_one(Static).render())
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, Page))
        await pilot.press("f2")
        await until(pilot, lambda: "Hint: " in log_of(app))
        await pilot.press("f4")
        await until(pilot, lambda: isinstance(app.screen, Page))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, Page))
        await typed(pilot, app, "rules 7")
        await until(pilot, lambda: "MAR-7" in log_of(app))
        await typed(pilot, app, "nonsense")
        await until(pilot, lambda: "There is no" in log_of(app) or "none of the choices" in log_of(app))
        await typed(pilot, app, "5 a5 s")
        await until(pilot, lambda: app.asked is not None)
        await pilot.press("f3")
        await until(pilot, lambda: "Taken back" in log_of(app))

    assert decisions(played(tmp_path / "game", WIDE, script)) == []


def test_nobody_sees_what_is_anothers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sitting, "_has_secrets", lambda sitting: True)

    async def script(pilot: "Pilot[None]", app: Tabletop) -> None:
        for _ in range(20):
            await typed(pilot, app, "#1")
            if "is next" in question_of(app):
                break
            await until(pilot, lambda: app.asked is not None or "is next" in question_of(app))
        assert "Cobalt is next: Enter, when nobody else looks" in question_of(app)
        assert log_of(app) == ""
        assert str(app.query_one("#drawn", Static).render()) == ""
        await pilot.press("enter")
        await until(pilot, lambda: app.asked is not None and app.asked.seat == 1)

    played(tmp_path / "game", WIDE, script, "me", "me")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudoterminal")
@pytest.mark.parametrize("plain", [False, True])
def test_a_real_terminal_is_filled_and_given_back(tmp_path: Path, plain: bool) -> None:
    """Ctrl-C leaves; what to type to go on stays in the terminal."""
    fcntl, termios = pytest.importorskip("fcntl"), pytest.importorskip("termios")
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 130, 0, 0))
    command = [*COMMAND, "play", "martian-race", "--save", str(tmp_path / "game"), *(["--plain"] if plain else [])]

    def at_a_terminal() -> None:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # who tests in the background may ignore it, and pass that on

    program = subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(TERM="xterm-256color"),
        start_new_session=True,
        preexec_fn=at_a_terminal,
    )
    os.close(theirs)
    shown = read_until(ours, b"\r\n> " if plain else b"Leave")
    shown += read_until(ours, b"--resume", b"\x03")
    assert program.wait(timeout=PATIENCE) == 0
    os.close(ours)
    assert (b"\x1b[?1049h" in shown) is not plain  # the other screen of the terminal
    assert (b"\x1b[?1049l" in shown) is not plain
    assert b"Traceback" not in shown


def read_until(terminal: int, wanted: bytes, key: bytes = b"") -> bytes:
    """What is shown until something wanted is; a key is pressed, again where nothing follows.

    Python's own line editing misses a signal that comes just before it waits.
    """
    shown = b""
    began = pressed = time.monotonic()
    os.write(terminal, key)
    while wanted not in shown:
        assert time.monotonic() - began < PATIENCE, shown[-2000:]
        if key and not shown and time.monotonic() - pressed > 2:
            pressed = time.monotonic()
            os.write(terminal, key)
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                shown += os.read(terminal, 65536)
            except OSError:
                break
    return shown


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_a_saved_game_is_gone_through_on_the_whole_terminal(size: tuple[int, int], tmp_path: Path) -> None:
    path = tmp_path / "saved.game"
    match = oddboard.new("martian-race", 2, order="seats")
    saves.SaveFile.create(path, match, ["Ann", "Bob"])
    match.play({"do": "roll", "dice": [5, 2]})
    match.play(MOVE)
    app = Stepper(saves.load(saves.read_text(path)))

    def board() -> str:
        return str(app.query_one("#drawn", Static).render())

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            steps = app.query_one(OptionList)
            await until(pilot, lambda: bool(board()))
            first = board()
            assert [steps.option_count, steps.highlighted] == [3, 0]
            assert "Ann" in str(app.query_one("#head", Static).render())
            await pilot.press("right", "n", "right")  # no further than there is something
            await until(pilot, lambda: steps.highlighted == 2 and board() != first)
            assert "not over" in str(app.query_one("#question", Static).render())
            await pilot.press("w")
            await until(pilot, lambda: "onto the board" in str(app.query_one("#question", Static).render()))
            await pilot.press("left")
            await until(pilot, lambda: "1 of 2" in str(app.query_one("#question", Static).render()))
            await pilot.press("home")
            await until(pilot, lambda: board() == first)
            await pilot.press("end")
            await until(pilot, lambda: steps.highlighted == 2)
            await pilot.click(OptionList, offset=(8, 0))
            await until(pilot, lambda: steps.highlighted == 0)
            await pilot.press("q")
        assert app.return_code == 0

    asyncio.run(run())


@pytest.mark.parametrize(("level", "waits"), [("skilled", True), ("greedy", False)])
def test_who_thinks_ahead_waits_for_compiled_rules_and_says_so(tmp_path: Path, level: str, waits: bool) -> None:
    """Leaving needs no patience either."""
    coming = Slow()

    async def script(pilot: "Pilot[None]", app: Tabletop) -> None:
        while not coming.waited and "Cobalt" not in log_of(app):  # whose turn comes after two dice
            await until(pilot, lambda: app.asked is not None or coming.waited)
            await typed(pilot, app, "" if coming.waited else "#1")
        if waits:
            await until(pilot, lambda: "gets ready to think" in question_of(app))

    match = played(tmp_path / "game", NARROW, script, "me", level, coming=coming)
    assert coming.waited == waits
    assert any(each.seat == 1 for each in match.history) != waits


def test_who_leaves_waits_for_no_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    coming = Slow()
    monkeypatch.setattr("oddboard.bots.advise", lambda *asked: pytest.fail("nobody is there any more"))

    async def script(pilot: "Pilot[None]", app: Tabletop) -> None:
        await typed(pilot, app, "hint")
        await until(pilot, lambda: coming.waited)

    played(tmp_path / "game", NARROW, script, coming=coming)
