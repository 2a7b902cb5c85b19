"""Figures with 95 % intervals, by resampling: no study reports a number without one."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

RESAMPLES = 400


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
    drawn = sorted(figure(rng.choices(sample, k=len(sample))) for _ in range(RESAMPLES))
    cut = RESAMPLES // 40
    return Figure(figure(sample), drawn[cut], drawn[-1 - cut])


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
    count, z = len(values), 1.96
    middle = (figure.value + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(figure.value * (1 - figure.value) / count + z * z / (4 * count**2))
    if figure.low == figure.high:
        return Figure(figure.value, max(0.0, middle - half), min(1.0, middle + half))
    return figure


def explained(groups: Sequence[Sequence[float]]) -> float:
    """The share of the variance that lies between groups of equal size (intraclass correlation), at least 0."""
    size = len(groups[0])
    everything = mean([value for group in groups for value in group])
    between = size * math.fsum((mean(group) - everything) ** 2 for group in groups) / max(1, len(groups) - 1)
    within = math.fsum((value - mean(group)) ** 2 for group in groups for value in group)
    within /= max(1, len(groups) * (size - 1))
    total = between + (size - 1) * within
    return max(0.0, (between - within) / total) if total > 0 else 0.0
