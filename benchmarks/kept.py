"""Results that are kept, as dated JSON in `benchmarks/results`, and what has changed since the last of them.

Only ratios to OpenSpiel's backgammon in the same run are compared: machines differ, and so does what else they do.
"""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "results"
SLOWER = 0.9  # of the kept ratio: less is said to be slower


def keep(kind: str, found: dict[str, Any]) -> Path:
    """Write results under today's date."""
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{datetime.now(UTC):%Y-%m-%d}-{kind}.json"
    path.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    return path


def latest(kind: str) -> tuple[str, dict[str, Any]] | None:
    """The last kept results of a kind, with their name."""
    paths = sorted(FOLDER.glob(f"*-{kind}.json"))
    return (paths[-1].stem, json.loads(paths[-1].read_text(encoding="utf-8"))) if paths else None


def ratios(found: dict[str, Any]) -> dict[str, float]:
    """Decisions a second of each game as a multiple of backgammon's; none if that was not measured."""
    return {
        each["game"]: each["ratio_to_openspiel"] for each in found["games"] if each["ratio_to_openspiel"] is not None
    }


def compared(found: dict[str, Any], kind: str) -> list[str]:
    """A line for each game: its ratio now, and as it was kept."""
    known = latest(kind)
    if known is None:
        return ["nothing is kept yet to compare with"]
    name, before = known
    lines = [f"compared with {name}:"]
    for key, ratio in ratios(found).items():
        if key in ratios(before):
            part = ratio / ratios(before)[key]
            mark = "  SLOWER" if part < SLOWER else ""
            lines.append(f"  {key:18} {ratio:7.1f} x backgammon, {part:5.2f} of what it was{mark}")
    return lines
