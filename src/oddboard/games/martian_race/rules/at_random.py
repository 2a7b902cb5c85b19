"""Martian Race: one legal decision at random, each as likely, without a look at all the others.

Whether a chain of pushes can be completed is costly to find out. So the ends of moves on others are drawn among before
that is known, and it is asked of the one that was drawn: if it cannot be completed, another is drawn. Every legal
decision stays as likely as any other, and most of the time nothing is asked at all.
"""

from oddboard.core.bits import NONE, bit, nth, size
from oddboard.core.compiling import rule
from oddboard.core.randomness import Rng, below
from oddboard.games.martian_race.codes import draw_code, move_code, mover_of, push_code, roll_code
from oddboard.games.martian_race.rules.arrivals import clearable
from oddboard.games.martian_race.rules.chains import completed_by, ends_of_push, latest_wave, pushes
from oddboard.games.martian_race.rules.walking import doubtful_ends, find_possible_ends
from oddboard.games.martian_race.state import (
    DRAWING,
    FACES,
    FAMILY,
    NORTH,
    PUSHING,
    ROLLING,
    SLOTS,
    UP,
    State,
    Work,
)


@rule
def pick(s: State, w: Work, rng: Rng) -> int:
    """One legal decision at random; a roll by its two dice."""
    if s.phase == ROLLING:
        one = below(rng, FACES) + 1
        other = below(rng, FACES) + 1
        return roll_code(max(one, other), min(one, other))
    if s.phase == DRAWING:
        return draw_code(below(rng, s.seats))
    return drawn_push(s, w, rng) if s.phase == PUSHING else drawn_move(s, w, rng)


@rule
def drawn_move(s: State, w: Work, rng: Rng) -> int:
    """One of the legal moves."""
    total = find_possible_ends(s, w)
    hard = doubtful_ends(s)
    while True:
        left = below(rng, total)
        i = 0
        slot = 0
        while left >= w.many[i, slot]:
            left -= w.many[i, slot]
            slot += 1
            if slot == SLOTS:
                slot = 0
                i += 1
        facing = 0
        while left >= size(w.ends[i, slot, facing]):
            left -= size(w.ends[i, slot, facing])
            facing += 1
        square = nth(w.ends[i, slot, facing], left)
        end, way = hard & bit(square), UP if facing == UP else NORTH
        if end == NONE or clearable(s, w, mover_of(s.turn, slot), end, way) != NONE:
            return move_code(s.dice[i], slot, square, facing)


# Pushes


@rule
def drawn_push(s: State, w: Work, rng: Rng) -> int:
    """One of the legal pushes of those hit by the latest arrival."""
    wave = latest_wave(s)
    crowd = 0
    victim = 0
    for martian in range(s.seats * FAMILY):
        if s.hit_by[martian] == wave:
            victim = martian
            crowd += 1
    if crowd > 1:  # how far each goes must be known of all before one is drawn
        return w.code[below(rng, pushes(s, w))]  # type: ignore[no-any-return]
    steps = s.reach[victim]
    ends = ends_of_push(s, victim, steps)
    while True:
        while ends == NONE:  # it is pushed less far
            steps -= 1
            ends = ends_of_push(s, victim, steps)
        square = nth(ends, below(rng, size(ends)))
        if completed_by(s, w, victim, square):
            return push_code(victim, square)
        ends &= ~bit(square)
