"""Asking a person for a decision: what can be chosen, what was answered, and why it was refused."""

import contextlib
import json
import sys
from collections.abc import Sequence

from rich.columns import Columns
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from oddboard.cli.narrowing import Narrowing, NotOffered, why_not
from oddboard.cli.output import console, seat_text
from oddboard.core.errors import BadRequest, Illegal, OddboardError
from oddboard.core.judge import legal_code
from oddboard.core.match import Match

FEW = 9  # so many decisions left are shown in words


class Keyboard:
    """Where answers come from: a terminal, with history and completion by Tab, or a file."""

    def __init__(self, offered: Sequence[str] = ()) -> None:
        self.is_terminal = sys.stdin.isatty()
        self.offered = offered  # what Tab completes
        if self.is_terminal:
            with contextlib.suppress(ImportError):
                import readline

                readline.set_completer(self._complete)
                readline.set_completer_delims(" ")
                readline.parse_and_bind("tab: complete")

    def _complete(self, typed: str, number: int) -> str | None:
        fitting = [value for value in self.offered if value.startswith(typed)]
        return fitting[number] if number < len(fitting) else None

    def read(self, prompt: str = "") -> str:
        """A line; EOFError at the end of input."""
        console.file.flush()
        line = input(f"{prompt}> ")
        if not self.is_terminal:  # so that what is printed reads as it would at a terminal
            console.print(Text(line))
        return line


class Asked:
    """A question to a seat: the decisions it can make, how far they are narrowed down, and the answer."""

    def __init__(self, match: Match, seat: int) -> None:
        self.game = match.game
        self.seat = seat
        self.view = match.view(seat)
        self.codes = match.codes_for(seat)
        self.narrowing = Narrowing([self.game.decision(self.view, code) for code in self.codes])
        self.code: int | None = None  # the answer, once there is one

    def answer(self, text: str) -> None:
        """Narrow down by what was typed; Illegal or BadRequest says why it cannot be."""
        if text.startswith("{"):
            self._whole(text)
            return
        words = text.split()
        chosen = bool(self.narrowing.chosen)
        try:
            self.narrowing.take(words)
        except NotOffered as wrong:
            if not chosen or not self._from_the_start(words):
                raise self._refused(wrong) from None
        left = self.narrowing.left
        if len(left) == 1:
            self.code = self.codes[self.narrowing.decisions.index(left[0])]

    def _from_the_start(self, words: list[str]) -> bool:
        """Whether the words make a whole decision, regardless of what was chosen before; then they are taken."""
        fresh = Narrowing(self.narrowing.decisions)
        try:
            fresh.take(words)
        except NotOffered:
            return False
        if len(fresh.left) != 1:
            return False
        self.narrowing = fresh
        return True

    def _whole(self, text: str) -> None:
        try:
            decision = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadRequest(f"this is not JSON ({error})") from None
        self.code = legal_code(self.game, self.view, self.codes, decision)

    def _refused(self, wrong: NotOffered) -> OddboardError:
        if wrong.meant:
            return BadRequest(f"{wrong.word!r} could be {' or '.join(wrong.meant[:6])}: type more of it.")
        refusal = why_not(self.game, self.view, self.codes, self.narrowing, wrong)
        if refusal:
            return Illegal(refusal.message, refusal.rule)
        if wrong.name:
            return BadRequest(f"{wrong.word!r} is none of the choices for {asked_for(wrong.name)}.")
        return BadRequest(f"There is nothing left to choose for {wrong.word!r}.")


def asked_for(name: str) -> str:
    """A field's name as a person is asked for it."""
    return "what to do" if name == "do" else name.replace("_", " ")


def question(asked: Asked) -> Text:
    """Who is asked for what, after what was chosen already."""
    narrowing = asked.narrowing
    path = " ".join(value for _, value in narrowing.chosen)
    head = seat_text(asked.seat) + Text(f"  {path}  " if path else "  ", style="not bold")
    return head + Text(f"{asked_for(narrowing.field or '')}?", style="bold default")


def in_words(asked: Asked) -> list[str] | None:
    """What each value would do, where one decision is left for each of a few."""
    narrowing = asked.narrowing
    left = narrowing.left
    if not len(left) == len(narrowing.values) <= FEW:
        return None
    return [asked.game.words(asked.view, asked.codes[narrowing.decisions.index(each)]) for each in left]


def offer(asked: Asked, keyboard: Keyboard) -> None:
    """Show what can be chosen next."""
    values = asked.narrowing.values
    keyboard.offered = values
    console.print(question(asked))
    numbers = range(1, len(values) + 1)
    if (told := in_words(asked)) is not None:
        table = Table.grid(padding=(0, 2, 0, 0))
        for number, value, words in zip(numbers, values, told, strict=True):
            table.add_row(Text(f"#{number}", style="dim"), Text(value, style="bold cyan"), words)
        console.print(Padding(table, (0, 0, 0, 1)))
        return
    entries = [
        Text.assemble((f"#{number} ", "dim"), (value, "bold cyan"))
        for number, value in zip(numbers, values, strict=True)
    ]
    console.print(Padding(Columns(entries, padding=(0, 2), equal=True), (0, 0, 0, 1)))


def refusal_text(error: OddboardError) -> Text:
    """Why an answer was refused, with its rule."""
    rule = Text(f"{error.rule} ", style="bold yellow") if error.rule else Text("")
    return Text.assemble(("✗ ", "bold red"), rule, error.message)
