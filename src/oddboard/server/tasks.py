"""What the server does beside everything else: tasks that nobody waits for."""

import asyncio
import logging
from typing import Any

from oddboard.server.errors import NotFound

log = logging.getLogger("oddboard.tasks")


class Tasks:
    """The tasks that nobody waits for, until the server stops."""

    def __init__(self) -> None:
        self.stopping = False
        self._running: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Any) -> "asyncio.Task[Any]":
        """Begin a task; what goes wrong with it is logged."""
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, NotFound) and not self.stopping:  # what it was about may have been deleted
            log.error("a task failed", exc_info=error)

    def stop(self) -> None:
        """End all tasks."""
        self.stopping = True
        for task in self._running:
            task.cancel()
