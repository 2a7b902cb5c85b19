"""A table that fills the terminal: the board, what happened, and what can be done, by keyboard and mouse.

The game is played by `session.Sitting` on a thread of its own, as it is line by line; here is only what is shown and
what is answered. Narrow terminals have the board above the rest, wide ones beside it.
"""

import contextlib
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from queue import SimpleQueue
from typing import ClassVar

from rich.console import RenderableType
from rich.markdown import Markdown
from rich.text import Text
from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.theme import Theme
from textual.widgets import Footer, Input, RichLog, Static

from oddboard.bots import Stop
from oddboard.cli import output, rulebook
from oddboard.cli.choices import Choice, Choices
from oddboard.cli.output import seat_text
from oddboard.cli.prompt import Asked, in_words, question
from oddboard.core.game import Game

WIDE = 120  # columns: from here on the board stands beside the rest
HIGH = 32  # rows: from here on there is room for many choices below the board
COLOURS = Theme(  # those of the page, dark, for which the seats' colours are made
    name="oddboard",
    primary="#ff9466",
    secondary="#7df0e4",
    accent="#ff9466",
    foreground="#f4f1ea",
    background="#101214",
    surface="#131517",
    panel="#1a1d20",
    error="#ffb1a6",
)
TYPE_OR_CHOOSE = "type a choice, or a command such as hint; F1 explains"


KEYS = """
  Up and Down mark a choice, Enter takes it; a click does both
  Page Up and Page Down move the board
  Escape takes back what was typed, or one step of a decision
"""


class Page(ModalScreen[None]):
    """Something to read, over the table."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,f1,f4", "app.pop_screen", "Back to the table")]

    def __init__(self, text: RenderableType) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """The text, which can be scrolled."""
        with VerticalScroll(id="paper"):
            yield Static(self._text)
        yield Footer()


class Tabletop(App[None]):
    """What is seen: a board, a log, a question with its choices, and a line to type in."""

    CSS_PATH = "fullscreen.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (HIGH, "-high")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "say('/help')", "Help"),
        Binding("f2", "say('/hint')", "Hint"),
        Binding("f3", "say('/undo')", "Undo"),
        Binding("f4", "say('/rules')", "Rules"),
        Binding("f5", "say('/log')", "Log"),
        Binding("escape", "step_back", "Step back"),
        Binding("ctrl+q,ctrl+c,ctrl+d", "leave", "Leave", priority=True, key_display="^Q"),
    ]

    def __init__(self, title: str, seats: Text, play: Callable[[], None]) -> None:
        super().__init__()
        self.title = title
        self._seats = seats
        self._play = play
        self.answers: SimpleQueue[str | None] = SimpleQueue()  # None: nobody is there any more
        self.asked: Asked | None = None
        self.left = threading.Event()

    def compose(self) -> ComposeResult:
        """The parts of the table, from top to bottom."""
        yield Static(Text.assemble((f" {self.title} ", "bold"), " ", self._seats), id="head")
        with Horizontal(id="table"):
            with VerticalScroll(id="board", can_focus=False):
                yield Static(id="drawn")
            with Vertical(id="side"):
                yield RichLog(id="log", wrap=True, min_width=20)
                yield Static(id="question")
                with VerticalScroll(id="list", can_focus=False):
                    yield Choices(id="choices")
        yield Input(id="typed", placeholder=TYPE_OR_CHOOSE, compact=True)
        yield Footer()

    def on_mount(self) -> None:
        """Begin to play."""
        self.register_theme(COLOURS)
        self.theme = COLOURS.name
        self.query_one(RichLog).can_focus = False
        self.query_one(Input).focus()
        self.call_after_refresh(self._begin)  # once it is known how wide things are

    def _begin(self) -> None:
        threading.Thread(target=self._play, daemon=True).start()

    # What is answered

    @on(Input.Changed)
    def narrow(self, changed: Input.Changed) -> None:
        """List the choices that begin as typed."""
        if self.asked and " " not in changed.value:
            self.list_choices(changed.value)

    @on(Input.Submitted)
    def submit(self, submitted: Input.Submitted) -> None:
        """Answer with what was typed, or with the choice that is marked."""
        typed = submitted.value.strip()
        marked = self.query_one(Choices).marked
        if typed or self.asked is None:
            self.answer(typed)
        elif marked:
            self.answer(marked.answer)

    @on(Choices.Chosen)
    def choose(self, chosen: Choices.Chosen) -> None:
        """Answer with a choice that was clicked."""
        self.answer(chosen.choice.answer)
        self.query_one(Input).focus()

    def on_key(self, event: events.Key) -> None:
        """Up and down mark a choice, while one types; page keys move the board."""
        choices = self.query_one(Choices)
        moves: dict[str, Callable[[], object]] = {"down": lambda: choices.mark(1), "up": lambda: choices.mark(-1)}
        board = self.query_one("#board", VerticalScroll)
        moves |= {"pagedown": board.action_page_down, "pageup": board.action_page_up}
        if self.focused is self.query_one(Input) and event.key in moves:
            moves[event.key]()
            event.stop()

    def answer(self, text: str) -> None:
        """Hand an answer to the game, and take the question away until the next one."""
        self.query_one(Input).clear()
        self.answers.put(text)

    def action_say(self, command: str) -> None:
        """Answer with a command of the table."""
        if self.asked:
            self.answer(command)

    def action_step_back(self) -> None:
        """Take back what was typed, or else the last step of the decision."""
        typed = self.query_one(Input)
        if typed.value:
            typed.clear()
        elif self.asked and self.asked.narrowing.chosen:
            self.answer("")

    def action_leave(self) -> None:
        """Leave the table; every decision is saved."""
        self.left.set()
        self.answers.put(None)
        self.exit()

    # What is shown

    def show_question(self, words: Text, asked: Asked | None) -> None:
        """Ask something, with the choices that there are."""
        self.asked = asked
        self.query_one("#question", Static).update(words)
        self.list_choices("")

    def list_choices(self, begun: str) -> None:
        """The choices that begin as typed, each with its number and, where there are few, what it would do."""
        values = self.asked.narrowing.values if self.asked else []
        told = (self.asked and in_words(self.asked)) or [""] * len(values)
        every = [Choice(at, *each) for at, each in enumerate(zip(values, told, strict=True), 1)]
        begins = begun.casefold()
        fitting = [each for each in every if each.value.casefold().startswith(begins) or each.answer == begun]
        self.query_one(Choices).show(fitting)

    def tell(self, what: RenderableType) -> None:
        """Add to the log."""
        self.query_one(RichLog).write(what)

    def show_board(self, drawn: Text) -> None:
        """Show the board."""
        self.query_one("#drawn", Static).update(drawn)

    def clear_table(self) -> None:
        """Take everything out of sight."""
        self.query_one(RichLog).clear()
        self.show_board(Text(""))
        self.show_question(Text(""), None)


class FullScreen:
    """The terminal that a game speaks to, which passes everything on to what is seen."""

    headed = True

    def __init__(self, app: Tabletop) -> None:
        self._app = app
        self.last: Sequence[Text] = ()  # what stays in the terminal when the table is put away

    def _show(self, show: Callable[..., object], *what: object) -> None:
        """Show something, from the game's thread; EOFError if nobody is there any more."""
        if self._app.left.is_set():
            raise EOFError
        try:
            self._app.call_from_thread(show, *what)
        except Exception as failure:
            if self._app.left.is_set() or isinstance(failure, RuntimeError):  # the table was put away meanwhile
                raise EOFError from None
            raise

    def say(self, what: RenderableType, whole: bool = False) -> None:
        self._show(self._app.tell, what)

    def complain(self, message: str) -> None:
        self._show(self._app.tell, Text(message, style="red"))

    def board(self, drawn: Text) -> None:
        self._show(self._app.show_board, drawn)

    def clear(self) -> None:
        self._show(self._app.clear_table)

    def offer(self, asked: Asked) -> None:
        self._show(self._app.show_question, question(asked), asked)

    def read(self, prompt: str = "") -> str:
        if prompt:
            self._show(self._app.show_question, Text(prompt, style="bold"), None)
        answer = self._app.answers.get()
        if answer is None:
            raise EOFError
        return answer

    def explain(self, text: Text) -> None:
        self._show(self._app.push_screen, Page(text + Text(KEYS)))

    def rules(self, game: Game, rule: str | None) -> None:
        if rule is None:
            self._show(self._app.push_screen, Page(Markdown(game.rulebook)))
        else:
            self.say(Markdown(rulebook.one(game, rule)))

    def thinking(self, seat: int) -> None:
        self._show(self._app.show_question, seat_text(seat) + Text(" thinks …", style="not bold dim"), None)

    def wait(self, words: str, for_it: Callable[[Stop], None]) -> None:
        self._show(self._app.show_question, Text(words, style="dim"), None)
        for_it(self.is_left)

    def is_left(self) -> bool:
        return self._app.left.is_set()

    def close(self, last: Sequence[Text], wait: bool) -> None:
        self.last = last
        if wait:
            with contextlib.suppress(EOFError):
                self.read("The game is over. Enter leaves the table.")


def run(title: str, seats: Text, play: Callable[[FullScreen], None]) -> None:
    """Fill the terminal with a table until the game is over or left; what goes wrong in the game goes wrong here."""
    failures: list[BaseException] = []

    def on_a_thread() -> None:
        try:
            play(screen)
        except BaseException as failure:  # it is raised again where it can be seen
            failures.append(failure)
        finally:
            over.set()
            with contextlib.suppress(RuntimeError, CancelledError):  # it is gone, or just going
                app.call_from_thread(app.exit)

    over = threading.Event()
    app = Tabletop(title, seats, on_a_thread)
    screen = FullScreen(app)
    app.run()
    over.wait(timeout=10)
    for line in screen.last:
        output.console.print(line, soft_wrap=True)
    if failures:
        raise failures[0]
