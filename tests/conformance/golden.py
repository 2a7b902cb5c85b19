"""Golden playthroughs: fixed decisions and the text they give, one file a playthrough.

A playthrough is stored with its settings and decisions, who decided, what it is in words, how many decisions were
legal, and now and then the position and the board. `python -m tests.conformance.golden GAME` writes those of a game
anew; look at the difference before you commit it.
"""

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from oddboard.conformance.players import sensible_code
from oddboard.conformance.settings import settings
from oddboard.core import registry
from oddboard.core.match import Match
from oddboard.core.records import digest

FOLDER = Path(__file__).parent / "golden"
PLAYTHROUGHS = 4
PLIES = 90
EVERY = 30  # plies between two boards


def transcript(match: Match, decisions: list[dict[str, Any]]) -> Iterator[str]:
    """The lines of a playthrough, while it is played."""
    header = {"game": match.game.key, "players": match.players, "options": match.options}
    yield f"# {json.dumps(header)}"
    for ply, decision in enumerate(decisions):
        if ply % EVERY == 0:
            yield from _picture(match)
        code = match.game.code(match.state, decision)
        assert isinstance(code, int), f"ply {ply}: {decision} is refused: {code}"
        yield f"> {json.dumps(decision)}"
        yield f"  {ply}: {match.to_move}, one of {len(match.legal())}: {match.game.words(match.state, code)}"
        match.play(decision)
    yield from _picture(match)
    yield f"= {match.to_move} {match.ranks} {match.scores()}"


def _picture(match: Match) -> Iterator[str]:
    yield f"  state {digest(match.state)[:16]}"
    yield f"  {json.dumps(match.position())}"
    for line in match.game.board(match.state).plain.splitlines():
        yield f"  | {line.rstrip()}"


def replayed(text: str) -> str:
    """A stored playthrough, played again from its header and decisions."""
    lines = text.splitlines()
    header = json.loads(lines[0].removeprefix("# "))
    match = Match(registry.game(header["game"]), header["players"], header["options"])
    decisions = [json.loads(line.removeprefix("> ")) for line in lines if line.startswith("> ")]
    return "\n".join(transcript(match, decisions)) + "\n"


def write(key: str) -> None:
    """Play and store the playthroughs of a game."""
    FOLDER.mkdir(exist_ok=True)
    rng = random.Random(key)
    number = len(registry.game(key).players) + PLAYTHROUGHS
    for index, match in enumerate(list(settings(key, number, seed=7))[-PLAYTHROUGHS:]):
        fresh = Match(match.game, match.players, match.options)
        while not match.is_over and match.ply < PLIES:
            match.play_code(sensible_code(match, rng))
        text = "\n".join(transcript(fresh, match.seen_history())) + "\n"
        (FOLDER / f"{key}-{index + 1}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:] or registry.keys():
        write(name)
