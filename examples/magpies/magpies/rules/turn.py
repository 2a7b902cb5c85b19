"""Magpies: the course of a turn, and what may be decided in it."""

from typing import Any

from magpies import state
from magpies.codes import BACK, CLOCKWISE, FIRST_HIDE, FIRST_ROLL
from magpies.state import State
from oddboard.core.compiling import rule
from oddboard.core.ruleset import CHANCE, OVER


@rule
def setup(s: State, players: int, round_limit: int) -> None:
    """Magpies on their nests, no egg laid (MAG-2)."""
    s.seats = players
    s.round_limit = round_limit
    for seat in range(state.SEATS):
        s.egg[seat] = state.NOWHERE
        if seat < players:
            s.at[seat] = state.STARTS[seat]


@rule
def to_move(s: State) -> int:
    """The seat to decide, CHANCE or OVER."""
    if s.phase == state.ENDED:
        return OVER
    return CHANCE if s.phase == state.ROLLING else int(s.turn)


@rule
def legal(s: State, w: Any) -> int:
    """Write the legal decisions to the scratch record; how many."""
    if s.phase == state.HIDING:
        count = 0
        for nest in range(state.NESTS):
            if nest != s.at[s.turn]:  # MAG-3
                w.code[count] = FIRST_HIDE + nest
                count += 1
        return count
    if s.phase == state.ROLLING:
        for face in range(state.FACES):
            w.code[face] = FIRST_ROLL + face
            w.weight[face] = 1
        return state.FACES
    if s.phase == state.FLYING:
        w.code[0] = CLOCKWISE
        w.code[1] = BACK
        return 2
    return 0


@rule
def play(s: State, w: Any, code: int) -> None:
    """Carry out a decision."""
    if s.phase == state.HIDING:
        s.egg[s.turn] = code - FIRST_HIDE
        s.turn += 1
        if s.turn == s.seats:
            s.turn = 0
            s.rounds = 1
            s.phase = state.ROLLING
    elif s.phase == state.ROLLING:
        s.die = code - FIRST_ROLL + 1
        s.phase = state.FLYING
    else:
        land(s, flown(s, code, s.die))


@rule
def flown(s: State, code: int, steps: int) -> int:
    """Where the magpie of the seat to move is after so many steps (MAG-5)."""
    way = steps if code == CLOCKWISE else state.NESTS - steps
    return (s.at[s.turn] + way) % state.NESTS  # type: ignore[no-any-return]


@rule
def land(s: State, nest: int) -> None:
    """Search a nest: whoever's egg is there is found, except one's own (MAG-6)."""
    s.at[s.turn] = nest
    s.die = 0
    left = 0
    for seat in range(s.seats):
        if seat != s.turn and s.egg[seat] == nest:
            s.egg[seat] = state.FOUND
            s.searched[seat] = 0
            s.points[s.turn] += state.FOUND_POINTS
        elif seat != s.turn and s.egg[seat] != state.FOUND:
            s.searched[seat] |= 1 << nest
        left += s.egg[seat] != state.FOUND
    s.turn += 1
    if s.turn == s.seats:
        s.turn = 0
        s.rounds += 1
    s.phase = state.ROLLING
    if left <= 1 or s.rounds > s.round_limit:  # MAG-7
        s.phase = state.ENDED
