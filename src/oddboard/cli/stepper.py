"""A saved game that fills the terminal: the board, and every decision in a list to go through by keyboard and mouse."""

from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Footer, OptionList, Static

from oddboard.cli.fullscreen import COLOURS, WIDE
from oddboard.cli.replay import ending, heading, told, why
from oddboard.core.saves import SavedGame

BEGINNING = "The beginning"


class Stepper(App[None]):
    """What is seen: the board after the decision that is marked, and all of them."""

    CSS_PATH = "fullscreen.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,n,enter,space", "step(1)", "Next", key_display="→", priority=True),
        Binding("left,p", "step(-1)", "Previous", key_display="←"),
        Binding("home", "go(0)", "First", priority=True),
        Binding("end,e", "go(-1)", "Last", priority=True),
        Binding("w", "why", "Why"),
        Binding("q,escape,ctrl+q,ctrl+c,ctrl+d", "quit", "Leave", key_display="q", priority=True),
    ]

    def __init__(self, saved: SavedGame) -> None:
        super().__init__()
        self.title = saved.match.game.title
        self._saved = saved

    def compose(self) -> ComposeResult:
        """The parts, from top to bottom."""
        yield Static(Text.assemble((f" {self.title} ", "bold"), " ", heading(self._saved)), id="head")
        with Horizontal(id="table"):
            with VerticalScroll(id="board", can_focus=False):
                yield Static(id="drawn")
            with Vertical(id="side"):
                plies = range(self._saved.match.ply)
                yield OptionList(BEGINNING, *(told(self._saved, ply) for ply in plies), id="steps", markup=False)
                yield Static(id="question")
        yield Footer()

    def on_mount(self) -> None:
        """Show the beginning."""
        self.register_theme(COLOURS)
        self.theme = COLOURS.name
        steps = self.query_one(OptionList)
        steps.focus()
        steps.highlighted = 0

    @on(OptionList.OptionHighlighted)
    def show(self, marked: OptionList.OptionHighlighted) -> None:
        """Draw the board after the decision that is marked."""
        match, ply = self._saved.match, marked.option_index
        self.query_one("#drawn", Static).update(match.game.board(match.state_at(ply)))
        last = ply == match.ply
        self.query_one("#question", Static).update(ending(self._saved) if last else Text(f"{ply} of {match.ply}"))

    def action_why(self) -> None:
        """Say what the decision that is marked was good for."""
        self.query_one("#question", Static).update(why(self._saved, self.query_one(OptionList).highlighted or 0))

    def action_step(self, by: int) -> None:
        """Go on, or back, as far as there is something."""
        steps = self.query_one(OptionList)
        steps.highlighted = min(max(0, (steps.highlighted or 0) + by), self._saved.match.ply)

    def action_go(self, to: int) -> None:
        """Go to the first or to the last."""
        self.query_one(OptionList).highlighted = to % (self._saved.match.ply + 1)
