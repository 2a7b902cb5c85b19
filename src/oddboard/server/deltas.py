"""What has changed, so that only that is sent: a scene after another, a list after another, choices in columns.

A changed list is a list of *parts*: an element that is new, or `[first, count]` for elements of the list before. A
changed scene has the fields that differ, its lists as parts. What is told depends on what the viewer saw before and
sees now, and on nothing else.

Choices resemble one another: many of one kind are told as a table, a column for each field and each touch, from which
a page makes the same choices again without knowing what they mean.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from oddboard.core.scene import Choice

Json = dict[str, Any]
LISTS = ("pieces", "items", "seats")  # of a scene
PLAIN = {str, int}  # kinds of values that are written alike everywhere
FEW = 4  # choices of one kind: fewer are told one by one, as a table would be longer


def changed_list(before: Sequence[Any], after: Sequence[Any]) -> list[Any]:
    """A list as parts of the one before it and elements that are new."""
    parts: list[Any] = []
    places = {each.get("id"): number for number, each in enumerate(before)}
    expected, size = 0, len(before)
    for each in after:
        at = expected
        if at >= size or (before[at] is not each and before[at] != each):
            at = places.get(each["id"], -1) if "id" in each else _place(before, each)
            is_old = at >= 0 and before[at] == each
        else:
            is_old = True
        if is_old:
            if parts and isinstance(parts[-1], list) and sum(parts[-1]) == at:
                parts[-1][1] += 1
            else:
                parts.append([at, 1])
        else:
            parts.append(each)
        expected = at + 1 if at >= 0 else expected + 1
    return parts


def _place(before: Sequence[Any], wanted: Any) -> int:
    return before.index(wanted) if wanted in before else -1


def changed_scene(before: Mapping[str, Any], after: Mapping[str, Any]) -> Json:
    """What has to be said about a scene to who has seen the one before; nothing if it is the same."""
    if before is after:
        return {}
    found: Json = {}
    for name, value in after.items():
        if name not in before or before[name] != value:
            found[name] = changed_list(before.get(name, ()), value) if name in LISTS else value
    if gone := [name for name in before if name not in after]:
        found["gone"] = gone
    return found


# Choices


def told_choices(choices: Sequence[Choice]) -> list[Any]:
    """Choices in their order, those in a row that are of one kind as a table."""
    if len(choices) < FEW:
        return list(choices)
    told: list[Any] = []
    for _, same in groupby(choices, _shape):
        kind = list(same)
        told += [_table(kind)] if len(kind) >= FEW else kind
    return told


def _shape(choice: Choice) -> tuple[Any, ...]:
    """Choices of the same shape have the same columns."""
    return len(choice["touches"]), *choice["decision"]


def _table(kind: Sequence[Choice]) -> Json:
    """Choices of one shape; of each column, only what differs is looked at one by one."""
    decisions = [each["decision"] for each in kind]
    columns = zip(*map(dict.values, decisions), strict=True)
    fields = {name: _column(column) for name, column in zip(decisions[0], columns, strict=True)}
    touches = [_column(column) for column in zip(*[each["touches"] for each in kind], strict=True)]
    return {
        "rows": len(kind),
        "decision": fields,
        "touches": [_by_field(column, fields) for column in touches],
    }


def _by_field(touched: Json, fields: Mapping[str, Json]) -> Json:
    """A column of touches: most are a kind and the text of a field."""
    of = touched["of"]
    for name, field in fields.items():
        values = field["of"]
        if len(values) != len(of) or field.get("at") != touched.get("at") or type(values[0]) not in PLAIN:
            continue
        kind = of[0].removesuffix(str(values[0]))
        if all(type(value) in PLAIN and touch == f"{kind}{value}" for touch, value in zip(of, values, strict=True)):
            return {"field": name, "kind": kind}
    return touched


def _column(column: Sequence[Any]) -> Json:
    """The different values of a column, and which of them each row has; one for all rows, or one for each."""
    if not set(map(type, column)) <= PLAIN:
        return {"of": column[:1] if all(each == column[0] for each in column) else column}
    return _plain_column(column)


def _plain_column(column: Sequence[Any]) -> Json:
    places = dict.fromkeys(column, 0)
    of = list(places)
    if len(of) in (1, len(column)):
        return {"of": of}
    places.update(zip(of, range(len(of)), strict=True))
    return {"of": of, "at": list(map(places.__getitem__, column))}


@dataclass(frozen=True)
class Echo:
    """Something touched that is the text of a field after a kind, in each choice of a shape that was looked at."""

    field: int  # its place among the fields of the decision
    kind: str
    type: type  # of the field's values: a number and its text would be told apart

    def fits(self, values: Sequence[Any], touch: str) -> bool:
        """Whether it is so in a choice, too."""
        value = values[self.field]
        return type(value) is self.type and touch == f"{self.kind}{value}"


class KeptShape:
    """The choices of one shape that were looked at."""

    def __init__(self, first: Choice) -> None:
        self.names = tuple(first["decision"])
        self.fields: list[dict[int, Any]] = [{} for _ in self.names]  # by code
        self.plain = [True for _ in self.names]  # whether all values of a field are
        self.touches: list[dict[int, str]] = [{} for _ in first["touches"]]  # by code
        self.echoes = [_echoes(first, touch) for touch in first["touches"]]

    def add(self, code: int, choice: Choice) -> None:
        """Look at a choice."""
        values = list(choice["decision"].values())
        for place, value in enumerate(values):
            self.fields[place][code] = value
            self.plain[place] = self.plain[place] and type(value) in PLAIN
        for place, touch in enumerate(choice["touches"]):
            self.touches[place][code] = touch
            self.echoes[place] = [echo for echo in self.echoes[place] if echo.fits(values, touch)]

    def whole(self, code: int) -> Json:
        """A choice by itself."""
        decision = {name: values[code] for name, values in zip(self.names, self.fields, strict=True)}
        return {"decision": decision, "touches": [touches[code] for touches in self.touches]}

    def table(self, codes: Sequence[int]) -> Json:
        """Choices as a table; touches are not looked at where they are an echo."""
        fields = {
            name: (_plain_column if plain else _column)(list(map(values.__getitem__, codes)))
            for name, values, plain in zip(self.names, self.fields, self.plain, strict=True)
        }
        touches = [
            self._echoed(echoes[0], fields) if echoes else _column(list(map(touches.__getitem__, codes)))
            for echoes, touches in zip(self.echoes, self.touches, strict=True)
        ]
        return {"rows": len(codes), "decision": fields, "touches": [_by_field(each, fields) for each in touches]}

    def _echoed(self, echo: Echo, fields: Mapping[str, Json]) -> Json:
        column = fields[self.names[echo.field]]
        return {**column, "of": [f"{echo.kind}{value}" for value in column["of"]]}


def _echoes(choice: Choice, touch: str) -> list[Echo]:
    fields = enumerate(choice["decision"].values())
    plain = [(place, value) for place, value in fields if type(value) in PLAIN and touch.endswith(str(value))]
    return [Echo(place, touch.removesuffix(str(value)), type(value)) for place, value in plain]


class KeptChoices:
    """Choices that depend on nothing but their codes: each is looked at once, and then told by its code.

    What is told is what `told_choices` tells of the same choices, whatever was told before.
    """

    def __init__(self) -> None:
        self._shapes: dict[tuple[Any, ...], KeptShape] = {}
        self._by_code: dict[int, KeptShape] = {}

    def told(self, codes: Sequence[int], choices: Callable[[], Sequence[Choice]]) -> list[Any]:
        """The choices with these codes in their order; they are asked for only if one is not known yet."""
        shapes = list(map(self._by_code.get, codes))
        if None in shapes:
            for code, choice in zip(codes, choices(), strict=True):
                if code not in self._by_code:
                    self._look_at(code, choice)
            shapes = list(map(self._by_code.get, codes))
        if len(codes) >= FEW and len(set(shapes)) == 1:
            return [self._by_code[codes[0]].table(codes)]
        told: list[Any] = []
        for shape, same in groupby(codes, self._by_code.__getitem__):
            kind = list(same)
            in_table = len(kind) >= FEW and len(codes) >= FEW
            told += [shape.table(kind)] if in_table else map(shape.whole, kind)
        return told

    def _look_at(self, code: int, choice: Choice) -> None:
        shape = self._shapes.get(_shape(choice))
        if shape is None:
            shape = self._shapes[_shape(choice)] = KeptShape(choice)
        shape.add(code, choice)
        self._by_code[code] = shape
