"""Processes behind one port as neighbours: whoever takes a page's connection hands it to the process of its table.

Each table has its *place* among the processes, by its name. What happens at a table is worked out by every process
that has pages of it, so all of them should be at one; a connection that wants to follow a table is therefore handed
over as soon as it has said so, with what it has said. It stays where it came in if nobody serves at its place just
now, or has not been heard of for a moment: every process can serve every table, and nothing depends on which one does.
"""

import asyncio
import mmap
import re
import socket
import sys
import time
import zlib
from collections.abc import Callable

FOLLOWED = re.compile(rb"/api/tables/([\w-]+)/live\b")
LONGEST_REQUEST = 1 << 16  # bytes; one that is longer stays where it is
BEAT, SILENCE = 0.5, 5.0  # seconds between two signs of life; and after which somebody is not there
# Messages that stay whole; of the first kind, which not every system has, more than ten can wait.
_KIND = socket.SOCK_SEQPACKET if sys.platform == "linux" else socket.SOCK_DGRAM


class Neighbours:
    """The places of all processes. It is made before them, and each of them has it from its parent."""

    def __init__(self, count: int) -> None:
        self.place: int | None = None  # of this process, once it is one of them
        # For each place, when a process there last said that it serves: on the clock that all of them share.
        self._seen = memoryview(mmap.mmap(-1, 8 * count)).cast("d")
        self._beating: asyncio.TimerHandle | None = None
        self._doors = [socket.socketpair(socket.AF_UNIX, _KIND) for _ in range(count)]
        for end in (end for door in self._doors for end in door):
            end.setblocking(False)
        for place in range(count):
            self.leave(place)

    def receive(self, received: Callable[[socket.socket, bytes], None]) -> None:
        """Serve at this process's place: take what is handed there from now on, or was while nobody took it."""
        assert self.place is not None
        door, _ = self._doors[self.place]
        asyncio.get_running_loop().add_reader(door, self._take, door, received)
        self._beat(self.place)

    def _beat(self, place: int) -> None:
        self._seen[place] = time.monotonic()
        self._beating = asyncio.get_running_loop().call_later(BEAT, self._beat, place)

    def leave(self, place: int | None) -> None:
        """Nobody serves at a place any more."""
        if place is None:
            return
        self._seen[place] = -SILENCE
        if place == self.place and self._beating:
            self._beating.cancel()

    def hands_over(self, url: bytes, connection: int, request: Callable[[], bytes]) -> bool:
        """Whether a connection is now another process's, because it follows a table that has its place there."""
        followed = FOLLOWED.match(url)
        place = zlib.crc32(followed[1]) % len(self._doors) if followed else self.place
        if place == self.place or place is None or time.monotonic() - self._seen[place] >= SILENCE:
            return False
        said = request()
        if len(said) > LONGEST_REQUEST:
            return False
        try:
            socket.send_fds(self._doors[place][1], [said], [connection])
        except OSError:  # it has too much to take already
            return False
        return True

    def _take(self, door: socket.socket, received: Callable[[socket.socket, bytes], None]) -> None:
        try:
            request, handed, _, _ = socket.recv_fds(door, LONGEST_REQUEST, 1)
        except BlockingIOError:
            return
        for each in handed:
            received(socket.socket(fileno=each), request)
