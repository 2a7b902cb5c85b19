"""What a seat may know, as numbers for a program that learns: their layout, and the one that every game has.

An observation is a row of whole numbers from -128 to 127 (`int8`). They are that small because what a vector
environment costs is mostly the memory that it writes, and nothing on a board needs more; a number that could grow
larger, such as the turns until a limit, is written as 127 from there on. `observe` writes into a row of zeros.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from oddboard.core.compiling import rule
from oddboard.core.records import dtype_of

MOST = 127  # the largest number that is written


@dataclass(frozen=True)
class Span:
    """Some numbers of an observation that belong together."""

    name: str
    shape: tuple[int, ...]
    meaning: str  # one sentence or more, in Markdown; for planes, what each of them is

    @property
    def size(self) -> int:
        """How many numbers."""
        return math.prod(self.shape)


@dataclass(frozen=True)
class Layout:
    """The spans of an observation, one after another."""

    spans: tuple[Span, ...]

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(span.size for span in self.spans)

    def starts(self) -> Iterator[tuple[int, Span]]:
        """Each span with the index of its first number."""
        first = 0
        for span in self.spans:
            yield first, span
            first += span.size

    def start(self, name: str) -> int:
        """The index of the first number of a span."""
        return next(first for first, span in self.starts() if span.name == name)

    def split(self, observation: Any) -> dict[str, Any]:
        """The spans of an observation by name, in their shapes; of a batch of them, each with the batch's shape first.

        Nothing is copied, and the array may be of NumPy, PyTorch or JAX.
        """
        ahead = tuple(observation.shape[:-1])
        return {
            span.name: observation[..., first : first + span.size].reshape(ahead + span.shape)
            for first, span in self.starts()
        }


class Observed(Protocol):
    """What is asked of a game here; `core.game` would make compiled code depend on what people see."""

    @property
    def observation(self) -> Layout | None: ...
    @property
    def state(self) -> type[Any]: ...


def layout_of(game: Observed) -> Layout:
    """A game's own layout, or for one that has none the bytes of its record."""
    if game.observation is not None:
        return game.observation
    spans = []
    dtype = dtype_of(game.state)
    assert dtype.fields is not None
    ends = 0
    for name, (kind, start, *_) in sorted(dtype.fields.items(), key=lambda field: field[1][1]):
        if start > ends:
            spans.append(Span(f"gap_{ends}", (start - ends,), "Nothing."))
        base, shape = kind.subdtype or (kind, ())
        spans.append(Span(name, (*shape, base.itemsize), f"The field `{name}` of the record, byte by byte."))
        ends = start + kind.itemsize
    if dtype.itemsize > ends:
        spans.append(Span(f"gap_{ends}", (dtype.itemsize - ends,), "Nothing."))
    return Layout(tuple(spans))


@rule
def small(number: int) -> int:
    """A number as an observation holds it: not more than 127."""
    return min(number, MOST)


@rule
def from_seat(seat: int, steps: int, seats: int) -> int:
    """The seat that is so many after another in the order of play; 0 steps is the seat itself."""
    return (seat + steps) % seats


@rule
def mark_seats(out: Any, first: int, members: int, seat: int, seats: int) -> None:
    """Write 1 for each seat of a set (a bit for each), the observing seat first, then as the order of play goes."""
    for steps in range(seats):
        if members >> from_seat(seat, steps, seats) & 1:
            out[first + steps] = 1
