"""The Baton Races of Yaz: what is touched for a decision, what it would do, and what wrong touches probably meant."""

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from oddboard.core import seats
from oddboard.core.game import Decision
from oddboard.core.records import digest, new, scratch
from oddboard.core.scene import Choice, Preview, Shortcut
from oddboard.games.yaz.codes import (
    ANNOUNCE,
    BOARD,
    DROP,
    END,
    GRAB,
    PASS,
    PICK,
    PLACE,
    SET_DOWN,
    STEP,
    STOP,
    TO_END,
    TO_STOP,
    hex_of,
    packed,
    what_of,
    whose_of,
)
from oddboard.games.yaz.decision import to_json
from oddboard.games.yaz.face.preview import Journey, journeys, occupied, played, preview, preview_of, preview_of_step
from oddboard.games.yaz.face.quick_setting import quick_setting
from oddboard.games.yaz.face.scene import CALLED, HEX_IDS, HEX_NAMES, PIECE_IDS
from oddboard.games.yaz.names import LETTERS, hex_number, piece_name, piece_number
from oddboard.games.yaz.rules.baton import may_enter
from oddboard.games.yaz.rules.journeys import NO_STOP
from oddboard.games.yaz.rules.legal import legal
from oddboard.games.yaz.rules.moves import can_step
from oddboard.games.yaz.state import (
    BESIDE,
    BULGING,
    HANDING,
    HEXES,
    NO_LAND,
    NOBODY,
    NOWHERE,
    PIECES,
    PLACING,
    RACING,
    State,
    Work,
)

ASKS = {
    "yazzite": (
        "button:pass>choose who gets the baton|button:pick>choose whom your Luggant picks up|choose a Yazzite to move"
    ),
    "hex": (
        "button:drop>choose where the baton is put down|choose where {yazzite} goes|choose where the {kind} stands"
        "|choose a hex"
    ),
    "kind": "choose whom to place next",
    "button:stop": "stop there",
    "button:pass": "pass the baton",
    "button:drop": "put the baton down",
    "button:pick": "pick up a friend",
    "button:set_down": "set the passenger down",
    "button:board": "climb aboard",
    "button:grab": "take their baton",
    "button:announce": "announce the finish",
    "button:end": "end your turn",
}


def asks_now(s: State) -> dict[str, str]:
    """What a hex is chosen for in this phase, or who goes on."""
    if s.phase == BULGING:
        return {"hex": "choose where the next bulges stand, one of each side"}
    if s.phase == HANDING:
        return {"hex": f"choose the bulge where {seats.name(1 - int(s.turn))}'s baton lies"}
    if s.phase != RACING:
        return {}
    if s.pop_baton != NOBODY:
        return {"hex": "choose where your baton pops out to"}
    if s.pop_piece != NOBODY:
        return {"hex": f"choose where your {CALLED[s.pop_piece]} pops out to"}
    if s.mover != NOBODY:
        return {"hex": f"{ASKS['hex'].partition('|')[0]}|choose where your {CALLED[s.mover]} goes on to"}
    return {"yazzite": f"your {CALLED[s.next]} must move now"} if s.next != NOBODY else {}


_BUTTONS = {
    ANNOUNCE: "announce", END: "end", STOP: "stop", SET_DOWN: "set_down", GRAB: "grab", BOARD: "board",
}  # fmt: skip
CHOICES = 65536  # in mind at once: those of the tables that are being played
_ALONE = {"announce", "end", "stop", "set_down", "grab"}  # buttons that make a decision by themselves


def touches(s: State, code: int) -> list[str]:
    """What to touch for a decision. Who is moving, or waits to be popped out, needs no touch of its own."""
    what = what_of(code)
    if what in _BUTTONS:
        return [f"button:{_BUTTONS[what]}"]
    if what in (PASS, PICK):
        return ["button:pass" if what == PASS else "button:pick", PIECE_IDS[s.turn][whose_of(code)]]
    place = HEX_IDS[hex_of(code)]
    if what == STEP:
        piece = whose_of(code)
        return [place] if s.mover == piece else [PIECE_IDS[s.turn][piece], place]
    if what == PLACE:
        return [f"kind:{LETTERS[whose_of(code)]}", place]
    return ["button:drop", place] if what == DROP else [place]


def choices(s: State, codes: list[int]) -> list[Choice]:
    """Legal decisions with their touches and previews."""
    previews: dict[int, Preview] = {}
    crowd = occupied(s)
    steps = {code for code in codes if what_of(code) == STEP}
    for piece in {whose_of(code) for code in steps}:
        for journey in journeys(s, piece, 1):
            code = _step(piece, journey.path[-1])[0]
            if code in steps:
                previews[code] = preview_of_step(s, code, journey, crowd)
    return [
        cast(Choice, bare | (previews[code] if code in previews else preview(s, code)))
        for code, bare in zip(codes, bare_choices(s, codes), strict=True)
    ]


def bare_choices(s: State, codes: list[int]) -> list[Choice]:
    """Legal decisions with their touches only; they are shared between calls, nobody may change them."""
    turn, mover = int(s.turn), int(s.mover)
    return [_bare(turn, mover, code) for code in codes]


@lru_cache(maxsize=CHOICES)
def _bare(turn: int, mover: int, code: int) -> Choice:
    """A decision with its touches, which depend on nothing else in a state."""
    s = new(State)
    s.turn, s.mover = turn, mover
    return Choice(decision=to_json(s, code), touches=touches(s, code))


@lru_cache(maxsize=PIECES * HEXES)
def _step(piece: int, place: int) -> tuple[int, Decision]:
    code = packed(STEP, piece, place)
    return code, to_json(new(State), code)


SET_UP = "Set up for me"
SET_UP_TELLS = "Everything of yours in pairs of mirror images, where the map allows, until the race begins."


def shortcuts(s: State) -> list[Shortcut]:
    """Everything that can be decided at one touch although it is several decisions.

    A decision is a single step, but a person touches a Yazzite and then the hex where it shall go. Every hex further
    than a step where a Yazzite could stop is offered as one shortest way; and while one is moving, touching another
    or ending the turn stops it first.
    """
    if s.phase in (BULGING, PLACING, HANDING):
        placed = _by_lot(s)
        return [{"name": SET_UP, "tells": SET_UP_TELLS, "decisions": placed["decisions"], "again": True}, placed]
    if s.phase != RACING or s.pop_baton != NOBODY or s.pop_piece != NOBODY:
        return []
    found = list(_ways(s, []))
    if s.mover != NOBODY:
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


def _ways(s: State, before: list[Decision]) -> Iterator[Shortcut]:
    """The ways of every piece that may move, after the decisions before; a single step is a decision of its own."""
    able = [piece for piece in range(PIECES) if can_step(s, piece)]
    crowd = occupied(s)
    for piece in able:
        for journey in journeys(s, piece):
            is_step = journey.steps == 1
            if before if is_step else journey.comes != NO_STOP:
                yield _shortcut(s, journey, before, preview_of(journey, crowd))


def _shortcut(s: State, journey: Journey, before: list[Decision], seen: Preview) -> Shortcut:
    steps = [_step(journey.piece, place) for place in journey.path[1:]]
    found: Shortcut = {
        "name": f"{CALLED[journey.piece]} to {HEX_NAMES[journey.path[-1]]}",
        "tells": "",
        "decisions": [*before, *(decision for _, decision in steps)],
        "touches": _bare(int(s.turn), int(s.mover), steps[-1][0])["touches"],
    }
    return {**found, **seen}


def _after_stop(s: State) -> Iterator[Shortcut]:
    """What could be done next if the moving piece stopped where it is."""
    w = scratch(Work)
    if TO_STOP not in w.code[: legal(s, w)]:
        return
    after, before = played(s, TO_STOP), [to_json(s, TO_STOP)]
    if after.phase != RACING or after.pop_baton != NOBODY or after.pop_piece != NOBODY:
        return
    if TO_END in w.code[: legal(after, w)]:
        decisions: list[Mapping[str, Any]] = [*before, to_json(after, TO_END)]
        yield {"name": "End turn", "tells": "", "decisions": decisions, "touches": touches(after, TO_END)}
    yield from _ways(after, before)


def attempt(s: State, touched: Sequence[str]) -> Decision | None:
    """The decision that was probably meant. Whatever stands in a hex stands for it."""
    if not touched:
        return None
    kind, _, name = touched[0].partition(":")
    last, _, value = touched[-1].partition(":")
    if kind == "button":
        return _attempt_button([touch.partition(":")[2] for touch in touched])
    if last == "yazzite" and s.phase == RACING and value.startswith(f"{s.turn}."):
        return _attempt_piece(s, value[2:])
    place = _place_of(s, last, value)
    if place is None:
        return None
    where = HEX_NAMES[place]
    if s.phase in (BULGING, HANDING):
        return {"do": "bulge" if s.phase == BULGING else "baton", "hex": where}
    if s.phase == PLACING:
        return {"do": "place", "kind": name, "hex": where} if kind == "kind" else None
    if s.phase != RACING:
        return None
    if s.pop_baton != NOBODY:
        return {"do": "pop_baton", "hex": where}
    if s.pop_piece != NOBODY:
        return {"do": "pop", "piece": piece_name(int(s.pop_piece)), "hex": where}
    if kind == "yazzite" and len(touched) > 1:
        return {"do": "step", "piece": name[2:], "hex": where}
    mover = s.mover if s.mover != NOBODY else s.next
    return None if mover == NOBODY else {"do": "step", "piece": piece_name(int(mover)), "hex": where}


def _place_of(s: State, kind: str, name: str) -> int | None:
    """The hex that something touched is, or stands in."""
    place: int | None = None
    if kind == "hex":
        place = hex_number(name)
    elif kind == "bulge":
        place = int(s.bulge[int(name) - 1])
    elif kind == "yazzite":
        piece = piece_number(name[2:])
        place = None if piece is None else int(s.at[int(name[0]), piece])
    elif kind == "baton":
        place = int(s.baton_at[int(name)])
    return place if place is None or place >= 0 else None


def _attempt_button(names: Sequence[str]) -> Decision | None:
    if len(names) == 1:
        return {"do": names[0]} if names[0] in _ALONE else None
    if names[0] in ("pass", "pick"):
        return {"do": names[0], "to" if names[0] == "pass" else "piece": names[1].partition(".")[2]}
    return {"do": "drop", "hex": names[1]} if names[0] == "drop" else None


def _attempt_piece(s: State, name: str) -> Decision | None:
    """A Yazzite that cannot be touched now: a step of it to some hex beside it, which would say why."""
    piece = piece_number(name)
    if piece is None or s.at[s.turn, piece] == NOWHERE:
        return None
    around = [int(place) for place in BESIDE[s.at[s.turn, piece]] if s.terrain[place] != NO_LAND]
    shut = [place for place in around if not may_enter(s, int(s.turn), piece, place)]
    return {"do": "step", "piece": name, "hex": HEX_NAMES[(shut or around)[0]]} if around else None
