"""The Baton Races of Yaz: an act of a turn carried out, with what follows of itself."""

from oddboard.core.compiling import rule
from oddboard.games.yaz.codes import (
    BOARD,
    DROP,
    GRAB,
    PASS,
    PICK,
    POP,
    POP_BATON,
    SET_DOWN,
    STEP,
    STOP,
    hex_of,
    what_of,
    whose_of,
)
from oddboard.games.yaz.rules.baton import put_baton
from oddboard.games.yaz.rules.lugging import board, luggant_to_board, pick_up, set_down
from oddboard.games.yaz.rules.moves import REST, step, stop, way_to_stop
from oddboard.games.yaz.rules.pending import completable, restore, save
from oddboard.games.yaz.rules.popping import pop
from oddboard.games.yaz.rules.stealing import grabber, take_enemy_baton
from oddboard.games.yaz.state import KEPT_TOO, NOBODY, RUNNERS, State, Work, has_moved, passenger_of


@rule
def part_from_passenger(s: State, w: Work, luggant: int) -> None:
    """A loaded Luggant took a baton with no movement left: its passenger must go, or the baton does (YAZ-44)."""
    seat = int(s.turn)
    passenger = passenger_of(s, seat, luggant)
    if not has_moved(s, passenger):
        save(s, w, KEPT_TOO)
        s.cargo[seat, luggant - RUNNERS] = NOBODY
        stop(s, REST)
        s.next = passenger
        if completable(s, w):
            return
        restore(s, w, KEPT_TOO)
    s.pop_baton = 1 - seat


@rule
def act(s: State, w: Work, code: int) -> None:
    """Carry out an open decision of a turn, without what follows of itself."""
    seat = int(s.turn)
    what = what_of(code)
    if what == STEP:
        step(s, whose_of(code), hex_of(code))
    elif what == POP:
        pop(s, hex_of(code))
    elif what == DROP:
        s.carrier[seat] = NOBODY
        s.baton_at[seat] = hex_of(code)
    elif what == POP_BATON:
        put_baton(s, int(s.pop_baton), hex_of(code))
    elif what == PASS:
        s.carrier[seat] = whose_of(code)
        s.given |= 1 << whose_of(code)
    elif what == PICK:
        pick_up(s, whose_of(code))
    elif what == BOARD:
        board(s, whose_of(code))
    elif what == STOP:
        stop(s, way_to_stop(s))
    elif what == SET_DOWN:
        set_down(s)
    elif what == GRAB:
        luggant = grabber(s)
        take_enemy_baton(s, luggant)
        if passenger_of(s, seat, luggant) != NOBODY:
            part_from_passenger(s, w, luggant)


@rule
def settle(s: State) -> None:
    """A mover whose allowance is spent stops of itself, unless it could board or take a baton.

    With nothing left to move, taking a baton is always possible where it is open.
    """
    if s.mover == NOBODY or s.left > 0 or s.pop_baton != NOBODY:
        return
    if luggant_to_board(s) == NOBODY and grabber(s) == NOBODY:
        stop(s, way_to_stop(s))
