"""What the help of a command ends with, and what the shell completes; all of it without the compiler."""

from typing import Annotated

import typer

from oddboard.core import entries

ME = "me"  # who sits at the keyboard
# The bots' own list comes with the compiler.
LEVELS = ("beginner", "novice", "casual", "steady", "skilled", "strong", "expert", "master")
KINDS = ("random", "careless", "greedy", "search:200", "search:0.5s", "handmade:200", "uct:0.5s")
LOG_LEVELS = ("debug", "info", "warning", "error")
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="`sqlite:///FILE` or `postgresql://USER@HOST/NAME`.",
        show_default="a file in your data folder",
    ),
]


def levels() -> str:
    """The levels as help lists them."""
    return ", ".join(f"`{level}`" for level in LEVELS)


def games(typed: str) -> list[str]:
    """The games whose key begins as typed, for the shell's completion."""
    return [key for key in entries.points() if key.startswith(typed)]


def _listing(typed: str, names: tuple[str, ...]) -> list[str]:
    """What a list of names, with commas between them, could go on with."""
    before, comma, last = typed.rpartition(",")
    return [f"{before}{comma}{name}" for name in names if name.startswith(last)]


def sitting(typed: str) -> list[str]:
    """Who could sit where, as `--seats` names them."""
    return _listing(typed, (ME, *LEVELS))


def bots(typed: str) -> list[str]:
    """Bots, as `--bots` names them."""
    return _listing(typed, (*LEVELS, *KINDS))


def log_levels(typed: str) -> list[str]:
    """How much is logged, as `--log-level` names it."""
    return [level for level in LOG_LEVELS if level.startswith(typed)]


def examples(*lines: str) -> str:
    """Command lines that the help of a command ends with; tests run every one of them."""
    return "Examples:\n\n" + "\n\n".join(f"- `{line}`" for line in lines)
