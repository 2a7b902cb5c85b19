"""Databases and servers for the tests."""

import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from oddboard.core.compiling import INTERPRETED
from tests.server import postgres as ours
from tests.server.launching import Running
from tests.server.running import SMALL, Guest, sqlite
from tools.provide import found_postgresql

# Crowds and deadlines need the speed of compiled rules.
collect_ignore = ["test_crowd.py", "test_leaks.py", "test_thinking.py", "test_two_servers.py"] if INTERPRETED else []


@pytest.fixture(scope="session")
def postgres() -> Iterator[ours.Cluster]:
    """A PostgreSQL of our own."""
    if found_postgresql() is None:
        missing = "PostgreSQL is not installed (Debian: apt-get install postgresql)"
        if os.environ.get("ODDBOARD_NEEDS_POSTGRES") == "1":
            pytest.fail(missing)
        pytest.skip(missing)
    with ours.cluster() as cluster:
        yield cluster


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a fresh database, of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/oddboard.db"
        return
    cluster = request.getfixturevalue("postgres")
    url = cluster.database()
    yield url
    cluster.drop(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], str]]:
    """Makes fresh databases, of each kind; their URLs."""
    if request.param == "sqlite":
        numbers = count()
        yield lambda: f"sqlite:///{tmp_path}/fresh-{next(numbers)}.db"
        return
    cluster = request.getfixturevalue("postgres")
    made: list[str] = []

    def make() -> str:
        made.append(cluster.database())
        return made[-1]

    yield make
    for url in made:
        cluster.drop(url)


@pytest.fixture
def postgres_database(postgres: ours.Cluster) -> Iterator[str]:
    """The URL of a fresh database that several processes can share."""
    url = postgres.database()
    yield url
    postgres.drop(url)


@pytest.fixture
def sqlite_database(tmp_path: Path) -> str:
    """The URL of a fresh database in a file."""
    return f"sqlite:///{tmp_path}/oddboard.db"


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A running server on SQLite, shared by the tests that do it no harm."""
    with Running(f"sqlite:///{tmp_path_factory.mktemp('server')}/oddboard.db") as running:
        yield running


@pytest.fixture(scope="session")
def postgresql_server(postgres: ours.Cluster) -> Iterator[Running]:
    """A running server on PostgreSQL, shared likewise."""
    with Running(postgres.database()) as running:
        yield running


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest) -> Running:
    """Each of them."""
    found: Running = request.getfixturevalue(f"{request.param}_server")
    return found


@pytest.fixture(scope="session")
def plain_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A running server, for what has nothing to do with the database; with limits as people meet them."""
    with Running(f"sqlite:///{tmp_path_factory.mktemp('plain')}/oddboard.db", ()) as running:
        yield running


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server of a module's own."""
    place = Running(sqlite(tmp_path_factory.mktemp("place")), SMALL).start()
    yield place
    log = place.stop()
    assert '"level": "error"' not in log, log


@pytest.fixture
def ann(place: Running) -> Guest:
    """A guest."""
    return Guest(place, "Ann")


@pytest.fixture
def bob(place: Running) -> Guest:
    """Another."""
    return Guest(place, "Bob")
