"""The Baton Races of Yaz: Luggants with passengers: boarding, picking up and setting down (YAZ-39a to YAZ-39e)."""

from oddboard.core.compiling import rule
from oddboard.games.yaz.rules.baton import lose_baton
from oddboard.games.yaz.rules.luggants import alight, others_at
from oddboard.games.yaz.rules.moves import begin, can_begin, end_move
from oddboard.games.yaz.state import NOBODY, NOWHERE, PIECES, RUNNERS, State, is_held, is_open, passenger_of, pieces_at


@rule
def luggant_to_board(s: State) -> int:
    """The Luggant that the moving runner may board where it is, or NOBODY (YAZ-39b)."""
    seat, piece = int(s.turn), int(s.mover)
    if not s.lugging or piece == NOBODY or piece >= RUNNERS or not s.mover_stepped:
        return NOBODY
    hexagon = int(s.at[seat, piece])
    friends = others_at(s, seat, piece, hexagon)
    for luggant in range(RUNNERS, PIECES):
        if friends == 1 << luggant:
            return luggant if pieces_at(s, 1 - seat, hexagon) == 0 else NOBODY
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
        if s.at[seat, luggant] == hexagon and can_begin(s, luggant) and not carries:
            return luggant
    return NOBODY


@rule
def may_pick(s: State, piece: int) -> bool:
    """Whether a Luggant may pick up a friend in its hex now (YAZ-39a to YAZ-39c)."""
    seat = int(s.turn)
    if not s.lugging or piece >= RUNNERS or s.at[seat, piece] == NOWHERE or is_held(s, seat, piece) or s.must_step:
        return False
    luggant = luggant_for(s, seat, int(s.at[seat, piece]), piece)
    if luggant == NOBODY or s.cargo[seat, luggant - RUNNERS] != NOBODY or s.holds[seat, luggant - RUNNERS] != NOBODY:
        return False
    return s.mover == NOBODY or s.left > 0


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
def may_set_down(s: State) -> bool:
    """Whether the moving Luggant may leave its passenger in the hex it is in (YAZ-39c)."""
    seat, piece = int(s.turn), int(s.mover)
    if not s.lugging or piece < RUNNERS or s.left == 0 or s.must_step:
        return False
    passenger = passenger_of(s, seat, piece)
    if passenger == NOBODY:
        return False
    hexagon = int(s.at[seat, piece])
    if not is_open(s, passenger, hexagon) or pieces_at(s, 1 - seat, hexagon) != 0:
        return False
    return others_at(s, seat, piece, hexagon) == 0


@rule
def set_down(s: State) -> None:
    """The moving Luggant leaves its passenger, and must step on."""
    seat = int(s.turn)
    alight(s, seat, passenger_of(s, seat, int(s.mover)))
    s.must_step = 1
