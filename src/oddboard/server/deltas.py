"""What has changed, so that only that is sent: a scene after another, a list after another, choices in columns.

A changed list is a list of *parts*: an element that is new, or `[first, count]` for elements of the list before. A
changed scene has the fields that differ, its lists as parts. What is told depends on what the viewer saw before and
sees now, and on nothing else.

Choices resemble one another: many of one kind are told as a table, a column for each field and each touch, from which
a page makes the same choices again without knowing what they mean.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, cast

from oddboard.core.scene import Choice

Json = dict[str, Any]
LISTS = ("pieces", "items", "seats")  # of a scene
PLAIN = {str, int}  # kinds of values that are written alike everywhere
_FIRST = itemgetter(0)
FEW = 4  # choices of one kind: fewer are told one by one, as a table would be longer


def changed_list(before: Sequence[Any], after: Sequence[Any]) -> list[Any]:
    """A list as parts of the one before it and elements that are new."""
    parts: list[Any] = []
    places = {each["id"]: number for number, each in enumerate(before) if "id" in each}
    expected, size = 0, len(before)
    for each in after:
        at = expected
        if at >= size or before[at] != each:
            at = places.get(each["id"], -1) if "id" in each else _place(before, each)
        if at >= 0 and before[at] == each:
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
    places = {value: place for place, value in enumerate(dict.fromkeys(column))}
    if len(places) in (1, len(column)):
        return {"of": list(places)}
    return {"of": list(places), "at": list(map(places.__getitem__, column))}


class KeptChoices:
    """Choices that depend on nothing but their codes: each is looked at once, and then told by small numbers.

    What is told is what `told_choices` tells of the same choices, whatever was told before.
    """

    def __init__(self) -> None:
        self._rows: dict[int, tuple[int, ...]] = {}  # by code: its shape, and the cells of its columns
        self._shapes: list[tuple[Any, ...]] = []
        self._values: list[Any] = []  # of cells
        self._numbers: dict[Any, int] = {}  # of shapes and of values

    def told(self, codes: Sequence[int], choices: Callable[[], Sequence[Choice]]) -> list[Any]:
        """The choices with these codes in their order; they are asked for only if one is not known yet."""
        rows = list(map(self._rows.get, codes))
        if None in rows:
            for code, choice in zip(codes, choices(), strict=True):
                if code not in self._rows:
                    self._rows[code] = self._row(choice)
            rows = list(map(self._rows.get, codes))
        told: list[Any] = []
        for shape, same in groupby(cast(list[tuple[int, ...]], rows), _FIRST):
            kind = list(same)
            if len(kind) >= FEW and len(codes) >= FEW:
                told.append(self._table(self._shapes[shape], kind))
            else:
                told += [self._whole(self._shapes[shape], row) for row in kind]
        return told

    def _row(self, choice: Choice) -> tuple[int, ...]:
        cells = [*choice["decision"].values(), *choice["touches"]]
        return self._number(_shape(choice), self._shapes), *[self._number(each, self._values) for each in cells]

    def _number(self, one: Any, known: list[Any]) -> int:
        key = id(known), type(one), repr(one)
        if key not in self._numbers:
            self._numbers[key] = len(known)
            known.append(one)
        return self._numbers[key]

    def _whole(self, shape: tuple[Any, ...], row: Sequence[int]) -> Json:
        _, *names = shape
        values = [self._values[cell] for cell in row[1:]]
        return {"decision": dict(zip(names, values, strict=False)), "touches": values[len(names) :]}

    def _table(self, shape: tuple[Any, ...], kind: Sequence[tuple[int, ...]]) -> Json:
        _, *names = shape
        _, *columns = zip(*kind, strict=True)
        told = [self._column(column) for column in columns]
        fields = dict(zip(names, told, strict=False))
        return {
            "rows": len(kind),
            "decision": fields,
            "touches": [_by_field(column, fields) for column in told[len(names) :]],
        }

    def _column(self, column: Sequence[int]) -> Json:
        found = _column(column)
        values = [self._values[cell] for cell in found["of"]]
        if "at" in found and not set(map(type, values)) <= PLAIN:
            return {"of": [values[place] for place in found["at"]]}
        return {**found, "of": values}
