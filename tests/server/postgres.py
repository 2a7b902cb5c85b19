"""A PostgreSQL of our own: a throw-away cluster in a folder for temporary files."""

import os
import pwd
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from tools.provide import found_postgresql

OWNER = "postgres"
PORTS = range(12_000, 32_000)  # below those that Linux gives to connections
NOT_ROOT = (OWNER, "nobody")  # the database does not run as root: of these users, as the first that there is


def _somebody() -> pwd.struct_passwd:
    known = {user.pw_name: user for user in pwd.getpwall()}
    return next(known[name] for name in NOT_ROOT if name in known)


def free_port() -> int:
    """A port that is free, and none that the system gives to connections: a killed server finds it free again."""
    for _ in range(100):
        port = secrets.choice(PORTS)
        with socket.socket() as found, suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port
    raise AssertionError(f"no port of {PORTS} is free")


@dataclass
class Cluster:
    """A running PostgreSQL."""

    folder: Path
    port: int

    def database(self) -> str:
        """The URL of a fresh database."""
        name = f"t{secrets.token_hex(6)}"
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type]
        return self._address(name)

    def drop(self, url: str) -> None:
        """Remove a database, whoever is still connected to it."""
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {url.rpartition('/')[2]} WITH (FORCE)")  # type: ignore[arg-type]

    def _address(self, database: str) -> str:
        return f"postgresql://{OWNER}@127.0.0.1:{self.port}/{database}"


@contextmanager
def cluster(durable: bool = False) -> Iterator[Cluster]:
    """A PostgreSQL from its making to its removal; a durable one waits for the disk, which few tests need."""
    bin_folder = found_postgresql()
    assert bin_folder, "there is no PostgreSQL here"
    folder = Path(tempfile.mkdtemp(prefix="oddboard-postgres-"))
    as_owner: dict[str, Any] = {}
    if os.geteuid() == 0:
        owner = _somebody()
        os.chown(folder, owner.pw_uid, owner.pw_gid)
        as_owner = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
    port, files = free_port(), folder / "data"

    def call(program: str, *arguments: str) -> None:
        subprocess.run(
            [str(bin_folder / program), *arguments],
            check=True,
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
            **as_owner,
        )

    try:
        call("initdb", "-D", str(files), "-U", OWNER, "-A", "trust", "--no-sync", "-E", "UTF8")
        settings = f"-p {port} -k {folder} -h 127.0.0.1 -c max_connections=200"
        if not durable:
            settings += " -c fsync=off -c full_page_writes=off"
        call("pg_ctl", "-D", str(files), "-w", "-l", str(folder / "log"), "-o", settings, "start")
        try:
            yield Cluster(folder, port)
        finally:
            call("pg_ctl", "-D", str(files), "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
