"""The Baton Races of Yaz: how well a side's Yazzites are placed, before anybody knows where the batons go (YAZ-7).

What matters was learned from races after many settings, and weights were chosen by contests (docs/decisions/0015).
"""

from oddboard.core.compiling import rule
from oddboard.games.yaz.state import (
    KIND,
    NOWHERE,
    PIECES,
    RUNNERS,
    TURNS_A_HEX,
    State,
    Work,
    distance,
)

NEAREST = 0.3  # for each turn that the nearest runner needs to a bulge
SECOND = 0.1  # for each turn that the next one needs
WORST = 0.3  # for each turn to the bulge that is farthest from all: there the other side puts the baton
FARTHEST = 3.0  # turns, beyond which it makes no difference
A_HEX_FROM_BULGES = 0.2  # for each hex between a Luggant and the bulge nearest to it
FAR = 6  # hexes, beyond which it makes no difference
A_QUARTER = 8.0  # the lead with which three races of four would be won


@rule
def runners_cost(s: State, w: Work, seat: int) -> float:
    """What a side's runners lack; `know_ways` has been called."""
    cost = 0.0
    worst = 0.0
    for number in range(s.bulges):
        nearest = second = FARTHEST
        for runner in range(RUNNERS):
            at = int(s.at[seat, runner])
            if at == NOWHERE:
                continue
            turns = TURNS_A_HEX[runner] * w.way[number, KIND[runner], at]
            if turns < nearest:
                second = nearest
                nearest = turns
            else:
                second = min(second, turns)
        cost += NEAREST * nearest + SECOND * second
        worst = max(worst, nearest)
    return cost + WORST * worst


@rule
def luggants_cost(s: State, seat: int) -> float:
    """What a side's Luggants lack: each had better stand beside a bulge. One that is not placed yet lacks nothing.

    So they are placed last, when it is known where the others are.
    """
    hexes = 0
    for luggant in range(RUNNERS, PIECES):
        at = int(s.at[seat, luggant])
        if at != NOWHERE:
            nearest = FAR
            for number in range(s.bulges):
                nearest = min(nearest, distance(at, int(s.bulge[number])))
            hexes += nearest
    return A_HEX_FROM_BULGES * hexes


@rule
def placing_hope(s: State, w: Work) -> float:
    """What seat 0 may hope for by how both sides are placed so far."""
    lead = runners_cost(s, w, 1) + luggants_cost(s, 1) - runners_cost(s, w, 0) - luggants_cost(s, 0)
    return 0.5 + 0.5 * lead / (A_QUARTER + abs(lead))
