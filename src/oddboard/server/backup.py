"""A copy of everything that a server keeps, made while it runs, and put back into an empty database of either kind.

A copy is a compressed file of JSON lines: a heading, every row of every table as it was at one moment, and a last line
that counts them, so that a file that was cut off is noticed. It is the same for SQLite and PostgreSQL: what was copied
from one can be put into the other.
"""

import gzip
import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, func, insert, select
from sqlalchemy.exc import DBAPIError

from oddboard.server import schema
from oddboard.server.database import engine_of, migrated
from oddboard.server.errors import CannotServe

KIND = "a copy of an Oddboard server"
COPIED = [table for table in schema.metadata.sorted_tables if table is not schema.servers]
AT_ONCE = 500  # rows that are read or written together


def back_up(database: str, path: Path) -> dict[str, int]:
    """Copy a database into a file, which is there whole or not at all; how many rows of each table."""
    engine = engine_of(database)
    migrated(engine)
    spare = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with open(spare, "wb") as file:
            with gzip.open(file, "wt", encoding="utf-8") as text:
                counts = _copy(engine, text)
            file.flush()
            os.fsync(file.fileno())
        spare.replace(path)
    except OSError as error:
        spare.unlink(missing_ok=True)
        raise CannotServe(f"the copy {path} could not be written ({error.strerror}): nothing was changed") from None
    finally:
        engine.dispose()
    return counts


def _copy(engine: Engine, text: Any) -> dict[str, int]:
    counts: Counter[str] = Counter({table.name: 0 for table in COPIED})
    text.write(json.dumps({"kind": KIND, "form": schema.FORM}) + "\n")
    snapshot = {"isolation_level": "REPEATABLE READ"} if engine.dialect.name == "postgresql" else {}
    with engine.connect().execution_options(stream_results=True, yield_per=AT_ONCE, **snapshot) as connection:
        for table in COPIED:
            for row in connection.execute(select(table)).mappings():
                content = dict(row)
                if table is schema.tables:
                    content["keeper"] = None  # whichever server it is put back for takes the tables up
                text.write(json.dumps([table.name, content]) + "\n")
                counts[table.name] += 1
    text.write(json.dumps({"rows": counts}) + "\n")
    return dict(counts)


def restore(path: Path, database: str) -> dict[str, int]:
    """Put a copy into an empty database, all of it or nothing; how many rows of each table."""
    engine = engine_of(database)
    migrated(engine)
    try:
        with engine.begin() as connection:
            _check_empty(connection)
            return _put_back(connection, path)
    except DBAPIError as error:
        reason = str(error.orig).splitlines()[0]
        raise CannotServe(f"{path} could not be put back ({reason}): the database is as it was") from None
    finally:
        engine.dispose()


def _check_empty(connection: Connection) -> None:
    for table in COPIED:
        if connection.execute(select(func.count()).select_from(table)).scalar_one():
            raise CannotServe(
                f"the database is not empty (there are {table.name} in it): a copy is put back into a new one, "
                f"such as --database sqlite:///restored.db"
            )


def _put_back(connection: Connection, path: Path) -> dict[str, int]:
    by_name = {table.name: table for table in COPIED}
    counts: Counter[str] = Counter({table.name: 0 for table in COPIED})
    waiting: list[Any] = []
    last = ""
    for name, row in _rows(path):
        if waiting and (name != last or len(waiting) == AT_ONCE):
            connection.execute(insert(by_name[last]), waiting)
            waiting = []
        if name not in by_name:
            raise CannotServe(f"{path} holds {name!r}, which this Oddboard does not know: update it")
        waiting.append(row)
        last = name
        counts[name] += 1
    if waiting:
        connection.execute(insert(by_name[last]), waiting)
    return dict(counts)


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of a copy; CannotServe if it is none, or if it is damaged."""
    counted: Counter[str] = Counter()
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            heading = json.loads(next(lines, "null"))
            if not isinstance(heading, dict) or heading.get("kind") != KIND:
                raise CannotServe(f"{path} is no copy that `oddboard backup` made")
            if heading["form"] > schema.FORM:
                raise CannotServe(f"{path} is of a newer Oddboard than this one, which knows form {schema.FORM}")
            for line in lines:
                content = json.loads(line)
                if isinstance(content, dict):
                    if {name: count for name, count in content["rows"].items() if count} != dict(counted):
                        raise CannotServe(f"{path} is damaged: rows are missing")
                    return
                name, row = content
                counted[name] += 1
                yield name, row
    except FileNotFoundError:
        raise CannotServe(f"there is no file {path}") from None
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        raise CannotServe(f"{path} is damaged or is no copy ({error}): nothing was put back") from None
    raise CannotServe(f"{path} was cut off: nothing was put back")
