"""The Baton Races of Yaz: the move of one Yazzite. How it begins, goes on from hex to hex, and stops.

YAZ-9 to YAZ-17, YAZ-22, YAZ-42 and YAZ-43. What is *open* here is what the situation as it stands allows; whether
everything that is then pending can still be completed is another matter (`pending`).
"""

from oddboard.core.compiling import rule
from oddboard.games.yaz.rules.bars import (
    FIRST_TURNS,
    FOE_THERE,
    FRIEND_HAS_MOVED,
    FRIEND_THERE,
    LANDED_ON_FRIEND,
    LOADED,
    MUST_STEP,
    NO_RESCUE,
)
from oddboard.games.yaz.rules.baton import enter
from oddboard.games.yaz.rules.luggants import alight, let_go, others_at, throttle, whom_to_throttle
from oddboard.games.yaz.state import (
    ALLOWANCE,
    FIRST_TURN,
    NOBODY,
    PIECES,
    PUSHED_ON,
    RUNNERS,
    State,
    has_moved,
    is_held,
    passenger_of,
    pieces_at,
)

REST, SHARE, THROTTLE, RESCUE = range(1, 5)  # how a piece may stop where it is


@rule
def able(s: State) -> int:
    """The set of pieces of the seat on turn that may step now (YAZ-9, YAZ-12, YAZ-15)."""
    if s.mover != NOBODY:
        return 1 << s.mover if s.left > 0 else 0
    if s.next != NOBODY:
        return 1 << s.next
    return int(s.team & ~s.moved & ~s.throttled[s.turn])


@rule
def can_step(s: State, piece: int) -> bool:
    """Whether a piece of the seat on turn may step now."""
    return (able(s) >> piece) & 1 != 0


@rule
def begin(s: State, piece: int) -> None:
    """A piece begins its move with its whole allowance."""
    s.mover = piece
    s.left = ALLOWANCE[piece]
    s.next = NOBODY


@rule
def end_move(s: State) -> None:
    """Nobody is moving any more."""
    s.mover = NOBODY
    s.left = 0
    s.mover_stepped = 0
    s.popped = 0
    s.must_step = 0


@rule
def step(s: State, piece: int, hexagon: int) -> None:
    """A piece begins or continues its move by one hex."""
    seat = int(s.turn)
    if s.mover == NOBODY:
        begin(s, piece)
    if piece >= RUNNERS:
        let_go(s, seat, piece)
    else:
        alight(s, seat, piece)
    s.left -= 1
    s.mover_stepped = 1
    s.popped = 0
    s.must_step = 0
    s.stepped |= 1 << piece
    s.given = 0
    enter(s, seat, piece, hexagon)


@rule
def friend_to_share_with(s: State, seat: int, friends: int) -> int:
    """The friend on whom a piece would stop, a Luggant rather than its passenger (YAZ-12); NOBODY if more."""
    for i in range(PIECES):
        friend = PIECES - 1 - i
        if (friends >> friend) & 1:
            passenger = passenger_of(s, seat, friend)
            rest = friends & ~(1 << friend)
            if rest != 0 and (passenger == NOBODY or rest != 1 << passenger):
                return NOBODY
            return friend
    return NOBODY


@rule
def way_to_stop(s: State) -> int:
    """How the moving piece may stop where it is (YAZ-11 to YAZ-17, YAZ-22, YAZ-42, YAZ-43).

    If it may not: what bars it, below 0.
    """
    seat, piece = int(s.turn), int(s.mover)
    hexagon = int(s.at[seat, piece])
    if s.must_step:
        return -MUST_STEP
    friends = others_at(s, seat, piece, hexagon)
    foes = pieces_at(s, 1 - seat, hexagon)
    if foes == 0:
        if friends == 0:
            return REST
        if s.popped:
            return -LANDED_ON_FRIEND
        friend = friend_to_share_with(s, seat, friends)
        return -FRIEND_HAS_MOVED if friend == NOBODY or has_moved(s, friend) else SHARE
    if piece >= RUNNERS:
        if s.turn_number == FIRST_TURN:
            return -FIRST_TURNS
        if s.cargo[seat, piece - RUNNERS] != NOBODY:
            return -LOADED
        for friend in range(PIECES):
            if (friends >> friend) & 1 and not is_held(s, seat, friend):
                return -FRIEND_THERE
        return THROTTLE
    thief = s.thief[seat]
    if thief == NOBODY or (foes >> thief) & 1 == 0:
        return -FOE_THERE
    barred = s.popped or friends != 0 or s.holds[1 - seat, thief - RUNNERS] != NOBODY
    return -NO_RESCUE if barred else RESCUE


@rule
def stop(s: State, way: int) -> None:
    """The moving piece stops where it is, in a way that it may."""
    seat, piece = int(s.turn), int(s.mover)
    hexagon = int(s.at[seat, piece])
    if s.popped != PUSHED_ON:
        s.moved |= 1 << piece  # else it has only been popped out onto its victim (YAZ-22)
    end_move(s)
    if way == SHARE:
        s.next = friend_to_share_with(s, seat, others_at(s, seat, piece, hexagon))
    elif way == THROTTLE:
        throttle(s, seat, piece, whom_to_throttle(s, seat, pieces_at(s, 1 - seat, hexagon)))
    elif way == RESCUE:
        thief = s.thief[seat]
        s.pop_baton = seat
        s.holds[1 - seat, thief - RUNNERS] = piece
        s.throttled[seat] |= 1 << piece
