"""Figures with 95 % intervals, by resampling: no study reports a number without one."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

RESAMPLES = 400
SURE = 1.96  # standard deviations of a 95 % interval


@dataclass(frozen=True)
class Figure:
    """A number, and the interval in which it lies with 95 % confidence."""

    value: float
    low: float
    high: float

    def text(self, digits: int = 2) -> str:
        """The figure as a report shows it: `0.53 (0.47 to 0.59)`."""
        return f"{self.value:.{digits}f} ({self.low:.{digits}f} to {self.high:.{digits}f})"


def resampled(sample: Sequence[T], figure: Callable[[Sequence[T]], float], seed: int) -> Figure:
    """A figure of a sample, with the interval that drawing the sample again from itself gives."""
    rng = random.Random(seed)
    return Figure(figure(sample), *middle([figure(rng.choices(sample, k=len(sample))) for _ in range(RESAMPLES)]))


def middle(values: Sequence[float]) -> tuple[float, float]:
    """Between which two numbers the middle 95 % of some lie."""
    ordered = sorted(values)
    cut = len(ordered) // 40
    return ordered[cut], ordered[-1 - cut]


def mean(values: Sequence[float]) -> float:
    """The mean; 0 of nothing."""
    return math.fsum(values) / len(values) if values else 0.0


def mean_figure(values: Sequence[float], seed: int) -> Figure:
    """The mean of a sample."""
    return resampled(values, mean, seed)


def share_figure(values: Sequence[float], seed: int) -> Figure:
    """The mean of results from 0 to 1; never quite certain, however one-sided the sample.

    Resampling a clean sheet gives a clean sheet, so the ends are at least those of Wilson's interval.
    """
    figure = mean_figure(values, seed)
    if figure.low == figure.high:
        return Figure(figure.value, *wilson(figure.value, len(values)))
    return figure


def wilson(share: float, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share of so many games."""
    if not count:
        return 0.0, 1.0
    z2 = SURE**2
    centre = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = SURE / (1 + z2 / count) * math.sqrt(share * (1 - share) / count + z2 / (4 * count**2))
    return max(0.0, centre - half), min(1.0, centre + half)


def explained(groups: Sequence[Sequence[float]]) -> float:
    """The share of the variance that lies between groups of equal size (intraclass correlation), at least 0."""
    size = len(groups[0])
    everything = mean([value for group in groups for value in group])
    between = size * math.fsum((mean(group) - everything) ** 2 for group in groups) / max(1, len(groups) - 1)
    within = math.fsum((value - mean(group)) ** 2 for group in groups for value in group)
    within /= max(1, len(groups) * (size - 1))
    total = between + (size - 1) * within
    return max(0.0, (between - within) / total) if total > 0 else 0.0
