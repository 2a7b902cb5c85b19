"""Magpies: the rules, compiled. The same functions run interpreted, on the processor and on a graphics card."""

from typing import Any

from magpies.state import (
    BACK,
    CLOCKWISE,
    ENDED,
    FACES,
    FIRST_ROLL,
    FLYING,
    FOUND,
    HIDDEN,
    HIDING,
    NESTS,
    NOWHERE,
    ROLLING,
    SEATS,
    STARTS,
    State,
    Work,
)
from oddboard.core.compiling import rule, table
from oddboard.core.game import CHANCE, OVER, Rules
from oddboard.core.randomness import Rng, below

_STARTS = table(STARTS)
FOUND_POINTS = 2  # MAG-8
KEPT_POINTS = 1
MOST_POINTS = FOUND_POINTS * (SEATS - 1) + KEPT_POINTS


@rule
def setup(s: State, players: int, round_limit: int) -> None:
    """Magpies on their nests, no egg laid (MAG-2)."""
    s.seats = players
    s.round_limit = round_limit
    for seat in range(SEATS):
        s.egg[seat] = NOWHERE
        if seat < players:
            s.at[seat] = _STARTS[seat]


@rule
def to_move(s: State) -> int:
    """The seat to decide, CHANCE or OVER."""
    if s.phase == ENDED:
        return OVER
    return CHANCE if s.phase == ROLLING else int(s.turn)


@rule
def target(s: State, code: int) -> int:
    """Where the magpie of the seat to move would land (MAG-5)."""
    step = s.die if code == CLOCKWISE else NESTS - s.die
    return (s.at[s.turn] + step) % NESTS  # type: ignore[no-any-return]


@rule
def legal(s: State, w: Work) -> int:
    """Write the legal decisions to the scratch record; how many."""
    if s.phase == HIDING:
        count = 0
        for nest in range(NESTS):
            if nest != s.at[s.turn]:  # MAG-3
                w.code[count] = nest
                count += 1
        return count
    if s.phase == ROLLING:
        for face in range(FACES):
            w.code[face] = FIRST_ROLL + face
            w.weight[face] = 1
        return FACES
    if s.phase == FLYING:
        w.code[0] = CLOCKWISE
        w.code[1] = BACK
        return 2
    return 0


@rule
def play(s: State, w: Work, code: int) -> None:
    """Carry out a decision."""
    if s.phase == HIDING:
        s.egg[s.turn] = code
        s.turn += 1
        if s.turn == s.seats:
            s.turn = 0
            s.rounds = 1
            s.phase = ROLLING
    elif s.phase == ROLLING:
        s.die = code - FIRST_ROLL + 1
        s.phase = FLYING
    else:
        land(s, target(s, code))


@rule
def land(s: State, nest: int) -> None:
    """Search a nest: whoever's egg is there is found, except one's own (MAG-6)."""
    s.at[s.turn] = nest
    s.die = 0
    left = 0
    for seat in range(s.seats):
        if seat != s.turn and s.egg[seat] == nest:
            s.egg[seat] = FOUND
            s.searched[seat] = 0
            s.points[s.turn] += FOUND_POINTS
        elif seat != s.turn and s.egg[seat] != FOUND:
            s.searched[seat] |= 1 << nest
        left += s.egg[seat] != FOUND
    s.turn += 1
    if s.turn == s.seats:
        s.turn = 0
        s.rounds += 1
    s.phase = ROLLING
    if left <= 1 or s.rounds > s.round_limit:  # MAG-7
        s.phase = ENDED


@rule
def points(s: State, seat: int) -> int:
    """Points for eggs found and for one's own that nobody found (MAG-8)."""
    return s.points[seat] + (KEPT_POINTS if s.egg[seat] != FOUND else 0)  # type: ignore[no-any-return]


@rule
def score(s: State, out: Any) -> None:
    """Each seat's share of the others: those with fewer points, and half of those with as many."""
    for seat in range(s.seats):
        beaten = 0.0
        for other in range(s.seats):
            if other != seat:
                lead = points(s, seat) - points(s, other)
                beaten += 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
        out[seat] = beaten / (s.seats - 1)


@rule
def hide(s: State, seat: int) -> None:
    """The eggs of the others (MAG-4); once the game is over all are shown."""
    if s.phase == ENDED:
        return
    for other in range(SEATS):
        if other != seat and s.egg[other] >= 0:
            s.egg[other] = HIDDEN


@rule
def imagine(s: State, w: Work, seat: int, rng: Rng) -> None:
    """Each hidden egg in any nest where nobody would have found it, all as likely."""
    for other in range(s.seats):
        if s.egg[other] == HIDDEN:
            open_nests = 0
            for nest in range(NESTS):
                open_nests += may_hold(s, other, nest)
            chosen = below(rng, open_nests)
            for nest in range(NESTS):
                if may_hold(s, other, nest):
                    if chosen == 0:
                        s.egg[other] = nest
                        break
                    chosen -= 1


@rule
def may_hold(s: State, owner: int, nest: int) -> bool:
    """Whether an egg that was not found may be in a nest: it was not searched, nor did its owner begin there."""
    return not s.searched[owner] >> nest & 1 and nest != _STARTS[owner]


@rule
def prospect(s: State, seat: int) -> float:
    """Points, where one's own egg counts the more, the more of the nests have been looked into in vain."""
    if s.egg[seat] == FOUND:
        return float(s.points[seat])
    searched = 0
    for nest in range(NESTS):
        searched += s.searched[seat] >> nest & 1
    return float(s.points[seat] + KEPT_POINTS * (NESTS + searched) / (2 * NESTS))


@rule
def outlook(s: State, w: Work, out: Any) -> None:
    """Each seat's expected share of the others, from their prospects."""
    for seat in range(s.seats):
        share = 0.0
        for other in range(s.seats):
            if other != seat:
                lead = prospect(s, seat) - prospect(s, other)
                share += 0.5 + 0.5 * lead / (1.0 + abs(lead))
        out[seat] = share / (s.seats - 1)


RULES = Rules(to_move, legal, play, score, hide, imagine, outlook)

assert FLYING == ROLLING + 1
