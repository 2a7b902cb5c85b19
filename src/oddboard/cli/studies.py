"""Studies of a game, at the terminal."""

from pathlib import Path

from rich.markdown import Markdown

from oddboard import bots
from oddboard.arena import report
from oddboard.arena.crew import crew
from oddboard.arena.study import study
from oddboard.cli import compilation
from oddboard.cli.output import bar, console, errors
from oddboard.core import registry


def study_game(
    key: str,
    bot: str,
    games: int,
    seed: int,
    workers: int | None,
    ray: str | None,
    out: Path,
    precision: float | None,
    most: int | None,
    beside: float,
) -> None:
    """Find out about a game, and write the report."""
    game = registry.game(key)
    bots.budget(bot, game)  # what would fail at last is refused at first
    out.mkdir(parents=True, exist_ok=True)
    playing = crew(workers, ray)
    compilation.prepare(key)
    with bar() as progress:
        task = progress.add_task(game.title, total=None)
        found = study(
            game,
            bot,
            games,
            seed,
            playing,
            plan=lambda total: progress.update(task, total=total),
            report=lambda facts: progress.advance(task),
            precision=precision,
            most=most,
            beside=beside,
        )
    page = report.write(found, out)
    console.print(Markdown(page.read_text(encoding="utf-8")))
    errors.print(f"[dim]Written to {page}[/dim]", highlight=False)
