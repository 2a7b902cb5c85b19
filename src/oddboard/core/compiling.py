"""The compile decorator for rules, and the interpreted mode.

`@rule` compiles a function with Numba; the machine code is kept, and found again by its sources (`machine_code`).

With ODDBOARD_INTERPRETED=1 nothing is compiled: the same functions run as plain Python, for debugging and for
coverage. Numbers read from records are then Python's own (unsigned 64-bit masks excepted), because NumPy's small
integers overflow where compiled ones are widened.
"""

import os
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED = os.environ.get("ODDBOARD_INTERPRETED", "0") not in ("", "0")


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
    import numba

    from oddboard.core.machine_code import MachineCode

    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    dispatcher: Any = numba.njit(**options)(function)
    dispatcher._cache = MachineCode(function)
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
