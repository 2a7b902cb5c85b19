"""What is said about a game, put so that playing can test it.

A claim compares *arms*: ways to play that differ in one thing, such as the number of players, an option, or a *habit*
of one seat. Which games are played, and what is measured in them, stands here; how often, and by whom, does not.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Habit = Callable[[Any, list[int]], list[int] | None]
"""(state, legal codes): those that somebody with the habit weighs, one decision ahead; None where it says nothing."""

Measure = Literal["first seat", "habit", "turns", "lead changes", "opening"]


@dataclass(frozen=True)
class Arm:
    """One way to play."""

    name: str
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)
    habit: Habit | None = None  # of one seat, which changes from game to game
    against: Habit | None = None  # of the others
    favoured: bool = False  # whether the claim speaks for this arm


@dataclass(frozen=True)
class Claim:
    """Something that is said about a game.

    What is measured: the `first seat`'s mean result, which the claim says is even; the mean result of the seat with
    the `habit`, which the claim says is better than even; the number of `turns`; the `lead changes` in a hundred
    turns, of which the favoured arms should have more; or the same as for a habit of several ways to begin (`opening`),
    of which nothing is claimed: the claim is a question then.
    """

    key: str
    says: str  # in a sentence of our own
    tells: str  # how it is tested, and what that can and cannot show
    measure: Measure
    arms: tuple[Arm, ...]
    minutes: float | None = None  # with `turns`: how long the game is said to take
