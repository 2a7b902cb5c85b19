"""One thinking process as the server sees it: started, asked, watched over, and killed when it takes too much."""

import asyncio
import json
import logging
import os
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from pathlib import Path
from typing import Any

from oddboard.core.errors import OddboardError
from oddboard.core.pipes import ourselves

LOOK = 0.1  # seconds between two looks at a process that thinks
GRACE = 1.0  # seconds beyond its time that a thought may take to come to an end
STALLED = 120.0  # seconds without news in which a process that loads, compiles or analyses counts as stuck
FAREWELL = 1.0  # seconds to end by itself
REMEMBERED = 64  # tables
LONGEST = 64 << 20  # bytes of an answer
# The processor is shared out by the number of processes; threads of numerical libraries would only crowd it.
THREADS = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}

log = logging.getLogger(__name__)

Message = dict[str, Any]  # to the process or from it, a JSON object a line
News = Callable[[dict[str, Any]], None]


class ThinkingFailed(OddboardError):
    """A thought came to nothing: its process was killed for taking too much, or died."""

    kind = "not_ready"


class Died(ThinkingFailed):
    """The process ended of itself or was ended from outside, so that asking again may help."""


class Broke(ThinkingFailed):
    """The program of a game, or ours, has failed."""

    def __init__(self, why: str) -> None:
        super().__init__(f"the opponent could not think: {why}")
        self.why = why


class Worker:
    """A thinking process, one question at a time; a killed one is replaced at the next question."""

    def __init__(self, program: str, memory_mb: int, niceness: int) -> None:
        self._program = program
        self._memory_mb = memory_mb
        self._niceness = niceness
        self._asked = 0
        self._process: Process | None = None
        self._tables: dict[str, None] = {}  # those it was asked about, the latest last

    @property
    def pid(self) -> int | None:
        """The process, if there is one."""
        return self._process.pid if self._process and self._process.returncode is None else None

    def knows(self, table: str) -> bool:
        """Whether the process may still have the table's match and bots."""
        return table in self._tables

    def remember(self, table: str) -> None:
        """The process was asked about a table."""
        self._tables.pop(table, None)
        self._tables[table] = None
        if len(self._tables) > REMEMBERED:
            del self._tables[next(iter(self._tables))]

    async def start(self) -> None:
        """Have a process."""
        if self.pid is not None:
            return
        self._tables.clear()
        self._process = await asyncio.create_subprocess_exec(
            *ourselves(self._program, str(self._memory_mb), str(self._niceness)),
            stdin=PIPE,
            stdout=PIPE,
            limit=LONGEST,
            env=os.environ | THREADS,
        )

    async def ask(self, question: Message, seconds: float | None, news: News = lambda what: None) -> dict[str, Any]:
        """The answer to a question. With `seconds` the process is killed when it thinks longer, and some grace.

        The time counts from when the rules are loaded. If nobody waits any more, the process is told so and comes to
        an end before it is asked again.
        """
        await self.start()
        self._asked += 1
        asked = asyncio.ensure_future(self._asked_for(question | {"number": self._asked}, seconds, news))
        asked.add_done_callback(lambda task: task.cancelled() or task.exception())  # perhaps nobody waits for it
        try:
            return await asyncio.shield(asked)
        except asyncio.CancelledError:
            self._say({"do": "stop", "number": self._asked})
            await asyncio.wait({asked})
            raise

    async def _asked_for(self, question: Message, seconds: float | None, news: News) -> dict[str, Any]:
        assert self._process
        assert self._process.stdout
        self._say(question)
        last, begun = time.monotonic(), False
        reading = asyncio.ensure_future(self._process.stdout.readline())
        try:
            while True:
                done, _ = await asyncio.wait({reading}, timeout=LOOK)
                if done:
                    message = await self._heard(reading.result())
                    if "answer" in message:
                        return message["answer"]  # type: ignore[no-any-return]
                    if "news" in message:
                        news(message["news"])
                    begun = begun or "begun" in message
                    last = time.monotonic()
                    reading = asyncio.ensure_future(self._process.stdout.readline())
                allowed = seconds + GRACE if begun and seconds is not None else STALLED
                if time.monotonic() - last > allowed:
                    await self._kill("time", f"the opponent thought for more than {allowed:.0f} seconds")
                if self._resident() > self._memory_mb:
                    await self._kill("memory", f"the opponent needed more than {self._memory_mb} MB of memory")
        finally:
            reading.cancel()

    async def _heard(self, line: bytes) -> Message:
        """What the process said; its end, an error or a failure are raised."""
        if not line.endswith(b"\n"):
            await self.kill()  # its output has ended, so that it is of no use, should it still be there
            raise Died("the process that thinks for the opponent has ended")
        message: Message = json.loads(line)
        if "failed" in message:
            raise Broke(message["failed"])
        if "error" in message:
            raise _raised(message["error"])
        return message

    def _say(self, question: Message) -> None:
        assert self._process
        assert self._process.stdin
        if self._process.returncode is None:  # otherwise the end of its output tells
            self._process.stdin.write(json.dumps(question, separators=(",", ":")).encode() + b"\n")

    def _resident(self) -> float:
        """Megabytes in use, where the system tells; elsewhere the limit that the process set itself must do."""
        try:
            pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
            return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
        except (OSError, IndexError, AttributeError):
            return 0.0

    async def _kill(self, over: str, what: str) -> None:
        log.warning("a thinking process was killed", extra={"over": over, "pid": self.pid})
        await self.kill()
        raise ThinkingFailed(what)

    async def kill(self) -> None:
        """End the process at once."""
        if self._process and self.pid is not None:
            self._process.kill()
            await self._process.wait()

    async def stop(self) -> None:
        """Let the process go, and see to it that it does."""
        if self._process and self._process.stdin and self.pid is not None:
            self._process.stdin.close()
            try:
                await asyncio.wait_for(self._process.wait(), FAREWELL)
            except TimeoutError:
                await self.kill()


def _raised(error: dict[str, Any]) -> OddboardError:
    """An error of the process as one of ours."""
    found = [one for one in OddboardError.__subclasses__() if one.kind == error["kind"]]
    return (found[0] if found else OddboardError)(error["message"], error["rule"])
