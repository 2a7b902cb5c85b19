"""Everest: the fields of a position in JSON, read one by one; an error names the field."""

from collections.abc import Mapping
from typing import Any

from oddboard.core.errors import BadPosition
from oddboard.core.options import quoted
from oddboard.games.everest.mountain import FACES
from oddboard.games.everest.state import NOBODY


class Reader:
    """An object of a position."""

    def __init__(self, value: Any, path: str) -> None:
        if not isinstance(value, Mapping):
            raise BadPosition(f"{path} is an object, not {quoted(value)}")
        self.value = value
        self.path = path

    def field(self, name: str) -> Any:
        """Any field."""
        if name not in self.value:
            raise BadPosition(f"{self.path} lacks the field {name!r}")
        return self.value[name]

    def inside(self, name: str) -> "Reader | None":
        """An object in this one, or None."""
        value = self.field(name)
        return None if value is None else Reader(value, f"{self.path}.{name}")

    def whole(self, name: str, least: int, most: int) -> int:
        """A whole number between bounds."""
        value = self.field(name)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise BadPosition(f"{self.path}.{name} is a whole number from {least} to {most}, not {quoted(value)}")
        return value

    def one_of(self, name: str, *words: str) -> int:
        """The index of one of these words."""
        value = self.field(name)
        if not isinstance(value, str) or value not in words:
            raise BadPosition(f"{self.path}.{name} is one of {', '.join(words)}, not {quoted(value)}")
        return words.index(value)

    def one_or_none(self, name: str, *words: str) -> str | None:
        """One of these words, or None."""
        return None if self.field(name) is None else words[self.one_of(name, *words)]

    def list_of(self, name: str, length: int | None = None) -> list[Any]:
        """A list, of a length where one is given."""
        value = self.field(name)
        if not isinstance(value, list) or length not in (None, len(value)):
            wanted = "a list" if length is None else f"a list of {length}, one for each seat"
            raise BadPosition(f"{self.path}.{name} is {wanted}, not {quoted(value)}")
        return value

    def numbers(self, name: str, bound: int) -> int:
        """A list of different whole numbers below a bound, as a mask."""
        mask = 0
        for value in self.list_of(name):
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < bound or mask >> value & 1:
                raise BadPosition(
                    f"{self.path}.{name} lists numbers from 0 to {bound - 1}, each once, not {quoted(value)}"
                )
            mask |= 1 << value
        return mask

    def seats(self, name: str, players: int) -> int:
        """A list of seats, as a mask."""
        return self.numbers(name, players)

    def seat(self, name: str, value: Any, players: int) -> int:
        """A value of a field as a seat."""
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < players:
            raise BadPosition(f"{self.path}.{name} has seats from 0 to {players - 1}, not {quoted(value)}")
        return value

    def seat_or_none(self, name: str, players: int) -> int:
        """A seat, or NOBODY for None."""
        value = self.field(name)
        return NOBODY if value is None else self.seat(name, value, players)

    def face(self, name: str, value: Any) -> int:
        """A value of a field as a face of a die."""
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < FACES:
            raise BadPosition(f"{self.path}.{name} has faces from 0 to {FACES - 1}, not {quoted(value)}")
        return value
