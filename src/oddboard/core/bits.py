"""Sets of up to 64 places as bit masks.

A mask is an unsigned 64-bit number; mix it with nothing but others of its kind, because compiled code turns
unsigned and signed together into a float.
"""

from typing import Any

import numpy as np

from oddboard.core.compiling import instruction, rule

ONE = np.uint64(1)
NONE = np.uint64(0)


@instruction
def lowest(mask: Any) -> int:
    """The number of the lowest place in a set that is not empty."""
    return (int(mask) & -int(mask)).bit_length() - 1


@instruction
def size(mask: Any) -> int:
    """How many places a set has."""
    return int(mask).bit_count()


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
