"""Martian Race: chains of pushes, and whether one can be completed (MAR-19 to MAR-27).

A chain can be completed if some Martian of the latest wave can be pushed some distance, up to its full one, so
that the rest can be completed. Since a push is shortened when it has to be, every distance counts here; which
one is then the lawful one is `farthest_push`'s business.
"""

from typing import Any

import numpy as np

from oddboard.core.bits import NONE, ONE, bit, has, lowest
from oddboard.core.compiling import rule
from oddboard.games.martian_race.codes import push_code
from oddboard.games.martian_race.rules.blocking import closed_to_size, may_end_on, may_enter
from oddboard.games.martian_race.state import (
    FAMILY,
    JUDGED,
    MARTIANS,
    NAMED,
    REMEMBERED,
    UP,
    WAITING,
    State,
    Work,
    anybody,
    facing_of,
    lift,
    neighbours,
    place_of,
    put,
    size_of,
)


@rule
def distance(s: State, pusher: int, victim: int) -> int:
    """How far a Martian is pushed by one that ends on it (MAR-19)."""
    far = 1
    if size_of(s, pusher) > size_of(s, victim):
        far += 1
    if facing_of(s, pusher) == UP and facing_of(s, victim) != UP:
        far += 1
    return far


@rule
def land(s: State, pusher: int, square: int) -> None:
    """A Martian or the dog has ended on a square: the enemies there now wait to be pushed (MAR-19, MAR-23)."""
    own = pusher // FAMILY
    found = False
    for seat in range(s.seats):
        if seat == own or not has(s.there[seat], square):
            continue
        if not found:
            found = True
            s.fought = s.fought | bit(square)
            s.arrivals += 1
        for number in range(s.family):
            if s.at[seat, number] == square:
                victim = seat * FAMILY + number
                s.hit_by[victim] = s.arrivals
                s.reach[victim] = distance(s, pusher, victim)


@rule
def push(s: State, martian: int, square: int) -> None:
    """Push a waiting Martian to a square, and let it push those there in turn."""
    lift(s, martian, WAITING)
    put(s, martian, square)
    s.hit_by[martian] = 0
    s.reach[martian] = 0
    s.pushed = np.uint32(s.pushed | (np.uint32(1) << np.uint32(martian)))
    land(s, martian, square)


@rule
def latest_wave(s: State) -> int:
    """The number of the arrival whose victims are to be pushed next; 0 if nobody is waiting."""
    latest = 0
    if s.arrivals > 0:
        for martian in range(s.seats * FAMILY):
            latest = max(latest, s.hit_by[martian])
    return latest


@rule
def who_pushes(s: State) -> int:
    """The seat that decides where those hit by the latest arrival go: with the option the arriver's own (MAR-24).

    A square is fought over by two colours only: those that were there, and the one that arrived; or by the dog.
    """
    if s.owner_decides:
        wave = latest_wave(s)
        for victim in range(s.seats * FAMILY):
            if s.hit_by[victim] == wave:
                for seat in range(s.seats):
                    if seat != victim // FAMILY and has(s.there[seat], place_of(s, victim)):
                        return seat
                break
    return s.turn


@rule
def pushed_already(s: State, martian: int) -> bool:
    """Whether a Martian was pushed in this chain."""
    return bool((s.pushed >> np.uint32(martian)) & np.uint32(1))


@rule
def may_be_pushed_onto(s: State, martian: int) -> Any:
    """The squares, among those it may enter, on which a pushed Martian may end (MAR-21, MAR-25)."""
    closed = s.fought
    for seat in range(s.seats):
        if seat != martian // FAMILY:
            for number in range(s.family):
                if pushed_already(s, seat * FAMILY + number):
                    closed |= bit(s.at[seat, number])
    return may_end_on(s, martian) & ~closed


@rule
def ends_of_paths(square: int, cross: Any, steps: int) -> Any:
    """The squares at the end of a path of so many steps, 1 to 3, on which no square comes twice (MAR-20)."""
    start = bit(square)
    beside = neighbours(start) & cross
    if steps == 1:
        return beside
    if steps == 2:
        return neighbours(beside) & cross & ~start
    ends = NONE
    while beside != NONE:
        first = beside & ~(beside - ONE)
        beside ^= first
        second = neighbours(first) & cross & ~start
        ends |= neighbours(second) & cross & ~first
    return ends & ~start


@rule
def quiet_way_out(s: State) -> bool:
    """Whether every wave has an empty square of its own beside it: enough to complete the chain, and quickly seen.

    All of one wave are of one colour on one square, and can follow one another to an empty one without a name.
    """
    empty = ~anybody(s) & ~NAMED & ~s.fought  # the dog's square may be empty, and still be fought over
    for wave in range(latest_wave(s), 0, -1):
        for martian in range(s.seats * FAMILY):
            if s.hit_by[martian] == wave:
                exits = neighbours(bit(s.at[martian // FAMILY, martian % FAMILY])) & empty
                if exits == NONE:
                    return False
                empty &= ~(exits & ~(exits - ONE))
                break
    return True


@rule
def hopeless(s: State) -> bool:
    """Whether some waiting Martian has nowhere to end even if every other one were away.

    Squares fought over only grow in number and sizes do not change, so such a chain cannot be completed.
    """
    for martian in range(s.seats * FAMILY):
        if s.hit_by[martian] == 0:
            continue
        square = s.at[martian // FAMILY, martian % FAMILY]
        cross = ~closed_to_size(s, martian)
        found = False
        for steps in range(1, s.reach[martian] + 1):
            if ends_of_paths(square, cross, steps) & ~s.fought != NONE:
                found = True
                break
        if not found:
            return True
    return False


@rule
def chain_hash(s: State) -> Any:
    """A hash of everything that decides whether a chain can be completed."""
    h = np.uint64(s.fought) ^ (np.uint64(s.pushed) << np.uint64(17))
    for seat in range(s.seats):
        for number in range(s.family):
            martian = seat * FAMILY + number
            here = (s.at[seat, number] + 4) * 20 + s.facing[seat, number] * 4 + s.sizes[seat, number]
            here = (here * 32 + s.hit_by[martian]) * 4 + s.reach[martian]
            h = (h ^ np.uint64(here)) * np.uint64(0x9E3779B97F4A7C15)
            h ^= h >> np.uint64(29)
    return h


@rule
def list_pushes(s: State, w: Work, depth: int) -> None:
    """Write down, for a depth of the search, whom the latest wave can push where, at any distance."""
    wave = latest_wave(s)
    occupied = anybody(s)
    count = 0
    for martian in range(s.seats * FAMILY):
        if s.hit_by[martian] != wave:
            continue
        seat, number = martian // FAMILY, martian % FAMILY
        cross = may_enter(s, martian)
        ends = NONE
        for steps in range(1, s.reach[martian] + 1):
            ends |= ends_of_paths(s.at[seat, number], cross, steps)
        ends &= may_be_pushed_onto(s, martian)
        enemies = ends & occupied & ~s.there[seat]
        w.who[depth, count] = martian
        w.quiet[depth, count] = ends & ~enemies
        w.fights[depth, count] = enemies
        count += 1
    w.crowd[depth] = count


@rule
def push_noted(s: State, w: Work, depth: int, martian: int, square: int) -> None:
    """Push a Martian, and note what `take_back` needs."""
    w.moved[depth] = martian
    w.origin[depth] = s.at[martian // FAMILY, martian % FAMILY]
    w.was_hit_by[depth] = s.hit_by[martian]
    w.was_reach[depth] = s.reach[martian]
    w.was_fought[depth] = s.fought
    push(s, martian, square)


@rule
def take_back(s: State, w: Work, depth: int) -> None:
    """Undo the push noted at a depth."""
    martian = w.moved[depth]
    if s.fought != w.was_fought[depth]:  # it had hit somebody
        for other in range(s.seats * FAMILY):
            if s.hit_by[other] == s.arrivals:
                s.hit_by[other] = 0
                s.reach[other] = 0
        s.arrivals -= 1
        s.fought = w.was_fought[depth]
    lift(s, martian, WAITING)
    put(s, martian, w.origin[depth])
    s.hit_by[martian] = w.was_hit_by[depth]
    s.reach[martian] = w.was_reach[depth]
    s.pushed = np.uint32(s.pushed & ~(np.uint32(1) << np.uint32(martian)))


@rule
def try_next(s: State, w: Work, depth: int) -> bool:
    """Make the next push of a depth that was not tried yet, quiet ones first; whether there was one."""
    for fight in range(2):
        for i in range(w.crowd[depth]):
            left = w.fights[depth, i] if fight else w.quiet[depth, i]
            if left == NONE:
                continue
            square = lowest(left)
            if fight:
                w.fights[depth, i] = left & (left - ONE)
            else:
                w.quiet[depth, i] = left & (left - ONE)
            push_noted(s, w, depth, w.who[depth, i], square)
            return True
    return False


@rule
def completable(s: State, w: Work) -> bool:
    """Whether the chain under way can be completed (MAR-22, MAR-25): a search that leaves the state as it was."""
    if quiet_way_out(s):
        return True
    if hopeless(s):
        return False
    depth = 0
    list_pushes(s, w, depth)
    while depth >= 0:
        if not try_next(s, w, depth):
            h = chain_hash(s)
            w.failed[np.int64(h % np.uint64(REMEMBERED))] = h
            depth -= 1
            if depth >= 0:
                take_back(s, w, depth)
            continue
        if quiet_way_out(s):
            while depth >= 0:
                take_back(s, w, depth)
                depth -= 1
            return True
        h = chain_hash(s)
        if w.failed[np.int64(h % np.uint64(REMEMBERED))] == h or hopeless(s):
            take_back(s, w, depth)
            continue
        depth += 1
        list_pushes(s, w, depth)
    return False


@rule
def completed_by(s: State, w: Work, martian: int, square: int) -> bool:
    """Whether the chain can be completed after pushing a waiting Martian to a square."""
    push_noted(s, w, JUDGED, martian, square)
    possible = completable(s, w)
    take_back(s, w, JUDGED)
    return possible


@rule
def ends_of_push(s: State, martian: int, steps: int) -> Any:
    """The squares where a push of so many steps could end, whatever comes of it."""
    return ends_of_paths(place_of(s, martian), may_enter(s, martian), steps) & may_be_pushed_onto(s, martian)


@rule
def targets_among(s: State, w: Work, martian: int, ends: Any) -> Any:
    """Of squares that a push could end on, those after which the chain can be completed."""
    targets = NONE
    while ends != NONE:
        end = lowest(ends)
        ends &= ends - ONE
        if completed_by(s, w, martian, end):
            targets |= bit(end)
    return targets


@rule
def farthest_push(s: State, w: Work, martian: int) -> tuple[int, Any]:
    """How far a Martian goes if it is pushed now, and the squares that it may go to (MAR-22).

    It is its full distance, or less by just enough; 0 if it cannot be pushed.
    """
    for steps in range(s.reach[martian], 0, -1):
        targets = targets_among(s, w, martian, ends_of_push(s, martian, steps))
        if targets != NONE:
            return steps, targets
    return 0, NONE


@rule
def pushes(s: State, w: Work) -> int:
    """Write the legal pushes, of those hit by the latest arrival; how many."""
    wave = latest_wave(s)
    count = 0
    for martian in range(s.seats * FAMILY):
        if s.hit_by[martian] == wave:
            _, targets = farthest_push(s, w, martian)
            while targets != NONE:
                w.code[count] = push_code(martian, lowest(targets))
                targets &= targets - ONE
                count += 1
    return count


@rule
def clear_chain(s: State) -> None:
    """Forget the chain: it is over, or was only tried."""
    if s.arrivals > 0:
        for martian in range(MARTIANS):
            s.hit_by[martian] = 0
            s.reach[martian] = 0
    s.arrivals = 0
    s.pushed = np.uint32(0)
    s.fought = NONE
