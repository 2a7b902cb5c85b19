"""A mypy plugin that reads the annotations of records: `int8` is an int, `int8[4, 2]` an array of ints.

Unsigned numbers are masks, which are NumPy's own numbers also where rules are interpreted.
"""

from collections.abc import Callable

from mypy.plugin import AnalyzeTypeContext, Plugin
from mypy.types import AnyType, Type, TypeOfAny, UnboundType

KINDS = {
    f"oddboard.core.records.{name}": meaning
    for names, meaning in (
        ("int8 int16 int32 int64", "builtins.int"),
        ("uint8 uint16 uint32 uint64", None),
        ("float32", "builtins.float"),
        ("float64", "builtins.float"),
    )
    for name in names.split()
}


class Records(Plugin):
    """Gives every Kind of `oddboard.core.records` its meaning in an annotation."""

    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        if fullname not in KINDS:
            return None

        def meaning(context: AnalyzeTypeContext) -> Type:
            assert isinstance(context.type, UnboundType)
            number = KINDS[fullname]
            if number is None or context.type.args:
                # Arrays of any number of dimensions are indexed alike; NumPy's own types tell no more.
                return AnyType(TypeOfAny.explicit)
            return context.api.named_type(number, [])

        return meaning


def plugin(version: str) -> type[Plugin]:
    """The entry that mypy looks for."""
    return Records
