"""Full disks and damaged files: the player is told, nothing acknowledged is lost, and it goes on once it can."""

import asyncio
import random
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.client import Guest, Refused
from tests.server.launching import Running
from tests.server.running import sqlite
from tests.server.test_crowd import both_seats, check_all_there, keep_playing


def test_a_full_disk(sqlite_database: str) -> None:
    """The system refuses to let files grow; later there is room again."""
    with Running(sqlite_database) as server:
        assert server.process
        pid = server.process.pid
        file = Path(sqlite_database.removeprefix("sqlite:///"))
        _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)

        async def test() -> None:
            guest = await Guest.come(server.url)
            lives = await both_seats(guest)
            acknowledged: list[tuple[str, int, int, dict[str, object]]] = []
            await keep_playing(lives, random.Random(1), acknowledged, 5)
            full = max(path.stat().st_size for path in file.parent.iterdir())
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (full, hard))
            with pytest.raises(Refused) as refused:
                await keep_playing(lives, random.Random(2), acknowledged, 1000)
            assert refused.value.kind == "not_saved"
            assert "room" in refused.value.message
            reached = len(acknowledged)
            await check_all_there(guest, acknowledged)
            moments = (await guest.get(f"/tables/{lives[0].id}/moments"))["moments"]
            assert max(moment["ply"] for moment in moments) == max(lives[0].moments), "what failed does not show"
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))
            await keep_playing(lives, random.Random(3), acknowledged, 10)
            assert len(acknowledged) == reached + 10
            await check_all_there(guest, acknowledged)
            for live in lives:
                await live.close()
            server.acknowledged = acknowledged  # type: ignore[attr-defined]

        asyncio.run(test())
        server.kill()
        server.start()

        async def look() -> None:
            await check_all_there(await Guest.come(server.url), server.acknowledged)  # type: ignore[attr-defined]

        asyncio.run(look())


def serve(database: str) -> "subprocess.CompletedProcess[str]":
    """Try to serve what cannot be."""
    return subprocess.run(
        [sys.executable, "-m", "oddboard", "serve", "--port", "0", "--database", database],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a server at which a little was played."""
    database = sqlite(tmp_path_factory.mktemp("played"))
    with Running(database) as server:
        asyncio.run(_play_a_little(server))
    return Path(database.removeprefix("sqlite:///")).read_bytes()


@pytest.mark.parametrize("damage", ["text", "middle", "cut"])
def test_a_damaged_file_is_named(sqlite_database: str, played: bytes, damage: str) -> None:
    """Whatever is wrong with it, the message names the file and what to do, without a trace of our insides."""
    file, whole = Path(sqlite_database.removeprefix("sqlite:///")), played
    if damage == "text":
        file.write_bytes(b"this is no database\n" * 100)
    elif damage == "middle":
        file.write_bytes(whole[:100] + b"\xa5" * (len(whole) - 100))
    else:
        file.write_bytes(whole[: len(whole) // 3])
    found = serve(sqlite_database)
    assert found.returncode == 2, found.stderr
    assert "Traceback" not in found.stderr
    assert str(file) in found.stderr
    assert "damaged" in found.stderr


async def _play_a_little(server: Running) -> None:
    lives = await both_seats(await Guest.come(server.url))
    await keep_playing(lives, random.Random(1), [], 10)
    for live in lives:
        await live.close()
