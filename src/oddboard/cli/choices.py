"""The choices of a question, on the whole terminal: in columns, or one a line where it is told what each would do."""

from dataclasses import dataclass

from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

GAP = 2  # columns of the terminal between two columns of choices


@dataclass(frozen=True)
class Choice:
    """One of them: its number in the list, its value, and what it would do, where that is told."""

    number: int
    value: str
    words: str = ""

    @property
    def answer(self) -> str:
        """How it is chosen by typing."""
        return f"#{self.number}"


class Choices(Static):
    """A list to choose from with the mouse, or by marking one."""

    class Chosen(Message):
        """One of the choices was clicked."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    def __init__(self, id: str) -> None:  # noqa: A002 (Textual's name)
        super().__init__(id=id)
        self.listed: list[Choice] = []
        self._marked: int | None = None

    @property
    def marked(self) -> Choice | None:
        """The choice that Enter takes."""
        return None if self._marked is None else self.listed[self._marked]

    def show(self, listed: list[Choice]) -> None:
        """List these, none of them marked."""
        self.listed = listed
        self._marked = None
        self._draw()

    def mark(self, step: int) -> None:
        """Mark the next choice, or the one before."""
        if self.listed:
            first = 0 if step > 0 else len(self.listed) - 1
            self._marked = first if self._marked is None else (self._marked + step) % len(self.listed)
            self._draw()

    def on_resize(self, event: events.Resize) -> None:
        """As many columns as fit."""
        self._draw()

    def on_click(self, event: events.Click) -> None:
        """Choose what was clicked."""
        at = event.style.meta.get("choice")
        if at is not None and at < len(self.listed):
            self.post_message(self.Chosen(self.listed[at]))

    def _draw(self) -> None:
        if any(choice.words for choice in self.listed):
            table = Table.grid(padding=(0, GAP, 0, 0))
            for at, choice in enumerate(self.listed):
                words = Text(choice.words, style=self._style(at, ""))
                table.add_row(self._text(at, choice, len(choice.answer)), words)
            self.update(table)
            return
        widest = max((len(choice.value) for choice in self.listed), default=0)
        number = max((len(choice.answer) for choice in self.listed), default=0)
        width = number + 1 + widest + GAP
        columns = max(1, (self.size.width or width) // width)
        drawn = Text()
        for at, choice in enumerate(self.listed):
            if at and at % columns == 0:
                drawn.append("\n")
            entry = self._text(at, choice, number)
            entry.pad_right(width - len(entry))
            drawn.append_text(entry)
        self.update(drawn)

    def _text(self, at: int, choice: Choice, number: int) -> Text:
        text = Text(f"{choice.answer:<{number}} ", style=self._style(at, "dim"))
        return Text.assemble(text, (choice.value, self._style(at, "bold cyan")))

    def _style(self, at: int, plain: str) -> Style:
        marked = "reverse" if at == self._marked else ""
        return Style.parse(f"{plain} {marked}".strip() or "none") + Style(meta={"choice": at})
