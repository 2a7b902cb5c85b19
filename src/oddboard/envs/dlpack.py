"""DLPack: an array handed to another library without a copy, as a capsule around a C structure.

https://dmlc.github.io/dlpack/latest/c_api.html
"""

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2  # kinds of device
_KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # of number
_NAME = b"dltensor"  # of a capsule that nobody has taken yet


class _Device(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class _Type(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("content", ctypes.c_void_p),
        ("device", _Device),
        ("dimensions", ctypes.c_int32),
        ("type", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = (("tensor", _Tensor), ("owner", ctypes.c_void_p), ("deleter", _Deleter))

_kept: dict[int, Any] = {}  # by address of the structure: what must live as long as it is used


def _forget(managed: Any) -> None:
    _kept.pop(ctypes.addressof(managed.contents), None)


_let_go = _Deleter(_forget)


_new = ctypes.pythonapi.PyCapsule_New
_new.restype = ctypes.py_object
_new.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)


def device_of(number: int) -> tuple[int, int]:
    """A graphics card by its number, as DLPack names it."""
    return CUDA, number


def capsule(owner: Any, pointer: int, shape: tuple[int, ...], dtype: np.dtype[Any], device: tuple[int, int]) -> Any:
    """An array, whose numbers lie one after another, as a capsule; `owner` lives as long as somebody uses it."""
    sizes = (ctypes.c_int64 * len(shape))(*shape)
    managed = _Managed()
    tensor = managed.tensor
    tensor.content, tensor.offset = pointer, 0
    tensor.device = _Device(*device)
    tensor.dimensions, tensor.shape = len(shape), ctypes.cast(sizes, ctypes.POINTER(ctypes.c_int64))
    tensor.type = _Type(_KINDS[dtype.kind], 8 * dtype.itemsize, 1)
    managed.deleter = _let_go
    address = ctypes.addressof(managed)
    _kept[address] = (managed, sizes, owner)
    return _new(address, _NAME, None)
