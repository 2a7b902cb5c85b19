"""The compiler: Numba, made to keep machine code in our store, and to know our rules.

A function that reaches a game's rules through its state record is kept under the game's sources as well as its own.

Code is made for a processor of ten years ago rather than for the one at hand (`_PORTABLE`), which costs these rules
nothing measurable; so a released wheel can bring it along.
"""

import hashlib
import pickle
import platform
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import llvmlite.binding as llvm
import numba.experimental.function_type  # noqa: F401 (makes kinds of arguments known, before a thread looks for one)
from numba import config, types
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.extending import typeof_impl

from oddboard.core import sources
from oddboard.core.compiling import Rule
from oddboard.core.machine_code import VERSIONS, checksum, found, modules_of, read, store, write

_DISPATCH = "oddboard.core.rules"  # functions that import it may reach the rules of any game
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


@typeof_impl.register(Rule)
def _type_of_rule(one: Rule, context: Any) -> Any:
    """A rule that is interpreted elsewhere is, in compiled code, the compiled one."""
    return types.Dispatcher(one.dispatcher)


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
        content = read(path) if path else None
        if content is None:
            return None
        return CompileResult._rebuild(target, *pickle.loads(content))  # type: ignore[no-untyped-call]  # noqa: S301 (ours)

    def save_overload(self, signature: Any, compiled: Any) -> None:
        if not self._enabled or compiled.lifted or compiled.library.has_dynamic_globals:
            return
        content = dumps(compiled._reduce())  # type: ignore[no-untyped-call]
        write(self._name(signature, compiled.codegen), checksum(content) + b"\n" + content)

    def _name(self, signature: Any, codegen: Any) -> str:
        """The name of the file of a compiled signature."""
        modules = {self._function.__module__}
        if _DISPATCH in sources.closure(self._function.__module__):
            modules.update(module for kind in _parts(signature) for module in _rules_of.get(kind, ()))
        name = f"{self._function.__module__}.{self._function.__qualname__}"
        system, *processor = codegen.magic_tuple()
        system = re.sub(r"[\d.]+$", "", system)  # without the version of the operating system
        about = (name, str(signature), system, processor, VERSIONS, sources.content(modules))
        key = hashlib.sha256("\0".join(map(str, about)).encode()).hexdigest()[:32]
        return f"{self._function.__name__}-{key}.code"


def _parts(kind: Any) -> Iterator[Any]:
    """A type, or the types of a signature, with those that they are made of."""
    if isinstance(kind, tuple):
        for each in kind:
            yield from _parts(each)
        return
    yield kind
    if (inner := getattr(kind, "dtype", None)) is not None and inner is not kind:
        yield from _parts(inner)
