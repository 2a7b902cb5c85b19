"""Everest: a state in Python's own numbers, for pictures.

Reading the fields of a record one by one is slow, and a page asks about every legal decision of a state; so a state
is unpacked once, and kept for the next question.
"""

from functools import cached_property, lru_cache

from oddboard.core.records import copy, from_bytes, to_bytes
from oddboard.games.everest.rules.board import hurts, place
from oddboard.games.everest.rules.conflicts import items_in
from oddboard.games.everest.rules.mountain import mountain_of
from oddboard.games.everest.rules.plans import plan_size
from oddboard.games.everest.rules.rest import must_heal, stay
from oddboard.games.everest.rules.turn import at_stake
from oddboard.games.everest.state import (
    IN_BEATS,
    NO_COIN,
    NOBODY,
    ORDERING,
    PLANNING,
    RESTING,
    State,
    members,
)

KEPT = 64  # states in mind at once: those of the tables that are being played


def unpacked(s: State) -> "Unpacked":
    """A state, unpacked."""
    return _unpacked(to_bytes(s))


@lru_cache(maxsize=KEPT)
def _unpacked(content: bytes) -> "Unpacked":
    return Unpacked(from_bytes(State, content))


class Unpacked:
    """A state in Python's own numbers."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.mountain = mountain_of(s)
        self.players, self.phase, self.turn, self.beat = int(s.seats), int(s.phase), int(s.turn), int(s.beat)
        self.rounds, self.owed, self.alone = int(s.rounds), int(s.owed), int(s.alone)
        everyone = range(self.players)
        self.at = [place(s.board, seat) for seat in everyone]
        self.hurts = [hurts(s.board, seat) for seat in everyone]
        self.home: list[int] = s.home.tolist()[: self.players]
        self.coins = [members(mask) for mask in s.coins.tolist()]  # those in use
        self.plan: list[list[int]] = s.plan.tolist()
        self.dice: list[int] = s.dice.tolist()
        self.runs: list[int] = s.run.tolist()
        self.struck: list[int] = s.struck_by.tolist()
        self.answers: list[int] = s.answers.tolist()
        self.roarers, self.about_runs = members(s.roarers), bool(s.about_runs)

    def laid(self, seat: int) -> list[int]:
        """The coins that a seat has laid, HIDDEN those that are not to be known."""
        return [coin for coin in self.plan[seat] if coin != NO_COIN]

    def to_lay(self, seat: int) -> int:
        """How many coins a seat's plan has when it is complete."""
        return plan_size(self.s, seat)

    @property
    def in_beat(self) -> bool:
        """Whether a beat is being carried out."""
        return self.phase in IN_BEATS

    @property
    def must_heal(self) -> bool:
        """Whether the seat to decide has no choice at the end of the round."""
        return self.phase == RESTING and must_heal(self.s)

    @property
    def cost_of_staying(self) -> int:
        """The coins that the seat to decide sets aside if it stays."""
        after = copy(self.s)
        stay(after)
        return int(after.owed)

    @property
    def may_win(self) -> int:
        """The one that was alone on the peak when the round began and stands there now, or NOBODY."""
        under_way = self.phase == PLANNING or self.in_beat
        return (
            self.alone if self.alone != NOBODY and under_way and self.at[self.alone] in self.mountain.peak else NOBODY
        )

    @cached_property
    def items(self) -> list[int]:
        """What is to be put in order."""
        return members(items_in(at_stake(self.s))) if self.phase == ORDERING else []
