"""`oddboard admin`: what a host does about tables and guests, also while servers run."""

import json
from datetime import datetime
from typing import Annotated, Any

import typer
from rich.text import Text

from oddboard.cli.helping import Database, examples
from oddboard.cli.output import console
from oddboard.core.sentences import counted

app = typer.Typer(
    no_args_is_help=True,
    help=(
        "See to a server's tables and guests, also while it runs: it notices within a second or two.\n\n"
        "Begin with `oddboard admin tables`; the identifiers that it shows are what the others want."
    ),
)
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="A table's identifier, as its address ends.")]
GuestId = Annotated[str, typer.Argument(metavar="GUEST", help="A guest's identifier.")]
Whom = Annotated[str, typer.Argument(metavar="WHOM", help="A guest, an address (then its /24 or /64), or a network.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def _changing(database: str | None) -> Any:
    from oddboard.server import administration
    from oddboard.server.serving import default_database

    return administration.changing(database or default_database())


def _moment(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000).astimezone().strftime("%Y-%m-%d %H:%M")


@app.command(epilog=examples("oddboard admin tables --state playing"))
def tables(
    state: Annotated[str | None, typer.Option(help="waiting, playing or over.", show_default="all")] = None,
    most: Annotated[int, typer.Option(min=1, help="How many, the latest first.")] = 50,
    database: Database = None,
) -> None:
    """List tables: what is played, and who sits there."""
    from oddboard.core.errors import BadRequest
    from oddboard.server import administration
    from oddboard.server.tables import OVER, PLAYING, WAITING

    states = (WAITING, PLAYING, OVER)
    if state is not None and state not in states:
        raise BadRequest(f"--state is one of {', '.join(states)}, not {state!r}")
    with _changing(database) as connection:
        found = administration.tables(connection, state, most)
    if not found:
        console.print("There are no tables.")
    for one in found:
        line = Text.assemble((one.id, "bold cyan"), f"  {one.game}, {one.state}, last moved {_moment(one.moved)}")
        console.print(line, soft_wrap=True)
        for seat in one.seats:  # whole, at any width: they are copied from here
            console.print(Text(f"    {seat}"), soft_wrap=True)


@app.command(epilog=examples("oddboard admin close TABLE"))
def close(table: TableId, database: Database = None) -> None:
    """Take a table away, with its game, its talk and its links; whoever is there is told so."""
    from oddboard.server import administration

    with _changing(database) as connection:
        administration.close_table(connection, table)
    console.print(f"The table {table} is closed.", highlight=False)


@app.command(epilog=examples("oddboard admin silence TABLE"))
def silence(table: TableId, database: Database = None) -> None:
    """Remove what was said at a table."""
    from oddboard.server import administration

    with _changing(database) as connection:
        removed = administration.remove_talk(connection, table)
    console.print(f"Removed: {counted(removed, 'line')} of talk.", highlight=False)


@app.command(epilog=examples("oddboard admin rename GUEST"))
def rename(guest: GuestId, database: Database = None) -> None:
    """Take a guest's name away, wherever it stands, and give a neutral one."""
    from oddboard.server import administration

    with _changing(database) as connection:
        name = administration.remove_name(connection, guest)
    console.print(f"The guest {guest} is called {name} now.", highlight=False)


@app.command(epilog=examples('oddboard admin ban GUEST --days 7 --why "Be kind"', "oddboard admin ban 192.0.2.0/24"))
def ban(
    whom: Whom,
    days: Annotated[float | None, typer.Option(min=0, help="For how long.", show_default="for ever")] = None,
    why: Annotated[str, typer.Option(metavar="TEXT", help="Is told to who is kept out.")] = "",
    database: Database = None,
) -> None:
    """Keep a guest or a network out. Guests come back with a new cookie; who does so again comes from a network."""
    from oddboard.server import administration

    with _changing(database) as connection:
        kept = administration.ban(connection, whom, days, why)
    console.print(f"{kept} is banned{f' for {days:g} days' if days is not None else ''}.", highlight=False)


@app.command(epilog=examples("oddboard admin lift GUEST"))
def lift(whom: Whom, database: Database = None) -> None:
    """Let somebody in again who was banned."""
    from oddboard.server import administration

    with _changing(database) as connection:
        administration.lift_ban(connection, whom)
    console.print(f"{whom} may come in again.", highlight=False)


@app.command(epilog=examples("oddboard admin bans"))
def bans(database: Database = None) -> None:
    """List who is kept out."""
    from oddboard.server import administration

    with _changing(database) as connection:
        found = administration.bans(connection)
    for one in found:
        until = f" until {_moment(one.until)}" if one.until is not None else ""
        console.print(f"{one.whom}{until}{f': {one.why}' if one.why else ''}", highlight=False, markup=False)
    if not found:
        console.print("Nobody is banned.")


@app.command(epilog=examples("oddboard admin statistics --json"))
def statistics(as_json: AsJson = False, database: Database = None) -> None:
    """Count guests, tables and decisions."""
    from oddboard.server import administration
    from oddboard.server.clocks import now

    with _changing(database) as connection:
        found = administration.statistics(connection, now())
    if as_json:
        print(json.dumps(found))
        return
    by_game = found.pop("tables by game")
    for what, count in [*found.items(), *((f"tables of {game}", count) for game, count in by_game.items())]:
        console.print(f"{count:>9,}  {what}", highlight=False)
