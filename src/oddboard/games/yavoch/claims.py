"""Yavoch: what the rulebook says of itself, put so that playing can test it."""

from oddboard.core.claims import Arm, Claim, Habit
from oddboard.games.yavoch.codes import FIRST_FORMATION, FIRST_PLACE
from oddboard.games.yavoch.formations import FORMATION_NAMES
from oddboard.games.yavoch.state import State


def takes_the_first_formation(s: State, codes: list[int]) -> list[int] | None:
    """Sets up with the first ready-made formation, without a look at the other side."""
    return [FIRST_FORMATION] if FIRST_FORMATION in codes else None


def answers_with_a_formation(s: State, codes: list[int]) -> list[int] | None:
    """Weighs the ready-made formations against what stands there."""
    return [code for code in codes if FIRST_FORMATION <= code < FIRST_PLACE] or None


def takes(number: int) -> Habit:
    """Sets up with one of the ready-made formations, whatever stands there."""

    def habit(s: State, codes: list[int]) -> list[int] | None:
        return [FIRST_FORMATION + number] if FIRST_FORMATION + number in codes else None

    return habit


CLAIMS = (
    Claim(
        "formation",
        "Which formation is best?",
        "One side sets up with it, the other with whichever ready-made formation looks best; then both play alike. The "
        "sides change from game to game.",
        "opening",
        tuple(
            Arm(f"the {name}", 2, habit=takes(number), against=answers_with_a_formation)
            for number, name in enumerate(FORMATION_NAMES)
        ),
    ),
    Claim(
        "second placer",
        "Because the second player arranges his pieces after the first, moving first is no advantage.",
        "The first seat's result when both choose among the ready-made formations, the second seeing the first's "
        "choice; and, to compare, when both must take the same one.",
        "first seat",
        (
            Arm(
                "the second sees the first's formation", 2, {}, answers_with_a_formation, answers_with_a_formation, True
            ),
            Arm("the same formation for both", 2, {}, takes_the_first_formation, takes_the_first_formation),
        ),
    ),
)
