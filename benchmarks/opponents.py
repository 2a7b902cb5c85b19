"""How strong and how fast the opponents are, game by game, with 95 % intervals.

PYTHONPATH=src python benchmarks/opponents.py --games 100 --processes 16 --seconds 480 --out FOLDER [GAME...]

Measures iterations a second on one core, next to plain UCT in the same run; then contests between two bots: the
strongest level's search against plain UCT at equal time (`--think` seconds a decision each), the same against greedy,
and every level against the one below, each with its own iterations, but the higher one with no more than `--most` where
full games would take hours (so it is weaker than people meet it, and its share a lower bound). All contests of all
games go on side by side, so that a run that is cut short (`--seconds`) has about as many games of each; what is done so
far is in FOLDER/opponents.json all the time, and FOLDER/opponents.md has the table.

It runs from a checkout as well, where the package is not installed and no entry points are known.
"""

import argparse
import itertools
import json
import math
import multiprocessing
import os
import platform
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


def _know_the_games() -> None:
    """Where the package is not installed, make the entry points of pyproject.toml known to this and other processes."""
    from importlib.metadata import entry_points

    if entry_points(group="oddboard.games"):
        return
    root = Path(__file__).resolve().parent.parent
    declared = tomllib.loads((root / "pyproject.toml").read_text())["project"]["entry-points"]["oddboard.games"]
    folder = Path(tempfile.mkdtemp(prefix="oddboard-entries-"))
    metadata = folder / "oddboard-0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: oddboard\nVersion: 0\n")
    lines = "".join(f"{name} = {value}\n" for name, value in declared.items())
    (metadata / "entry_points.txt").write_text(f"[oddboard.games]\n{lines}")
    added = [str(folder), str(root / "src")]
    sys.path[:0] = added
    os.environ["PYTHONPATH"] = os.pathsep.join([*added, os.environ.get("PYTHONPATH", "")])


_know_the_games()

from oddboard import bots  # noqa: E402
from oddboard.arena import tournament  # noqa: E402
from oddboard.arena.figures import wilson  # noqa: E402
from oddboard.arena.tournament import Outcome, Pairing  # noqa: E402
from oddboard.bots.search import Searcher  # noqa: E402
from oddboard.cli import compilation  # noqa: E402
from oddboard.core import registry  # noqa: E402
from oddboard.core.match import Match  # noqa: E402

SLICE = 0.1  # seconds of search at each of the positions where the speed is measured
POSITIONS = 12
APART = 7  # decisions between two such positions
FASTEST_WRITING = 5.0  # seconds between two writings of what is done so far


@dataclass
class Contest:
    """Games between two bots, half of them with the seats exchanged."""

    game: str
    name: str
    bot: str
    other: str
    wanted: float  # the share that the bot should win
    outcomes: list[Outcome] = field(default_factory=list)

    def result(self) -> dict[str, Any]:
        """The share of the bot with its interval, and what the games were like."""
        seats = [o.pairing.bots.index(f"{self.bot}") for o in self.outcomes]
        shares = [_share(o.scores, seat) for o, seat in zip(self.outcomes, seats, strict=True)]
        low, high = wilson(_mean(shares), len(shares))
        return {
            "contest": self.name,
            "bot": self.bot,
            "other": self.other,
            "games": len(shares),
            "won": sum(share == 1 for share in shares),
            "drawn": sum(share == 0.5 for share in shares),
            "share": sum(shares) / len(shares) if shares else None,
            "low": low,
            "high": high,
            "wanted": self.wanted,
            "decisions_a_game": _mean([float(sum(o.decisions)) for o in self.outcomes]),
            "bot_seconds_a_decision": self._seconds(seats),
            "other_seconds_a_decision": self._seconds([1 - seat for seat in seats]),
            "bot_slowest": max((o.slowest[s] for o, s in zip(self.outcomes, seats, strict=True)), default=0.0),
            "seats": [_mean([o.scores[seat] for o in self.outcomes]) for seat in range(2)],
        }

    def _seconds(self, seats: list[int]) -> float:
        pairs = list(zip(self.outcomes, seats, strict=True))
        return sum(o.seconds[seat] for o, seat in pairs) / max(1, sum(o.decisions[seat] for o, seat in pairs))


def _share(scores: list[float], seat: int) -> float:
    mine, theirs = scores[seat], scores[1 - seat]
    return 1.0 if mine > theirs else 0.0 if mine < theirs else 0.5


def _mean(values: list[float]) -> float:
    return sum(values) / max(1, len(values))


def contests_of(game: str, asked: argparse.Namespace) -> list[Contest]:
    """The contests of a game, as asked for."""
    found = []
    if "uct" in asked.contests:
        equal = f"{asked.think}s"
        found.append(Contest(game, "strongest v. plain UCT", f"search:{equal}", f"uct:{equal}", 0.90))
    if "greedy" in asked.contests:
        found.append(Contest(game, "strongest v. greedy", f"search:{asked.think}s", "greedy", 0.80))
    if "levels" in asked.contests:
        for below, level in itertools.pairwise(bots.LEVELS):
            sides = (_by_iterations(game, level, asked.most), _by_iterations(game, below, None))
            found.append(Contest(game, f"{level} v. {below}", *sides, 0.65))
    return found


def _by_iterations(game: str, level: str, most: int | None) -> str:
    """A level as a bot by iterations alone, so that a busy machine changes nothing, and by no more than the most."""
    budget = bots.budget(level, registry.game(game))
    if budget.iterations is None:
        return budget.kind
    return f"{budget.kind}:{budget.iterations if most is None else min(most, budget.iterations)}"


def rounds(contests: list[Contest], games: int, seed: int) -> Iterator[tuple[int, Pairing]]:
    """The games of all contests in turn, each with the number of its contest."""
    lists = [
        tournament.pairings(c.game, 2, registry.game(c.game).check_options(2, {}), [c.bot, c.other], games, seed)
        for c in contests
    ]
    for number in range(games):
        for index, pairings in enumerate(lists):
            yield index, pairings[number]


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


def _play(item: tuple[int, Pairing]) -> tuple[int, Outcome]:
    return item[0], tournament.play(item[1])


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
        "games": {
            key: {"speed": speeds.get(key), "contests": [c.result() for c in contests if c.game == key]}
            for key in asked.only
        },
    }


def table(report: dict[str, Any]) -> str:
    """The report as a table to read."""
    lines = [
        "| game | contest | bots | games | share, 95 % | wanted | ms a decision |",
        "|---|---|---|---|---|---|---|",
    ]
    for key, found in report["games"].items():
        for c in found["contests"]:
            if c["games"]:
                thinking = f"{c['bot_seconds_a_decision'] * 1000:.1f} / {c['other_seconds_a_decision'] * 1000:.1f}"
                lines.append(
                    f"| {key} | {c['contest']} | {c['bot']}, {c['other']} | {c['games']} | {c['share']:.0%} "
                    f"({c['low']:.0%} to {c['high']:.0%}) | {c['wanted']:.0%} | {thinking} |"
                )
    lines += ["", "| game | iterations/s a core | plain UCT | ratio |", "|---|---|---|---|"]
    for key, found in report["games"].items():
        if s := found["speed"]:
            lines.append(f"| {key} | {s['iterations_per_second']:,} | {s['uct_per_second']:,} | {s['ratio']} |")
    return "\n".join(lines) + "\n"


def _write(folder: Path, report: dict[str, Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("opponents.json", json.dumps(report, indent=1)), ("opponents.md", table(report))):
        fresh = folder / f"{name}.new"
        fresh.write_text(text)
        fresh.replace(folder / name)


def _asked() -> argparse.Namespace:
    known = registry.keys()
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("only", nargs="*", metavar="GAME", help=f"of {', '.join(known)}; all, if none is named")
    parser.add_argument("--games", type=int, default=100, help="of each contest, at most (100)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=math.inf, help="stop then, with what is done")
    parser.add_argument("--think", type=float, default=0.02, help="seconds a decision of the strongest and UCT (0.02)")
    parser.add_argument("--most", type=int, default=1000, help="iterations of the higher of two levels (1000)")
    parser.add_argument("--contests", default="uct,greedy,levels", help="which (uct,greedy,levels)")
    parser.add_argument("--no-speed", action="store_true", help="do not measure iterations a second")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="folder for opponents.json and opponents.md")
    asked = parser.parse_args()
    if wrong := [key for key in asked.only if key not in known]:
        parser.error(f"there is no game {wrong[0]}; there are {', '.join(known)}")
    asked.only = asked.only or known
    asked.contests = asked.contests.split(",")
    return asked


def main() -> None:
    """Measure, and keep what is done so far."""
    asked = _asked()
    began = time.monotonic()
    if len(asked.only) > 1:
        compilation.warm_all()
    for key in asked.only:
        compilation.prepare(key)
    print(f"compiled after {time.monotonic() - began:.0f} s", flush=True)
    speeds: dict[str, Any] = {}
    for key in [] if asked.no_speed else asked.only:
        speeds[key] = speed(key, asked.seed)
        print(key, speeds[key], flush=True)
    contests = [contest for key in asked.only for contest in contests_of(key, asked)]
    total, written = asked.games * len(contests), 0.0
    with multiprocessing.get_context("spawn").Pool(asked.processes) as pool:
        coming = pool.imap_unordered(_play, rounds(contests, asked.games, asked.seed))
        for number in range(1, total + 1):
            try:
                index, outcome = coming.next(max(0.0, min(began + asked.seconds - time.monotonic(), 1e6)))
            except multiprocessing.TimeoutError:
                print(f"out of time after {number - 1} of {total} games", flush=True)
                break
            contests[index].outcomes.append(outcome)
            if number == total or time.monotonic() - written > FASTEST_WRITING:
                written = time.monotonic()
                _write(asked.out, _report(asked, speeds, contests, written - began))
                print(f"{number} of {total} games after {written - began:.0f} s", flush=True)
        pool.terminate()
    report = _report(asked, speeds, contests, time.monotonic() - began)
    _write(asked.out, report)
    print(table(report))


if __name__ == "__main__":
    main()
