"""What keeps the server safe: limits, origins, sizes, headers, and errors that say nothing about its insides."""

import socket
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from starlette.datastructures import Address

from oddboard.server.limits import Limits
from tests.commands import run as run_command
from tests.server.client import Refused
from tests.server.launching import Running
from tests.server.running import Guest, sqlite

QUICK = "sailboat-regatta"


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with narrow limits, and a log of everything."""
    options = ("--thinkers", "1", "--log-level", "info", "--generosity", "0.1")
    server = Running(sqlite(tmp_path_factory.mktemp("strict")), options).start()
    yield server
    log = server.stop()
    assert '"status": 429' in log
    assert "oddboard=" not in log


def test_too_many_requests_are_refused_with_a_reason(strict: Running) -> None:
    guest = Guest(strict)
    for _ in range(100):
        response = guest.http.get("/api/me")
        if response.status_code == 429:
            assert int(response.headers["retry-after"]) >= 1
            assert response.json()["error"]["kind"] == "too_many"
            return
    raise AssertionError("a hundred requests at once are too many")


def test_too_large_requests_are_refused(ann: Guest) -> None:
    large = b'{"name": "' + b"x" * 70_000 + b'"}'
    for content in (large, (part for part in (large, large))):
        response = ann.http.put("/api/me", content=content, headers={"content-type": "application/json"})
        assert response.status_code == 413
        assert response.json()["error"]["kind"] == "too_large"


def test_requests_from_other_sites_pages_are_refused(ann: Guest) -> None:
    for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}, {"origin": "null"}):
        response = ann.http.put("/api/me", json={"name": "Eve"}, headers=headers)
        assert response.status_code == 403, headers
    own = ann.http.put("/api/me", json={"name": "Ann"}, headers={"origin": ann.server.url})
    assert own.status_code == 200


def test_a_socket_from_another_site_is_refused(ann: Guest) -> None:
    import asyncio

    from websockets.asyncio.client import connect
    from websockets.exceptions import InvalidStatus

    table = ann.table(QUICK, ["me", "shared"])
    url = ann.server.url.replace("http", "ws") + f"/api/tables/{table}/live"

    async def go() -> None:
        with pytest.raises(InvalidStatus):
            async with connect(url, origin="https://evil.example"):  # type: ignore[arg-type]
                pass

    asyncio.run(go())


def test_browsers_are_told_to_be_strict(ann: Guest) -> None:
    for path in ("/", "/play/anything", "/api/me", "/api/nothing"):
        headers = ann.http.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe-eval" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_files_outside_the_page_are_not_served(ann: Guest) -> None:
    for path in ("/../app.py", "/%2e%2e/app.py", "/..%2fapp.py", "/assets/../../app.py"):
        assert "FastAPI" not in ann.http.get(path).text


def test_errors_have_one_form(ann: Guest) -> None:
    for method, path, content in (
        ("POST", "/api/tables", b"nonsense"),
        ("POST", "/api/tables", b'{"game": 5}'),
        ("PATCH", "/api/me", None),
        ("GET", "/api/tables?which=all", None),
        ("POST", "/api/records", b"\xff\xfe"),
        ("POST", "/api/records", b'{"oddboard": 1, "game": "yaz"}\n'),
        ("POST", "/api/study", b'{"game": "yaz", "decisions": [{"do": "fly"}]}'),
    ):
        response = ann.http.request(method, path, content=content, headers={"content-type": "application/json"})
        assert 400 <= response.status_code < 500
        assert set(response.json()["error"]) == {"kind", "message", "rule"}


def test_without_a_cookie_one_may_look_but_not_play(ann: Guest) -> None:
    table = ann.table(QUICK, ["me", "shared"])
    anybody = httpx.Client(base_url=ann.server.url)
    assert anybody.get(f"/api/tables/{table}").json()["you"] == []
    content = {"seat": 0, "ply": 0, "decision": {}}
    assert anybody.post(f"/api/tables/{table}/play", json=content).status_code == 401


def test_a_running_game_with_secrets_is_not_given_away(ann: Guest) -> None:
    table = ann.table("yavoch", ["me", {"bot": "novice"}])
    for path in (f"/api/tables/{table}/record", f"/api/stories/{table}"):
        with pytest.raises(Refused, match="not_yours"):
            ann.get(path)


def test_health_and_metrics(ann: Guest) -> None:
    ann.table(QUICK, ["me", "shared"])
    assert ann.get("/api/health")["ok"]
    figures = dict(line.split() for line in ann.get("/api/metrics").splitlines() if not line.startswith("#"))
    assert float(figures["oddboard_commits_total"]) >= 1
    for what in ("request", "decision", "write", "thought"):
        counts = [float(figures[f'oddboard_{what}_seconds_bucket{{le="{le}"}}']) for le in (0.001, 0.5, "+Inf")]
        assert counts == sorted(counts)
        assert counts[-1] == float(figures[f"oddboard_{what}_seconds_count"])
    assert float(figures["oddboard_write_seconds_count"]) >= 1
    assert float(figures["oddboard_request_seconds_sum"]) > 0
    assert ann.get("/api/alive") == "ok\n"


def test_health_says_that_nothing_can_be_written(tmp_path: Path) -> None:
    """Somebody else holds the database: the process is alive, but people cannot play."""
    with Running(sqlite(tmp_path)) as server:
        held = sqlite3.connect(server.database.removeprefix("sqlite:///"), isolation_level=None)
        held.execute("BEGIN IMMEDIATE")
        answer = httpx.get(f"{server.url}/api/health", timeout=30)
        assert answer.status_code == 503
        assert "has not written" in answer.json()["error"]["message"]
        assert httpx.get(f"{server.url}/api/alive").status_code == 200
        held.execute("ROLLBACK")
        held.close()
        assert httpx.get(f"{server.url}/api/health", timeout=30).status_code == 200


def test_figures_are_for_the_host(ann: Guest) -> None:
    """What comes through a proxy comes from a guest."""
    assert ann.http.get("/api/metrics").status_code == 200
    for header in ("x-forwarded-for", "forwarded", "via"):
        assert ann.http.get("/api/metrics", headers={header: "127.0.0.1"}).status_code == 403


def test_a_host_may_ask_from_elsewhere() -> None:
    def asked(address: str, **headers: str) -> bool:
        return Limits(host_network="172.16.0.0/12").is_host(
            SimpleNamespace(client=Address(address, 1), headers=headers)
        )

    assert asked("127.0.0.1")
    assert asked("172.18.0.5")
    assert not asked("192.0.2.1")
    assert not asked("172.18.0.5", via="proxy")
    assert not Limits().is_host(SimpleNamespace(client=Address("172.18.0.5", 1), headers={}))


# What stands in the way of serving is said in one line


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run_command("serve", "--port", port, "--database", sqlite(tmp_path))
    assert done.returncode == 2
    assert "--port" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_database_of_a_later_program(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    done = run_command("serve", "--port", 0, "--database", sqlite(tmp_path))
    assert done.returncode == 2
    assert "newer" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("database", "word"),
    [
        ("sqlite:////proc/nowhere/tables.db", "/proc/nowhere"),
        ("mysql://x/y", "SQLite or PostgreSQL"),
        ("nonsense", "nonsense"),
        ("sqlite://", "file"),
        ("postgresql://127.0.0.1:1/x", "127.0.0.1"),
    ],
)
def test_a_database_that_cannot_be_used(database: str, word: str) -> None:
    done = run_command("serve", "--port", 0, "--database", database)
    assert done.returncode == 2
    assert "--database" in done.stderr
    assert word in done.stderr
    assert "Traceback" not in done.stderr


def test_two_servers_on_one_file(place: Running) -> None:
    """Both would let bots think; PostgreSQL is for that."""
    done = run_command("serve", "--port", 0, "--database", place.database)
    assert done.returncode == 2
    assert "already" in done.stderr
    assert "Traceback" not in done.stderr
