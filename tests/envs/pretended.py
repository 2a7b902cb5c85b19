"""A graphics card that is none: kernels run here, thread after thread, so that what is around them can be tested."""

import threading
from functools import partial
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

    def ballot_sync(self, lanes: int, vote: bool) -> int:
        return int(vote)  # of a warp with one thread

    def popc(self, lanes: int) -> int:
        return lanes.bit_count()

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


class Warps(Pretended):
    """A card whose threads really run side by side, so many in a warp, and vote."""

    def __init__(self, lanes: int) -> None:
        super().__init__()
        self.lanes, self.own = lanes, threading.local()
        self.barrier, self.votes = threading.Barrier(lanes, timeout=20), [False] * lanes

    def grid(self, dimensions: int) -> int:
        return int(self.own.thread)

    def ballot_sync(self, lanes: int, vote: bool) -> int:
        self.votes[self.own.thread % self.lanes] = bool(vote)
        self.barrier.wait()
        found = sum(1 << lane for lane, each in enumerate(self.votes) if each)
        self.barrier.wait()
        return found

    def jit(self, function: Any) -> Any:
        def run(thread: int, arguments: list[Any]) -> None:
            self.own.thread = thread
            function(*arguments)

        def launch(shape: tuple[int, int], *arguments: Any) -> None:
            plain = [np.asarray(each) if isinstance(each, np.ndarray) else each for each in arguments]
            for first in range(0, shape[0] * shape[1], self.lanes):
                warp = [threading.Thread(target=run, args=(first + lane, plain)) for lane in range(self.lanes)]
                for thread in warp:
                    thread.start()
                for thread in warp:
                    thread.join()

        return Launched(launch)


class Launched:
    """A kernel of warps, launched as Numba's are."""

    def __init__(self, launch: Any) -> None:
        self.launch = launch

    def __getitem__(self, shape: tuple[int, int]) -> Any:
        return partial(self.launch, shape)


def pretend(monkeypatch: Any, pretended: Pretended | None = None) -> None:
    """Let vectors with device="cuda" run on a card that is none."""
    pretended = pretended or Pretended()
    monkeypatch.setattr(card, "cuda", lambda: pretended)
    monkeypatch.setattr(card, "numba_type", dtype_of)
    monkeypatch.setattr(card, "_part", lambda name: SimpleNamespace(device_memset=pretended.memset))
