"""The database: one thread that writes, a few that read.

Everything that is to be written waits in one queue; the writer takes whatever is there and commits it together, so that
two hundred tables share the cost of one wait for the disk. Whoever asked for a change goes on only when it is durable.

A change of a table says how many entries of the log its maker knew. The table's row is locked and compared: if another
process was quicker the change is turned down with `Behind`, its maker reads what is new, and judges again.
"""

import asyncio
import contextlib
import os
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import orjson
from sqlalchemy import Connection, Engine, create_engine, event, insert, make_url, update
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, OperationalError, SQLAlchemyError

from oddboard.server import schema
from oddboard.server.errors import CannotServe, NotFound, NotSaved
from oddboard.server.histogram import Histogram
from oddboard.server.log import Entry
from oddboard.server.migration import migrate

T = TypeVar("T")
READERS = 4
LARGEST_BATCH = 256  # changes that are committed together
# Seconds until the next commit where several tables have shared one: each commit takes Python's lock from the loop some
# twenty times, so that more changes in fewer commits leave more of it to who is to be answered.
GATHERING = 0.003
CHANNEL = "oddboard"  # of PostgreSQL's notifications
LARGEST_NOTICE = 7500  # bytes of changes, each of which may be told in LONGEST_NEWS: PostgreSQL takes 8,000
LONGEST_NEWS = 1500
SEPARATOR = 4  # bytes between two, at most
LIVING = 0x0DDB0A4D  # the first number of PostgreSQL's locks that living processes hold; the second is of their name


@dataclass
class Change:
    """What is to become of a table, all of it or nothing."""

    table: str
    version: int  # how many entries its maker knew
    entries: Sequence[Entry]
    row: dict[str, Any] = field(default_factory=dict)  # columns of the table's row with their new content
    seats: list[dict[str, Any]] | None = None  # all seats anew
    passed_on: Sequence[int] = ()  # seats that have changed hands: their links are worth nothing any more
    results: Sequence[dict[str, Any]] = ()  # how it ended, for each guest who sat there


class Behind(Exception):
    """Another process has changed the table meanwhile."""


@dataclass
class _Waiting:
    """Something to be written, and who waits for it."""

    what: Change | Callable[[Connection], Any]
    done: "asyncio.Future[Any]"
    since: float = field(default_factory=time.perf_counter)


class Database:
    """A database, SQLite or PostgreSQL; these differ in the few places that ask for `shared`."""

    def __init__(self, url: str, name: str) -> None:
        self.name = name  # of this process, for the others that use the same database
        self.engine = engine_of(url)
        self.shared = self.engine.dialect.name == "postgresql"
        # Each look is one statement or several that need not agree: no transaction has to be begun and ended for them.
        self._reading = self.engine.execution_options(isolation_level="AUTOCOMMIT") if self.shared else self.engine
        self._lock = None if self.shared else locked(str(self.engine.url.database))
        migrated(self.engine)
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._writer = threading.Thread(target=self._write_all, name="writer", daemon=True)
        self._connection: Connection | None = None  # the writer's, between two commits
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_stopped = False
        self.commits = 0
        self.written = 0  # changes
        self.failures = 0
        self.waits = Histogram()  # for changes to be durable

    def start(self) -> None:
        """Begin to write; from now on it belongs to the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._writer.start()

    async def stop(self) -> None:
        """Write what waits, then close; who comes later is refused."""
        self._is_stopped = True
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join)
        self._readers.shutdown()
        self.engine.dispose()

    # Asking

    def change(self, change: Change) -> "asyncio.Future[Any]":
        """Make a change of a table durable, which is then done; Behind if another process was quicker."""
        return self._put(change)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do something else in the database, durably."""
        result: T = await self._put(work)
        return result

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Look something up."""

        def look() -> T:
            with self._reading.connect() as connection:
                return work(connection)

        assert self._loop
        try:
            return await self._loop.run_in_executor(self._readers, look)
        except SQLAlchemyError as error:
            raise unwritten(error) from error

    def _put(self, what: Any) -> "asyncio.Future[Any]":
        assert self._loop
        waiting = _Waiting(what, self._loop.create_future())
        if self._is_stopped:
            waiting.done.set_exception(NotSaved("the server is being stopped: nothing was changed; try again later"))
        else:
            self._queue.put(waiting)
        return waiting.done

    # Writing, in a thread of its own

    def _write_all(self) -> None:
        going = True
        while going:
            batch = [self._queue.get()]
            with contextlib.suppress(queue.Empty):
                while len(batch) < LARGEST_BATCH:
                    batch.append(self._queue.get_nowait())
            going = None not in batch
            waiting = [each for each in batch if each is not None]
            if waiting:
                self._report(self._commit(waiting))
            if len(waiting) > 1:
                time.sleep(GATHERING)
        if self._connection is not None:
            self._connection.close()

    def _commit(self, waiting: list[_Waiting]) -> "list[tuple[_Waiting, Any]]":
        """Commit together; if that fails, one by one, so that only what is wrong fails."""
        try:
            answers = self._together(waiting)
        except Exception as error:
            self.failures += 1
            if len(waiting) == 1:
                return [(waiting[0], unwritten(error))]
            return [answer for each in waiting for answer in self._commit([each])]
        self.commits += 1
        self.written += len(waiting)
        return answers

    def _together(self, waiting: list[_Waiting]) -> "list[tuple[_Waiting, Any]]":
        """Commit over the writer's own connection, which is kept; if it was lost meanwhile, over a new one.

        What was committed although the connection was lost is not written twice: then its maker is behind.
        """
        kept = self._connection
        try:
            return self._over(kept or writing(self.engine), waiting)
        except DBAPIError as error:
            if kept is None or not error.connection_invalidated:
                raise
            return self._over(writing(self.engine), waiting)

    def _over(self, connection: Connection, waiting: list[_Waiting]) -> "list[tuple[_Waiting, Any]]":
        self._connection = None
        answers: list[tuple[_Waiting, Any]] = []
        try:
            with connection.begin():
                changes = [each.what for each in waiting if isinstance(each.what, Change)]
                behind = self._write_changes(connection, changes) if changes else set()
                for each in waiting:
                    if isinstance(each.what, Change):
                        answers.append((each, Behind() if each.what.table in behind else None))
                    else:
                        answers.append((each, each.what(connection)))
        except BaseException:
            with contextlib.suppress(SQLAlchemyError):
                connection.close()
            raise
        self._connection = connection
        return answers

    def _write_changes(self, connection: Connection, changes: list[Change]) -> set[str]:
        """Write changes of different tables; those of which another process was quicker.

        Each statement gets all its rows as one JSON text: whatever is asked of the database one by one gives up
        Python's lock each time, and has to wait until it gets it again.
        """
        write = connection.exec_driver_sql
        sql = _POSTGRESQL if self.shared else _SQLITE
        ids = [change.table for change in changes]
        assert len(ids) == len(set(ids)), "a table's changes wait for one another"
        versions = orjson.loads(write(sql.look, (stored(ids),)).scalar_one() or "{}")
        good = [change for change in changes if versions.get(change.table) == change.version]
        if good:
            lines = stored([line for change in good for line in _lines(change)])
            moved_on = stored([_moved_on(change) for change in good])
            if self.shared:  # the other processes are told as soon as this is committed
                write(sql.add, (lines, moved_on, CHANNEL, stored(notices(self.name, good))))
            else:
                write(sql.add, (lines,))
                write(sql.move_on, (moved_on,))
            for change in good:
                _write_rest(connection, change)
        written = {change.table for change in good}
        return {identifier for identifier in ids if identifier not in written}

    def _report(self, answers: "list[tuple[_Waiting, Any]]") -> None:
        def tell() -> None:
            now = time.perf_counter()
            for waiting, answer in answers:
                if isinstance(waiting.what, Change):
                    self.waits.observe(now - waiting.since)
                if waiting.done.cancelled():
                    continue
                if isinstance(answer, Exception):
                    waiting.done.set_exception(answer)
                else:
                    waiting.done.set_result(answer)

        assert self._loop
        with contextlib.suppress(RuntimeError):  # the loop has been closed: nobody waits any more
            self._loop.call_soon_threadsafe(tell)


@dataclass(frozen=True)
class _Statements:
    """What is written with every decision. Each takes a JSON list of rows; `look` one of tables' ids."""

    look: str  # the versions of tables, which nobody else can change until the commit, as one JSON object
    add: str  # entries of logs; where processes share a database, also all the rest
    move_on: str = ""  # tables whose logs have grown


_SQLITE = _Statements(
    look="SELECT json_group_object(id, version) FROM tables WHERE id IN (SELECT value FROM json_each(?))",
    add="INSERT INTO entries (table_id, number, kind, seat, content, roll, at) "
    "SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), "
    "json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'), "
    "json_extract(value, '$[6]') FROM json_each(?)",
    move_on="UPDATE tables SET version = json_extract(value, '$[1]'), moved = json_extract(value, '$[2]'), "
    "clocks = coalesce(json_extract(value, '$[3]'), clocks) "
    "FROM json_each(?) WHERE tables.id = json_extract(value, '$[0]')",
)
# In the order of their names, so that two processes never wait for each other in a circle.
_POSTGRESQL = _Statements(
    look="SELECT json_object_agg(id, version)::text FROM (SELECT id, version FROM tables "
    "WHERE id IN (SELECT json_array_elements_text(%s::json)) ORDER BY id FOR UPDATE) AS found",
    add="WITH added AS (INSERT INTO entries (table_id, number, kind, seat, content, roll, at) "
    "SELECT each->>0, (each->>1)::integer, each->>2, (each->>3)::integer, each->>4, (each->>5)::integer, "
    "(each->>6)::bigint FROM json_array_elements(%s::json) AS each), "
    "moved AS (UPDATE tables SET version = (each->>1)::integer, moved = (each->>2)::bigint, "
    "clocks = coalesce(each->>3, clocks) FROM json_array_elements(%s::json) AS each WHERE id = each->>0) "
    "SELECT pg_notify(%s, notice) FROM json_array_elements_text(%s::json) AS notice",
)


def stored(content: Any) -> str:
    """Something as the JSON text that the database is given."""
    return orjson.dumps(content).decode()


def notices(name: str, changes: Sequence[Change]) -> list[str]:
    """What a process tells the others: its name, and the changes that it has made, in as few notices as can be.

    Every process hears every notice, and commits that tell something wait for one another.
    """
    found, room = [[name]], 0
    for change in changes:
        told = _news(change)
        size = len(orjson.dumps(told))
        if size > LONGEST_NEWS:
            told, size = change.table, len(change.table)
        if room + size > LARGEST_NOTICE:
            found.append([name])
            room = 0
        found[-1].append(told)
        room += size + SEPARATOR
    return list(map(stored, found))


def _news(change: Change) -> Any:
    """A change as others are told it: whole if there is nothing to it but entries, otherwise the table's name."""
    if change.seats is not None or change.results or change.row.keys() - {"clocks"}:
        return change.table
    lines = [(entry.kind, entry.content, entry.seat, entry.roll, entry.at) for entry in change.entries]
    return change.table, change.version, change.row.get("clocks"), lines


def _lines(change: Change) -> list[tuple[Any, ...]]:
    return [
        (
            change.table,
            change.version + offset,
            entry.kind,
            entry.seat,
            stored(entry.content),
            entry.roll,
            entry.at,
        )
        for offset, entry in enumerate(change.entries)
    ]


def _moved_on(change: Change) -> tuple[Any, ...]:
    return change.table, change.version + len(change.entries), change.entries[-1].at, change.row.get("clocks")


def _write_rest(connection: Connection, change: Change) -> None:
    """What changes seldom: columns of the row, and the seats."""
    if rest := {name: content for name, content in change.row.items() if name != "clocks"}:
        connection.execute(update(schema.tables).where(schema.tables.c.id == change.table).values(**rest))
    if change.seats is not None:
        connection.execute(schema.seats.delete().where(schema.seats.c.table_id == change.table))
        connection.execute(insert(schema.seats), change.seats)
    if change.results:
        connection.execute(insert(schema.results), list(change.results))
    if change.passed_on:
        links = schema.seat_links
        gone = (links.c.table_id == change.table) & links.c.seat.in_(change.passed_on)
        connection.execute(links.delete().where(gone))


def unwritten(error: Exception) -> Exception:
    """What to tell about a failure of the database."""
    if not isinstance(error, DBAPIError):
        return error
    if isinstance(error, IntegrityError):
        return NotFound("what this is about is there no more: it was deleted meanwhile")
    reason = str(error.orig).splitlines()[0]
    return NotSaved(f"the database could not be used ({reason}): nothing was changed; make room, then try again")


def migrated(engine: Engine) -> None:
    """Bring the database to its present form; CannotServe says what is in the way."""
    try:
        migrate(engine)
    except OperationalError as error:
        where = engine.url.render_as_string(hide_password=True)
        reason = str(error.orig).splitlines()[0]
        raise CannotServe(
            f"the database {where} cannot be opened ({reason}): see that it exists and can be written, "
            f"or name another with --database"
        ) from None
    except DBAPIError as error:
        where = engine.url.render_as_string(hide_password=True)
        reason = str(error.orig).splitlines()[0]
        raise CannotServe(
            f"the database {where} cannot be used ({reason}): if it is damaged, put a copy of it in its place, "
            f"or begin anew with another --database"
        ) from None


def engine_of(url: str) -> Engine:
    """The way into a database; CannotServe says what is wrong with its URL."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise CannotServe(
            f"--database wants a URL such as sqlite:///oddboard.db or postgresql://user@host/name, not {url!r}"
        ) from None
    if parsed.get_backend_name() == "postgresql":
        if find_spec("psycopg") is None:
            raise CannotServe("the driver of PostgreSQL is not installed: pip install 'oddboard[postgres]'")
        return create_engine(parsed.set(drivername="postgresql+psycopg"), pool_size=READERS + 2, pool_pre_ping=True)
    if parsed.get_backend_name() != "sqlite":
        raise CannotServe(f"--database is of SQLite or PostgreSQL, not of {parsed.get_backend_name()}")
    if parsed.database in (None, "", ":memory:"):
        raise CannotServe("--database names a file, such as sqlite:///oddboard.db: nothing in memory would last")
    _make_folder(Path(str(parsed.database)).absolute().parent)
    engine = create_engine(parsed, connect_args={"check_same_thread": False, "timeout": 30}, pool_size=READERS + 2)
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def writing(engine: Engine) -> Connection:
    """A connection for who writes: it waits for others as it begins.

    SQLite refuses at once who has read something, if others have written before it writes itself.
    """
    return engine.connect().execution_options(writes=True)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(13, "it may not be written")
    except OSError as error:
        raise CannotServe(
            f"the folder {folder} cannot be used ({error.strerror}): name another place with --database sqlite:///FILE"
        ) from None


def locked(path: str) -> Any:
    """A lock on an SQLite file, held as long as this process lives: two servers would not know of each other."""
    try:
        import fcntl
    except ImportError:
        return None  # Windows has no such locks
    file = open(f"{path}.lock", "w", encoding="utf-8")  # noqa: SIM115 (held until the end)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise CannotServe(
            f"another Oddboard serves the tables in {path} already: use that one, stop it, or name another file "
            f"with --database (several servers can share a PostgreSQL database)"
        ) from None
    return file


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions begin where SQLAlchemy says so
    # FULL: a commit waits until the log is on the disk, so that nothing acknowledged is lost, not even by a power cut.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "cache_size=-32000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")
