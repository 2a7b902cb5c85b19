"""Processes behind one port as neighbours: whoever takes a page's connection hands it to the process of its table.

Each table has its *place* among the processes, by its name. What happens at a table is worked out by every process
that has pages of it, so all of them should be at one; a connection that wants to follow a table is therefore handed
over as soon as it has said so, with what it has said. It stays where it came in if nobody serves at its place just
now: every process can serve every table, and nothing depends on which one does.
"""

import asyncio
import mmap
import re
import socket
import sys
import zlib
from collections.abc import Callable

FOLLOWED = re.compile(rb"/api/tables/([\w-]+)/live\b")
LONGEST_REQUEST = 1 << 16  # bytes; one that is longer stays where it is
# Messages that stay whole; of the first kind, which not every system has, more than ten can wait.
_KIND = socket.SOCK_SEQPACKET if sys.platform == "linux" else socket.SOCK_DGRAM


class Neighbours:
    """The places of all processes. It is made before them, and each of them has it from its parent."""

    def __init__(self, count: int) -> None:
        self.place: int | None = None  # of this process, once it is one of them
        self._served = mmap.mmap(-1, count)  # a byte for each place: whether a process serves there
        self._doors = [socket.socketpair(socket.AF_UNIX, _KIND) for _ in range(count)]
        for end in (end for door in self._doors for end in door):
            end.setblocking(False)

    def receive(self, received: Callable[[socket.socket, bytes], None]) -> None:
        """Serve at this process's place: take what is handed there from now on, or was while nobody took it."""
        assert self.place is not None
        asyncio.get_running_loop().add_reader(self._doors[self.place][0], self._take, received)
        self._served[self.place] = 1

    def leave(self, place: int | None) -> None:
        """Nobody serves at a place any more."""
        if place is not None:
            self._served[place] = 0

    def hands_over(self, url: bytes, connection: int, request: Callable[[], bytes]) -> bool:
        """Whether a connection is now another process's, because it follows a table that has its place there."""
        followed = FOLLOWED.match(url)
        place = zlib.crc32(followed[1]) % len(self._doors) if followed else self.place
        if place == self.place or place is None or not self._served[place]:
            return False
        said = request()
        if len(said) > LONGEST_REQUEST:
            return False
        try:
            socket.send_fds(self._doors[place][1], [said], [connection])
        except OSError:  # it has too much to take already
            return False
        return True

    def _take(self, received: Callable[[socket.socket, bytes], None]) -> None:
        assert self.place is not None
        try:
            request, handed, _, _ = socket.recv_fds(self._doors[self.place][0], LONGEST_REQUEST, 1)
        except BlockingIOError:
            return
        for each in handed:
            received(socket.socket(fileno=each), request)
