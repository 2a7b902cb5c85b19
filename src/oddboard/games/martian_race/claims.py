"""Martian Race: what the rulebook says of itself, put so that playing can test it."""

from oddboard.core.claims import Arm, Claim, Habit
from oddboard.games.martian_race.codes import FIRST_PUSH, move_of
from oddboard.games.martian_race.state import DOG_SLOT, KILLED, LAUNCHED, MOVING, WAITING, State


def enters_first(s: State, codes: list[int]) -> list[int] | None:
    """Brings the whole family in before anybody walks on."""
    if s.phase != MOVING:
        return None
    return [code for code in codes if _is_off_the_board(s, move_of(code)[1])] or None


def keeps_to(count: int) -> Habit:
    """Moves only so many Martians of those that have not finished, the lowest numbers first."""

    def habit(s: State, codes: list[int]) -> list[int] | None:
        if s.phase != MOVING:
            return None
        racing = [number for number in range(s.family) if s.at[s.turn, number] not in (LAUNCHED, KILLED)][:count]
        return [code for code in codes if code < FIRST_PUSH and move_of(code)[1] in racing] or None

    return habit


def _is_off_the_board(s: State, slot: int) -> bool:
    return bool(slot != DOG_SLOT and s.at[s.turn, slot] == WAITING)


CLAIMS = (
    Claim(
        "family",
        "The whole family at once, or one by one?",
        "One family keeps to it, the other does as it likes. Where the bot's own choice is allowed, it is taken.",
        "opening",
        (
            Arm("the whole family first", 2, habit=enters_first),
            Arm("two at a time", 2, habit=keeps_to(2)),
            Arm("one at a time", 2, habit=keeps_to(1)),
        ),
    ),
    Claim(
        "three or four",
        "Three or four players are the best number.",
        "Nobody can measure fun. As a sign of it: how often the lead changes in a hundred turns.",
        "lead changes",
        tuple(Arm(f"{players} players", players, favoured=players in (3, 4)) for players in range(2, 6)),
    ),
)
