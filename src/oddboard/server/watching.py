"""`oddboard serve --watch`: the server is started again whenever a file of a game changes.

A game is imported once and compiled; so the server runs in a process of its own, which is replaced. Tables are on the
disk, and pages come back by themselves, so that a changed rule or picture shows in the open page a moment later.
"""

import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from oddboard.core.entries import points
from oddboard.core.errors import BadRequest
from oddboard.core.pipes import ourselves

ENDINGS = {".py", ".md", ".json", ".txt"}
EVERY = 0.5  # seconds between two looks
SETTLED = 0.3  # seconds without a change, so that an editor that writes several files is waited for
STOPPED = 10  # seconds that a server gets to stop


def command_of(arguments: list[str], port: int) -> list[str]:
    """The command that serves as it was asked for, and does not watch."""
    if port == 0:
        raise BadRequest("whoever watches needs a port that stays: name one with --port")
    return ourselves("oddboard", *(each for each in arguments if each != "--watch"))


def folders() -> list[Path]:
    """The folders of all games' packages, also of those that cannot be imported just now."""
    found: set[Path] = set()
    for point in points().values():
        package, *parts = point.module.split(".")
        with contextlib.suppress(ImportError, ValueError):
            if (spec := find_spec(package)) and spec.submodule_search_locations:
                found.update(Path(place, *parts) for place in spec.submodule_search_locations)
    return sorted(place if place.is_dir() else place.parent for place in found)


def _files(places: list[Path]) -> Iterator[Path]:
    for place in places:
        yield from (path for path in place.rglob("*") if path.suffix in ENDINGS)


def stamps(places: list[Path]) -> dict[Path, int]:
    """When each file of some folders was last changed."""
    found = {}
    for path in _files(places):
        with contextlib.suppress(OSError):  # removed just now
            found[path] = path.stat().st_mtime_ns
    return found


def changed(before: dict[Path, int], after: dict[Path, int]) -> list[Path]:
    """The files that are new, changed or gone."""
    return sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))


def watch(command: list[str]) -> int:
    """Run a command, and start it again at every change of a game's file, until it ends by itself or is interrupted."""
    places = folders()
    print("Watching " + ", ".join(map(str, places)), file=sys.stderr, flush=True)
    server = subprocess.Popen(command)  # noqa: S603 (ourselves)
    known = stamps(places)
    try:
        while server.poll() is None:
            time.sleep(EVERY)
            if not (found := changed(known, stamps(places))):
                continue
            time.sleep(SETTLED)
            known = stamps(places)
            print(f"{found[0].name} has changed: the server starts again", file=sys.stderr, flush=True)
            _stop(server)
            again = [each for each in command if each != "--open"]  # the page that is open comes back by itself
            server = subprocess.Popen(again)  # noqa: S603 (ourselves)
    except KeyboardInterrupt:
        pass
    finally:
        _stop(server)
    return server.returncode or 0


def _stop(server: subprocess.Popen[bytes]) -> None:
    if server.poll() is None:
        server.terminate()
        try:
            server.wait(STOPPED)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
