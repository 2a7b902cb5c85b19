"""`oddboard puzzles`: the puzzles of a game, one of them to solve, and more of them found in games."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from oddboard.arena import mining, puzzles
from oddboard.arena.crew import crew
from oddboard.arena.puzzles import Puzzle, PuzzleFile
from oddboard.cli import compilation
from oddboard.cli.lines import Lines
from oddboard.cli.output import bar, console, errors
from oddboard.cli.prompt import Asked, refusal_text
from oddboard.core import registry, saves
from oddboard.core.errors import BadRequest, OddboardError
from oddboard.core.game import Game
from oddboard.core.match import Match
from oddboard.core.options import quoted

TODAY = "today"  # instead of a puzzle's name: that of the day
GAMES_A_PUZZLE = 60  # that are looked through at most
_SHOWN = ("solution", "quit")  # what can be answered instead of a decision


def show(key: str | None, name: str | None, file: Path | None) -> None:
    """Tell how many puzzles there are, list those of a game, or pose one."""
    if key is None:
        _count()
        return
    game = registry.game(key)
    found = (_read(file, game) if file else puzzles.file_of(game))["puzzles"]
    if name is None:
        _list(game, found)
    else:
        _pose(game, _named(found, name, game))


def _read(file: Path, game: Game) -> PuzzleFile:
    """A file of puzzles that was made before."""
    try:
        found: PuzzleFile = json.loads(file.read_text(encoding="utf-8"))
        for each in found["puzzles"]:
            Match.from_position(game, each["position"])
    except OSError as error:
        raise BadRequest(f"{file} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, OddboardError):
        raise BadRequest(
            f"{file} holds no puzzles of {game.title}: make some with oddboard puzzles {game.key} --make"
        ) from None
    return found


def _named(found: list[Puzzle], name: str, game: Game) -> Puzzle:
    if not found:
        raise BadRequest(f"{game.title} has no puzzles yet: make some with oddboard puzzles {game.key} --make 5")
    if name == TODAY:
        return puzzles.daily(found, puzzles.today())
    for each in found:
        if each["id"] == name:
            return each
    raise BadRequest(f"{game.title} has no puzzle {quoted(name)}: oddboard puzzles {game.key} lists them")


def _count() -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("game", "puzzles", *puzzles.THEMES.values()):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for game in registry.sound():
        found = puzzles.file_of(game)["puzzles"]
        themes = Counter(each["theme"] for each in found)
        table.add_row(
            Text(game.key, style="bold cyan"), str(len(found)), *(str(themes[theme]) for theme in puzzles.THEMES)
        )
    console.print(table)
    console.print("Solve one with [bold]oddboard puzzles GAME today[/].")


def _list(game: Game, found: list[Puzzle]) -> None:
    if not found:
        console.print(f"{game.title} has no puzzles yet: make some with [bold]oddboard puzzles {game.key} --make 5[/].")
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("puzzle", "theme", "", "players"):
        table.add_column(heading)
    today = puzzles.daily(found, puzzles.today())
    for each in found:
        name = Text(each["id"], style="bold cyan") + Text(" (today)" if each is today else "", style="default")
        table.add_row(name, puzzles.THEMES[each["theme"]], each["level"], str(each["position"]["players"]))
    console.print(table)
    console.print(f"Solve one with [bold]oddboard puzzles {game.key} NAME[/], or today's with [bold]today[/].")


def _pose(game: Game, puzzle: Puzzle) -> None:
    """Ask for the decision until it is found, or given up."""
    match, terminal = Match.from_position(game, puzzle["position"]), Lines()
    terminal.board(game.board(match.view(puzzle["seat"])))
    console.print(Text(f"{puzzles.THEMES[puzzle['theme']].capitalize()}, {puzzle['level']}.", style="dim"))
    console.print(Text(puzzle["say"], style="bold"))
    console.print(Text("solution tells it; quit leaves.", style="dim"))
    try:
        while (code := _answered(match, puzzle["seat"], terminal)) is not None:
            decision = game.decision(match.view(puzzle["seat"]), code)
            if decision in puzzle["wanted"]:
                console.print(Text("✓ That is it.", style="bold green"))
                break
            console.print(_refuted(puzzle, decision))
        else:
            console.print(Text("The solution:", style="bold"))
        console.print(Text(puzzle["reason"]))
        if puzzle["rules"]:
            console.print(Text(f"Rules: {', '.join(puzzle['rules'])}", style="dim"))
    except (EOFError, KeyboardInterrupt):
        console.print()


def _answered(match: Match, seat: int, terminal: Lines) -> int | None:
    """The code that somebody has typed; None if he wants to be told."""
    asked = Asked(match, seat)
    while asked.code is None:
        terminal.offer(asked)
        answer = terminal.read().strip()
        if answer.lower() in _SHOWN and answer not in asked.narrowing.values:
            if answer.lower() == "quit":
                raise EOFError
            return None
        if not answer:
            asked.narrowing.back()
            continue
        try:
            asked.answer(answer)
        except OddboardError as error:
            terminal.say(refusal_text(error))
    return asked.code


def _refuted(puzzle: Puzzle, decision: dict[str, Any]) -> Text:
    """Why a decision is not the one: what comes of it, where that is known."""
    best = f"{puzzle['worth']:.0%}"
    tried = next((each for each in puzzle["tries"] if each["decision"] == decision), None)
    if tried is None:
        return Text(f"✗ Not that one: it is worth less than the {best} that can be had.", style="red")
    told = f"✗ Not that one: it is worth {tried['worth']:.0%}, where {best} can be had."
    return Text(f"{told} Then: {'; '.join(tried['story'])}." if tried["story"] else told, style="red")


def make(key: str, count: int, seed: int, out: Path | None, games: list[Path], workers: int | None) -> None:
    """Find puzzles in games between bots, or in saved ones, and write them."""
    game = registry.game(key)
    recorded = [_dig(key, saves.load(saves.read_text(file)).match, file, seed) for file in games]
    compilation.prepare(key)
    with bar() as progress:
        task = progress.add_task(game.title, total=count)

        def report(played: int, found: int) -> None:
            progress.update(task, completed=min(found, count), description=f"{game.title}, {played} games")

        found = mining.mine(key, count, seed, crew(workers), GAMES_A_PUZZLE * count, report, recorded)
    text = puzzles.written(puzzles.file_of(game), found)
    if out is None:
        print(text, end="")
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadRequest(f"{out} cannot be written: {error.strerror}") from None
    errors.print(f"[dim]{len(found)} puzzles written to {out}[/dim]", highlight=False)


def _dig(key: str, match: Match, file: Path, seed: int) -> mining.Dig:
    if match.game.key != key:
        raise BadRequest(f"{file} is a game of {match.game.title}, not of {registry.game(key).title}")
    start = match.game.position(match.start) if match.starts_elsewhere else None
    codes = tuple(played.code for played in match.history)
    return mining.Dig(key, seed, record=(match.players, match.options, start, codes))
