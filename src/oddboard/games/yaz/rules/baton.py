"""The Baton Races of Yaz: the baton. Who takes it, what it breaks, how it is passed, put down and popped out.

YAZ-25 to YAZ-33, YAZ-40, YAZ-42 and YAZ-45.
"""

from oddboard.core.compiling import rule
from oddboard.games.yaz.rules.bars import (
    CLOSED_GROUND,
    GIVEN_ALREADY,
    GIVER_HELD,
    LAST_BULGE,
    NO_BATON,
    NO_RUNNER,
    NOT_BESIDE,
    NOT_FREE,
    NOT_IN_THIS_RACE,
    NOTHING,
    TAKER_HELD,
)
from oddboard.games.yaz.state import (
    NO_LAND,
    NOBODY,
    NOWHERE,
    RUNNERS,
    State,
    distance,
    is_free,
    is_held,
    is_open,
    passenger_of,
)


@rule
def breaks(s: State, seat: int, hexagon: int) -> int:
    """The bulge that a side's baton breaks on entering a hex, as a set of none or one."""
    for number in range(s.bulges):
        if s.bulge[number] == hexagon and (s.standing[seat] >> number) & 1:
            if s.first_and_last and s.start[seat] == hexagon and s.standing[seat] != 1 << number:
                return 0  # YAZ-45
            return 1 << number
    return 0


@rule
def would_finish(s: State, seat: int, runner: int, hexagon: int) -> bool:
    """Whether a runner that enters a hex has the baton then and breaks the last bulge (YAZ-25)."""
    if s.carrier[seat] != runner and s.baton_at[seat] != hexagon:
        return False
    return bool(s.standing[seat] != 0 and breaks(s, seat, hexagon) == s.standing[seat])


@rule
def unannounced(s: State) -> bool:
    """Whether the last bulge is barred in this turn (YAZ-33)."""
    return s.announce != 0 and s.announced == 0 and s.last_turn == 0


@rule
def bar_to_entering(s: State, seat: int, piece: int, hexagon: int) -> int:
    """What keeps a piece of the seat on turn, with its passenger, out of a hex: terrain or YAZ-33."""
    if not is_open(s, piece, hexagon):
        return CLOSED_GROUND
    if not unannounced(s):
        return NOTHING
    runner = piece
    if piece >= RUNNERS:
        runner = passenger_of(s, seat, piece)
        if runner == NOBODY or not is_open(s, runner, hexagon):
            return NOTHING
    return LAST_BULGE if would_finish(s, seat, runner, hexagon) else NOTHING


@rule
def may_enter(s: State, seat: int, piece: int, hexagon: int) -> bool:
    """Whether a piece of the seat on turn, with its passenger, may come into a hex."""
    return bar_to_entering(s, seat, piece, hexagon) == NOTHING


@rule
def enter(s: State, seat: int, piece: int, hexagon: int) -> None:
    """A piece comes into a hex, with its passenger: the baton there is taken, the bulge broken (YAZ-25 to YAZ-31)."""
    s.at[seat, piece] = hexagon
    runner = piece
    if piece >= RUNNERS:
        runner = passenger_of(s, seat, piece)
        if runner == NOBODY:
            return
        s.at[seat, runner] = hexagon
        if not is_open(s, runner, hexagon):
            return  # YAZ-39e
    if s.baton_at[seat] == hexagon:
        s.baton_at[seat] = NOWHERE
        s.carrier[seat] = runner
        s.taken[seat] = 1
    if s.carrier[seat] == runner:
        s.standing[seat] &= ~breaks(s, seat, hexagon)


@rule
def bar_to_passing(s: State, piece: int) -> int:
    """What keeps the carrier from passing the baton to a friend now (YAZ-20, YAZ-26, YAZ-29, YAZ-30)."""
    seat = int(s.turn)
    carrier = s.carrier[seat]
    if piece >= RUNNERS:
        return NO_RUNNER
    if carrier == NOBODY:
        return NO_BATON
    if is_held(s, seat, carrier):
        return GIVER_HELD
    if is_held(s, seat, piece):
        return TAKER_HELD
    if s.at[seat, piece] == NOWHERE or distance(s.at[seat, carrier], s.at[seat, piece]) != 1:
        return NOT_BESIDE
    return GIVEN_ALREADY if (s.given >> piece) & 1 else NOTHING


@rule
def bar_to_dropping(s: State, hexagon: int) -> int:
    """What keeps the carrier from putting the baton down in a hex now (YAZ-40)."""
    seat = int(s.turn)
    carrier = s.carrier[seat]
    if not s.dropping:
        return NOT_IN_THIS_RACE
    if carrier == NOBODY:
        return NO_BATON
    if is_held(s, seat, carrier):
        return GIVER_HELD
    if s.terrain[hexagon] == NO_LAND or distance(s.at[seat, carrier], hexagon) != 1:
        return NOT_BESIDE
    return NOTHING if is_free(s, hexagon) else NOT_FREE


@rule
def lose_baton(s: State, seat: int, luggant: int) -> None:
    """A Luggant that takes a passenger cannot keep the enemy's baton (YAZ-44)."""
    if s.thief[1 - seat] == luggant:
        s.pop_baton = 1 - seat


@rule
def put_baton(s: State, seat: int, hexagon: int) -> None:
    """A side's baton is popped out into a hex: a friend there that can has it at once (YAZ-42)."""
    s.pop_baton = NOBODY
    s.thief[seat] = NOBODY
    for piece in range(RUNNERS):
        if s.at[seat, piece] == hexagon and not is_held(s, seat, piece):
            s.carrier[seat] = piece
            return
    s.baton_at[seat] = hexagon
