"""Attacks that wait: what somebody may answer in secret is held back for a while, whether or not he can.

Where a rule keeps it secret that a seat was asked something, neither the content nor the number nor the time of what
the others are told may depend on it. So a decision after which a seat *could* be asked, for all that everybody knows,
is not carried out at once but held for a time that depends on public things alone; who is asked answers meanwhile.
Then everything is carried out together, and told once. An answer that everybody is told anyway ends the wait.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from oddboard import bots
from oddboard.core.game import Decision
from oddboard.core.records import copy, scratch
from oddboard.core.views import WATCHER, view_of

if TYPE_CHECKING:
    from oddboard.server.tables import Table

ANSWER_SECONDS = 15.0  # that a person gets who has been there lately
LATELY = 10 * 60 * 1000  # milliseconds: who has done something since then is there
AWAY_SECONDS = 24 * 3600.0  # for somebody who is not there; when he comes, the usual time is left to him
BOT_SPARE = 1.0  # seconds beyond those of a bot's level
QUICK_LEVEL = 0.5  # seconds, for a level that does not think ahead


@dataclass(frozen=True)
class Step:
    """A decision that is held: of the seat that attacks or of chance first, then the answers."""

    code: int
    seat: int
    decision: Decision
    roll: int | None = None


@dataclass(frozen=True)
class Hold:
    """Decisions that wait for their time."""

    answerer: int  # the seat that could be asked
    steps: tuple[Step, ...]
    since: int  # milliseconds


def secretly_asked(table: "Table", state: Any) -> int | None:
    """The seat that is to decide in a state without the others knowing; None if everybody knows who decides."""
    if not table.keeps_secrets:
        return None
    rules = table.game.rules
    mover = int(rules.to_move(state))
    if mover < 0 or int(rules.to_move(view_of(table.played, state, WATCHER))) == mover:
        return None
    return mover


def is_secret(table: "Table", state: Any, code: int, after: Any) -> bool:
    """Whether nobody else may know of a decision that was made in a state."""
    return table.game.redacted(state, code, table.players, after) is None


def ends_at(table: "Table", hold: Hold) -> int:
    """When what is held is carried out, in milliseconds. It depends on what everybody may know, and on nothing else."""
    return hold.since + round(1000 * _seconds(table, hold))


def _seconds(table: "Table", hold: Hold) -> float:
    seat = table.seats[hold.answerer]
    if seat.is_person:
        there = hold.since - table.acted.get(hold.answerer, table.created) < LATELY
        came = table.came_during_hold
        if there:
            return table.answer_seconds
        return AWAY_SECONDS if came is None else (came - hold.since) / 1000 + table.answer_seconds
    thinking = bots.budget(seat.level if seat.level in bots.levels() else next(iter(bots.LEVELS)))
    return min((thinking.seconds or QUICK_LEVEL) + BOT_SPARE, table.answer_seconds)


def silent_answer(table: "Table", state: Any) -> int | None:
    """The answer of who says nothing: the one that nobody else is told of; None where there is none."""
    for code in table.game.codes_of(state):
        after = copy(state)
        table.game.rules.play(after, scratch(table.game.work), code)
        if is_secret(table, state, code, after):
            return int(code)
    return None
