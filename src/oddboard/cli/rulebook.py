"""A game's rulebook page at the terminal: all of it in a pager, or one rule."""

import os
import re
import sys

from rich.markdown import Markdown

from oddboard.cli.output import console
from oddboard.core.errors import BadRequest
from oddboard.core.game import Game


def show(game: Game, rule: str | None) -> None:
    """Show the page, or the paragraph of a rule, named `MAR-7` or just `7`."""
    try:
        page = game.rulebook
    except FileNotFoundError:
        raise BadRequest(f"{game.title} has no rulebook page yet") from None
    if rule is not None:
        console.print(Markdown(one(game, rule)))
        return
    text = Markdown(page)
    if not (console.is_terminal and sys.stdin.isatty()):
        console.print(text)
        return
    os.environ.setdefault("LESS", "-R")
    with console.pager(styles=not console.no_color):
        console.print(text)


def one(game: Game, rule: str) -> str:
    """The text of a rule, named `MAR-7` or just `7`."""
    return paragraph(game.rulebook, (rule if "-" in rule else f"{game.prefix}-{rule}").upper())


def paragraph(page: str, identifier: str) -> str:
    """The paragraph or list item that begins with a rule's identifier."""
    found = re.search(
        rf"^[-*\d. \t]*\*\*{re.escape(identifier)}\b.*?(?=\n\s*\n|\n[-*] |\n#|\n[^\n]{{0,6}}\*\*[A-Z]+-\d|\Z)",
        page,
        re.MULTILINE | re.DOTALL,
    )
    if not found:
        raise BadRequest(f"the rulebook has no rule {identifier}")
    return found[0]
