"""Bringing a database to the form that this program knows, before anything else touches it."""

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from oddboard.server.errors import CannotServe
from oddboard.server.schema import FORM

LOCK = 0x0DDB0A2D  # of PostgreSQL's advisory locks: processes that start together migrate one after another


def migrate(engine: Engine) -> None:
    """Run the steps that are missing; CannotServe if the database is of a later program."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        if _form_of(connection) != FORM:
            _upgrade(connection)


def _form_of(connection: Connection) -> str | None:
    """The form that a database has; None if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    return found


def _upgrade(connection: Connection) -> None:
    # Only here, as almost every start finds the database as it should be, and Alembic takes its time to load.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise CannotServe(
            f"the database is of a newer Oddboard than this one, which knows form {FORM} ({error}): "
            f"update Oddboard, or name another database with --database"
        ) from None
