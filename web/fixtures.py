"""Writes what the page's development harness shows: a game played by sensible moves, with the choices at some plies.

    python web/fixtures.py everest --players 4 --seed 7 --plies 400

The page then draws it without a server: `node web/tools/shot.mjs '/dev.html#everest?at=3' everest.png`.
"""

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from oddboard.conformance.players import sensible_code  # noqa: E402
from oddboard.core import registry, views  # noqa: E402
from oddboard.core.match import Match  # noqa: E402


def situation(match: Match) -> dict[str, Any]:
    """What the seat to move sees and may do."""
    seat = match.to_move if isinstance(match.to_move, int) else None
    view = views.view_of(match, match.state, seat)
    return {
        "ply": match.ply,
        "seat": seat,
        "scene": match.game.scene(view),
        "choices": views.choices(match.game, view) if seat is not None else [],
        "shortcuts": match.game.shortcuts(view) if seat is not None else [],
    }


def fixture(
    key: str, players: int | None, options: dict[str, Any], seed: int, plies: int, count: int
) -> dict[str, Any]:
    """A game as the harness reads it."""
    game = registry.game(key)
    match = Match(game, players or game.players[0], options)
    rng = random.Random(seed)
    start = situation(match)
    situations = [start]
    every = max(1, plies // max(1, count - 1))
    due = every
    while match.ply < plies and not match.is_over:
        match.play_code(sensible_code(match, rng))
        if match.ply >= due and isinstance(match.to_move, int):
            situations.append(situation(match))
            due += every
    situations.append(situation(match))
    return {
        "key": key,
        "title": game.title,
        "asks": dict(game.asks),
        "players": match.players,
        "ground": game.ground(match.state),
        "start": game.scene(match.state) if match.ply == 0 else start["scene"],
        "situations": situations,
        "moments": views.moments(match, None),
    }


def main() -> None:
    """Write one fixture to web/fixtures/<key>.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("key")
    parser.add_argument("--players", type=int)
    parser.add_argument("--options", default="{}", help="JSON object")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plies", type=int, default=120)
    parser.add_argument("--count", type=int, default=8, help="situations with choices, spread over the game")
    given = parser.parse_args()
    made = fixture(given.key, given.players, json.loads(given.options), given.seed, given.plies, given.count)
    path = ROOT / "web" / "fixtures" / f"{given.key}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(made), encoding="utf-8")
    print(f"{path}: {len(made['moments'])} moments, {len(made['situations'])} situations, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
