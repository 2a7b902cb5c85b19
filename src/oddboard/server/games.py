"""The games of this server, and their compiled rules: loaded when they are first needed, never while others wait."""

import asyncio
import gc
import logging
from typing import Any

from oddboard.core import registry, warming
from oddboard.core.errors import BadPosition, OddboardError
from oddboard.core.game import Game
from oddboard.core.match import Match
from oddboard.server.errors import NotReady
from oddboard.server.tasks import Tasks
from oddboard.server.thinkers import Preparing, Thinkers

log = logging.getLogger("oddboard.games")


class Games:
    """All games, and which of them can be played at once."""

    def __init__(self, thinkers: Thinkers, tasks: Tasks) -> None:
        self._thinkers = thinkers
        self._tasks = tasks
        self._loading: dict[str, asyncio.Future[None]] = {}  # by game: its rules are loaded here, or being loaded

    async def all(self) -> list[Game]:
        """All games. The first import of their modules takes seconds, in which others are answered."""
        return await asyncio.to_thread(registry.sound)

    async def ready(self, key: str, waited_for: bool = True) -> Game:
        """A game whose rules can be used at once; NotReady while they are compiled.

        What somebody waits for is compiled before what is only wanted for a picture.
        """
        game = registry.game(key)
        if not self.is_compiled(key):
            self._tasks.spawn(self.compile(key, waited_for))
            raise NotReady(f"the rules of {game.title} are being compiled for the first time: wait a minute")
        await self.load(key)
        return game

    def is_compiled(self, key: str) -> bool:
        """Whether a game's rules need only be loaded."""
        return self._thinkers.is_ready(key)

    async def compile(self, key: str, waited_for: bool = True) -> None:
        """Compile a game's rules, in another process."""
        await self._thinkers.prepare(key, waited_for)

    def preparing(self, key: str) -> Preparing | None:
        """How far the compilation of a game's rules is; None if they are not being compiled."""
        return self._thinkers.preparing.get(key)

    async def load(self, key: str) -> None:
        """Load a game's compiled rules without keeping others waiting."""
        if key not in self._loading:
            self._loading[key] = asyncio.ensure_future(asyncio.to_thread(load_rules, key))
        await asyncio.shield(self._loading[key])


def match_from(game: Game, position: Any) -> Match:
    """A match from a position that somebody sent; BadPosition also where a game fails to say what is wrong."""
    try:
        return Match.from_position(game, position)
    except OddboardError:
        raise
    except Exception:
        log.warning("a position was read with an error", exc_info=True, extra={"game": game.key})
        raise BadPosition("this cannot be read as a position of the game") from None


def load_rules(key: str) -> None:
    """Load a game's compiled rules; what they are made of stays to the end, and need not be looked at for garbage."""
    warming.warm_up(registry.game(key))
    gc.freeze()
