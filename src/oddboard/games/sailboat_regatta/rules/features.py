"""Sailboat Regatta: what a network learns from: boats by where they are, who covers whom, who could, and the leads.

Other seats are alike: each adds its features, whatever its number. Leads are made whole, so that no machine rounds them
in another way.
"""

from typing import Any

import numpy as np

from oddboard.core.compiling import rule, table
from oddboard.games.sailboat_regatta.rules.course import NAMED, read_course
from oddboard.games.sailboat_regatta.rules.fleets import fleet_size, is_finished, is_free
from oddboard.games.sailboat_regatta.rules.outlook import NAMED_SIDE, burden, dice_to_go
from oddboard.games.sailboat_regatta.rules.sailing import faces_to_sail, sail_end
from oddboard.games.sailboat_regatta.state import (
    ANY_FACE,
    DICE,
    DRAWING,
    ENDED,
    FACES,
    FINISHING_COUNT,
    FLEET,
    HEADINGS,
    KIND_SHIFT,
    NOBODY,
    OPEN,
    OWN,
    SAILING,
    SEATS,
    SIDE,
    State,
)

OURS, THEIRS, SIDES = range(3)  # whose it is, for the seat that asks
PHASES = ENDED + 1


def _numbers(text: str) -> Any:
    """For each space of a named course its number among those that boats may enter."""
    is_open = read_course(text).water[: SIDE * NAMED_SIDE] >> KIND_SHIFT == OPEN
    return np.where(is_open, np.cumsum(is_open) - 1, 0)


NUMBER = table([_numbers(text) for text in NAMED.values()], np.int16)
COURSES, OPEN_SPACES = len(NAMED), int(NUMBER.max()) + 1

# How a boat afloat stands: with one crossing to go it is free with a heading, or blanketed.
HOME, FURTHER, COVERED, HEADED = range(4)
STANDINGS = HEADED + HEADINGS
# A boat under others: whose it is and whose is on top.
OURS_UNDER_OURS, OURS_UNDER_THEIRS, THEIRS_UNDER_OURS, THEIRS_UNDER_THEIRS, THEIRS_UNDER_OTHERS, COVERS = range(6)
HOMES = 4  # whether it has finished, and whether the boat on top has
MOST_ABOVE = 3  # boats above it; more count as so many
MOST_TURNS = 2  # turns until the seat on top has its own; more count as so many
# Where a boat of ours that has not finished is, beside the dice that it needs.
WAITING, SAILS, UNDER_OURS, UNDER_THEIRS, STATES = range(5)
MOST_DICE = 31
MOST_WAYS = 11  # in which others could cover a boat: a face of a die for each boat that it would bring there
MOST_CHANCES = 15  # the same for all boats that we could cover
WAYS_BITS = 8  # for a number of ways; there are fewer than 6 for each of 28 boats

HUNDRED = 100  # dice are counted in hundredths where they are added
BELOW = 10 * HUNDRED  # no burden is as far below 0
GAP = 2 * HUNDRED  # burdens that differ by less count as the same
MOST_GAPS = 8  # gaps either way; more count as so many
BEST_GAP = HUNDRED  # the same for the best of the others
MOST_BEST_GAPS = 12
STAGE = 12 * HUNDRED  # of a race: the burden of the better one of two
STAGES = 8
BURDEN = 3 * HUNDRED
BURDENS = 40
SMALLEST = fleet_size(SEATS)
LIMITS = 10  # doublings of the rounds left
# A network blocks, and fleets that do nothing else stay where they are. After so many rounds the outlook by hand
# judges, with which somebody sails on at last: later between two, where blocking wins more.
PATIENCE, PATIENCE_OF_TWO = 55, 90

PLACE = 0  # by side, course, standing and space
COVER = PLACE + SIDES * COURSES * STANDINGS * OPEN_SPACES
TO_GO = COVER + COVERS * HOMES * MOST_ABOVE * (MOST_TURNS + 1)
THREAT = TO_GO + STATES * (MOST_DICE + 1)  # with whether it is our turn
CHANCE = THREAT + 2 * (MOST_WAYS + 1)  # the same
FLEETS = CHANCE + 2 * (MOST_CHANCES + 1)  # by side, boats home and boats ashore
PAIR = FLEETS + SIDES * (FLEET + 1) * (FLEET + 1)  # each other seat: its lead by stage, and whether it comes first
BEST = PAIR + 2 * STAGES * (2 * MOST_GAPS + 1)
RACE = BEST + STAGES * (2 * MOST_BEST_GAPS + 1)  # seats, and how many of them are ahead
LOAD = RACE + (SEATS + 1) * SEATS  # our burden by size of fleet
TURN = LOAD + (FLEET + 1 - SMALLEST) * BURDENS  # turns until ours
PHASE = TURN + SEATS  # with whether it is our turn
DIE = PHASE + 2 * PHASES  # dice left of each face; the same
SAILED = DIE + 2 * FACES * DICE  # the same
OWING = SAILED + 2  # the same
COURSE = OWING + 2  # with whether a boat takes one diagonal step a turn
LIMIT = COURSE + 2 * COURSES
FEATURES = LIMIT + LIMITS


@rule
def clamped(number: int, least: int, most: int) -> int:
    """The nearest number that is not out of bounds."""
    return min(max(number, least), most)


@rule
def turns_until(s: State, seat: int) -> int:
    """How many turns are to end before a seat has its own."""
    turns = seat - s.turn
    return turns if turns >= 0 else turns + s.seats


@rule
def is_of(s: State, boat: int, seat: int) -> bool:
    """Whether there is a boat, and it is of a seat."""
    return seat * s.fleet <= boat < (seat + 1) * s.fleet


@rule
def weight(s: State, seat: int) -> int:
    """The burden of a seat in hundredths of a die."""
    return int(HUNDRED * burden(s, seat) + BELOW + 0.5) - BELOW


@rule
def place(s: State, boat: int, side: int) -> int:
    """Where a boat afloat is, and how it stands."""
    if is_finished(s, boat):
        standing = HOME
    elif s.count[boat] != FINISHING_COUNT - 1:
        standing = FURTHER
    elif is_free(s, boat):
        standing = HEADED + int(s.heading[boat])
    else:
        standing = COVERED
    return int(
        PLACE + ((side * COURSES + s.course) * STANDINGS + standing) * OPEN_SPACES + NUMBER[s.course, int(s.at[boat])]
    )


@rule
def whose_cover(s: State, seat: int, boat: int, skipper: int) -> int:
    """Whose boat lies under whose, for a seat; the skipper is the seat of the boat on top."""
    if is_of(s, boat, seat):
        return OURS_UNDER_OURS if skipper == seat else OURS_UNDER_THEIRS
    if skipper == seat:
        return THEIRS_UNDER_OURS
    return THEIRS_UNDER_THEIRS if is_of(s, boat, skipper) else THEIRS_UNDER_OTHERS


@rule
def to_go(s: State, boat: int, where: int) -> int:
    """The dice that a boat of ours needs, and whether it can use them."""
    dice = int(HUNDRED * dice_to_go(s, boat) + 0.5) // HUNDRED
    return TO_GO + where * (MOST_DICE + 1) + min(dice, MOST_DICE)


@rule
def stack_features(s: State, seat: int, skipper: int, top: int, out: Any, count: int) -> int:
    """Add those of a boat that is free, and of all beneath it."""
    out[count] = place(s, top, OURS if skipper == seat else THEIRS)
    count += 1
    if skipper == seat and not is_finished(s, top):
        out[count] = to_go(s, top, SAILS)
        count += 1
    turns = min(turns_until(s, skipper), MOST_TURNS)
    above = 0
    boat = int(s.under[top])
    while boat != NOBODY:
        above = min(above + 1, MOST_ABOVE)
        cover = whose_cover(s, seat, boat, skipper)
        ours = cover <= OURS_UNDER_THEIRS
        home = is_finished(s, boat)
        out[count] = place(s, boat, OURS if ours else THEIRS)
        homes = (cover * 2 + home) * 2 + is_finished(s, top)
        out[count + 1] = COVER + (homes * MOST_ABOVE + above - 1) * (MOST_TURNS + 1) + turns
        count += 2
        if ours and not home:
            out[count] = to_go(s, boat, UNDER_OURS if cover == OURS_UNDER_OURS else UNDER_THEIRS)
            count += 1
        boat = int(s.under[boat])
    return count


@rule
def faces_of(s: State, seat: int) -> int:
    """The faces with which a seat can sail when it next does so."""
    return int(s.faces) if s.turn == seat and s.phase == SAILING else ANY_FACE


@rule
def becalmed(s: State, boat: int, face: int) -> int:
    """The boat not yet home whose wind a free boat would take with a die, or NOBODY."""
    if not faces_to_sail(s, int(s.at[boat]), int(s.heading[boat])) >> face & 1:
        return NOBODY
    other = int(s.top[sail_end(s, int(s.at[boat]), int(s.heading[boat]), face)])
    return NOBODY if other == NOBODY or is_finished(s, other) else other


@rule
def ways_to_cover(s: State, seat: int, boat: int, faces: int) -> int:
    """In how many ways a free boat of others could cover each boat of a seat: WAYS_BITS for each number."""
    ways = 0
    for face in range(FACES):
        if faces >> face & 1:
            other = becalmed(s, boat, face)
            if is_of(s, other, seat):
                ways += 1 << (WAYS_BITS * (other - seat * s.fleet))
    return ways


@rule
def chances_to_cover(s: State, seat: int, boat: int, faces: int) -> int:
    """In how many ways a free boat of a seat could cover others."""
    chances = 0
    for face in range(FACES):
        if faces >> face & 1:
            other = becalmed(s, boat, face)
            chances += other != NOBODY and not is_of(s, other, seat)
    return chances


@rule
def threat_features(s: State, seat: int, ways: int, out: Any, count: int) -> int:
    """Add in how many ways others could cover each of our boats."""
    mine = s.turn == seat
    for _ in range(s.fleet):
        here = ways & ((1 << WAYS_BITS) - 1)
        if here > 0:
            out[count] = THREAT + mine * (MOST_WAYS + 1) + min(here, MOST_WAYS)
            count += 1
        ways >>= WAYS_BITS
    return count


@rule
def boats_features(s: State, seat: int, out: Any, count: int) -> int:
    """Add those of all boats: where they are, who covers whom, and who could."""
    ways = 0
    chances = 0
    landing = int(s.top[s.entry])
    for skipper in range(s.seats):
        faces = faces_of(s, skipper)
        first = skipper * s.fleet
        for boat in range(first, first + s.afloat[skipper]):
            if is_free(s, boat):
                count = stack_features(s, seat, skipper, boat, out, count)
                if skipper == seat:
                    chances += chances_to_cover(s, seat, boat, faces)
                else:
                    ways += ways_to_cover(s, seat, boat, faces)
        if skipper == seat:
            for boat in range(first + s.afloat[skipper], first + s.fleet):
                out[count] = to_go(s, boat, WAITING)
                count += 1
        elif s.afloat[skipper] < s.fleet and is_of(s, landing, seat) and not is_finished(s, landing):
            ways += FACES << (WAYS_BITS * (landing - seat * s.fleet))  # boats ashore come with no die at all
    count = threat_features(s, seat, ways, out, count)
    out[count] = CHANCE + (s.turn == seat) * (MOST_CHANCES + 1) + min(chances, MOST_CHANCES)
    return count + 1


@rule
def fleet_of(s: State, seat: int, side: int) -> int:
    """How many boats of a seat are home, and how many ashore."""
    home = 0
    for boat in range(seat * s.fleet, seat * s.fleet + s.afloat[seat]):
        home += is_finished(s, boat)
    return int(FLEETS + (side * (FLEET + 1) + home) * (FLEET + 1) + s.fleet - s.afloat[seat])


@rule
def gaps(difference: int, gap: int, most: int) -> int:
    """So many gaps, from 0 for the most that one can be behind."""
    return clamped((difference + gap // 2) // gap, -most, most) + most


@rule
def stage(burden: int) -> int:
    """How far a race still goes."""
    return clamped(burden // STAGE, 0, STAGES - 1)


@rule
def race_features(s: State, seat: int, out: Any, count: int) -> int:
    """Add how seats stand by the dice that they need."""
    mine = weight(s, seat)
    turns = turns_until(s, seat)
    best = BURDENS * STAGE
    ahead = 0
    out[count] = fleet_of(s, seat, OURS)
    count += 1
    for other in range(s.seats):
        if other != seat:
            theirs = weight(s, other)
            best = min(best, theirs)
            ahead += theirs < mine
            earlier = turns_until(s, other) < turns
            pair = (earlier * STAGES + stage(min(mine, theirs))) * (2 * MOST_GAPS + 1)
            out[count] = PAIR + pair + gaps(theirs - mine, GAP, MOST_GAPS)
            out[count + 1] = fleet_of(s, other, THEIRS)
            count += 2
    lead = gaps(best - mine, BEST_GAP, MOST_BEST_GAPS)
    out[count] = BEST + stage(min(mine, best)) * (2 * MOST_BEST_GAPS + 1) + lead
    out[count + 1] = RACE + s.seats * SEATS + ahead
    out[count + 2] = LOAD + (s.fleet - SMALLEST) * BURDENS + clamped(mine // BURDEN, 0, BURDENS - 1)
    out[count + 3] = TURN + turns
    return count + 4


@rule
def turn_features(s: State, seat: int, out: Any) -> int:
    """Begin with those of the turn and of the race as it was agreed upon."""
    mine = s.turn == seat
    out[0] = PHASE + 2 * s.phase + mine
    out[1] = COURSE + 2 * s.course + s.step_a_boat
    left = s.turn_limit - s.rounds
    doublings = 0
    while left > 1 and doublings < LIMITS - 1:
        left >>= 1
        doublings += 1
    out[2] = LIMIT + doublings
    count = 3
    for face in range(FACES):
        if s.dice[face] > 0:
            out[count] = DIE + (mine * FACES + face) * DICE + s.dice[face] - 1
            count += 1
    if s.sailed:
        out[count] = SAILED + mine
        count += 1
    if s.owes != NOBODY:
        out[count] = OWING + mine
        count += 1
    return count


@rule
def is_judged(s: State) -> bool:
    """Whether a network may judge: a race under way on a named course that does not last too long."""
    if s.course == OWN or s.phase == DRAWING or s.phase == ENDED:
        return False
    return bool(s.rounds < (PATIENCE_OF_TWO if s.seats == 2 else PATIENCE))


@rule
def features(s: State, seat: int, out: Any) -> int:
    """Those of a race that a network may judge."""
    if not is_judged(s):
        return 0
    count = turn_features(s, seat, out)
    count = race_features(s, seat, out, count)
    return boats_features(s, seat, out, count)
