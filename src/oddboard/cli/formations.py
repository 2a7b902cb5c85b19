"""Formations of one's own at the terminal: a text file each, in a folder a game beside the saved games."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from oddboard.core.errors import BadRequest, SaveFailed
from oddboard.core.folders import data_folder
from oddboard.core.game import Decision, Game
from oddboard.core.scene import Shortcut

ENDING = ".txt"
_NAME = re.compile(r"\w[\w -]{0,39}")  # what every file system takes


def folder_of(game: Game) -> Path:
    """Where the formations of a game are kept."""
    return data_folder() / "formations" / game.key


def keep(game: Game, decisions: Sequence[Decision], name: str) -> Path:
    """Keep the formation that somebody has just set up; where it is."""
    if not game.has_formations:
        raise BadRequest(f"{game.title} has no formations to keep")
    if not _NAME.fullmatch(name):
        raise BadRequest("keep wants a name of letters, digits, blanks and hyphens, such as: keep my wall")
    text = game.formation(decisions)
    if text is None:
        raise BadRequest("a formation is kept when you have set it up by hand, before your first turn")
    path = folder_of(game) / (name + ENDING)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise SaveFailed(f"{path} cannot be written ({error.strerror})") from None
    return path


def fitting(game: Game, view: Any) -> list[Shortcut]:
    """The formations that were kept and can be taken now, by name."""
    found: list[Shortcut] = []
    if not game.has_formations:
        return found
    for path in sorted(folder_of(game).glob(f"*{ENDING}")):
        try:
            decisions = game.formed(view, path.read_text(encoding="utf-8"))
        except (BadRequest, OSError, UnicodeDecodeError):
            continue  # for another number of pieces, at another time, or spoilt by hand
        found.append({"name": path.stem, "tells": "Your own.", "decisions": list(decisions)})
    return found
