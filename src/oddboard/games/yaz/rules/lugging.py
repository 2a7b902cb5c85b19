"""The Baton Races of Yaz: Luggants with passengers: boarding, picking up and setting down (YAZ-39a to YAZ-39e)."""

from oddboard.core.compiling import rule
from oddboard.games.yaz.rules.bars import (
    CARRYING,
    CLOSED_GROUND,
    ELSEWHERE,
    HELD,
    MUST_STEP,
    NO_LUGGANT,
    NO_MOVEMENT,
    NO_PASSENGER,
    NO_RUNNER,
    NO_STEP_YET,
    NOT_ALONE,
    NOT_IN_THIS_RACE,
    NOTHING,
    THROTTLING,
)
from oddboard.games.yaz.rules.baton import lose_baton
from oddboard.games.yaz.rules.luggants import alight, others_at
from oddboard.games.yaz.rules.moves import begin, can_step, end_move
from oddboard.games.yaz.state import NOBODY, NOWHERE, PIECES, RUNNERS, State, is_held, is_open, passenger_of, pieces_at


@rule
def bar_to_boarding(s: State, luggant: int) -> int:
    """What keeps the moving piece from boarding a Luggant now (YAZ-39b)."""
    seat, piece = int(s.turn), int(s.mover)
    if not s.lugging:
        return NOT_IN_THIS_RACE
    if piece == NOBODY or piece >= RUNNERS:
        return NO_RUNNER
    if not s.mover_stepped:
        return NO_STEP_YET
    hexagon = int(s.at[seat, piece])
    if s.at[seat, luggant] != hexagon:
        return ELSEWHERE
    alone = others_at(s, seat, piece, hexagon) == 1 << luggant and pieces_at(s, 1 - seat, hexagon) == 0
    return NOTHING if alone else NOT_ALONE


@rule
def luggant_to_board(s: State) -> int:
    """The Luggant that the moving runner may board where it is, or NOBODY."""
    if s.lugging:
        for luggant in range(RUNNERS, PIECES):
            if bar_to_boarding(s, luggant) == NOTHING:
                return luggant
    return NOBODY


@rule
def board(s: State, luggant: int) -> None:
    """The moving runner boards a Luggant; what is left of its move is lost."""
    seat, piece = int(s.turn), int(s.mover)
    s.moved |= 1 << piece
    end_move(s)
    s.cargo[seat, luggant - RUNNERS] = piece
    lose_baton(s, seat, luggant)


@rule
def luggant_for(s: State, seat: int, hexagon: int, passenger: int) -> int:
    """The Luggant that would act in a hex: the moving one, or one that may begin its move there; or NOBODY."""
    if s.mover != NOBODY:
        return int(s.mover) if s.mover >= RUNNERS and s.at[seat, s.mover] == hexagon else NOBODY
    for luggant in range(RUNNERS, PIECES):
        carries = passenger != NOBODY and s.cargo[seat, luggant - RUNNERS] == passenger
        if s.at[seat, luggant] == hexagon and can_step(s, luggant) and not carries:
            return luggant
    return NOBODY


@rule
def bar_to_picking(s: State, piece: int) -> int:
    """What keeps a Luggant from picking up a friend in its hex now (YAZ-39a to YAZ-39c)."""
    seat = int(s.turn)
    if not s.lugging:
        return NOT_IN_THIS_RACE
    if piece >= RUNNERS:
        return NO_RUNNER
    if s.must_step:
        return MUST_STEP
    if is_held(s, seat, piece):
        return HELD
    luggant = NOBODY
    if s.at[seat, piece] != NOWHERE:
        luggant = luggant_for(s, seat, int(s.at[seat, piece]), piece)
    if luggant == NOBODY:
        return NO_LUGGANT
    if s.cargo[seat, luggant - RUNNERS] != NOBODY:
        return CARRYING
    if s.holds[seat, luggant - RUNNERS] != NOBODY:
        return THROTTLING
    return NOTHING if s.mover == NOBODY or s.left > 0 else NO_MOVEMENT


@rule
def pick_up(s: State, piece: int) -> None:
    """A Luggant takes a friend aboard, off another Luggant too, and must step on."""
    seat = int(s.turn)
    luggant = luggant_for(s, seat, int(s.at[seat, piece]), piece)
    if s.mover == NOBODY:
        begin(s, luggant)
    alight(s, seat, piece)
    s.cargo[seat, luggant - RUNNERS] = piece
    s.must_step = 1
    lose_baton(s, seat, luggant)


@rule
def bar_to_setting_down(s: State) -> int:
    """What keeps the moving Luggant from leaving its passenger in the hex it is in (YAZ-39c)."""
    seat, piece = int(s.turn), int(s.mover)
    if not s.lugging:
        return NOT_IN_THIS_RACE
    passenger = passenger_of(s, seat, piece)
    if passenger == NOBODY:
        return NO_PASSENGER
    if s.must_step:
        return MUST_STEP
    if s.left == 0:
        return NO_MOVEMENT
    hexagon = int(s.at[seat, piece])
    if not is_open(s, passenger, hexagon):
        return CLOSED_GROUND
    alone = others_at(s, seat, piece, hexagon) == 0 and pieces_at(s, 1 - seat, hexagon) == 0
    return NOTHING if alone else NOT_ALONE


@rule
def set_down(s: State) -> None:
    """The moving Luggant leaves its passenger, and must step on."""
    seat = int(s.turn)
    alight(s, seat, passenger_of(s, seat, int(s.mover)))
    s.must_step = 1
