"""Yavoch: how the fleets stand, from their ships, rings and the state of the Command ships."""

from typing import Any

import numpy as np

from oddboard.core.bits import NONE, ONE, lowest, size
from oddboard.core.compiling import rule, table
from oddboard.core.curves import logistic
from oddboard.games.yavoch.field import HALF
from oddboard.games.yavoch.state import (
    COMMAND,
    DRAWN,
    NOBODY,
    SEATS,
    TRYCH,
    State,
    Work,
    command_of,
)

# What a ship is worth, by kind, in Trychs.
WORTH = table([0.0, 0.0, 3.0, 2.2, 3.2, 1.0, 0.0], np.float64)
RING_WORTH = 0.35
GATE_WORTH = 0.6
CARD_WORTH = 0.25
HUNGRY = 2.5  # a Command ship without a ring, when its owner still has a turn to feed it
SHARPNESS = 0.22  # how much a Trych's lead is worth, on the logistic scale


@rule
def strength(s: State, seat: int) -> float:
    """The worth of a seat's fleet."""
    worth = 0.0
    for kind in range(COMMAND, TRYCH + 1):
        count = size(s.ships[seat, kind, 0]) + size(s.ships[seat, kind, 1])
        worth += count * WORTH[kind]
    for half in range(2):
        left = s.fleet[seat, half] & s.lit[half]
        while left != NONE:
            worth += s.rings[half * HALF + lowest(left)] * RING_WORTH
            left &= left - ONE
        worth += size(s.gates[seat, half]) * GATE_WORTH
    worth += s.held[seat] * CARD_WORTH
    command = command_of(s, seat)
    if command >= 0 and s.rings[command] == 0:
        worth -= HUNGRY
    return float(worth)


@rule
def outlook(s: State, w: Work, out: Any) -> None:
    """Each seat's expected result, from the difference of the fleets."""
    if s.winner != NOBODY:
        for seat in range(SEATS):
            out[seat] = 0.5 if s.winner == DRAWN else (1.0 if s.winner == seat else 0.0)
        return
    lead = strength(s, 0) - strength(s, 1)
    out[0] = logistic(SHARPNESS * lead)
    out[1] = 1.0 - out[0]
