"""Several server processes behind one port, with a parent that watches them and starts again what dies.

The parent listens and hands the listening socket down, so that no connection is turned away while a process is
replaced: whoever is free takes the next. All of them serve the same tables in a PostgreSQL database; the pages of a
table come together at one of them (see `neighbours`).
"""

import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

from oddboard.server.errors import CannotServe
from oddboard.server.neighbours import Neighbours

GLANCE = 0.1  # seconds between two looks at the processes
ORPHANED = 1.0  # seconds between two looks at the parent
SOON = 5.0  # seconds: a process that ended sooner after its start is started again with a pause
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds; twice as long each time
log = logging.getLogger("oddboard.processes")


def check(count: int, database: str) -> None:
    """Several processes need a database that they can share, and a system on which they can share a port."""
    if count == 1:
        return
    if not database.startswith("postgresql"):
        raise CannotServe(
            "several processes serve the tables of a PostgreSQL database: name one with "
            "--database postgresql://user@host/name, or leave --processes out"
        )
    if not hasattr(os, "fork"):
        raise CannotServe("several processes cannot share a port on this system: leave --processes out")


class Crew:
    """The processes, each of which does the same work until it is told to end."""

    def __init__(self, count: int, work: Callable[[Neighbours], None]) -> None:
        self._neighbours = Neighbours(count)
        self._work = work
        self._free = list(range(count))  # places where there is no process
        self._started: dict[int, tuple[int, float]] = {}  # by process, its place, and when
        self._pause = FIRST_PAUSE
        self._next = 0.0  # not before this time is one started
        self._stopping = False

    def run(self) -> None:
        """Keep as many processes running until this one is told to end; then all of them end."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        while not self._stopping:
            if self._free and time.monotonic() >= self._next:
                self._start(self._free.pop())
            else:
                time.sleep(GLANCE)
            self._bury()
        while self._started:
            time.sleep(GLANCE)
            self._bury()

    def _start(self, place: int) -> None:
        child = os.fork()
        if child == 0:
            self._serve(place)
        self._started[child] = place, time.monotonic()
        if self._stopping:  # it was told so while a process was being made, which has not heard it
            os.kill(child, signal.SIGTERM)

    def _serve(self, place: int) -> NoReturn:
        """Work in a process of its own, which ends with the parent."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
        ended = 1
        try:
            self._neighbours.place = place
            self._work(self._neighbours)
            ended = 0
        except Exception:
            log.exception("a server process failed")
        finally:
            logging.shutdown()
            os._exit(ended)

    def _bury(self) -> None:
        """Take note of who has ended."""
        for child in list(self._started):
            gone, status = os.waitpid(child, os.WNOHANG)
            if not gone:
                continue
            place, started = self._started.pop(child)
            self._neighbours.leave(place)
            self._free.append(place)
            lived = time.monotonic() - started
            if self._stopping:
                continue
            self._pause = min(2 * self._pause, LONGEST_PAUSE) if lived < SOON else FIRST_PAUSE
            self._next = time.monotonic() + (self._pause if lived < SOON else 0.0)
            why = os.waitstatus_to_exitcode(status)
            log.error("a server process ended, another takes its place", extra={"pid": child, "status": why})

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping = True
        for child in self._started:
            os.kill(child, signal.SIGTERM)


def _end_with(parent: int) -> None:
    """End this process when its parent has ended."""
    while os.getppid() == parent:
        time.sleep(ORPHANED)
    os.kill(os.getpid(), signal.SIGTERM)
