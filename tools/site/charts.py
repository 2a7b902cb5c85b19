"""Benchmarks over time: what was kept in `benchmarks/results`, as drawings and a table."""

import json
import math
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from tools.site.contents import ROOT

RESULTS = ROOT / "benchmarks" / "results"
GOAL = 48  # times backgammon's decisions a second, on one core
WIDTH, HEIGHT = 720, 320
LEFT, RIGHT, TOP, BOTTOM = 56, 150, 20, 40
LINE = 18  # the least distance between two names
BEGINS = """# Speed over time

Random play on one core, every game, as a multiple of OpenSpiel's backgammon driven from Python in the same
run, so that machines and their moods cancel out. `python -m benchmarks.random_play --keep` adds a point, and
`make bench` compares with the last one. The dashed line is the goal of 48 ×. [Benchmarks](index.md) has the
other measurements.
"""


@dataclass(frozen=True)
class Run:
    """Kept results of one day."""

    day: date
    found: dict[str, Any]

    def ratios(self) -> dict[str, float]:
        """By game: decisions a second as a multiple of backgammon's."""
        return {each["game"]: each["ratio_to_openspiel"] for each in self.found["games"] if each["ratio_to_openspiel"]}


def runs(folder: Path = RESULTS, kind: str = "random-play") -> list[Run]:
    """All kept results of a kind, in the order of their days."""
    paths = sorted(folder.glob(f"*-{kind}.json"))
    return [Run(date.fromisoformat(path.name[:10]), json.loads(path.read_text(encoding="utf-8"))) for path in paths]


def page(kept: list[Run]) -> str:
    """The page: a drawing, and the last figures."""
    if not kept:
        return BEGINS + "\nNothing is kept yet.\n"
    last = kept[-1]
    rows = [
        f"| {each['game']} | {each['decisions_per_second']:,} | {each['ratio_to_openspiel'] or '–'} "
        f"| {each['all_cores_decisions_per_second']:,} | {each['warm_start_seconds']} |"
        for each in last.found["games"]
    ]
    cores = last.found.get("cores")
    table = [
        f"## The last figures, of {last.day:%d %B %Y}\n",
        f"| game | decisions/s, one core | × backgammon | decisions/s, {cores} cores | warm start, s |",
        "|---|---:|---:|---:|---:|",
        *rows,
    ]
    return "\n".join([BEGINS, drawing(kept), "", *table]) + "\n"


def drawing(kept: list[Run]) -> str:
    """A line for each game over the days, as SVG in the page's own colours; the scale is logarithmic."""
    games = sorted({game for run in kept for game in run.ratios()})
    values = [value for run in kept for value in run.ratios().values()] + [GOAL]
    low, high = math.log10(min(values) * 0.8), math.log10(max(values) * 1.25)
    first, last = kept[0].day.toordinal(), kept[-1].day.toordinal()

    def x(day: date) -> float:
        share = (day.toordinal() - first) / (last - first) if last > first else 1.0
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return TOP + (high - math.log10(value)) / (high - low) * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        'aria-label="Random play of every game over time, as a multiple of backgammon">',
        f'<line class="goal" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(GOAL):.1f}" y2="{y(GOAL):.1f}"/>',
    ]
    for mark in (20, 50, 100, 200, 500, 1000):
        if low < math.log10(mark) < high:
            parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(mark):.1f}" y2="{y(mark):.1f}"/>')
            parts.append(f'<text x="{LEFT - 8}" y="{y(mark) + 4:.1f}" text-anchor="end">{mark} ×</text>')
    for day in dict.fromkeys((kept[0].day, kept[-1].day)):
        parts.append(f'<text x="{x(day):.1f}" y="{HEIGHT - 14}" text-anchor="middle">{day:%d %b %Y}</text>')
    heights = _apart({game: y(_last(kept, game)) for game in games})
    for number, game in enumerate(games):
        points = [(x(run.day), y(run.ratios()[game])) for run in kept if game in run.ratios()]
        colour = f"var(--seat-{number})"
        if len(points) > 1:
            path = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
            parts.append(f'<polyline fill="none" stroke="{colour}" points="{path}"/>')
        parts += [f'<circle cx="{px:.1f}" cy="{py:.1f}" r="5" fill="{colour}"/>' for px, py in points]
        parts.append(f'<text x="{WIDTH - RIGHT + 14}" y="{heights[game] + 4:.1f}">{game}</text>')
    return "\n".join([*parts, "</svg>"])


def _last(kept: list[Run], game: str) -> float:
    return next(run.ratios()[game] for run in reversed(kept) if game in run.ratios())


def _apart(heights: dict[str, float]) -> dict[str, float]:
    """Heights of names, moved down where one would stand on another."""
    found: dict[str, float] = {}
    below = -math.inf
    for name, height in sorted(heights.items(), key=lambda each: each[1]):
        below = max(height, below + LINE)
        found[name] = below
    return found
