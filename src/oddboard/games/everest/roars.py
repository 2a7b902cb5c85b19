"""Everest: roars that go together, from the first strike until everybody who runs has run (EVE-23 to EVE-27).

The dice of a *wave*, the coin roars or all roars back caused by one set of table rolls, are first its checks, then
one table roll for each one struck. `struck_by` of a seat is not empty until it has rolled.
"""

from typing import Any

import numpy as np

from oddboard.core.bits import lowest
from oddboard.core.compiling import rule
from oddboard.games.everest.mountain import ACE, DIRECTIONS, NOWHERE, NULL, OFF, TOWARDS
from oddboard.games.everest.moving import moved, place
from oddboard.games.everest.state import (
    ACTING,
    CHECKING,
    FLEEING,
    ITEM_BITS,
    NEXT_ITEM,
    NO_ACTION,
    NO_RUN,
    SEATS,
    TABLE,
    WAYS,
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
            if to == s.plan[roarer, s.beat] % DIRECTIONS:
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
def check(s: State, face: int) -> None:
    """The die of the next check has been rolled: null, and the roar strikes (EVE-23)."""
    pair = lowest(np.uint64(s.checks))
    s.checks &= s.checks - 1
    if face == NULL:
        strike(s, pair // SEATS, pair % SEATS)


@rule
def roll_on_table(s: State, face: int) -> None:
    """The next die on the table of EVE-24."""
    seat = lowest(np.uint64(s.to_roll))
    s.to_roll &= s.to_roll - 1
    s.rolled |= 1 << seat
    by = s.struck_by[seat]
    s.struck_by[seat] = 0
    if face > ACE:
        s.run[seat] = face * WAYS
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
    actions = np.uint64(0)
    for seat in range(SEATS):
        coin = NO_ACTION if s.run[seat] == NO_RUN else s.run[seat]
        actions |= np.uint64(coin) << np.uint64(8 * seat)
    return actions


@rule
def run(s: State, order: int) -> None:
    """All that run do so in an order (EVE-27)."""
    while order != 0:
        seat = (order & NEXT_ITEM) - 1
        order >>= ITEM_BITS
        s.board = moved(s.board, seat, s.run[seat])
        s.run[seat] = NO_RUN
    s.about_runs = 0
