"""Learned outlooks: a small network in the manner of NNUE, one evaluator for all games.

A game lists the *active features* of a position from the point of view of a seat (`Rules.features`). The first layer is
the sum of their rows, two small layers follow, and the answer is a *lead*: by how much the seat stands better than the
hand-made outlook says. Outlooks are corrected by the leads of all seats against one another, so what one gains others
lose, and a network that answers 0 changes nothing.

Everything up to the lead is made of whole numbers, so that it is the same in any order: interpreted, compiled and on a
graphics card. Weights are handed in as a record and not compiled in: a fresh network needs no compiler, and two of them
can play against one another in one process.
"""

from typing import Any

import numpy as np

from oddboard.core.compiling import rule
from oddboard.core.records import float64, int8, int16, int32, record
from oddboard.core.rules import features

MOST_FEATURES = 4096  # of a game
MOST_ACTIVE = 128  # of a position
HIDDEN, SECOND = 32, 16  # numbers in the first layer, and in the second
SEATS = 14
FULL = 127  # a number of a layer goes from 0 to this, which stands for 1
WEIGHT = 64  # what stands for a weight of 1 behind the first layer
WEIGHT_BITS = 6
A_LEAD = FULL * WEIGHT  # what stands for a lead of 1: from even, three games of four are won
MOST_WEIGHT = 127  # either way, of a row: so all rows of a position and the offset together fit into 16 bits
MOST_OFFSET = 16_000  # the same of the first layer's offset
CERTAIN = 0.998  # how far apart results are, from -1 to 1, if nothing is left to be corrected


@record
class Network:
    """The weights, and scratch space to ask them. All zero: there is no network, and outlooks are hand-made."""

    judged: int8  # how many of a position's decisions it judges, the best by hand; none: there is no network
    rows: int16[MOST_FEATURES, HIDDEN]
    offset: int16[HIDDEN]
    second: int16[SECOND, HIDDEN]
    second_offset: int32[SECOND]
    last: int16[SECOND]
    last_offset: int32
    # Of the position that is asked for
    active: int16[MOST_ACTIVE]
    sums: int16[HIDDEN]
    lead: float64[SEATS]


@rule
def clipped(number: int) -> int:
    """A number of a layer: none is below 0 or above FULL."""
    return min(max(number, 0), FULL)


@rule
def answer(n: Network, count: int) -> int:
    """The lead of the first so many active features.

    Narrow numbers, of which a processor adds eight at a time, and four rows together, so that sums are seldom fetched.
    """
    for i in range(HIDDEN):
        n.sums[i] = n.offset[i]
    k = 0
    while k + 4 <= count:
        first, second, third, fourth = n.active[k], n.active[k + 1], n.active[k + 2], n.active[k + 3]
        for i in range(HIDDEN):
            four = n.rows[first, i] + n.rows[second, i] + n.rows[third, i] + n.rows[fourth, i]
            n.sums[i] = np.int16(n.sums[i] + four)
        k += 4
    for last in range(k, count):
        for i in range(HIDDEN):
            n.sums[i] = np.int16(n.sums[i] + n.rows[n.active[last], i])
    for i in range(HIDDEN):
        n.sums[i] = np.int16(clipped(int(n.sums[i])))
    lead = int(n.last_offset)
    for j in range(SECOND):
        total = np.int32(n.second_offset[j])
        for i in range(HIDDEN):
            total = np.int32(total + np.int32(np.int32(n.second[j, i]) * np.int32(n.sums[i])))
        lead += n.last[j] * clipped(int(total) >> WEIGHT_BITS)
    return lead


@rule
def corrected(result: float, lead: float) -> float:
    """A result, 0 to 1, with a lead added; what is as good as certain stays as it is."""
    balance = 2.0 * result - 1.0
    if abs(balance) >= CERTAIN:
        return result
    lead += balance / (1.0 - abs(balance))
    return 0.5 + 0.5 * lead / (1.0 + abs(lead))  # no exp: the same bits everywhere


@rule
def correct(s: Any, n: Network, seats: int, out: Any) -> None:
    """Correct the outlook of a position by a network, if there is one."""
    if n.judged == 0:
        return
    whole = 0.0
    for seat in range(seats):
        count = features(s, seat, n.active[:])
        if count == 0:  # the game says nothing about such a position
            return
        n.lead[seat] = answer(n, count) / A_LEAD
        whole += n.lead[seat]
    for seat in range(seats):
        others = (whole - n.lead[seat]) / (seats - 1)
        out[seat] = corrected(out[seat], n.lead[seat] - others)
