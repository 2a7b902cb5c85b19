"""`oddboard backup` and `oddboard restore`: what a host does with what a server keeps."""

from pathlib import Path

from oddboard.cli.output import console
from oddboard.server import backup
from oddboard.server.serving import default_database


def back_up(file: Path, database: str | None) -> None:
    """Copy a database into a file, and say what is in it."""
    counts = backup.back_up(database or default_database(), file)
    console.print(f"{file} holds {counted(counts)}.", highlight=False)


def restore(file: Path, database: str) -> None:
    """Put a copy into an empty database, and say what came back."""
    counts = backup.restore(file, database)
    console.print(f"There are again {counted(counts)}. Serve them with:", highlight=False)
    console.print(f"  oddboard serve --database {database}", highlight=False, soft_wrap=True)


def counted(counts: dict[str, int]) -> str:
    """What a copy holds, in words."""
    tables, guests = (f"{counts[what]:,} {what if counts[what] != 1 else what[:-1]}" for what in ("tables", "guests"))
    return f"{tables} of {guests}, with log entries: {counts['entries']:,}"
