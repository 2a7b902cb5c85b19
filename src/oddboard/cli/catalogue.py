"""`oddboard games`: the games there are, and what can be set in one."""

from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from oddboard.cli.output import console, errors
from oddboard.core import registry
from oddboard.core.game import Credits, Game


def show(key: str | None) -> None:
    """List all games, or tell about one."""
    if key is None:
        _list()
    else:
        _tell(registry.game(key))


def seats_of(game: Game) -> str:
    """For how many a game is: `2 to 5`."""
    least, most = game.players[0], game.players[-1]
    return str(least) if least == most else f"{least} to {most}"


def _minutes_of(game: Game) -> str:
    """How long a game takes: `, about 30 to 50 minutes`."""
    known = [minutes for minutes in map(game.minutes_for, game.players) if minutes is not None]
    if not known:
        return ""
    span = f"{min(known)} to {max(known)}" if min(known) < max(known) else f"{known[0]}"
    return f", about {span} minutes"


def _list() -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("game", "players", ""):
        table.add_column(heading, no_wrap=heading == "game")
    for game in registry.sound():
        table.add_row(Text(game.key, style="bold cyan"), seats_of(game), game.tagline)
    console.print(table)
    for key, reason in registry.broken().items():
        errors.print(Text.assemble(("broken: ", "red"), f"the game {key} cannot be played, since {reason}."))
    console.print("Play one with [bold]oddboard play GAME[/]; its settings are shown by [bold]oddboard games GAME[/].")


def _tell(game: Game) -> None:
    console.print(f"\n[bold]{game.title}[/], for {seats_of(game)} players{_minutes_of(game)}")
    console.print(game.tagline)
    if game.credits:
        console.print(_by(game.credits), style="dim", highlight=False)
    console.print()
    if game.options:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for heading in ("option", "values", "default", "what it does"):
            table.add_column(heading)
        for option in game.options:
            default = "by players" if option.default is None else _written(option.default)
            meaning = Text(f"{option.help} ({option.rule})")
            table.add_row(Text(option.name, style="bold cyan"), _values(option.schema()), default, meaning)
        console.print(table)
    console.print(f"Play with [bold]oddboard play {game.key}[/]; set an option with [bold]--option NAME=VALUE[/].")


def _by(whose: Credits) -> str:
    """Whose game it is, in a line."""
    parts = [f"A game by {whose.by}", str(whose.year or ""), whose.licence and f"rulebook: {whose.licence}"]
    return ", ".join(filter(None, parts)) + "."


def _values(schema: dict[str, Any]) -> str:
    """The values of an option: `small, large`, `1 to 100`, `classic, compact, or your own`."""
    if "anyOf" in schema:
        return ", or ".join(_values(each) for each in schema["anyOf"])
    if "enum" in schema:
        return ", ".join(map(_written, schema["enum"]))
    if schema["type"] == "boolean":
        return "true, false"
    if schema["type"] == "integer":
        return f"{schema['minimum']:,} to {schema['maximum']:,}"
    return f"{', '.join(schema['examples'])}, or your own" if "examples" in schema else "your own"


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
