"""Martian Race: who has finished, who is out, and the ranks (MAR-29, MAR-30, MAR-35, MAR-36)."""

from typing import Any

from oddboard.core.compiling import rule
from oddboard.games.martian_race.state import KILLED, LAUNCHED, SEATS, WAITING, State


@rule
def in_play(s: State, seat: int) -> int:
    """How many of a family are still to finish."""
    count = 0
    for number in range(s.family):
        if s.at[seat, number] >= WAITING:
            count += 1
    return count


@rule
def launched(s: State, seat: int) -> int:
    """How many of a family have finished."""
    count = 0
    for number in range(s.family):
        if s.at[seat, number] == LAUNCHED:
            count += 1
    return count


@rule
def killed(s: State) -> int:
    """How many the Mad Dog has killed: the winner's margin (MAR-36)."""
    count = 0
    for seat in range(s.seats):
        for number in range(s.family):
            if s.at[seat, number] == KILLED:
                count += 1
    return count


@rule
def others_are_out(s: State) -> bool:
    """Whether every family but the winner's has nobody left in play (MAR-36)."""
    for seat in range(s.seats):
        if seat != s.winner and in_play(s, seat) > 0:
            return False
    return True


@rule
def merit(s: State, seat: int) -> int:
    """What the ranks compare: order of finishing, Martians finished, sizes on the board (MAR-29, MAR-36)."""
    sizes = 0
    for number in range(s.family):
        if s.at[seat, number] >= 0:
            sizes += s.sizes[seat, number]
    ahead = SEATS + 1 - s.place[seat] if s.place[seat] > 0 else 0
    return (ahead * 100 + launched(s, seat)) * 100 + sizes


@rule
def score(s: State, out: Any) -> None:
    """Each seat's share of the others that it has beaten; a tie counts half."""
    for seat in range(s.seats):
        beaten = 0
        mine = merit(s, seat)
        for other in range(s.seats):
            if other != seat:
                theirs = merit(s, other)
                if mine > theirs:
                    beaten += 2
                elif mine == theirs:
                    beaten += 1
        out[seat] = beaten / (2 * (s.seats - 1))
