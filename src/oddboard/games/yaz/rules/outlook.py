"""The Baton Races of Yaz: how the sides stand, in turns: bulges still to break, the relay to them, and the Luggants."""

from typing import Any

import numpy as np

from oddboard.core.bits import lowest
from oddboard.core.compiling import rule
from oddboard.games.yaz.rules.placing import placing_hope
from oddboard.games.yaz.rules.reach import NO_WAY, spread
from oddboard.games.yaz.state import (
    ALLOWANCE,
    BESIDE,
    BULGES,
    BULGES_DECIDE,
    DRAWN,
    FIRST_OF,
    HEXES,
    KIND,
    LUGGANTS,
    MEASURED,
    MUD,
    NOBODY,
    NOWHERE,
    OUTSIDE,
    PIECES,
    PLACING,
    RACING,
    RUNNERS,
    RUNNING_KINDS,
    SEATS,
    SIDES,
    TARNOSE,
    TURNS_A_HEX,
    State,
    Work,
    distance,
    has_moved,
    is_held,
    is_open,
    size_of,
)

A_BULGE = 1.2  # turns that one more bulge takes
A_HEX_OF_TOUR = 0.25  # for each hex of the net that joins the baton with the bulges
THE_NEXT = 0.3  # for each turn to the nearest bulge, besides
NOT_TAKEN = 0.8  # for a baton that lies, besides the turns until it is taken
NOBODY_TAKES = 12.0  # turns, where nobody can
HANDING = 1.0  # for each turn until the baton is handed on to who is to take it to the next bulge
NO_RELAY = 8.0  # turns, where nobody can
STOLEN = 3.0
A_TURN_TO_CATCH = 0.8  # for each turn that the nearest Yazzite needs to jump on the thief
NO_CATCH = 8.0  # turns, beyond which a thief is not caught
HELD = 1.6  # for a carrier that is throttled
A_HEX_TO_RESCUE = 0.35  # for each hex that the best Luggant lacks to free it in its turn
NO_RESCUE = 4.0  # where no Luggant can
RESCUING = 0.8  # what it gains that a Luggant is on its way and will be there in this move
CARRIER_LET_GO = 2.0  # what it costs besides if that Luggant sits on the other side's carrier
OTHER_HELD = 0.35  # for another runner
IN_REACH = 1.2  # for a carrier that an enemy Luggant can throttle in its turn
GOING_ON = 0.2  # the same while the carrier has its move still before it
LETTING_GO = 0.7  # the part of both where the Luggant would let go of another for it
FREE_LUGGANT = 0.3  # for each Luggant that is not throttled, and can free others or throttle
CHASING = 0.04  # for each hex between a Luggant and the other side's baton
COVER = 0.3  # for each turn that the nearest runner needs to a bulge
FARTHEST = 3.0  # turns, beyond which it makes little difference
BEYOND = 0.3  # how much
TRUDGING = 0.02  # for each piece that has moved in this turn, so that it ends when nothing is to be gained
HOPELESS = 4.0  # having announced what cannot be done (YAZ-34)
AT_THE_FINISH = 1.2  # having announced what can
TO_THE_LAST = 0.6  # besides, for each turn less than the farthest to the last bulge
STANDOFF = 0.5  # how much the limit counts when both batons are held down, though it is far
SOON = 5.0  # turns to the limit with which it counts a half
SURE_BULGES = 0.25  # the lead in bulges with which three such races of four are won
ARRIVING = 0.2  # how much of the outlook is a side's own way to go, so that a sure winner goes it
LAST_HOPE = 0.3  # of a side that has the last turn (YAZ-36), if it stood at its only bulge
DRAWING, WINNING = 0.5, 0.9  # of one that seems able to finish there with as many Yazzites as the other, or with fewer
TOO_MANY = PIECES + 1
OUT_AND_BACK = 2  # hexes from a bulge on which the baton was handed over (YAZ-31)
HALF_SURE = 2.0  # the lead in turns with which three races of four are won
LUGGANT_STEPS = int(ALLOWANCE[RUNNERS])


@rule
def know_ways(s: State, w: Work) -> None:
    """See to it that the scratch record has the ways to the bulges of this map; they are the same all the race long."""
    changed = np.int8(s.bulges ^ w.way_bulges)
    for number in range(BULGES):
        changed |= np.int8(s.bulge[number] != w.way_bulge[number])
    ground = np.int8(0)
    for at in range(HEXES + 1):
        ground |= s.terrain[at] ^ w.way_terrain[at]
    if changed | ground == 0:
        return
    for at in range(HEXES + 1):
        w.way_terrain[at] = s.terrain[at]
    for number in range(s.bulges):  # in the setting only the last of them is another
        if ground or number >= w.way_bulges or s.bulge[number] != w.way_bulge[number]:
            for kind in range(RUNNING_KINDS):
                find_ways(s, w, number, kind)
    for number in range(BULGES):
        w.way_bulge[number] = s.bulge[number]
    w.way_bulges = s.bulges
    for number in range(s.bulges):
        for other in range(s.bulges):
            w.apart[number, other] = w.way[number, rougher(s, other, kind_for(s, number)), s.bulge[other]]
    for slot in range(MEASURED):
        w.measured_from[slot] = NOWHERE
    for seat in range(SEATS):
        w.runner_was[seat, 0] = OUTSIDE  # where nobody is: what was found of the sides is true no more


@rule
def find_ways(s: State, w: Work, number: int, kind: int) -> None:
    """The hexes that a kind of runner goes from everywhere to a bulge, over the terrain that is open to it."""
    start = int(s.bulge[number])
    runner = int(FIRST_OF[kind])
    if start == NOWHERE or not is_open(s, runner, start):
        for at in range(HEXES + 1):
            w.way[number, kind, at] = NO_WAY
        return
    spread(s, w, runner, start, NO_WAY, w.way[number, kind])
    w.way[number, kind, start] = OUT_AND_BACK


@rule
def kind_for(s: State, number: int) -> int:
    """The fastest kind of runner that can go to a bulge."""
    return int(s.terrain[s.bulge[number]]) - MUD


@rule
def rougher(s: State, number: int, kind: int) -> int:
    """The fastest kind of runner that goes wherever a kind goes, and to a bulge as well."""
    return max(kind, kind_for(s, number))


@rule
def measured(s: State, w: Work, place: int) -> int:
    """Where the scratch record has the ways to a hex, found now or before."""
    slot = place % MEASURED
    if w.measured_from[slot] != place:
        w.measured_from[slot] = place
        for kind in range(TARNOSE):
            spread(s, w, int(FIRST_OF[kind]), place, NO_WAY, w.measured[slot, kind])
    return slot


@rule
def hexes_to(w: Work, slot: int, kind: int, at: int) -> int:
    """The hexes that a kind of runner goes between the measured place and another, to which it need not be let."""
    if kind == TARNOSE:
        return distance(w.measured_from[slot], at)
    fewest = int(w.measured[slot, kind, at])
    if fewest == NO_WAY:
        for side in range(SIDES):
            fewest = min(fewest, 1 + w.measured[slot, kind, BESIDE[at, side]])
    return fewest


@rule
def taking(s: State, w: Work, seat: int, place: int, slot: int) -> float:
    """The turns until a baton that lies is taken by a runner that can go there."""
    soonest = NOBODY_TAKES
    for runner in range(RUNNERS):
        at = int(s.at[seat, runner])
        if at != NOWHERE and is_open(s, runner, place):
            soonest = min(soonest, w.wait[seat, runner] + TURNS_A_HEX[runner] * hexes_to(w, slot, KIND[runner], at))
    return soonest


@rule
def catching(s: State, seat: int, place: int) -> float:
    """The turns until somebody can jump on a thief: any Yazzite, or only a Luggant where it holds a friend (YAZ-43)."""
    soonest = NO_CATCH
    holds = s.holds[1 - seat, s.thief[seat] - RUNNERS] != NOBODY
    for piece in range(RUNNERS if holds else 0, PIECES):
        at = int(s.at[seat, piece])
        if at != NOWHERE and not is_held(s, seat, piece) and is_open(s, piece, place):
            soonest = min(soonest, TURNS_A_HEX[piece] * distance(at, place))
    return soonest


@rule
def to_be_last(s: State, seat: int) -> int:
    """The bulge that must be the last (YAZ-45), as a set; none while it is the only one."""
    if s.first_and_last and size_of(s.standing[seat]) > 1:
        for number in range(s.bulges):
            if s.bulge[number] == s.start[seat]:
                return 1 << number
    return 0


@rule
def tour(s: State, w: Work, seat: int, place: int) -> int:
    """The hexes of the shortest net that joins the baton with all the bulges to break."""
    left = int(s.standing[seat])
    later = int(w.last_was[seat])
    carrier = int(s.carrier[seat])
    kind = int(s.terrain[place]) - MUD if carrier == NOBODY else int(KIND[carrier])
    for number in range(s.bulges):
        w.hop[number] = HEXES if (later >> number) & 1 else w.way[number, rougher(s, number, kind), place]
    total = 0
    while left:
        nearest = -1
        for number in range(s.bulges):
            if (left >> number) & 1 and (nearest < 0 or w.hop[number] < w.hop[nearest]):
                nearest = number
        total += w.hop[nearest]
        left &= ~(1 << nearest)
        for number in range(s.bulges):
            if (left >> number) & 1:
                w.hop[number] = min(w.hop[number], w.apart[nearest, number])
    return total


@rule
def relay(s: State, w: Work, seat: int, place: int, slot: int) -> float:
    """The turns that the nearest bulge needs from the baton on, if the best runner for it takes it there.

    The carrier brings it to that runner, or it comes and fetches it.
    """
    soonest = NO_RELAY
    now = int(s.standing[seat] & ~w.last_was[seat])
    carrier = int(s.carrier[seat])
    for runner in range(RUNNERS):
        at = int(s.at[seat, runner])
        if at == NOWHERE:
            continue
        kind = int(KIND[runner])
        brought, fetched = 0.0, NO_RELAY
        if runner != carrier:
            fetched = w.wait[seat, runner] + HANDING * TURNS_A_HEX[runner] * max(0, hexes_to(w, slot, kind, at) - 1)
            brought = NO_RELAY
            if carrier != NOBODY:
                hexes = max(0, hexes_to(w, slot, KIND[carrier], at) - 1)
                brought = w.wait[seat, runner] + HANDING * TURNS_A_HEX[carrier] * hexes
        for number in range(s.bulges):
            if (now >> number) & 1:
                soonest = min(soonest, brought + TURNS_A_HEX[runner] * w.way[number, kind, at])
                soonest = min(soonest, fetched + TURNS_A_HEX[runner] * w.way[number, kind, place])
    return soonest


@rule
def steps_left(s: State, seat: int, piece: int) -> int:
    """The hexes that a piece may still go in this turn, or in its side's next."""
    if seat != s.turn:
        return int(ALLOWANCE[piece])
    if piece == s.mover:
        return int(s.left)
    return 0 if has_moved(s, piece) else int(ALLOWANCE[piece])


@rule
def finishers(s: State, w: Work, seat: int, place: int) -> int:
    """The fewest Yazzites that a side seems to need to break its last bulge in a turn, with one pass at most (YAZ-36).

    Those that have stepped in this turn count as well; TOO_MANY if it cannot.
    """
    carrier = int(s.carrier[seat])
    fewest = TOO_MANY
    if size_of(s.standing[seat]) != 1 or carrier == NOBODY or is_held(s, seat, carrier):
        return fewest
    stepped = int(s.stepped) if seat == s.turn else 0
    number = lowest(np.uint64(s.standing[seat]))
    for runner in range(RUNNERS):
        at = int(s.at[seat, runner])
        if at == NOWHERE or is_held(s, seat, runner) or w.way[number, KIND[runner], at] > steps_left(s, seat, runner):
            continue
        between = max(0, distance(place, at) - 1)
        if runner == carrier or (at != place and between == 0):
            fewest = min(fewest, size_of(stepped | 1 << runner))
        elif between < steps_left(s, seat, carrier):
            fewest = min(fewest, size_of(stepped | 1 << runner | 1 << carrier))
    return fewest


@rule
def announcing(s: State, w: Work, seat: int, place: int) -> float:
    """What it costs or gains a side that it has announced its finish in this turn (YAZ-34, YAZ-36)."""
    mine = finishers(s, w, seat, place)
    if mine == TOO_MANY:
        return HOPELESS
    if seat == s.setter and finishers(s, w, 1 - seat, baton_place(s, 1 - seat)) <= mine:
        return 0.0  # the other will do the same in its last turn
    return -AT_THE_FINISH


@rule
def cover(s: State, w: Work, seat: int) -> float:
    """The turns that the nearest runner needs to each bulge, all together."""
    total = 0.0
    for number in range(s.bulges):
        if not (s.standing[seat] >> number) & 1:
            continue
        nearest = FARTHEST
        for runner in range(RUNNERS):
            at = int(s.at[seat, runner])
            if at != NOWHERE:
                nearest = min(nearest, w.wait[seat, runner] + TURNS_A_HEX[runner] * w.way[number, KIND[runner], at])
        total += nearest
    return total


@rule
def chase(s: State, seat: int, place: int, carried: bool) -> float:
    """What the other side's Luggants cost a side whose baton is at a place."""
    cost = 0.0
    danger = 0.0
    for luggant in range(RUNNERS, RUNNERS + LUGGANTS):
        at = int(s.at[1 - seat, luggant])
        if at == NOWHERE or is_held(s, 1 - seat, luggant):
            continue
        away = distance(at, place)
        holding = s.holds[1 - seat, luggant - RUNNERS] != NOBODY
        if away <= LUGGANT_STEPS:
            danger = max(danger, LETTING_GO if holding else 1.0)
        if not holding:
            cost -= CHASING * min(away, 10)
    if carried:
        going_on = s.turn == seat and not has_moved(s, s.carrier[seat])
        cost += danger * (GOING_ON if going_on else IN_REACH)
    return cost


@rule
def rescue(s: State, seat: int, place: int) -> float:
    """What it costs a side whose carrier is throttled at a place that its Luggants are not near."""
    least = NO_RESCUE
    for luggant in range(RUNNERS, RUNNERS + LUGGANTS):
        at = int(s.at[seat, luggant])
        if at != NOWHERE and not is_held(s, seat, luggant):
            away = distance(at, place)
            cost = A_HEX_TO_RESCUE * max(0, away - LUGGANT_STEPS)
            if luggant == s.mover and s.turn == seat and away <= s.left:
                cost -= RESCUING
            victim = s.holds[seat, luggant - RUNNERS]
            if victim != NOBODY:
                cost += CARRIER_LET_GO if victim == s.carrier[1 - seat] else OTHER_HELD
            least = min(least, cost)
    return least


@rule
def know_runners(s: State, w: Work, seat: int, place: int) -> None:
    """See to it that the scratch record has what the outlook says of a side's runners, and of its baton at a place.

    Most decisions that are weighed leave one side's runners where they were, or both sides'.
    """
    carrier = int(s.carrier[seat])
    last = to_be_last(s, seat)
    changed = (place != w.baton_was[seat]) | (carrier != w.carrier_was[seat])
    changed |= (s.standing[seat] != w.standing_was[seat]) | (last != w.last_was[seat])
    for runner in range(RUNNERS):
        changed |= s.at[seat, runner] != w.runner_was[seat, runner]
        wait = 0.0
        if is_held(s, seat, runner) and runner != carrier:
            wait = HELD + rescue(s, seat, int(s.at[seat, runner]))
        changed |= wait != w.wait[seat, runner]
        w.wait[seat, runner] = wait
    if not changed:
        return
    w.baton_was[seat] = place
    w.carrier_was[seat] = carrier
    w.standing_was[seat] = s.standing[seat]
    w.last_was[seat] = last
    for runner in range(RUNNERS):
        w.runner_was[seat, runner] = s.at[seat, runner]
    w.covering[seat] = cover(s, w, seat)
    if place != NOWHERE:
        slot = measured(s, w, place)
        if carrier == NOBODY:
            w.taking[seat] = taking(s, w, seat, place, slot)
        w.going[seat] = relay(s, w, seat, place, slot)
        w.touring[seat] = tour(s, w, seat, place)


@rule
def free_luggants(s: State, seat: int) -> int:
    """How many Luggants of a side can go where they like."""
    count = 0
    for luggant in range(RUNNERS, RUNNERS + LUGGANTS):
        count += s.at[seat, luggant] != NOWHERE and not is_held(s, seat, luggant)
    return count


@rule
def baton_place(s: State, seat: int) -> int:
    """The hex where a side's baton is, carried or not."""
    if s.carrier[seat] != NOBODY:
        return int(s.at[seat, s.carrier[seat]])
    if s.thief[seat] != NOBODY:
        return int(s.at[1 - seat, s.thief[seat]])
    return int(s.baton_at[seat])


@rule
def turns_to_go(s: State, w: Work, seat: int) -> float:
    """About how many turns a side still needs."""
    place = baton_place(s, seat)
    carrier = int(s.carrier[seat])
    held = carrier != NOBODY and is_held(s, seat, carrier)
    know_runners(s, w, seat, place)
    cost = A_BULGE * size_of(s.standing[seat]) + COVER * w.covering[seat]
    cost -= FREE_LUGGANT * free_luggants(s, seat)
    cost += OTHER_HELD * size_of(s.throttled[seat] & ((1 << RUNNERS) - 1))
    if place == NOWHERE:
        return float(cost + NOT_TAKEN + FARTHEST)
    if held:
        cost += HELD + rescue(s, seat, place)
    elif s.thief[seat] != NOBODY:
        cost += STOLEN + A_TURN_TO_CATCH * catching(s, seat, place)
    elif carrier == NOBODY:
        cost += NOT_TAKEN + w.taking[seat]
    to_the_next = float(w.going[seat])
    if to_the_next > FARTHEST:
        to_the_next = FARTHEST + BEYOND * (to_the_next - FARTHEST)
    cost += A_HEX_OF_TOUR * w.touring[seat] + THE_NEXT * to_the_next
    if size_of(s.standing[seat]) == 1:  # however far it is: who breaks the one before it must not seem to lose by it
        cost -= TO_THE_LAST * max(0.0, FARTHEST - to_the_next)
    if s.announced and s.turn == seat:
        cost += announcing(s, w, seat, place)
    return float(cost + chase(s, seat, place, carrier != NOBODY and not held))


@rule
def last_hope(s: State, w: Work) -> float:
    """The chance of the side that has the last turn, after the other has finished (YAZ-36)."""
    seat = int(s.turn)
    if size_of(s.stepped) > s.goal:
        return 0.0
    place = baton_place(s, seat)
    count = finishers(s, w, seat, place)
    if count <= s.goal:
        return DRAWING if count == s.goal else WINNING
    know_runners(s, w, seat, place)
    return LAST_HOPE / (size_of(s.standing[seat]) + float(w.going[seat]))


@rule
def outlook(s: State, w: Work, out: Any) -> None:
    """Each seat's chance to win, from the lead in turns."""
    if s.winner != NOBODY:
        for seat in range(SEATS):
            out[seat] = 0.5 if s.winner == DRAWN else (1.0 if s.winner == seat else 0.0)
        return
    if s.phase < PLACING:
        out[0] = out[1] = 0.5
        return
    know_ways(s, w)
    if s.phase < RACING and s.start[0] == NOWHERE and s.start[1] == NOWHERE:
        out[0] = placing_hope(s, w)
        out[1] = 1.0 - out[0]
        return
    if s.last_turn:
        out[s.turn] = last_hope(s, w)
        out[1 - s.turn] = 1.0 - out[s.turn]
        return
    mine, theirs = turns_to_go(s, w, 0), turns_to_go(s, w, 1)
    lead = theirs - mine
    if s.turn_number > 0:
        moved = s.moved if s.mover == NOBODY else s.moved | (1 << s.mover)
        trudged = TRUDGING * (size_of(moved) + size_of(s.given))
        lead += trudged if s.turn == 1 else -trudged
    ahead = 0.5 + 0.5 * lead / (HALF_SURE + abs(lead))  # no exp: the same bits on every machine
    arriving = 0.5 + 0.5 * (1.0 / (1.0 + max(0.0, mine)) - 1.0 / (1.0 + max(0.0, theirs)))
    out[0] = at_the_limit(s, (1.0 - ARRIVING) * ahead + ARRIVING * arriving)
    out[1] = 1.0 - out[0]


@rule
def is_stuck(s: State, seat: int) -> bool:
    """Whether a side's baton is held down or stolen, or lies where only those can go that are held down."""
    carrier = int(s.carrier[seat])
    if carrier != NOBODY:
        return is_held(s, seat, carrier)
    if s.thief[seat] == NOBODY:
        for runner in range(RUNNERS):
            if s.at[seat, runner] != NOWHERE and not is_held(s, seat, runner) and is_open(s, runner, s.baton_at[seat]):
                return False
    return True


@rule
def at_the_limit(s: State, hope: float) -> float:
    """What seat 0 can hope for if the race may end at the turn limit (YAZ-38): the nearer it is, the more that counts.

    Two sides that hold each other down for good come there in the end; so who would lose by it had better let go, and
    the longer it has taken, the surer that is.
    """
    if s.turn_number == 0:
        return hope
    weight = SOON / (SOON + float(s.turn_limit - s.turn_number))
    if is_stuck(s, 0) and is_stuck(s, 1):
        weight = max(weight, STANDOFF, s.turn_number / s.turn_limit)
    ahead = 0.0
    if s.limit == BULGES_DECIDE:
        ahead = float(size_of(s.standing[1]) - size_of(s.standing[0]))
    return (1.0 - weight) * hope + weight * (0.5 + 0.5 * ahead / (SURE_BULGES + abs(ahead)))
