"""What a network learns from, and how: gradient descent over the positions of games, one position after another.

Compiled like rules, and in a fixed order, so that the same positions give the same weights bit by bit. A network is so
small that this takes seconds on one core; a library for learning would be a dependency for nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from oddboard.core.compiling import rule
from oddboard.core.game import Game
from oddboard.core.network import (
    A_LEAD,
    CERTAIN,
    FULL,
    HIDDEN,
    MOST_ACTIVE,
    MOST_FEATURES,
    SEATS,
    SECOND,
    WEIGHT,
    Network,
)
from oddboard.core.records import batch, dtype_of, float32, new, record
from oddboard.core.rules import features, outlook

RESULT = 0.2  # how much the result of a game counts beside what the search expected
AT_ONCE = 512  # positions between two changes of the weights
STEP = 0.002  # of the first round; it gets smaller to the last
FADING = 0.9, 0.999  # how long a slope and its square are remembered (Adam)
TINY = 1e-8
SMALLER = 1e-6  # what is taken off a weight with each change, so that rare features stay near nothing
HELD_BACK = 10  # every so many games one is not learned from, but judged by
MIDDLE = 0.25  # what numbers of the layers begin with, so that all can go both ways


@record
class Weights:
    """A network while it learns; its slopes are another of these."""

    rows: float32[MOST_FEATURES, HIDDEN]
    offset: float32[HIDDEN]
    second: float32[SECOND, HIDDEN]
    second_offset: float32[SECOND]
    last: float32[SECOND]
    last_offset: float32


@record
class Layers:
    """The numbers of both layers for each seat, and what goes back through them."""

    hidden: float32[SEATS, HIDDEN]
    second: float32[SEATS, SECOND]
    lead: float32[SEATS]
    slope: float32[SEATS]
    back: float32[HIDDEN]


@dataclass(frozen=True)
class Positions:
    """Positions to learn from, with what came of them."""

    active: Any  # int16, by position and seat: the active features
    counts: Any  # int16, by position and seat: how many
    hand: Any  # float32, by position and seat: the lead that the hand-made outlook gives
    target: Any  # float32, by position and seat: the result to be expected
    held_back: Any  # bool, by position: whether it is to judge by

    def part(self, chosen: Any) -> "Positions":
        """Some of them."""
        return Positions(*(values[chosen] for values in vars(self).values()))


@rule
def note(states: Any, w: Any, seats: int, active: Any, counts: Any, out: Any) -> None:
    """Write down the features and the hand-made outlook of many positions."""
    for i in range(len(states)):
        outlook(states[i], w, out[i])
        for seat in range(seats):
            counts[i, seat] = features(states[i], seat, active[i, seat])


def noted(game: Game, states: Any, worth: Any, result: Any, played: Any, number: Any) -> Positions:
    """Positions with their features.

    `worth` is what a search expected of each, `result` how the game ended, `played` whether it was part of that game
    (or only looked at), and `number` the game's.
    """
    count, seats = worth.shape
    active = np.zeros((count, seats, MOST_ACTIVE), np.int16)
    counts, out = np.zeros((count, seats), np.int16), np.zeros((count, seats))
    note(states, new(game.work), seats, active, counts, out)
    balance = 2 * out - 1
    usable = (np.abs(balance) < CERTAIN).all(axis=1) & (counts > 0).all(axis=1)
    balance = np.clip(balance, -CERTAIN, CERTAIN)
    part = RESULT * played[:, None]
    return Positions(
        active[:, :, : max(1, counts.max(initial=1))],
        counts,
        (balance / (1 - np.abs(balance))).astype(np.float32),
        ((1 - part) * worth + part * result).astype(np.float32),
        number % HELD_BACK == 0,
    ).part(usable)


@rule
def forward(weights: Weights, active: Any, count: int, layers: Layers, seat: int) -> None:
    """What a network that learns answers for a seat; its layers are kept."""
    for i in range(HIDDEN):
        layers.hidden[seat, i] = weights.offset[i]
    for k in range(count):
        for i in range(HIDDEN):
            layers.hidden[seat, i] += weights.rows[active[k], i]
    for i in range(HIDDEN):
        layers.hidden[seat, i] = min(max(layers.hidden[seat, i], np.float32(0.0)), np.float32(1.0))
    lead = weights.last_offset
    for j in range(SECOND):
        total = weights.second_offset[j]
        for i in range(HIDDEN):
            total += weights.second[j, i] * layers.hidden[seat, i]
        layers.second[seat, j] = min(max(total, np.float32(0.0)), np.float32(1.0))
        lead += weights.last[j] * layers.second[seat, j]
    layers.lead[seat] = lead


@rule
def backward(weights: Weights, slopes: Weights, active: Any, count: int, layers: Layers, seat: int) -> None:
    """Add the slopes of a seat's answer to those of all weights."""
    slope = layers.slope[seat]
    slopes.last_offset += slope
    for i in range(HIDDEN):
        layers.back[i] = 0.0
    for j in range(SECOND):
        number = layers.second[seat, j]
        slopes.last[j] += slope * number
        if 0.0 < number < 1.0:
            through = slope * weights.last[j]
            slopes.second_offset[j] += through
            for i in range(HIDDEN):
                slopes.second[j, i] += through * layers.hidden[seat, i]
                layers.back[i] += through * weights.second[j, i]
    for i in range(HIDDEN):
        if layers.hidden[seat, i] <= 0.0 or layers.hidden[seat, i] >= 1.0:
            layers.back[i] = 0.0
        slopes.offset[i] += layers.back[i]
    for k in range(count):
        for i in range(HIDDEN):
            slopes.rows[active[k], i] += layers.back[i]


@rule
def learn(
    weights: Weights, slopes: Weights, layers: Layers, active: Any, counts: Any, hand: Any, target: Any, chosen: Any
) -> float:
    """Add up the slopes of some positions; the sum of the squares by which they were misjudged."""
    seats = hand.shape[1]
    missed = 0.0
    for i in chosen:
        whole = 0.0
        for seat in range(seats):
            forward(weights, active[i, seat], counts[i, seat], layers, seat)
            whole += layers.lead[seat]
        pull = 0.0
        for seat in range(seats):
            mine = layers.lead[seat]
            lead = hand[i, seat] + mine - (whole - mine) / (seats - 1)
            far = 1.0 + abs(lead)
            miss = 0.5 + 0.5 * lead / far - target[i, seat]
            missed += miss * miss
            layers.slope[seat] = miss / (far * far)
            pull += layers.slope[seat]
        for seat in range(seats):  # what one seat is given is taken from the others
            layers.slope[seat] -= (pull - layers.slope[seat]) / (seats - 1)
        for seat in range(seats):
            backward(weights, slopes, active[i, seat], counts[i, seat], layers, seat)
    return float(missed / seats)


@dataclass(frozen=True)
class Round:
    """How well a network judges after so many rounds through all positions: mean squares of what it missed."""

    number: int
    learned: float  # of the positions that it learned from
    held_back: float  # of the others
    by_hand: float  # of the same others, by the hand-made outlook


def _fresh(game: Game, rng: np.random.Generator) -> Any:
    """Weights to begin with: they answer 0, so that play begins with the hand-made outlook."""
    weights = batch(Weights, 1)
    one = weights[0]
    one.rows[: game.features] = rng.normal(0.0, 0.15, (game.features, HIDDEN))
    one.offset[:] = MIDDLE
    one.second[:] = rng.normal(0.0, HIDDEN**-0.5, (SECOND, HIDDEN))
    one.second_offset[:] = MIDDLE
    return weights


def trained(game: Game, positions: Positions, seed: int, rounds: int, report: Callable[[Round], None]) -> Network:
    """A network that has gone through all positions so many times."""
    rng = np.random.default_rng(seed)
    weights, slopes = _fresh(game, rng), batch(Weights, 1)
    numbers, downhill = weights.view(np.float32), slopes.view(np.float32)
    mean, square = np.zeros_like(numbers), np.zeros_like(numbers)
    layers = new(Layers)
    data = (positions.active, positions.counts, positions.hand, positions.target)
    own, others = (np.flatnonzero(positions.held_back == held) for held in (False, True))
    by_hand = _missed(new(Weights), layers, data, others)
    changes, steps = 0, rounds * -(-len(own) // AT_ONCE)
    for number in range(1, rounds + 1):
        rng.shuffle(own)
        missed = 0.0
        for first in range(0, len(own), AT_ONCE):
            chosen = own[first : first + AT_ONCE]
            downhill[:] = 0.0
            missed += learn(weights[0], slopes[0], layers, *data, chosen)
            downhill /= len(chosen)
            changes += 1
            for kept, fading, value in ((mean, FADING[0], downhill), (square, FADING[1], downhill * downhill)):
                kept += (1 - fading) * (value - kept)
            step = STEP * (1 - (changes - 1) / steps) / (1 - FADING[0] ** changes)
            numbers -= step * mean / (np.sqrt(square / (1 - FADING[1] ** changes)) + TINY)
            numbers *= 1 - SMALLER
        report(Round(number, missed / max(1, len(own)), _missed(weights[0], layers, data, others), by_hand))
    return quantised(weights[0])


def _missed(weights: Any, layers: Any, data: tuple[Any, Any, Any, Any], chosen: Any) -> float:
    return float(learn(weights, new(Weights), layers, *data, chosen)) / max(1, len(chosen))


def quantised(weights: Any) -> Network:
    """A network of whole numbers."""
    network: Any = new(Network)
    scales = {
        "rows": FULL,
        "offset": FULL,
        "second": WEIGHT,
        "second_offset": A_LEAD,
        "last": WEIGHT,
        "last_offset": A_LEAD,
    }
    for name, scale in scales.items():
        kind = dtype_of(Network)[name].base
        limits = np.iinfo(kind)
        network[name] = np.clip(np.rint(scale * weights[name].astype(np.float64)), limits.min, limits.max)
    network["learned"] = 1
    return network  # type: ignore[no-any-return]
