"""Everest: the course of a round, from the plans to the coins set aside (EVE-6 to EVE-12, EVE-28 to EVE-33)."""

from typing import Any

import numpy as np

from oddboard.core.bits import NONE, has, size
from oddboard.core.compiling import rule
from oddboard.games.everest.conflicts import in_conflict
from oddboard.games.everest.mountain import OFF, ON_PEAK
from oddboard.games.everest.moving import (
    NOBODY_THERE,
    PLACES_PART,
    UNHURT,
    action,
    hurts,
    is_roar,
    is_snowball,
    moved,
    occupied,
    place,
    put,
    thrown,
    yeti_on,
)
from oddboard.games.everest.roars import go_on_with_roars, roar, run, runs
from oddboard.games.everest.state import (
    ACTING,
    ALL_COINS,
    BEATS,
    CONTEST,
    ENDED,
    ITEM_BITS,
    NEXT_ITEM,
    NO_ACTION,
    NO_COIN,
    NO_RUN,
    NOBODY,
    NOT_ROLLED,
    ORDER,
    ORDERING,
    PLANNING,
    RESTING,
    ROARING,
    SEATS,
    SETTING_ASIDE,
    SNOWBALLS,
    State,
    Work,
)


@rule
def alone_on_peak(board: Any) -> int:
    """The only yeti on the peak, or NOBODY."""
    found = NOBODY
    for seat in range(SEATS):
        if has(ON_PEAK, place(board, seat)):
            if found != NOBODY:
                return NOBODY
            found = seat
    return found


@rule
def begin_round(s: State) -> None:
    """A new round: nobody is hurt, and all plan (EVE-6)."""
    s.rounds += 1
    s.board &= PLACES_PART
    s.left = 0
    s.alone = alone_on_peak(s.board)
    for seat in range(SEATS):
        for beat in range(BEATS):
            s.plan[seat, beat] = NO_COIN
    ask_for_plan(s)


@rule
def coins_laid(s: State, seat: int) -> int:
    """How many coins a plan has."""
    count = 0
    while count < BEATS and s.plan[seat, count] != NO_COIN:
        count += 1
    return count


@rule
def ask_for_plan(s: State) -> None:
    """The next seat that has a coin to lay; after the last the plans are shown and carried out (EVE-7, EVE-8).

    It is looked for from the first seat on, since a seat may lay its plan ahead of those before it.
    """
    for seat in range(SEATS):
        laid = coins_laid(s, seat)
        if laid < BEATS and laid < size(np.uint64(s.coins[seat])):
            s.phase = PLANNING
            s.turn = seat
            s.beat = laid
            return
    s.phase = ACTING
    s.turn = 0
    s.beat = -1  # the first is about to begin


@rule
def lay_coin(s: State, coin: int) -> None:
    """The seat to decide lays its next coin."""
    seat = s.turn
    s.plan[seat, s.beat] = coin
    s.beat += 1
    if s.beat == BEATS or s.beat == size(np.uint64(s.coins[seat])):
        ask_for_plan(s)


@rule
def actions_of_beat(s: State) -> Any:
    """The actions of the beat, of those on the board."""
    actions = NONE
    for seat in range(SEATS):
        coin = s.plan[seat, s.beat]
        if coin < 0 or place(s.board, seat) == OFF:
            coin = NO_ACTION
        actions |= np.uint64(coin) << np.uint64(8 * seat)
    return actions


@rule
def at_stake(s: State) -> Any:
    """The actions that happen together now: those of the beat, or the runs in the middle of it."""
    return runs(s) if s.about_runs else actions_of_beat(s)


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


@rule
def next_action(s: State) -> None:
    """Do what is next on the agenda; roars written directly after one another go together (EVE-12)."""
    group = 0
    while s.agenda != 0:
        item = (s.agenda & NEXT_ITEM) - 1
        roars = item != SNOWBALLS and is_roar(s.plan[item, s.beat])
        if group != 0 and not roars:
            break
        s.agenda >>= ITEM_BITS
        if item == SNOWBALLS:
            s.board = thrown(s.board, actions_of_beat(s))
            return
        if not roars:
            s.board = moved(s.board, item, s.plan[item, s.beat])
            return
        group |= 1 << item
    roar(s, group)
    s.phase = ROARING


@rule
def carry_on(s: State, w: Work) -> None:
    """Do everything that needs no decision."""
    while s.phase >= ACTING:
        go_on(s, w)


@rule
def go_on(s: State, w: Work) -> None:
    """Do the next thing that needs no decision: an action, what roars wait for, the next beat, the end of the round."""
    if s.phase == ROARING:
        go_on_with_roars(s)
        if s.phase != ACTING:
            return
    elif s.agenda != 0:
        next_action(s)
        return
    elif s.beat == BEATS:
        rest(s)
        return
    else:
        s.beat += 1
        if s.beat == BEATS:
            end_round(s)
            return
    actions = at_stake(s)
    if in_conflict(s.board, actions, w):  # EVE-11
        s.phase = CONTEST
        s.to_roll = (1 << s.seats) - 1
    else:
        carry_out(s, order_by_seats(actions))


@rule
def carry_out(s: State, order: int) -> None:
    """An order is settled: runs are run at once, a beat is put on the agenda."""
    if s.about_runs:
        run(s, order)
    else:
        s.agenda = order


@rule
def roll_for_order(s: State, face: int) -> None:
    """A die of a contest; the highest chooses, those that tie for it roll again (EVE-11)."""
    highest = face
    seat = 0
    while not s.to_roll >> seat & 1:
        seat += 1
    s.dice[seat] = face
    s.to_roll &= s.to_roll - 1
    if s.to_roll != 0:
        return
    for other in range(SEATS):
        highest = max(highest, s.dice[other])
    best = 0
    for other in range(SEATS):
        if s.dice[other] == highest:
            best |= 1 << other
            seat = other
    if best & (best - 1) == 0:
        s.phase = ORDERING
        s.turn = seat
        return
    s.to_roll = best
    for other in range(SEATS):
        s.dice[other] = NOT_ROLLED


@rule
def choose_order(s: State, number: int) -> None:
    """The highest roller has chosen an order."""
    s.phase = ACTING
    s.turn = 0
    for seat in range(SEATS):
        s.dice[seat] = NOT_ROLLED
    carry_out(s, ORDER[number])


@rule
def end_round(s: State) -> None:
    """A win (EVE-28), the last round (EVE-33), or the choices of EVE-29 to EVE-32."""
    alone = alone_on_peak(s.board)
    if alone != NOBODY and alone == s.alone:
        s.winner = alone
        s.phase = ENDED
        return
    if s.rounds >= s.round_limit:
        s.phase = ENDED
        return
    for seat in range(s.seats):
        if place(s.board, seat) == OFF:
            s.left |= 1 << seat
    for seat in range(SEATS):
        if s.left >> seat & 1:
            come_home(s, seat)


@rule
def come_home(s: State, seat: int) -> None:
    """A yeti goes to its home base; whoever is there goes to its own, and so on (EVE-32)."""
    while True:
        home = s.home[seat]
        other = yeti_on(s.board, home) if has(occupied(s.board), home) else seat
        s.board = put(s.board, seat, home, UNHURT)
        if other == seat:
            return
        seat = other


@rule
def rest(s: State) -> None:
    """The next seat that has something to decide at the end of the round; after the last a new one begins."""
    for seat in range(s.turn, s.seats):
        s.turn = seat
        if not s.left >> seat & 1:
            s.phase = RESTING
            return
        s.owed = min(hurts(s.board, seat), size(np.uint64(s.coins[seat])))  # EVE-31
        if s.owed != 0:
            s.phase = SETTING_ASIDE
            return
    begin_round(s)


@rule
def have_rested(s: State) -> None:
    """It is the next seat's turn."""
    s.phase = ACTING
    s.turn += 1


@rule
def heal(s: State) -> None:
    """A yeti goes home, and all its coins come back (EVE-30)."""
    seat = s.turn
    s.coins[seat] = ALL_COINS
    come_home(s, seat)
    have_rested(s)


@rule
def stay(s: State) -> None:
    """A yeti does not heal: it sets aside a coin for each time it was hurt (EVE-29)."""
    s.owed = hurts(s.board, s.turn)
    if s.owed != 0:
        s.phase = SETTING_ASIDE
    else:
        have_rested(s)


@rule
def set_aside(s: State, coin: int) -> None:
    """A coin is out of use until its yeti heals (EVE-29)."""
    s.coins[s.turn] &= ~(1 << coin)
    s.owed -= 1
    if s.owed == 0:
        have_rested(s)


@rule
def setup(s: State, seats: int, homes_chosen: bool, round_limit: int) -> None:
    """Fill a fresh state; homes, if they are dealt, are put on it by `begin_at`."""
    s.board = NOBODY_THERE
    s.seats = seats
    s.homes_chosen = homes_chosen
    s.round_limit = round_limit
    s.alone = NOBODY
    s.winner = NOBODY
    for seat in range(SEATS):
        s.home[seat] = NOBODY
        s.dice[seat] = NOT_ROLLED
        s.run[seat] = NO_RUN
        s.coins[seat] = ALL_COINS if seat < seats else 0
        for beat in range(BEATS):
            s.plan[seat, beat] = NO_COIN


@rule
def take_home(s: State, seat: int, square: int) -> None:
    """A seat's yeti begins on a base; when all have one, the first round begins (EVE-4)."""
    s.home[seat] = square
    s.board = put(s.board, seat, square, UNHURT)
    if seat + 1 < s.seats:
        s.turn = seat + 1
    else:
        begin_round(s)
