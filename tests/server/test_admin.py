"""What a host does with `oddboard admin` while a server runs in another process, on both databases."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from oddboard.cli.app import app
from oddboard.server import administration
from oddboard.server.administration import REMOVED, banned_as
from oddboard.server.tables import new_id
from tests.server.client import Refused
from tests.server.launching import Running
from tests.server.running import SMALL, Guest

PATIENCE = 20.0  # seconds in which a server must notice


@pytest.fixture
def running(database: str) -> Iterator[Running]:
    with Running(database, SMALL) as server:
        yield server


def _admin(server: Running, *words: str, fails: bool = False) -> str:
    result = CliRunner().invoke(app, ["admin", *words, "--database", server.database], env={"COLUMNS": "200"})
    if fails:
        assert result.exception is not None
        return str(result.exception)
    assert result.exit_code == 0, result.output
    return result.output


def _until(is_so: Callable[[], bool]) -> None:
    late = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < late, "the server does not notice"
        time.sleep(0.1)


async def _say(guest: Guest, table: str, text: str) -> None:
    async with guest.live(table) as page:
        assert (await page.ask({"type": "talk", "text": text}))["type"] == "ok"


def _status(guest: Guest, path: str) -> int:
    return guest.http.get(path).status_code


def test_a_host_sees_to_tables_and_guests(running: Running) -> None:
    ann, bob = Guest(running, "Rude Name"), Guest(running, "Bob")
    table = ann.table("sailboat-regatta", ["me", "open"], public=True)
    path = f"/api/tables/{table}"
    bob.post(f"{path}/join", {"seat": 1})
    asyncio.run(_say(ann, table, "something rude"))
    listed = _admin(running, "tables", "--state", "waiting")
    assert table in listed
    assert f"Rude Name ({ann.id})" in listed

    def talk() -> list[tuple[str, str]]:
        return [(line["name"], line["text"]) for line in bob.get(path)["talked"]]

    def names() -> list[Any]:
        return [seat["name"] for seat in bob.get(path)["seats"]]

    assert talk() == [("Rude Name", "something rude")]
    assert _admin(running, "silence", table) == "Removed: a line of talk.\n"
    _until(lambda: talk() == [("Rude Name", REMOVED)])
    _admin(running, "rename", ann.id)
    _until(lambda: "Rude Name" not in names())
    assert names()[1] == "Bob"
    _until(lambda: talk() == [(names()[0], REMOVED)])
    assert ann.get("/api/me")["guest"]["name"] == names()[0]

    counted = json.loads(_admin(running, "statistics", "--json"))
    assert (counted["guests"], counted["tables waiting"], counted["servers"]) == (2, 1, 1)
    assert counted["tables by game"] == {"sailboat-regatta": 1}

    _admin(running, "close", table)
    _until(lambda: _status(bob, path) == 404)
    assert "no table" in _admin(running, "close", table, fails=True)


def test_who_is_banned_stays_out(running: Running) -> None:
    ann, bob = Guest(running, "Ann"), Guest(running, "Bob")
    _admin(running, "ban", ann.id, "--days", "1", "--why", "shouted")
    _until(lambda: _status(ann, "/api/me") == 403)
    with pytest.raises(Refused, match="shouted"):
        ann.get("/api/me")
    assert _status(bob, "/api/me") == 200
    assert ann.id in _admin(running, "bans")
    _admin(running, "lift", ann.id)
    _until(lambda: _status(ann, "/api/me") == 200)
    _admin(running, "ban", "127.0.0.1")
    _until(lambda: httpx.get(f"{running.url}/api/me").status_code == 403)
    assert _admin(running, "bans").startswith("127.0.0.0/24")
    assert "not banned" in _admin(running, "lift", ann.id, fails=True)


def test_a_ban_is_there_after_a_restart(database: str) -> None:
    with Running(database, SMALL) as server:
        ann = Guest(server, "Ann")
        _admin(server, "ban", ann.id)
    with Running(database, SMALL) as server:
        ann.move_to(server)
        assert _status(ann, "/api/me") == 403


def test_whom_a_ban_is_for() -> None:
    assert banned_as("203.0.113.7") == "203.0.113.0/24"
    assert banned_as("2001:db8::7") == "2001:db8::/64"
    assert banned_as("203.0.0.0/16") == "203.0.0.0/16"
    with pytest.raises(Exception, match="a network such as"):
        banned_as("not/anything")


def test_no_name_is_taken_for_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-8kZ_q2vXw", "--help0000", "k8Z_q2vXw-"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: next(drawn))
    assert new_id() == "k8Z_q2vXw-"


def test_who_reads_and_then_writes_is_not_refused_for_what_others_write_meanwhile(database: str) -> None:
    def notice(table: str) -> None:
        with administration.changing(database) as connection:
            administration.leave_notice(connection, administration.ABOUT_TABLE, table)

    other = threading.Thread(target=notice, args=("one",))
    with administration.changing(database) as connection:
        assert administration.tables(connection) == []
        other.start()
        other.join(0.5)
        administration.leave_notice(connection, administration.ABOUT_TABLE, "another")
    other.join(30)
    assert not other.is_alive()
