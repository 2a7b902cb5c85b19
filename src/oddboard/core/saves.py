"""Saved games: one text file, a JSON object a line, that only grows while the game runs.

    {"oddboard": 1, "game": "martian-race", "players": 3, "options": {...}, "seats": [...], "commitment": "..."}
    {"contributions": ["", "a word of mine", ""]}
    {"ply": 0, "by": "chance", "decision": {"do": "roll", "dice": [5, 2]}, "roll": 0}
    {"ply": 1, "by": 0, "decision": {...}}
    {"undo": 1}
    {"ranks": [1, 3, 2], "secret": "..."}

Where rolls were taken back that a file does not have, a line `{"rolled": 3}` says how many were made in all, so that
none of them comes again. The last line of a game that ended because seats resigned names these in their order:
`"resigned": [2, 1]`; that of one which all seats still in agreed to call a draw has `"drawn": true`.

A last line that was cut off, by a killed process or a full disk, is dropped when the file is opened; anything else
that is wrong is refused with its line and the reason.
"""

import contextlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from oddboard.core import registry, seats
from oddboard.core.dice import LONGEST_CONTRIBUTION, FairDice, commitment_of
from oddboard.core.errors import BadRecord, Illegal, OddboardError, SaveFailed
from oddboard.core.game import CHANCE, Refusal
from oddboard.core.match import Match, Played
from oddboard.core.options import quoted

VERSION = 1
LARGEST = 64 << 20  # bytes; no game comes near it


def _line(content: Mapping[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n"


def _header(match: Match, names: list[str]) -> dict[str, Any]:
    header: dict[str, Any] = {
        "oddboard": VERSION,
        "game": match.game.key,
        "players": match.players,
        "options": match.options,
        "seats": names,
        "commitment": match.dice.commitment,
    }
    if match.starts_elsewhere:
        header["start"] = match.game.position(match.start)
    return header


def _decision_line(ply: int, played: Played) -> dict[str, Any]:
    line: dict[str, Any] = {
        "ply": ply,
        "by": "chance" if played.seat == CHANCE else played.seat,
        "decision": played.decision,
    }
    if played.roll is not None:
        line["roll"] = played.roll
    return line


def _so_far(match: Match, names: list[str]) -> Iterator[dict[str, Any]]:
    """The lines of a match up to now."""
    yield _header(match, names)
    if match.dice.contributions:  # also if all are empty: rolls are drawn from the list as it is
        yield {"contributions": match.dice.contributions}
    known = 0
    for ply, played in enumerate(match.history):
        yield _decision_line(ply, played)
        known = known if played.roll is None else played.roll + 1
    if match.dice.rolled > known:
        yield {"rolled": match.dice.rolled}


def record(
    match: Match,
    names: list[str] | None = None,
    resigned: Sequence[int] = (),
    ended: bool = False,
    drawn: bool = False,
) -> str:
    """A match as the text of a saved game. It may have ended before its time: seats resigned, or agreed to a draw."""
    lines = list(_so_far(match, names or default_names(match.players)))
    if match.is_over or ended or drawn:
        end: dict[str, Any] = {"ranks": final_ranks(match, resigned, drawn)}
        if resigned:
            end["resigned"] = list(resigned)
        if drawn:
            end["drawn"] = True
        lines.append(end | {"secret": match.dice.secret})
    return "".join(map(_line, lines))


def final_ranks(match: Match, resigned: Sequence[int] = (), drawn: bool = False) -> list[int]:
    """Each seat's rank at the end: who resigned comes last; at a draw all others share the first."""
    if not drawn:
        return match.ranks_after(resigned)
    others = match.players - len(resigned)
    ranks = [1] * match.players
    for place, seat in enumerate(reversed(resigned)):
        ranks[seat] = 1 + others + place
    return ranks


def default_names(players: int) -> list[str]:
    """The seats' names where nobody gave any."""
    return [seats.name(seat) for seat in range(players)]


@dataclass(frozen=True)
class Roll:
    """A decision of chance as a saved game has it."""

    line: int
    ply: int
    number: int | None  # of the fair roll; None if somebody gave the outcome
    weights: list[int]  # of what could have come
    outcome: int  # which of them came


class SavedGame:
    """A saved game read back: its match, the names at its seats, and its rolls as they were written."""

    def __init__(self, match: Match, names: list[str]) -> None:
        self.match = match
        self.names = names
        self.commitment: str | None = None
        self.secret: str | None = None  # known once the game has ended
        self.rolls: list[Roll] = []  # also those that were taken back
        self.resigned: list[int] = []  # seats, in the order in which they did
        self.drawn = False  # whether all seats still in agreed to a draw
        self.ranks: list[int] | None = None  # once the game has ended, by its rules or before its time
        self.outdated: Refusal | None = None  # the first decision that was legal only by an earlier rule

    def to_go_on(self) -> Match:
        """The match, to go on with it; BadRecord if it can only be looked at."""
        if self.outdated and not self.match.is_over:
            raise BadRecord(
                f"{self.outdated.message} The game can be looked at (oddboard replay), but not gone on with",
                self.outdated.rule,
            )
        return self.match


def load(text: str) -> SavedGame:
    """Read a saved game; BadRecord names the line that is wrong, and why."""
    if len(text) > LARGEST:
        raise BadRecord(f"a saved game is at most {LARGEST >> 20} MB of text")
    lines = text.split("\n")
    lines.pop()  # what follows the last line end: nothing, or a line that was cut off
    if not lines:
        raise BadRecord("line 1: a saved game begins with a line that names its game; the file is empty")
    reader = _Reader()
    for number, line in enumerate(lines, 1):
        try:
            reader.read(number, line)
        except BadRecord as error:
            raise BadRecord(f"line {number}: {error.message}", error.rule) from None
        except OddboardError as error:
            raise BadRecord(f"line {number}: {error.message}", error.rule) from None
    assert reader.saved
    if not reader.ended:
        reader.saved.ranks = reader.saved.match.ranks
    return reader.saved


class _Reader:
    """Reads a saved game line by line."""

    def __init__(self) -> None:
        self.saved: SavedGame | None = None
        self.ended = False

    def read(self, number: int, line: str) -> None:
        try:
            content = json.loads(line)
        except (ValueError, RecursionError):
            raise BadRecord(f"this is not a JSON object: {quoted(line)}") from None
        if not isinstance(content, dict):
            raise BadRecord(f"a line is a JSON object, not {quoted(content)}")
        if self.saved is None:
            self._begin(content)
        elif self.ended:
            raise BadRecord("nothing follows the line with the ranks")
        elif "decision" in content:
            self._decide(self.saved, number, content)
        elif "undo" in content:
            _only(content, "undo")
            self.saved.match.undo(content["undo"])
        elif "contributions" in content:
            self._contribute(self.saved, content)
        elif "rolled" in content:
            self._roll_on(self.saved, content)
        elif "ranks" in content:
            self._end(self.saved, content)
        else:
            raise BadRecord(f"a line has a decision, undo, contributions, rolled or ranks, not {quoted(content)}")

    def _begin(self, content: dict[str, Any]) -> None:
        _only(content, "oddboard", "game", "players", "options", "seats", "commitment", "start")
        version = content.get("oddboard")
        if isinstance(version, bool) or not isinstance(version, int) or version < 1:
            raise BadRecord("the first line of a saved game has a field 'oddboard' with the number of its format")
        if version > VERSION:
            raise BadRecord(f"the file is of format {version}, which is newer than this program's {VERSION}: update it")
        game = registry.game(_needed(content, "game", str))
        players = _needed(content, "players", int)
        options = game.saved_options(_needed(content, "options", dict))
        start = None
        if "start" in content:
            start = game.from_position(game.saved_position(_needed(content, "start", dict)))
        match = Match(game, players, options, start=start)
        if start is not None and _outline(game.position(start)) != (players, match.options):
            raise BadRecord("the position in 'start' has other players or options than the first line")
        names = content.get("seats", default_names(players))
        if not isinstance(names, list) or len(names) != players or not all(isinstance(name, str) for name in names):
            raise BadRecord(f"'seats' is a list of {players} names, not {quoted(names)}")
        self.saved = SavedGame(match, names)
        if "commitment" in content:
            self.saved.commitment = _hexadecimal(content["commitment"], "commitment")

    def _contribute(self, saved: SavedGame, content: dict[str, Any]) -> None:
        _only(content, "contributions")
        given = content["contributions"]
        right = isinstance(given, list) and len(given) == saved.match.players
        if not right or not all(isinstance(one, str) and len(one) <= LONGEST_CONTRIBUTION for one in given):
            raise BadRecord(
                f"'contributions' is a list of {saved.match.players} texts of at most {LONGEST_CONTRIBUTION} characters"
            )
        if saved.match.history or saved.match.dice.contributions:
            raise BadRecord("contributions are made once, before the first decision")
        saved.match.dice.contributions = given

    def _decide(self, saved: SavedGame, number: int, content: dict[str, Any]) -> None:
        _only(content, "ply", "by", "decision", "roll")
        match = saved.match
        ply, by = _needed(content, "ply", int), content.get("by")
        if ply != match.ply:
            raise BadRecord(f"this is ply {ply}, but {match.ply} is next")
        if by != match.to_move or isinstance(by, bool):
            raise BadRecord(f"{quoted(by)} decides here, but {quoted(match.to_move)} is to move")
        roll = content.get("roll")
        if by != "chance":
            if roll is not None:
                raise BadRecord("'roll' is for decisions of chance")
            self._play(saved, content["decision"])
            return
        weights = [each["weight"] for each in match.legal()]
        codes = match.codes()
        self._play(saved, content["decision"])
        last = match.history[-1]
        if roll is not None:
            if isinstance(roll, bool) or not isinstance(roll, int) or roll < match.dice.rolled:
                raise BadRecord("'roll' is the number of a fair roll, which only rises")
            match.history[-1] = Played(last.code, last.seat, last.decision, roll)
            match.dice.rolled = roll + 1
        saved.rolls.append(Roll(number, ply, roll, weights, codes.index(last.code)))

    def _play(self, saved: SavedGame, decision: Any) -> None:
        """Carry out a decision, also one that was legal by a rule as it was before."""
        match = saved.match
        try:
            match.play(decision)
        except Illegal:
            code = match.game.code(match.state, decision)
            allowed = match.game.was_legal(match.state, code) if isinstance(code, int) else None
            if allowed is None or isinstance(code, Refusal):
                raise
            match.play_code(code)
            saved.outdated = saved.outdated or allowed

    def _roll_on(self, saved: SavedGame, content: dict[str, Any]) -> None:
        _only(content, "rolled")
        rolled = _needed(content, "rolled", int)
        if rolled < saved.match.dice.rolled:
            raise BadRecord(f"{saved.match.dice.rolled} fair rolls were made already, not {rolled}")
        saved.match.dice.rolled = rolled

    def _end(self, saved: SavedGame, content: dict[str, Any]) -> None:
        _only(content, "ranks", "resigned", "drawn", "secret")
        saved.resigned = _resigned(content.get("resigned", []), saved.match.players)
        saved.drawn = _drawn(content.get("drawn", False), saved)
        if not (saved.match.is_over or saved.resigned or saved.drawn):
            raise BadRecord(
                "the ranks are given, but the game is not over, and nobody has resigned or agreed to a draw"
            )
        saved.ranks = final_ranks(saved.match, saved.resigned, saved.drawn)
        if content["ranks"] != saved.ranks:
            raise BadRecord(f"the ranks are {saved.ranks}, not {quoted(content['ranks'])}")
        if "secret" in content:
            saved.secret = _hexadecimal(content["secret"], "secret")
            saved.match.dice.secret = saved.secret
        self.ended = True


def _resigned(given: Any, players: int) -> list[int]:
    """The seats that resigned, in their order."""
    right = isinstance(given, list) and all(type(seat) is int and 0 <= seat < players for seat in given)
    if not right or len(set(given)) != len(given):
        raise BadRecord(f"'resigned' is a list of different seats from 0 to {players - 1}, not {quoted(given)}")
    return list(given)


def _drawn(given: Any, saved: SavedGame) -> bool:
    """Whether the seats agreed to a draw, which only those can who play."""
    if not isinstance(given, bool):
        raise BadRecord(f"'drawn' is true or false, not {quoted(given)}")
    if given and (saved.match.is_over or len(saved.resigned) >= saved.match.players - 1):
        raise BadRecord("'drawn' is for a game that two or more seats were still playing")
    return given


def _outline(position: Mapping[str, Any]) -> tuple[Any, Any]:
    return position.get("players"), position.get("options")


def _only(content: dict[str, Any], *names: str) -> None:
    for name in content:
        if name not in names:
            raise BadRecord(f"there is no field {quoted(name)} in such a line; there are {', '.join(names)}")


def _needed(content: dict[str, Any], name: str, kind: type[Any]) -> Any:
    value = content.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        wanted = {int: "a whole number", str: "a text", dict: "an object"}[kind]
        raise BadRecord(f"field {name!r} is {wanted}, not {quoted(value)}")
    return value


def _hexadecimal(value: Any, name: str) -> str:
    if isinstance(value, str) and len(value) == 64 and all(digit in "0123456789abcdef" for digit in value):
        return value
    raise BadRecord(f"'{name}' is 64 hexadecimal digits, not {quoted(value)}")


def verify(saved: SavedGame) -> Iterator[tuple[Roll, bool]]:
    """For each decision of chance in a finished game, whether the secret gives it; one that was not rolled fails."""
    from oddboard.core.dice import drawn

    assert saved.secret is not None
    contributions = saved.match.dice.contributions
    for roll in saved.rolls:
        right = roll.number is not None and roll.outcome == drawn(
            saved.secret, saved.match.game.key, contributions, roll.number, roll.weights
        )
        yield roll, right


def taken_back(saved: SavedGame) -> int:
    """How many fair rolls were made that do not count, because somebody took them back."""
    standing = sum(played.roll is not None for played in saved.match.history)
    return max(0, saved.match.dice.rolled - standing)


def kept_promise(saved: SavedGame) -> bool:
    """Whether the secret shown at the end is the one that was committed to at the start."""
    return saved.secret is not None and saved.commitment == commitment_of(saved.secret)


class SaveFile:
    """The file of a running match: every decision is on the disk before it counts.

    The secret of the dice waits in a file beside it until the game is over, so that a game can be taken up again
    after the program was stopped, without showing the rolls to come in the saved game itself.
    """

    def __init__(self, path: Path, match: Match, names: list[str] | None = None) -> None:
        self.path = path
        self.secret_path = path.with_name(path.name + ".secret")
        self._match = match
        self._whole: int | None = None  # after a failure: how many bytes of the file are in order
        self.names = names or default_names(match.players)

    @classmethod
    def create(cls, path: Path, match: Match, names: list[str] | None = None) -> "SaveFile":
        """Begin a saved game; a file that is there already is left alone."""
        save = cls(path, match, names)
        try:
            descriptor = os.open(save.secret_path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(match.dice.secret + "\n")
                file.flush()
                os.fsync(descriptor)
            try:
                with open(path, "x", encoding="utf-8"):
                    pass
            except OSError:
                save.secret_path.unlink()
                raise
        except FileExistsError as error:
            raise SaveFailed(f"{error.filename} is there already: choose another name, or remove it") from None
        except OSError as error:
            raise SaveFailed(f"{path} cannot be written ({error.strerror}): choose another place") from None
        try:
            for line in _so_far(match, save.names):
                save._append(line)
        except SaveFailed:
            path.unlink(missing_ok=True)
            save.secret_path.unlink(missing_ok=True)
            raise SaveFailed(f"{path} cannot be written: make room, or choose another place") from None
        match.journal = save
        return save

    @classmethod
    def resume(cls, path: Path) -> "tuple[Match, SaveFile]":
        """Take up a saved game again: drop a last line that was cut off, and go on with the same dice."""
        text = read_text(path)
        saved = load(text)
        match = saved.to_go_on()
        save = cls(path, match, saved.names)
        if not text.endswith("\n"):
            _shorten(path, len(text[: text.rfind("\n") + 1].encode()))
        if not match.is_over:
            try:
                secret = save.secret_path.read_text(encoding="utf-8").strip()
                match.dice = FairDice(match.game.key, secret, match.dice.contributions, match.dice.rolled)
                promised = saved.commitment == commitment_of(secret)
            except (OSError, ValueError):
                promised = False
            if not promised:
                raise SaveFailed(
                    f"{save.secret_path} does not hold the secret of this game's dice, so it can be looked at "
                    f"(oddboard replay) but not gone on with"
                )
        elif saved.secret is None:
            save.write_end(match.ranks or [])
        match.journal = save
        return match, save

    def write_decision(self, ply: int, played: Played) -> None:
        self._append(_decision_line(ply, played))

    def write_undo(self, ply: int) -> None:
        self._append({"undo": ply})

    def write_end(self, ranks: list[int]) -> None:
        self._append({"ranks": ranks, "secret": self._match.dice.secret})
        self.secret_path.unlink(missing_ok=True)

    def _append(self, content: Mapping[str, Any]) -> None:
        """Add a line and wait until it is on the disk; what was written of a line that failed is removed."""
        data = _line(content).encode()
        try:
            # Without a buffer, which would try again to write what failed when the file is shortened.
            with open(self.path, "ab", buffering=0) as file:
                self._cut()
                self._whole = file.seek(0, os.SEEK_END)
                while data:
                    data = data[file.write(data) :]
                os.fsync(file.fileno())
                self._whole = None
        except OSError as error:
            with contextlib.suppress(OSError):
                self._cut()
            raise SaveFailed(
                f"{self.path} cannot be written ({error.strerror}): make room, then make the move again; "
                f"everything before it is safe"
            ) from None

    def _cut(self) -> None:
        """Remove what a failure left of a line."""
        if self._whole is not None:
            os.truncate(self.path, self._whole)


def _shorten(path: Path, size: int) -> None:
    try:
        os.truncate(path, size)
    except OSError as error:
        raise SaveFailed(f"{path} has a cut-off last line that cannot be removed ({error.strerror})") from None


def read_text(path: Path) -> str:
    """The text of a file; BadRecord says why it cannot be read."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadRecord(f"{path} is larger than {LARGEST >> 20} MB, which no saved game is")
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise BadRecord(f"{path} cannot be read ({error.strerror})") from None
    except UnicodeDecodeError as error:
        raise BadRecord(f"{path} is not UTF-8 text (byte {error.start})") from None
