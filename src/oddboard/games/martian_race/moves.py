"""Martian Race: where a die can take a Martian or the dog, and the legal decisions (MAR-6 to MAR-17, MAR-32).

A set of squares for each facing grows by one step at a time: wherever a Martian is, it can have any facing a
step later, and where it lies it can go on.
"""

from typing import Any

from oddboard.core.bits import NONE, ONE, bit, has, lowest, nth, size
from oddboard.core.compiling import rule
from oddboard.core.game import CHANCE, OVER
from oddboard.core.randomness import Rng, below
from oddboard.games.martian_race.chains import clear_chain, completable, land, latest_wave, push_targets
from oddboard.games.martian_race.state import (
    ALL,
    CLOSED,
    DOG,
    DOG_SLOT,
    DRAWING,
    EAST,
    ENDED,
    FACINGS,
    FAMILY,
    HOME,
    KILLED,
    LAUNCHED,
    MARTIANS,
    MEDIUM,
    MOVING,
    NAMED,
    NORTH,
    PAD,
    PUSHING,
    ROLLING,
    SLOTS,
    SMALL,
    SOUTH,
    SQUARES,
    UP,
    WAITING,
    WEST,
    State,
    Work,
    anybody,
    lift,
    neighbours,
    put,
    shifted,
)

# Codes of decisions, in four blocks.
FIRST_MOVE = 0  # ((die - 1) * SLOTS + slot) * ENDS + square * FACINGS + facing
ENDS = SQUARES * FACINGS
FIRST_PUSH = FIRST_MOVE + 6 * SLOTS * ENDS  # identity * SQUARES + square
FIRST_ROLL = FIRST_PUSH + MARTIANS * SQUARES  # (high - 1) * high / 2 + low - 1
FIRST_DRAW = FIRST_ROLL + 21  # the seat that begins
CODES = FIRST_DRAW + 5


@rule
def move_code(die: int, slot: int, square: int, facing: int) -> int:
    """The code of a move."""
    return FIRST_MOVE + ((die - 1) * SLOTS + slot) * ENDS + square * FACINGS + facing


@rule
def roll_code(high: int, low: int) -> int:
    """The code of a roll."""
    return FIRST_ROLL + (high - 1) * high // 2 + low - 1


@rule
def to_move(s: State) -> int:
    """Who decides now."""
    if s.phase == ENDED:
        return OVER
    if s.phase == DRAWING or s.phase == ROLLING:
        return CHANCE
    return s.turn


@rule
def enemies_of(s: State, seat: int) -> Any:
    """The squares with a Martian of another colour."""
    mask = NONE
    for other in range(s.seats):
        if other != seat:
            mask |= s.there[other]
    return mask


@rule
def can_be_entered(s: State, seat: int, number: int) -> Any:
    """The squares that a Martian may step on (MAR-11, MAR-12, MAR-17)."""
    own = s.there[seat]
    if s.at[seat, number] >= 0:
        own &= ~bit(s.at[seat, number])  # on a named square it is alone
    closed = CLOSED[s.sizes[seat, number]] | (own & NAMED)
    for other in range(s.seats):
        if other != seat:
            closed |= s.blocked[other]
    return ~closed


@rule
def can_be_ended_on(s: State, seat: int) -> Any:
    """The squares not even partly blocked by enemies (MAR-17)."""
    closed = NONE
    for other in range(s.seats):
        if other != seat:
            closed |= s.partly[other]
    return ~closed


@rule
def not_small_on(s: State, square: int) -> int:
    """How many Martians on a square would survive the dog."""
    count = 0
    for seat in range(s.seats):
        if has(s.there[seat], square):
            for number in range(s.family):
                if s.at[seat, number] == square and s.sizes[seat, number] >= MEDIUM:
                    count += 1
    return count


@rule
def arrive(s: State, martian: int, square: int, facing: int) -> int:
    """A Martian or the dog ends a move on a square, and those it hits are to be pushed.

    The dog kills the small ones first (MAR-33); gives back the killed, by identity.
    """
    killed = 0
    if martian == DOG:
        s.dog_at = square
        s.dog_facing = facing
        for victim in range(MARTIANS):
            seat, number = victim // FAMILY, victim % FAMILY
            if s.at[seat, number] == square and s.sizes[seat, number] == SMALL:
                lift(s, victim, KILLED)
                killed |= 1 << victim
    else:
        if s.at[martian // FAMILY, martian % FAMILY] >= 0:
            lift(s, martian, WAITING)
        s.facing[martian // FAMILY, martian % FAMILY] = facing
        put(s, martian, square)
    land(s, martian, square)
    return killed


@rule
def undo_arrival(s: State, martian: int, origin: int, faced: int, killed: int) -> None:
    """Put everybody back to where they were before an arrival that was only tried."""
    clear_chain(s)
    if martian == DOG:
        for victim in range(MARTIANS):
            if killed >> victim & 1:
                put(s, victim, s.dog_at)
        s.dog_at = origin
        s.dog_facing = faced
    else:
        lift(s, martian, origin)
        s.facing[martian // FAMILY, martian % FAMILY] = faced
        if origin >= 0:
            put(s, martian, origin)


@rule
def hard_squares(s: State, w: Work, martian: int, enemies: Any, facing: int) -> Any:
    """Of squares with enemies and no quiet way out, those where all pushes can be completed all the same (MAR-22).

    A single one that the dog cannot push stays beside it (MAR-34).
    """
    dog = martian == DOG
    origin = s.dog_at if dog else s.at[martian // FAMILY, martian % FAMILY]
    faced = s.dog_facing if dog else s.facing[martian // FAMILY, martian % FAMILY]
    allowed = NONE
    while enemies != NONE:
        square = lowest(enemies)
        enemies &= enemies - ONE
        if dog and not_small_on(s, square) < 2:
            allowed |= bit(square)
            continue
        killed = arrive(s, martian, square, facing)
        if completable(s, w):
            allowed |= bit(square)
        undo_arrival(s, martian, origin, faced, killed)
    return allowed


@rule
def spread(s: State, w: Work, slot: int, at: int, facing: int, door: int, enter: Any, stop: Any, hard: Any) -> None:
    """Fill w.ends for both dice with the ends of one that starts on a square, or off the board at a door.

    `hard` are the squares on which ending needs a look-ahead.
    """
    martian = DOG if slot == DOG_SLOT else s.turn * FAMILY + slot
    north = east = south = west = up = NONE
    taken = 0
    if at >= 0:
        here = bit(at)
        if facing == NORTH:
            north = here
        elif facing == EAST:
            east = here
        elif facing == SOUTH:
            south = here
        elif facing == WEST:
            west = here
        else:
            up = here
    else:
        here = bit(door) & enter
        north = east = south = west = up = here  # entering is a step, with any facing (MAR-8)
        taken = 1
    for i in range(1, -1, -1):  # the lower die first
        die = s.dice[i]
        if die == 0 or (i == 1 and die == s.dice[0]):
            continue
        while taken < die:
            anyhow = north | east | south | west | up
            north = anyhow | (shifted(north, NORTH) & enter)
            east = anyhow | (shifted(east, EAST) & enter)
            south = anyhow | (shifted(south, SOUTH) & enter)
            west = anyhow | (shifted(west, WEST) & enter)
            up = anyhow
            taken += 1
        lying = standing = stop & ~hard
        for way in (NORTH, UP):
            doubtful = (up if way == UP else north | east | south | west) & stop & hard
            if doubtful != NONE:
                allowed = hard_squares(s, w, martian, doubtful, way)
                if way == UP:
                    standing |= allowed
                else:
                    lying |= allowed
        w.ends[i, slot, NORTH] = north & lying
        w.ends[i, slot, EAST] = east & lying
        w.ends[i, slot, SOUTH] = south & lying
        w.ends[i, slot, WEST] = west & lying
        w.ends[i, slot, UP] = up & standing


@rule
def find_ends(s: State, w: Work) -> None:
    """Fill w.ends: for each open die and each that may move, the squares where it may end, by facing."""
    for i in range(2):
        for slot in range(SLOTS):
            for facing in range(FACINGS):
                w.ends[i, slot, facing] = NONE
    occupied = anybody(s)
    quiet = neighbours(~occupied & ~NAMED)  # an empty square beside: everybody pushed can go there
    if s.turn == s.winner:
        enter = ALL
        for seat in range(s.seats):
            enter &= ~s.blocked[seat]
        spread(s, w, DOG_SLOT, s.dog_at, s.dog_facing, PAD, enter, enter, occupied & ~quiet)
        return
    seat = s.turn
    hard = enemies_of(s, seat) & ~quiet
    stop = can_be_ended_on(s, seat)
    offered = False  # of those off the board only the lowest number
    for number in range(s.family):
        at = s.at[seat, number]
        if at == LAUNCHED or at == KILLED or (at == WAITING and offered):
            continue
        enter = can_be_entered(s, seat, number)
        spread(s, w, number, at, s.facing[seat, number], HOME, enter, stop & enter, hard)
        offered = offered or at == WAITING


@rule
def can_move(s: State, w: Work) -> bool:
    """Whether any open die has a lawful move (MAR-10)."""
    if s.dice[0] == 0 and s.dice[1] == 0:
        return False
    if s.turn != s.winner:
        for number in range(s.family):
            at = s.at[s.turn, number]
            if at >= 0 and not has(CLOSED[s.sizes[s.turn, number]], at):
                return True  # it may at least waste the die (MAR-9)
    find_ends(s, w)
    for i in range(2):
        for slot in range(SLOTS):
            for facing in range(FACINGS):
                if w.ends[i, slot, facing] != NONE:
                    return True
    return False


@rule
def legal(s: State, w: Work) -> int:
    """Write the legal decisions; how many."""
    count = 0
    if s.phase == DRAWING:
        for seat in range(s.seats):
            w.code[count] = FIRST_DRAW + seat
            w.weight[count] = 1
            count += 1
    elif s.phase == ROLLING:
        for high in range(1, 7):
            for low in range(1, high + 1):
                w.code[count] = roll_code(high, low)
                w.weight[count] = 1 if high == low else 2
                count += 1
    elif s.phase == MOVING:
        find_ends(s, w)
        for i in range(2):
            for slot in range(SLOTS):
                for facing in range(FACINGS):
                    base = move_code(s.dice[i], slot, 0, facing)
                    ends = w.ends[i, slot, facing]
                    while ends != NONE:
                        w.code[count] = base + lowest(ends) * FACINGS
                        ends &= ends - ONE
                        count += 1
    elif s.phase == PUSHING:
        wave = latest_wave(s)
        for martian in range(MARTIANS):
            if s.hit_by[martian] == wave:
                targets = push_targets(s, w, martian)
                while targets != NONE:
                    w.code[count] = FIRST_PUSH + martian * SQUARES + lowest(targets)
                    targets &= targets - ONE
                    count += 1
    return count


@rule
def pick(s: State, w: Work, rng: Rng) -> int:
    """One legal decision at random; a roll by its two dice, a move by counting ends instead of listing them."""
    if s.phase == ROLLING:
        one = below(rng, 6) + 1
        other = below(rng, 6) + 1
        return roll_code(max(one, other), min(one, other))
    if s.phase != MOVING:
        return w.code[below(rng, legal(s, w))]  # type: ignore[no-any-return]
    find_ends(s, w)
    total = 0
    for i in range(2):
        for slot in range(SLOTS):
            for facing in range(FACINGS):
                total += size(w.ends[i, slot, facing])
    left = below(rng, total)
    for i in range(2):
        for slot in range(SLOTS):
            for facing in range(FACINGS):
                here = size(w.ends[i, slot, facing])
                if left < here:
                    square = nth(w.ends[i, slot, facing], left)
                    return move_code(s.dice[i], slot, square, facing)
                left -= here
    return -1  # not reached: there is a legal decision before the end
