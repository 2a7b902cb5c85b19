"""The logistic curve out of sums, products and quotients only.

A library's `exp` may differ in its last bit from machine to machine, and a card's from a processor's; these four
operations never do. So what is decided by an outlook is decided alike everywhere.
"""

import numpy as np

from oddboard.core.compiling import rule

FURTHEST = 36.0  # beyond it the curve is 0 or 1 to the last bit
HALVINGS = 6  # after which the argument is small enough for the series
TERMS = 12


@rule
def logistic(x: float) -> float:
    """1 / (1 + e**-x), to within a few bits of the last."""
    if x >= FURTHEST:
        return 1.0
    if x <= -FURTHEST:
        return 0.0
    small = -x / (1 << HALVINGS)
    power = 1.0
    for term in range(TERMS, 0, -1):
        power = 1.0 + power * small / term
    for _ in range(HALVINGS):
        power = power * power
    return float(np.float64(1.0) / (1.0 + power))
