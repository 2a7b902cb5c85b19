"""Let a script of this folder run from a checkout, where the package is not installed and no game is known."""

import os
import sys
import tempfile
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

GROUP = "oddboard.games"


def know_the_games() -> None:
    """Where the package is not installed, make the entry points of pyproject.toml known to this and other processes."""
    if entry_points(group=GROUP):
        return
    root = Path(__file__).resolve().parent.parent
    declared = tomllib.loads((root / "pyproject.toml").read_text())["project"]["entry-points"][GROUP]
    folder = Path(tempfile.mkdtemp(prefix="oddboard-entries-"))
    metadata = folder / "oddboard-0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: oddboard\nVersion: 0\n")
    lines = "".join(f"{name} = {value}\n" for name, value in declared.items())
    (metadata / "entry_points.txt").write_text(f"[{GROUP}]\n{lines}")
    added = [str(folder), str(root / "src")]
    sys.path[:0] = added
    os.environ["PYTHONPATH"] = os.pathsep.join([*added, os.environ.get("PYTHONPATH", "")])
