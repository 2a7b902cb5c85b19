"""Figures with 95 % intervals: no study reports a number without one, and none is certain after a few games.

Means are resampled; shares have at least Wilson's interval, and what has no such formula is resampled with one game of
each sample ending anyhow, since a sample in which all is alike says the same however often it is drawn.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

T = TypeVar("T")

RESAMPLES = 400
SURE = 1.96  # standard deviations of a 95 % interval


@dataclass(frozen=True)
class Figure:
    """A number, and the interval in which it lies with 95 % confidence."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """How far the ends are from the value, at most: the figure is so precise."""
        return max(self.high - self.value, self.value - self.low)

    def times(self, factor: float) -> "Figure":
        """The figure in other units."""
        return Figure(self.value * factor, self.low * factor, self.high * factor)

    def text(self, digits: int = 2) -> str:
        """The figure as a report shows it: `0.53 (0.47 to 0.59)`; with more digits if its ends would look alike."""
        while self.low < self.high and f"{self.low:.{digits}f}" == f"{self.high:.{digits}f}":
            digits += 1
        return f"{self.value:.{digits}f} ({self.low:.{digits}f} to {self.high:.{digits}f})"


def resampled(
    sample: Sequence[T],
    figure: Callable[[Sequence[T]], float],
    seed: int,
    anyhow: Callable[[random.Random], T] | None = None,
) -> Figure:
    """A figure of a sample, with the interval that drawing the sample again from itself gives.

    `anyhow` makes up one more of the sample, as if nothing were known; then each drawing has one of these.
    """
    rng = random.Random(seed)
    values = []
    for _ in range(RESAMPLES):
        drawn = rng.choices(sample, k=len(sample))
        if anyhow is not None:
            drawn[0] = anyhow(rng)
        values.append(figure(drawn))
    value = figure(sample)
    low, high = middle(values)
    return Figure(value, min(low, value), max(high, value)) if anyhow is not None else Figure(value, low, high)


def middle(values: Sequence[float]) -> tuple[float, float]:
    """Between which two numbers the middle 95 % of some lie."""
    ordered = sorted(values)
    cut = len(ordered) // 40
    return ordered[cut], ordered[-1 - cut]


def mean(values: Sequence[float]) -> float:
    """The mean; 0 of nothing."""
    return math.fsum(values) / len(values) if values else 0.0


def mean_figure(values: Sequence[float], seed: int) -> Figure:
    """The mean of a sample, resampled all at once, since thousands of games are no rarity."""
    sample = np.asarray(values, np.float64)
    if not sample.size:
        return Figure(0.0, 0.0, 0.0)
    drawn = np.random.default_rng(seed).integers(sample.size, size=(RESAMPLES, sample.size))
    low, high = middle(sample[drawn].mean(axis=1).tolist())
    return Figure(mean(values), low, high)


def share_figure(values: Sequence[float], seed: int, chances: int | None = None) -> Figure:
    """The mean of results from 0 to 1; never quite certain, however one-sided the sample.

    Resampling a clean sheet gives a clean sheet, so the ends are at least those of Wilson's interval: of as many games,
    or of the `chances` that there were for it in all of them.
    """
    figure = mean_figure(values, seed)
    low, high = wilson(figure.value, len(values) if chances is None else chances)
    return Figure(figure.value, min(low, figure.low), max(high, figure.high))


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


def explained_half(share: float, groups: int, size: int) -> float:
    """Half of the 95 % interval of such a share by Fisher's formula: from so many groups of that size."""
    spread = 2 * (1 - share) ** 2 * (1 + (size - 1) * share) ** 2 / (size * (size - 1) * max(1, groups - 1))
    return SURE * math.sqrt(spread)
