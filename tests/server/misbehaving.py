"""A thinking process whose bots misbehave: `random` never ends, `greedy` eats memory, `uct:1` dies, `uct:2` breaks."""

import os
import signal
import time
from collections.abc import Callable

from oddboard import bots
from oddboard.core.match import Match
from oddboard.server import thinker

_decide = bots.Bot.decide
_LUMP = 8 << 20


def decide(
    self: bots.Bot, match: Match, stop: Callable[[], bool] = lambda: False, telling: bool = False
) -> bots.Advice:
    if self.thinking.kind == "random":
        while True:
            time.sleep(1)
    if self.thinking.kind == "greedy":
        eaten = []
        while True:
            eaten.append(b"x" * _LUMP)
            time.sleep(0.005)
    if self.thinking.kind == "uct":
        if self.thinking.iterations == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        raise RuntimeError("the bot broke")
    return _decide(self, match, stop)


if __name__ == "__main__":
    bots.Bot.decide = decide  # type: ignore[method-assign]
    thinker.main()
