"""The Baton Races of Yaz: what a network learns from.

Map, bulges and teams differ from race to race, so a hex says nothing by itself: it is told how far a piece is from a
baton or a bulge, by its kind and by what it can do. Leads are compared between the sides, and what is the same for both
says nothing there; so such things are told along with who set the race, or whose turn it is.
"""

from typing import Any

from oddboard.core.compiling import rule, table
from oddboard.games.yaz.rules.outlook import LUGGANT_STEPS, baton_place, steps_left, to_be_last
from oddboard.games.yaz.state import (
    BESIDE,
    BULGES,
    DRAWING,
    ENDED,
    FARTHEST_MOVE,
    FIRST_TURN,
    HEIGHT,
    KIND,
    KINDS,
    LUGGANT,
    MUD,
    NOBODY,
    NOWHERE,
    PIECES,
    RACING,
    RUNNERS,
    RUNNING_KINDS,
    SIDES,
    TERRAINS,
    WIDTH,
    State,
    distance,
    has_moved,
    is_free,
    is_held,
    is_open,
    luggant_under,
    size_of,
)

LARGEST_TEAM = 15  # Yazzites of a side in a large race; of a race with more nothing is said

FARTHER = (1, 2, 3, 4, 5, 7, 10)  # hexes from which on a distance counts as the next
FARS = len(FARTHER) + 1
NONE_THERE = FARS  # the distance of what is not there
DISTANCES = FARS + 1
FAR = table([sum(hexes >= each for each in FARTHER) for hexes in range(WIDTH + HEIGHT)])

# What has a baton, and how.
LYING = 0  # then who carries it, by kind
STOLEN = 1 + RUNNING_KINDS
HANDS = STOLEN + 1
NOT_OUT, NEVER_TAKEN, PUT_DOWN, TAKEN_AWAY = range(4)
CARRIED = TAKEN_AWAY + 1  # by kind, with what the carrier can do
READY, MOVED, SAT_UPON, RIDING = range(4)  # what a Yazzite can do
ABILITIES = RIDING + 1
BATONS = CARRIED + RUNNING_KINDS * ABILITIES
FREE_TO_GO, IN_FETTERS, LAIN, AWAY, NO_BATON = range(5)  # the same in short, told of both sides together
PLIGHTS = NO_BATON + 1

# Luggants: what they can do, and whom they sit on: by kind, and whether with a baton, or on a friend of theirs.
LOADED = ABILITIES
THIEF = LOADED + 1
SITTING = THIEF + 1
LUGGANT_ABILITIES = SITTING + 1
SEATED = SITTING + 2 * KINDS

MOST_CHASERS, MOST_SITTERS, MOST_RESCUERS, MOST_GUARDS = 3, 2, 3, 2  # more count as so many
AT_REST, GOING_ON, EXPOSED = range(3)  # a baton that is not carried on; its carrier may move still; it may not
MOST_TO_PLACE = 5
MOST_OF_A_GROUND = BULGES // TERRAINS

# A side: its baton, its bulges, its Yazzites.
BATON = 0  # with whose turn it is
GROUND = BATON + 2 * BATONS
NEAREST = GROUND + HANDS * TERRAINS  # from the baton to the nearest bulge of each ground
AFTER = NEAREST + HANDS * TERRAINS * DISTANCES  # from the nearest of these to the next
STANDING = AFTER + DISTANCES
COVERED = STANDING + TERRAINS * (MOST_OF_A_GROUND + 1)  # by bulge: the nearest runner that can go there, and guards
CHASED = COVERED + TERRAINS * DISTANCES * (MOST_GUARDS + 1)
RESCUED = CHASED + 3 * (MOST_CHASERS + 1) * (MOST_SITTERS + 1)
ROOM = RESCUED + 2 * (MOST_RESCUERS + 1)  # for a carrier to go or to pop out to
TO_BATON = ROOM + 2 * RUNNING_KINDS * (SIDES + 1)
TO_BULGE = TO_BATON + RUNNING_KINDS * ABILITIES * FARS
TO_OWN = TO_BULGE + KINDS * ABILITIES * DISTANCES  # from a Luggant to the baton of its side
TO_THEIRS = TO_OWN + SEATED * FARS
TO_PLACE = TO_THEIRS + LUGGANT_ABILITIES * FARS
A_SIDE = TO_PLACE + KINDS * (MOST_TO_PLACE + 1)
OWN, OTHER = 0, A_SIDE

# Both sides together.
FIRST_ROUND = ENDED + 1  # stands for RACING while nobody throttles
STAGE = 2 * A_SIDE  # with who set the race, and whose turn it is
BULGES_LEFT = STAGE + 4 * (FIRST_ROUND + 1)
PLIGHT = BULGES_LEFT + (BULGES + 1) * (BULGES + 1)
MOST_AHEAD = 3
DOUBLINGS = 8  # of the turns to the limit
LIMIT = PLIGHT + 2 * PLIGHTS * PLIGHTS

# The turn, with whose it is; what is popped out, with whose that is.
MOVER = LIMIT + 2 * DOUBLINGS * (2 * MOST_AHEAD + 1)
NO_MOVER = MOVER + 2 * KINDS * (FARTHEST_MOVE + 1)
POPPED_BATON = NO_MOVER + 4
POPPED_PIECE = POPPED_BATON + 2
NEXT = POPPED_PIECE + 2 * KINDS
MUST_STEP = NEXT + 2 * KINDS
MOST_STEPPED = 5
ANNOUNCED = MUST_STEP + 2
LAST_TURN = ANNOUNCED + 2 * (MOST_STEPPED + 1)

# The race, with who set it.
SETTINGS = LAST_TURN + 2 * (MOST_STEPPED + 1)
SCENARIOS, GAPS, LEAST_GAP = 3, 4, 2
SCENARIO = SETTINGS + 2 * 16
MAP_SIZES, ROWS_A_SIZE = 4, 7
MAP_SIZE = SCENARIO + 2 * SCENARIOS * GAPS
PAIR = MAP_SIZE + 2 * MAP_SIZES  # while it is set: a bulge and the one nearest to it
AROUND = PAIR + 2 * TERRAINS * TERRAINS * DISTANCES  # and the mud around it
FEATURES = AROUND + 2 * TERRAINS * (SIDES + 1)


@rule
def ability(s: State, seat: int, piece: int) -> int:
    """What a Yazzite can do in its side's turn."""
    if is_held(s, seat, piece):
        return SAT_UPON
    if s.turn == seat and s.phase == RACING and has_moved(s, piece):
        return MOVED
    return READY if luggant_under(s, seat, piece) == NOBODY else RIDING


@rule
def nearest_bulge(s: State, piece: int, at: int, bulges: int) -> int:
    """How far the nearest of some bulges is to which a piece can go."""
    nearest = NONE_THERE
    for number in range(s.bulges):
        if (bulges >> number) & 1 and is_open(s, piece, s.bulge[number]):
            nearest = min(nearest, FAR[distance(at, s.bulge[number])])
    return nearest


@rule
def hands_on(s: State, seat: int) -> int:
    """Who has a baton, if anybody."""
    if s.thief[seat] != NOBODY:
        return STOLEN
    return LYING if s.carrier[seat] == NOBODY else 1 + KIND[s.carrier[seat]]


@rule
def baton_of(s: State, seat: int, place: int) -> int:
    """What has become of a baton."""
    if place == NOWHERE:
        return NOT_OUT
    carrier = int(s.carrier[seat])
    if carrier != NOBODY:
        return int(CARRIED + KIND[carrier] * ABILITIES + ability(s, seat, carrier))
    if s.thief[seat] != NOBODY:
        return TAKEN_AWAY
    return PUT_DOWN if s.taken[seat] else NEVER_TAKEN


@rule
def plight(s: State, seat: int) -> int:
    """The same in short."""
    carrier = int(s.carrier[seat])
    if carrier != NOBODY:
        return IN_FETTERS if is_held(s, seat, carrier) else FREE_TO_GO
    if s.thief[seat] != NOBODY:
        return AWAY
    return NO_BATON if s.baton_at[seat] == NOWHERE else LAIN


@rule
def way_features(s: State, seat: int, place: int, first: int, out: Any, count: int) -> int:
    """Add how far a baton is from the bulges of each ground, and how far the nearest is from the next."""
    hands = hands_on(s, seat)
    out[count] = first + GROUND + hands * TERRAINS + s.terrain[place] - MUD
    bulges = int(s.standing[seat]) & ~to_be_last(s, seat)
    here = -1
    fewest = WIDTH + HEIGHT
    for ground in range(TERRAINS):
        out[count + 1 + ground] = first + NEAREST + (hands * TERRAINS + ground) * DISTANCES + NONE_THERE
    for number in range(s.bulges):
        if (bulges >> number) & 1:
            ground = s.terrain[s.bulge[number]] - MUD
            hexes = distance(place, s.bulge[number])
            feature = first + NEAREST + (hands * TERRAINS + ground) * DISTANCES + FAR[hexes]
            out[count + 1 + ground] = min(int(out[count + 1 + ground]), feature)
            if hexes < fewest:
                here, fewest = number, hexes
    after = NONE_THERE
    if here >= 0:
        after = nearest_bulge(s, PIECES - 1, s.bulge[here], bulges & ~(1 << here))
    out[count + 1 + TERRAINS] = first + AFTER + after
    return count + 2 + TERRAINS


@rule
def comes(s: State, seat: int, piece: int, place: int) -> bool:
    """Whether a piece seems able to come to a place in its side's turn."""
    at = int(s.at[seat, piece])
    return at != NOWHERE and not is_held(s, seat, piece) and distance(at, place) <= steps_left(s, seat, piece)


@rule
def chase_features(s: State, seat: int, place: int, first: int, out: Any, count: int) -> int:
    """Add how many enemy Luggants can come for a baton, and if it is held how many friends can."""
    carrier = int(s.carrier[seat])
    held = carrier != NOBODY and is_held(s, seat, carrier)
    chasers = sitters = rescuers = 0
    for piece in range(RUNNERS, PIECES):
        if comes(s, 1 - seat, piece, place):
            sits = s.holds[1 - seat, piece - RUNNERS] != NOBODY
            sitters += sits
            chasers += not sits
        rescuers += held and comes(s, seat, piece, place)
    where = AT_REST
    if carrier != NOBODY and not held:
        where = GOING_ON if s.turn == seat and not has_moved(s, carrier) else EXPOSED
    danger = (where * (MOST_CHASERS + 1) + min(chasers, MOST_CHASERS)) * (MOST_SITTERS + 1)
    out[count] = first + CHASED + danger + min(sitters, MOST_SITTERS)
    count += 1
    if held:
        out[count] = first + RESCUED + (s.turn == seat) * (MOST_RESCUERS + 1) + min(rescuers, MOST_RESCUERS)
        count += 1
    if carrier != NOBODY:
        kind = held * RUNNING_KINDS + KIND[carrier]
        out[count] = first + ROOM + kind * (SIDES + 1) + room_around(s, carrier, place)
        count += 1
    return count


@rule
def room_around(s: State, piece: int, place: int) -> int:
    """How many hexes around are open to a piece and free."""
    room = 0
    for side in range(SIDES):
        beside = int(BESIDE[place, side])
        room += is_open(s, piece, beside) and is_free(s, beside)
    return room


@rule
def covered(s: State, seat: int, hexagon: int) -> int:
    """How near a side's runners and the other's Luggants are to a bulge."""
    nearest = NONE_THERE
    for runner in range(RUNNERS):
        at = int(s.at[seat, runner])
        if at != NOWHERE and is_open(s, runner, hexagon) and not is_held(s, seat, runner):
            nearest = min(nearest, FAR[distance(at, hexagon)])
    guards = 0
    for luggant in range(RUNNERS, PIECES):
        at = int(s.at[1 - seat, luggant])
        if at != NOWHERE and not is_held(s, 1 - seat, luggant) and s.holds[1 - seat, luggant - RUNNERS] == NOBODY:
            guards += distance(at, hexagon) <= LUGGANT_STEPS
    return nearest * (MOST_GUARDS + 1) + min(guards, MOST_GUARDS)


@rule
def bulge_features(s: State, seat: int, first: int, out: Any, count: int) -> int:
    """Add the bulges that a side still has to break."""
    for ground in range(TERRAINS):
        out[count + ground] = first + STANDING + ground * (MOST_OF_A_GROUND + 1)
    to = count + TERRAINS
    for number in range(s.bulges):
        if (s.standing[seat] >> number) & 1:
            ground = s.terrain[s.bulge[number]] - MUD
            out[count + ground] += 1
            near = covered(s, seat, int(s.bulge[number]))
            out[to] = first + COVERED + ground * DISTANCES * (MOST_GUARDS + 1) + near
            to += 1
    return to


@rule
def runner_features(s: State, seat: int, place: int, first: int, out: Any, count: int) -> int:
    """Add how far each runner is from its baton and from a bulge."""
    for runner in range(RUNNERS):
        at = int(s.at[seat, runner])
        if at != NOWHERE:
            which = KIND[runner] * ABILITIES + ability(s, seat, runner)
            out[count] = first + TO_BULGE + which * DISTANCES + nearest_bulge(s, runner, at, s.standing[seat])
            count += 1
            if place != NOWHERE:
                out[count] = first + TO_BATON + which * FARS + FAR[distance(at, place)]
                count += 1
    return count


@rule
def seated_on(s: State, seat: int, victim: int) -> int:
    """Whom a Luggant of the other side sits on: its kind, and whether it has a baton or holds somebody itself."""
    worth = victim == s.carrier[seat] or victim == s.thief[1 - seat]
    if victim >= RUNNERS:
        worth = worth or s.holds[seat, victim - RUNNERS] != NOBODY
    return int(SITTING + 2 * KIND[victim] + worth)


@rule
def luggant_features(s: State, seat: int, first: int, out: Any, count: int) -> int:
    """Add how far each Luggant is from both batons, or from a bulge as long as a baton is not out."""
    own, theirs = baton_place(s, seat), baton_place(s, 1 - seat)
    for luggant in range(RUNNERS, PIECES):
        at = int(s.at[seat, luggant])
        if at == NOWHERE:
            continue
        can = short = ability(s, seat, luggant)
        if luggant == s.thief[1 - seat]:
            can = short = THIEF
        elif s.holds[seat, luggant - RUNNERS] != NOBODY and can != SAT_UPON:
            can, short = seated_on(s, 1 - seat, int(s.holds[seat, luggant - RUNNERS])), SITTING
        elif s.cargo[seat, luggant - RUNNERS] != NOBODY and can != SAT_UPON:
            can = short = LOADED
        if own == NOWHERE or theirs == NOWHERE:
            out[count] = first + TO_BULGE + LUGGANT * ABILITIES * DISTANCES
            out[count] += nearest_bulge(s, luggant, at, s.standing[seat])
            count += 1
        if own != NOWHERE:
            out[count] = first + TO_OWN + can * FARS + FAR[distance(at, own)]
            count += 1
        if theirs != NOWHERE:
            out[count] = first + TO_THEIRS + short * FARS + FAR[distance(at, theirs)]
            count += 1
    return count


@rule
def side_features(s: State, seat: int, first: int, out: Any, count: int) -> int:
    """Add those of one side."""
    place = baton_place(s, seat)
    out[count] = first + BATON + (s.turn == seat) * BATONS + baton_of(s, seat, place)
    count = bulge_features(s, seat, first, out, count + 1)
    if place != NOWHERE:
        count = way_features(s, seat, place, first, out, count)
        count = chase_features(s, seat, place, first, out, count)
    count = runner_features(s, seat, place, first, out, count)
    count = luggant_features(s, seat, first, out, count)
    if s.turn_number == 0:
        for kind in range(KINDS):
            missing = min(s.counts[kind] - s.placed[seat, kind], MOST_TO_PLACE)
            out[count] = first + TO_PLACE + kind * (MOST_TO_PLACE + 1) + missing
            count += 1
    return count


@rule
def doublings(turns: int) -> int:
    """How often 1 must be doubled to have more turns than these."""
    count = 0
    while turns > 0 and count < DOUBLINGS - 1:
        turns //= 2
        count += 1
    return count


@rule
def race_features(s: State, seat: int, out: Any, count: int) -> int:
    """Add how the sides stand to one another: bulges, batons, and the lead as the limit comes nearer."""
    mine = s.turn == seat
    own, other = size_of(s.standing[seat]), size_of(s.standing[1 - seat])
    ahead = min(max(other - own, -MOST_AHEAD), MOST_AHEAD) + MOST_AHEAD
    left = doublings(int(s.turn_limit - s.turn_number))
    out[count] = BULGES_LEFT + own * (BULGES + 1) + other
    out[count + 1] = PLIGHT + (mine * PLIGHTS + plight(s, seat)) * PLIGHTS + plight(s, 1 - seat)
    out[count + 2] = LIMIT + (s.limit * DOUBLINGS + left) * (2 * MOST_AHEAD + 1) + ahead
    return count + 3


@rule
def turn_features(s: State, seat: int, out: Any, count: int) -> int:
    """Add how far the turn has come, and what is pending in it."""
    mine = s.turn == seat
    if s.mover == NOBODY:
        out[count] = NO_MOVER + 2 * s.fresh + mine
    else:
        out[count] = MOVER + (mine * KINDS + KIND[s.mover]) * (FARTHEST_MOVE + 1) + s.left
    count += 1
    if s.pop_baton != NOBODY:
        out[count] = POPPED_BATON + (s.pop_baton == seat)
        count += 1
    if s.pop_seat != NOBODY:
        out[count] = POPPED_PIECE + (s.pop_seat == seat) * KINDS + KIND[s.pop_piece]
        count += 1
    if s.next != NOBODY:
        out[count] = NEXT + mine * KINDS + KIND[s.next]
        count += 1
    if s.must_step:
        out[count] = MUST_STEP + mine
        count += 1
    stepped = size_of(s.stepped)
    if s.last_turn:
        spare = min(max(s.goal - stepped + 1, 0), MOST_STEPPED)
        out[count] = LAST_TURN + mine * (MOST_STEPPED + 1) + spare
        count += 1
    elif s.announced:
        out[count] = ANNOUNCED + mine * (MOST_STEPPED + 1) + min(stepped, MOST_STEPPED)
        count += 1
    return count


@rule
def options_features(s: State, setter: bool, out: Any, count: int) -> int:
    """Add what race it is."""
    chosen = s.lugging + 2 * s.dropping + 4 * s.first_and_last + 8 * s.announce
    gap = int(s.bulge_gap) - LEAST_GAP
    size = min(max(int(s.rows), int(s.columns)) // ROWS_A_SIZE, MAP_SIZES - 1)
    out[count] = SETTINGS + 2 * chosen + setter
    out[count + 1] = SCENARIO + (setter * SCENARIOS + s.scenario) * GAPS + gap
    out[count + 2] = MAP_SIZE + 2 * size + setter
    return count + 3


@rule
def setting_features(s: State, setter: bool, out: Any, count: int) -> int:
    """Add how the bulges lie, by which the first to move may gain or lose: the nearest of each, and the mud around."""
    for number in range(s.laid):
        hexagon = int(s.bulge[number])
        ground = s.terrain[hexagon] - MUD
        nearest = -1
        for other in range(s.laid):
            if other != number and (
                nearest < 0 or distance(hexagon, s.bulge[other]) < distance(hexagon, s.bulge[nearest])
            ):
                nearest = other
        if nearest >= 0:
            pair = (setter * TERRAINS + ground) * TERRAINS + s.terrain[s.bulge[nearest]] - MUD
            out[count] = PAIR + pair * DISTANCES + FAR[distance(hexagon, s.bulge[nearest])]
            count += 1
        mud = 0
        for side in range(SIDES):
            mud += s.terrain[BESIDE[hexagon, side]] == MUD
        out[count] = AROUND + (setter * TERRAINS + ground) * (SIDES + 1) + mud
        count += 1
    return count


@rule
def features(s: State, seat: int, out: Any) -> int:
    """Those of a race, and of its setting once it is known who sets; none with larger teams than a large race has."""
    if s.phase == DRAWING or s.phase == ENDED or size_of(s.team) > LARGEST_TEAM:
        return 0
    mine, setter = s.turn == seat, s.setter == seat
    stage = FIRST_ROUND if s.turn_number == FIRST_TURN else int(s.phase)
    out[0] = STAGE + 4 * stage + 2 * setter + mine
    count = side_features(s, seat, OWN, out, 1)
    count = side_features(s, 1 - seat, OTHER, out, count)
    count = options_features(s, setter, out, count)
    if s.phase != RACING:
        return setting_features(s, setter, out, count)
    count = race_features(s, seat, out, count)
    return turn_features(s, seat, out, count)
