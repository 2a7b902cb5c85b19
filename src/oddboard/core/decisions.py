"""Decisions as a table: what can be done, with which fields, and from that their codes and their JSON, both ways.

    DECISIONS = Decisions(
        Do("hide", "MAG-3", nest=Number(1, 9)),
        Do("fly", "MAG-5", way=Word("clockwise", "back"), far=Number(1, 3)),
    )

gives `{"do": "hide", "nest": 1}` the code 0, and so on to 8; then come the six ways to fly, the last field counting
fastest. `DECISIONS.first("fly")`, here 9, is a constant for compiled rules. A game whose codes depend on more than that
writes its own `Game.decision` and `Game.code`, with `field` and `only_fields`.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from oddboard.core.errors import BadRequest
from oddboard.core.options import quoted

Decision = dict[str, Any]  # a decision in the catalogue's JSON format


@dataclass(frozen=True)
class Refusal:
    """Why a decision is not legal: the rule that forbids it, and a sentence that says what would be right."""

    rule: str
    message: str


class Number:
    """A field that is a whole number between bounds."""

    kind: type[Any] = int

    def __init__(self, least: int, most: int) -> None:
        self.values: list[Any] = list(range(least, most + 1))
        self.told = f"they are {least} to {most}"


class Word:
    """A field that is one of a few words."""

    kind: type[Any] = str

    def __init__(self, *words: str) -> None:
        self.values: list[Any] = list(words)
        self.told = f"there are {', '.join(words)}"


class Do:
    """One kind of decision: its name, the rule that says when it may be made, and its fields in their order."""

    def __init__(self, name: str, rule: str, **fields: Number | Word) -> None:
        self.name = name
        self.rule = rule
        self.fields = fields
        self.count = math.prod(len(field.values) for field in fields.values())

    def decision(self, number: int) -> Decision:
        """The decision of this kind with that number, from 0."""
        found: Decision = {}
        for name, each in reversed(self.fields.items()):
            number, index = divmod(number, len(each.values))
            found[name] = each.values[index]
        return {"do": self.name} | dict(reversed(found.items()))

    def number(self, decision: Mapping[str, Any]) -> int | Refusal:
        """The reverse; a refusal for a value that there is not."""
        only_fields(decision, *self.fields)
        number = 0
        for name, each in self.fields.items():
            value = field(decision, name, each.kind)
            if value not in each.values:
                return Refusal(self.rule, f"There is no {name} {quoted(value)}: {each.told}.")
            number = number * len(each.values) + each.values.index(value)
        return number


class Decisions:
    """All that can be done in a game."""

    def __init__(self, *kinds: Do) -> None:
        self._kinds = {kind.name: kind for kind in kinds}
        self._firsts: dict[str, int] = {}
        self.codes = 0
        for kind in kinds:
            self._firsts[kind.name] = self.codes
            self.codes += kind.count

    def first(self, name: str) -> int:
        """The code of the first decision of a kind."""
        return self._firsts[name]

    def kind(self, code: int) -> Do:
        """The kind that a code is of."""
        return next(kind for name, kind in self._kinds.items() if code < self._firsts[name] + kind.count)

    def decision(self, code: int) -> Decision:
        """The JSON object of a code."""
        kind = self.kind(code)
        return kind.decision(code - self._firsts[kind.name])

    def code(self, decision: Mapping[str, Any]) -> int | Refusal:
        """The code of a JSON object; BadRequest if it has not the shape of one of these decisions."""
        name = field(decision, "do", str)
        if name not in self._kinds:
            raise BadRequest(f"'do' is one of {', '.join(self._kinds)}, not {quoted(name)}")
        number = self._kinds[name].number(decision)
        return number if isinstance(number, Refusal) else self._firsts[name] + number

    def why_not(self, code: int, legal: list[int]) -> Refusal:
        """What can be said of a code that is not legal without knowing why: the rule, and what can be done instead."""
        kind = self.kind(code)
        names = list(dict.fromkeys(self.kind(each).name for each in legal))
        if kind.name in names:
            return Refusal(kind.rule, f"{quoted(self.decision(code))} is not possible now.")
        return Refusal(kind.rule, f"Nothing of the kind {kind.name} is possible now, only {' or '.join(names)}.")


def field(decision: Mapping[str, Any], name: str, kind: type[Any]) -> Any:
    """A field of a decision, of the type that it must have; BadRequest names the field otherwise."""
    if name not in decision:
        raise BadRequest(f"the decision {quoted(dict(decision))} lacks the field {name!r}")
    value = decision[name]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        wanted = {int: "a whole number", str: "a word", list: "a list", bool: "true or false"}.get(kind, kind.__name__)
        raise BadRequest(f"field {name!r} of a decision is {wanted}, not {quoted(value)}")
    return value


def only_fields(decision: Mapping[str, Any], *names: str) -> None:
    """BadRequest if a decision has fields besides `do` and these."""
    for name in decision:
        if name != "do" and name not in names:
            raise BadRequest(f"a decision {decision.get('do')!r} has no field {name!r}")
