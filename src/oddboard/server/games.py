"""The games of this server, and their compiled rules: loaded when they are first needed, never while others wait.

`oddboard serve` begins every game with interpreted rules (`compiling.interpret_first`), so that a board is there at
once, and goes over to compiled ones when another process has compiled them and a thread of this one has loaded them.
"""

import asyncio
import contextlib
import gc
import logging
from collections.abc import Iterator
from typing import Any

from oddboard.conformance.shapes import check_shape
from oddboard.core import registry, sources, warming
from oddboard.core.binding import bind
from oddboard.core.compiling import INTERPRETED, compiled, interprets_first, use_machine_code
from oddboard.core.errors import BadPosition, BrokenGame, OddboardError
from oddboard.core.game import Game
from oddboard.core.match import Match
from oddboard.core.scene import Choice, Ground, Scene
from oddboard.server.errors import NotReady
from oddboard.server.tasks import Tasks
from oddboard.server.thinkers import Preparing, Thinkers
from oddboard.server.worker import Broke

OF_THE_MACHINE = ("MemoryError", "OSError")  # what is no fault of a game, and may be better the next time
SOON = 2.0  # seconds after the start
# Compiled rules are loaded so many seconds after the first board was asked for, and after a bot has thought, because
# that would slow both down; where bots think all the time, they are loaded nevertheless.
AFTER_THE_FIRST_BOARD = 2.0
AT_LATEST = 20.0
log = logging.getLogger("oddboard.games")


class Games:
    """All games, and which of them can be played at once."""

    def __init__(self, thinkers: Thinkers, tasks: Tasks) -> None:
        self._thinkers = thinkers
        self._tasks = tasks
        self._loading: dict[str, asyncio.Future[None]] = {}  # by game: its rules can be used here, or soon
        self._broken: dict[str, str] = {}  # by game: what was found to be wrong with it
        self.compiled: set[str] = set()  # games whose machine code is in use here

    async def all(self) -> list[Game]:
        """All games that can be played. The first import of their modules takes seconds; others are answered."""
        found = await asyncio.to_thread(registry.sound)
        for key, why in registry.broken().items():
            self._note(key, why)
        return [game for game in found if game.key not in self._broken]

    async def look_at_all(self) -> None:
        """Find out soon which games are broken, but not while the first page waits for one of them."""
        await asyncio.sleep(SOON)
        await self.all()

    def broken(self) -> dict[str, str]:
        """Why the others cannot be played, by their keys."""
        return dict(self._broken)

    def check(self, key: str) -> None:
        """BrokenGame if a game is known to be broken."""
        if key in self._broken:
            raise BrokenGame(f"the game {key} is broken: {self._broken[key]}")

    def _note(self, key: str, why: str) -> None:
        """Remember that a game is broken, and say so once."""
        if self._broken.get(key) != why:
            self._broken[key] = why
            log.error(f"the game {key} is broken", extra={"why": why})

    async def ready(self, key: str, waited_for: bool = True) -> Game:
        """A game whose rules can be used at once; NotReady while they are compiled.

        What somebody waits for is compiled before what is only wanted for a picture, which alone loads nothing.
        """
        self.check(key)
        game = registry.game(key)
        if not (self.is_playable(key) if waited_for else key in self._loading):
            self._tasks.spawn(self.compile(key, waited_for))
            raise NotReady(f"the rules of {game.title} are being compiled for the first time: wait a minute")
        await self.load(key)
        return game

    def is_playable(self, key: str) -> bool:
        """Whether a game's rules need only be loaded, or can be interpreted until they are."""
        return interprets_first() or self._thinkers.is_ready(key)

    async def compile(self, key: str, waited_for: bool = True) -> None:
        """Compile a game's rules, in another process; BrokenGame if they fail."""
        try:
            await self._thinkers.prepare(key, waited_for)
        except Broke as error:
            if error.why.startswith(OF_THE_MACHINE):
                raise
            self._note(key, error.why)
            self.check(key)

    def preparing(self, key: str) -> Preparing | None:
        """How far the compilation of a game's rules is; None if they are not being compiled."""
        return self._thinkers.preparing.get(key)

    async def load(self, key: str) -> None:
        """Have a game's rules at hand without keeping others waiting."""
        if key not in self._loading:
            first = check_pictures if interprets_first() else self._load_rules
            self._loading[key] = asyncio.ensure_future(asyncio.to_thread(first, key))
            if interprets_first():
                self._tasks.spawn(self._thinkers.meet(key))
                self._tasks.spawn(self._go_over(key))
        try:
            await asyncio.shield(self._loading[key])
        except BrokenGame as error:
            self._note(key, error.message)
            self.check(key)

    async def _go_over(self, key: str) -> None:
        """Use compiled rules instead of interpreted ones as soon as they are there."""
        try:
            await asyncio.shield(self._loading[key])
            await self.compile(key)
            await asyncio.sleep(AFTER_THE_FIRST_BOARD)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._thinkers.quiet(AFTER_THE_FIRST_BOARD), AT_LATEST)
            await asyncio.to_thread(self._load_rules, key)
        except BrokenGame as error:
            self._note(key, error.message)

    def _load_rules(self, key: str) -> None:
        load_rules(key)
        self.compiled.add(key)


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
    """Load a game's compiled rules; what they are made of stays to the end, and need not be looked at for garbage.

    BrokenGame if they fail, or if a page could not draw what the game gives it.
    """
    game = registry.game(key)
    with compiled(), _as_broken():
        if not INTERPRETED:
            warming.warm_up(game)
        _draw_first(game)
    modules = sources.closure(type(game).__module__)
    use_machine_code(modules)
    bind(modules, game.rules)
    gc.freeze()


def check_pictures(key: str) -> None:
    """BrokenGame if a page could not draw what a game gives it first; the conformance checks look at whole games."""
    with _as_broken():
        _draw_first(registry.game(key))


@contextlib.contextmanager
def _as_broken() -> Iterator[None]:
    """Whatever goes wrong makes a game a broken one."""
    try:
        yield
    except AssertionError as error:
        raise BrokenGame(str(error)) from None
    except Exception as error:
        log.exception("rules could not be loaded")
        raise BrokenGame(f"{type(error).__name__}: {error}") from None


def _draw_first(game: Game) -> None:
    match = Match(game, game.players[0])
    warming.play_to_a_seat(match)
    check_shape(game.ground(match.state), Ground, "the ground")
    check_shape(game.scene(match.state), Scene, "the scene")
    if match.is_over:
        return
    for number, choice in enumerate(game.bare_choices(match.state)):
        check_shape(choice, Choice, f"choice {number}")
