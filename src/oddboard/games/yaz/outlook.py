"""The Baton Races of Yaz: how the sides stand, from bulges still to break and the ways to them."""

from typing import Any

from oddboard.core.compiling import rule
from oddboard.core.curves import logistic
from oddboard.games.yaz.state import DRAWN, NOBODY, NOWHERE, RUNNERS, SEATS, State, Work, distance, is_held

BULGE_COST = 6.0  # steps that one more bulge is worth
NOT_TAKEN_COST = 4.0  # for a baton that lies, with nobody beside it
STOLEN_COST = 20.0
HELD_COST = 8.0  # for a carrier that is throttled
SHARPNESS = 0.12  # how much a step's lead is worth, on the logistic scale


@rule
def way_to_go(s: State, seat: int) -> float:
    """A rough count of the steps that a side still needs."""
    cost = 0.0
    place = int(s.baton_at[seat])
    if s.carrier[seat] != NOBODY:
        place = int(s.at[seat, s.carrier[seat]])
        if is_held(s, seat, int(s.carrier[seat])):
            cost += HELD_COST
    elif s.thief[seat] != NOBODY:
        place = int(s.at[1 - seat, s.thief[seat]])
        cost += STOLEN_COST
    else:
        nearest = 100
        for runner in range(RUNNERS):
            if s.at[seat, runner] != NOWHERE and place != NOWHERE and not is_held(s, seat, runner):
                nearest = min(nearest, distance(int(s.at[seat, runner]), place))
        cost += NOT_TAKEN_COST + 0.3 * min(nearest, 20)
    nearest = 100
    for number in range(s.bulges):
        if (s.standing[seat] >> number) & 1:
            cost += BULGE_COST
            if place != NOWHERE:
                nearest = min(nearest, distance(place, int(s.bulge[number])))
    return cost + 0.4 * nearest if nearest < 100 else cost


@rule
def outlook(s: State, w: Work, out: Any) -> None:
    """Each seat's chance to win, from the lead in steps."""
    if s.winner != NOBODY:
        for seat in range(SEATS):
            out[seat] = 0.5 if s.winner == DRAWN else (1.0 if s.winner == seat else 0.0)
        return
    lead = way_to_go(s, 1) - way_to_go(s, 0)
    if s.turn_number > 0:
        lead += 3.0 if s.turn == 0 else -3.0
    out[0] = logistic(SHARPNESS * lead)
    out[1] = 1.0 - out[0]
