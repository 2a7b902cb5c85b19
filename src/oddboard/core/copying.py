"""Copying one record over another inside compiled code, word by word.

Assigning a record to an element of an array does the same, but a compiler for graphics cards makes that a loop over
single bytes.
"""

from typing import Any

from oddboard.core.compiling import INTERPRETED, rule

WORD = 8  # bytes; records with a 64-bit field are a multiple of it


if INTERPRETED:

    def _overwrite(target: Any, source: Any) -> None:
        to, origin = (object.__getattribute__(each, "_record") for each in (target, source))
        for name in origin.dtype.names:
            to[name] = origin[name]

else:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    def _typing(context: Any, target: Any, source: Any) -> Any:
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

    _overwrite: Any = intrinsic(_typing)  # type: ignore[no-redef]


@rule
def copy_record(target: Any, source: Any) -> None:
    """Make a record equal to another of its type."""
    _overwrite(target, source)
