"""Sailboat Regatta: the legal decisions (REG-6 to REG-15)."""

from oddboard.core.compiling import rule
from oddboard.core.randomness import Rng, below
from oddboard.games.sailboat_regatta.codes import (
    FIRST_DONE,
    FIRST_END,
    about_code,
    draw_code,
    drift_code,
    enter_code,
    roll_code,
    sail_code,
    straight_code,
)
from oddboard.games.sailboat_regatta.rules.dice import ROLL_OF_THROW, THROWS, WEIGHT
from oddboard.games.sailboat_regatta.rules.fleets import boat_of, has_drifted, has_turned, own
from oddboard.games.sailboat_regatta.rules.sailing import faces_straight, faces_to_sail
from oddboard.games.sailboat_regatta.state import (
    DRAWING,
    ENDED,
    FACES,
    HEADINGS,
    MOST_CHANCE,
    NOBODY,
    NORTH,
    ROLLING,
    SAILING,
    State,
    Work,
)


@rule
def faces_now(s: State, number: int) -> int:
    """The faces among the dice left with which a free boat of the seat in turn can sail (REG-10)."""
    if has_drifted(s, number):
        return 0
    boat = boat_of(s, number)
    return faces_to_sail(s, int(s.at[boat]), int(s.heading[boat])) & s.faces


@rule
def straight_faces_now(s: State, number: int) -> int:
    """The faces among the dice left for a sail without the diagonal step, with `step_a_boat` (REG-10)."""
    boat = boat_of(s, number)
    return faces_straight(s, int(s.at[boat]), int(s.heading[boat]), has_drifted(s, number)) & s.faces


@rule
def must_turn(s: State, number: int) -> bool:
    """Whether a free boat of the seat in turn could never sail as it faces (REG-15)."""
    boat = boat_of(s, number)
    return faces_to_sail(s, int(s.at[boat]), int(s.heading[boat])) == 0


@rule
def list_sails(w: Work, number: int, lawful: int, count: int) -> int:
    """Write down a boat's sails with some faces, after so many decisions; how many there are then."""
    for face in range(FACES):
        if (lawful >> face) & 1:
            w.code[count] = sail_code(number, face)
            count += 1
    return count


@rule
def list_straight_sails(s: State, w: Work, number: int, count: int) -> int:
    """Write down a boat's sails without the diagonal step, after so many decisions; how many there are then."""
    lawful = straight_faces_now(s, number)
    for face in range(FACES):
        if (lawful >> face) & 1:
            w.code[count] = straight_code(number, face)
            count += 1
    return count


@rule
def list_owed(s: State, w: Work) -> int:
    """Write down what may be done while a boat owes its diagonal step; how many (REG-10)."""
    number = int(s.owes)
    count = list_sails(w, number, faces_now(s, number), 0)
    count = list_straight_sails(s, w, number, count)
    w.code[count] = drift_code(number)
    return count + 1


@rule
def list_sailing(s: State, w: Work) -> int:
    """Write down what may be done before `done`; how many.

    Where no sail with the diagonal step is possible before the first one, none without it is: it could be taken last.
    """
    if s.owes != NOBODY:
        return list_owed(s, w)
    boats = own(s, s.free)
    count = 0
    elsewhere = 0  # boats that can sail and that an entering one would not blanket
    for number in range(s.fleet):
        if not (boats >> number) & 1:
            continue
        if s.step_a_boat:
            count = list_straight_sails(s, w, number, count)
        lawful = faces_now(s, number)
        if lawful == 0:
            continue
        if s.at[boat_of(s, number)] != s.entry:
            elsewhere += 1
        count = list_sails(w, number, lawful, count)
    idle = count == 0
    afloat = s.afloat[s.turn]
    if afloat < s.fleet:
        by_entering = faces_to_sail(s, int(s.entry), NORTH) & s.faces != 0
        # Entering must not take away the only sail (REG-13).
        if s.sailed or idle or by_entering or elsewhere > 0:
            w.code[count] = enter_code(afloat)
            count += 1
        if by_entering:
            idle = False
    if s.sailed or idle:
        w.code[count] = FIRST_DONE
        count += 1
    return count


@rule
def list_turning(s: State, w: Work) -> int:
    """Write down what may be done between `done` and `end`; how many. Every space has a direction to sail in."""
    count = 0
    duty = False
    if s.sailed:
        boats = own(s, s.free)
        for number in range(s.fleet):
            if not (boats >> number) & 1:
                continue
            if must_turn(s, number):
                duty = True
            if has_turned(s, number):
                continue
            boat = boat_of(s, number)
            space, faced = int(s.at[boat]), int(s.heading[boat])
            for heading in range(HEADINGS):
                if heading != faced and faces_to_sail(s, space, heading) != 0:
                    w.code[count] = about_code(number, heading)
                    count += 1
    if s.afloat[s.turn] < s.fleet:
        w.code[count] = enter_code(s.afloat[s.turn])
        count += 1
    if not duty:
        w.code[count] = FIRST_END
        count += 1
    return count


@rule
def legal(s: State, w: Work) -> int:
    """Write down the legal decisions; how many."""
    if s.phase == SAILING:
        return list_sailing(s, w)
    if s.phase == ROLLING:
        for roll in range(MOST_CHANCE):
            w.code[roll] = roll_code(roll)
            w.weight[roll] = WEIGHT[roll]
        return MOST_CHANCE
    if s.phase == ENDED:
        return 0
    if s.phase == DRAWING:
        for seat in range(s.seats):
            w.code[seat] = draw_code(seat)
            w.weight[seat] = 1
        return s.seats
    return list_turning(s, w)


@rule
def pick(s: State, w: Work, rng: Rng) -> int:
    """One legal decision at random; a roll by throwing the dice."""
    if s.phase == ROLLING:
        return roll_code(ROLL_OF_THROW[below(rng, THROWS)])
    return int(w.code[below(rng, legal(s, w))])
