"""The Baton Races of Yaz: ways of several steps to be gone at one touch, and the setting at a touch.

A decision is a single step, but a person touches a Yazzite and then the hex where it shall go. Every hex further than
a step where a Yazzite could stop is offered as one shortest way; and while one is moving, touching another or ending
the turn stops it first.
"""

import random
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from oddboard.core.game import Decision
from oddboard.core.records import copy, digest, new
from oddboard.core.scene import Shortcut
from oddboard.games.yaz.acts import NO_STOP, way_to_stop
from oddboard.games.yaz.moves import END, POP, STEP, STOP, legal
from oddboard.games.yaz.names import decision_of, member, piece_name
from oddboard.games.yaz.quick import quick_setting
from oddboard.games.yaz.rules import play
from oddboard.games.yaz.scene import CALLED, HEX_IDS, HEX_NAMES, PIECE_IDS
from oddboard.games.yaz.state import (
    ALLOWANCE,
    BESIDE,
    BULGING,
    HANDING,
    HEXES,
    NO_LAND,
    NOBODY,
    NOWHERE,
    OUTSIDE,
    PIECES,
    PLACING,
    RACING,
    ROUGHEST,
    RUNNERS,
    State,
    Work,
    passenger_of,
)
from oddboard.games.yaz.touching import effect_of, preview, touches

_AROUND = tuple(tuple(other for other in around if other != OUTSIDE) for around in BESIDE.tolist())
_STOP: Decision = {"do": "stop"}
Way = list[int]  # hexes, from where a piece stands to where it goes


@lru_cache(maxsize=PIECES * HEXES)
def _step(piece: int, place: int) -> Decision:
    return {"do": "step", "piece": piece_name(piece), "hex": HEX_NAMES[place]}


def shortcuts(s: State) -> list[Shortcut]:
    """Everything that can be decided at one touch although it is several decisions."""
    if s.phase in (BULGING, PLACING, HANDING):
        return [_by_lot(s)]
    if s.phase != RACING or s.pop_baton != NOBODY or s.pop_piece != NOBODY:
        return []
    found = list(_journeys(s, []))
    if s.mover != NOBODY and not s.must_step:
        found += _after_stop(s)
    return found


def _by_lot(s: State) -> Shortcut:
    """What the quick setting would place here; by what stands already, so that asking again gives the same."""
    wanted = int(s.bulges - s.laid) if s.phase == BULGING else 1
    places: list[Mapping[str, Any]] = [*quick_setting(s, random.Random(digest(s)).getrandbits(32), wanted)]
    if s.phase == BULGING:
        name = "All bulges at random" if s.laid == 0 else "The other bulges at random"
        return {"name": name, "tells": "In pairs of mirror images, where the map allows.", "decisions": places}
    if s.phase == PLACING:
        return {"name": "One at random", "tells": "Where it mirrors theirs, if it can.", "decisions": places}
    return {"name": "At random", "tells": "Any bulge hex without a baton.", "decisions": places}


def _after_stop(s: State) -> Iterator[Shortcut]:
    """What could be done next if the moving piece stopped where it is."""
    if way_to_stop(s) == NO_STOP:
        return
    w, after = new(Work), copy(s)
    if STOP not in w.code[: legal(s, w)]:
        return
    play(after, w, STOP)
    if after.phase != RACING or after.pop_baton != NOBODY or after.pop_piece != NOBODY:
        return
    for code in w.code[: legal(after, w)].tolist():
        if code < POP:
            piece, place = divmod(code - STEP, HEXES)
            yield {
                "name": f"{CALLED[piece]} to {HEX_NAMES[place]}",
                "tells": "",
                "decisions": [_STOP, _step(piece, place)],
                "touches": touches(after, code),
                **preview(after, code),
            }
        elif code == END:
            yield {"name": "End turn", "tells": "", "decisions": [_STOP, decision_of(END)], "touches": ["button:end"]}
    yield from _journeys(after, [_STOP])


def _journeys(s: State, before: list[Decision]) -> Iterator[Shortcut]:
    """The ways of more than one step of every piece that may move, after the decisions before."""
    seat, mover = int(s.turn), int(s.mover)
    able = [mover] if mover != NOBODY else _may_begin(s)
    terrain = s.terrain.tolist()
    at: list[list[int]] = s.at[:, :PIECES].tolist()
    friends, foes = set(at[seat]), set(at[1 - seat])
    bulges = {int(s.bulge[i]) for i in range(s.bulges) if member(s.standing[seat], i)}
    for piece in able:
        left = int(s.left) if mover != NOBODY else int(ALLOWANCE[piece])
        lead = [] if mover != NOBODY else [PIECE_IDS[seat][piece]]
        runner = piece if piece < RUNNERS else passenger_of(s, seat, piece)
        watched = _watched(s, seat, runner, bulges)
        may_sit = (piece >= RUNNERS and s.turn_number > 1) or s.thief[seat] != NOBODY
        name, first = CALLED[piece], HEX_IDS[at[seat][piece]]
        for way in ways(terrain, at[seat][piece], left, int(ROUGHEST[piece])):
            end = way[-1]
            effect = ""
            if end in foes and not may_sit:
                continue
            if end in friends or end in foes or not watched.isdisjoint(way):
                told = _tried(s, seat, piece, way)
                if told is None:
                    continue
                effect = f" · {told}" if told else ""
            found: Shortcut = {
                "name": f"{name} to {HEX_NAMES[end]}",
                "tells": "",
                "decisions": [*before, *(_step(piece, place) for place in way)],
                "touches": [*lead, HEX_IDS[end]],
                "note": f"{len(way)} steps{effect}",
                "path": [first, *(HEX_IDS[place] for place in way)],
                "steps": len(way),
            }
            if through := [HEX_IDS[place] for place in way[:-1] if place in friends or place in foes]:
                found["through"] = through
            yield found


def _may_begin(s: State) -> list[int]:
    if s.next != NOBODY:
        return [int(s.next)]
    able = int(s.team & ~s.moved & ~s.throttled[s.turn])
    return [piece for piece in range(PIECES) if able >> piece & 1]


def _watched(s: State, seat: int, runner: int, bulges: set[int]) -> set[int]:
    """The hexes that change something for who comes through: the baton, and with it every bulge."""
    if runner == NOBODY:
        return set()
    lies = int(s.baton_at[seat])
    if s.carrier[seat] == runner:
        return bulges
    return set() if lies == NOWHERE else {lies}


def ways(terrain: list[int], start: int, left: int, roughest: int) -> Iterator[Way]:
    """A shortest way to every hex further than a step, near ones first."""
    came: dict[int, Way] = {start: []}
    edge = [start]
    for steps in range(1, left + 1):
        further = []
        for place in edge:
            for other in _AROUND[place]:
                if other not in came and NO_LAND < terrain[other] <= roughest:
                    came[other] = [*came[place], other]
                    further.append(other)
                    if steps > 1:
                        yield came[other]
        edge = further


def _tried(s: State, seat: int, piece: int, way: Way) -> str | None:
    """What a way would do, found by going it; None if it is barred, or if the piece could not stop at its end."""
    w, state = new(Work), copy(s)
    told = []
    for place in way:
        code = STEP + piece * HEXES + place
        if state.turn != seat or state.phase != RACING or code not in w.code[: legal(state, w)]:
            return None
        if effect := effect_of(state, seat, piece, place):
            told.append(effect)
        play(state, w, code)
    if state.turn == seat and state.mover == piece and STOP not in w.code[: legal(state, w)]:
        return None
    breaks = told.count("breaks it")
    if breaks > 1:
        told = [each for each in told if each != "breaks it"] + [f"breaks {breaks}"]
    return " · ".join(told)
