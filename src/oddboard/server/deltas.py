"""What has changed, so that only that is sent: a scene after another, a list after another, choices in columns.

A changed list is a list of *parts*: an element that is new, or `[first, count]` for elements of the list before. A
changed scene has the fields that differ, its lists as parts. What is told depends on what the viewer saw before and
sees now, and on nothing else.

Choices resemble one another: many of one kind are told as a table, a column for each field and each touch, from which
a page makes the same choices again without knowing what they mean.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

Json = dict[str, Any]
LISTS = ("pieces", "items", "seats")  # of a scene
PLAIN = {str, int}  # kinds of values that are written alike everywhere
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


def told_choices(choices: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Choices in their order, those in a row that are of one kind as a table."""
    if len(choices) < FEW:
        return list(choices)
    told: list[Any] = []
    for _, same in groupby(choices, _shape):
        kind = list(same)
        if len(kind) < FEW:
            told += kind
        else:
            told.append(_table(kind))
    return told


def _shape(choice: Mapping[str, Any]) -> Any:
    """Choices of the same shape have the same columns."""
    return len(choice["touches"]), *choice["decision"]


def _table(kind: Sequence[Mapping[str, Any]]) -> Json:
    """Choices of one shape; of each column, only what differs is looked at one by one."""
    decisions = [each["decision"] for each in kind]
    fields = {
        name: _column(column)
        for name, column in zip(decisions[0], zip(*map(dict.values, decisions), strict=True), strict=True)
    }
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
    numbers = {value: number for number, value in enumerate(dict.fromkeys(column))}
    if len(numbers) in (1, len(column)):
        return {"of": list(numbers)}
    return {"of": list(numbers), "at": list(map(numbers.__getitem__, column))}
