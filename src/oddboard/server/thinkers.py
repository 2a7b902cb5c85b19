"""Bots think here: questions of all tables, fairly queued, answered by a few processes that are watched over.

Guests take turns, so that one with many tables, or with slow bots, holds up no other for longer than a thought. While a
game's rules are compiled for the first time, `preparing` says how far that is.
"""

import asyncio
import contextlib
import math
import time
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypedDict

from oddboard import bots
from oddboard.arena.analysis import Judged, Report
from oddboard.core import registry, warming
from oddboard.core.errors import OddboardError
from oddboard.core.game import Decision
from oddboard.core.shared_work import functions_of
from oddboard.server.histogram import Histogram
from oddboard.server.limits import Asker
from oddboard.server.questions import RULES, Question
from oddboard.server.worker import LOOK, Died, Message, News, ThinkingFailed, Worker

__all__ = ["Hint", "Line", "Preparing", "Thinkers", "ThinkingFailed", "Thought"]

PROGRAM = "oddboard.server.thinking"
BELOW_THE_SERVER = 5  # niceness: people's decisions come before bots' thoughts
BELOW_THOSE_WHO_THINK = 10  # and those before compiling, which the simplest bots do not wait for
BELOW_THE_BOTS = 15  # and all of it before looking back at finished games
COMPILING_MB = 4096  # a compiler needs more memory than a bot
ANALYSIS_ITERATIONS = 300  # before and after each decision
LAST_STEPS = 12  # of a compilation, about, after those that were shared out
TRIES = 2  # for a question whose process died without being killed by us

SURE = 0.005  # evaluations closer than this are the same


class Preparing(TypedDict):
    """How far the compilation of a game's rules is."""

    done: int
    of: int
    what: str


class Line(TypedDict):
    """A decision that was weighed."""

    decision: Decision
    words: str
    touches: list[str]
    evaluation: list[float]
    visits: int
    line: list[Decision]  # what is expected then, up to the next dice


@dataclass(frozen=True)
class Thought:
    """What a bot would do, and what else it weighed, the best first."""

    code: int
    lines: list[Line]

    @property
    def decision(self) -> Decision:
        """What to do, in the catalogue's JSON."""
        return self.lines[0]["decision"]


@dataclass(frozen=True)
class Hint(Thought):
    """A suggestion to a person."""

    why: str  # one line


@dataclass
class _Waiting:
    """A question that waits for a process."""

    asker: Asker
    table: str
    question: Message
    seconds: float | None
    news: News
    answer: asyncio.Future[dict[str, Any]]


@dataclass
class _Turns:
    """Questions that wait: networks take turns, and in each network its guests do.

    So who makes a hundred tables waits for all of them, and nobody else does.
    """

    _waiting: dict[str, dict[str, deque[_Waiting]]] = field(default_factory=dict)  # each in the order of its turns

    @property
    def is_empty(self) -> bool:
        return not self._waiting

    def put(self, one: _Waiting) -> None:
        guests = self._waiting.setdefault(one.asker.network, {})
        guests.setdefault(one.asker.guest, deque()).append(one)

    def take(self) -> _Waiting | None:
        """The first question of the guest whose turn it is; guest and network then wait for all others."""
        while self._waiting:
            network, guests = next(iter(self._waiting.items()))
            guest, questions = next(iter(guests.items()))
            one = questions.popleft()
            del self._waiting[network], guests[guest]
            if questions:
                guests[guest] = questions
            if guests:
                self._waiting[network] = guests
            if not one.answer.done():  # whoever asked may have given up
                return one
        return None


class _Pool:
    """Some processes and the questions they share; they are kept, or end when there is nothing to think about."""

    def __init__(self, workers: list[Worker], keep: bool) -> None:
        self._workers = workers
        self._keep = keep
        self._idle = list(workers)  # the one that has rested longest first
        self._turns = _Turns()
        self._running: dict[asyncio.Task[dict[str, Any]], _Waiting] = {}
        self._stopping = False

    @property
    def is_asked(self) -> bool:
        """Whether somebody waits for an answer."""
        return bool(self._running) or not self._turns.is_empty

    async def start(self) -> None:
        await asyncio.gather(*(worker.start() for worker in self._workers))

    async def stop(self) -> None:
        """Nobody gets an answer any more."""
        self._stopping = True
        while one := self._turns.take():
            one.answer.set_exception(ThinkingFailed("the server is stopping"))
        for task in list(self._running):
            task.cancel()
        await asyncio.gather(*(worker.stop() for worker in self._workers))
        await asyncio.gather(*self._running, return_exceptions=True)

    async def ask(
        self,
        table: str,
        question: Message,
        seconds: float | None,
        news: News = lambda what: None,
        asker: Asker | None = None,
    ) -> dict[str, Any]:
        """The answer to a question once it is the asker's turn; cancelling takes the question back."""
        if self._stopping:
            raise ThinkingFailed("the server is stopping")
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._turns.put(_Waiting(asker or Asker(table, table), table, question, seconds, news, answer))
        self._deal()
        try:
            return await answer
        except asyncio.CancelledError:
            for task, one in list(self._running.items()):
                if one.answer is answer:
                    task.cancel()
            raise

    def _deal(self) -> None:
        """Give questions to processes that are idle, if possible to one that knows the table."""
        while self._idle and not self._stopping and (one := self._turns.take()):
            worker = next((each for each in self._idle if each.knows(one.table)), self._idle[0])
            self._idle.remove(worker)
            task = asyncio.ensure_future(self._think(worker, one))
            self._running[task] = one
            task.add_done_callback(lambda task, worker=worker: self._rest(task, worker))  # type: ignore[misc]

    def _rest(self, task: asyncio.Task[dict[str, Any]], worker: Worker) -> None:
        """A process is idle again; only then is its answer given, as the next question may be for the same one."""
        answer = self._running.pop(task).answer
        self._idle.append(worker)
        if not answer.done():
            if task.cancelled():
                answer.set_exception(ThinkingFailed("the server is stopping"))
            elif error := task.exception():
                answer.set_exception(error)
            else:
                answer.set_result(task.result())
        self._deal()

    async def _think(self, worker: Worker, one: _Waiting) -> dict[str, Any]:
        for left in reversed(range(TRIES)):
            try:
                answer = await worker.ask(one.question, one.seconds, one.news)
                worker.remember(one.table)
                return answer
            except Died:
                if not left or self._stopping:
                    raise
            finally:
                await self._tidy(worker)
        raise AssertionError("the last try returns or raises")

    async def _tidy(self, worker: Worker) -> None:
        """A process is there again for the next question, or gone if none is expected."""
        if self._stopping:
            return
        if self._keep:
            with contextlib.suppress(OSError):  # the next question tries again, and tells
                await worker.start()
        elif self._turns.is_empty:
            await worker.stop()


class _Preparation:
    """A compilation that is under way: what of it is there already, and who waits for what."""

    def __init__(self) -> None:
        self._there: dict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self.task: asyncio.Task[None] | None = None
        self.done = 0  # steps

    def announce(self, what: str) -> None:
        """Let those go on who wait for something."""
        self._there[what].set()

    async def until(self, what: str) -> None:
        """Wait for something, or for the failure of everything."""
        assert self.task
        there = asyncio.ensure_future(self._there[what].wait())
        try:
            await asyncio.wait({there, self.task}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            there.cancel()
        if not self._there[what].is_set():
            await asyncio.shield(self.task)


class Thinkers:
    """The processes in which bots think, hints are found and finished games are looked at again."""

    def __init__(self, processes: int, memory_mb: int, program: str = PROGRAM) -> None:
        self._bots = _Pool([Worker(program, memory_mb, BELOW_THE_SERVER) for _ in range(processes)], keep=True)
        # Compiling and looking back take long and must not keep bots waiting.
        self._slow = _Pool([Worker(program, max(memory_mb, COMPILING_MB), BELOW_THE_BOTS)], keep=False)
        # Rules that somebody waits for are not compiled behind those that are only wanted for a picture.
        memory = max(memory_mb, COMPILING_MB)
        compilers = [Worker(program, memory, BELOW_THOSE_WHO_THINK) for _ in range(processes + 1)]
        self._compilers = _Pool(compilers, keep=False)
        self._ready: set[str] = set()  # games whose rules are compiled
        self._thinkable: set[tuple[str, str]] = set()  # games for which what some bots need is compiled, too
        self._preparations: dict[tuple[str, bool], _Preparation] = {}  # by game, and whether somebody waits for it
        self.preparing: dict[str, Preparing] = {}  # by game, while its rules are compiled
        self._thought_at = -math.inf  # when the last answer came
        self.thoughts = Histogram()  # how long bots and hints take, waiting for their turn included
        self.on_preparing: Callable[[str], None] = lambda game: None  # is told a game's key when that has changed

    async def start(self) -> None:
        """Start the processes."""
        await self._bots.start()

    async def stop(self) -> None:
        """End the processes; whoever still waits gets ThinkingFailed."""
        for preparation in self._preparations.values():
            if preparation.task:
                preparation.task.cancel()
        await asyncio.gather(self._bots.stop(), self._slow.stop(), self._compilers.stop())

    # Rules

    def is_ready(self, game: str) -> bool:
        """Whether a game's rules are compiled, so that using them takes no time."""
        if game not in self._ready and warming.is_warm(registry.game(game)):
            self._ready.add(game)
        return game in self._ready

    async def prepare(self, game: str, waited_for: bool = True) -> None:
        """Compile a game's rules if they never were; whoever asks meanwhile waits for the same compilation.

        Rules that nobody waits for are compiled one game after another, when there is nothing better to do.
        """
        if not self.is_ready(game):
            await self._preparation(game, waited_for).until(RULES)

    async def _prepare_thinking(self, game: str, level: str) -> None:
        """Compile what the bot of a level needs for a game, if it never was.

        One that looks a single decision ahead thinks meanwhile, with interpreted rules.
        """
        needed = bots.needed_by(level)
        key = (game, needed.__name__)
        if key not in self._thinkable and not bots.is_compiled_for(registry.game(game), level):
            preparation = self._preparation(game, True)
            if needed is bots.weighing:
                return
            await preparation.until(needed.__name__)
        self._thinkable.add(key)

    def _preparation(self, game: str, waited_for: bool) -> _Preparation:
        """The compilation of a game that is under way, or a new one."""
        key = (game, waited_for)
        if key not in self._preparations:
            self._preparations[key] = preparation = _Preparation()
            preparation.task = asyncio.ensure_future(self._compile(key, preparation))
            preparation.task.add_done_callback(
                lambda task: task.cancelled() or task.exception()
            )  # perhaps nobody waits
        return self._preparations[key]

    async def _compile(self, key: tuple[str, bool], preparation: _Preparation) -> None:
        game, waited_for = key
        shared: list[asyncio.Future[dict[str, Any]]] = []

        def news(how_far: dict[str, Any]) -> None:
            if what := how_far.get("there"):
                self._is_there(game, what, preparation)
            elif not self.is_ready(game):
                done = preparation.done = max(preparation.done, len(shared) + how_far["done"])
                of = max(done + 1, len(shared) + max(how_far["of"], LAST_STEPS if shared else 0))
                self.preparing[game] = Preparing(done=done, of=of, what=how_far["what"])
                self.on_preparing(game)

        news({"done": 0, "of": 1, "what": "waits"})
        try:
            if waited_for and not self.is_ready(game):
                shared += self._share_out(game, await asyncio.to_thread(functions_of, registry.game(game)), news)
            pool = self._compilers if waited_for else self._slow
            await pool.ask(f"rules {game}", {"do": "prepare", "game": game}, None, news)
            for what in (bots.weighing.__name__, bots.to_compile.__name__):
                self._is_there(game, what, preparation)
            self._is_there(game, RULES, preparation)
        finally:
            for one in shared:
                one.cancel()
            del self._preparations[key]
            if self.preparing.pop(game, None):
                self.on_preparing(game)

    def _share_out(self, game: str, functions: list[str], news: News) -> "list[asyncio.Future[dict[str, Any]]]":
        """Let all compilers take one function of a game's rules after another.

        What cannot be compiled by itself is left to who prepares the game afterwards, and tells what is wrong.
        """
        left = len(functions)

        def note(name: str, one: "asyncio.Future[dict[str, Any]]") -> None:
            nonlocal left
            left -= 1
            if not one.cancelled():
                one.exception()  # is noticed by who prepares the game
                news({"done": -left, "of": 0, "what": name.partition(":")[2].replace("_", " ")})

        asked: list[asyncio.Future[dict[str, Any]]] = []
        for name in functions:
            question = {"do": "compile", "game": game, "function": name}
            one = asyncio.ensure_future(self._compilers.ask(f"rules {game}", question, None))
            one.add_done_callback(partial(note, name))
            asked.append(one)
        return asked

    def _is_there(self, game: str, what: str, preparation: _Preparation) -> None:
        """Let those go on who waited for it: for a game's rules, or for what some bots need."""
        if what != RULES:
            self._thinkable.add((game, what))
        else:
            self._ready.add(game)
            if self.preparing.pop(game, None):
                self.on_preparing(game)
        preparation.announce(what)

    # Questions

    async def meet(self, game: str) -> None:
        """Let a process get to know a game while the server draws its first board: a bot may be the first to decide."""
        with contextlib.suppress(OddboardError):  # whoever wants to play it is told
            await self._bots.ask(f"the game {game}", {"do": "meet", "game": game}, None)

    async def decide(self, question: Question, asker: Asker | None = None) -> Thought:
        """What a bot decides."""
        answer = await self._answer(question, asker)
        return Thought(answer["code"], answer["lines"])

    async def hint(self, question: Question, asker: Asker | None = None) -> Hint:
        """What a person could do, and why."""
        answer = await self._answer(question, asker, telling=True)
        odds = reason(answer["lines"], question.seat, question.start["players"], answer["choices"])
        return Hint(answer["code"], answer["lines"], f"{answer['because']} {odds}".strip())

    async def _answer(self, question: Question, asker: Asker | None, telling: bool = False) -> dict[str, Any]:
        bots.budget(question.level)  # a level that there is not is refused before anything is waited for
        await self._prepare_thinking(question.game, question.level)
        asked = {"do": "decide", "question": question.to_json(), "telling": telling}
        with self.thoughts.timing():
            try:
                return await self._bots.ask(question.table, asked, question.seconds, asker=asker)
            finally:
                self._thought_at = time.monotonic()

    async def quiet(self, seconds: float) -> None:
        """Wait until no bot has thought for so long."""
        while self._bots.is_asked or time.monotonic() < self._thought_at + seconds:
            await asyncio.sleep(LOOK)

    async def analyse(
        self,
        record: str,
        on_progress: Callable[[int, int], None] = lambda done, of: None,
        iterations: int = ANALYSIS_ITERATIONS,
    ) -> Report:
        """Judge every decision of a saved game, telling how many of how many are done; BadRecord if it is none."""

        def news(how_far: dict[str, Any]) -> None:
            if how_far.get("what") == "decisions":  # and not which rules are being compiled
                on_progress(how_far["done"], how_far["of"])

        question = {"do": "analyse", "record": record, "iterations": iterations}
        answer = await self._slow.ask("analysis", question, None, news)
        return Report([Judged(**one) for one in answer["judged"]], answer["luck"], answer["cost"])


def reason(lines: list[Line], seat: int, players: int, choices: int) -> str:
    """One line on why the first of some decisions is good."""
    if choices == 1:
        return "There is nothing else to do."
    best = lines[0]["evaluation"][seat]
    what = "Wins about {} games in 100" if players == 2 else "Leaves about {} in 100 opponents behind"
    worth = what.format(round(100 * best))
    if len(lines) == 1:
        return f"{worth}."
    words, second = lines[1]["words"], lines[1]["evaluation"][seat]
    if second > best - SURE:  # it may look even better, but was looked at less
        return f"{worth}; as good is: {words}."
    return f"{worth}; the next best, {words}, about {round(100 * second)}."
