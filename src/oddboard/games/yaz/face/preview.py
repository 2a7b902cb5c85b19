"""The Baton Races of Yaz: what a decision would do, and what a past one was about.

Nothing is worked out here: a decision is carried out on a copy, and a way is gone by the rules' own steps.
"""

from dataclasses import dataclass

from oddboard.core import seats
from oddboard.core.records import copy, scratch
from oddboard.core.scene import Preview
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
from oddboard.games.yaz.face.scene import BULGE_IDS, CALLED, HEX_IDS, PIECE_IDS
from oddboard.games.yaz.rules.journeys import ABOARD, BARRED, FINISH, NO_STOP, find_journeys
from oddboard.games.yaz.rules.moves import RESCUE, SHARE, THROTTLE
from oddboard.games.yaz.rules.turn import play
from oddboard.games.yaz.state import BULGES, DRAWN, ENDED, FARTHEST_MOVE, NOBODY, NOWHERE, State, Work

# What stopping where somebody is would do, by what comes of a journey.
_COMPANY = {
    SHARE: "onto a friend",
    THROTTLE: "can sit on {whom}",
    RESCUE: "can free the baton",
    ABOARD: "can climb onto {whom}",
    NO_STOP: "only passes",
}


@dataclass(frozen=True)
class Effects:
    """What happens to a side's baton and bulges."""

    takes: bool  # a Yazzite takes the baton that lies there
    broken: int  # bulges
    finishes: bool

    def words(self) -> list[str]:
        """The same in a few words."""
        found = ["takes the baton"] if self.takes else []
        broken = self.broken - self.finishes
        if broken:
            found.append("breaks it" if broken == 1 else f"breaks {broken}")
        return [*found, "finishes!"] if self.finishes else found


@dataclass(frozen=True)
class Journey:
    """A way that a Yazzite could go in one move, and what would come of it."""

    piece: int
    path: tuple[int, ...]  # hexes, from where it stands on
    comes: int  # a way to stop, or what else comes of it
    meets: int  # whom it would stop on, or NOBODY
    effects: Effects

    @property
    def steps(self) -> int:
        """How many hexes it goes."""
        return len(self.path) - 1


def journeys(s: State, piece: int, most: int = FARTHEST_MOVE) -> list[Journey]:
    """A shortest way to every hex that a piece, which may move now, could reach; near ones first."""
    w = scratch(Work)
    count = find_journeys(s, w, piece, most)
    places, came = w.queue[:count].tolist(), w.came.tolist()
    comes, meets = w.comes[:count].tolist(), w.meets[:count].tolist()
    broken, takes = w.broken[:count].tolist(), w.takes[:count].tolist()
    paths: dict[int, tuple[int, ...]] = {places[0]: (places[0],)}
    found = []
    for end in range(1, count):
        paths[places[end]] = path = (*paths[came[places[end]]], places[end])
        if comes[end] != BARRED:
            effects = Effects(bool(takes[end]), broken[end], comes[end] == FINISH)
            found.append(Journey(piece, path, comes[end], meets[end], effects))
    return found


def occupied(s: State) -> set[int]:
    """The hexes that hold a Yazzite."""
    return {place for side in s.at.tolist() for place in side}


def preview_of(journey: Journey, crowd: set[int]) -> Preview:
    """What a journey would do; `crowd` are the hexes that hold a Yazzite."""
    path, steps = journey.path, journey.steps
    words = [f"{steps} step{'' if steps == 1 else 's'}", *journey.effects.words()]
    if journey.comes in _COMPANY:
        words.append(_COMPANY[journey.comes].format(whom=CALLED[journey.meets]))
    found: Preview = {"note": " · ".join(words), "path": [HEX_IDS[place] for place in path], "steps": steps}
    passed = path[1:] if journey.comes == NO_STOP else path[1:-1]
    if through := [HEX_IDS[place] for place in passed if place in crowd]:
        found["through"] = through
    return found


def played(s: State, code: int) -> State:
    """The state after a legal decision."""
    after = copy(s)
    play(after, scratch(Work), code)
    return after


def effects(before: State, after: State, seat: int) -> Effects:
    """What a decision has done to a side's baton and bulges."""
    broken = int(before.standing[seat]).bit_count() - int(after.standing[seat]).bit_count()
    takes = before.baton_at[seat] != NOWHERE and after.carrier[seat] != NOBODY
    return Effects(takes, broken, broken > 0 and after.standing[seat] == 0)


def broken_bulges(before: State, after: State, seat: int) -> list[str]:
    """The bulges that a side has broken in a decision."""
    broken = int(before.standing[seat]) & ~int(after.standing[seat])
    return [BULGE_IDS[number] for number in range(BULGES) if broken >> number & 1]


def newly_throttled(before: State, after: State, seat: int) -> int:
    """The enemy that a Luggant of a side has sat down on, or NOBODY."""
    fresh = int(after.throttled[1 - seat]) & ~int(before.throttled[1 - seat])
    return fresh.bit_length() - 1 if fresh else NOBODY


def preview_of_step(s: State, code: int, journey: Journey, crowd: set[int]) -> Preview:
    """What a legal step, which is the journey, would do, with the bulges that it breaks."""
    found = preview_of(journey, crowd)
    if journey.effects.broken:
        found["hits"] = broken_bulges(s, played(s, code), int(s.turn))
    return found


def preview(s: State, code: int) -> Preview:
    """What a decision would do."""
    what = what_of(code)
    if what == STEP:
        piece, place = whose_of(code), hex_of(code)
        journey = next(each for each in journeys(s, piece, 1) if each.path[-1] == place)
        return preview_of_step(s, code, journey, occupied(s))
    if what == POP:
        seat, after = int(s.pop_seat), played(s, code)
        path = [HEX_IDS[state.at[seat, whose_of(code)]] for state in (s, after)]
        return {"note": " · ".join(["pops out", *effects(s, after, seat).words()]), "path": path}
    if what == PASS:
        return {"note": f"{CALLED[played(s, code).carrier[s.turn]]} takes the baton"}
    if what == STOP:
        seat = int(s.turn)
        victim = newly_throttled(s, played(s, code), seat)
        return {} if victim == NOBODY else {"note": f"throttles {seats.name(1 - seat)}'s {CALLED[victim]}"}
    if what == ANNOUNCE:
        return {"warning": "If you do not break your last bulge in this turn, you lose the race."}
    return _preview_of_end(s, code) if what == END else {}


def _preview_of_end(s: State, code: int) -> Preview:
    """How the race ends with the turn, if it does; a warning if that is lost, or if nobody has moved."""
    after = played(s, code)
    if after.phase != ENDED:
        return {} if s.moved or s.stepped else {"warning": "Nobody has moved in this turn."}
    if after.winner == DRAWN:
        return {"note": "ends the race: a draw"}
    found: Preview = {"note": f"ends the race: {seats.name(int(after.winner))} wins"}
    if after.winner != s.turn:
        found["warning"] = f"That ends the race, and {seats.name(int(after.winner))} wins it."
    return found


def marks(s: State, code: int) -> list[str]:
    """What a past decision was about."""
    what = what_of(code)
    if what in (STEP, POP):
        seat = int(s.turn) if what == STEP else int(s.pop_seat)
        return [PIECE_IDS[seat][whose_of(code)], HEX_IDS[hex_of(code)]]
    if what in (PLACE, BULGE, BATON):
        return [HEX_IDS[hex_of(code)]]
    if what in (DROP, POP_BATON):
        return [f"baton:{s.turn if what == DROP else s.pop_baton}", HEX_IDS[hex_of(code)]]
    if what == PASS:
        return [PIECE_IDS[s.turn][s.carrier[s.turn]], PIECE_IDS[s.turn][whose_of(code)]]
    if what in (PICK, BOARD):
        return [PIECE_IDS[s.turn][whose_of(code)]]
    if what in (STOP, SET_DOWN, GRAB) and s.mover != NOBODY:
        return [PIECE_IDS[s.turn][s.mover]]
    return []


def trails(before: State, code: int) -> dict[str, list[str]]:
    """The single step of a Yazzite, so that a page sees who goes on."""
    if what_of(code) != STEP:
        return {}
    seat, piece = int(before.turn), whose_of(code)
    return {PIECE_IDS[seat][piece]: [HEX_IDS[state.at[seat, piece]] for state in (before, played(before, code))]}
