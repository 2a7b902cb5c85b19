"""`oddboard verify`: whether every roll of a finished game is the one that was promised at its start."""

from pathlib import Path

from rich.text import Text

from oddboard.cli.output import console
from oddboard.core import saves
from oddboard.core.saves import Roll, SavedGame

RIGHT, WRONG, NOT_OVER = 0, 1, 3  # what the command ends with; 2 is for a file that cannot be read


def verify(path: Path) -> int:
    """Check a saved game, and say what was found."""
    saved = saves.load(saves.read_text(path))
    console.print(Text(f"{saved.match.game.title}, {saved.match.players} players, {saved.match.ply} decisions"))
    if saved.ranks is None:
        console.print("The game is not over: the secret of its dice is shown at the end.", style="yellow")
        return NOT_OVER
    if saved.secret is None:
        console.print(
            "The game is over, but its last line, with the secret of the dice, is missing: "
            "`oddboard play --resume FILE` adds it.",
            style="yellow",
        )
        return NOT_OVER
    wrong = _problems(saved)
    console.print(Text(f"commitment  {saved.commitment or 'none'}", style="dim"), soft_wrap=True)
    console.print(Text(f"secret      {saved.secret}", style="dim"), soft_wrap=True)
    for problem in wrong:
        console.print(Text.assemble(("✗ ", "bold red"), problem), soft_wrap=True)
    for note in _notes(saved):
        console.print(Text.assemble(("! ", "bold yellow"), note), soft_wrap=True)
    if wrong:
        return WRONG
    console.print(Text.assemble(("✓ ", "bold green"), "the secret is the one that was promised at the start"))
    rolls = f"all {len(saved.rolls)} rolls are" if len(saved.rolls) != 1 else "the one roll is"
    console.print(Text.assemble(("✓ ", "bold green"), f"{rolls} what the secret gives"))
    return RIGHT


def _problems(saved: SavedGame) -> list[str]:
    problems = []
    if saved.commitment is None:
        problems.append("the first line has no commitment: nothing was promised about the dice")
    elif not saves.kept_promise(saved):
        problems.append("the secret is not the one that was promised: its hash is not the commitment of the first line")
    problems.extend(_problem(roll) for roll, right in saves.verify(saved) if not right)
    return problems


def _problem(roll: Roll) -> str:
    where = f"line {roll.line}, ply {roll.ply}"
    if roll.number is None:
        return f"{where}: chance did not decide this by a fair roll; somebody gave the outcome"
    return f"{where}: roll {roll.number} is not what the secret gives"


def _notes(saved: SavedGame) -> list[str]:
    """What is in order, but worth knowing for somebody who suspects."""
    numbers = [roll.number for roll in saved.rolls if roll.number is not None]
    missing = (numbers[-1] + 1 - len(numbers)) if numbers else 0
    return [f"{missing} rolls were made that are not in the file"] if missing else []
