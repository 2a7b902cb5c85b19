"""The settings of a game: their JSON Schema, their defaults, and what is wrong with a value."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from oddboard.core.errors import BadOptions

ALWAYS_THERE: Final = object()  # `Option.before`: the game never was without the option


@dataclass(frozen=True)
class Option:
    """One setting. A default of None is worked out by the game, from the number of players."""

    name: str
    default: Any
    rule: str  # the rule that has the option
    help: str  # one sentence for a person who chooses
    before: Any = field(default=ALWAYS_THERE, kw_only=True)
    """What held before the game had the option: a game that was saved then goes on by it, though its options do not
    name it. A new game gets the default."""

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the values."""
        raise NotImplementedError

    def check(self, value: Any) -> None:
        """Raise BadOptions if a value is not one of the setting's."""
        raise NotImplementedError

    def samples(self) -> list[Any]:
        """A few values that differ in effect, for tests and for people who want to try one."""
        return [self.default]

    def refuse(self, value: Any, wanted: str) -> BadOptions:
        """The error for a value that should have been something else."""
        return BadOptions(f"option {self.name}: {wanted}, not {quoted(value)} ({self.rule})", self.rule)

    def described(self) -> dict[str, Any]:
        """The schema with the option's words."""
        words: dict[str, Any] = {"description": f"{self.help} ({self.rule})"}
        if self.default is not None:
            words["default"] = self.default
        return self.schema() | words


@dataclass(frozen=True)
class Switch(Option):
    """On or off."""

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def samples(self) -> list[Any]:
        return [False, True]

    def check(self, value: Any) -> None:
        if not isinstance(value, bool):
            raise self.refuse(value, "true or false is wanted")


@dataclass(frozen=True)
class Choice(Option):
    """One of a few words or numbers."""

    values: tuple[str | int, ...] = ()

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.values)}

    def samples(self) -> list[Any]:
        return list(self.values)

    def check(self, value: Any) -> None:
        if isinstance(value, bool) or not isinstance(value, str | int) or value not in self.values:
            raise self.refuse(value, f"one of {', '.join(map(str, self.values))} is wanted")


@dataclass(frozen=True)
class Whole(Option):
    """A whole number between bounds."""

    least: int = 1
    most: int = 1_000_000

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def samples(self) -> list[Any]:
        if self.most - self.least < 10:
            return list(range(self.least, self.most + 1))
        return [self.default, self.least + 2]

    def check(self, value: Any) -> None:
        if isinstance(value, bool) or not isinstance(value, int) or not self.least <= value <= self.most:
            raise self.refuse(value, f"a whole number from {self.least} to {self.most} is wanted")


def quoted(value: Any) -> str:
    """A value as an error message shows it: as JSON would, cut short."""
    import json

    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = repr(value)
    except RecursionError:
        text = "something nested too deeply to show"
    return text if len(text) <= 60 else text[:57] + "..."


def schema_of(options: Iterable[Option]) -> dict[str, Any]:
    """The JSON Schema of an object of options."""
    return {
        "type": "object",
        "properties": {option.name: option.described() for option in options},
        "additionalProperties": False,
    }


def completed(options: Iterable[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """The given values checked one by one, and the defaults for the rest."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise BadOptions(f"there is no option {quoted(name)}; there are {', '.join(known) or 'none'}")
    for name, value in given.items():
        known[name].check(value)
    return {name: given.get(name, option.default) for name, option in known.items()}


def saved_options(options: Iterable[Option], saved: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a saved game, with what held before for those that the game has got since."""
    since = {option.name: option.before for option in options if option.before is not ALWAYS_THERE}
    return since | dict(saved)
