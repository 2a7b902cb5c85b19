"""Who does the work when many games are played: a pool of processes here, or the workers of a Ray cluster.

A job is done by a function of one argument at the top of a module. Its result depends on the job alone, so it does not
matter who does it: a worker that dies is replaced and its jobs are done again, and a result is taken once, by number.
"""

import multiprocessing
import os
import re
import socket
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol, TypeVar

from oddboard.core.errors import OddboardError

J = TypeVar("J")
R = TypeVar("R")

TRIES = 4  # a job whose workers died so often is at fault itself
AHEAD = 3  # jobs in the hands of each worker, so that none waits for the next
REACHED = 5  # seconds in which a cluster must answer
LOCAL = "local"  # instead of an address: a Ray cluster on this machine, for as long as it is needed


class CrewLost(OddboardError):
    """The workers died, again and again, or cannot be reached."""


class Crew(Protocol):
    """Somebody who does jobs."""

    def done(self, task: Callable[[J], R], jobs: Sequence[J]) -> Iterator[tuple[int, R]]:
        """Do all jobs; the number of each and what came of it, in the order in which they are finished."""


class Processes:
    """Processes on this machine; with one worker, this process itself."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1

    def done(self, task: Callable[[J], R], jobs: Sequence[J]) -> Iterator[tuple[int, R]]:
        """Do all jobs."""
        if min(self.workers, len(jobs)) <= 1:
            yield from ((number, task(job)) for number, job in enumerate(jobs))
            return
        tries = [0] * len(jobs)
        left = deque(range(len(jobs)))
        while left:
            yield from self._until_a_death(task, jobs, left, tries)

    def _until_a_death(
        self, task: Callable[[J], R], jobs: Sequence[J], left: deque[int], tries: list[int]
    ) -> Iterator[tuple[int, R]]:
        """Do jobs until none is left, or a worker has died and those that were under way are left again."""
        running: dict[Future[R], int] = {}
        with ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn")) as pool:
            try:
                while left or running:
                    while left and len(running) < AHEAD * self.workers:
                        running[pool.submit(task, jobs[left[0]])] = left[0]
                        left.popleft()
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        result = future.result()
                        yield running.pop(future), result
            except BrokenProcessPool:
                for number in running.values():
                    tries[number] += 1
                    if tries[number] >= TRIES:
                        raise CrewLost(
                            f"a worker process died {TRIES} times over the same game; is there enough memory? "
                            "Try fewer workers with --workers"
                        ) from None
                left.extendleft(sorted(running.values(), reverse=True))


class RayCluster:
    """The workers of a Ray cluster: at an address, or started on this machine."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        self.address = address
        self.workers = workers or os.cpu_count() or 1

    def done(self, task: Callable[[J], R], jobs: Sequence[J]) -> Iterator[tuple[int, R]]:
        """Do all jobs."""
        ray = self._joined()
        try:
            remote = ray.remote(max_retries=TRIES - 1)(task)
            slots = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            running: dict[Any, int] = {}
            left = deque(enumerate(jobs))
            while left or running:
                while left and len(running) < slots:
                    number, job = left.popleft()
                    running[remote.remote(job)] = number
                finished, _ = ray.wait(list(running), num_returns=1)
                for reference in finished:
                    try:
                        result = ray.get(reference)
                    except (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError) as error:
                        raise CrewLost(f"workers died {TRIES} times over the same game: {error}") from None
                    yield running.pop(reference), result
        finally:
            if self._started:
                ray.shutdown()

    def _joined(self) -> Any:
        try:
            import ray
        except ImportError:
            raise CrewLost("Ray is not installed: pip install 'oddboard[ray]'") from None
        self._started = not ray.is_initialized()
        if self._started:
            try:
                self._join(ray)
            except (OSError, ValueError, RuntimeError) as error:
                raise CrewLost(f"there is no Ray cluster at {self.address}: {error}") from None
        return ray

    def _join(self, ray: Any) -> None:
        quiet = {"logging_level": "error", "log_to_driver": False}
        if found := re.fullmatch(r"(?:ray://)?([^:/]+):(\d+)", self.address):
            # Ray itself would try for minutes before it says that nobody is there.
            socket.create_connection((found[1], int(found[2])), REACHED).close()
        if self.address == LOCAL:
            ray.init(num_cpus=self.workers, include_dashboard=False, **quiet)
        else:
            ray.init(address=self.address, **quiet)


def crew(workers: int | None = None, ray: str | None = None) -> Crew:
    """Processes on this machine, or the cluster at an address of Ray's."""
    return RayCluster(ray, workers) if ray else Processes(workers)
