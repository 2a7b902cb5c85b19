"""A game at the terminal: people at the keyboard, bots, the dice, and what there is to see."""

import contextlib
import shlex
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from oddboard import bots
from oddboard.bots.reasons import because
from oddboard.cli import formations
from oddboard.cli.compilation import Coming
from oddboard.cli.lines import Lines, Terminal
from oddboard.cli.narrowing import NotOffered, meant
from oddboard.cli.output import listed, past_line, seat_text
from oddboard.cli.prompt import Asked, refusal_text
from oddboard.core import seats
from oddboard.core.errors import OddboardError, SaveFailed
from oddboard.core.game import CHANCE, Decision
from oddboard.core.match import Match
from oddboard.core.records import copy, same
from oddboard.core.saves import SaveFile
from oddboard.core.scene import Shortcut, written

ME = "me"  # a seat that is played at the keyboard
COMPILING = "The computer gets ready to think; the first time a game is played this takes up to a minute …"

HELP = """
You are asked for one thing after the other. Answer with
  a value          as listed, or its beginning where that is clear
  #3               the third of the list
  several values   separated by blanks: the whole move at once
  {"do": ...}      a whole decision as JSON
  b, or Enter      one step back

  board            show the board again
  quick            what can be done at once, such as a ready formation
  quick NAME       do it; or quick #2, the second of the list
  keep NAME        keep the formation just set up, for quick in later games
  hint             what the computer would do
  log              what was done so far
  undo             take back your last decision
  rules            the rulebook
  rules ID         one of its rules, such as one that refused a move
  save NAME        go on in another file
  quit             leave; the game is saved

If a word is also one of the choices, write /board for the command.
"""


class Left(Exception):
    """Somebody left the table; the game is saved."""


class Sitting:
    """A match, its saved game, and who sits where."""

    def __init__(
        self,
        match: Match,
        save: SaveFile,
        sitting: list[str],
        resumed: bool,
        coming: Coming | None = None,
        terminal: Terminal | None = None,
    ) -> None:
        self.match = match
        self.save = save
        self.sitting = sitting
        self.people = [seat for seat, who in enumerate(sitting) if who == ME]
        self._coming = coming
        self._bots: dict[int, bots.Bot] = {}  # by seat, those that have decided something
        self.terminal = terminal or Lines()
        self._resumed = resumed
        self._told = dict.fromkeys(range(match.players), match.ply if resumed else 0)  # plies each seat knows of
        self._forced: set[int] = set()  # plies at which a person had no choice
        self._at_keyboard: int | None = None  # the person who last saw the screen
        self._commands: dict[str, Callable[[int, list[str]], bool]] = {
            "?": self._help,
            "help": self._help,
            "board": lambda seat, words: self._show_board(seat),
            "quick": self._quick,
            "keep": self._keep,
            "hint": self._hint,
            "log": self._log,
            "undo": self._undo,
            "rules": self._rules,
            "save": self._save_as,
            "quit": self._quit,
        }

    # The course of a game

    def run(self) -> None:
        """Play until the end, or until somebody leaves."""
        try:
            self._greet()
            while not self.match.is_over:
                self._next()
            self._finish()
        except (Left, EOFError, KeyboardInterrupt):
            self._goodbye()

    def _next(self) -> None:
        mover = self.match.to_move
        if mover == "chance":
            self._do(self.match.roll)
        elif mover in self.people:
            assert isinstance(mover, int)
            codes = self.match.codes()
            if len(codes) == 1:
                self._forced.add(self.match.ply)
                self._do(lambda: self.match.play_code(codes[0]))
            else:
                self._ask(mover)
        else:
            assert isinstance(mover, int)
            self._have_code_for(self.sitting[mover])
            self.terminal.thinking(mover)
            code = self._bot(mover).decide(self.match, self.terminal.is_left).code
            self._do(lambda: self.match.play_code(code))
        if not self.people:
            self._tell(None)

    def _bot(self, seat: int) -> bots.Bot:
        if seat not in self._bots:
            game, players = self.match.game, self.match.players
            budget = bots.budget(self.sitting[seat], game, players, self.match.options)
            self._bots[seat] = bots.Bot(game, players, seat, budget)
        return self._bots[seat]

    def _have_code_for(self, level: str) -> None:
        """Wait for compiled rules before somebody thinks who would take minutes without them, and say so."""
        if self._coming and not self._coming.is_there and bots.needed_by(level) is bots.to_compile:
            self.terminal.wait(COMPILING, self._coming.wait)
            if self.terminal.is_left():
                raise Left

    def _do(self, act: Callable[[], object]) -> None:
        """Do something that is saved; if it cannot be, ask what to do about it."""
        while True:
            try:
                act()
                return
            except SaveFailed as error:
                self.terminal.complain(error.message)
                if self.match.is_over:  # only the last line is missing, and it is added when the game is resumed
                    return
                if self.terminal.read("Enter: try again, or quit").strip().lower() in ("quit", "q"):
                    raise Left from None

    # What is said

    def _greet(self) -> None:
        match = self.match
        if not self.terminal.headed:
            self.terminal.say(Rule(Text(match.game.title, style="bold")))
            self.terminal.say(seats_text(self.sitting))
        if self._resumed:
            self.terminal.say(Text(f"Going on after {match.ply} decisions.", style="dim"))
        self.terminal.say(Text(f"Saved in {self.save.path}", style="dim"), whole=True)
        self.terminal.say(Text(f"dice commitment {match.dice.commitment}", style="dim"), whole=True)
        if self.people and not self.terminal.headed:
            self.terminal.say(Text("? explains what you can type.", style="dim"))

    def _tell(self, seat: int | None) -> None:
        """What the others and the dice did since a seat last looked."""
        known = seat if seat is not None else 0
        for ply in range(self._told[known], self.match.ply):
            if self.match.history[ply].seat != seat or ply in self._forced:
                self.terminal.say(self._line(ply, seat))
        self._told[known] = self.match.ply

    def _line(self, ply: int, seat: int | None) -> Table:
        """A past decision in words, as a seat may know it."""
        match, played, before = self.match, self.match.history[ply], self.match.state_at(ply)
        shown: Decision | None = played.decision
        if seat is not None:
            shown = match.game.redacted(before, played.code, seat, match.state)
        if played.seat == CHANCE:
            sign, style = "⚄", "cyan"
        else:
            sign, style = seats.sign(played.seat), seats.colour(played.seat)
        if shown is None:
            words = "something is decided in secret"
            if played.seat != CHANCE:
                words = f"{seats.name(played.seat)} decides something in secret"
        elif shown == played.decision:
            words = match.game.words(before, played.code)
        else:
            words = ", ".join(f"{name} {written(value)}" for name, value in shown.items())
        if ply in self._forced:
            words += " (the only choice)"
        return past_line(ply, sign, style, words)

    def _show_board(self, seat: int) -> bool:
        self.terminal.board(self.match.game.board(self.match.view(seat)))
        return True

    def _has_secrets(self) -> bool:
        return any(not same(self.match.view(seat), self.match.state) for seat in range(self.match.players))

    def _hand_over(self, seat: int) -> None:
        """Where people share the keyboard and have secrets, let the other one look away first."""
        if self._at_keyboard not in (None, seat) and self._has_secrets():
            self.terminal.clear()
            self.terminal.read(f"{seats.name(seat)} is next: Enter, when nobody else looks")
            self.terminal.clear()
        self._at_keyboard = seat

    # Asking

    def _ask(self, seat: int) -> None:
        """Ask a person for a decision, and carry it out."""
        self._hand_over(seat)
        self._tell(seat)
        self._show_board(seat)
        asked = Asked(self.match, seat)
        if ready := self._ready(seat):
            names = "; ".join(shortcut["name"] for shortcut in ready)
            self.terminal.say(Text(f"All at once with quick: {names}.", style="dim"))
        while True:
            self.terminal.offer(asked)
            answer = self.terminal.read().strip()
            if not answer or (answer.lower() in ("b", "back") and answer not in asked.narrowing.values):
                if not asked.narrowing.back():
                    self.terminal.say(Text("There is nothing to go back to; undo takes back a decision.", style="dim"))
                continue
            if command := self._command(answer, asked):
                try:
                    if not command(seat, _words(answer)[1:]):
                        return
                except OddboardError as error:
                    self.terminal.complain(error.message)
                continue
            try:
                asked.answer(answer)
            except OddboardError as error:
                self.terminal.say(refusal_text(error))
                continue
            if asked.code is not None:
                self._do(partial(self.match.play_code, asked.code))
                return

    def _command(self, answer: str, asked: Asked) -> Callable[[int, list[str]], bool] | None:
        word = answer.split()[0].lower()
        if word in asked.narrowing.values:
            return None
        return self._commands.get(word.removeprefix("/"))

    # Commands; each says whether the same question is asked again

    def _help(self, seat: int, words: list[str]) -> bool:
        self.terminal.explain(Text(HELP))
        return True

    def _ready(self, seat: int) -> list[Shortcut]:
        """What a seat can do at once although it is several decisions, by name."""
        view = self.match.view(seat)
        ready = [each for each in self.match.game.shortcuts(view) if "touches" not in each and not each.get("again")]
        return [*ready, *formations.fitting(self.match.game, view)]

    def _keep(self, seat: int, words: list[str]) -> bool:
        mine = [each.decision for each in self.match.history if each.seat == seat]
        path = formations.keep(self.match.game, mine, " ".join(words))
        self.terminal.say(Text(f"Kept in {path}", style="dim"), whole=True)
        return True

    def _quick(self, seat: int, words: list[str]) -> bool:
        ready = self._ready(seat)
        if not ready:
            raise OddboardError("there is nothing here that can be done at once: decide one thing after the other")
        if not words:
            table = Table.grid(padding=(0, 2, 0, 0))
            for number, each in enumerate(ready, 1):
                table.add_row(Text(f"#{number}", style="dim"), Text(each["name"], style="bold cyan"), each["tells"])
            self.terminal.say(Padding(table, (0, 0, 0, 1)))
            return True
        wanted = " ".join(words)
        named = {each["name"]: each for each in ready}
        try:
            shortcut = named[meant("quick", wanted, list(named))]
        except NotOffered:
            raise OddboardError(f"{wanted!r} is not clearly one of these: see quick") from None
        for decision in shortcut["decisions"]:
            self._do(partial(self.match.play, decision))
        return False

    def _hint(self, seat: int, words: list[str]) -> bool:
        self._have_code_for(bots.HINT)
        advice = bots.advise(self.match, bots.HINT)
        chance = ", ".join(f"{seats.name(at)} {value:.0%}" for at, value in enumerate(advice.evaluation))
        self.terminal.say(Text(f"Hint: {self.match.game.words(self.match.view(seat), advice.code)}.", style="green"))
        if why := because(self.match.game, self.match.view(seat), advice.code, seat):
            self.terminal.say(Text(why, style="dim"))
        if story := advice.lines[0].story:
            self.terminal.say(Text(f"Then perhaps: {'; '.join(story)}.", style="dim"))
        self.terminal.say(Text(f"Prospects then: {chance}.", style="dim"))
        typed = " ".join(map(written, advice.decision.values()))
        self.terminal.say(Text(f"Type: {typed}", style="dim"))
        return True

    def _log(self, seat: int, words: list[str]) -> bool:
        for ply in range(self.match.ply):
            self.terminal.say(self._line(ply, seat))
        return True

    def _undo(self, seat: int, words: list[str]) -> bool:
        """Back to the last real choice of this seat; rolls after it are made anew."""
        history = self.match.history
        mine = (ply for ply in range(len(history) - 1, -1, -1) if history[ply].seat == seat)
        ply = next((ply for ply in mine if ply not in self._forced), None)
        if ply is None:
            raise OddboardError("you have decided nothing yet that could be taken back")
        self._do(lambda: self.match.undo(ply))
        self._forced = {forced for forced in self._forced if forced < ply}
        self._told = {each: min(told, ply) for each, told in self._told.items()}
        self.terminal.say(Text("Taken back. Dice after it will be rolled anew.", style="dim"))
        return False

    def _rules(self, seat: int, words: list[str]) -> bool:
        self.terminal.rules(self.match.game, words[0] if words else None)
        return True

    def _save_as(self, seat: int, words: list[str]) -> bool:
        if not words:
            self.terminal.say(Text(f"The game is saved in {self.save.path}, every decision at once.", style="dim"))
            return True
        self.save = SaveFile.create(Path(words[0]).expanduser(), self.match, self.sitting)
        self.terminal.say(Text(f"From now on the game is saved in {self.save.path}", style="dim"), whole=True)
        return True

    def _quit(self, seat: int, words: list[str]) -> bool:
        raise Left

    # The end

    def _finish(self) -> None:
        match = self.match
        if self.people:
            self._tell(self._at_keyboard if self._at_keyboard is not None else self.people[0])
        self.terminal.board(match.game.board(copy(match.state)))
        ranks = match.ranks or []
        for rank in sorted(set(ranks)):
            at = [seat for seat in range(match.players) if ranks[seat] == rank]
            verb = "is" if len(at) == 1 else "are"
            text = Text(f"{listed([seats.name(seat) for seat in at])} {verb} {seats.ordinal(rank)}.")
            text.stylize("bold" if rank == 1 else "")
            self.terminal.say(text)
        if result := match.game.result(match.state):
            self.terminal.say(result)
        place = shlex.quote(str(self.save.path))
        last = (
            f"\nThe game is saved in {self.save.path}",
            f"Look at it again: oddboard replay {place}",
            f"Check the dice:   oddboard verify {place}",
        )
        self.terminal.close([Text(line, style="dim") for line in last], wait=bool(self.people))

    def _goodbye(self) -> None:
        place = shlex.quote(str(self.save.path))
        with contextlib.suppress(BrokenPipeError):
            words = f"\nThe game is saved. Go on with: oddboard play --resume {place}"
            self.terminal.close([Text(words)], wait=False)
            sys.stdout.flush()


def seats_text(sitting: list[str]) -> Text:
    """Who sits where, in a line."""
    return Text("  ").join(seat_text(seat, "you" if name == ME else name) for seat, name in enumerate(sitting))


def _words(answer: str) -> list[str]:
    try:
        return shlex.split(answer)
    except ValueError:
        return answer.split()
