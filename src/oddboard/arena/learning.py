"""What a network learns from, and how: gradient descent over the positions of games, one position after another.

Compiled like rules, and in a fixed order, so that the same positions give the same weights bit by bit. A network is so
small that this takes seconds on one core; a library for learning would be a dependency for nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
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
    MOST_OFFSET,
    MOST_WEIGHT,
    SEATS,
    SECOND,
    WEIGHT,
    Network,
)
from oddboard.core.records import batch, dtype_of, float32, new, record
from oddboard.core.rules import features, outlook

AT_ONCE = 1024  # positions between two changes of the weights
STEP = 0.002  # of the first round; it gets smaller to the last
FADING = 0.9, 0.999  # how long a slope and its square are remembered (Adam)
TINY = 1e-8
SMALLER = 1e-6  # what is taken off a weight with each change, so that rare features stay near nothing
HELD_BACK = 10  # every so many games one is not learned from, but judged by
FAINT = 0.02  # the spread of what rows begin with: a feature that is hardly ever seen shall say nothing
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
    """Positions to learn from, with what came of them: a row for each seat, those of a position one after another."""

    active: Any  # int16, by row: the active features
    counts: Any  # int16, by row: how many
    hand: Any  # float32, by row: the lead that the hand-made outlook gives
    worth: Any  # float32, by row: the result that a search expected
    result: Any  # float32, by row: how the game ended
    first: Any  # int32, by position: its first row
    seats: Any  # int8, by position: how many rows it has
    game: Any  # int32, by position: the number of its game


ROWS = ("active", "counts", "hand", "worth", "result")
BY_POSITION = ("seats", "game")


def nothing() -> Positions:
    """No position at all."""
    none = np.zeros(0, np.float32)
    narrow = np.zeros(0, np.int16)
    return Positions(
        np.zeros((0, 1), np.int16),
        narrow,
        none,
        none,
        none,
        narrow.astype(np.int32),
        narrow.astype(np.int8),
        narrow.astype(np.int32),
    )


def together(parts: Sequence[Positions]) -> Positions:
    """All of these."""
    width = max(each.active.shape[1] for each in parts)
    parts = [replace(each, active=np.pad(each.active, ((0, 0), (0, width - each.active.shape[1])))) for each in parts]
    joined = {name: np.concatenate([getattr(each, name) for each in parts]) for name in (*ROWS, *BY_POSITION)}
    before = np.cumsum([0, *(len(each.counts) for each in parts)])
    joined["first"] = np.concatenate([each.first + rows for each, rows in zip(parts, before, strict=False)])
    return Positions(**joined)


@rule
def as_lead(result: float) -> float:
    """The lead that is told by a result, 0 to 1."""
    balance = 2.0 * result - 1.0
    return balance / (1.0 - abs(balance))


@rule
def note(states: Any, w: Any, seats: int, active: Any, counts: Any, hand: Any, out: Any, usable: Any) -> int:
    """Write down the features and the hand-made outlook of positions that a network may judge; the number of rows."""
    rows = 0
    for i in range(len(states)):
        outlook(states[i], w, out)
        usable[i] = 1
        for seat in range(seats):
            if usable[i] and abs(2.0 * out[seat] - 1.0) < CERTAIN:
                counts[rows + seat] = features(states[i], seat, active[rows + seat])
                hand[rows + seat] = as_lead(out[seat])
                usable[i] = counts[rows + seat] > 0
            else:
                usable[i] = 0
        if usable[i]:
            rows += seats
    return rows


def noted(game: Game, states: Any, worth: Any, result: Any, number: int) -> Positions:
    """Positions of a game with what a search expected of each for every seat, and the result of the game."""
    count, seats = worth.shape
    active, counts = np.zeros((count * seats, MOST_ACTIVE), np.int16), np.zeros(count * seats, np.int16)
    hand, usable = np.zeros(count * seats, np.float32), np.zeros(count, np.int8)
    rows = note(states, new(game.work), seats, active, counts, hand, np.zeros(seats), usable)
    return Positions(
        active[:rows, : max(1, counts.max(initial=1))],
        counts[:rows],
        hand[:rows],
        worth[usable == 1].astype(np.float32).ravel(),
        np.tile(result.astype(np.float32), rows // seats),
        np.arange(0, rows, seats, dtype=np.int32),
        np.full(rows // seats, seats, np.int8),
        np.full(rows // seats, number, np.int32),
    )


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
    weights: Weights,
    slopes: Weights,
    layers: Layers,
    active: Any,
    counts: Any,
    hand: Any,
    target: Any,
    first: Any,
    seats: Any,
    chosen: Any,
) -> float:
    """Add up the slopes of some positions; the sum of the squares by which they were misjudged."""
    missed = 0.0
    for i in chosen:
        row, here = first[i], seats[i]
        whole = 0.0
        for seat in range(here):
            forward(weights, active[row + seat], counts[row + seat], layers, seat)
            whole += layers.lead[seat]
        pull = 0.0
        squares = 0.0
        for seat in range(here):
            mine = layers.lead[seat]
            lead = hand[row + seat] + mine - (whole - mine) / (here - 1)
            far = 1.0 + abs(lead)
            miss = 0.5 + 0.5 * lead / far - target[row + seat]
            squares += miss * miss
            layers.slope[seat] = miss / (far * far)
            pull += layers.slope[seat]
        missed += squares / here
        for seat in range(here):  # what one seat is given is taken from the others
            layers.slope[seat] -= (pull - layers.slope[seat]) / (here - 1)
        for seat in range(here):
            backward(weights, slopes, active[row + seat], counts[row + seat], layers, seat)
    return float(missed)


_Data = tuple[Any, Any, Any, Any, Any, Any]  # what `learn` wants of positions


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
    one.rows[: game.features] = rng.normal(0.0, FAINT, (game.features, HIDDEN))
    one.offset[:] = MIDDLE
    one.second[:] = rng.normal(0.0, HIDDEN**-0.5, (SECOND, HIDDEN))
    one.second_offset[:] = MIDDLE
    return weights


def trained(
    game: Game, positions: Positions, result: float, seed: int, rounds: int, report: Callable[[Round], None]
) -> Network:
    """A network that has gone through all positions so many times; `result` is how much the results of games count."""
    rng = np.random.default_rng(seed)
    weights, slopes = _fresh(game, rng), batch(Weights, 1)
    numbers, downhill = weights.view(np.float32), slopes.view(np.float32)
    mean, square = np.zeros_like(numbers), np.zeros_like(numbers)
    layers = new(Layers)
    target = ((1 - result) * positions.worth + result * positions.result).astype(np.float32)
    data = (positions.active, positions.counts, positions.hand, target, positions.first, positions.seats)
    held_back = positions.game % HELD_BACK == 0
    own, others = (np.flatnonzero(held_back == held) for held in (False, True))
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


def _missed(weights: Any, layers: Any, data: _Data, chosen: Any) -> float:
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
    narrow = {"rows": MOST_WEIGHT, "offset": MOST_OFFSET}
    for name, scale in scales.items():
        most = narrow.get(name, np.iinfo(dtype_of(Network)[name].base).max)
        network[name] = np.clip(np.rint(scale * weights[name].astype(np.float64)), -most, most)
    network["judged"] = 1
    return network  # type: ignore[no-any-return]
