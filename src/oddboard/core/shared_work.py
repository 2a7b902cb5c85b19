"""A game's rules as work that several processes share: which functions there are, what comes before what.

Compiling takes seconds a game, and uses one core. But each function is kept by itself (`machine_code`): what it calls
can be read in its code, and what it is called with in what it declares. So processes can take one function after
another, those first that call no others, and each finds what the others have compiled.

Nothing relies on this being complete. What is not found here, or is called with something else than it declares, is
compiled when it is first used, as everything would be otherwise (`warming`).
"""

import contextlib
import inspect
import sys
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any, get_type_hints

from oddboard.core.compiling import INTERPRETED
from oddboard.core.game import Game
from oddboard.core.records import numba_type

PLAYING = ("to_move", "legal", "play", "score", "hide")  # of a game's rules: what a referee and a page need
Name = str  # of a function: its module and its own, with a colon between them


def functions_of(game: Game) -> list[Name]:
    """The compiled functions that playing a game needs, each after those that it calls."""
    if INTERPRETED:
        return []
    roots = [getattr(game.rules, name) for name in PLAYING]
    roots += [method for _, method in inspect.getmembers(type(game), inspect.isfunction)]
    depths: dict[Any, int] = {}
    for root in roots:
        _measure(root, depths, set())
    compiled = [each for each in depths if _is_compiled(each) and _signature(each) is not None]
    # Functions of the same depth do not wait for one another, and the longest are begun first.
    compiled.sort(key=lambda each: (depths[each], -len(each.py_func.__code__.co_code)))
    return [f"{each.py_func.__module__}:{each.py_func.__qualname__}" for each in compiled]


def compile_one(name: Name) -> None:
    """Compile a function for what it declares, unless it is kept already."""
    module, _, function = name.partition(":")
    dispatcher = getattr(sys.modules[module], function)
    dispatcher.compile(_signature(dispatcher))


def compile_all(game: Game) -> None:
    """Compile everything that playing a game needs, as far as it can be told beforehand."""
    from numba.core.errors import NumbaError

    for name in functions_of(game):
        with contextlib.suppress(NumbaError):  # it is never called with what it declares
            compile_one(name)


def _measure(function: Any, depths: dict[Any, int], above: set[Any]) -> int:
    """The longest way down from a function through what it calls; a plain one counts for nothing itself."""
    if function in depths or function in above:
        return depths.get(function, 0)
    deepest = max((_measure(each, depths, {*above, function}) for each in _called(function)), default=0)
    depths[function] = deepest + _is_compiled(function)
    return depths[function]


def _called(function: Any) -> Iterator[Any]:
    """The functions that the code of one names: compiled ones, and plain ones of the same package."""
    plain: FunctionType = getattr(function, "py_func", function)
    package = plain.__module__.rpartition(".")[0].rpartition(".rules")[0] or plain.__module__.partition(".")[0]
    names = set(_names(plain.__code__))
    for name in sorted(names & plain.__globals__.keys()):
        value = plain.__globals__[name]
        if isinstance(value, ModuleType):
            yield from (each for inner in sorted(names) for each in _of_ours(vars(value).get(inner), package))
        else:
            yield from _of_ours(value, package)


def _of_ours(value: Any, package: str) -> Iterator[Any]:
    if _is_compiled(value) or (isinstance(value, FunctionType) and value.__module__.startswith(package)):
        yield value
    elif isinstance(value, type) and value.__module__.startswith(package):
        yield from (method for _, method in inspect.getmembers(value, inspect.isfunction))


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _is_compiled(value: Any) -> bool:
    return hasattr(value, "py_func") and hasattr(value, "compile")


def _signature(dispatcher: Any) -> tuple[Any, ...] | None:
    """The Numba types of what a function declares to be called with; None if it leaves something open."""
    from numba import types

    plain: dict[Any, Any] = {int: types.int64, bool: types.boolean, float: types.float64}
    function: Callable[..., Any] = dispatcher.py_func
    hints: dict[str, Any] = get_type_hints(function)
    declared = [hints.get(name, Any) for name in inspect.signature(function).parameters]
    found = [plain.get(kind) or (numba_type(kind) if hasattr(kind, "__record_dtype__") else None) for kind in declared]
    return None if None in found else tuple(found)
