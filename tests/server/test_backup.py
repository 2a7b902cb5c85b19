"""Copies of a running server, put back into a database of either kind; every game goes on from where it was."""

import gzip
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from oddboard.cli.backup import counted
from oddboard.server import backup
from oddboard.server.errors import CannotServe
from tests.server.launching import Running
from tests.server.running import SMALL, Guest

DECIDED = 3  # by people, before the copy is made


@pytest.fixture
def copied(tmp_path: Path, new_database: Callable[[], str]) -> tuple[Guest, str, Path]:
    """Somebody in the middle of a game, the table, and a copy made while the server runs."""
    with Running(new_database(), SMALL) as server:
        host = Guest(server, "Ada")
        table = host.table("sailboat-regatta", ["me", "shared"], start=True)
        plies = [_decide(host, table)["ply"] for _ in range(DECIDED)]
        path = tmp_path / "copy.gz"
        assert backup.back_up(server.database, path)["entries"] > 3
    assert plies == sorted(set(plies))
    return host, table, path


def test_a_game_goes_on_from_its_copy(copied: tuple[Guest, str, Path], new_database: Callable[[], str]) -> None:
    host, table, path = copied
    database = new_database()
    assert backup.restore(path, database)["tables"] == 1
    with Running(database, SMALL) as server:
        host.move_to(server)
        before = _decide(host, table)
        assert before["ply"] >= DECIDED
        assert _decide(host, table)["ply"] > before["ply"]


def test_a_copy_goes_into_an_empty_database_only(
    copied: tuple[Guest, str, Path], new_database: Callable[[], str]
) -> None:
    database = new_database()
    backup.restore(copied[2], database)
    with pytest.raises(CannotServe, match="not empty"):
        backup.restore(copied[2], database)


def test_a_damaged_copy_changes_nothing(
    copied: tuple[Guest, str, Path], new_database: Callable[[], str], tmp_path: Path
) -> None:
    whole = copied[2].read_bytes()
    lines = gzip.decompress(whole).splitlines(keepends=True)
    row = next(number for number, line in enumerate(lines) if line.startswith(b'["entries"'))
    damaged = {
        "cut off": whole[:-40],
        "rows are missing": gzip.compress(b"".join(lines[:row] + lines[row + 1 :])),
        "is no copy": gzip.compress(b'{"kind": "something else"}\n'),
    }
    database = new_database()
    with pytest.raises(CannotServe, match="there is no file"):
        backup.restore(tmp_path / "nowhere.gz", database)
    for reason, content in damaged.items():
        path = tmp_path / "damaged.gz"
        path.write_bytes(content)
        with pytest.raises(CannotServe, match="damaged" if reason == "cut off" else reason):
            backup.restore(path, database)
    assert set(backup.back_up(database, tmp_path / "empty.gz").values()) == {0}


def _decide(host: Guest, table: str) -> Any:
    """Make the first decision that is offered to whoever is to decide; the situation before."""
    path = f"/api/tables/{table}"
    while (seat := host.get(f"{path}/situation", seat=0)["to_move"]) not in (0, 1):
        time.sleep(0.1)  # rules are compiled, or dice are rolled
    situation = host.get(f"{path}/situation", seat=seat)
    decision = situation["choices"][0]["decision"]
    host.post(f"{path}/play", {"seat": seat, "ply": situation["ply"], "decision": decision})
    return situation


def test_what_a_copy_holds_is_told() -> None:
    assert counted({"tables": 1, "guests": 2, "entries": 1234}) == "1 table of 2 guests, with log entries: 1,234"
