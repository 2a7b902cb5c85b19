"""The compile decorator for rules, its cache folder, and the interpreted mode.

`@rule` compiles a function with Numba and keeps the machine code in a cache folder. Numba does not notice when
a function in another file changes, so the folder is keyed by a hash of every source a rule can come from: the
compiled layers of this package, and every other package that registers a game.

With ODDBOARD_INTERPRETED=1 nothing is compiled: the same functions run as plain Python, for debugging and for
coverage. Numbers read from records are then Python's own (unsigned 64-bit masks excepted), because NumPy's small
integers overflow where compiled ones are widened.
"""

import hashlib
import os
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


def cache_home() -> Path:
    """Where compiled rules are kept: ODDBOARD_CACHE, else the user's cache folder."""
    if named := os.environ.get("ODDBOARD_CACHE"):
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "oddboard"


def _sources() -> Iterator[Path]:
    """Every file that compiled code can come from, in a fixed order: programs, and the data of their tables."""
    ours = Path(__file__).resolve().parent.parent
    roots = {ours / layer for layer in LAYERS}
    for point in points().values():
        spec = find_spec(point.module.partition(".")[0])
        if spec and spec.submodule_search_locations:
            roots.update({Path(place).resolve() for place in spec.submodule_search_locations} - {ours})
        elif spec and spec.origin:
            roots.add(Path(spec.origin).resolve())
    for root in sorted(roots):
        yield from [root] if root.is_file() else sorted([*root.rglob("*.py"), *root.rglob("*.json")])


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
