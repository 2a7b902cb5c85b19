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
