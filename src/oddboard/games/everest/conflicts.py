"""Everest: whether the actions of a beat are in conflict (EVE-10)."""

from typing import Any

import numpy as np

from oddboard.core.bits import NONE, bit, lowest
from oddboard.core.compiling import rule
from oddboard.games.everest.mountain import AROUND, DIRECTIONS, FLIGHT, OFF, PATH
from oddboard.games.everest.moving import action, done, is_roar, is_snowball, occupied, place
from oddboard.games.everest.state import NO_ACTION, SEATS, SNOWBALLS, WAYS, Work


@rule
def heard(board: Any, roarers: int) -> bool:
    """Whether anybody stands next to one of those that roar."""
    there = occupied(board)
    for seat in range(SEATS):
        if roarers >> seat & 1 and AROUND[place(board, seat)] & there != NONE:
            return True
    return False


@rule
def in_conflict(board: Any, actions: Any, w: Work) -> bool:
    """Whether the actions of a beat, or runs, are in conflict.

    A roar changes nothing in the comparison, and conflicts with everything but roars as soon as somebody is next
    to it; so orders of the other actions are tried, and every roar is listened to at every moment of them.
    """
    items = 0  # moves and the snowballs
    roarers = 0
    once = NONE  # squares that a yeti stands on or walks over if nobody is in its way
    twice = NONE  # those of more than one yeti
    watched = NONE  # squares where a snowball or a roar would find somebody
    for seat in range(SEATS):
        here = place(board, seat)
        if here == OFF:
            continue
        mine = bit(here)
        coin = action(actions, seat)
        if coin != NO_ACTION:
            if is_snowball(coin):
                watched |= FLIGHT[here, coin % DIRECTIONS]
                items |= 1 << SNOWBALLS
            elif is_roar(coin):
                watched |= AROUND[here]
                roarers |= 1 << seat
            else:
                mine |= PATH[here, coin % DIRECTIONS, coin // WAYS]
                items |= 1 << seat
        twice |= once & mine
        once |= mine
    if (twice | (watched & once)) == NONE:
        return False  # nobody meets anybody, in whatever order
    if items == 0 or (roarers == 0 and items & (items - 1) == 0):
        return False  # there is only one order
    return heard(board, roarers) or orders_differ(board, actions, items, roarers, w)


@rule
def orders_differ(board: Any, actions: Any, items: int, roarers: int, w: Work) -> bool:
    """Whether two orders of these items leave a different board, or somebody comes to hear a roar in one."""
    depth = 0
    w.trial[0] = board
    w.rest[0] = items
    w.untried[0] = items
    outcome = NONE
    tried = False
    while depth >= 0:
        untried = w.untried[depth]
        if untried == 0:
            depth -= 1
            continue
        item = lowest(np.uint64(untried))
        w.untried[depth] = untried & (untried - 1)
        trial = done(np.uint64(w.trial[depth]), actions, item)
        if roarers != 0 and heard(trial, roarers):
            return True
        rest = w.rest[depth] & ~(1 << item)
        if rest != 0:
            depth += 1
            w.trial[depth] = trial
            w.rest[depth] = rest
            w.untried[depth] = rest
        elif not tried:
            tried = True
            outcome = trial
        elif trial != outcome:
            return True
    return False
