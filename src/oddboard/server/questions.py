"""What a thinking process is asked about a game: the history up to a seat's decision, and who is to think about it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypedDict

RULES = "rules"  # what a process that compiles says to be there first


class Start(TypedDict):
    """How a match begins."""

    players: int
    options: dict[str, Any]
    position: dict[str, Any] | None


@dataclass(frozen=True)
class Question:
    """What a seat could decide, to be found out by a bot.

    A seat that may lay something secret before its turn decides that, after what it has `laid` so far. The same level
    and seed at a table is the same bot, and goes on where its thoughts were.
    """

    table: str
    game: str
    start: Start
    codes: Sequence[int]  # all decisions so far
    seat: int
    level: str
    seconds: float  # for the thinking alone, not for waiting, loading and compiling
    seed: int = 0  # from a secret, see `seeds`
    laid: Sequence[int] = ()

    def to_json(self) -> dict[str, Any]:
        """The question as it goes to another process."""
        return asdict(self)

    @classmethod
    def from_json(cls, content: dict[str, Any]) -> "Question":
        """A question as it came from the server."""
        return cls(**content)
