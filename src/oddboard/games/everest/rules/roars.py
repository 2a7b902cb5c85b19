"""Everest: roars that go together, from the first strike until everybody who runs has run (EVE-23 to EVE-27).

The dice of a *wave*, the coin roars or all roars back caused by one set of table rolls, are first its checks, then
one table roll for each one struck. `struck_by` of a seat is not empty until it has rolled.
"""

from typing import Any

import numpy as np

from oddboard.core.bits import NONE, lowest
from oddboard.core.compiling import rule
from oddboard.games.everest.codes import direction_of, first_item, laid_coin, without_first
from oddboard.games.everest.rules.board import place, with_action
from oddboard.games.everest.rules.mountain import NOWHERE, TOWARDS
from oddboard.games.everest.rules.moving import moved
from oddboard.games.everest.state import (
    ACE,
    ACTING,
    CHECKING,
    FLEEING,
    NO_ACTION,
    NO_RUN,
    NULL,
    OFF,
    SEATS,
    TABLE,
    VALUE,
    State,
)


@rule
def strike(s: State, roarer: int, seat: int) -> None:
    """A roar strikes a yeti: it is to roll on the table."""
    s.struck_by[seat] |= 1 << roarer
    s.to_roll |= 1 << seat


@rule
def roar(s: State, group: int) -> None:
    """The roars of these coins go together: find whom they strike, and who must check (EVE-23)."""
    for roarer in range(SEATS):
        here = place(s.board, roarer)
        if not group >> roarer & 1 or here == OFF:
            continue
        s.roarers |= 1 << roarer
        for seat in range(SEATS):
            to = TOWARDS[here, place(s.board, seat)]
            if to == NOWHERE:
                continue
            if to == direction_of(s.plan[roarer, s.beat]):
                strike(s, roarer, seat)
            else:
                s.checks |= 1 << (roarer * SEATS + seat)


@rule
def roar_back(s: State) -> None:
    """The next wave: all that rolled an ace roar back (EVE-24, EVE-25)."""
    s.roared_back_at = 0
    for roarer in range(SEATS):
        if s.answers[roarer] == 0:
            continue
        here = place(s.board, roarer)
        for seat in range(SEATS):
            if TOWARDS[here, place(s.board, seat)] == NOWHERE or s.run[seat] != NO_RUN:
                continue
            if s.answers[roarer] >> seat & 1:
                # Whoever roars without a coin among these has rolled on the table, and does so no more.
                if s.roarers >> seat & 1:
                    strike(s, roarer, seat)
                    s.roared_back_at |= 1 << seat
            elif not s.rolled >> seat & 1:
                s.checks |= 1 << (roarer * SEATS + seat)
        s.answers[roarer] = 0


@rule
def roarer_checked(s: State) -> int:
    """The roarer against whom the next check is rolled."""
    return lowest(np.uint64(s.checks)) // SEATS


@rule
def seat_checking(s: State) -> int:
    """The seat that rolls the next check."""
    return lowest(np.uint64(s.checks)) % SEATS


@rule
def check(s: State, face: int) -> None:
    """The die of the next check has been rolled: null, and the roar strikes (EVE-23)."""
    if face == NULL:
        strike(s, roarer_checked(s), seat_checking(s))
    s.checks &= s.checks - 1


@rule
def roll_on_table(s: State, face: int) -> None:
    """The next die on the table of EVE-24."""
    seat = lowest(np.uint64(s.to_roll))
    s.to_roll &= s.to_roll - 1
    s.rolled |= 1 << seat
    by = s.struck_by[seat]
    s.struck_by[seat] = 0
    if face > ACE:
        s.run[seat] = laid_coin(face, VALUE, 0)
        if by & (by - 1) == 0:
            flee(s, seat, lowest(np.uint64(by)))
        else:
            s.flees_from[seat] = by
    elif face == ACE and not s.roared_back_at >> seat & 1:
        s.answers[seat] = by


@rule
def flee(s: State, seat: int, roarer: int) -> None:
    """A yeti is going to run straight away from a roarer."""
    s.run[seat] += TOWARDS[place(s.board, roarer), place(s.board, seat)]
    s.flees_from[seat] = 0


@rule
def go_on_with_roars(s: State) -> None:
    """What these roars wait for: a check, a table roll, a choice; else everybody who runs is about to (EVE-27)."""
    while True:
        if s.checks != 0:
            s.phase = CHECKING
            return
        if s.to_roll != 0:
            s.phase = TABLE
            return
        answered = False
        for seat in range(SEATS):
            answered |= s.answers[seat] != 0
        if not answered:
            break
        roar_back(s)
    for seat in range(SEATS):
        if s.flees_from[seat] != 0:
            s.phase = FLEEING
            s.turn = seat
            return
    s.turn = 0
    s.roarers = 0
    s.rolled = 0
    s.roared_back_at = 0
    s.phase = ACTING
    s.about_runs = 1


@rule
def runs(s: State) -> Any:
    """The runs as the actions of a beat."""
    actions = NONE
    for seat in range(SEATS):
        coin = NO_ACTION if s.run[seat] == NO_RUN else s.run[seat]
        actions = with_action(actions, seat, coin)
    return actions


@rule
def run(s: State, order: int) -> None:
    """All that run do so in an order (EVE-27)."""
    while order != 0:
        seat = first_item(order)
        order = without_first(order)
        s.board = moved(s, s.board, seat, s.run[seat])
        s.run[seat] = NO_RUN
    s.about_runs = 0
