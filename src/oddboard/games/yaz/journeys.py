"""The Baton Races of Yaz: ways of several steps to be gone at one touch, and the setting at a touch.

A decision is a single step, but a person touches a Yazzite and then the hex where it shall go. Every hex further than
a step where a Yazzite could stop is offered as one shortest way; and while one is moving, touching another or ending
the turn stops it first. What is offered is shared between calls: nobody may change it.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, cast

from oddboard.core.game import Decision
from oddboard.core.records import copy, digest, new, scratch
from oddboard.core.scene import Choice, Shortcut
from oddboard.games.yaz.acts import NO_STOP, way_to_stop
from oddboard.games.yaz.moves import DROP, END, PLACE, POP, STEP, STOP, legal
from oddboard.games.yaz.names import decision_of, piece_name
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
WALKS = 1024  # pieces where they stand, in mind at once: those of the tables that are being played


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
    w, after = scratch(Work), copy(s)
    if STOP not in w.code[: legal(s, w)]:
        return
    play(after, w, STOP)
    if after.phase != RACING or after.pop_baton != NOBODY or after.pop_piece != NOBODY:
        return
    codes = [code for code in w.code[: legal(after, w)].tolist() if code < POP or code == END]
    for code, choice in zip(codes, choices(after, codes), strict=True):
        if code == END:
            yield {"name": "End turn", "tells": "", "decisions": [_STOP, decision_of(END)], "touches": ["button:end"]}
            continue
        piece, place = divmod(code - STEP, HEXES)
        plain: dict[str, Any] = {name: value for name, value in choice.items() if name != "decision"}
        plain |= {"name": f"{CALLED[piece]} to {HEX_NAMES[place]}", "tells": ""}
        yield cast(Shortcut, plain | {"decisions": [_STOP, choice["decision"]]})
    yield from _journeys(after, [_STOP])


def _journeys(s: State, before: list[Decision]) -> Iterator[Shortcut]:
    """The ways of more than one step of every piece that may move, after the decisions before."""
    seat, mover = int(s.turn), int(s.mover)
    able = [mover] if mover != NOBODY else _may_begin(s)
    terrain = s.terrain.tobytes()
    at: list[list[int]] = s.at[:, :PIECES].tolist()
    friends, foes = set(at[seat]), set(at[1 - seat])
    crowd = friends | foes
    bulges = standing_bulges(s, seat)
    for piece in able:
        left = int(s.left) if mover != NOBODY else int(ALLOWANCE[piece])
        watched = _watched(s, seat, piece, bulges)
        special = crowd | watched
        trials: Trials = {}
        may_sit = (piece >= RUNNERS and s.turn_number > 1) or s.thief[seat] != NOBODY
        for way, plain in _walks(terrain, seat, piece, at[seat][piece], left, mover != NOBODY, bool(before)):
            if special.isdisjoint(way):
                yield plain
                continue
            end = way[-1]
            effect = ""
            if end in foes and not may_sit:
                continue
            if end in crowd or not watched.isdisjoint(way):
                told = _tried(s, seat, piece, way, trials)
                if told is None:
                    continue
                effect = f" · {told}" if told else ""
            found: Shortcut = {**plain, "note": f"{len(way)} steps{effect}"}
            if through := [HEX_IDS[place] for place in way[:-1] if place in crowd]:
                found["through"] = through
            yield found


@lru_cache(maxsize=WALKS)
def _walks(
    terrain: bytes, seat: int, piece: int, start: int, left: int, moves_already: bool, after_stop: bool
) -> list[tuple[Way, Shortcut]]:
    """All ways of a piece on a map where nobody else is, as shortcuts; most pieces stay where they are for long."""
    lead = [] if moves_already else [PIECE_IDS[seat][piece]]
    before = [_STOP] if after_stop else []
    return [
        (
            way,
            {
                "name": f"{CALLED[piece]} to {HEX_NAMES[way[-1]]}",
                "tells": "",
                "decisions": [*before, *(_step(piece, place) for place in way)],
                "touches": [*lead, HEX_IDS[way[-1]]],
                "note": f"{len(way)} steps",
                "path": [HEX_IDS[start], *(HEX_IDS[place] for place in way)],
                "steps": len(way),
            },
        )
        for way in ways(list(terrain), start, left, int(ROUGHEST[piece]))
    ]


def choices(s: State, codes: list[int]) -> list[Choice]:
    """Legal decisions with their touches and previews. Most of them are steps to where nothing is."""
    if s.phase != RACING:
        return [_choice(s, code) for code in codes]
    seat, mover = int(s.turn), int(s.mover)
    at: list[list[int]] = s.at[:, :PIECES].tolist()
    crowd = {*at[0], *at[1]}
    bulges = standing_bulges(s, seat)
    watched: dict[int, set[int]] = {}
    found: list[Choice] = []
    for code in codes:
        piece, place = divmod(code - STEP, HEXES)
        if code < POP and piece not in watched:
            watched[piece] = _watched(s, seat, piece, bulges)
        if code >= POP or place in crowd or place in watched[piece]:
            found.append(_choice(s, code))
            continue
        touched = [HEX_IDS[place]] if piece == mover else [PIECE_IDS[seat][piece], HEX_IDS[place]]
        path = [HEX_IDS[at[seat][piece]], HEX_IDS[place]]
        found.append({"decision": _step(piece, place), "touches": touched, "path": path, "steps": 1, "note": "1 step"})
    return found


def _choice(s: State, code: int) -> Choice:
    if PLACE <= code < DROP:
        return _setting(code)
    return Choice(decision=decision_of(code), touches=touches(s, code), **preview(s, code))


def bare_choices(s: State, codes: list[int]) -> list[Choice]:
    """Legal decisions with their touches only."""
    seat, mover = int(s.turn), int(s.mover)
    return [
        _plain_step(seat, code // HEXES == mover, code)
        if code < POP
        else _plain_setting(code)
        if PLACE <= code < DROP
        else Choice(decision=decision_of(code), touches=touches(s, code))
        for code in codes
    ]


@lru_cache(maxsize=4 * PIECES * HEXES)
def _plain_step(seat: int, moves_already: bool, code: int) -> Choice:
    piece, place = divmod(code - STEP, HEXES)
    touched = [HEX_IDS[place]] if moves_already else [PIECE_IDS[seat][piece], HEX_IDS[place]]
    return {"decision": _step(piece, place), "touches": touched}


@cache
def _plain_setting(code: int) -> Choice:
    whole = _setting(code)
    return {"decision": whole["decision"], "touches": whole["touches"]}


def _may_begin(s: State) -> list[int]:
    if s.next != NOBODY:
        return [int(s.next)]
    able = int(s.team & ~s.moved & ~s.throttled[s.turn])
    return [piece for piece in range(PIECES) if able >> piece & 1]


def standing_bulges(s: State, seat: int) -> set[int]:
    """The hexes of the bulges that a side has not broken yet."""
    standing = int(s.standing[seat])
    return {place for number, place in enumerate(s.bulge[: s.bulges].tolist()) if standing >> number & 1}


def _watched(s: State, seat: int, piece: int, bulges: set[int]) -> set[int]:
    """The hexes that change something for who comes through: the baton, and with it every bulge."""
    runner = piece if piece < RUNNERS else passenger_of(s, seat, piece)
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


@cache
def _setting(code: int) -> Choice:
    """A hex for a Yazzite, a bulge or a baton: that is the same whatever stands there already."""
    nothing = new(State)
    return Choice(decision=decision_of(code), touches=touches(nothing, code), **preview(nothing, code))


@dataclass(frozen=True)
class Gone:
    """What has become of a piece that went a part of a way."""

    state: State
    legal: list[int]
    told: tuple[str, ...]  # what happened on the way


Trials = dict[tuple[int, ...], Gone | None]  # by the part of the way; ways have their beginnings in common


def _tried(s: State, seat: int, piece: int, way: Way, trials: Trials) -> str | None:
    """What a way would do, found by going it; None if it is barred, or if the piece could not stop at its end."""
    gone = _gone(s, seat, piece, tuple(way), trials)
    if gone is None:
        return None
    if gone.state.turn == seat and gone.state.mover == piece and STOP not in gone.legal:
        return None
    told = list(gone.told)
    breaks = told.count("breaks it")
    if breaks > 1:
        told = [each for each in told if each != "breaks it"] + [f"breaks {breaks}"]
    return " · ".join(told)


def _gone(s: State, seat: int, piece: int, way: tuple[int, ...], trials: Trials) -> Gone | None:
    """A piece a part of its way on; None if that is barred."""
    if way in trials:
        return trials[way]
    w = scratch(Work)
    if not way:
        found: Gone | None = Gone(s, w.code[: legal(s, w)].tolist(), ())
    else:
        before = _gone(s, seat, piece, way[:-1], trials)
        code = STEP + piece * HEXES + way[-1]
        if before is None or before.state.turn != seat or before.state.phase != RACING or code not in before.legal:
            found = None
        else:
            state = copy(before.state)
            effect = effect_of(state, seat, piece, way[-1])
            play(state, w, code)
            told = (*before.told, effect) if effect else before.told
            found = Gone(state, w.code[: legal(state, w)].tolist(), told)
    trials[way] = found
    return found
