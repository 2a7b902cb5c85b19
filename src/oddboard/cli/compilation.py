"""Compiling rules with a progress bar: those of one game when it is first used, or all at once, a process each."""

import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from queue import Empty
from typing import Any

from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from oddboard import bots
from oddboard.cli.output import errors
from oddboard.core import registry, warming
from oddboard.core.errors import OddboardError
from oddboard.envs import vector

EVERYTHING = (bots.to_compile, vector.to_compile)  # what is built upon a game's rules
News = tuple[str, str, int, int]  # a game's key, what is compiled next, steps done, steps in all
_REDRAWN = 0.1  # seconds between two looks for news


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


def warm_all() -> None:
    """Compile everything of every game."""
    cold = [game.key for game in registry.sound() if not all(warming.is_warm(game, more) for more in EVERYTHING)]
    if cold:
        errors.print(f"Compiling the rules of {len(cold)} games; this happens only once.", style="dim")
        _compile_in_parallel(cold)
    errors.print("Everything is compiled.", style="green")


def _compile_in_parallel(keys: list[str]) -> None:
    context = multiprocessing.get_context("spawn")
    news = context.Queue()
    workers = min(len(keys), os.cpu_count() or 1)
    with _bar() as bar, ProcessPoolExecutor(workers, context, _listen_to, (news,)) as pool:
        shown = {key: _reporter(bar, _add(bar, key)) for key in keys}
        # The largest first, so that no long one is left over at the end.
        largest_first = sorted(keys, key=lambda key: -warming.source_size(registry.game(key)))
        running: set[Future[None]] = {pool.submit(_compile, key) for key in largest_first}
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


def _compile(key: str) -> None:
    def report(doing: str, done: int, total: int) -> None:
        _news.put((key, doing, done, total))

    for more in EVERYTHING:
        warming.warm_up(registry.game(key), more, report)
