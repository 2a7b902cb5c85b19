"""The compile decorator for rules, and the interpreted mode.

`@rule` compiles a function with Numba; the machine code is kept, and found again by its sources (`machine_code`).

With ODDBOARD_INTERPRETED=1 nothing is compiled: the same functions run as plain Python, for debugging and for
coverage. Numbers read from records are then Python's own (unsigned 64-bit masks excepted), because NumPy's small
integers overflow where compiled ones are widened.

A process that nobody shall wait for (`interpret_first`) begins so with every game, without even loading the compiler,
and goes over to machine code when it is there: both give the same, byte by byte.
"""

import os
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import cached_property, update_wrapper
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED = os.environ.get("ODDBOARD_INTERPRETED", "0") not in ("", "0")
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


class _Thread(threading.local):
    """How a thread runs rules, whatever others do."""

    interpreting = False  # an interpreted rule calls no compiled ones: they do not know its numbers
    compiled = False  # it has machine code made or loaded


class _Process:
    """How this process runs rules."""

    def __init__(self) -> None:
        self.interprets_first = False
        self.rules: list[Rule] = []  # those that are interpreted now, and may be compiled later
        self.compiles = False  # the compiler is there
        self.waiting: list[Callable[[], None]] = []  # what it will have to know


_THREAD = _Thread()
_PROCESS = _Process()
_COMPILER = threading.RLock()


class Plain:
    """A record as interpreted rules see it: its numbers are Python's own."""

    def __init__(self, one: Any) -> None:
        object.__setattr__(self, "_record", one)

    def __getattr__(self, name: str) -> Any:
        value = plain(object.__getattribute__(self, "_record")[name])
        if isinstance(value, PlainArray):  # it shows what is in the record, whenever it is looked at
            object.__setattr__(self, name, value)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        object.__getattribute__(self, "_record")[name] = value


class PlainArray(np.ndarray[Any, Any]):
    """An array as interpreted rules see it."""

    def __getitem__(self, index: Any) -> Any:
        return plain(_item(self, index))

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index, object.__getattribute__(value, "_record") if isinstance(value, Plain) else value)


_item = np.ndarray.__getitem__
_AS_THEY_ARE = {int, bool, float, Plain, PlainArray, np.uint64}
_WIDENED = {np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32}


def plain(value: Any) -> Any:
    """A value of NumPy's as interpreted rules see it."""
    kind = type(value)
    if kind in _WIDENED:
        return int(value)
    if kind in _AS_THEY_ARE:
        return value
    if isinstance(value, np.void):
        return Plain(value)
    if isinstance(value, np.ndarray):
        return value.view(PlainArray)
    return value


def table(values: Any, kind: type[Any] = np.int64) -> Any:
    """A constant array that rules may read."""
    array = np.ascontiguousarray(values, dtype=kind)
    array.setflags(write=False)
    return array


def rule(function: F) -> F:
    """Compile a function of the rules: nothing in it may allocate, raise, or touch Python objects."""
    return cast(F, _rule(function, lambda: function))


def instruction(function: F) -> F:
    """A rule for which the compiler has a shorter way of the same name (`core.instructions`)."""

    def shorter() -> Callable[..., Any]:
        from oddboard.core import instructions

        return cast(Callable[..., Any], getattr(instructions, function.__name__))

    return cast(F, _rule(function, shorter))


def _rule(function: Callable[..., Any], to_compile: Callable[[], Callable[..., Any]]) -> Any:
    if not INTERPRETED and not _PROCESS.interprets_first:
        return _dispatcher(to_compile())
    found = Rule(function, to_compile)
    if not INTERPRETED:
        _PROCESS.rules.append(found)
    return found


class Rule:
    """A rule in a process that interprets it, for good or until its machine code is there."""

    def __init__(self, function: Callable[..., Any], to_compile: Callable[[], Callable[..., Any]]) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self.is_interpreted = True
        self._to_compile = to_compile
        self._seen: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        if _THREAD.interpreting:
            return self._interpreted(*[plain(each) for each in arguments])
        if not self.is_interpreted or _THREAD.compiled:
            return self.dispatcher(*arguments)
        _THREAD.interpreting = True
        try:
            with np.errstate(over="ignore"):  # masks wrap around, as compiled ones do
                return self._interpreted(*[plain(each) for each in arguments])
        finally:
            _THREAD.interpreting = False

    def __reduce__(self) -> str:
        return self.py_func.__qualname__

    def compile(self, signature: Any) -> Any:
        """Have machine code for such arguments."""
        return self.dispatcher.compile(signature)

    @cached_property
    def dispatcher(self) -> Any:
        """The compiled rule."""
        with _COMPILER:
            kept = self.__dict__.get("dispatcher")  # another thread may have been quicker
            return kept or _dispatcher(self._to_compile())

    @property
    def _interpreted(self) -> Callable[..., Any]:
        """The function as it stands, with tables whose numbers are Python's own."""
        if self._seen is None:
            function = cast(FunctionType, self.py_func)
            known = _plain_names(function.__globals__)
            if known is function.__globals__:
                return function
            self._seen = FunctionType(
                function.__code__, known, function.__name__, function.__defaults__, function.__closure__
            )
        return self._seen


class PlainModule:
    """A module as interpreted rules see it."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return _plain_names(vars(self._module))[name]


_PLAIN_NAMES: dict[int, dict[str, Any]] = {}


def _plain_names(names: dict[str, Any]) -> dict[str, Any]:
    """What the names in a module stand for, as interpreted rules see it; the same while it is being imported."""
    if getattr(names.get("__spec__"), "_initializing", False):
        return names
    if id(names) not in _PLAIN_NAMES:
        package = names.get("__name__", "").partition(".")[0]
        _PLAIN_NAMES[id(names)] = {name: _plain_global(value, package) for name, value in names.items()}
    return _PLAIN_NAMES[id(names)]


def _plain_global(value: Any, package: str) -> Any:
    if isinstance(value, ModuleType):
        return PlainModule(value) if value.__name__.partition(".")[0] == package else value
    return plain(value) if isinstance(value, np.ndarray) else value


# Interpreted first, compiled when it can be


def interpret_first() -> None:
    """Interpret every rule that is defined from here on, until its machine code is there."""
    _PROCESS.interprets_first = True


def interprets_first() -> bool:
    """Whether this process goes on without machine code until that is there."""
    return _PROCESS.interprets_first and not INTERPRETED


@contextmanager
def compiled() -> Iterator[None]:
    """Let this thread have machine code of the rules that it calls, while all others interpret them."""
    _THREAD.compiled = not INTERPRETED
    try:
        yield
    finally:
        _THREAD.compiled = False


def use_machine_code(modules: Collection[str]) -> None:
    """Interpret the rules of these modules no longer: their machine code has been loaded."""
    for each in _PROCESS.rules:
        if each.__module__ in modules:
            each.is_interpreted = False


# The compiler


def tell_compiler(knowledge: Callable[[], None]) -> None:
    """Let the compiler know something before it compiles anything: now, or when it is first needed."""
    with _COMPILER:
        if not _PROCESS.compiles:
            _PROCESS.waiting.append(knowledge)
            return
    knowledge()


def need_compiler() -> None:
    """Load the compiler, if it is not there yet."""
    with _COMPILER:
        if _PROCESS.compiles:
            return
        _PROCESS.compiles = True
        from oddboard.core import compiler  # noqa: F401 (makes Numba know us)

        while _PROCESS.waiting:
            _PROCESS.waiting.pop(0)()


def _dispatcher(function: Callable[..., Any]) -> Any:
    need_compiler()
    import numba

    from oddboard.core.compiler import MachineCode

    dispatcher: Any = numba.njit(**_OPTIONS)(function)
    dispatcher._cache = MachineCode(function)
    _widen_arguments(dispatcher)
    return dispatcher


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
