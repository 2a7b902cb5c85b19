"""Machine code that is kept: found again by what it was compiled from, and by nothing else.

Each compiled signature of a function is one file, named by a hash of the function's name, the signature, the
processor, the versions of Python, Numba and NumPy, and the sources (`core.sources`). A function that reaches a game's
rules through its state record counts the game's sources as well. So one store serves all checkouts and all versions
at once: what does not fit is not found.

The store is a folder of our own with a mark in it; nothing is ever removed from a folder without the mark, nor any
file that is not named as ours are.
"""

import contextlib
import hashlib
import os
import pickle
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numba import __version__ as numba_version
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from oddboard.core import sources

FOLDER = "compiled"  # within ODDBOARD_CACHE, or the user's cache folder: everything in it is ours
MARK = "CACHEDIR.TAG"
_SIGNATURE = "Signature: 8a477f597d28d172789f06886806bc55\n# Compiled rules of Oddboard; safe to delete.\n"
KEPT_DAYS = 14  # a file unused for longer is removed
_OURS = re.compile(r"[\w-]*[0-9a-f]{32}[\w.-]*\.(?:code|warm|cubin)(?:\.\d+)?")
_DAY = 86400
_DISPATCH = "oddboard.core.rules"  # functions that import it may reach the rules of any game
_VERSIONS = f"{sys.version} {numba_version} {np.__version__}"

_rules_of: dict[Any, tuple[str, ...]] = {}  # by the Numba type of a state: the modules of its game's rules


def introduce(state: Any, functions: Iterable[Callable[..., Any]]) -> None:
    """Let the store know which modules a game's rules are in, by the Numba type of its state record."""
    _rules_of[state] = modules_of(functions)


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


def kept_file(name: str, modules: Iterable[str], ending: str) -> Path:
    """The file in the store for something made from these modules, whether or not it is there."""
    key = hashlib.sha256(f"{_VERSIONS} {sources.content(modules)}".encode()).hexdigest()[:32]
    return store() / f"{name}-{key}.{ending}"


def write(path: Path, content: bytes) -> None:
    """Put a file into the store, whole or not at all; without a writable folder everything works, only slower."""
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


class MachineCode(_Cache):
    """What Numba asks for compiled code of one function before it compiles, and gives it to afterwards."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        # The sources of a function typed in by hand, or in a script, are not known: it is compiled every time.
        self._known = self._enabled = sources.path_of(function.__module__) is not None

    @property
    def cache_path(self) -> str:
        return str(store())

    def enable(self) -> None:
        self._enabled = self._known

    def disable(self) -> None:
        self._enabled = False

    def flush(self) -> None:
        """Nothing: a file is right for as long as it is found."""

    def load_overload(self, signature: Any, target: Any) -> Any:
        target.refresh()
        if not self._enabled:
            return None
        path = self._path(signature, target.codegen())
        try:
            digest, _, content = path.read_bytes().partition(b"\n")
            if digest != _digest(content):
                return None  # cut off, or changed by somebody
            if time.time() - path.stat().st_mtime > _DAY:
                os.utime(path)
        except OSError:
            return None
        return CompileResult._rebuild(target, *pickle.loads(content))  # type: ignore[no-untyped-call]  # noqa: S301 (ours)

    def save_overload(self, signature: Any, compiled: Any) -> None:
        if not self._enabled or compiled.lifted or compiled.library.has_dynamic_globals:
            return
        content = dumps(compiled._reduce())  # type: ignore[no-untyped-call]
        write(self._path(signature, compiled.codegen), _digest(content) + b"\n" + content)

    def _path(self, signature: Any, codegen: Any) -> Path:
        modules = {self._function.__module__}
        if _DISPATCH in sources.closure(self._function.__module__):
            modules.update(module for kind in _parts(signature) for module in _rules_of.get(kind, ()))
        name = f"{self._function.__module__}.{self._function.__qualname__}"
        about = (name, str(signature), codegen.magic_tuple(), _VERSIONS, sources.content(modules))
        key = hashlib.sha256("\0".join(map(str, about)).encode()).hexdigest()[:32]
        return store() / f"{self._function.__name__}-{key}.code"


def _parts(kind: Any) -> Iterator[Any]:
    """A type, or the types of a signature, with those that they are made of."""
    if isinstance(kind, tuple):
        for each in kind:
            yield from _parts(each)
        return
    yield kind
    if (inner := getattr(kind, "dtype", None)) is not None and inner is not kind:
        yield from _parts(inner)


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()
