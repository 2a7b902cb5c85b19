"""Everest: what people ask about the game, put so that playing can answer it."""

from oddboard.core.claims import Arm, Claim, Habit
from oddboard.games.everest.codes import FIRST_ROLL, coin_laid, coin_of
from oddboard.games.everest.state import ACE, FACES, NULL, PLANNING, State

NAMES = {NULL: "the null", ACE: "the ace"}  # of coins; the others are called by their numbers
FIRST_ROUND = 1


def begins_with(coin: int) -> Habit:
    """Lays a coin first in the first plan, however it lies."""

    def habit(s: State, codes: list[int]) -> list[int] | None:
        if s.phase != PLANNING or s.rounds != FIRST_ROUND or s.beat != 0:
            return None
        return [code for code in codes if code < FIRST_ROLL and coin_of(coin_laid(code)) == coin] or None

    return habit


CLAIMS = (
    Claim(
        "first coin",
        "Which coin is best laid first?",
        "One yeti begins its first plan with that coin, whichever way it lies and points; the others begin as they "
        "like. Everything else is decided freely.",
        "opening",
        tuple(Arm(NAMES.get(coin, f"the {coin}"), 2, habit=begins_with(coin)) for coin in range(FACES)),
    ),
)
