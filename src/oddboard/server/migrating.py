"""Bringing a database to the form that this program knows, before anything else touches it."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, text

from oddboard.server.errors import CannotServe

LOCK = 0x0DDB0A2D  # of PostgreSQL's advisory locks: processes that start together migrate one after another


def migrate(engine: Engine) -> None:
    """Run the steps that are missing; CannotServe if the database is of a later program."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        _upgrade(connection)


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        known = ScriptDirectory.from_config(config).get_current_head()
        raise CannotServe(
            f"the database is of a newer Oddboard than this one, which knows form {known} ({error}): "
            f"update Oddboard, or name another database with --database"
        ) from None
