"""Yavoch: a state in Python's own numbers.

Reading a field of a record costs more than what is done with it, and the touches and previews of a hundred decisions
read the same few.
"""

from dataclasses import dataclass
from functools import lru_cache

from oddboard.core.records import from_bytes, to_bytes
from oddboard.games.yavoch.field import NOWHERE, POSITIONS
from oddboard.games.yavoch.state import COMMAND, GATE_SHIFT, KIND_BITS, SEAT_SHIFT, State


@dataclass(frozen=True, slots=True)
class Unpacked:
    """What touches and previews look at; the fields are the state's."""

    on: list[int]
    rings: list[int]
    loose: list[int]
    turn: int
    moved: bool
    source: int
    aim: int
    weapon: int
    defence: int

    def command(self) -> int:
        """Where the Command ship of the seat on turn is, or NOWHERE."""
        wanted = self.turn << SEAT_SHIFT | COMMAND
        return next((at for at, what in enumerate(self.on) if what & 15 == wanted), NOWHERE)

    def other_gate(self, seat: int, at: int) -> int:
        """A seat's gate that is not on a position, or NOWHERE."""
        ends = (each for each in range(POSITIONS) if (self.on[each] >> GATE_SHIFT & 3) - 1 == seat)
        return next((each for each in ends if each != at), NOWHERE)

    def has_ship(self, at: int) -> bool:
        """Whether a ship is on a position."""
        return bool(self.on[at] & KIND_BITS)


def unpacked(s: State) -> Unpacked:
    """A state in Python's own numbers."""
    return _unpacked(to_bytes(s))


@lru_cache(maxsize=256)
def _unpacked(content: bytes) -> Unpacked:
    s = from_bytes(State, content)
    return Unpacked(
        s.on.tolist(),
        s.rings.tolist(),
        s.loose.tolist(),
        int(s.turn),
        bool(s.moved),
        int(s.source),
        int(s.aim),
        int(s.weapon),
        int(s.defence),
    )
