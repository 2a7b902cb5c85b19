"""Programs that talk to other programs through pipes."""

import os
import sys
from typing import IO


def own_output() -> IO[bytes]:
    """Standard output for replies alone: whatever else is printed from now on goes to standard error."""
    sys.stdout.flush()
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return replies


def ourselves(module: str, *arguments: str) -> list[str]:
    """The command for a process that runs a module and finds the packages that this one finds.

    Python itself would look into the current folder first, where a new game's project may be called as its package is.
    """
    elsewhere = os.getcwd() not in sys.path and "" not in sys.path
    return [sys.executable, *(["-P"] if elsewhere else []), "-m", module, *arguments]
