"""Compiling rules: with a progress bar those of one game when it is first used, or all at once, a process each.

At a table nobody waits for it: the game is interpreted while another process compiles.
"""

import atexit
import contextlib
import multiprocessing
import os
import subprocess
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from queue import Empty
from typing import Any

from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from oddboard import bots
from oddboard.cli.output import errors
from oddboard.core import registry, warming
from oddboard.core.compiling import interprets_first
from oddboard.core.errors import OddboardError
from oddboard.core.game import Game
from oddboard.core.going_over import go_over
from oddboard.core.pipes import ourselves
from oddboard.envs import vector

EVERYTHING = (bots.to_compile, vector.to_compile)  # what is built upon a game's rules
News = tuple[str, str, int, int]  # a game's key, what is compiled next, steps done, steps in all
_REDRAWN = 0.1  # seconds between two looks for news
BACKGROUND = 10  # how much lower its priority is while somebody plays
_LOOKS = 0.5  # seconds between two looks whether another process has compiled what is needed


def _bar() -> Progress:
    return Progress(
        TextColumn("{task.fields[title]}"),
        BarColumn(bar_width=30),
        TextColumn("{task.fields[doing]}", style="dim"),
        TimeElapsedColumn(),
        console=errors,
    )


def _add(bar: Progress, key: str) -> TaskID:
    return bar.add_task("", total=1, title=registry.game(key).title, doing="waits")


def _reporter(bar: Progress, task: TaskID) -> Callable[[str, int, int], None]:
    def show(doing: str, done: int, total: int) -> None:
        bar.update(task, doing=doing, completed=done, total=total)

    return show


def prepare(key: str) -> None:
    """Compile what a game needs, if it was never compiled before."""
    game = registry.game(key)
    if warming.is_warm(game, bots.to_compile):
        return
    errors.print(f"The rules of {game.title} are compiled for the first time; this happens only once.", style="dim")
    with _bar() as bar:
        warming.warm_up(game, bots.to_compile, _reporter(bar, _add(bar, key)))


class Coming:
    """The machine code of a game and its bots, which another process compiles while somebody plays already."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._fetch, daemon=True)
        self._thread.start()

    @property
    def is_there(self) -> bool:
        """Whether nobody needs to wait for it any more."""
        return not self._thread.is_alive()

    def wait(self, is_left: bots.Stop) -> None:
        """Come back when it is there, or when nobody waits any more; what went wrong with it goes wrong here."""
        while self._thread.is_alive() and not is_left():
            self._thread.join(_REDRAWN)
        if self._failure:
            raise self._failure

    def _fetch(self) -> None:
        try:
            if not warming.is_warm(self._game, bots.to_compile):
                self._have_compiled()
            go_over(self._game, bots.to_compile)
        except BaseException as failure:  # it is raised again where somebody waits
            self._failure = failure

    def _have_compiled(self) -> None:
        """Let another process compile, which Ctrl-C does not reach, and which is ended when somebody leaves."""
        compiler = subprocess.Popen(  # noqa: S603 (our own program)
            ourselves("oddboard", "warm", self._game.key),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        atexit.register(compiler.terminate)
        if hasattr(os, "setpriority"):  # not on Windows
            with contextlib.suppress(OSError):  # it may be over already
                os.setpriority(os.PRIO_PROCESS, compiler.pid, BACKGROUND)
        while compiler.poll() is None and not warming.is_warm(self._game, bots.to_compile):
            time.sleep(_LOOKS)


def begin(key: str) -> Coming | None:
    """Have the machine code of a game that is about to be played: now, or in a while where it is interpreted first."""
    if interprets_first():
        return Coming(registry.game(key))
    prepare(key)
    return None


def warm(keys: list[str]) -> None:
    """Compile everything of some games, or of all."""
    wanted = [registry.game(key) for key in keys] or registry.sound()
    cold = [game.key for game in wanted if not all(warming.is_warm(game, more) for more in EVERYTHING)]
    if cold:
        whose = f"{len(cold)} games" if len(cold) > 1 else registry.game(cold[0]).title
        errors.print(f"Compiling the rules of {whose}; this happens only once.", style="dim")
        if len(cold) > 1:
            _compile_in_parallel(cold)
        else:
            with _bar() as bar:
                _compile(cold[0], _reporter(bar, _add(bar, cold[0])))
    errors.print("Everything is compiled.", style="green")


def _compile_in_parallel(keys: list[str]) -> None:
    context = multiprocessing.get_context("spawn")
    news = context.Queue()
    workers = min(len(keys), os.cpu_count() or 1)
    with _bar() as bar, ProcessPoolExecutor(workers, context, _listen_to, (news,)) as pool:
        shown = {key: _reporter(bar, _add(bar, key)) for key in keys}
        # The largest first, so that no long one is left over at the end.
        largest_first = sorted(keys, key=lambda key: -warming.source_size(registry.game(key)))
        running: set[Future[None]] = {pool.submit(_compile_and_tell, key) for key in largest_first}
        while running:
            finished, running = wait(running, timeout=_REDRAWN)
            for one in finished:
                try:
                    one.result()
                except BrokenProcessPool:
                    raise OddboardError(
                        "a process that compiled rules was ended from outside, for lack of memory perhaps: "
                        "run `oddboard warm` again"
                    ) from None
            _pass_on(news, shown)
        _pass_on(news, shown)


def _pass_on(news: Any, shown: dict[str, Callable[[str, int, int], None]]) -> None:
    while True:
        try:
            key, doing, done, total = news.get_nowait()
        except Empty:
            return
        shown[key](doing, done, total)


_news: Any = None  # in a process that compiles: where it reports


def _listen_to(news: Any) -> None:
    global _news
    _news = news


def _compile_and_tell(key: str) -> None:
    _compile(key, lambda doing, done, total: _news.put((key, doing, done, total)))


def _compile(key: str, report: warming.Report) -> None:
    for more in EVERYTHING:
        warming.warm_up(registry.game(key), more, report)
