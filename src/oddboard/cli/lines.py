"""A table at the terminal, line by line: what pipes, tests and plain terminals get. Says what any terminal can do."""

from collections.abc import Callable, Sequence
from typing import Protocol

from rich.console import RenderableType
from rich.text import Text

from oddboard.bots import Stop
from oddboard.cli import output, rulebook
from oddboard.cli.prompt import Asked, Keyboard, offer
from oddboard.core.game import Game


class Terminal(Protocol):
    """Where a table is shown, and where answers come from."""

    headed: bool
    """Whether title and seats are always in sight, and how to get help."""

    def say(self, what: RenderableType, whole: bool = False) -> None:
        """Tell something that happened or was asked for; `whole`: lines are not to be broken."""

    def complain(self, message: str) -> None:
        """Say what is wrong, and what would be right."""

    def board(self, drawn: Text) -> None:
        """Show the board."""

    def clear(self) -> None:
        """Take everything out of sight, before somebody else looks."""

    def offer(self, asked: Asked) -> None:
        """Show what can be chosen next."""

    def read(self, prompt: str = "") -> str:
        """A line that somebody typed; EOFError if nothing more will come."""

    def explain(self, text: Text) -> None:
        """Tell what can be done here."""

    def rules(self, game: Game, rule: str | None) -> None:
        """Show the rulebook, or one rule."""

    def thinking(self, seat: int) -> None:
        """Tell that a bot thinks."""

    def wait(self, words: str, for_it: Callable[[Stop], None]) -> None:
        """Say what everybody waits for, and wait for it, or until nobody is there any more."""

    def is_left(self) -> bool:
        """Whether nobody is there any more, so that nothing need be thought about."""

    def close(self, last: Sequence[Text], wait: bool) -> None:
        """Put the table away; the last words stay in the terminal. With `wait` somebody looks at the board first."""


class Lines:
    """One line after another."""

    headed = False

    def __init__(self) -> None:
        self._keyboard = Keyboard()

    def say(self, what: RenderableType, whole: bool = False) -> None:
        output.console.print(what, soft_wrap=whole)

    def complain(self, message: str) -> None:
        output.complain(message)

    def board(self, drawn: Text) -> None:
        output.console.print()
        output.console.print(drawn)
        output.console.print()

    def clear(self) -> None:
        output.console.clear()

    def offer(self, asked: Asked) -> None:
        offer(asked, self._keyboard)

    def read(self, prompt: str = "") -> str:
        return self._keyboard.read(prompt)

    def explain(self, text: Text) -> None:
        output.console.print(text)

    def rules(self, game: Game, rule: str | None) -> None:
        rulebook.show(game, rule)

    def thinking(self, seat: int) -> None:
        pass

    def wait(self, words: str, for_it: Callable[[Stop], None]) -> None:
        with output.errors.status(Text(words, style="dim")):
            for_it(self.is_left)

    def is_left(self) -> bool:
        return False

    def close(self, last: Sequence[Text], wait: bool) -> None:
        for line in last:
            output.console.print(line, soft_wrap=True)
