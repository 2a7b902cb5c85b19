"""Perft: how many sequences of decisions there are from a position, chance included, to find what a test of single
rules does not.

The counts stand in `perft/GAME.json`, a list of positions: settings, decisions that lead to it, and the number of
sequences of one, two, three ... decisions. `python -m tests.conformance.perft GAME` counts a game's positions anew.
"""

import json
import random
import sys
from pathlib import Path
from typing import Any

from oddboard.conformance.players import sensible_code
from oddboard.conformance.settings import settings
from oddboard.core import registry
from oddboard.core.match import Match
from oddboard.core.records import copy, new

FOLDER = Path(__file__).parent / "perft"
MOST = 20_000  # sequences counted of one position; deeper ones are left out
POSITIONS = 12


def count(match: Match, depth: int) -> int:
    """The number of sequences of so many decisions from a match's state."""
    return _count(match.game, match.state, new(match.game.work), depth)


def _count(game: Any, state: Any, work: Any, depth: int) -> int:
    found = game.rules.legal(state, work)
    if depth <= 1 or found == 0:
        return int(found)
    total = 0
    for code in [int(code) for code in work.code[:found]]:
        after = copy(state)
        game.rules.play(after, work, code)
        total += _count(game, after, work, depth - 1)
    return total


def divide(match: Match, depth: int) -> str:
    """For each legal decision the number of sequences that begin with it: where two counts differ, look there."""
    lines = []
    for code, decision in zip(match.codes(), match.legal(), strict=True):
        match.play_code(code)
        lines.append(f"{json.dumps(decision)}: {count(match, depth - 1) if depth > 1 else 1}")
        match.undo()
    return "\n".join(lines)


def counts(match: Match) -> list[int]:
    """The numbers of sequences by depth, as deep as is quick."""
    found: list[int] = []
    while len(found) < 4:
        number = count(match, len(found) + 1)
        found.append(number)
        if number == 0 or number * number > MOST * (found[-2] if len(found) > 1 else 1):
            break
    return found


def stored(key: str) -> list[dict[str, Any]]:
    """The positions of a game with their counts."""
    path = FOLDER / f"{key}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else []  # type: ignore[no-any-return]


def restored(key: str, entry: dict[str, Any]) -> Match:
    """The match of a stored position."""
    match = Match(registry.game(key), entry["players"], entry["options"])
    for decision in entry["decisions"]:
        match.play(decision)
    return match


def write(key: str) -> None:
    """Choose and count the positions of a game."""
    FOLDER.mkdir(exist_ok=True)
    rng = random.Random(key)
    entries = []
    for match in settings(key, POSITIONS, seed=11):
        for _ in range(rng.randrange(120)):
            if not match.is_over:
                match.play_code(sensible_code(match, rng))
        if match.is_over:
            match.undo(max(match.ply - 8, 0))
        entries.append(
            {
                "players": match.players,
                "options": match.options,
                "decisions": match.seen_history(),
                "counts": counts(match),
            }
        )
    text = ",\n".join(json.dumps(entry) for entry in entries)
    (FOLDER / f"{key}.json").write_text(f"[\n{text}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:] or registry.keys():
        write(name)
