"""Whether something that a game gives to be drawn has the fields of its declaration in `core.scene`, and no others."""

import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NotRequired, Union, get_args, get_origin

from typing_extensions import get_type_hints, is_typeddict

Fits = Callable[[Any], bool]
_MADE_OF_PARTS = (Union, types.UnionType, list, tuple)


def check_shape(value: Any, kind: Any, path: str) -> None:
    """Name the field that is lacking, unknown or of another type."""
    if not _fitting(kind)(value):  # what fits, as nearly everything does, needs no names
        _name_what_is_wrong(value, kind, path)


@cache
def _fields(kind: Any) -> tuple[dict[str, Any], frozenset[str]]:
    """The fields of a declaration with their types, and those that must be there."""
    hints = get_type_hints(kind, include_extras=True)
    plain = {name: get_args(hint)[0] if _origin(hint) is NotRequired else hint for name, hint in hints.items()}
    return plain, kind.__required_keys__


def _origin(kind: Any) -> Any:
    """What a type with brackets was made from; None for a plain one."""
    return get_origin(kind)


@cache
def _fitting(kind: Any) -> Fits:
    """Whether a value is of a kind, as a function that has looked at the kind once."""
    origin = _origin(kind)
    parts = [_fitting(each) for each in get_args(kind)] if origin in _MADE_OF_PARTS else []
    if is_typeddict(kind):
        return _fitting_object(kind)
    if kind is Any:
        return lambda value: True
    if origin in (Union, types.UnionType):
        return lambda value: any(fits(value) for fits in parts)
    if origin is list:
        return lambda value: isinstance(value, list) and all(map(parts[0], value))
    if origin is tuple:
        return lambda value: (
            isinstance(value, list | tuple)
            and len(value) == len(parts)
            and all(fits(each) for fits, each in zip(parts, value, strict=True))
        )
    plain = Mapping if origin is not None else int | float if kind is float else kind or type(None)
    return lambda value: isinstance(value, plain)


def _fitting_object(kind: Any) -> Fits:
    fields, needed = _fields(kind)
    fitting = {name: _fitting(part) for name, part in fields.items()}
    return lambda value: (
        isinstance(value, Mapping)
        and value.keys() >= needed
        and all(name in fitting and fitting[name](part) for name, part in value.items())
    )


def _name_what_is_wrong(value: Any, kind: Any, path: str) -> None:
    """Go into the part that does not fit, and say of it what is wrong."""
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
    if origin is list:
        assert isinstance(value, list), f"{path} is {value!r}, not a list"
        for number, each in enumerate(value):
            check_shape(each, arguments[0], f"{path}[{number}]")
    elif origin is tuple:
        whole = isinstance(value, list | tuple) and len(value) == len(arguments)
        assert whole, f"{path} is {value!r}, not {len(arguments)} values"
        for number, (each, part) in enumerate(zip(value, arguments, strict=True)):
            check_shape(each, part, f"{path}[{number}]")
    what = "a number" if kind is float else f"of type {kind}"
    raise AssertionError(f"{path} is {value!r}, not {what}")
