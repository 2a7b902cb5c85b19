"""Positions that show what a game is like, for the cards of the home page: there before the rules are compiled.

Words and pictures need no speed, so a process of its own makes them with interpreted rules (`ODDBOARD_INTERPRETED`),
all games at once, in the seconds in which nothing else can be shown. It is this module itself:

    ODDBOARD_INTERPRETED=1 python -m oddboard.server.samples GAME...     a JSON object a line
"""

import asyncio
import json
import logging
import os
import sys
from typing import Any

from oddboard.core import registry
from oddboard.core.game import Game
from oddboard.core.match import Match
from oddboard.core.pipes import ourselves
from oddboard.core.randomness import below, generator
from oddboard.server.streams import packed

PLIES = 24  # of random play, where a game has no sample of its own
LONGEST = 16 << 20  # bytes of a line
log = logging.getLogger("oddboard.samples")


def own_file(game: Game, name: str) -> Any | None:
    """The content of a JSON file in a game's folder, if it has one."""
    path = game.folder.joinpath(name)
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


def played_on(game: Game) -> Match:
    """A match some way into a random game."""
    match = Match(game, game.players[0])
    rng = generator(1)
    for _ in range(PLIES):
        if match.is_over:
            match.undo()
            break
        codes = match.codes()
        match.play_code(codes[below(rng, len(codes))])
    return match


def sample_of(game: Game) -> dict[str, Any]:
    """A position with its picture."""
    content = own_file(game, "sample.json")
    match = played_on(game) if content is None else Match.from_position(game, content)
    return {"ground": game.ground(match.state), "scene": game.scene(match.state), "position": match.position()}


class Samples:
    """Samples of games whose rules are not compiled yet."""

    def __init__(self) -> None:
        self._found: dict[str, bytes] = {}
        self._made: asyncio.Task[None] | None = None

    async def of(self, key: str) -> bytes | None:
        """The sample of a game as JSON, found by interpreted rules; None if they do not find it."""
        if self._made is None:
            self._made = asyncio.ensure_future(self._make())
        if key not in self._found:
            await asyncio.shield(self._made)
        return self._found.get(key)

    async def _make(self) -> None:
        keys = [game.key for game in await asyncio.to_thread(registry.sound)]
        process = await asyncio.create_subprocess_exec(
            *ourselves(__name__, *keys),
            stdout=asyncio.subprocess.PIPE,
            env=os.environ | {"ODDBOARD_INTERPRETED": "1"},
            limit=LONGEST,
        )
        assert process.stdout
        async for line in process.stdout:
            key, _, content = line.partition(b" ")
            self._found[key.decode()] = content.strip()
        await process.wait()


def main() -> None:
    """Print the sample of each game that is asked for."""
    for key in sys.argv[1:]:
        try:
            content = packed(sample_of(registry.game(key)))
        except Exception:  # of somebody else's game: the others have theirs
            log.exception("a sample could not be made")
            continue
        sys.stdout.buffer.write(key.encode() + b" " + content + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
