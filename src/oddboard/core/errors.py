"""What can be wrong with what somebody asked for; each error says what would be right."""

from typing import Any


class OddboardError(Exception):
    """Something asked for cannot be done. `kind` is the word that the engine protocol uses for it."""

    kind = "bad_request"

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule  # the identifier of the rule that says so, where one does

    def to_json(self) -> dict[str, Any]:
        """The error as the engine protocol shows it."""
        return {"kind": self.kind, "message": self.message, "rule": self.rule}


class BadRequest(OddboardError):
    """A request, or a decision in it, that is not of the right shape."""


class UnknownMatch(OddboardError):
    """There is no match of that name."""

    kind = "unknown_match"


class UnknownGame(OddboardError):
    """There is no game of that name."""

    kind = "unknown_game"


class BrokenGame(UnknownGame):
    """There is a game of that name, but it cannot be loaded."""


class BadOptions(OddboardError):
    """Options or a number of players that the game does not have."""

    kind = "bad_options"


class BadPosition(OddboardError):
    """A position that cannot be, or cannot be read."""

    kind = "bad_position"


class BadRecord(OddboardError):
    """A saved game that cannot be read; the message names the line."""

    kind = "bad_record"


class Illegal(OddboardError):
    """A decision that a rule forbids."""

    kind = "illegal"


class Over(OddboardError):
    """A decision in a game that has ended."""

    kind = "over"


class SaveFailed(OddboardError):
    """A saved game could not be written; the game itself goes on."""

    kind = "save_failed"
