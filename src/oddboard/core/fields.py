"""Reading positions: the fields of a JSON object, and which of them is wrong."""

from collections.abc import Mapping
from typing import Any

from oddboard.core.errors import BadPosition
from oddboard.core.options import quoted


class Fields:
    """An object within a position. Every reader names the field that is wrong, and what it should be."""

    def __init__(self, value: Any, path: str = "position") -> None:
        if not isinstance(value, Mapping):
            raise BadPosition(f"{path} is an object, not {quoted(value)}")
        self.value = value
        self.path = path

    def only(self, *names: str) -> None:
        """Refuse fields of other names."""
        for name in self.value:
            if name not in names:
                raise BadPosition(f"{self.path} has no field {quoted(name)}; there are {', '.join(names)}")

    def field(self, name: str) -> Any:
        """A field that must be there."""
        if name not in self.value:
            raise BadPosition(f"{self.path} lacks the field {name!r}")
        return self.value[name]

    def wrong(self, name: str, wanted: str) -> BadPosition:
        """The error for a field that should have been something else."""
        return BadPosition(f"{self.path}.{name} is {wanted}, not {quoted(self.value[name])}")

    def whole(self, name: str, least: int, most: int) -> int:
        """A whole number between bounds."""
        value = self.field(name)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.wrong(name, f"a whole number from {least} to {most}")
        return value

    def truth(self, name: str) -> bool:
        """True or false."""
        value = self.field(name)
        if not isinstance(value, bool):
            raise self.wrong(name, "true or false")
        return value

    def one_of(self, name: str, *words: str) -> int:
        """Which of some words it is."""
        value = self.field(name)
        if not isinstance(value, str) or value not in words:
            raise self.wrong(name, f"one of {', '.join(words)}")
        return words.index(value)

    def many(self, name: str) -> list[Any]:
        """A list."""
        value = self.field(name)
        if not isinstance(value, list):
            raise self.wrong(name, "a list")
        return value
