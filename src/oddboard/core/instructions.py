"""What compiled rules say to the machine in its own words; `core.bits` and `core.copying` have the same in Python."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

WORD = 8  # bytes; records with a 64-bit field are a multiple of it


def _bit_intrinsic(name: str, flags: list[Any]) -> Any:
    """A function of one mask that is one instruction of the machine."""

    def typing(context: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = ir.IntType(64)
            shape = ir.FunctionType(word, [word] + [flag.type for flag in flags])
            found = builder.module.globals.get(name) or ir.Function(builder.module, shape, name)
            return builder.call(found, [arguments[0], *flags])

        return types.int64(types.uint64), generate

    return intrinsic(typing)


_lowest = _bit_intrinsic("llvm.cttz.i64", [ir.Constant(ir.IntType(1), 1)])
_size = _bit_intrinsic("llvm.ctpop.i64", [])


def lowest(mask: Any) -> Any:
    """The number of the lowest place in a set that is not empty."""
    return _lowest(np.uint64(mask))


def size(mask: Any) -> Any:
    """How many places a set has."""
    return _size(np.uint64(mask))


def _overwriting(context: Any, target: Any, source: Any) -> Any:
    if not isinstance(target, types.Record) or target != source:
        return None
    word = next(size for size in (WORD, WORD // 2, 1) if target.size % size == 0)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.IntType(8 * word).as_pointer()
        to, origin = (builder.bitcast(each, kind) for each in arguments)
        with cgutils.for_range(builder, ir.Constant(ir.IntType(64), target.size // word)) as loop:
            content = builder.load(builder.gep(origin, [loop.index]), align=word)
            builder.store(content, builder.gep(to, [loop.index]), align=word)
        return context.get_dummy_value()

    return types.void(target, source), generate


_overwrite: Any = intrinsic(_overwriting)


def copy_record(target: Any, source: Any) -> None:
    """Make a record equal to another of its type."""
    _overwrite(target, source)
