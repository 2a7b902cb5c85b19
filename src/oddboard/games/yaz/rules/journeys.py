"""The Baton Races of Yaz: where a Yazzite could go in one move, and what would come of it, found by going there."""

from oddboard.core.compiling import rule
from oddboard.games.yaz.codes import STEP, TO_STOP, packed
from oddboard.games.yaz.rules.acts import act, settle
from oddboard.games.yaz.rules.bars import NOTHING
from oddboard.games.yaz.rules.legal import is_legal
from oddboard.games.yaz.rules.luggants import others_at, whom_to_throttle
from oddboard.games.yaz.rules.lugging import luggant_to_board
from oddboard.games.yaz.rules.moves import RESCUE, REST, SHARE, THROTTLE, friend_to_share_with, way_to_stop
from oddboard.games.yaz.rules.pending import restore, save
from oddboard.games.yaz.rules.reach import spread
from oddboard.games.yaz.state import ALLOWANCE, KEPT_TRIAL, NOBODY, NOWHERE, State, Work, pieces_at, size_of

# What comes of a journey, besides the ways to stop at its end: it cannot stop there; it is barred on the way; it breaks
# the last bulge; it cannot stop, but climb onto the Luggant there.
NO_STOP, BARRED, FINISH, ABOARD = range(RESCUE + 1, RESCUE + 5)


@rule
def find_journeys(s: State, w: Work, piece: int, most: int) -> int:
    """Go every shortest way of at most so many steps that the ground leaves a piece which may move; how many ends.

    By the order of w.queue, from 1 on (0 is where the piece stands): w.comes says how it could stop there, w.meets
    whom it would stop on, w.bars what keeps it from stopping, w.broken how many bulges it breaks, w.takes whether it
    takes the baton.
    """
    seat = int(s.turn)
    left = int(s.left) if s.mover == piece else int(ALLOWANCE[piece])
    count = spread(s, w, piece, int(s.at[seat, piece]), min(left, most), w.far)
    standing, lies = size_of(s.standing[seat]), s.baton_at[seat]
    save(s, w, KEPT_TRIAL)
    for end in range(1, count):
        w.meets[end] = NOBODY
        w.comes[end] = go(s, w, piece, end)
        w.broken[end] = standing - size_of(s.standing[seat])
        w.takes[end] = lies != NOWHERE and s.baton_at[seat] == NOWHERE
        restore(s, w, KEPT_TRIAL)
    return count


@rule
def go(s: State, w: Work, piece: int, end: int) -> int:
    """Go the way to one of the ends; what comes of it."""
    hexagon = int(w.queue[end])
    steps = int(w.far[hexagon])
    for i in range(steps):
        w.route[steps - 1 - i] = hexagon
        hexagon = int(w.came[hexagon])
    for i in range(steps):
        code = packed(STEP, piece, int(w.route[i]))
        if not is_legal(s, w, code):
            return BARRED
        act(s, w, code)
        if s.standing[s.turn] == 0:
            return FINISH if i == steps - 1 else BARRED
        if i < steps - 1:
            settle(s)
    return stop_there(s, w, end)


@rule
def stop_there(s: State, w: Work, end: int) -> int:
    """How the moving piece could stop where it has come to, and on whom."""
    seat, piece = int(s.turn), int(s.mover)
    hexagon = int(s.at[seat, piece])
    way = way_to_stop(s)
    w.bars[end] = -way if way < REST else NOTHING
    if way < REST or not is_legal(s, w, TO_STOP):
        luggant = luggant_to_board(s)
        w.meets[end] = luggant
        return NO_STOP if luggant == NOBODY else ABOARD
    if way == SHARE:
        w.meets[end] = friend_to_share_with(s, seat, others_at(s, seat, piece, hexagon))
    elif way == THROTTLE:
        w.meets[end] = whom_to_throttle(s, seat, pieces_at(s, 1 - seat, hexagon))
    return way
