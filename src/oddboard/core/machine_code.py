"""Machine code that is kept: found again by what it was compiled from, and by nothing else.

Each compiled signature of a function is one file, named by a hash of the function's name, the signature, the
processor, the versions of Python and Numba, and the sources (`core.sources`). A function that reaches a game's rules
through its state record counts the game's sources as well. So one store serves all checkouts and all versions at once:
what does not fit is not found.

Code is made for a processor of ten years ago rather than for the one at hand (`_PORTABLE`), which costs these rules
nothing measurable; so a released wheel can bring it along (`SHIPPED`), and a new machine starts at once.

The store is a folder of our own with a mark in it; nothing is ever removed from a folder without the mark, nor any
file that is not named as ours are.
"""

import contextlib
import hashlib
import os
import pickle
import platform
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from numba import __version__ as numba_version
from numba import config
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
_VERSIONS = f"{sys.implementation.cache_tag} numba {numba_version} numpy {np.__version__.partition('.')[0]}"
SHIPPED = Path(__file__).resolve().parent.parent / "compiled"  # what a released wheel brings along; read only
_X86 = "avx avx2 bmi bmi2 cmov crc32 cx16 cx8 f16c fma fxsr lzcnt mmx movbe popcnt sahf sse2 sse3 sse4.1 sse4.2 ssse3"
_PORTABLE = {  # by kind of machine: the processor that code is made for, and what it must be able to do
    "x86_64": ("x86-64-v3", _X86.split()),
    "aarch64": ("generic", ["fp-armv8", "neon"]),
}
_KINDS = {"amd64": "x86_64", "arm64": "aarch64"}  # as other systems call them


def _choose_processor() -> None:
    """Compile for the portable processor where the one at hand can do all that it can, else for the one at hand."""
    machine = platform.machine().lower()
    name, features = _PORTABLE.get(_KINDS.get(machine, machine), ("", []))
    able = llvm.get_host_cpu_features()
    if name and config.CPU_NAME is None and all(able.get(feature) for feature in features):  # type: ignore[attr-defined]
        config.CPU_NAME = name  # type: ignore[attr-defined]
        config.CPU_FEATURES = ",".join(f"+{feature}" for feature in features)  # type: ignore[attr-defined]


_choose_processor()

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


def name_of(what: str, modules: Iterable[str], ending: str) -> str:
    """The name of the file for something made from these modules."""
    key = hashlib.sha256(f"{_VERSIONS} {sources.content(modules)}".encode()).hexdigest()[:32]
    return f"{what}-{key}.{ending}"


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
        path = found(self._name(signature, target.codegen()))
        content = _read(path) if path else None
        if content is None:
            return None
        return CompileResult._rebuild(target, *pickle.loads(content))  # type: ignore[no-untyped-call]  # noqa: S301 (ours)

    def save_overload(self, signature: Any, compiled: Any) -> None:
        if not self._enabled or compiled.lifted or compiled.library.has_dynamic_globals:
            return
        content = dumps(compiled._reduce())  # type: ignore[no-untyped-call]
        write(self._name(signature, compiled.codegen), _digest(content) + b"\n" + content)

    def _name(self, signature: Any, codegen: Any) -> str:
        """The name of the file of a compiled signature."""
        modules = {self._function.__module__}
        if _DISPATCH in sources.closure(self._function.__module__):
            modules.update(module for kind in _parts(signature) for module in _rules_of.get(kind, ()))
        name = f"{self._function.__module__}.{self._function.__qualname__}"
        system, *processor = codegen.magic_tuple()
        system = re.sub(r"[\d.]+$", "", system)  # without the version of the operating system
        about = (name, str(signature), system, processor, _VERSIONS, sources.content(modules))
        key = hashlib.sha256("\0".join(map(str, about)).encode()).hexdigest()[:32]
        return f"{self._function.__name__}-{key}.code"


def _read(path: Path) -> bytes | None:
    """The content of a file of machine code; None if there is none, or if it was cut off or changed."""
    try:
        digest, _, content = path.read_bytes().partition(b"\n")
        if digest != _digest(content):
            return None
    except OSError:
        return None
    with contextlib.suppress(OSError):  # it may be read-only
        if time.time() - path.stat().st_mtime > _DAY:
            os.utime(path)
    return content


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
