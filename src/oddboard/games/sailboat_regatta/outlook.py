"""Sailboat Regatta: how the fleets stand: the ranks (REG-17), and an estimate of them from the ways still to go."""

from typing import Any

from oddboard.core.compiling import rule
from oddboard.games.sailboat_regatta.state import ENDED, State, Work

STEPS_A_TURN = 9.0  # four dice, one step with the wind each and some forward, not all the right way
BLANKETED = 4.0  # steps that a boat without wind is likely to lose
HALF_SURE = 3.0  # turns of a lead that make it three to one


@rule
def merit(s: State, seat: int) -> int:
    """What the ranks compare: boats finished, then the ways to go (REG-17)."""
    finished = 0
    ways = 0
    for boat in range(seat * s.fleet, (seat + 1) * s.fleet):
        finished += (s.finished >> boat) & 1
        ways += s.to_go[boat]
    return (finished << 48) - ways


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


@rule
def burden(s: State, seat: int) -> float:
    """The steps that a fleet has before it."""
    steps = 0.0
    first = seat * s.fleet
    for boat in range(first, first + s.fleet):
        if (s.finished >> boat) & 1:
            continue
        steps += s.to_go[boat]
        if s.at[boat] >= 0 and not (s.free >> boat) & 1:
            steps += BLANKETED
    return steps


@rule
def outlook(s: State, w: Work, out: Any) -> None:
    """Each seat's expected share of the others, from the turns between them."""
    if s.phase == ENDED:
        score(s, out)
        return
    for seat in range(s.seats):
        mine = burden(s, seat)
        share = 0.0
        for other in range(s.seats):
            if other == seat:
                continue
            lead = (burden(s, other) - mine) / STEPS_A_TURN
            if seat == s.turn:
                lead += 0.5
            elif other == s.turn:
                lead -= 0.5
            share += 0.5 + 0.5 * lead / (HALF_SURE + abs(lead))  # no exp: the same bits on every machine
        out[seat] = share / (s.seats - 1)
