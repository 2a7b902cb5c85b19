"""Sets of up to 64 places as bit masks.

A mask is an unsigned 64-bit number; mix it with nothing but others of its kind, because compiled code turns
unsigned and signed together into a float.
"""

from typing import Any

import numpy as np

from oddboard.core.compiling import INTERPRETED, rule

ONE = np.uint64(1)
NONE = np.uint64(0)


if INTERPRETED:

    def lowest(mask: Any) -> int:
        """The number of the lowest place in a set that is not empty."""
        return (int(mask) & -int(mask)).bit_length() - 1

    def size(mask: Any) -> int:
        """How many places a set has."""
        return int(mask).bit_count()

else:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

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

    @rule
    def lowest(mask: Any) -> int:
        """The number of the lowest place in a set that is not empty."""
        return _lowest(np.uint64(mask))  # type: ignore[no-any-return]

    @rule
    def size(mask: Any) -> int:
        """How many places a set has."""
        return _size(np.uint64(mask))  # type: ignore[no-any-return]


@rule
def bit(place: int) -> Any:
    """The set of one place."""
    return ONE << np.uint64(place)


@rule
def has(mask: Any, place: int) -> bool:
    """Whether a place is in a set."""
    return bool(((mask >> np.uint64(place)) & ONE) != NONE)


@rule
def nth(mask: Any, index: int) -> int:
    """The place with that index, from 0, among those in a set."""
    for _ in range(index):
        mask = mask & (mask - ONE)
    return lowest(mask)
