"""Databases and servers for the tests."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import postgres as ours


@pytest.fixture(scope="session")
def postgres() -> Iterator[ours.Cluster]:
    """A PostgreSQL of our own."""
    if ours.programs() is None:
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
