"""Martian Race: the legal decisions."""

from oddboard.core.bits import NONE, ONE, has, lowest
from oddboard.core.compiling import rule
from oddboard.games.martian_race.codes import draw_code, move_code, roll_code
from oddboard.games.martian_race.rules.chains import pushes
from oddboard.games.martian_race.rules.walking import find_ends
from oddboard.games.martian_race.state import (
    CLOSED,
    DICE,
    DRAWING,
    FACES,
    FACINGS,
    MOVING,
    PUSHING,
    ROLLING,
    SLOTS,
    State,
    Work,
)


@rule
def can_move(s: State, w: Work) -> bool:
    """Whether any open die has a lawful move (MAR-10)."""
    if s.dice[0] == 0 and s.dice[1] == 0:
        return False
    if s.turn != s.winner:
        for number in range(s.family):
            at = s.at[s.turn, number]
            if at >= 0 and not has(CLOSED[s.sizes[s.turn, number]], at):
                return True  # it may at least waste the die (MAR-9)
    find_ends(s, w)
    for i in range(DICE):
        for slot in range(SLOTS):
            for facing in range(FACINGS):
                if w.ends[i, slot, facing] != NONE:
                    return True
    return False


@rule
def legal(s: State, w: Work) -> int:
    """Write the legal decisions; how many."""
    if s.phase == DRAWING:
        return draws(s, w)
    if s.phase == ROLLING:
        return rolls(w)
    if s.phase == MOVING:
        return moves(s, w)
    if s.phase == PUSHING:
        return pushes(s, w)
    return 0


@rule
def draws(s: State, w: Work) -> int:
    """Any seat may begin (MAR-5)."""
    for seat in range(s.seats):
        w.code[seat] = draw_code(seat)
        w.weight[seat] = 1
    return s.seats


@rule
def rolls(w: Work) -> int:
    """The rolls of two dice, a double half as likely as two different ones."""
    count = 0
    for high in range(1, FACES + 1):
        for low in range(1, high + 1):
            w.code[count] = roll_code(high, low)
            w.weight[count] = 1 if high == low else 2
            count += 1
    return count


@rule
def moves(s: State, w: Work) -> int:
    """The ends of moves with each open die."""
    find_ends(s, w)
    count = 0
    for i in range(DICE):
        for slot in range(SLOTS):
            for facing in range(FACINGS):
                ends = w.ends[i, slot, facing]
                while ends != NONE:
                    w.code[count] = move_code(s.dice[i], slot, lowest(ends), facing)
                    ends &= ends - ONE
                    count += 1
    return count
