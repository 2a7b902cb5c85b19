"""The Baton Races of Yaz: Luggants that take the enemy's baton (YAZ-41, YAZ-44)."""

from oddboard.core.compiling import rule
from oddboard.games.yaz.rules.bars import (
    CLOSED_GROUND,
    MUST_STEP,
    NEVER_TAKEN,
    NO_LUGGANT,
    NOT_ALONE,
    NOT_IN_THIS_RACE,
    NOT_LYING,
    NOTHING,
)
from oddboard.games.yaz.rules.luggants import alight, others_at
from oddboard.games.yaz.rules.lugging import luggant_for
from oddboard.games.yaz.rules.moves import begin
from oddboard.games.yaz.state import BEGUN, NOBODY, NOWHERE, State, is_open, passenger_of, pieces_at


@rule
def bar_to_grabbing(s: State) -> int:
    """What keeps a Luggant from taking the enemy's baton in its hex now (YAZ-41, YAZ-44)."""
    seat = int(s.turn)
    hexagon = int(s.baton_at[1 - seat])
    if not s.dropping:
        return NOT_IN_THIS_RACE
    if hexagon == NOWHERE:
        return NOT_LYING
    if not s.taken[1 - seat]:
        return NEVER_TAKEN
    if s.must_step:
        return MUST_STEP
    luggant = luggant_for(s, seat, hexagon, NOBODY)
    if luggant == NOBODY:
        return NO_LUGGANT
    passenger = passenger_of(s, seat, luggant)
    if passenger == NOBODY:
        return NOTHING
    if others_at(s, seat, luggant, hexagon) != 0 or pieces_at(s, 1 - seat, hexagon) != 0:
        return NOT_ALONE
    goes_on = s.mover == NOBODY or s.left > 0
    return CLOSED_GROUND if goes_on and not is_open(s, passenger, hexagon) else NOTHING


@rule
def grabber(s: State) -> int:
    """The Luggant that may take the enemy's baton in its hex now, or NOBODY."""
    if bar_to_grabbing(s) != NOTHING:
        return NOBODY
    return luggant_for(s, int(s.turn), int(s.baton_at[1 - s.turn]), NOBODY)


@rule
def take_enemy_baton(s: State, luggant: int) -> None:
    """A Luggant has the enemy's baton; with movement left it sets its passenger down and must step on (YAZ-44)."""
    seat = int(s.turn)
    if s.mover == NOBODY:
        begin(s, luggant)
    if s.popped:
        s.popped = BEGUN
    s.thief[1 - seat] = luggant
    s.baton_at[1 - seat] = NOWHERE
    passenger = passenger_of(s, seat, luggant)
    if passenger != NOBODY and s.left > 0:
        alight(s, seat, passenger)
        s.must_step = 1
