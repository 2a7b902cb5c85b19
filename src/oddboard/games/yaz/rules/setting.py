"""The Baton Races of Yaz: the setting, and the look-ahead that keeps it possible to finish it (YAZ-6, YAZ-7)."""

from typing import Any

import numpy as np

from oddboard.core.bits import NONE, ONE, has, lowest, size
from oddboard.core.compiling import rule
from oddboard.games.yaz.state import (
    FIRST_OF,
    HEIGHT,
    KINDS,
    MIRE,
    MUCK,
    MUD,
    NO_LAND,
    NOWHERE,
    PIECES,
    ROUGHEST,
    SEATS,
    TERRAINS,
    WIDTH,
    State,
    Work,
    distance,
    is_free,
)


@rule
def columns_within(row: int, column: int, other: int, reach: int) -> Any:
    """The columns of another row that are at most so far from a hex, as a set."""
    down = abs(other - row)
    first = (2 * column + row % 2 - (2 * reach - down) - other % 2) // 2
    last = first + 2 * reach - down
    first = max(first, 0)
    return ((ONE << np.uint64(last + 1)) - ONE) & ~((ONE << np.uint64(first)) - ONE)


@rule
def close_around(w: Work, depth: int, hexagon: int, gap: int) -> None:
    """Take the hexes that are too near to a bulge out of what is open."""
    row, column = hexagon // WIDTH, hexagon % WIDTH
    for other in range(max(0, row - gap + 1), min(HEIGHT, row + gap)):
        closed = ~columns_within(row, column, other, gap - 1)
        for ground in range(MUD, MIRE + 1):
            w.open[depth, ground, other] &= closed


@rule
def open_ground(s: State, w: Work, gap: int) -> None:
    """Fill depth 0 of the search: what is still open to bulges, and how many each terrain needs."""
    for ground in range(MUD, MIRE + 1):
        w.need[0, ground] = s.bulges // TERRAINS
        for row in range(HEIGHT):
            mask = NONE
            if row < s.rows:
                for column in range(s.columns):
                    if s.terrain[row * WIDTH + column] == ground:
                        mask |= ONE << np.uint64(column)
            w.open[0, ground, row] = mask
    for number in range(s.laid):
        hexagon = int(s.bulge[number])
        w.need[0, s.terrain[hexagon]] -= 1
        close_around(w, 0, hexagon, gap)
    w.witnesses = 0


@rule
def narrowest(w: Work, depth: int, rows: int) -> int:
    """The terrain with the fewest open hexes for each bulge it needs; 0 if none needs any, -1 if one has too few."""
    chosen = 0
    least = 0
    for ground in range(MUD, MIRE + 1):
        need = w.need[depth, ground]
        if need == 0:
            continue
        there = 0
        for row in range(rows):
            there += size(w.open[depth, ground, row])
        if there < need:
            return -1
        if chosen == 0 or there // need < least:
            chosen = ground
            least = there // need
    return chosen


@rule
def choose(w: Work, depth: int, hexagon: int, ground: int, gap: int, rows: int) -> None:
    """Go one deeper with a bulge in a hex."""
    for other in range(MUD, MIRE + 1):
        w.need[depth + 1, other] = w.need[depth, other]
        for row in range(rows):
            w.open[depth + 1, other, row] = w.open[depth, other, row]
    w.need[depth + 1, ground] -= 1
    w.chosen[depth + 1] = hexagon
    w.ground[depth + 1] = ground
    close_around(w, depth + 1, hexagon, gap)


@rule
def room_from(w: Work, start: int, gap: int, rows: int) -> bool:
    """Whether all that is needed at a depth can be placed: exact, by trying hex after hex from the top."""
    depth = start
    while True:
        ground = narrowest(w, depth, rows)
        if ground == 0:
            for i in range(depth):
                w.witness[i] = w.chosen[i + 1]
                w.witness_ground[i] = w.ground[i + 1]
            w.witnesses = depth
            return True
        if ground < 0:
            depth -= 1
            if depth < start:
                return False
            continue
        row = 0
        while w.open[depth, ground, row] == NONE:
            row += 1
        column = lowest(w.open[depth, ground, row])
        w.open[depth, ground, row] &= ~(ONE << np.uint64(column))  # on the way back it is left out
        choose(w, depth, row * WIDTH + column, ground, gap, rows)
        depth += 1


@rule
def has_room(s: State, w: Work, gap: int) -> bool:
    """Whether all bulges that are still to be placed can be, so far apart."""
    open_ground(s, w, gap)
    return room_from(w, 0, gap, int(s.rows))


@rule
def room_with(s: State, w: Work, hexagon: int) -> bool:
    """Whether a bulge may be placed in a hex: open, wanted there, and the rest have room (YAZ-6).

    `open_ground` has been called. The hexes that showed room the last time are looked at first: where one of them
    can be exchanged for this hex, nothing is searched.
    """
    ground = int(s.terrain[hexagon])
    if ground == NO_LAND or w.need[0, ground] == 0:
        return False
    if not has(w.open[0, ground, hexagon // WIDTH], hexagon % WIDTH):
        return False
    gap = int(s.bulge_gap)
    if w.witnesses > 0:
        near = 0
        same = False
        for i in range(w.witnesses):
            if distance(int(w.witness[i]), hexagon) < gap:
                near += 1
                same = w.witness_ground[i] == ground
        if near == 0 or (near == 1 and same):
            return True
    choose(w, 0, hexagon, ground, gap, int(s.rows))
    return room_from(w, 1, gap, int(s.rows))


@rule
def count_room(s: State, w: Work) -> None:
    """Fill w.room and w.wanted: hexes up to each terrain that are left for Yazzites, and Yazzites that need one there.

    Bulges still to be placed are counted as if they stood.
    """
    mud = muck = mire = 0
    for hexagon in range(s.rows * WIDTH):
        mud += s.terrain[hexagon] == MUD
        muck += s.terrain[hexagon] == MUCK
        mire += s.terrain[hexagon] == MIRE
    third = s.bulges // TERRAINS
    w.room[MUD] = mud - third
    w.room[MUCK] = w.room[MUD] + muck - third
    w.room[MIRE] = w.room[MUCK] + mire - third
    for ground in range(MUD, MIRE + 1):
        w.wanted[ground] = 0
    for seat in range(SEATS):
        for piece in range(PIECES):
            if s.at[seat, piece] != NOWHERE:
                for ground in range(int(s.terrain[s.at[seat, piece]]), MIRE + 1):
                    w.room[ground] -= 1
        for kind in range(KINDS):
            for ground in range(int(ROUGHEST[FIRST_OF[kind]]), MIRE + 1):
                w.wanted[ground] += s.counts[kind] - s.placed[seat, kind]


@rule
def find_fits(s: State, w: Work) -> None:
    """Fill w.fits: since the terrains open to the kinds are nested, counting is enough (YAZ-7)."""
    count_room(s, w)
    for kind in range(KINDS):
        for chosen in range(MUD, MIRE + 1):
            fits = True
            for ground in range(MUD, MIRE + 1):
                left = w.room[ground] - (chosen <= ground)
                fits = fits and left >= w.wanted[ground] - (ROUGHEST[FIRST_OF[kind]] <= ground)
            w.fits[kind, chosen] = fits


@rule
def may_place(s: State, w: Work, kind: int, hexagon: int) -> bool:
    """Whether the player may place one of a kind in a hex (YAZ-7); `find_fits` has been called."""
    ground = int(s.terrain[hexagon])
    if ground == NO_LAND or s.placed[s.turn, kind] >= s.counts[kind] or ground > ROUGHEST[FIRST_OF[kind]]:
        return False
    if not w.fits[kind, ground] or not is_free(s, hexagon):
        return False
    for number in range(s.laid):
        if s.bulge[number] == hexagon:
            return False
    return True


@rule
def all_placed(s: State, seat: int) -> bool:
    """Whether a side has placed all its Yazzites."""
    for kind in range(KINDS):
        if s.placed[seat, kind] < s.counts[kind]:
            return False
    return True
