"""The Baton Races of Yaz: how far it is over ground that is open to a Yazzite (YAZ-2, YAZ-10)."""

from typing import Any

from oddboard.core.compiling import rule
from oddboard.games.yaz.state import BESIDE, HEXES, SIDES, State, Work, is_open

NO_WAY = 100  # hexes


@rule
def spread(s: State, w: Work, piece: int, start: int, most: int, far: Any) -> int:
    """Write how many hexes a piece goes from a start to everywhere, NO_WAY beyond the most; how many are not beyond.

    They are in w.queue, near ones first; w.came has the hex before each on a shortest way.
    """
    for at in range(HEXES + 1):
        far[at] = NO_WAY
    far[start] = 0
    w.queue[0] = start
    first = 0
    last = 1
    while first < last:
        at = int(w.queue[first])
        first += 1
        if far[at] == most:
            break
        for side in range(SIDES):
            to = int(BESIDE[at, side])
            if far[to] == NO_WAY and is_open(s, piece, to):
                far[to] = min(far[at] + 1, NO_WAY - 1)
                w.came[to] = at
                w.queue[last] = to
                last += 1
    return last
