"""Sailboat Regatta: sails, where they lead, and what they cross (REG-3, REG-10 to REG-12, REG-17)."""

from functools import cache

from oddboard.core.compiling import rule
from oddboard.games.sailboat_regatta.rules.dice import clear_dice, use_die
from oddboard.games.sailboat_regatta.rules.fleets import boat_of, has_drifted, is_finished, is_home, lift, put
from oddboard.games.sailboat_regatta.rules.ways import step_end, way_to_go
from oddboard.games.sailboat_regatta.state import (
    ANY_FACE,
    BEYOND,
    COLUMNS,
    ENDED,
    FACES,
    FINISHING_COUNT,
    NOBODY,
    ROWS,
    SIDE,
    STEP,
    WITH_THE_WIND,
    State,
    Work,
    displaced,
    value_of,
)


@rule
def faces_to_sail(s: State, space: int, heading: int) -> int:
    """The faces that give a boat on a space a lawful sail in a direction (REG-10, REG-12)."""
    return int((s.water[space] >> (FACES * heading)) & ANY_FACE)


@rule
def difference(face: int, value: int) -> int:
    """How far forward a die takes a boat on a tile of some value (REG-10)."""
    return abs(face - value)


@rule
def distance(s: State, space: int, face: int) -> int:
    """How far forward a die takes a boat from a space (REG-10)."""
    return difference(face, value_of(s, space))


@rule
def sail_end(s: State, space: int, heading: int, face: int) -> int:
    """Where a sail ends: forward by the difference of die and tile, and one space with the wind (REG-10)."""
    return int(space + distance(s, space, face) * STEP[heading] + STEP[WITH_THE_WIND])


@rule
def may_drift(s: State, space: int) -> bool:
    """Whether the diagonal step alone is lawful from a space (REG-4)."""
    return step_end(s, space, WITH_THE_WIND) != BEYOND


@rule
def drift_end(s: State, boat: int) -> int:
    """Where the diagonal step alone leads a boat."""
    return int(s.at[boat] + STEP[WITH_THE_WIND])


@rule
def faces_straight(s: State, space: int, heading: int, step_taken: bool) -> int:
    """The faces that give a boat a lawful sail without the diagonal step, with `step_a_boat` (REG-10).

    It must get somewhere; and a boat that has not taken the step in this turn must be able to where it ends.
    """
    faces = 0
    for face in range(FACES):
        forward = distance(s, space, face)
        end = walk(s, space, heading, forward)
        if forward > 0 and end != BEYOND and (step_taken or may_drift(s, end)):
            faces |= 1 << face
    return faces


@rule
def aim(s: State, space: int, heading: int, face: int) -> int:
    """Where a sail would end, lawful or not, or BEYOND."""
    forward = distance(s, space, face)
    columns = forward * COLUMNS[heading] + COLUMNS[WITH_THE_WIND]
    return displaced(space, columns, forward * ROWS[heading] + ROWS[WITH_THE_WIND])


@rule
def aim_straight(s: State, space: int, heading: int, face: int) -> int:
    """Where a sail without the diagonal step would end, lawful or not, or BEYOND."""
    forward = distance(s, space, face)
    return displaced(space, forward * COLUMNS[heading], forward * ROWS[heading])


@cache
def gustiness(value: int) -> int:
    """How gusty tiles of a value are among all: 0 for the steadiest, whose sails are the shortest (REG-1)."""
    lengths = [sum(difference(face, each) for face in range(FACES)) for each in range(FACES)]
    return sorted(set(lengths)).index(lengths[value])


@rule
def steps_before_the_wind(s: State, space: int, heading: int, forward: int) -> int:
    """The most steps forward after which the diagonal one may come in a lawful sail, or -1 (REG-10, REG-12)."""
    for before in range(forward, -1, -1):
        end = walk(s, space, heading, before)
        if end != BEYOND:
            end = step_end(s, end, WITH_THE_WIND)
        if end != BEYOND and walk(s, end, heading, forward - before) != BEYOND:
            return before
    return -1


@rule
def walk(s: State, space: int, heading: int, steps: int) -> int:
    """Where so many lawful steps forward lead, or BEYOND (REG-4)."""
    for _ in range(steps):
        if space != BEYOND:
            space = step_end(s, space, heading)
    return space


def way_of_sail(s: State, space: int, heading: int, face: int) -> list[int]:
    """The spaces of a lawful sail, with the diagonal step as late as possible."""
    forward = distance(s, space, face)
    before = steps_before_the_wind(s, space, heading, forward)
    way = [space]
    for step in [heading] * before + [WITH_THE_WIND] + [heading] * (forward - before):
        way.append(step_end(s, way[-1], step))
    return way


def way_straight(s: State, space: int, heading: int, face: int) -> list[int]:
    """The spaces of a lawful sail without the diagonal step."""
    return [walk(s, space, heading, steps) for steps in range(distance(s, space, face) + 1)]


@rule
def crossings(s: State, start: int, end: int) -> int:
    """What a lawful sail adds to a boat's count: 1 if it leads over the line to the west, -1 to the east (REG-3).

    Both ends of the line are spaces that no boat enters. So a sail that starts in a row below the northern one
    passes from one side to the other over the line, and one that starts elsewhere passes beyond its ends.
    """
    row = start // SIDE
    if row <= s.line_top or row > s.line_foot:
        return 0
    line = s.line
    return (1 if start % SIDE >= line else 0) - (1 if end % SIDE >= line else 0)


@rule
def sail(s: State, w: Work, number: int, face: int) -> None:
    """A boat uses a die, the diagonal step included (REG-10)."""
    boat = boat_of(s, number)
    s.sailed = 1
    use_die(s, face)
    if s.step_a_boat:
        pay_step(s, number)
    move(s, w, boat, sail_end(s, int(s.at[boat]), int(s.heading[boat]), face))


@rule
def sail_straight(s: State, w: Work, number: int, face: int) -> None:
    """A boat uses a die without the diagonal step, which it owes unless it has taken it in this turn (REG-10)."""
    boat = boat_of(s, number)
    start, heading = int(s.at[boat]), int(s.heading[boat])
    s.sailed = 1
    use_die(s, face)
    if not has_drifted(s, number):
        s.owes = number
    move(s, w, boat, walk(s, start, heading, distance(s, start, face)))


@rule
def drift(s: State, w: Work, number: int) -> None:
    """A boat takes the diagonal step that it owes (REG-10)."""
    boat = boat_of(s, number)
    pay_step(s, number)
    move(s, w, boat, drift_end(s, boat))


@rule
def pay_step(s: State, number: int) -> None:
    """A boat takes its one diagonal step of this turn."""
    s.drifted = s.drifted | (1 << number)
    s.owes = NOBODY


@rule
def move(s: State, w: Work, boat: int, end: int) -> None:
    """Bring a boat to the end of its way; the race ends if it is the last of its fleet home (REG-3, REG-17)."""
    start = int(s.at[boat])
    lift(s, boat)
    put(s, boat, end)
    count = int(s.count[boat]) + crossings(s, start, end)
    s.count[boat] = count
    if is_finished(s, boat):
        return
    if count < FINISHING_COUNT:
        s.to_go[boat] = way_to_go(s, w, end, count)
        return
    s.finished = s.finished | (1 << boat)
    s.to_go[boat] = 0
    if is_home(s, int(s.turn)):
        s.phase = ENDED
        s.sailed = 0
        end_sailing(s)


@rule
def end_sailing(s: State) -> None:
    """Forget what matters only while sailing: the dice left, and who has taken the diagonal step."""
    clear_dice(s)
    s.drifted = 0
    s.owes = NOBODY
