"""Yavoch: the pieces of each side in the order in which they are placed, and ready-made formations (YAV-6, YAV-21)."""

from collections import Counter

import numpy as np

from oddboard.core.compiling import table
from oddboard.games.yavoch.field import LEVEL, POSITIONS, masks, named
from oddboard.games.yavoch.state import ARCHID, COMMAND, GATE, NEORNITH, SQUAM, TRYCH

FORMATIONS: dict[str, str] = {
    "bastion": "112 113 145 121 123 212 214 122 222 224 111 245 211 213 215 223 231 233 235 125 133 151 155 242",
    "phalanx": "132 121 125 113 122 124 143 123 133 232 114 253 221 222 223 224 225 233 241 242 244 245 131 243",
    "lance": "124 113 134 133 143 214 223 115 123 235 125 251 114 135 213 224 233 234 215 222 232 244 242 254",
}
FORMATION_NAMES = tuple(FORMATIONS)
FORMATION_NAMES = tuple(FORMATIONS)
# What the first player wins with each (rows) against each of the second's, measured between bots that look one decision
# ahead (docs/decisions/0015). Whoever looks farther places by hand.
SHARES = [
    [0.617, 0.625, 0.600],
    [0.375, 0.600, 0.100],
    [0.642, 0.850, 0.550],
]
# The kinds in the order in which they are placed; the last ones are as many as the option says.
ORDER_KINDS = (COMMAND, ARCHID, ARCHID, SQUAM, SQUAM, SQUAM, SQUAM, NEORNITH, NEORNITH, NEORNITH, GATE, GATE)
BEFORE_TRYCHS = len(ORDER_KINDS)
BEGINS = Counter(ORDER_KINDS)  # by kind: how many each side has, Trychs aside
FEWEST_TRYCHS, MOST_TRYCHS = 6, 12
ORDER = table(ORDER_KINDS + (TRYCH,) * MOST_TRYCHS)
LAST = table([0, 1, 3, 7, 10, 0, BEFORE_TRYCHS])  # by kind: pieces placed once all of it are, Trychs aside
LOW, HIGH = 0, 1  # sides: the two lowest levels, or the two highest
LEVELS_OF = (range(2 * LEVEL), range(3 * LEVEL, POSITIONS))  # by side: the positions of its two levels
ZONE = table([masks(side)[number] for number, side in enumerate(LEVELS_OF)], np.uint64)  # all in one mask
FORMATION = table([[named(at) for at in places.split()] for places in FORMATIONS.values()])
