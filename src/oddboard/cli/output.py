"""Where the command line prints, and how it complains."""

import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from oddboard.core import seats

console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)


def bar() -> Progress:
    """A progress bar for many games; it goes to standard error, so that results can be piped."""
    return Progress(
        TextColumn("{task.description}"), BarColumn(30), MofNCompleteColumn(), TimeRemainingColumn(), console=errors
    )


def complain(message: str, rule: str | None = None) -> None:
    """One red line on standard error that says what is wrong and what would be right."""
    cited = f" ({rule})" if rule and rule not in message else ""
    errors.print(Text.assemble(("oddboard: ", "bold red"), (f"{message}{cited}", "red")), soft_wrap=True)


def seat_text(seat: int, who: str = "") -> Text:
    """A seat's name in its colour, with its shape, and who sits there."""
    text = Text(f"{seats.sign(seat)} {seats.name(seat)}", style=f"bold {seats.colour(seat)}")
    return text + Text(f" ({who})", style="not bold") if who else text


def can_be_filled() -> bool:
    """Whether input and output are a terminal in which things can be put anywhere."""
    return sys.stdin.isatty() and sys.stdout.isatty() and not console.is_dumb_terminal


def past_line(ply: int, sign: str, style: str, words: str) -> Table:
    """A past decision on a line of its own, or a few."""
    line = Table.grid(padding=(0, 1, 0, 0))
    line.add_column(justify="right", min_width=4, style="dim")
    line.add_row(str(ply), Text(sign, style=style), words)
    return line


def listed(names: list[str]) -> str:
    """Names as a sentence lists them: `Rust, Cobalt and Jade`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
