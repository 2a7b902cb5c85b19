"""Machine code that is kept: found again by what it was compiled from, and by nothing else.

Each compiled signature of a function is one file, named by a hash of the function's name, the signature, the
processor, the versions of Python and Numba, and the sources (`core.sources`). So one store serves all checkouts and all
versions at once: what does not fit is not found. A released wheel brings its code along (`SHIPPED`), and a new machine
starts at once.

This is the store alone, and does not load the compiler (`core.compiler`), which takes as long as everything else.

The store is a folder of our own with a mark in it; nothing is ever removed from a folder without the mark, nor any
file that is not named as ours are.
"""

import contextlib
import hashlib
import os
import re
import sys
import time
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from oddboard.core import sources

FOLDER = "compiled"  # within ODDBOARD_CACHE, or the user's cache folder: everything in it is ours
MARK = "CACHEDIR.TAG"
_SIGNATURE = "Signature: 8a477f597d28d172789f06886806bc55\n# Compiled rules of Oddboard; safe to delete.\n"
MOST_TOLD = 100  # letters of a file's name that say what it is; file systems take 255 in all
KEPT_DAYS = 14  # a file unused for longer is removed
_OURS = re.compile(r"[\w-]*[0-9a-f]{32}[\w.-]*\.(?:code|warm|cubin)(?:\.\d+)?")
_DAY = 86400
VERSIONS = f"{sys.implementation.cache_tag} numba {version('numba')} numpy {np.__version__.partition('.')[0]}"
SHIPPED = Path(__file__).resolve().parent.parent / "compiled"  # what a released wheel brings along; read only


def modules_of(functions: Iterable[Callable[..., Any]]) -> tuple[str, ...]:
    """The modules that functions stand in."""
    return tuple(sorted({function.__module__ for function in functions}))


def home() -> Path:
    """Where things that can be made again are kept: ODDBOARD_CACHE, else the user's cache folder."""
    if named := os.environ.get("ODDBOARD_CACHE"):
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "oddboard"


def store() -> Path:
    """The folder of machine code."""
    return home() / FOLDER


def name_of(what: str, modules: Iterable[str], ending: str) -> str:
    """The name of the file for something made from these modules."""
    key = hashlib.sha256(f"{VERSIONS} {what} {sources.content(modules)}".encode()).hexdigest()[:32]
    return f"{what[:MOST_TOLD]}-{key}.{ending}"


def found(name: str) -> Path | None:
    """A file of that name, brought along or kept here; None if there is none."""
    return next((folder / name for folder in (SHIPPED, store()) if (folder / name).exists()), None)


def write(name: str, content: bytes) -> None:
    """Put a file into the store, whole or not at all; without a writable folder everything works, only slower."""
    path = store() / name
    with contextlib.suppress(OSError):
        _prepare(path.parent)
        spare = path.with_name(f"{path.name}.{os.getpid()}")
        spare.write_bytes(content)
        spare.replace(path)


def _prepare(folder: Path) -> None:
    """Make and mark the store, and once a day remove what nobody has used for long."""
    mark = folder / MARK
    if not mark.exists():
        if folder.is_dir() and any(folder.iterdir()):
            raise FileExistsError(f"{folder} holds something that is not ours")
        folder.mkdir(parents=True, exist_ok=True)
        mark.write_text(_SIGNATURE)
    elif time.time() - mark.stat().st_mtime > _DAY:
        os.utime(mark)
        sweep(folder)


def sweep(folder: Path) -> None:
    """Remove the files of a store that were not used for long; only ours, and only where our mark is."""
    if not (folder / MARK).is_file() or (folder / MARK).read_text() != _SIGNATURE:
        return
    for path in folder.iterdir():
        with contextlib.suppress(OSError):
            if _OURS.fullmatch(path.name) and path.is_file() and time.time() - path.stat().st_mtime > KEPT_DAYS * _DAY:
                path.unlink()


def read(path: Path) -> bytes | None:
    """The content of a file of machine code; None if there is none, or if it was cut off or changed."""
    try:
        digest, _, content = path.read_bytes().partition(b"\n")
        if digest != checksum(content):
            return None
    except OSError:
        return None
    with contextlib.suppress(OSError):  # it may be read-only
        if time.time() - path.stat().st_mtime > _DAY:
            os.utime(path)
    return content


def checksum(content: bytes) -> bytes:
    """What a file of machine code begins with, by which a damaged one is known."""
    return hashlib.sha256(content).hexdigest().encode()
