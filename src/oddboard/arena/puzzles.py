"""Puzzles: positions with one clearly best decision, as a game's folder brings them along in `puzzles.json`.

The file says which rules its decisions are about, and lists the puzzles in the order in which the days take them:

    {"rules": [{"when": {"do": "roar"}, "rules": ["EVE-18"]}, …], "win": ["EVE-28"], "puzzles": [{…}, …]}

They are found by `arena.mining`, and played as lessons are.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from oddboard.core.decisions import Decision
from oddboard.core.game import Game

FILE = "puzzles.json"
CLEARLY = 0.15  # by so much of a whole result the solution is better than anything else
Theme = Literal["win", "defence", "mistake"]
Level = Literal["easy", "medium", "hard"]
THEMES: dict[Theme, str] = {"win": "win now", "defence": "the only defence", "mistake": "the costly mistake"}
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
_FIRST_DAY = date(2026, 1, 1)


class Try(TypedDict):
    """Something else that can be decided, and what comes of it."""

    decision: Decision
    words: str
    worth: float
    """What its seat can then expect, 0 worst to 1 best."""
    line: list[Decision]
    """What is expected to follow, up to the next dice."""
    story: list[str]
    """The same in words."""


class Puzzle(TypedDict):
    """A position, who decides, and the decision that is clearly best."""

    id: str
    theme: Theme
    level: Level
    """How far one must look: what a glance finds is easy."""
    seat: int
    position: dict[str, Any]
    say: str
    """What is asked."""
    wanted: list[Decision]
    """The solution; several only if they differ in nothing that matters, as in where a piece faces."""
    words: str
    worth: float
    """What the seat can expect after the solution, 0 worst to 1 best."""
    next: float
    """The same after the best of all other decisions."""
    iterations: int
    """Of the search that has verified it."""
    reason: str
    rules: list[str]
    line: list[Decision]
    """What is expected to follow the solution, up to the next dice."""
    story: list[str]
    tries: list[Try]
    """Other decisions, the most tempting first."""
    played: NotRequired[Decision]
    """What was decided in the game that the position is from, where that was the mistake."""


class Subject(TypedDict):
    """The rules that a kind of decision is about."""

    when: Decision
    rules: list[str]


class PuzzleFile(TypedDict):
    """What a game's folder holds."""

    rules: list[Subject]
    win: list[str]
    puzzles: list[Puzzle]


def file_of(game: Game) -> PuzzleFile:
    """The puzzles of a game, and what their decisions are about; none where it brings none along."""
    path = game.folder.joinpath(FILE)
    if not path.is_file():
        return {"rules": [], "win": [], "puzzles": []}
    found: PuzzleFile = json.loads(path.read_text(encoding="utf-8"))
    return found


def rules_of(subjects: Iterable[Subject], decision: Mapping[str, Any]) -> list[str]:
    """The rules that a decision is about: those of the first subject that it fits."""
    return next((each["rules"] for each in subjects if each["when"].items() <= decision.items()), [])


def today() -> date:
    """The day, which is the same for everybody."""
    return datetime.now(UTC).date()


def daily(puzzles: Sequence[Puzzle], day: date) -> Puzzle:
    """The puzzle of a day: all in their order, and then again from the first."""
    return puzzles[(day - _FIRST_DAY).days % len(puzzles)]


def written(subjects: PuzzleFile, puzzles: Sequence[Puzzle]) -> str:
    """The file with these puzzles, one a line."""
    head = {"rules": subjects["rules"], "win": subjects["win"]}
    lines = ",\n".join(json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in puzzles)
    return json.dumps(head, ensure_ascii=False)[:-1] + ', "puzzles": [\n' + lines + "\n]}\n"
