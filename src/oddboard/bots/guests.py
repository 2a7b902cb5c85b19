"""Bots of somebody else's: a network in a file, or a program of any language that is asked in JSON lines.

Whoever serves tables introduces them (`oddboard serve --bot mine.npz --bot "python mine.py"`); they are known by name
in this process and in those that it starts. What they decide passes the judge like everybody's, and if one fails,
something else decides for its seat.
"""

import json
import os
import queue
import re
import shlex
import subprocess
import threading
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from oddboard.core.errors import BadRequest
from oddboard.core.game import Game
from oddboard.core.match import Match
from oddboard.core.observation import layout_of
from oddboard.core.options import quoted
from oddboard.core.records import batch
from oddboard.core.rules import observe

if TYPE_CHECKING:
    from oddboard.bots import Stop

KNOWN = "ODDBOARD_BOTS"  # the variable that tells processes started here: names and what they stand for, in JSON
FORMAT = "oddboard-policy-1"  # of a file of weights
FILES = (".npz", ".onnx")
SECONDS = 10.0  # that a program gets for a decision
GREETING_SECONDS = 20.0  # and to say who it is
LOOK = 0.05  # seconds between two looks whether to stop
SCALE = 16.0  # observations are divided by it before they reach a network


class Guest(Protocol):
    """Somebody who decides."""

    def plays(self, game: Game) -> bool:
        """Whether it knows a game."""

    def decide(self, match: Match, seat: int, stop: "Stop") -> int:
        """The code of a legal decision."""


# Who is known


def known() -> dict[str, str]:
    """The guests that were introduced: by name, a file or a command."""
    found: dict[str, str] = json.loads(os.environ.get(KNOWN, "{}"))
    return found


def introduce(wanted: Sequence[str], taken: Sequence[str]) -> None:
    """Make guests known by `NAME=FILE`, `FILE`, `NAME=COMMAND` or `COMMAND`; BadRequest says what is wrong with one."""
    found = known()
    for each in wanted:
        called = re.fullmatch(r"([a-z][a-z0-9-]{0,23})=(.+)", each, re.DOTALL)
        what = called[2] if called else each
        name = called[1] if called else _name_of(what)
        if not name or name in taken or name in found:
            raise BadRequest(f"a bot needs a name of its own, which {quoted(name)} is not: say NAME={each}")
        if what.endswith(FILES):
            what = str(Path(what).resolve())
        meet(what)  # it can be read, or answers
        found[name] = what
    os.environ[KNOWN] = json.dumps(found)


def _name_of(what: str) -> str:
    """A name made of that of a file: the guest's own, or the program's."""
    words = [what] if what.endswith(FILES) else _words(what)
    file = next((word for word in words if Path(word).suffix), words[0] if words else "")
    return re.sub(r"[^a-z0-9]+", "-", Path(file).stem.lower()).strip("-")[:24]


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as error:
        raise BadRequest(f"the command {quoted(command)} cannot be read: {error}") from None


@cache
def meet(what: str) -> Guest:
    """The guest that a file or a command stands for."""
    if what.endswith(".npz"):
        return Weights(Path(what))
    return Onnx(Path(what)) if what.endswith(".onnx") else Program(what)


def named(name: str) -> Guest | None:
    """A guest by its name, or by its file; None if nobody is called so."""
    if name in (found := known()):
        return meet(found[name])
    return meet(name) if name.endswith(FILES) else None


# Networks


class _Network:
    """A policy: an observation in, a number for every code out; the legal code with the greatest is decided."""

    key: str | None
    sizes: tuple[int, int]  # of observations, and of codes

    def plays(self, game: Game) -> bool:
        return self.key in (None, game.key) and self.sizes == (layout_of(game).size, game.codes)

    def decide(self, match: Match, seat: int, stop: "Stop") -> int:
        game = match.game
        seen, spare = np.zeros(layout_of(game).size, np.int8), batch(game.state, 1)
        observe(match.state, seat, seen, spare, spare.view(np.int8))
        codes = np.array(match.codes_for(seat))
        return int(codes[np.argmax(self.logits(seen.astype(np.float32) / SCALE)[codes])])

    def logits(self, seen: Any) -> Any:
        """A number for every code."""
        raise NotImplementedError


class Weights(_Network):
    """A network of our own format: layers `w0`, `b0`, `w1`, … with what is negative set to 0 between them."""

    def __init__(self, path: Path) -> None:
        try:
            with np.load(path, allow_pickle=False) as file:
                content = dict(file)
        except (OSError, ValueError) as error:
            raise BadRequest(f"{path} cannot be read: {error}") from None
        if str(content.get("format", "")) != FORMAT:
            raise BadRequest(f"{path} holds no policy: {FORMAT} is wanted, as `save` writes it")
        self.layers = [(content[f"w{i}"], content[f"b{i}"]) for i in range(sum(n.startswith("w") for n in content))]
        self.key = str(content["game"])
        self.sizes = (self.layers[0][0].shape[0], self.layers[-1][0].shape[1])

    def logits(self, seen: Any) -> Any:
        for number, (weights, bias) in enumerate(self.layers):
            seen = seen @ weights + bias
            if number < len(self.layers) - 1:
                seen = np.maximum(seen, 0.0)
        return seen


def save(path: Path, game: str, layers: Sequence[tuple[Any, Any]]) -> None:
    """Write a network: for each layer weights (inputs × outputs) and bias, as NumPy has them."""
    arrays: dict[str, Any] = {"format": np.array(FORMAT), "game": np.array(game)}
    for number, (weights, bias) in enumerate(layers):
        arrays |= {f"w{number}": np.asarray(weights), f"b{number}": np.asarray(bias)}
    np.savez_compressed(path, **arrays)


class Onnx(_Network):
    """A network as an ONNX file: one input (1 × observation), one output (1 × codes); for any game that fits."""

    def __init__(self, path: Path) -> None:
        try:
            import onnxruntime
        except ImportError:
            raise BadRequest("onnxruntime is not installed: pip install 'oddboard[onnx]'") from None
        try:
            self._session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
        except Exception as error:
            raise BadRequest(f"{path} cannot be read: {error}") from None
        (given,), (found,) = self._session.get_inputs(), self._session.get_outputs()
        self._name = given.name
        self.key = self._session.get_modelmeta().custom_metadata_map.get("game")
        self.sizes = (int(given.shape[-1]), int(found.shape[-1]))

    def logits(self, seen: Any) -> Any:
        return self._session.run(None, {self._name: seen[None]})[0][0]


# Programs


class Program:
    """A program that is asked on its standard input, a JSON object a line, and answers on its standard output."""

    def __init__(self, command: str) -> None:
        self._command = command
        self._lock = threading.Lock()
        self._asked = 0
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str] = queue.Queue()
        greeting = self._ask({"cmd": "hello"}, GREETING_SECONDS, lambda: False)
        games = greeting.get("games")
        if games is not None and not (isinstance(games, list) and all(isinstance(each, str) for each in games)):
            raise BadRequest(f"{command}: `games` is a list of games' keys, not {quoted(games)}")
        self._games = games

    def plays(self, game: Game) -> bool:
        return self._games is None or game.key in self._games

    def decide(self, match: Match, seat: int, stop: "Stop") -> int:
        view = match.view(seat)
        legal = [match.game.decision(view, code) for code in match.codes_for(seat)]
        reply = self._ask(
            {
                "cmd": "decide",
                "game": match.game.key,
                "players": match.players,
                "options": match.options,
                "seat": seat,
                "position": match.game.position(view),
                "legal": legal,
            },
            SECONDS,
            stop,
        )
        if reply.get("decision") not in legal:
            raise BadRequest(f"{self._command} decides {quoted(reply.get('decision'))}, which is not legal")
        return match.codes_for(seat)[legal.index(reply["decision"])]

    def _ask(self, question: dict[str, Any], seconds: float, stop: "Stop") -> dict[str, Any]:
        """Ask, and wait for the reply with the same id; other lines are passed over."""
        with self._lock:
            self._asked += 1
            process = self._running()
            assert process.stdin is not None
            late = time.monotonic() + seconds
            try:
                process.stdin.write(json.dumps({"id": self._asked} | question) + "\n")
                process.stdin.flush()
            except OSError as error:
                raise BadRequest(f"{self._command} has ended: {error}") from None
            while time.monotonic() < late and not stop():
                try:
                    reply = json.loads(self._lines.get(timeout=LOOK))
                except queue.Empty:
                    if process.poll() is not None and self._lines.empty():
                        raise BadRequest(f"{self._command} has ended with status {process.returncode}") from None
                    continue
                except ValueError:
                    continue  # what it prints besides
                if isinstance(reply, dict) and reply.get("id") == self._asked:
                    return reply
            raise BadRequest(f"{self._command} has not answered in {seconds:g} s")

    def _running(self) -> subprocess.Popen[str]:
        """The program, started anew if it has ended."""
        if self._process is None or self._process.poll() is not None:
            try:
                self._process = subprocess.Popen(  # noqa: S603 (the host's own command)
                    _words(self._command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
                )
            except OSError as error:
                raise BadRequest(f"{self._command} cannot be started: {error.strerror}") from None
            self._lines = queue.Queue()
            threading.Thread(target=_listen, args=(self._process.stdout, self._lines), daemon=True).start()
        return self._process


def _listen(output: Any, lines: "queue.Queue[str]") -> None:
    for line in output:
        lines.put(line)
