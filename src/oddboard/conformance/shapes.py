"""Whether something that a game gives to be drawn has the fields of its declaration in `core.scene`, and no others."""

import types
from collections.abc import Mapping
from functools import cache
from typing import Any, NotRequired, Union, get_args, get_origin

from typing_extensions import get_type_hints, is_typeddict


@cache
def _fields(kind: Any) -> tuple[dict[str, Any], frozenset[str]]:
    """The fields of a declaration with their types, and those that must be there."""
    hints = get_type_hints(kind, include_extras=True)
    plain = {name: get_args(hint)[0] if _origin(hint) is NotRequired else hint for name, hint in hints.items()}
    return plain, kind.__required_keys__


def _origin(kind: Any) -> Any:
    """What a type with brackets was made from; None for a plain one."""
    return get_origin(kind)


def check_shape(value: Any, kind: Any, path: str) -> None:
    """Name the field that is lacking, unknown or of another type."""
    if is_typeddict(kind):
        assert isinstance(value, Mapping), f"{path} is {value!r}, not an object"
        fields, needed = _fields(kind)
        for name in needed:
            assert name in value, f"{path} lacks the field {name!r}"
        for name, part in value.items():
            assert name in fields, f"{path} has a field {name!r}, which {kind.__name__} does not know"
            check_shape(part, fields[name], f"{path}.{name}")
        return
    origin, arguments = _origin(kind), get_args(kind)
    if kind is Any:
        return
    if origin in (Union, types.UnionType):
        assert any(_fits(value, each) for each in arguments), f"{path} is {value!r}, not of type {kind}"
    elif origin is list:
        assert isinstance(value, list), f"{path} is {value!r}, not a list"
        for number, each in enumerate(value):
            check_shape(each, arguments[0], f"{path}[{number}]")
    elif origin is tuple:
        whole = isinstance(value, list | tuple) and len(value) == len(arguments)
        assert whole, f"{path} is {value!r}, not {len(arguments)} values"
        for number, (each, part) in enumerate(zip(value, arguments, strict=True)):
            check_shape(each, part, f"{path}[{number}]")
    elif origin is not None:  # a mapping of whatever the game likes
        assert isinstance(value, Mapping), f"{path} is {value!r}, not an object"
    elif kind is float:
        assert isinstance(value, int | float), f"{path} is {value!r}, not a number"
    else:
        assert isinstance(value, kind or type(None)), f"{path} is {value!r}, not of type {kind}"


def _fits(value: Any, kind: Any) -> bool:
    try:
        check_shape(value, kind, "")
    except AssertionError:
        return False
    return True
