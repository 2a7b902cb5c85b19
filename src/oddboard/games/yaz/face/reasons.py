"""The Baton Races of Yaz: what a decision takes, breaks, throttles, frees, guards and comes nearer to.

A decision is carried out on a copy. How far everything is from a bulge is what the rules' outlook measures, and whom a
Luggant can sit on is what the threats say.
"""

import re
from collections.abc import Iterable

from oddboard.core import seats
from oddboard.core.records import copy, scratch
from oddboard.core.sentences import in_words, listed
from oddboard.games.yaz.codes import (
    ANNOUNCE,
    BATON,
    BOARD,
    BULGE,
    DROP,
    END,
    GRAB,
    PASS,
    PICK,
    PLACE,
    POP,
    POP_BATON,
    SET_DOWN,
    STEP,
    STOP,
    hex_of,
    what_of,
    whose_of,
)
from oddboard.games.yaz.face.preview import effects, newly_throttled, played
from oddboard.games.yaz.face.scene import CALLED, PIECE_IDS
from oddboard.games.yaz.face.threats import threats
from oddboard.games.yaz.names import KIND_NAMES, TERRAIN_NAMES, hex_name, member
from oddboard.games.yaz.rules.outlook import baton_place, know_ways
from oddboard.games.yaz.rules.reach import NO_WAY
from oddboard.games.yaz.rules.turn import next_turn
from oddboard.games.yaz.state import (
    BULGES,
    DRAWN,
    ENDED,
    FIRST_OF,
    KIND,
    KINDS,
    NOBODY,
    NOWHERE,
    PIECES,
    ROUGHEST,
    RUNNERS,
    State,
    Work,
    distance,
)

BESIDE = 1  # hexes
CLOSE = 4  # hexes: a bulge is near, or a Luggant
NEARBY = 8  # hexes: farther away is nothing that one comes to soon
PIECE_AT = {name: piece for side in PIECE_IDS for piece, name in enumerate(side)}


def reasons(s: State, code: int, seat: int) -> list[str]:
    """What a decision of a seat is good for."""
    what = what_of(code)
    if what in (PLACE, BULGE, BATON):
        return _setting(s, code, seat)
    after = played(s, code)
    if after.phase == ENDED:
        return _finished(s, after, seat)
    if what == ANNOUNCE:
        return ["wins the race if it breaks its last bulge in this turn"]
    if what == END:
        return _lasting(s, seat)
    found = _done(s, after, seat, whose_of(code) if what in (STEP, POP) else int(s.mover))
    if what in (STEP, POP):
        return found or _nearer(s, after, seat, whose_of(code)) or _being(after, seat, whose_of(code))
    if what == PASS:
        return [*found, *_handed(s, after, seat)]
    if what == STOP:
        return found or _standing(s, seat, int(s.mover))
    if what in (PICK, BOARD):
        return [*found, f"carries {_passenger(after, seat)}, so that it goes where Luggants go"]
    if what in (DROP, POP_BATON):
        return found or _lies(after, seat, hex_of(code))
    if what == GRAB:
        return [*found, f"takes {seats.name(1 - seat)}'s baton away"]
    return found or (["lets its passenger go on by itself"] if what == SET_DOWN else [])


def _finished(s: State, after: State, seat: int) -> list[str]:
    if after.winner == DRAWN:
        return ["ends the race in a draw"]
    if after.winner != seat:
        return []
    return ["breaks the last bulge and wins the race" if _left(after, seat) < _left(s, seat) else "wins the race"]


def _left(s: State, seat: int) -> int:
    """How many bulges a side still has to break."""
    return int(s.standing[seat]).bit_count()


def _done(s: State, after: State, seat: int, mover: int) -> list[str]:
    """What happens to batons, bulges and whoever is held, and what the one that moves could do next."""
    did = effects(s, after, seat)
    found = ["takes the baton"] if did.takes else []
    if did.broken:
        broken = [hex_name(int(s.bulge[each])) for each in range(BULGES) if _breaks(s, after, seat, each)]
        left = _left(after, seat)
        found.append(f"breaks the bulge in {listed(broken)}, with {in_words(left) if left else 'none'} to go")
    if (victim := newly_throttled(s, after, seat)) != NOBODY:
        found.append(f"throttles {_foe(after, seat, victim)}")
    found += [f"frees {_friend(after, seat, each)}" for each in _freed(s, after, seat)]
    if after.thief[seat] == NOBODY != s.thief[seat]:
        found.append("wins its baton back")
    return [*found, *_dangers(s, after, seat, mover)]


def _breaks(s: State, after: State, seat: int, number: int) -> bool:
    return member(int(s.standing[seat]), number) and not member(int(after.standing[seat]), number)


def _freed(s: State, after: State, seat: int) -> list[int]:
    gone = int(s.throttled[seat]) & ~int(after.throttled[seat])
    return [piece for piece in range(PIECES) if member(gone, piece)]


def _dangers(s: State, after: State, seat: int, mover: int) -> list[str]:
    """Whether a Luggant can sit on a carrier now, and which cannot any more."""
    found = []
    if mover in _sitters_next(after, seat) - _sitters_next(s, seat):
        found.append(f"can sit on {_foe(after, seat, int(after.carrier[1 - seat]))} in its next turn")
    carrier, before = int(after.carrier[seat]), _sitters(s, seat)
    out = baton_place(after, seat) != baton_place(s, seat) or after.throttled[1 - seat] != s.throttled[1 - seat]
    if before and out and carrier != NOBODY and _safe(after, seat):
        by = listed([f"{seats.name(1 - seat)}'s {CALLED[piece]}" for piece in sorted(before)])
        found.append(f"takes the baton out of reach of {by}")
    return found


def _sitters(s: State, seat: int) -> set[int]:
    """The other side's Luggants that can sit on a side's carrier."""
    return {PIECE_AT[who] for threat in threats(s, seat) for who in threat["by"]}


def _sitters_next(s: State, seat: int) -> set[int]:
    """A side's own Luggants that can sit on the other's carrier in its next turn, if nobody moved before."""
    after = copy(s)
    if after.turn == seat:
        next_turn(after)
    return _sitters(after, 1 - seat)


# How far it is


def _nearer(s: State, after: State, seat: int, piece: int) -> list[str]:
    """What a piece has come nearer to by a step."""
    return _nearer_runner(s, after, seat, piece) if piece < RUNNERS else _nearer_luggant(s, after, seat, piece)


def _nearer_runner(s: State, after: State, seat: int, piece: int) -> list[str]:
    at, to, carrier = int(s.at[seat, piece]), int(after.at[seat, piece]), int(s.carrier[seat])
    if piece == carrier:
        return _closer("brings the baton", *_bulge(s, seat, piece, at), *_bulge(after, seat, piece, to)) or (
            _to_next_runner(s, seat, piece, at, to)
        )
    place = int(baton_place(s, seat))
    found = []
    if place != NOWHERE and distance(to, place) < distance(at, place):
        what = f"{CALLED[carrier]}, who has the baton" if carrier != NOBODY else "its baton"
        found.append(f"{_comes(int(distance(to, place)))} {what}")
    found += _closer("runs ahead,", *_bulge(s, seat, piece, at), *_bulge(after, seat, piece, to))
    return found or _elsewhere(s, seat, piece, at, to)


def _elsewhere(s: State, seat: int, piece: int, at: int, to: int) -> list[str]:
    """What a runner is nearer to that leaves its bulge and its baton, or gets away from."""
    left = [each for each in range(BULGES) if member(int(s.standing[seat]), each)]
    ways = [(_way(s, piece, to, each), each) for each in left if _way(s, piece, to, each) < _way(s, piece, at, each)]
    if ways:
        return [f"{_comes(min(ways)[0])} the bulge in {hex_name(int(s.bulge[min(ways)[1]]))}"]
    near, nearest = min(((_way(s, piece, to, each), each) for each in left), default=(NO_WAY, NOBODY))
    if near <= min(CLOSE, *(_way(s, piece, at, each) for each in left)):
        return [f"stays {_by(near)} the bulge in {hex_name(int(s.bulge[nearest]))}"]
    luggants = [int(s.at[1 - seat, each]) for each in range(RUNNERS, PIECES) if s.at[1 - seat, each] != NOWHERE]
    before, then = (min((int(distance(place, each)) for each in luggants), default=NO_WAY) for place in (at, to))
    return [f"gets {_hexes(then)} away from the nearest Luggant"] if BESIDE <= before < then and before <= CLOSE else []


def _way(s: State, runner: int, at: int, number: int) -> int:
    """How far a runner goes from a hex to a bulge."""
    w = scratch(Work)
    know_ways(s, w)
    return int(w.way[number, int(KIND[runner]), at])


def _to_next_runner(s: State, seat: int, piece: int, at: int, to: int) -> list[str]:
    """Whom a carrier comes nearer to that could take the baton over, and is nearer to a bulge."""
    far, _ = _bulge(s, seat, piece, to)
    best: tuple[int, int] | None = None
    for other in range(RUNNERS):
        place = int(s.at[seat, other])
        if other == piece or place == NOWHERE or member(int(s.throttled[seat]), other):
            continue
        if distance(to, place) < distance(at, place) and _bulge(s, seat, other, place)[0] < far:
            best = min(best or (distance(to, place), other), (distance(to, place), other))
    return [f"brings the baton {_to(best[0])} {CALLED[best[1]]}, who is nearer to a bulge"] if best else []


def _nearer_luggant(s: State, after: State, seat: int, piece: int) -> list[str]:
    at, to, enemy = int(s.at[seat, piece]), int(after.at[seat, piece]), 1 - seat
    carrier, place = int(s.carrier[enemy]), int(baton_place(s, enemy))
    held = [(int(s.at[seat, each]), each) for each in range(RUNNERS) if member(int(s.throttled[seat]), each)]
    helped = [(int(distance(to, place)), each) for place, each in held if distance(to, place) < distance(at, place)]
    found = [f"{_comes(min(helped)[0])} {CALLED[min(helped)[1]]}, to free it"] if helped else []
    held_already = carrier != NOBODY and member(int(s.throttled[enemy]), carrier)
    if place != NOWHERE and not held_already and distance(to, place) < distance(at, place):
        what = _foe(s, seat, carrier) if carrier != NOBODY else f"{seats.name(enemy)}'s baton"
        far = int(distance(to, place))
        close = f"closes in on {what}, {_hexes(far)} away" if far <= CLOSE else f"goes after {what}"
        found.append(close if far else f"reaches {what}")
    own = int(baton_place(s, seat))
    if not found and own != NOWHERE and distance(to, own) < distance(at, own):
        found.append(f"{_comes(int(distance(to, own)))} its own baton, to guard it")
    return found[:2] or _next_victim(s, after, seat, piece)


def _next_victim(s: State, after: State, seat: int, piece: int) -> list[str]:
    """The runner of the other side that a Luggant comes nearest to."""
    at, to = int(s.at[seat, piece]), int(after.at[seat, piece])
    places = [(int(s.at[1 - seat, each]), each) for each in range(RUNNERS) if s.at[1 - seat, each] != NOWHERE]
    near = [(int(distance(to, place)), each) for place, each in places if distance(to, place) < distance(at, place)]
    return [f"{_comes(min(near)[0])} {_foe(s, seat, min(near)[1])}"] if near else []


def _bulge(s: State, seat: int, runner: int, at: int) -> tuple[int, int]:
    """How far a runner on a hex is from the nearest bulge of its side that it can go to, and which that is."""
    ways = [(_way(s, runner, at, each), each) for each in range(BULGES) if member(int(s.standing[seat]), each)]
    return min(ways, default=(NO_WAY, NOBODY))


def _closer(verb: str, before: int, _number: int, after: int, number: int) -> list[str]:
    """That something is fewer hexes from a bulge than before."""
    if after >= before or after == NO_WAY:
        return []
    was = f" instead of {in_words(before)}" if before != NO_WAY else ""
    return [f"{verb} {_hexes(after)} from a bulge{was}"]


def _comes(far: int) -> str:
    """Coming to something: next to it, near it, or towards it from afar."""
    return "sets out for" if far > NEARBY else f"comes {_to(far)}" if far else "reaches"


def _to(far: int) -> str:
    return "next to" if far <= BESIDE else f"within {_hexes(far)} of"


def _by(far: int) -> str:
    """Being so far from something."""
    return "on" if far <= 0 else "next to" if far == BESIDE else f"within {_hexes(far)} of"


def _hexes(count: int) -> str:
    return "one hex" if count == 1 else f"{in_words(count)} hexes"


# What it comes to


def _handed(s: State, after: State, seat: int) -> list[str]:
    """What is better about the runner that has got the baton."""
    giver, taker = int(s.carrier[seat]), int(after.carrier[seat])
    if NOBODY in (giver, taker):
        return []
    before, _ = _bulge(s, seat, giver, int(s.at[seat, giver]))
    then, _ = _bulge(after, seat, taker, int(after.at[seat, taker]))
    if then < before:
        was = f"instead of {in_words(before)}" if before != NO_WAY else "to which the other cannot go"
        return [f"hands the baton on to {CALLED[taker]}, {_hexes(then)} from a bulge {was}"]
    return [f"hands the baton on to {CALLED[taker]}, who can still move"] if not member(int(s.moved), taker) else []


def _standing(s: State, seat: int, piece: int) -> list[str]:
    """What is good about where a piece stays."""
    if piece == NOBODY:
        return []
    at, enemy = int(s.at[seat, piece]), 1 - seat
    carrier, place = int(s.carrier[seat]), int(baton_place(s, seat))
    if piece >= RUNNERS:
        prey, there = int(s.carrier[enemy]), int(baton_place(s, enemy))
        if piece in _sitters_next(s, seat):
            return [f"can sit on {_foe(s, seat, prey)} in its next turn"]
        if there != NOWHERE and (place == NOWHERE or distance(at, there) <= distance(at, place)):
            what = _foe(s, seat, prey) if prey != NOBODY else f"{seats.name(enemy)}'s baton"
            return [f"waits {_by(int(distance(at, there)))} {what}"]
        return [f"guards its baton, {_hexes(int(distance(at, place)))} away"] if place != NOWHERE else []
    if piece == carrier:
        return _safe(s, seat)
    if place != NOWHERE and distance(at, place) == BESIDE:
        return ["stands beside the baton, to take it over"]
    far, number = _bulge(s, seat, piece, at)
    if number == NOBODY:
        return []
    nearest = min(
        (_way(s, other, int(s.at[seat, other]), number) for other in range(RUNNERS) if s.at[seat, other] != NOWHERE),
        default=NO_WAY,
    )
    if far == nearest != NO_WAY:
        return [f"waits {_by(far)} the bulge in {hex_name(int(s.bulge[number]))}"]
    return _clear(s, seat, at)


def _clear(s: State, seat: int, at: int) -> list[str]:
    """How far a runner stays from the Luggants of the other side, if they are not beside it."""
    luggants = [int(s.at[1 - seat, each]) for each in range(RUNNERS, PIECES) if s.at[1 - seat, each] != NOWHERE]
    far = min((int(distance(at, place)) for place in luggants), default=0)
    return [f"stays {_hexes(far)} away from the nearest Luggant"] if far > BESIDE else []


def _being(s: State, seat: int, piece: int) -> list[str]:
    """What is good about where a piece has come, if it is no nearer to anything."""
    if s.at[seat, piece] == NOWHERE:
        return []
    found = _standing(s, seat, piece) or (_clear(s, seat, int(s.at[seat, piece])) if piece < RUNNERS else [])
    return [re.sub("^waits ", "is then ", each) for each in found]


def _safe(s: State, seat: int) -> list[str]:
    """That nobody can sit on the carrier of a side."""
    carrier = int(s.carrier[seat])
    free = carrier != NOBODY and not member(int(s.throttled[seat]), carrier) and s.next == NOBODY
    return ["leaves the baton where no Luggant can reach it"] if free and not _sitters(s, seat) else []


def _lasting(s: State, seat: int) -> list[str]:
    """What a turn that ends leaves behind."""
    found = _safe(s, seat)
    enemy = int(s.carrier[1 - seat])
    if enemy != NOBODY and member(int(s.throttled[1 - seat]), enemy):
        found.append(f"keeps {_foe(s, seat, enemy)} held")
    elif enemy != NOBODY and _sitters_next(s, seat):
        found.append(f"can sit on {_foe(s, seat, enemy)} in its next turn")
    carrier = int(s.carrier[seat])
    if carrier == NOBODY:
        place = int(baton_place(s, seat))
        return found + (_lies(s, seat, place) if place != NOWHERE else [])
    if member(int(s.throttled[seat]), carrier):
        return found + _helpers(s, seat, carrier)
    far, _ = _bulge(s, seat, carrier, int(s.at[seat, carrier]))
    return found + ([f"has the baton {_hexes(far)} from a bulge"] if far != NO_WAY else [])


def _helpers(s: State, seat: int, held: int) -> list[str]:
    """Which Luggant is nearest to a runner that is held."""
    at = int(s.at[seat, held])
    free = [each for each in range(RUNNERS, PIECES) if s.at[seat, each] != NOWHERE]
    free = [each for each in free if not member(int(s.throttled[seat]), each)]
    near = min(((int(distance(int(s.at[seat, each]), at)), each) for each in free), default=None)
    return [f"has {CALLED[near[1]]} {_by(near[0])} {CALLED[held]}, to free it"] if near else []


def _lies(after: State, seat: int, place: int) -> list[str]:
    """Who is nearest to a baton that lies."""
    near = [
        (int(distance(int(after.at[seat, each]), place)), each)
        for each in range(RUNNERS)
        if after.at[seat, each] != NOWHERE and after.terrain[place] <= ROUGHEST[each]
    ]
    return [f"leaves the baton {_by(min(near)[0])} {CALLED[min(near)[1]]}"] if near else []


def _setting(s: State, code: int, seat: int) -> list[str]:
    """What is good about a place in the setting."""
    what, place = what_of(code), hex_of(code)
    bulges = [int(s.bulge[each]) for each in range(int(s.laid))]
    if what == BULGE:
        ground = int(s.terrain[place])
        can = [KIND_NAMES[kind] + "s" for kind in range(KINDS - 1) if ROUGHEST[FIRST_OF[kind]] >= ground]
        if len(can) < KINDS - 1:
            return [f"lies in the {TERRAIN_NAMES[ground]}, where only {listed(can)} can break it"]
    near = min(((int(distance(place, each)), each) for each in bulges), default=None)
    if what == BULGE:
        return [f"lies {_hexes(near[0])} from the nearest other bulge" if near else "can be broken by any runner"]
    if what == BATON:
        enemy = 1 - seat
        fit = [each for each in range(RUNNERS) if s.at[enemy, each] != NOWHERE and s.terrain[place] <= ROUGHEST[each]]
        far = min((int(distance(int(s.at[enemy, each]), place)) for each in fit), default=0)
        return [f"lies {_hexes(far)} from the nearest runner that can fetch it"] if far else []
    if near is None:
        return []
    return [f"stands {_by(near[0])} the bulge in {hex_name(near[1])}"]


def _passenger(s: State, seat: int) -> str:
    some: Iterable[int] = (int(each) for each in s.cargo[seat] if each != NOBODY)
    return listed([CALLED[each] for each in some]) or "its passenger"


def _friend(s: State, seat: int, piece: int) -> str:
    return CALLED[piece] + (", who has the baton" if piece == s.carrier[seat] else "")


def _foe(s: State, seat: int, piece: int) -> str:
    """One of the other side within a sentence, with what matters most about it."""
    return f"{seats.name(1 - seat)}'s {CALLED[piece]}" + (" with the baton" if piece == s.carrier[1 - seat] else "")
