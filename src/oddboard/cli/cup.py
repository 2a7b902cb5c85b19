"""A cup at the terminal: game after game, everybody one seat further each time, and a table of points.

Its folder holds what is played (`cup.json`) and the saved games, so that a cup that was left goes on from there.
"""

import json
import time
from pathlib import Path

from rich.table import Table
from rich.text import Text

from oddboard.cli import opening
from oddboard.cli.output import console, listed
from oddboard.cli.session import ME
from oddboard.core import registry, saves
from oddboard.core.errors import BadOptions, SaveFailed
from oddboard.core.folders import data_folder
from oddboard.core.match import Match
from oddboard.core.saves import SaveFile
from oddboard.core.series import Series, checked

PLAN = "cup.json"


def cup(games: str | None, times: int, seats: str | None, folder: Path | None, plain: bool) -> None:
    """Begin a cup, or go on with the one in a folder, until it is over or somebody leaves."""
    if folder and (folder / PLAN).exists():
        if games is not None or seats is not None:
            raise BadOptions(f"{folder} has a cup already: leave out games and seats to go on with it")
        series, sitting = _read(folder / PLAN)
    else:
        sitting = opening.sitting_of(seats or f"{ME},skilled")
        everything = [game.key for game in registry.sound() if len(sitting) in game.players]
        keys = games.split(",") if games else everything
        series = checked([key.strip() for key in keys] * times, len(sitting))
        folder = folder or data_folder() / f"cup-{time.strftime('%Y-%m-%d-%H%M%S')}"
        _write(folder / PLAN, series, sitting)
    console.print(Text(f"The cup is kept in {folder}", style="dim"), soft_wrap=True)
    while series.game:
        number = len(series.scored)
        path = folder / f"{number + 1}-{series.game}{opening.ENDING}"
        at_seats = [sitting[series.player_at(seat)] for seat in range(series.players)]
        ranks = _ranks(path)
        if ranks is None:
            console.print(Text(f"Game {number + 1} of {len(series.games)}", style="bold"))
            _play(series.game, path, at_seats, plain)
            ranks = _ranks(path)
        if ranks is None:  # somebody left
            console.print(Text(f"Go on with: oddboard cup --folder {folder}", style="dim"), soft_wrap=True)
            return
        series = series.after(ranks, str(path))
        _show(series, sitting)


def _play(key: str, path: Path, at_seats: list[str], plain: bool) -> None:
    if path.exists():
        match, file = SaveFile.resume(path)
    else:
        match = Match(registry.game(key), len(at_seats), {})
        file = SaveFile.create(path, match, at_seats)
    opening.sit_down(match, file, at_seats, resumed=match.ply > 0, plain=plain)


def _ranks(path: Path) -> list[int] | None:
    """How a saved game ended; None if there is none, or it is not over."""
    if not path.exists():
        return None
    saved = saves.load(path.read_text(encoding="utf-8"))
    return saved.match.ranks if saved.match.is_over else None


def _read(path: Path) -> tuple[Series, list[str]]:
    try:
        plan = json.loads(path.read_text(encoding="utf-8"))
        sitting = opening.sitting_of(",".join(plan["seats"]))
        return checked(plan["games"], len(sitting)), sitting
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadOptions(f"{path} is no cup that can be gone on with ({error})") from None


def _write(path: Path, series: Series, sitting: list[str]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"games": series.games, "seats": sitting}), encoding="utf-8")
    except OSError as error:
        raise SaveFailed(f"{path} cannot be written ({error.strerror}): name a folder with --folder") from None


def _show(series: Series, sitting: list[str]) -> None:
    """The points of all players, the best first."""
    table = Table("player", *(f"{n + 1} {key}" for n, key in enumerate(series.games[: len(series.scored)])), "points")
    totals = series.totals
    for player in sorted(range(series.players), key=lambda each: -totals[each]):
        row = (f"{game[player]:g}" for game in series.scored)
        table.add_row(_name(sitting, player), *row, f"{totals[player]:g}")
    console.print(table)
    if series.game is None:
        winners = [_name(sitting, player) for player in range(series.players) if totals[player] == max(totals)]
        console.print(Text(f"The cup goes to {listed(winners)}.", style="bold"))


def _name(sitting: list[str], player: int) -> str:
    return "you" if sitting[player] == ME and sitting.count(ME) == 1 else f"{sitting[player]} {player + 1}"
