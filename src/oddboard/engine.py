"""The engine protocol: a JSON object a line on standard input, one reply a line on standard output.

No input ends the engine; the end of input does, once what was asked is answered. Standard output carries replies and
nothing else. `suggest` thinks on a thread of its own, about the position as it was asked about, and what is asked
meanwhile is answered first; closing its match ends the thinking with what was found so far.
"""

import json
import math
import os
import threading
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import IO, Any

from oddboard import bots
from oddboard.bots.reasons import because
from oddboard.core import registry, saves
from oddboard.core.errors import BadOptions, BadPosition, BadRecord, BadRequest, OddboardError, UnknownMatch
from oddboard.core.game import Game
from oddboard.core.match import Match
from oddboard.core.options import quoted
from oddboard.core.records import copy
from oddboard.core.saves import SavedGame

LONGEST = 128 << 20  # bytes of a request: a saved game of the largest size fits, whatever is escaped in it

_TYPES = {str: "a text", int: "a whole number", dict: "an object", list: "a list", float: "a number"}

Request = dict[str, Any]
Reply = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Thought:
    """A `suggest` that was understood: thinking gives the reply, now or later, on whatever thread."""

    identifier: Any
    match: str
    think: Callable[[bots.Stop], Reply]
    stop: threading.Event = field(default_factory=threading.Event)

    def reply(self) -> bytes:
        """Think, and give the reply as a line."""
        return _answer(self.identifier, lambda: self.think(self.stop.is_set))


class Engine:
    """Answers requests, and keeps the matches that they are about."""

    def __init__(self, prepare: Callable[[str], None] = lambda key: None) -> None:
        self._prepare = prepare  # is told the key of a game before the game is used
        self._matches: dict[str, Match] = {}
        self._ended: dict[str, tuple[int, SavedGame]] = {}  # by match: one loaded that ended before its time, and where
        self._opened = 0
        self._thoughts: set[Thought] = set()
        self._requests: dict[str, Callable[[Request], Reply]] = {
            "games": self._games,
            "new": self._new,
            "play": self._play,
            "situation": lambda request: self._match(request).situation(_optional(request, "seat", int)),
            "position": lambda request: {"position": self._match(request).position(_optional(request, "seat", int))},
            "load": self._load,
            "record": self._record,
            "undo": self._undo,
            "why": self._why,
            "suggest": lambda request: self._thought(request).think(bots.never),
            "close": self._close,
        }

    def answer(self, line: bytes) -> bytes:
        """The reply to a line, as a line; never an exception, whatever the line is."""
        taken = self.take(line)
        return taken if isinstance(taken, bytes) else taken.reply()

    def take(self, line: bytes) -> bytes | Thought:
        """The reply to a line, or the thought that will give it."""
        try:
            request = read_request(line)
        except OddboardError as error:
            return _line({"id": None, "error": error.to_json()})
        identifier = request.get("id")
        if request.get("cmd") != "suggest":
            return _answer(identifier, lambda: self._reply(request))
        thoughts: list[Thought] = []

        def understand() -> Reply:
            thoughts.append(self._thought(request))
            return {}

        refused = _answer(identifier, understand)
        return thoughts[0] if thoughts else refused

    def _reply(self, request: Request) -> Reply:
        command = _needed(request, "cmd", str)
        if command not in self._requests:
            raise BadRequest(f"there is no request {quoted(command)}; there are {', '.join(self._requests)}")
        return self._requests[command](request)

    # What requests name

    def _match(self, request: Request) -> Match:
        handle = _needed(request, "match", str)
        if handle not in self._matches:
            raise UnknownMatch(f"there is no match {quoted(handle)}: `new` and `load` open one")
        return self._matches[handle]

    def _game(self, request: Request) -> Game:
        game = registry.game(_needed(request, "game", str))
        self._prepare(game.key)
        return game

    def _open(self, match: Match) -> Reply:
        situation = match.situation()
        self._opened += 1
        handle = f"m{self._opened}"
        self._matches[handle] = match
        return {"match": handle, **situation}

    # Requests

    def _games(self, request: Request) -> Reply:
        return {
            "games": [
                {
                    "key": game.key,
                    "title": game.title,
                    "least_players": game.players[0],
                    "most_players": game.players[-1],
                    "options": game.options_schema(),
                }
                for game in registry.sound()
            ]
        }

    def _new(self, request: Request) -> Reply:
        game = self._game(request)
        players = _needed(request, "players", int)
        options = _needed(request, "options", dict) if "options" in request else {}
        return self._open(Match(game, players, options))

    def _load(self, request: Request) -> Reply:
        if ("position" in request) == ("record" in request):
            raise BadRequest("`load` wants a field 'position' or a field 'record'")
        if "record" in request:
            text = _needed(request, "record", str)
            game = self._game(request) if "game" in request else None
            saved = saves.load(text)
            match = saved.to_go_on()
            if game and match.game is not game:
                raise BadRecord(f"the saved game is one of {match.game.key}, not of {game.key}")
            opened = self._open(match)
            if saved.ranks is not None and not match.is_over:
                self._ended[opened["match"]] = (match.ply, saved)
            return opened
        game = self._game(request)
        try:
            return self._open(Match.from_position(game, _needed(request, "position", dict)))
        except BadOptions as error:
            raise BadPosition(f"position.{error.message}", error.rule) from None

    def _play(self, request: Request) -> Reply:
        match = self._match(request)
        if ("decision" in request) == ("decisions" in request):
            raise BadRequest("`play` wants a field 'decision' or a field 'decisions'")
        single = "decision" in request
        decisions = [request["decision"]] if single else _needed(request, "decisions", list)
        for played, decision in enumerate(decisions):
            try:
                match.play(decision)
            except OddboardError as error:
                return {"error": error.to_json(), "played": played}
        return match.situation()

    def _record(self, request: Request) -> Reply:
        """The saved game; one that was loaded ended as it did, until something more is played."""
        match = self._match(request)
        ply, saved = self._ended.get(request["match"], (-1, None))
        if saved is None or ply != match.ply:
            self._ended.pop(request["match"], None)
            return {"record": saves.record(match)}
        return {"record": saves.record(match, None, saved.resigned, ended=True, drawn=saved.drawn)}

    def _undo(self, request: Request) -> Reply:
        match = self._match(request)
        match.undo(_optional(request, "to", int))
        return match.situation()

    def _why(self, request: Request) -> Reply:
        match = self._match(request)
        refusal = match.why_not(_needed(request, "decision", dict))
        return {"legal": False, "rule": refusal.rule, "message": refusal.message} if refusal else {"legal": True}

    def _thought(self, request: Request) -> Thought:
        match = self._match(request)
        level = _optional(request, "level", str)
        seconds = _optional(request, "seconds", float)
        seed = _optional(request, "seed", int)
        if level is None and seconds is None:
            raise BadRequest(f"`suggest` wants a field 'level' ({', '.join(bots.LEVELS)}) or a field 'seconds'")
        if seconds is not None and seconds <= 0:
            raise BadRequest(f"field 'seconds' is more than 0, not {quoted(seconds)}")
        # The match may go on meanwhile; what was asked about stays.
        asked = Match(match.game, match.players, match.options, start=copy(match.state))

        def think(stop: bots.Stop) -> Reply:
            advice = bots.advise(asked, level or bots.USUAL, seed, seconds, stop)
            lines = [line.to_json() for line in advice.lines]
            seat = asked.to_move
            assert isinstance(seat, int)  # nobody advises chance
            why = because(asked.game, asked.view(seat), advice.code, seat)
            return {"decision": advice.decision, "because": why, "evaluation": advice.evaluation, "lines": lines}

        return Thought(request.get("id"), request["match"], think)

    def think_about(self, thought: Thought) -> bytes:
        """The reply of a thought, which is stopped when its match is closed."""
        self._thoughts.add(thought)
        if thought.match not in self._matches:
            thought.stop.set()
        try:
            return thought.reply()
        finally:
            self._thoughts.discard(thought)

    def stop_thinking(self, match: str | None = None) -> None:
        """End all thoughts, or those about a match, with what they have found so far."""
        for thought in list(self._thoughts):
            if match in (None, thought.match):
                thought.stop.set()

    def _close(self, request: Request) -> Reply:
        self._match(request)
        del self._matches[request["match"]]
        self._ended.pop(request["match"], None)
        self.stop_thinking(request["match"])
        return {}


def read_request(line: bytes) -> Request:
    """The request on a line; BadRequest says why there is none."""
    if len(line) > LONGEST:
        raise BadRequest(f"a request is at most {LONGEST >> 20} MB long")
    try:
        content = json.loads(line.decode("utf-8"), parse_constant=_no_number, parse_float=_finite)
    except UnicodeDecodeError as error:
        raise BadRequest(f"the line is not UTF-8 (byte {error.start})") from None
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise BadRequest(f"the line is not JSON: {why}") from None
    if not isinstance(content, dict):
        raise BadRequest(f"a request is a JSON object, not {quoted(content)}")
    return content


def _no_number(name: str) -> float:
    raise ValueError(f"JSON has no number {name}")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"the number {text[:20]} is too large")
    return number


def _needed(request: Request, name: str, kind: type[Any]) -> Any:
    """A field of the type that it must have; BadRequest names it otherwise."""
    if name not in request:
        raise BadRequest(f"the request lacks the field {name!r}")
    value = request[name]
    allowed = (int, float) if kind is float else kind
    if not isinstance(value, allowed) or isinstance(value, bool):
        raise BadRequest(f"field {name!r} is {_TYPES[kind]}, not {quoted(value)}")
    return value


def _optional(request: Request, name: str, kind: type[Any]) -> Any:
    return _needed(request, name, kind) if request.get(name) is not None else None


def _answer(identifier: Any, make: Callable[[], Reply]) -> bytes:
    """A reply as a line; what goes wrong in making it is a reply too."""
    try:
        return _line({"id": identifier, **make()})
    except OddboardError as error:
        reply = {"error": error.to_json()}
    except Exception as error:
        traceback.print_exc()
        what = f"this is a bug of ours, of which standard error has more: {type(error).__name__}: {error}"
        reply = {"error": BadRequest(what).to_json()}
    try:
        return _line({"id": identifier, **reply})
    except Exception:  # an identifier that was read but cannot be written, nested as deeply as Python can go
        return _line({"id": None, **reply})


def _line(reply: Reply) -> bytes:
    # In ASCII, because a text that was sent may hold halves of characters, which UTF-8 cannot carry.
    return json.dumps(reply, allow_nan=False, separators=(",", ":")).encode("ascii") + b"\n"


def lines_of(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file; of one that is too long only so much that it shows."""
    while line := file.readline(LONGEST + 1):
        if len(line) > LONGEST and not line.endswith(b"\n"):
            while (rest := file.readline(LONGEST)) and not rest.endswith(b"\n"):
                pass
        yield line


def serve(requests: IO[bytes], replies: IO[bytes], prepare: Callable[[str], None] = lambda key: None) -> None:
    """Answer until the end of input, or until nobody reads the replies any more."""
    engine = Engine(prepare)
    writing = threading.Lock()
    gone = threading.Event()  # nobody reads any more

    def write(reply: bytes) -> None:
        with writing:
            replies.write(reply)
            replies.flush()

    def think(thought: Thought) -> None:
        try:
            if not gone.is_set():
                write(engine.think_about(thought))
        except BrokenPipeError:
            gone.set()
            engine.stop_thinking()

    with ThreadPoolExecutor(os.cpu_count()) as thinkers:
        try:
            for line in lines_of(requests):
                taken = engine.take(line)
                if isinstance(taken, bytes):
                    write(taken)
                else:
                    thinkers.submit(think, taken)
                if gone.is_set():
                    break
        except BrokenPipeError:
            gone.set()
        except BaseException:
            gone.set()
            engine.stop_thinking()
            raise
        if gone.is_set():
            engine.stop_thinking()
    if gone.is_set():
        # What could not be written is still buffered, and closing the file would try again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), replies.fileno())
