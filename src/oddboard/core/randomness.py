"""A counter-based generator of random numbers, the same interpreted, compiled and on a graphics card.

Rules draw nothing from it: chance is a decision. Playouts, bots and `imagine` do.
"""

from typing import Any

import numpy as np

from oddboard.core.bits import ONE
from oddboard.core.compiling import rule
from oddboard.core.records import new, record, uint64


@record
class Rng:
    """A generator that is the same on every machine: number i of a stream is a hash of the stream and i."""

    stream: uint64
    count: uint64


def generator(stream: int) -> Rng:
    """A fresh generator; another stream gives other numbers."""
    rng = new(Rng)
    rng.stream = stream
    return rng


@rule
def random_bits(rng: Rng) -> Any:
    """The next 64 bits of a generator (splitmix64's finish over stream and count)."""
    rng.count = np.uint64(rng.count) + ONE
    z = np.uint64(rng.stream) + np.uint64(rng.count) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@rule
def below(rng: Rng, bound: int) -> int:
    """A random whole number from 0 up to, but not including, a bound under 2**31 (even to within 2**-32)."""
    return int(np.int64(((random_bits(rng) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32)))
