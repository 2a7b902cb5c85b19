"""What a page makes of what has changed: the whole scene, situation and choices again."""

from collections.abc import Mapping, Sequence
from typing import Any

Json = dict[str, Any]


def whole_list(before: Sequence[Any], parts: Sequence[Any]) -> list[Any]:
    found: list[Any] = []
    for part in parts:
        if isinstance(part, list):
            first, count = part
            assert 0 <= first <= first + count <= len(before)
            found += before[first : first + count]
        else:
            found.append(part)
    return found


def whole_scene(before: Json, changes: Json) -> Json:
    lists = {name: whole_list(before[name], changes[name]) for name in ("pieces", "items", "seats") if name in changes}
    found = {**before, **changes, **lists}
    for name in found.pop("gone", ()):
        del found[name]
    return found


def whole_moment(told: Json, moments: Mapping[int, Json]) -> Json:
    """A moment with the scene after it."""
    if "scene" in told:
        return told
    scene = whole_scene(moments[told["ply"] - 1]["scene"], told["changes"])
    return {name: value for name, value in told.items() if name != "changes"} | {"scene": scene}


def whole_moments(told: Sequence[Json]) -> dict[int, Json]:
    """A history by its numbers."""
    moments: dict[int, Json] = {}
    for each in told:
        moments[each["ply"]] = whole_moment(each, moments)
    return moments


def whole_choices(told: Sequence[Json]) -> list[Json]:
    found: list[Json] = []
    for each in told:
        found += _rows(each) if "rows" in each else [each]
    return found


def _rows(table: Json) -> list[Json]:
    rows: list[Json] = []
    for row in range(table["rows"]):
        decision = {name: _value(column, row) for name, column in table["decision"].items()}
        touches = [
            f"{column['kind']}{decision[column['field']]}" if "field" in column else _value(column, row)
            for column in table["touches"]
        ]
        rows.append({"decision": decision, "touches": touches})
    return rows


def _value(column: Json, row: int) -> Any:
    of = column["of"]
    return of[column["at"][row]] if "at" in column else of[0 if len(of) == 1 else row]


def whole_situation(told: Json, before: Json, moments: Mapping[int, Json]) -> Json:
    """A situation after another, without previews, shortcuts and threats."""
    found = {**before, **told, "shortcuts": [], "threats": []}
    if "after" in told:
        found["scene"] = whole_scene(moments[found.pop("after")]["scene"], found.pop("changes"))
    bare = told.get("choices", before.get("choices"))
    found["choices"] = [
        {name: each[name] for name in ("decision", "touches")} for each in whole_choices(bare if bare else [])
    ]
    return found
