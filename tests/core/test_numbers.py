"""Bit masks and the generator, interpreted and compiled alike."""

import os
import subprocess
import sys

import numpy as np
import pytest

from oddboard.core.bits import bit, has, lowest, nth, size
from oddboard.core.randomness import below, generator, random_bits


@pytest.mark.parametrize("place", [0, 1, 31, 32, 62, 63])
def test_one_place(place: int) -> None:
    mask = np.uint64(1 << place)
    assert int(bit(place)) == 1 << place
    assert lowest(mask) == place
    assert size(mask) == 1
    assert has(mask, place)
    assert not has(mask, (place + 1) % 64)


def test_the_nth_of_a_set() -> None:
    mask = np.uint64(0x8000_0001_0000_0110)
    assert [nth(mask, i) for i in range(size(mask))] == [4, 8, 32, 63]


def test_numbers_below_a_bound_are_even() -> None:
    rng = generator(5)
    counts = [0] * 6
    for _ in range(60_000):
        counts[below(rng, 6)] += 1
    assert max(abs(count - 10_000) for count in counts) < 500


def test_streams_differ() -> None:
    assert {int(random_bits(generator(stream))) for stream in range(1000)}.__len__() == 1000


def test_the_generator_is_the_same_interpreted() -> None:
    script = (
        "from oddboard.core.randomness import generator, random_bits\n"
        "rng = generator(123456789)\n"
        "print([int(random_bits(rng)) for _ in range(50)])\n"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env=os.environ | {"ODDBOARD_INTERPRETED": interpreted},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for interpreted in ("0", "1")
    }
    assert len(runs) == 1
