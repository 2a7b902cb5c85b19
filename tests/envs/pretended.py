"""A graphics card that is none: kernels run here, thread after thread, so that what is around them can be tested."""

from types import SimpleNamespace
from typing import Any

import numpy as np

from oddboard.core.records import dtype_of
from oddboard.envs import card


class Memory(np.ndarray[Any, Any]):
    """An array as Numba's device arrays are."""

    def copy_to_host(self) -> Any:
        return np.frombuffer(bytearray(self.tobytes()), self.dtype).reshape(self.shape)

    def copy_to_device(self, other: Any) -> None:
        self[...] = other


def in_memory(array: Any) -> Any:
    return np.frombuffer(bytearray(array.tobytes()), array.dtype).reshape(array.shape).view(Memory)


class Kernel:
    """A kernel that is launched as Numba's are."""

    def __init__(self, pretended: "Pretended", function: Any) -> None:
        self.pretended, self.function = pretended, function

    def __getitem__(self, shape: tuple[int, int]) -> Any:
        def launch(*arguments: Any) -> None:
            plain = [np.asarray(each) if isinstance(each, np.ndarray) else each for each in arguments]
            for thread in range(shape[0] * shape[1]):
                self.pretended.thread = thread
                self.function(*plain)

        return launch


class Pretended:
    """What the card's module uses of Numba's CUDA target."""

    def __init__(self) -> None:
        self.thread = 0
        self.local = SimpleNamespace(array=lambda shape, dtype, alignment=None: np.zeros(shape, dtype))
        self.atomic = SimpleNamespace(
            min=lambda array, place, value: array.__setitem__(place, min(array[place], value))
        )

    def grid(self, dimensions: int) -> int:
        return self.thread

    def jit(self, function: Any) -> Kernel:
        return Kernel(self, function)

    def is_available(self) -> bool:
        return True

    def to_device(self, array: Any) -> Any:
        return in_memory(array)

    def device_array(self, shape: Any, dtype: Any) -> Any:
        return in_memory(np.zeros(shape, dtype))

    def synchronize(self) -> None:
        pass

    @staticmethod
    def memset(array: Any, value: int, size: int) -> None:
        assert size == array.nbytes
        array[...] = value


def pretend(monkeypatch: Any) -> None:
    """Let vectors with device="cuda" run on a card that is none."""
    pretended = Pretended()
    monkeypatch.setattr(card, "cuda", lambda: pretended)
    monkeypatch.setattr(card, "numba_type", dtype_of)
    monkeypatch.setattr(card, "_part", lambda name: SimpleNamespace(device_memset=pretended.memset))
