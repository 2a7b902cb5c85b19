"""Packages of somebody else's, put where a process with PYTHONPATH finds them, with their entry points."""

from collections.abc import Mapping
from pathlib import Path


def register(place: Path, name: str, version: str, games: Mapping[str, str]) -> None:
    """Say in a folder of packages that a project is installed there, and which games it has."""
    info = place / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    lines = [f"{key} = {target}" for key, target in games.items()]
    (info / "entry_points.txt").write_text("\n".join(["[oddboard.games]", *lines, ""]))
