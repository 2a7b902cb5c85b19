"""The Baton Races of Yaz: popping out (YAZ-21 to YAZ-25, YAZ-39d)."""

from oddboard.core.compiling import rule
from oddboard.games.yaz.rules.bars import CLOSED_GROUND, HAS_MOVED, LAST_BULGE, NOT_FREE, NOTHING, ROOM_BESIDE, TOO_FAR
from oddboard.games.yaz.rules.baton import bar_to_entering, enter, would_finish
from oddboard.games.yaz.rules.moves import begin
from oddboard.games.yaz.state import (
    BESIDE,
    NOBODY,
    PUSHED_ON,
    RING_OF_TWO,
    SIDES,
    WIDTH,
    State,
    distance,
    has_moved,
    is_free,
    is_open,
)

HOP = 2  # how far a piece pops out where there is no room beside it
POP_PLACES = SIDES + len(RING_OF_TWO[0])  # the most places for a piece that is popped out: beside it, and two away


@rule
def none_free_beside(s: State, piece: int, hexagon: int) -> bool:
    """Whether no hex beside one is both open to a piece and free: then it may pop out to two away (YAZ-21)."""
    for direction in range(SIDES):
        beside = BESIDE[hexagon, direction]
        if is_open(s, piece, beside) and is_free(s, beside):
            return False
    return True


@rule
def bar_to_popping(s: State, hexagon: int) -> int:
    """What keeps the piece to be popped out in its own side's turn from a hex (YAZ-21 to YAZ-23, YAZ-33)."""
    seat, piece = int(s.pop_seat), int(s.pop_piece)
    bar = bar_to_entering(s, seat, piece, hexagon)
    if bar == CLOSED_GROUND:
        return bar
    far = distance(s.at[seat, piece], hexagon)
    if far == 0 or far > HOP:
        return TOO_FAR
    if far == HOP and not none_free_beside(s, piece, int(s.at[seat, piece])):
        return ROOM_BESIDE
    if bar != NOTHING:
        return bar
    return HAS_MOVED if has_moved(s, piece) and not is_free(s, hexagon) else NOTHING


@rule
def may_pop(s: State, hexagon: int) -> bool:
    """Whether that piece may be put in a hex."""
    return bar_to_popping(s, hexagon) == NOTHING


@rule
def pop(s: State, hexagon: int) -> None:
    """A piece is popped out into a hex; onto somebody in its own turn, it is the moving piece (YAZ-22)."""
    seat, piece = int(s.pop_seat), int(s.pop_piece)
    s.pop_seat = NOBODY
    s.pop_piece = NOBODY
    onto = seat == s.turn and not is_free(s, hexagon)
    enter(s, seat, piece, hexagon)
    if onto:
        begin(s, piece)
        s.popped = PUSHED_ON


@rule
def bar_to_landing(s: State, hexagon: int) -> int:
    """What keeps a passenger that is popped out in the enemy's turn from a hex, near or far (YAZ-39d)."""
    seat, piece = int(s.pop_seat), int(s.pop_piece)
    if not is_open(s, piece, hexagon):
        return CLOSED_GROUND
    if not is_free(s, hexagon):
        return NOT_FREE
    return LAST_BULGE if would_finish(s, seat, piece, hexagon) else NOTHING


@rule
def may_land(s: State, hexagon: int) -> bool:
    """Whether that passenger could be put in a hex, were it among the nearest."""
    return bar_to_landing(s, hexagon) == NOTHING


@rule
def nearest_landing(s: State) -> int:
    """How far away the nearest hex is where that passenger could be put; 0 if there is none."""
    near = 0
    origin = int(s.at[s.pop_seat, s.pop_piece])
    for hexagon in range(s.rows * WIDTH):
        if may_land(s, hexagon):
            far = distance(origin, hexagon)
            if near == 0 or far < near:
                near = far
    return near


@rule
def pop_place(s: State, index: int) -> int:
    """Where a piece can at most be popped out to: the hexes beside it, then those two away."""
    origin = int(s.at[s.pop_seat, s.pop_piece])
    return int(BESIDE[origin, index]) if index < SIDES else int(RING_OF_TWO[origin, index - SIDES])
