"""Everest: whether actions are in conflict, and the orders in which they may happen (EVE-10 to EVE-12)."""

from typing import Any

import numpy as np

from oddboard.core.bits import NONE, bit, lowest
from oddboard.core.compiling import rule
from oddboard.games.everest.codes import (
    ITEM_BITS,
    ORDER,
    SNOWBALLS,
    coin_of,
    direction_of,
    first_item,
    is_roar,
    is_snowball,
    without_first,
)
from oddboard.games.everest.rules.board import action, occupied, place
from oddboard.games.everest.rules.mountain import AROUND, FLIGHT, PATH
from oddboard.games.everest.rules.moving import moved
from oddboard.games.everest.rules.snowballs import thrown
from oddboard.games.everest.state import NO_ACTION, OFF, SEATS, State, Work

IN_PLACE = -1  # all roars of an order are where they may be


@rule
def heard(board: Any, roarers: int) -> bool:
    """Whether anybody stands next to one of those that roar."""
    there = occupied(board)
    for seat in range(SEATS):
        if roarers >> seat & 1 and AROUND[place(board, seat)] & there != NONE:
            return True
    return False


@rule
def in_conflict(s: State, board: Any, actions: Any, w: Work) -> bool:
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
                watched |= FLIGHT[here, direction_of(coin)]
                items |= 1 << SNOWBALLS
            elif is_roar(coin):
                watched |= AROUND[here]
                roarers |= 1 << seat
            else:
                mine |= PATH[here, direction_of(coin), coin_of(coin)]
                items |= 1 << seat
        twice |= once & mine
        once |= mine
    if not s.own_mountain and (twice | (watched & once)) == NONE:
        return False  # nobody meets anybody, in whatever order
    if items == 0 or (roarers == 0 and items & (items - 1) == 0):
        return False  # there is only one order
    return heard(board, roarers) or orders_differ(s, board, actions, items, roarers, w)


@rule
def orders_differ(s: State, board: Any, actions: Any, items: int, roarers: int, w: Work) -> bool:
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
        trial = done(s, np.uint64(w.trial[depth]), actions, item)
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


@rule
def done(s: State, board: Any, actions: Any, item: int) -> Any:
    """The board after a move, or all snowballs."""
    if item == SNOWBALLS:
        return thrown(s, board, actions)
    return moved(s, board, item, action(actions, item))


@rule
def items_in(actions: Any) -> int:
    """The items of an order of these actions, a mask: all snowballs are one (EVE-11)."""
    items = 0
    for seat in range(SEATS):
        coin = action(actions, seat)
        if coin != NO_ACTION:
            items |= 1 << (SNOWBALLS if is_snowball(coin) else seat)
    return items


@rule
def roarers_in(actions: Any) -> int:
    """The set of those that roar in a beat."""
    roarers = 0
    for seat in range(SEATS):
        if is_roar(action(actions, seat)):
            roarers |= 1 << seat
    return roarers


@rule
def misplaced_roar(number: int, roarers: int) -> int:
    """The place in an order of the first roar whose neighbour should stand before it, or IN_PLACE (EVE-12)."""
    order = ORDER[number]
    at = 0
    while without_first(order) != 0:
        item = first_item(order)
        order = without_first(order)
        following = first_item(order)
        if roarers >> item & 1 and roarers >> following & 1 and item > following:
            return at
        at += 1
    return IN_PLACE


@rule
def order_by_seats(actions: Any) -> int:
    """The order of a beat without conflict: by seats, snowballs and roars with the first of them (EVE-12)."""
    order = 0
    shift = 0
    snowballs = False
    roars = False
    for seat in range(SEATS):
        coin = action(actions, seat)
        if coin == NO_ACTION:
            continue
        if is_snowball(coin):
            if not snowballs:
                order |= (SNOWBALLS + 1) << shift
                shift += ITEM_BITS
            snowballs = True
        elif is_roar(coin):
            if not roars:
                for other in range(seat, SEATS):
                    if is_roar(action(actions, other)):
                        order |= (other + 1) << shift
                        shift += ITEM_BITS
            roars = True
        else:
            order |= (seat + 1) << shift
            shift += ITEM_BITS
    return order
