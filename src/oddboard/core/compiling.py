"""The compile decorator for rules, its cache folder, and the interpreted mode.

`@rule` compiles a function with Numba and keeps the machine code in a cache folder. Numba does not notice when
a function in another file changes, so the folder is keyed by a hash of every source a rule can come from, in the
compiled layers of this package and in every other package that registers a game.

With ODDBOARD_INTERPRETED=1 nothing is compiled: the same functions run as plain Python, for debugging and for
coverage. Numbers read from records are then Python's own (unsigned 64-bit masks excepted), because NumPy's small
integers overflow where compiled ones are widened.
"""

import hashlib
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache, wraps
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from oddboard.core.entries import points

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED = os.environ.get("ODDBOARD_INTERPRETED", "0") not in ("", "0")
LAYERS = ("core", "games", "bots", "envs")  # of this package, those whose functions are compiled
KEPT_DAYS = 14  # a cache folder unused for longer is removed
_COMPILED = re.compile(r"^\s*@(?:rule|record|overload)\b|numba", re.MULTILINE)
_IMPORT = re.compile(r"^\s*(?:from|import) +([\w.]+)(?: +import +(\([^)]*\)|.*))?", re.MULTILINE)
_DATA = re.compile(r"[\w-]+\.(?:json|txt)")


def cache_home() -> Path:
    """Where compiled rules are kept: ODDBOARD_CACHE, else the user's cache folder."""
    if named := os.environ.get("ODDBOARD_CACHE"):
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "oddboard"


def _roots() -> Iterator[tuple[str, Path]]:
    """The packages that compiled functions may be in, by name: our compiled layers, and those that register games."""
    ours = Path(__file__).resolve().parent.parent
    yield from ((f"{ours.name}.{layer}", ours / layer) for layer in LAYERS)
    for package in sorted({point.module.partition(".")[0] for point in points().values()} - {ours.name}):
        spec = find_spec(package)
        if spec and spec.submodule_search_locations:
            yield from ((package, Path(place).resolve()) for place in spec.submodule_search_locations)
        elif spec and spec.origin:
            yield package, Path(spec.origin).resolve()


def _module_name(package: str, root: Path, path: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts if path != root else ()
    return ".".join([package, *(part for part in parts if part != "__init__")])


def _imported(text: str) -> Iterator[str]:
    """The modules that a program may import: every name after `import`, also as part of the one after `from`."""
    for package, names in _IMPORT.findall(text):
        yield package
        yield from (f"{package}.{name}" for name in re.findall(r"\w+", names))


def _sources() -> list[Path]:
    """Every file that compiled code can come from, in a fixed order.

    These are the programs with a compiled function or an overload in them, all that they import, and the data files
    that they name. What only talks or draws may change without a new compilation.
    """
    paths = {
        _module_name(package, root, path): path
        for package, root in _roots()
        for path in ([root] if root.is_file() else root.rglob("*.py"))
    }
    texts = {name: path.read_text(encoding="utf-8") for name, path in paths.items()}
    found = {name for name, text in texts.items() if _COMPILED.search(text)}
    fresh = set(found)
    while fresh:
        fresh = {each for name in fresh for each in _imported(texts[name]) if each in paths} - found
        found |= fresh
    named = {paths[name].parent / each for name in found for each in _DATA.findall(texts[name])}
    return sorted({paths[name] for name in found} | {path for path in named if path.is_file()})


@cache
def cache_folder() -> Path:
    """The folder for the sources and the Numba as they are now."""
    import numba

    key = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version}".encode())
    for path in _sources():
        key.update(str(path).encode() + b"\0" + path.read_bytes())
    return cache_home() / key.hexdigest()[:16]


def _prepare_cache() -> None:
    """Point Numba at the folder of these sources and remove folders long unused."""
    import numba

    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for other in folder.parent.iterdir():
            if other.is_dir() and time.time() - other.stat().st_mtime > KEPT_DAYS * 86400:
                shutil.rmtree(other, ignore_errors=True)
    except OSError:
        pass  # without a cache everything still works, only the start is slower; Numba falls back by itself
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]


class Plain:
    """A record as interpreted rules see it: its numbers are Python's own."""

    __slots__ = ("_record",)

    def __init__(self, one: Any) -> None:
        object.__setattr__(self, "_record", one)

    def __getattr__(self, name: str) -> Any:
        return plain(object.__getattribute__(self, "_record")[name])

    def __setattr__(self, name: str, value: Any) -> None:
        object.__getattribute__(self, "_record")[name] = value


class PlainArray(np.ndarray[Any, Any]):
    """An array as interpreted rules see it."""

    def __getitem__(self, index: Any) -> Any:
        return plain(super().__getitem__(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index, object.__getattribute__(value, "_record") if isinstance(value, Plain) else value)


def plain(value: Any) -> Any:
    """A value of NumPy's as interpreted rules see it."""
    if isinstance(value, np.void):
        return Plain(value)
    if isinstance(value, np.ndarray):
        return value.view(PlainArray)
    if isinstance(value, np.integer) and not isinstance(value, np.uint64):
        return int(value)
    return value


def table(values: Any, kind: type[Any] = np.int64) -> Any:
    """A constant array that rules may read."""
    array = np.ascontiguousarray(values, dtype=kind)
    array.setflags(write=False)
    return array.view(PlainArray) if INTERPRETED else array


def rule(function: F) -> F:
    """Compile a function of the rules: nothing in it may allocate, raise, or touch Python objects."""
    if INTERPRETED:

        @wraps(function)
        def interpreted(*arguments: Any) -> Any:
            with np.errstate(over="ignore"):  # masks wrap around, as compiled ones do
                return function(*[plain(each) for each in arguments])

        return cast(F, interpreted)
    package, _, layer = function.__module__.partition(".")
    if package == __name__.partition(".")[0] and layer.partition(".")[0] not in LAYERS:
        raise TypeError(f"{function.__module__} compiles a function: add its layer to LAYERS, or changes go unnoticed")
    import numba

    options: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    dispatcher = numba.njit(**options)(function)
    _widen_arguments(dispatcher)
    return cast(F, dispatcher)


def _widen_arguments(dispatcher: Any) -> None:
    """Let compiled callers pass every signed number as 64 bits, so that a function is compiled once.

    Otherwise it is compiled anew for each mixture of narrow fields, literals and results that it is called with.
    """
    from numba import types

    narrow = {types.int8, types.int16, types.int32, types.int64}
    plain_template = dispatcher.get_call_template

    def widened(arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        wide = tuple(types.int64 if types.unliteral(each) in narrow else each for each in arguments)  # type: ignore[no-untyped-call]
        return plain_template(wide, named)

    dispatcher.get_call_template = widened


if not INTERPRETED:
    _prepare_cache()
