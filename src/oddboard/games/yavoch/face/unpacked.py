"""Yavoch: a state in Python's own numbers.

Reading a field of a record, or asking a compiled function what is on a position, costs more than what is done with the
answer, and the touches and previews of a hundred decisions ask for the same few.
"""

from dataclasses import dataclass
from functools import lru_cache

from oddboard.core.records import from_bytes, to_bytes
from oddboard.games.yavoch.state import GATE, GATE_SHIFT, KIND_BITS, MINE_SHIFT, NOBODY, SEAT_SHIFT, State

MINE = GATE + 1  # beside the kinds of piece


@dataclass(frozen=True, slots=True)
class Thing:
    """A ship, gate or mine on a position."""

    at: int
    kind: int  # of piece, or MINE
    seat: int


@dataclass(frozen=True, slots=True)
class Unpacked:
    """What touches and previews look at; the fields are the state's."""

    offset: int
    on: list[int]
    rings: list[int]
    loose: list[int]
    turn: int
    moved: bool
    attack: int
    source: int
    aim: int
    into: int
    weapon: int
    defence: int

    def kind(self, at: int) -> int:
        """The kind of ship on a position, 0 for none."""
        return self.on[at] & KIND_BITS

    def seat(self, at: int) -> int:
        """Whose ship is on a position that has one."""
        return self.on[at] >> SEAT_SHIFT & 1

    def gate(self, at: int) -> int:
        """The owner of the gate on a position, or NOBODY."""
        return (self.on[at] >> GATE_SHIFT & 3) - 1

    def mine(self, at: int) -> int:
        """The owner of the mine on a position, or NOBODY."""
        return (self.on[at] >> MINE_SHIFT) - 1

    def things(self, at: int) -> list[Thing]:
        """The ship, gate or mine on a position."""
        found = [Thing(at, self.kind(at), self.seat(at))] if self.kind(at) else []
        if self.gate(at) != NOBODY:
            found.append(Thing(at, GATE, self.gate(at)))
        if self.mine(at) != NOBODY:
            found.append(Thing(at, MINE, self.mine(at)))
        return found


def unpacked(s: State) -> Unpacked:
    """A state in Python's own numbers."""
    return _unpacked(to_bytes(s))


@lru_cache(maxsize=256)
def _unpacked(content: bytes) -> Unpacked:
    return fresh(from_bytes(State, content))


def fresh(s: State) -> Unpacked:
    """The same for a state that nobody will ask for again."""
    return Unpacked(
        int(s.offset),
        s.on.tolist(),
        s.rings.tolist(),
        s.loose.tolist(),
        int(s.turn),
        bool(s.moved),
        int(s.attack),
        int(s.source),
        int(s.aim),
        int(s.into),
        int(s.weapon),
        int(s.defence),
    )
