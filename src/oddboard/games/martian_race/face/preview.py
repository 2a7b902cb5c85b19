"""Martian Race: what a decision would do or did, found by asking the rules or by playing it on a copy."""

from functools import lru_cache
from typing import Any

import numpy as np

from oddboard.core import seats
from oddboard.core.bits import bit, has
from oddboard.core.records import copy, from_bytes, new, scratch, to_bytes
from oddboard.core.scene import Preview
from oddboard.games.martian_race.codes import move_of, mover_of, phase_of, push_code, push_of, roll_of
from oddboard.games.martian_race.face.names import MARTIAN_IDS, SQUARE_IDS
from oddboard.games.martian_race.face.unpacked import KEPT, members
from oddboard.games.martian_race.position import SIZE_NAMES
from oddboard.games.martian_race.rules.blocking import may_enter
from oddboard.games.martian_race.rules.chains import ends_of_paths, farthest_push
from oddboard.games.martian_race.rules.legal import legal
from oddboard.games.martian_race.rules.turn import play
from oddboard.games.martian_race.rules.walking import explore
from oddboard.games.martian_race.state import (
    ALL,
    DOG,
    DRAWING,
    FACINGS,
    FAMILY,
    KILLED,
    LAUNCHED,
    MOVING,
    PUSHING,
    ROLLING,
    SLOTS,
    UP,
    WAITING,
    State,
    Walk,
    Work,
    facing_of,
    place_of,
)


def preview(s: State, code: int) -> Preview:
    """What a legal decision would do."""
    kind = phase_of(code)
    if kind == MOVING:
        return previews_of_moves(s).of(code)
    return _preview_of_push(s, *push_of(code)) if kind == PUSHING else {}


def marks(s: State, code: int) -> list[str]:
    """The Martian and the square that a decision was about, or the dice that were rolled."""
    kind = phase_of(code)
    if kind == DRAWING:
        return []
    if kind == ROLLING:
        high, low = roll_of(code)
        return [f"die:{high}", f"die:{low}.2" if high == low else f"die:{low}"]
    if kind == PUSHING:
        martian, at = push_of(code)
    else:
        _, slot, at, _ = move_of(code)
        martian = mover_of(int(s.turn), slot)
    return [MARTIAN_IDS[martian], SQUARE_IDS[at]]


def trails(before: State, code: int) -> dict[str, list[str]]:
    """The squares that a Martian or the dog went over."""
    path = preview(before, code).get("path")
    return {marks(before, code)[0]: path} if path else {}


def easiest_facing(s: State, martian: int, at: int) -> int:
    """The facing with which a square would be reached in the fewest steps, if nobody were in the way."""
    return Paths(s, martian, ALL).best_facing(at)


class Paths:
    """The ways of one Martian or the dog over squares that may be entered, as the rules find them."""

    def __init__(self, s: State, martian: int, enter: Any) -> None:
        walk = new(Walk)
        explore(s, martian, np.uint64(enter), walk)
        self._steps: list[int] = walk.steps.tolist()
        self._before: list[int] = walk.before.tolist()

    def steps_to(self, at: int, facing: int) -> int:
        """The fewest steps to a square and facing; NEVER if there is no way."""
        return self._steps[at * FACINGS + facing]

    def best_facing(self, at: int) -> int:
        """The facing with which a square is reached in the fewest steps."""
        return min(range(FACINGS), key=lambda facing: self.steps_to(at, facing))

    def fewest_steps(self, at: int) -> int:
        """The steps that a square costs."""
        return self.steps_to(at, self.best_facing(at))

    def way(self, at: int) -> list[str]:
        """The squares of a shortest walk to a square, both ends included."""
        end = at * FACINGS + self.best_facing(at)
        squares = [at]
        while self._before[end] != end:
            end = self._before[end]
            if end // FACINGS != squares[-1]:
                squares.append(end // FACINGS)
        return [SQUARE_IDS[each] for each in reversed(squares)]


def previews_of_moves(s: State) -> "PreviewsOfMoves":
    """The previews of all the moves of a state, kept for the next question."""
    return _previews_of_moves(to_bytes(s))


@lru_cache(maxsize=KEPT)
def _previews_of_moves(content: bytes) -> "PreviewsOfMoves":
    return PreviewsOfMoves(from_bytes(State, content))


class PreviewsOfMoves:
    """The previews of moves in one state; the die, and which way one lies, make no difference."""

    def __init__(self, s: State) -> None:
        self._s = s
        self._turn = int(s.turn)
        self._before = _standing_of_all(s)
        movers = [(slot, mover_of(self._turn, slot)) for slot in range(SLOTS)]
        self._stands = {slot: (int(place_of(s, each)), int(facing_of(s, each))) for slot, each in movers}
        self._paths: dict[int, Paths] = {}  # by slot
        self._found: dict[tuple[int, int, bool], Preview] = {}  # by slot, square, and whether it stands there

    def of(self, code: int) -> Preview:
        """The steps that a square costs, the way to it, and what the move does there."""
        die, slot, at, facing = move_of(code)
        key = slot, at, facing == UP
        if key not in self._found:
            self._found[key] = self._preview(code, slot, at)
        if self._stands.get(slot) == (at, facing):
            return self._found[key] | {"warning": f"It stays as it is: the {die} is wasted."}
        return self._found[key]

    def _preview(self, code: int, slot: int, at: int) -> Preview:
        mover = mover_of(self._turn, slot)
        if slot not in self._paths:
            self._paths[slot] = Paths(self._s, mover, may_enter(self._s, mover))
        steps, way = self._paths[slot].fewest_steps(at), self._paths[slot].way(at)
        cost = f"{steps} step{'' if steps == 1 else 's'}" if steps else "stays there"
        notes, killed, own = self._consequences(code, mover)
        found = Preview(note=" · ".join([cost, *notes]), steps=steps)
        if len(way) > 1:
            found["path"] = way
        if killed:
            found["hits"] = [MARTIAN_IDS[martian] for martian in killed]
        if own:
            found["warning"] = f"It pushes your own {' and '.join(f'Martian {m % FAMILY + 1}' for m in own)}."
        return found

    def _consequences(self, code: int, mover: int) -> tuple[list[str], list[int], list[int]]:
        """Who is killed, bitten or pushed, whether the mover grows or finishes; the killed, and own ones pushed."""
        after = copy(self._s)
        work = scratch(Work)
        play(after, work, code)
        if after.phase != PUSHING and _standing_of_all(after) == self._before:
            return [], [], []
        hit = _hit(after)
        while after.phase == PUSHING:  # any way to go on shows how the mover ends
            legal(after, work)
            play(after, work, int(work.code[0]))
        sizes, places = after.sizes.ravel().tolist(), after.at.ravel().tolist()
        were, before = self._s.sizes.ravel().tolist(), self._s.at.ravel().tolist()
        killed = [m for m in range(DOG) if places[m] == KILLED and before[m] != KILLED]
        bitten = [m for m in range(DOG) if sizes[m] < were[m]]
        pushed = [] if mover == DOG else hit
        notes = _notes(were, ("kills", killed), ("bites", bitten), ("pushes", pushed))
        if mover != DOG and places[mover] == LAUNCHED:
            notes.append("off into space")
        elif mover != DOG and sizes[mover] > were[mover]:
            notes.append(f"grows to {SIZE_NAMES[sizes[mover]]}")
        return notes, killed, [m for m in pushed if m // FAMILY == self._turn]


def _standing_of_all(s: State) -> tuple[bytes, bytes]:
    """The sizes of all, and who is out of play: what a move changes if it does more than go somewhere."""
    return s.sizes.tobytes(), (s.at < WAITING).tobytes()


def _hit(s: State) -> list[int]:
    """Those that wait to be pushed."""
    return [martian for martian, arrival in enumerate(s.hit_by.tolist()) if arrival]


def _notes(sizes: list[int], *done: tuple[str, list[int]]) -> list[str]:
    return [f"{verb} {' and '.join(_short(m, sizes[m]) for m in some)}" for verb, some in done if some]


def _short(martian: int, size: int) -> str:
    return f"{seats.name(martian // FAMILY)}'s {SIZE_NAMES[size]} {martian % FAMILY + 1}"


def _preview_of_push(s: State, martian: int, to: int) -> Preview:
    """How far a push goes, over which squares, and whom it pushes on."""
    way = push_way(s, martian, to)
    far = len(way) - 1
    waiting = set(_hit(s))
    after = copy(s)
    play(after, scratch(Work), push_code(martian, to))
    notes = [
        f"pushed {far}",
        *_notes(s.sizes.ravel().tolist(), ("pushes", [m for m in _hit(after) if m not in waiting])),
    ]
    return Preview(note=" · ".join(notes), steps=far, path=[SQUARE_IDS[at] for at in way])


def push_way(s: State, martian: int, to: int) -> list[int]:
    """The squares of a push, which goes as far as the rules let it (MAR-20, MAR-22)."""
    far, _ = farthest_push(s, scratch(Work), martian)
    enter = np.uint64(may_enter(s, martian))
    way = [int(place_of(s, martian))]
    for left in range(far - 1, 0, -1):
        enter &= ~np.uint64(bit(way[-1]))
        nexts = members(int(ends_of_paths(way[-1], enter, 1)))
        way.append(next(at for at in nexts if has(np.uint64(ends_of_paths(at, enter, left)), to)))
    return [*way, to]
