"""The Baton Races of Yaz: whether everything pending can still be completed.

A decision is legal only if the move under way, a piece that must move next and whatever waits to be popped out
can be completed by steps, stops, boarding and popping alone. The search carries acts out on the state itself and
takes them back. That a step or pop breaks the last bulge changes nothing here.
"""

from typing import Any

import numpy as np

from oddboard.core.bits import NONE, bit, has
from oddboard.core.compiling import rule
from oddboard.games.yaz.rules.baton import may_enter, put_baton, unannounced
from oddboard.games.yaz.rules.luggants import others_at, whom_to_throttle
from oddboard.games.yaz.rules.lugging import board, luggant_to_board
from oddboard.games.yaz.rules.moves import REST, SHARE, THROTTLE, friend_to_share_with, step, stop, way_to_stop
from oddboard.games.yaz.rules.popping import POP_PLACES, may_pop, nearest_landing, pop, pop_place
from oddboard.games.yaz.state import (
    ALLOWANCE,
    BESIDE,
    DEPTHS,
    LUGGANTS,
    NO_LAND,
    NOBODY,
    PIECES,
    RUNNERS,
    SEATS,
    SEEN,
    SIDES,
    WORD,
    State,
    Work,
    is_free,
    pieces_at,
    size_of,
)

NO, YES, PERHAPS = range(3)  # PERHAPS: if everything pending can still be completed


@rule
def save(s: State, w: Work, depth: int) -> None:
    """Keep the situation before an act."""
    for seat in range(SEATS):
        for piece in range(PIECES):
            w.at[depth, seat, piece] = s.at[seat, piece]
        for luggant in range(LUGGANTS):
            w.holds[depth, seat, luggant] = s.holds[seat, luggant]
            w.cargo[depth, seat, luggant] = s.cargo[seat, luggant]
        w.side[depth, seat, 0] = s.baton_at[seat]
        w.side[depth, seat, 1] = s.carrier[seat]
        w.side[depth, seat, 2] = s.thief[seat]
        w.side[depth, seat, 3] = s.taken[seat]
        w.side[depth, seat, 4] = s.standing[seat]
        w.side[depth, seat, 5] = s.throttled[seat]
    w.turn[depth, 0] = s.moved
    w.turn[depth, 1] = s.stepped
    w.turn[depth, 2] = s.given
    w.turn[depth, 3] = s.mover
    w.turn[depth, 4] = s.left
    w.turn[depth, 5] = s.mover_stepped
    w.turn[depth, 6] = s.popped
    w.turn[depth, 7] = s.must_step
    w.turn[depth, 8] = s.next
    w.turn[depth, 9] = s.pop_baton
    w.turn[depth, 10] = s.pop_seat
    w.turn[depth, 11] = s.pop_piece


@rule
def restore(s: State, w: Work, depth: int) -> None:
    """Take back everything since the situation was kept."""
    for seat in range(SEATS):
        for piece in range(PIECES):
            s.at[seat, piece] = w.at[depth, seat, piece]
        for luggant in range(LUGGANTS):
            s.holds[seat, luggant] = w.holds[depth, seat, luggant]
            s.cargo[seat, luggant] = w.cargo[depth, seat, luggant]
        s.baton_at[seat] = w.side[depth, seat, 0]
        s.carrier[seat] = w.side[depth, seat, 1]
        s.thief[seat] = w.side[depth, seat, 2]
        s.taken[seat] = w.side[depth, seat, 3]
        s.standing[seat] = w.side[depth, seat, 4]
        s.throttled[seat] = w.side[depth, seat, 5]
    s.moved = w.turn[depth, 0]
    s.stepped = w.turn[depth, 1]
    s.given = w.turn[depth, 2]
    s.mover = w.turn[depth, 3]
    s.left = w.turn[depth, 4]
    s.mover_stepped = w.turn[depth, 5]
    s.popped = w.turn[depth, 6]
    s.must_step = w.turn[depth, 7]
    s.next = w.turn[depth, 8]
    s.pop_baton = w.turn[depth, 9]
    s.pop_seat = w.turn[depth, 10]
    s.pop_piece = w.turn[depth, 11]


@rule
def nothing_pending(s: State) -> bool:
    """Whether nobody is moving, must move next or waits to be popped out."""
    return s.mover == NOBODY and s.next == NOBODY and s.pop_baton == NOBODY and s.pop_piece == NOBODY


STOPPING, BOARDING, STEPPING = range(3)  # acts that may be next; the last is the first of those towards each side
ACTS = STEPPING + SIDES
FEW = 4  # with more bulges standing than this, no move can come to the last of them


@rule
def attempt(s: State, act: int) -> bool:
    """Carry out one of the acts that may be next, if it is open; a baton is popped before a piece."""
    seat = int(s.turn)
    if s.pop_baton != NOBODY:
        if act >= SIDES:
            return False
        owner = int(s.pop_baton)
        hexagon = int(BESIDE[s.at[1 - owner, s.thief[owner]], act])
        if s.terrain[hexagon] == NO_LAND:
            return False
        put_baton(s, owner, hexagon)
        return True
    if s.pop_piece != NOBODY:
        if s.pop_seat != seat:
            # A passenger of the enemy's: where it lands matters to nothing else that is pending.
            if act > 0 or nearest_landing(s) == 0:
                return False
            s.pop_seat = NOBODY
            s.pop_piece = NOBODY
            return True
        hexagon = pop_place(s, act)
        if not may_pop(s, hexagon):
            return False
        pop(s, hexagon)
        return True
    if act >= ACTS:
        return False
    if act >= STEPPING:
        piece = int(s.mover) if s.mover != NOBODY else int(s.next)
        hexagon = int(BESIDE[s.at[seat, piece], act - STEPPING])
        if (s.mover != NOBODY and s.left == 0) or not may_enter(s, seat, piece, hexagon):
            return False
        step(s, piece, hexagon)
        return True
    if s.mover == NOBODY:
        return False
    if act == STOPPING:
        way = way_to_stop(s)
        if way < REST:
            return False
        stop(s, way)
        return True
    luggant = luggant_to_board(s)
    if luggant == NOBODY:
        return False
    board(s, luggant)
    return True


@rule
def mixed(key: Any, value: int) -> Any:
    """A hash with one more number in it."""
    key = (key ^ np.uint64(value + 1000)) * np.uint64(0x9E3779B97F4A7C15)
    return key ^ (key >> np.uint64(29))


@rule
def situation(s: State) -> Any:
    """A hash of what decides whether a search has been here.

    In a chain of pieces that stop on one another the same hexes stay occupied whoever goes where, so it does not
    matter which of them have moved: from wherever a piece can go on that has already been tried, everything it
    leads to has been tried. Only a baton that lies about, and boarding, make a difference.
    """
    seat = int(s.turn)
    key = mixed(np.uint64(1), s.mover)
    key = mixed(key, s.next)
    piece = s.mover if s.mover != NOBODY else s.next
    if piece != NOBODY:
        key = mixed(key, s.at[seat, piece])
    key = mixed(key, s.left * 8 + s.mover_stepped * 4 + s.popped)
    key = mixed(key, s.must_step)
    key = mixed(key, s.pop_baton * 64 + s.pop_seat * 32 + s.pop_piece)
    key = mixed(key, s.baton_at[seat])
    key = mixed(key, s.carrier[seat])
    key = mixed(key, s.standing[seat])
    for luggant in range(LUGGANTS):
        key = mixed(key, s.holds[seat, luggant] * 32 + s.holds[1 - seat, luggant])
    if s.lugging or (s.carrier[seat] == NOBODY and unannounced(s) and size_of(s.standing[seat]) <= FEW):
        key = mixed(key, s.moved)
        for friend in range(PIECES):
            key = mixed(key, s.at[seat, friend])
    return key


@rule
def seen_before(s: State, w: Work) -> bool:
    """Whether the search has been in this situation; it is remembered while there is room."""
    key = situation(s)
    index = int(np.int64(key >> np.uint64(40))) & (SEEN - 1)
    for _ in range(16):
        if not has(w.filled[index // WORD], index % WORD):
            w.filled[index // WORD] |= bit(index % WORD)
            w.seen[index] = key
            return False
        if w.seen[index] == key:
            return True
        index = (index + 1) & (SEEN - 1)
    return False


@rule
def free_beside(s: State, piece: int, hexagon: int) -> bool:
    """Whether a piece of the seat on turn may go on from a hex to a free one beside it."""
    for direction in range(SIDES):
        beside = int(BESIDE[hexagon, direction])
        if may_enter(s, int(s.turn), piece, beside) and is_free(s, beside):
            return True
    return False


@rule
def leaves_nothing(s: State, way: int) -> bool:
    """Whether nothing is pending once the mover has stopped so."""
    if way != THROTTLE:
        return way == REST
    seat = int(s.turn)
    victim = whom_to_throttle(s, seat, pieces_at(s, 1 - seat, int(s.at[seat, s.mover])))
    if victim == s.thief[seat]:
        return False
    if victim < RUNNERS:
        return True
    return bool(s.holds[1 - seat, victim - RUNNERS] == NOBODY and s.cargo[1 - seat, victim - RUNNERS] == NOBODY)


@rule
def glance(s: State) -> int:
    """A quick look that settles nearly every case: can everything pending be completed?

    Yes if whoever moves can rest where it is or a step on in a free hex, or can stop on a friend who can do so. No if
    it can neither stop, nor board, nor go on.
    """
    if nothing_pending(s):
        return YES
    if s.pop_baton != NOBODY or s.pop_piece != NOBODY:
        return PERHAPS
    seat, piece = int(s.turn), int(s.mover)
    if piece == NOBODY:
        return YES if free_beside(s, int(s.next), int(s.at[seat, s.next])) else PERHAPS
    hexagon = int(s.at[seat, piece])
    way = way_to_stop(s)
    if leaves_nothing(s, way) or (s.left > 0 and free_beside(s, piece, hexagon)):
        return YES
    if way < REST:
        return NO if s.left == 0 and luggant_to_board(s) == NOBODY else PERHAPS
    if way == SHARE and free_beside(s, friend_to_share_with(s, seat, others_at(s, seat, piece, hexagon)), hexagon):
        return YES
    return PERHAPS


@rule
def steps_on(s: State, piece: int, hexagon: int) -> bool:
    """Whether a piece that steps into a hex can rest one step further: seen without going there.

    Unless the last bulge might be in its way then, which is too much for a quick look.
    """
    seat = int(s.turn)
    left = s.left if s.mover == piece else ALLOWANCE[piece]
    if left < 2 or (unannounced(s) and size_of(s.standing[seat]) < 3):
        return False
    return free_beside(s, piece, hexagon)


@rule
def completable(s: State, w: Work) -> bool:
    """Whether everything pending can still be completed."""
    seen = glance(s)
    if seen != PERHAPS:
        return seen == YES
    for i in range(SEEN // WORD):
        w.filled[i] = NONE
    depth = 0
    save(s, w, 0)
    w.tried[0] = 0
    while True:
        act = int(w.tried[depth])
        w.tried[depth] = act + 1
        if act >= POP_PLACES:
            if depth == 0:
                return False
            depth -= 1
            restore(s, w, depth)
            continue
        if not attempt(s, act):
            continue
        if nothing_pending(s):
            restore(s, w, 0)
            return True
        if depth + 1 == DEPTHS or seen_before(s, w):
            restore(s, w, depth)
            continue
        depth += 1
        save(s, w, depth)
        w.tried[depth] = 0
