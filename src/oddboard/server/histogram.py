"""How long things take, counted as Prometheus reads it: how many took at most so long."""

from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


class Histogram:
    """Counts durations."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)  # the last: longer than all
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """Something took so long."""
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self._sum += seconds

    @contextmanager
    def timing(self) -> Iterator[None]:
        """Measure what is done inside, also if it fails."""
        began = perf_counter()
        try:
            yield
        finally:
            self.observe(perf_counter() - began)

    def lines(self, name: str, tells: str) -> Iterator[str]:
        """As Prometheus reads it."""
        yield f"# HELP {name} {tells}\n# TYPE {name} histogram\n"
        total = 0
        for bound, count in zip((*BOUNDS, "+Inf"), self._counts, strict=True):
            total += count
            yield f'{name}_bucket{{le="{bound}"}} {total}\n'
        yield f"{name}_sum {self._sum:.6f}\n{name}_count {total}\n"
