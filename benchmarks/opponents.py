"""How strong and how fast the opponents are, at every table, with 95 % intervals.

PYTHONPATH=src python benchmarks/opponents.py --games 100 --processes 16 --seconds 480 --out FOLDER [GAME or TABLE...]

Measures iterations a second on one core, next to plain UCT in the same run; then contests (`contests.py`): every level
against the one below and the one two below, at all tables (two, four and the most seats, and variants), each with its
own iterations but none with more than `--most`, where full games would take hours, until it is certain whether it wins
57 %, and against the one two below 70 %; and for two the strongest level's search against plain UCT at equal time
(`--think` seconds a decision each) and against greedy. What is done so far is in FOLDER/opponents.json all the time,
and FOLDER/opponents.md has the tables.

It runs from a checkout as well, where the package is not installed and no entry points are known.
"""

import argparse
import json
import math
import os
import platform
import time
from pathlib import Path
from typing import Any

from entries import know_the_games  # beside this file

know_the_games()

from contests import TABLES, Contest, Table, hold  # noqa: E402

from oddboard import bots  # noqa: E402
from oddboard.bots.search import Searcher  # noqa: E402
from oddboard.cli import compilation  # noqa: E402
from oddboard.core import registry  # noqa: E402
from oddboard.core.match import Match  # noqa: E402

SLICE = 0.1  # seconds of search at each of the positions where the speed is measured
POSITIONS = 12
APART = 7  # decisions between two such positions
GOALS = (0.57, 0.70)  # of a level against the one below, and against the one two below
FASTEST_WRITING = 5.0  # seconds between two writings of what is done so far


def contests_at(table: Table, asked: argparse.Namespace) -> list[Contest]:
    """The contests at a table, as asked for."""
    found = []
    plain = table.players == 2 and not table.options
    if "uct" in asked.contests and plain:
        found.append(Contest(table, f"search:{asked.think}s", f"uct:{asked.think}s", asked.games))
    if "greedy" in asked.contests and plain:
        found.append(Contest(table, f"search:{asked.think}s", "greedy", asked.games))
    if "levels" in asked.contests:
        kinds = [_by_iterations(table, level, asked.most) for level in bots.LEVELS]
        for below, goal in enumerate(GOALS, start=1):
            pairs = zip(kinds, kinds[below:], strict=False)
            found += [Contest(table, higher, lower, asked.games, goal) for lower, higher in pairs]
    return found


def _by_iterations(table: Table, level: str, most: int) -> str:
    """A level as a bot by iterations alone, so that a busy machine changes nothing, and by no more than the most."""
    game = registry.game(table.game)
    budget = bots.budget(level, game, table.players, game.check_options(table.players, table.options))
    overlooks = round(100 * budget.overlooks)
    if budget.iterations is None:
        return f"{budget.kind}:{overlooks}"
    return f"{budget.kind}:{min(most, budget.iterations)}" + (f":{overlooks}" if overlooks else "")


def speed(key: str, seed: int) -> dict[str, float]:
    """Iterations a second of the search and of plain UCT, over positions of a game between greedy bots."""
    game = registry.game(key)
    match = Match(game, 2)
    seated = [bots.Bot(game, 2, seat, bots.budget("greedy"), seed + seat) for seat in range(2)]
    done, spent = {"search": 0, "uct": 0}, {"search": 0.0, "uct": 0.0}
    decided = measured = 0
    while not match.is_over and measured < POSITIONS:
        seat = match.to_move
        if not isinstance(seat, int):
            match.roll()
            continue
        if len(match.codes()) == 1:
            match.play_code(match.codes()[0])
            continue
        if decided % APART == 0:
            measured += 1
            for kind in done:
                searcher = Searcher(game, 2, seat, seed, plain=kind == "uct")
                searcher.think(match.view(seat), 1, None, lambda: False)  # loads the compiled search
                began = time.perf_counter()
                done[kind] += searcher.think(match.view(seat), None, SLICE, lambda: False)
                spent[kind] += time.perf_counter() - began
        decided += 1
        match.play_code(seated[seat].decide(match).code)
    mine, plain = done["search"] / spent["search"], done["uct"] / spent["uct"]
    return {"iterations_per_second": round(mine), "uct_per_second": round(plain), "ratio": round(mine / plain, 2)}


def _report(asked: argparse.Namespace, speeds: dict[str, Any], contests: list[Contest], spent: float) -> dict[str, Any]:
    return {
        "machine": platform.machine(),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "processes": asked.processes,
        "seed": asked.seed,
        "think": asked.think,
        "most": asked.most,
        "seconds": round(spent, 1),
        "speeds": speeds,
        "contests": [contest.result() for contest in contests],
    }


def levels(report: dict[str, Any]) -> list[str]:
    """Each level against the one below and the one two below: its bot, its share, and of how many games."""
    lines = []
    for below, goal in enumerate(GOALS, start=1):
        names = list(bots.LEVELS)[below:]
        lines += [f"| {goal:.0%} against {below} below | {' | '.join(names)} |", f"|---|{'---|' * len(names)}"]
        for name in dict.fromkeys(c["table"] for c in report["contests"] if c["goal"] == goal):
            held = [c for c in report["contests"] if c["table"] == name and c["goal"] == goal]
            cells = [f"{_short(c['bot'])}: {c['share']:.0%} of {c['games']}" if c["games"] else "" for c in held]
            lines.append(f"| {name} | {' | '.join(cells)} |")
        lines.append("")
    return lines


def _short(bot: str) -> str:
    return bot.replace("careless:", "c").replace("search:", "s")


def table(report: dict[str, Any]) -> str:
    """The report as tables to read."""
    lines = levels(report)
    lines += [
        "| table | bot | against | games | share, 95 % | drawn | ms a decision |",
        "|---|---|---|---|---|---|---|",
    ]
    for c in report["contests"]:
        if c["games"]:
            lines.append(
                f"| {c['table']} | {c['bot']} | {c['other']} | {c['games']} | {c['share']:.0%} "
                f"({c['low']:.0%} to {c['high']:.0%}) | {c['drawn']} | {c['ms'][0]:.1f} / {c['ms'][1]:.1f} |"
            )
    lines += ["", "| game | iterations/s a core | plain UCT | ratio |", "|---|---|---|---|"]
    for key, s in report["speeds"].items():
        lines.append(f"| {key} | {s['iterations_per_second']:,} | {s['uct_per_second']:,} | {s['ratio']} |")
    return "\n".join(lines) + "\n"


def _write(folder: Path, report: dict[str, Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("opponents.json", json.dumps(report, indent=1)), ("opponents.md", table(report))):
        fresh = folder / f"{name}.new"
        fresh.write_text(text)
        fresh.replace(folder / name)


def _asked() -> argparse.Namespace:
    tables = {each.name: each for each in TABLES}
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "only", nargs="*", metavar="GAME", help=f"or a table: {', '.join(tables)}; everything, if none is named"
    )
    parser.add_argument("--games", type=int, default=100, help="of each contest, at most (100)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=math.inf, help="stop then, with what is done")
    parser.add_argument("--think", type=float, default=0.02, help="seconds a decision of the strongest and UCT (0.02)")
    parser.add_argument("--most", type=int, default=1000, help="iterations of any level (1000)")
    parser.add_argument("--contests", default="uct,greedy,levels", help="which (uct,greedy,levels)")
    parser.add_argument("--no-speed", action="store_true", help="do not measure iterations a second")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="folder for opponents.json and opponents.md")
    asked = parser.parse_intermixed_args()
    known = {*registry.keys(), *tables}
    if wrong := [name for name in asked.only if name not in known]:
        parser.error(f"there is no game or table {wrong[0]}; there are {', '.join(tables)}")
    asked.tables = [each for each in TABLES if not asked.only or {each.game, each.name} & set(asked.only)]
    asked.named = list(dict.fromkeys(each.game for each in asked.tables))
    asked.contests = asked.contests.split(",")
    return asked


def main() -> None:
    """Measure, and keep what is done so far."""
    asked = _asked()
    began = time.monotonic()
    compilation.warm(asked.named)
    print(f"compiled after {time.monotonic() - began:.0f} s", flush=True)
    speeds: dict[str, Any] = {}
    for key in [] if asked.no_speed else asked.named:
        speeds[key] = speed(key, asked.seed)
        print(key, speeds[key], flush=True)
    contests = [contest for each in asked.tables for contest in contests_at(each, asked)]
    written = time.monotonic()

    def write() -> None:
        nonlocal written
        if time.monotonic() - written > FASTEST_WRITING:
            written = time.monotonic()
            _write(asked.out, _report(asked, speeds, contests, written - began))

    hold(contests, asked.seed, asked.processes, asked.seconds - (time.monotonic() - began), write)
    report = _report(asked, speeds, contests, time.monotonic() - began)
    _write(asked.out, report)
    print(table(report))


if __name__ == "__main__":
    main()
