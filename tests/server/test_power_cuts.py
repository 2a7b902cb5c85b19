"""A power cut: whatever was written but not synced is gone. What the server has acknowledged is there all the same."""

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.launching import FREELY, Running
from tests.server.test_crowd import kill_and_look

CUTS = 200  # in `make soak`
SOURCE = Path(__file__).with_name("power_cut.c")


class PoweredOff(Running):
    """A server on SQLite whose end takes away from its files all that was not synced."""

    def __init__(self, file: Path, shim: Path) -> None:
        super().__init__(f"sqlite:///{file}", FREELY, LD_PRELOAD=str(shim))
        self.file = file

    def kill(self) -> None:
        super().kill()
        lose_unsynced(self.file)


def lose_unsynced(file: Path) -> None:
    """The files as they were when they were last synced; one that never was is gone."""
    for each in (file, file.with_name(f"{file.name}-wal")):
        synced = each.with_name(f"{each.name}.synced")
        each.unlink(missing_ok=True)
        if synced.exists():
            shutil.copyfile(synced, each)
    file.with_name(f"{file.name}-shm").unlink(missing_ok=True)


@pytest.fixture
def shim(tmp_path: Path) -> Path:
    """The part of a power cut that is C."""
    if shutil.which("gcc") is None:
        pytest.skip("there is no C compiler")
    made = tmp_path / "power_cut.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", str(made), str(SOURCE), "-ldl"], check=True)
    return made


@pytest.mark.soak
def test_power_cuts_lose_nothing(tmp_path: Path, shim: Path) -> None:
    kill_and_look(PoweredOff(tmp_path / "tables.db", shim), CUTS)


UNSYNCED = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode=WAL")
connection.execute("PRAGMA synchronous=FULL")
connection.execute("CREATE TABLE kept (number INTEGER)")
connection.execute("INSERT INTO kept VALUES (1)")
connection.execute(f"PRAGMA synchronous={sys.argv[2]}")
connection.execute("INSERT INTO kept VALUES (2)")
os._exit(0)
"""


@pytest.mark.parametrize(("synchronous", "left"), [("FULL", [1, 2]), ("OFF", [1])])
def test_what_is_not_synced_is_lost(tmp_path: Path, shim: Path, synchronous: str, left: list[int]) -> None:
    """Otherwise the test above could not fail."""
    file = tmp_path / "tables.db"
    environment = os.environ | {"LD_PRELOAD": str(shim)}
    subprocess.run([sys.executable, "-c", UNSYNCED, str(file), synchronous], env=environment, check=True)
    lose_unsynced(file)
    connection = sqlite3.connect(file)
    assert [row[0] for row in connection.execute("SELECT number FROM kept")] == left
    connection.close()
