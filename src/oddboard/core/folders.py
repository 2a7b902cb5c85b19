"""Where things of the user's are kept."""

import os
from pathlib import Path


def data_folder() -> Path:
    """Where games are saved: `oddboard` in the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "oddboard"
