"""`oddboard backup` and `oddboard restore`: what a host does with what a server keeps."""

from pathlib import Path

from oddboard.cli.output import console
from oddboard.server import backup
from oddboard.server.serving import default_database


def back_up(file: Path, database: str | None) -> None:
    """Copy a database into a file, and say what is in it."""
    counts = backup.back_up(database or default_database(), file)
    console.print(f"{file} holds {_counted(counts)}.", highlight=False)


def restore(file: Path, database: str) -> None:
    """Put a copy into an empty database, and say what came back."""
    counts = backup.restore(file, database)
    console.print(f"{_counted(counts)} are back. Serve them with:", highlight=False)
    console.print(f"  oddboard serve --database {database}", highlight=False, soft_wrap=True)


def _counted(counts: dict[str, int]) -> str:
    return (
        f"{counts['tables']:,} tables of {counts['guests']:,} guests, with {counts['entries']:,} entries in their logs"
    )
