"""The compiled functions that decide a game, as everything built upon it calls them.

Apart from `core.game`, because compiled code is kept by the sources it imports: what people see of a game may change
without anything being compiled again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from oddboard.core.compiling import rule

CHANCE = -1  # `to_move`: chance is to decide
OVER = -2  # `to_move`: the game has ended


@rule
def hide_nothing(s: Any, seat: int) -> None:
    """All that there is may be known by everybody."""


@rule
def imagine_nothing(s: Any, w: Any, seat: int, rng: Any) -> None:
    """Nothing was erased."""


@rule
def no_outlook(s: Any, w: Any, out: Any) -> None:
    """Stands for the result as if the game ended now, which the registry puts in its place."""


@rule
def no_features(s: Any, seat: int, out: Any) -> int:
    """There is nothing for a network to learn from."""
    return 0


@dataclass(frozen=True)
class Rules:
    """A game's compiled functions. `s` is the state, `w` the scratch record, whose content no rule relies on.

    Every scratch record has `code: int32[MOST]` and `weight: int32[MOST_CHANCE]`.
    """

    to_move: Callable[[Any], int]
    """(s): the seat to decide, CHANCE or OVER."""
    legal: Callable[[Any, Any], int]
    """(s, w): writes the legal decisions to w.code, for chance their weights to w.weight; returns how many.
    None twice, none if the game is over; the order is fixed by the state. Does not change s."""
    play: Callable[[Any, Any, int], None]
    """(s, w, code): carries out a legal decision; trusts its caller."""
    score: Callable[[Any, Any], None]
    """(s, out): writes each seat's result to out (float64), 0 worst to 1 best, also in the middle of a game,
    as if it ended there. Higher is a better rank, equal is a tie."""
    hide: Callable[[Any, int], None] = hide_nothing
    """(s, seat): erases what the seat must not know. `to_move` and `legal` of what is left are what the seat sees.
    The number after the last seat stands for a watcher, who may know only what all seats know."""
    imagine: Callable[[Any, Any, int, Any], None] = imagine_nothing
    """(s, w, seat, rng): fills what `hide` erased with a random one that agrees with what the seat knows."""
    outlook: Callable[[Any, Any, Any], None] = no_outlook
    """(s, w, out): a quick estimate of each seat's result, on the scale of `score`, by which bots see a position."""
    pick: Callable[[Any, Any, Any], int] | None = None
    """(s, w, rng): one legal decision at random, as likely as each other, or for chance by weight. Only for a
    game that can do so without writing them all down; None: the core picks from `legal`."""
    observe: Callable[[Any, int, Any], None] | None = None
    """(s, seat, out): writes what the seat may know to out (int8, all zero before), as `Game.observation` lays it
    out; it reads nothing that `hide` erases. None: the core writes the bytes of what `hide` leaves."""

    features: Callable[[Any, int, Any], int] = no_features
    """(s, seat, out): writes the numbers of the active features of a position, from the point of view of a seat, to out
    (int16), and returns how many; each is less than `Game.features`. It reads nothing that `hide` erases, and returns 0
    for a position that a network shall not judge."""

    def functions(self) -> list[Callable[..., Any]]:
        """All that there are."""
        return [function for function in vars(self).values() if function is not None]
