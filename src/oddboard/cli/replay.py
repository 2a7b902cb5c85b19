"""`oddboard replay`: a saved game, step by step."""

from pathlib import Path

from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from oddboard.bots.reasons import reason_for
from oddboard.cli.output import can_be_filled, complain, console, listed, past_line
from oddboard.cli.prompt import Keyboard
from oddboard.core import saves, seats
from oddboard.core.game import CHANCE
from oddboard.core.saves import SavedGame

HELP = "Enter: next   p: previous   a number: that ply   w: why   e: end   q: leave"


def replay(path: Path, print_all: bool, plain: bool) -> None:
    """Step through a saved game, on the whole of a terminal that can be filled, or print it all."""
    saved = saves.load(saves.read_text(path))
    match = saved.match
    if not print_all and not plain and can_be_filled() and not saved.outdated:
        from oddboard.cli.stepper import Stepper  # it takes a while to load

        Stepper(saved).run()
        return
    console.print(Rule(Text(match.game.title, style="bold")))
    console.print(heading(saved))
    if saved.outdated:
        console.print(Text(f"{saved.outdated.message} ({saved.outdated.rule})", style="italic"))
    if print_all:
        for ply in range(match.ply + 1):
            _show(saved, ply)
        return
    try:
        _step(saved)
    except (EOFError, KeyboardInterrupt):
        console.print()


def heading(saved: SavedGame) -> Text:
    """Who played."""
    named = [f"{seats.name(seat)} ({name})" for seat, name in enumerate(saved.names) if name != seats.name(seat)]
    return Text(listed(named or saved.names), style="dim")


def told(saved: SavedGame, ply: int) -> Table:
    """A decision in words."""
    match, played = saved.match, saved.match.history[ply]
    sign = "⚄" if played.seat == CHANCE else seats.sign(played.seat)
    style = "cyan" if played.seat == CHANCE else seats.colour(played.seat)
    return past_line(ply, sign, style, match.game.words(match.state_at(ply), played.code))


def why(saved: SavedGame, ply: int) -> Text:
    """What the decision that led to a ply was good for."""
    chance = not ply or saved.match.history[ply - 1].seat == CHANCE
    reason = "" if chance else reason_for(saved.match, ply - 1, None)
    return Text(reason or ("Nobody decided this." if chance else "There is nothing to tell about it."), style="italic")


def _step(saved: SavedGame) -> None:
    keyboard, match = Keyboard(), saved.match
    ply = 0
    _show(saved, ply)
    console.print(Text(HELP, style="dim"))
    while True:
        answer = keyboard.read(f"{ply}/{match.ply}").strip().lower()
        if answer in ("q", "quit"):
            return
        if answer in ("", "n"):
            to = ply + 1
        elif answer == "p":
            to = ply - 1
        elif answer == "e":
            to = match.ply
        elif answer == "w":
            console.print(why(saved, ply))
            continue
        elif answer.isdecimal() and len(answer) < 10:
            to = int(answer)
        else:
            console.print(Text(HELP, style="dim"))
            continue
        if not 0 <= to <= match.ply:
            complain(f"the game has the plies 0 to {match.ply}")
            continue
        ply = to
        _show(saved, ply)


def _show(saved: SavedGame, ply: int) -> None:
    """The board after so many decisions, and the last of them in words."""
    match = saved.match
    console.print()
    if ply:
        console.print(told(saved, ply - 1))
    console.print(match.game.board(match.state_at(ply)))
    if ply == match.ply:
        console.print(ending(saved))


def ending(saved: SavedGame) -> Text:
    """How it ended, if it did."""
    if saved.ranks is None:
        return Text("Here the saved game stops; it is not over.", style="dim")
    ranks = [f"{seats.name(seat)} {seats.ordinal(rank)}" for seat, rank in enumerate(saved.ranks)]
    gone = f"{listed([seats.name(seat) for seat in saved.resigned])} resigned." if saved.resigned else ""
    drawn = "All who were still in agreed to a draw." if saved.drawn else ""
    result = saved.match.game.result(saved.match.state) if saved.match.is_over else ""
    words = " ".join(part for part in (f"The game is over: {listed(ranks)}.", gone, drawn, result) if part)
    return Text(words, style="bold")
