"""Martian Race: nothing is secret."""

from oddboard.core.compiling import rule
from oddboard.core.randomness import Rng
from oddboard.games.martian_race.state import State, Work


@rule
def hide(s: State, seat: int) -> None:
    """Everybody sees everything."""


@rule
def imagine(s: State, w: Work, seat: int, rng: Rng) -> None:
    """There is nothing to imagine."""
