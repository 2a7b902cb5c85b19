"""A process that thinks for the bots of many tables: a JSON object a line in, answers a line each out.

It is the server's own process, so it is told whole histories; a bot looks at them only through its seat's view. It
keeps matches and bots from question to question, so that only new decisions are played and search trees are used
again. When the pipe to the server closes it ends, in the middle of a thought as well.
"""

import contextlib
import json
import math
import os
import queue
import signal
import sys
import threading
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import IO, Any

from oddboard import bots
from oddboard.arena import analysis
from oddboard.bots.reasons import because
from oddboard.core import registry, saves, shared_work, warming
from oddboard.core.compiling import INTERPRETED, interprets_first
from oddboard.core.errors import BadRequest, OddboardError
from oddboard.core.going_over import go_over
from oddboard.core.match import Match
from oddboard.core.pipes import own_output
from oddboard.server.questions import RULES, Question, Start

KEPT_MATCHES = 64
KEPT_BOTS = 8  # a searching one holds a tree of up to 32 MB
# Machine code is loaded when nothing was asked for so many seconds, because that would take half of the time that a
# bot's first decisions need; where something is asked all the time, it is loaded nevertheless.
QUIET = 2.0
AT_LATEST = 20.0
SPARE = 2  # times the memory that the server allows: the system's own limit, for what grows faster than it can look

Message = dict[str, Any]
Answer = dict[str, Any]
Tell = Callable[[Answer], None]


class Thinker:
    """Answers questions one after another."""

    def __init__(self, tell: Tell, told_to_stop: Callable[[], bool]) -> None:
        self._tell = tell
        self._told_to_stop = told_to_stop
        self._loaded: set[tuple[str, warming.More]] = set()  # games, and what of their code this process has
        self._beside: dict[str, threading.Thread] = {}  # by game: loads its code while a bot does without
        self._waited_for = threading.Event()  # somebody cannot do without
        self._idle_since = time.monotonic()  # or never, while a bot thinks
        self._matches: OrderedDict[str, Match] = OrderedDict()
        self._bots: OrderedDict[tuple[Any, ...], bots.Bot] = OrderedDict()
        self._questions: dict[str, Callable[[Message], Answer]] = {
            "meet": self._meet,
            "decide": self._decide,
            "compile": self._compile,
            "prepare": self._prepare,
            "analyse": self._analyse,
        }

    def answer(self, message: Message) -> Answer:
        """The answer to a question, or what is wrong with it."""
        self._idle_since = math.inf
        try:
            return {"answer": self._questions[message["do"]](message)}
        except OddboardError as error:
            return {"error": error.to_json()}
        except Exception as error:
            traceback.print_exc()
            return {"failed": f"{type(error).__name__}: {error}"}
        finally:
            self._idle_since = time.monotonic()

    # Questions

    def _meet(self, message: Message) -> Answer:
        """Have a game at hand, and the bots that look one decision ahead, before one of them is asked."""
        from oddboard.bots import greedy, oversight, uniform  # noqa: F401 (are loaded)

        game = registry.game(message["game"])
        warming.play_to_a_seat(Match(game, game.players[0]))
        warming.is_warm(game, bots.to_compile)
        return {}

    def _compile(self, message: Message) -> Answer:
        """Compile one function of a game's rules; another process may be at another."""
        registry.game(message["game"])  # has all its functions
        shared_work.compile_one(message["function"])
        return {}

    def _prepare(self, message: Message) -> Answer:
        """Compile what is not compiled yet: the rules, then what is needed by bots, the simplest first."""
        for more in (bots.weighing, bots.to_compile):
            self._load(message["game"], more)
            self._tell({"news": {"there": more.__name__}})
        return {}

    def _decide(self, message: Message) -> Answer:
        question = Question.from_json(message["question"])
        self._load_for(question.game, question.level)
        match, seat = self._match(question), question.seat
        if match.to_move != seat or question.laid:
            match = early_match(match, seat, question.laid)
        bot = self._bot(question, match)
        self._tell({"begun": True})  # from here on the time counts
        late = time.monotonic() + question.seconds
        advice = bot.decide(match, lambda: self._told_to_stop() or time.monotonic() >= late)
        why = because(match.game, match.view(seat), advice.code, seat) if message.get("telling") else ""
        return thought(match, seat, advice) | {"because": why}

    def _analyse(self, message: Message) -> Answer:
        match = saves.load(message["record"]).match
        self._load(match.game.key, bots.to_compile)

        def tell(done: int) -> None:
            self._tell({"news": {"what": "decisions", "done": done, "of": match.ply}})

        tell(0)
        return asdict(analysis.analyse(match, message["iterations"], report=tell))

    # What is kept

    def _load_for(self, key: str, level: str) -> None:
        """Have at hand what the bot of a level needs: everything, if everything is there, so that it is loaded once.

        A bot that looks one decision ahead answers sooner than that is loaded, and interprets the rules meanwhile.
        """
        game, needed = registry.game(key), bots.needed_by(level)
        more = bots.to_compile if warming.is_warm(game, bots.to_compile) else needed
        if needed is not bots.weighing or not interprets_first():
            self._load(key, more)
        elif key not in self._beside and warming.is_warm(game, more):
            self._beside[key] = threading.Thread(target=self._load_silently, args=(key, more), daemon=True)
            self._beside[key].start()

    def _load_silently(self, key: str, more: warming.More) -> None:
        latest = time.monotonic() + AT_LATEST
        while (left := min(self._idle_since + QUIET, latest) - time.monotonic()) > 0:
            if self._waited_for.wait(min(left, QUIET)):
                break
        go_over(registry.game(key), more)
        self._loaded.add((key, more))

    def _load(self, key: str, more: warming.More) -> None:
        """Have compiled code of a game at hand, compiling what was never compiled; tells how far it is."""
        if key in self._beside:
            self._waited_for.set()
            self._beside[key].join()
        if (key, more) in self._loaded or INTERPRETED:
            return

        def tell(what: str, done: int, of: int) -> None:
            self._tell({"news": {"what": what, "done": done, "of": of}})

        def tell_rules() -> None:
            self._tell({"news": {"there": RULES}})

        go_over(registry.game(key), more, tell, tell_rules)
        self._loaded.add((key, more))

    def _match(self, question: Question) -> Match:
        """The table's match, brought to the history in the question by as few steps as can be."""
        key = f"{question.table} {json.dumps([question.game, question.start], sort_keys=True)}"
        match = self._matches.pop(key, None) or opened(question.game, question.start)
        codes = question.codes
        common = 0
        while common < min(match.ply, len(codes)) and match.history[common].code == codes[common]:
            common += 1
        match.undo(common)
        for code in codes[common:]:
            match.play_code(code)
        self._matches[key] = match
        _forget(self._matches, KEPT_MATCHES)
        return match

    def _bot(self, question: Question, match: Match) -> bots.Bot:
        """The bot that has thought for this seat before, if it is still there."""
        key = (question.table, question.game, question.seat, question.level, question.seed, match.players)
        bot = self._bots.pop(key, None)
        if bot is None:
            _forget(self._bots, KEPT_BOTS - 1)  # before the next tree is made
            thinking = bots.budget(question.level, match.game, match.players, match.options)
            bot = bots.Bot(match.game, match.players, question.seat, thinking, question.seed)
        self._bots[key] = bot
        return bot


def _forget(kept: OrderedDict[Any, Any], most: int) -> None:
    while len(kept) > most:
        kept.popitem(last=False)


def opened(key: str, start: Start) -> Match:
    """A match at its beginning."""
    game = registry.game(key)
    if start["position"] is not None:
        return Match.from_position(game, start["position"])
    return Match(game, start["players"], start["options"])


def early_match(match: Match, seat: int, laid: Sequence[int]) -> Match:
    """A match in which a seat decides already what is secret, after what it has laid so far."""
    if match.to_move != seat and match.game.early(match.state, seat) is None:
        raise BadRequest(f"seat {seat} has nothing to decide at ply {match.ply}")
    early = Match(match.game, match.players, match.options, start=match.state)
    while early.to_move != seat:
        early.play_code(early.codes()[0])  # anything: it is hidden from the bot, which imagines what it may be
    for code in laid:
        early.play_code(code)
    if early.to_move != seat:
        raise BadRequest(f"seat {seat} has nothing more to lay at ply {match.ply}")
    return early


def thought(match: Match, seat: int, advice: bots.Advice) -> Answer:
    """An advice with its lines as people read and touch them."""
    game, view = match.game, match.view(seat)
    lines = []
    for line in advice.lines:
        code = game.code(view, line.decision)
        assert isinstance(code, int)
        lines.append(line.to_json() | {"words": game.words(view, code), "touches": game.touches(view, code)})
    return {"code": advice.code, "lines": lines, "choices": len(match.codes_for(seat))}


def limit_memory(megabytes: int) -> None:
    """Let the system refuse memory beyond a limit, where it can; a thought that needs more fails."""
    try:
        import resource
    except ImportError:
        return  # Windows has no such limits; the server looks at what a process takes, where it can
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (SPARE * megabytes << 20, SPARE * megabytes << 20))


def step_back(niceness: int) -> None:
    """Let others go first, where the system knows how."""
    if hasattr(os, "nice"):
        os.nice(niceness)


class Ear:
    """Listens to the server in a thread of its own, so that a word to stop is heard in the middle of a thought."""

    def __init__(self, source: IO[bytes]) -> None:
        self._source = source
        self._questions: queue.Queue[Message] = queue.Queue()
        self._number = 0  # of the question that is thought about
        self._stopped = -1  # the highest number that needs no answer any more
        threading.Thread(target=self._listen, daemon=True).start()

    def next_question(self) -> Message:
        """Wait for a question."""
        question = self._questions.get()
        self._number = question["number"]
        return question

    def told_to_stop(self) -> bool:
        """Whether nobody waits for the present answer."""
        return self._stopped >= self._number

    def _listen(self) -> None:
        for line in self._source:
            question = json.loads(line)
            if question["do"] == "stop":
                self._stopped = question["number"]
            else:
                self._questions.put(question)
        os._exit(0)


def main() -> None:
    """Answer until the server is gone. Arguments: megabytes of memory, niceness."""
    megabytes, niceness = map(int, sys.argv[1:])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which stops its thinkers in order
    step_back(niceness)
    limit_memory(megabytes)
    answers = own_output()

    def tell(answer: Answer) -> None:
        answers.write(json.dumps(answer, separators=(",", ":")).encode() + b"\n")
        answers.flush()

    ear = Ear(sys.stdin.buffer)
    thinker = Thinker(tell, ear.told_to_stop)
    with contextlib.suppress(BrokenPipeError):
        while True:
            tell(thinker.answer(ear.next_question()))
    os._exit(0)  # Python would wait for what the ear is reading, and call that fatal


if __name__ == "__main__":
    main()
