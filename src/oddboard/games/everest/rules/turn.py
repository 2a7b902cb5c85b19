"""Everest: the course of a round, from the homes to the last of three beats (EVE-4, EVE-9, EVE-11, EVE-12)."""

from typing import Any

from oddboard.core.bits import NONE
from oddboard.core.compiling import rule
from oddboard.core.game import CHANCE, OVER
from oddboard.games.everest.codes import (
    HEAL,
    ORDER,
    SNOWBALLS,
    STAY,
    base_taken,
    coin_laid,
    coin_set_aside,
    face_rolled,
    first_item,
    fled_from,
    is_roar,
    order_chosen,
    without_first,
)
from oddboard.games.everest.rules.board import NOBODY_THERE, UNHURT, place, put, with_action
from oddboard.games.everest.rules.conflicts import in_conflict, order_by_seats
from oddboard.games.everest.rules.moving import moved
from oddboard.games.everest.rules.plans import begin_round, lay_coin
from oddboard.games.everest.rules.rest import end_round, heal, next_to_rest, set_aside, stay
from oddboard.games.everest.rules.roars import check, flee, go_on_with_roars, roar, roll_on_table, run, runs
from oddboard.games.everest.rules.snowballs import thrown
from oddboard.games.everest.state import (
    ACTING,
    ALL_COINS,
    BASES,
    BEATS,
    CHECKING,
    CONTEST,
    ENDED,
    FLEEING,
    HOMES,
    NO_ACTION,
    NO_COIN,
    NO_RUN,
    NOBODY,
    NOT_ROLLED,
    OFF,
    ORDERING,
    PLANNING,
    ROARING,
    SEATS,
    SETTING_ASIDE,
    TABLE,
    State,
    Work,
)


@rule
def setup(s: State, seats: int, homes_chosen: bool, round_limit: int) -> None:
    """Fill a fresh state; homes, if they are dealt, are taken afterwards by `take_home`."""
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


@rule
def actions_of_beat(s: State) -> Any:
    """The actions of the beat, of those on the board."""
    actions = NONE
    for seat in range(SEATS):
        coin = s.plan[seat, s.beat]
        if coin < 0 or place(s.board, seat) == OFF:
            coin = NO_ACTION
        actions = with_action(actions, seat, coin)
    return actions


@rule
def at_stake(s: State) -> Any:
    """The actions that happen together now: those of the beat, or the runs in the middle of it."""
    return runs(s) if s.about_runs else actions_of_beat(s)


@rule
def next_action(s: State) -> None:
    """Do what is next on the agenda; roars written directly after one another go together (EVE-12)."""
    group = 0
    while s.agenda != 0:
        item = first_item(s.agenda)
        roars = item != SNOWBALLS and is_roar(s.plan[item, s.beat])
        if group != 0 and not roars:
            break
        s.agenda = without_first(s.agenda)
        if item == SNOWBALLS:
            s.board = thrown(s, s.board, actions_of_beat(s))
            return
        if not roars:
            s.board = moved(s, s.board, item, s.plan[item, s.beat])
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
        next_to_rest(s)
        return
    else:
        s.beat += 1
        if s.beat == BEATS:
            end_round(s)
            return
    actions = at_stake(s)
    if in_conflict(s, s.board, actions, w):  # EVE-11
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
def to_move(s: State) -> int:
    """The seat to decide, CHANCE or OVER."""
    if s.phase == ENDED:
        return OVER
    if s.phase == CONTEST or s.phase == CHECKING or s.phase == TABLE:
        return CHANCE
    return s.turn


@rule
def play(s: State, w: Work, code: int) -> None:
    """Carry out a legal decision, and everything up to the next one."""
    decide(s, code)
    carry_on(s, w)


@rule
def decide(s: State, code: int) -> None:
    """Carry out a legal decision alone."""
    if s.phase == PLANNING:
        lay_coin(s, coin_laid(code))
    elif s.phase == CONTEST:
        roll_for_order(s, face_rolled(code))
    elif s.phase == ORDERING:
        choose_order(s, order_chosen(code))
    elif s.phase == CHECKING or s.phase == TABLE or s.phase == FLEEING:
        if s.phase == CHECKING:
            check(s, face_rolled(code))
        elif s.phase == TABLE:
            roll_on_table(s, face_rolled(code))
        else:
            flee(s, s.turn, fled_from(code))
        s.phase = ROARING
    elif code == HEAL:
        heal(s)
    elif code == STAY:
        stay(s)
    elif s.phase == SETTING_ASIDE:
        set_aside(s, coin_set_aside(code))
    elif s.phase == HOMES:
        take_home(s, s.turn, BASES[base_taken(code)])
