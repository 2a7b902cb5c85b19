"""Records: a class with annotations becomes a flat, aligned NumPy record type.

    @record
    class State:
        turn: int8            # a whole number
        at: int16[4, 5]       # an array of them

A state is one `np.record` of that type, a batch of games an array of them. A record is passed to compiled
code as a pointer, so copying, comparing, hashing, saving and sending one to a graphics card cost a memcpy.
The mypy plugin beside this module tells type checkers that `int8` is an `int` and `int16[4, 5]` an array.
"""

import copyreg
import hashlib
import inspect
import threading
from operator import itemgetter
from typing import Any, TypeVar, cast

import numpy as np

R = TypeVar("R")
_SCRATCH = threading.local()


class Kind:
    """A whole number of fixed width; with a shape in brackets, an array of them."""

    def __init__(self, scalar: type[Any], shape: tuple[int, ...] = ()) -> None:
        self.scalar = scalar
        self.shape = shape

    def __getitem__(self, shape: int | tuple[int, ...]) -> "Kind":
        return Kind(self.scalar, shape if isinstance(shape, tuple) else (shape,))


int8 = Kind(np.int8)
int16 = Kind(np.int16)
int32 = Kind(np.int32)
int64 = Kind(np.int64)
uint8 = Kind(np.uint8)
uint16 = Kind(np.uint16)
uint32 = Kind(np.uint32)
uint64 = Kind(np.uint64)
float32 = Kind(np.float32)
float64 = Kind(np.float64)


def record(cls: type[R]) -> type[R]:
    """Give a class of annotations its record type; `dtype_of` reads it."""
    fields = []
    for name, kind in inspect.get_annotations(cls, eval_str=True).items():
        if not isinstance(kind, Kind):
            raise TypeError(f"{cls.__name__}.{name}: a record holds whole numbers only, such as int8 or int16[4]")
        if hasattr(np.record, name):
            raise TypeError(f"{cls.__name__}.{name}: NumPy's records have a {name} of their own; choose another name")
        fields.append((name, kind.scalar, kind.shape))
    # `align` counts only inside: NumPy ignores it beside the pair, and a graphics card insists on it.
    dtype = np.dtype(fields, align=True)
    cls.__record_dtype__ = np.dtype((_scalar_type(cls, [name for name, _, _ in fields]), dtype))  # type: ignore[attr-defined]
    return cls


class _Scalar(type):
    """The type of a record type's single records; it is pickled by the class that declares its fields."""

    declared: type[Any]


def _scalar_type(cls: type[Any], names: list[str]) -> type[Any]:
    """An `np.record` whose fields are plain properties.

    NumPy's own looks for a field in Python whenever anything is read, which takes four times as long; words and
    pictures read thousands of fields for a page. A record knows its memory, too: compiled code asks for `data`, for
    which NumPy describes every field first, and a call takes fifteen times as long.
    """

    def set_field(one: Any, name: str, value: Any) -> None:
        if name not in fields:
            raise AttributeError(f"{cls.__name__} has no field {name!r}")
        np.void.__setitem__(one, name, value)

    def of_an_array(one: Any, name: str) -> Any:
        if name != "data":
            raise AttributeError(f"{cls.__name__} has no field {name!r}")
        return np.record.data.__get__(one)

    fields = {name: property(itemgetter(name)) for name in names}
    found = _Scalar(
        cls.__name__,
        (np.record,),
        {
            "__slots__": ("data",),
            "__getattribute__": object.__getattribute__,
            "__getattr__": of_an_array,
            "__getitem__": np.void.__getitem__,
            "__setattr__": set_field,
            **fields,
        },
    )
    found.declared = cls
    return found


def _declared_by(cls: type[Any]) -> type[Any]:
    """The type of single records of a class."""
    return dtype_of(cls).type


copyreg.pickle(_Scalar, lambda kind: (_declared_by, (kind.declared,)))  # type: ignore[arg-type, return-value]


def work_record(most: int) -> type[Any]:
    """The record class of a scratch space with room for so many legal decisions, and nothing else."""
    return record(type("Work", (), {"__annotations__": {"code": int32[most], "weight": int32[most]}}))


def dtype_of(cls: type[Any]) -> np.dtype[Any]:
    """The NumPy type of a record class."""
    return cast("np.dtype[Any]", cls.__record_dtype__)


def numba_type(cls: type[Any]) -> Any:
    """The Numba type of a record class."""
    from oddboard.core.compiling import need_compiler

    need_compiler()
    import numba

    return numba.from_dtype(dtype_of(cls))


def batch(cls: type[Any], count: int) -> Any:
    """So many records in one array, all zero."""
    return np.zeros(count, dtype_of(cls))


def new(cls: type[R]) -> R:
    """One record, all zero."""
    dtype = dtype_of(cls)
    return cast(R, _in(bytearray(dtype.itemsize), dtype))


def _in(memory: bytearray, dtype: np.dtype[Any]) -> Any:
    """The record that memory holds."""
    one = np.frombuffer(memory, dtype)[0]
    object.__setattr__(one, "data", memory)
    return one


def scratch(cls: type[R]) -> R:
    """A scratch record of this thread; whoever asks next gets the same, with whatever is in it."""
    kept: dict[Any, Any] = _SCRATCH.__dict__
    if cls not in kept:
        kept[cls] = new(cls)
    return cast(R, kept[cls])


def copy(one: R) -> R:
    """A record of its own with the same content."""
    # Byte by byte: NumPy's own copy leaves the gaps between fields to chance, and equality looks at them.
    return cast(R, _in(bytearray(to_bytes(one)), one.dtype))  # type: ignore[attr-defined]


def twice(one: Any) -> Any:
    """A batch of two copies of a record: one to keep, one to change."""
    return np.frombuffer(bytearray(2 * to_bytes(one)), one.dtype)


def same(one: R, other: R) -> bool:
    """Whether two records hold the same, byte by byte."""
    return to_bytes(one) == to_bytes(other)


def to_bytes(one: Any) -> bytes:
    """The content of a record."""
    return np.void.tobytes(one)


def from_bytes(cls: type[R], content: bytes) -> R:
    """The record with that content; ValueError if the length is not the record's."""
    dtype = dtype_of(cls)
    if len(content) != dtype.itemsize:
        raise ValueError(f"{cls.__name__} has {dtype.itemsize} bytes, not {len(content)}")
    return cast(R, _in(bytearray(content), dtype))


def digest(one: Any) -> str:
    """A hash of a record's content, the same in every process."""
    return hashlib.sha256(to_bytes(one)).hexdigest()
