"""How a game begins at the terminal: settings, who sits where, the saved game."""

import json
import sys
import time
from pathlib import Path
from typing import Any

from oddboard import bots
from oddboard.cli import catalogue, compilation
from oddboard.cli.narrowing import Narrowing, NotOffered
from oddboard.cli.output import can_be_filled, complain
from oddboard.cli.prompt import Keyboard
from oddboard.cli.session import ME, Sitting, seats_text
from oddboard.core import registry
from oddboard.core.dice import LONGEST_CONTRIBUTION
from oddboard.core.errors import BadOptions, BadRequest, SaveFailed, UnknownGame
from oddboard.core.folders import data_folder
from oddboard.core.game import Game
from oddboard.core.match import Match
from oddboard.core.saves import SaveFile

ENDING = ".oddboard"  # of saved games that were not given a name


def play(
    key: str | None,
    players: int | None,
    options: list[str],
    seats: str | None,
    save: Path | None,
    resume: Path | None,
    word: str | None,
    plain: bool = False,
) -> None:
    """Begin a game, or go on with one, and play it."""
    sitting = sitting_of(seats) if seats is not None else None
    if resume:
        if save or players is not None or options or word is not None:
            raise BadRequest("--resume goes on with a game as it was begun: leave out the other settings")
        match, file = SaveFile.resume(resume)
        if key and key != match.game.key:
            raise BadRequest(f"{resume} is a game of {match.game.key}, not of {key}")
        at_seats = sitting or [name if bots.is_budget(name) else ME for name in file.names]
        _check_seats(at_seats, match.players)
    else:
        key = key or _asked_for()
        game = registry.game(key)
        if players is None:
            players = len(sitting) if sitting else game.players[0]
        given = options_of(options)
        game.check_options(players, given)
        at_seats = sitting or [ME, *[bots.USUAL] * (players - 1)]
        _check_seats(at_seats, players)
        contributions = _contributions(at_seats, word)
        match = Match(game, players, given)
        match.dice.contributions = contributions
        file = SaveFile.create(save or _unused_name(game), match, at_seats)
    sit_down(match, file, at_seats, resumed=resume is not None, plain=plain)


def sit_down(match: Match, file: SaveFile, at_seats: list[str], resumed: bool, plain: bool) -> None:
    """Play, in a terminal that can be filled on the whole of it, otherwise line by line."""
    coming = compilation.begin(match.game.key)
    if plain or not can_be_filled():
        Sitting(match, file, at_seats, resumed, coming).run()
        return
    from oddboard.cli import fullscreen  # it takes a while to load

    fullscreen.run(
        match.game.title,
        seats_text(at_seats),
        lambda terminal: Sitting(match, file, at_seats, resumed, coming, terminal).run(),
    )


def _asked_for() -> str:
    """The game that somebody at a terminal chooses from the list."""
    keys = [game.key for game in registry.sound()]
    if not sys.stdin.isatty():
        raise UnknownGame(f"which game? `oddboard play GAME`, where GAME is one of {', '.join(keys)}")
    catalogue.show(None)
    narrowing = Narrowing([{"game": key} for key in keys])
    try:
        while narrowing.field:
            try:
                narrowing.take(Keyboard(narrowing.values).read("which game").split()[:1])
            except NotOffered as wrong:
                complain(f"there is no game {wrong.word!r}; there are {', '.join(keys)}")
    except (EOFError, KeyboardInterrupt):
        raise SystemExit(0) from None
    return str(narrowing.left[0]["game"])


def options_of(given: list[str]) -> dict[str, Any]:
    """The settings given as NAME=VALUE."""
    options: dict[str, Any] = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals:
            raise BadOptions(f"--option wants NAME=VALUE, not {each!r}")
        try:
            options[name] = json.loads(value)
        except (ValueError, RecursionError):
            options[name] = value
    return options


def sitting_of(seats: str) -> list[str]:
    """Who sits where, as --seats names them."""
    names = [name.strip() for name in seats.split(",")]
    for name in names:
        if name != ME and not bots.is_budget(name):
            raise BadOptions(f"--seats: there is no {name!r} to sit down; there are {ME}, {', '.join(bots.LEVELS)}")
    return names


def _check_seats(sitting: list[str], players: int) -> None:
    if len(sitting) != players:
        raise BadOptions(f"--seats names {len(sitting)}, but {players} play: name one for each, such as me,skilled")


def _contributions(sitting: list[str], word: str | None) -> list[str]:
    if word is None:
        return []
    if len(word) > LONGEST_CONTRIBUTION:
        raise BadOptions(f"--word is at most {LONGEST_CONTRIBUTION} characters long")
    mine = sitting.index(ME) if ME in sitting else 0
    text = word.encode("utf-8", "replace").decode()  # what the shell gave may not be text
    return [text if seat == mine else "" for seat in range(len(sitting))]


def _unused_name(game: Game) -> Path:
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveFailed(f"{folder} cannot be made ({error.strerror}): name a file with --save") from None
    stem = f"{game.key}-{time.strftime('%Y-%m-%d-%H%M%S')}"
    names = [f"{stem}{ENDING}", *(f"{stem}-{number}{ENDING}" for number in range(2, 100))]
    return next(folder / name for name in names if not (folder / name).exists())
