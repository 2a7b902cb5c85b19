"""One server for the tests of a module, on a fresh SQLite file."""

from collections.abc import Iterator

import pytest

from tests.server.running import Guest, Server, sqlite


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(sqlite(tmp_path_factory.mktemp("database")))
    yield server
    log = server.stop()
    assert '"level": "error"' not in log, log


@pytest.fixture
def ann(server: Server) -> Guest:
    return Guest(server, "Ann")


@pytest.fixture
def bob(server: Server) -> Guest:
    return Guest(server, "Bob")
