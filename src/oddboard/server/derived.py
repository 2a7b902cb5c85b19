"""What was made from a story, and goes with it: its analysis, the costly decisions found there, its picture."""

from typing import Any

from sqlalchemy import Connection, delete

from oddboard.server import schema

DERIVED = (schema.analyses, schema.mistakes, schema.pictures)


def forget(connection: Connection, stories: Any) -> None:
    """Delete what was made from stories: a list of their names, or a query of them."""
    for table in DERIVED:
        connection.execute(delete(table).where(table.c.story.in_(stories)))
