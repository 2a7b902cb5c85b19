"""Martian Race: a state unpacked for pictures, with the ways that Martians can walk and be pushed.

Reading the fields of a record one by one is slow, and a page asks about every legal decision of a state; so a state
is unpacked once, and what was found out about it is kept for the next question.
"""

from collections.abc import Iterable
from functools import cached_property, lru_cache

from oddboard.core import seats
from oddboard.core.records import from_bytes, to_bytes
from oddboard.core.scene import Preview
from oddboard.games.martian_race.chains import crossable, latest_wave
from oddboard.games.martian_race.drawing import SIZE_NAMES, square_name
from oddboard.games.martian_race.moves import can_be_entered
from oddboard.games.martian_race.state import (
    ALL,
    DOG,
    DOG_SIZE,
    DOG_SLOT,
    EAST,
    FACINGS,
    FAMILY,
    GOALS,
    HOME,
    LARGE,
    NORTH,
    PAD,
    PARTLY_BLOCKED,
    PUSHING,
    SMALL,
    SOUTH,
    SQUARES,
    UP,
    WEST,
    State,
)

SQUARE_IDS = [f"square:{square_name(at)}" for at in range(SQUARES)]
KEPT = 64  # states in mind at once: those of the tables that are being played
WALKS = 512  # Martians where they stand, in mind at once; most stay there for a while
_EVERYWHERE = int(ALL)
_NOT_A, _NOT_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
_STRIDE = (8, 1, -8, -1)  # to the next square north, east, south, west
_MOST_STEPS = 6  # of a die
_FARTHEST = 40  # more steps than the way to anywhere on an empty board

Waves = list[tuple[int, int, int, int, int]]  # after so many steps, the squares that can be reached, by facing


def seen(s: State) -> "Sight":
    """A state, unpacked."""
    return _unpacked(to_bytes(s))


@lru_cache(maxsize=KEPT)
def _unpacked(content: bytes) -> "Sight":
    return Sight(from_bytes(State, content))


def _spread(enter: int, waves: Waves, upto: int) -> Waves:
    """Go on with waves of steps over squares that may be entered: a square on, or any facing on the spot."""
    while len(waves) <= upto:
        north, east, south, west, up = waves[-1]
        anyhow = north | east | south | west | up
        waves.append(
            (
                anyhow | (north << 8 & enter & _EVERYWHERE),
                anyhow | ((east & _NOT_H) << 1 & enter),
                anyhow | (south >> 8 & enter),
                anyhow | ((west & _NOT_A) >> 1 & enter),
                anyhow,
            )
        )
    return waves


def _beside(one: int, other: int) -> bool:
    return 0 <= one < SQUARES and abs(one % 8 - other % 8) + abs(one // 8 - other // 8) == 1


@lru_cache(maxsize=WALKS)
def _walk(enter: int, *start: tuple[int, int, int, int, int]) -> "Walk":
    return Walk(enter, start)


class Walk:
    """Where somebody gets with the steps of a die, over squares that may be entered."""

    def __init__(self, enter: int, start: Iterable[tuple[int, int, int, int, int]]) -> None:
        self.waves = _spread(enter, [*start], _MOST_STEPS)
        self._plain: dict[int, Preview] = {}

    def steps(self, at: int) -> tuple[int, int]:
        """The fewest steps to a square that can be reached, and a facing with which they suffice."""
        for steps, wave in enumerate(self.waves):
            for facing in range(FACINGS):
                if wave[facing] >> at & 1:
                    return steps, facing
        return _MOST_STEPS, UP

    def way(self, at: int) -> list[str]:
        """The squares of a shortest walk to a square, both ends included."""
        squares = [at]
        shortest, facing = self.steps(at)
        for steps in range(shortest - 1, -1, -1):
            before = self.waves[steps]
            back = at - _STRIDE[facing] if facing != UP else -1
            if facing != UP and _beside(back, at) and before[facing] >> back & 1:
                at = back
                squares.append(at)
            else:
                facing = next((other for other in range(FACINGS) if before[other] >> at & 1), facing)
        return [SQUARE_IDS[each] for each in reversed(squares)]

    def preview(self, at: int) -> Preview:
        """The steps that a square costs, and the way to it."""
        if at not in self._plain:
            steps, _ = self.steps(at)
            found = Preview(note=f"{steps} step{'' if steps == 1 else 's'}" if steps else "stays there", steps=steps)
            way = self.way(at)
            if len(way) > 1:
                found["path"] = way
            self._plain[at] = found
        return self._plain[at]


class Sight:
    """A state as plain numbers; the dog is the one after the last Martian."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.players, self.family = int(s.seats), int(s.family)
        self.phase, self.turn, self.winner = int(s.phase), int(s.turn), int(s.winner)
        self.mad_dog, self.rounds = bool(s.mad_dog), int(s.rounds)
        self.dice: list[int] = s.dice.tolist()
        self.at: list[int] = [*s.at.ravel().tolist(), int(s.dog_at)]
        self.facing: list[int] = [*s.facing.ravel().tolist(), int(s.dog_facing)]
        self.size: list[int] = [*s.sizes.ravel().tolist(), DOG_SIZE]
        self.hit_by: list[int] = s.hit_by.tolist()
        self.reach: list[int] = s.reach.tolist()
        self.wave = int(latest_wave(s)) if self.phase == PUSHING else 0
        self.on: dict[int, list[int]] = {}  # those on each square, the dog last
        for martian, at in enumerate(self.at):
            if at >= 0 and (martian == DOG or martian % FAMILY < self.family):
                self.on.setdefault(at, []).append(martian)
        self._previews: dict[int, tuple[Preview, Preview]] = {}  # by goal: of lying there, and of standing
        self._walks: dict[int, Walk] = {}
        self._crossable: dict[int, int] = {}

    def blocks(self) -> dict[str, int]:
        """The squares that are partly blocked or blocked for others, with their strength (MAR-16)."""
        found = {}
        for at in self.on:
            strength = max(self._strength[seat][at] for seat in range(self.players))
            if strength >= PARTLY_BLOCKED:
                found[SQUARE_IDS[at]] = strength
        return found

    @cached_property
    def _strength(self) -> list[list[int]]:
        return self.s.strength.tolist()  # type: ignore[no-any-return]

    # Walking

    def walk(self, martian: int) -> "Walk":
        """The steps of a Martian or the dog, up to the highest of a die."""
        if martian not in self._walks:
            self._walks[martian] = _walk(self._enter(martian), *self._start(martian))
        return self._walks[martian]

    def _enter(self, martian: int) -> int:
        if martian != DOG:
            return int(can_be_entered(self.s, martian // FAMILY, martian % FAMILY)) & _EVERYWHERE
        blocked = 0
        for mask in self.s.blocked.tolist()[: self.players]:
            blocked |= mask
        return _EVERYWHERE & ~blocked

    def _start(self, martian: int) -> Waves:
        """Where it is after no step; off the board it enters with the first, in any facing (MAR-8)."""
        at, facing = self.at[martian], self.facing[martian]
        if at >= 0:
            here = [0] * FACINGS
            here[facing] = 1 << at
            return [(here[0], here[1], here[2], here[3], here[4])]
        door = 1 << (PAD if martian == DOG else HOME)
        return [(0, 0, 0, 0, 0), (door, door, door, door, door)]

    def easiest_facing(self, martian: int, at: int) -> int:
        """The facing with which a square would be reached in the fewest steps, if nobody were in the way."""
        for wave in _spread(_EVERYWHERE, self._start(martian), _FARTHEST):
            for facing in (NORTH, EAST, SOUTH, WEST, UP):
                if wave[facing] >> at & 1:
                    return facing
        return UP

    # Being pushed

    def push_way(self, martian: int, to: int) -> list[int]:
        """The squares of a push that goes as far as it can on its way to a square (MAR-20)."""
        if martian not in self._crossable:
            self._crossable[martian] = int(crossable(self.s, martian)) & _EVERYWHERE
        for steps in range(self.reach[martian], 0, -1):
            if found := self._path([self.at[martian]], to, steps, self._crossable[martian]):
                return found
        return [self.at[martian], to]

    def _path(self, path: list[int], to: int, steps: int, cross: int) -> list[int] | None:
        at = path[-1]
        if steps == 0:
            return path if at == to else None
        for stride in _STRIDE:
            ahead = at + stride
            free = _beside(ahead, at) and cross >> ahead & 1 and ahead not in path
            if free and (found := self._path([*path, ahead], to, steps - 1, cross)):
                return found
        return None

    # What a decision would do

    def preview_of_move(self, goal: int, facing: int) -> Preview:
        """The steps that a square costs, the way to it, and what the move does there; the facing comes last.

        A goal is a slot and a square, as codes of moves count them.
        """
        if goal not in self._previews:
            slot, at = divmod(goal, SQUARES)
            martian = DOG if slot == DOG_SLOT else self.turn * FAMILY + slot
            done = self._done_to_others(martian, at) if at in self.on else []
            standing = self._done_to_itself(martian, at)
            plain = self.walk(martian).preview(at)
            self._previews[goal] = with_notes(plain, done), with_notes(plain, [*done, standing] if standing else done)
        return self._previews[goal][facing == UP]

    def preview_of_push(self, martian: int, to: int) -> Preview:
        """How far a push goes, over which squares, and whom it pushes on."""
        path = self.push_way(martian, to)
        far = len(path) - 1
        notes = [f"pushed {far}", *self._pushes_on(martian, to)]
        return Preview(note=" · ".join(notes), steps=far, path=[SQUARE_IDS[at] for at in path])

    def _done_to_others(self, martian: int, at: int) -> list[str]:
        if martian != DOG:
            return self._pushes_on(martian, at)
        hit = [m for m in self.on.get(at, ()) if m != DOG]
        small = [m for m in hit if self.size[m] == SMALL]
        bitten = [m for m in hit if self.size[m] > SMALL]
        return [
            f"{verb} {' and '.join(_short(self, m) for m in some)}"
            for verb, some in (("kills", small), ("bites", bitten))
            if some
        ]

    def _pushes_on(self, martian: int, at: int) -> list[str]:
        hit = [m for m in self.on.get(at, ()) if m != DOG and m // FAMILY != martian // FAMILY]
        return [f"pushes {' and '.join(_short(self, m) for m in hit)}"] if hit else []

    def _done_to_itself(self, martian: int, at: int) -> str:
        """What standing up there means."""
        if martian == DOG or at != GOALS[self.size[martian]]:
            return ""
        size = self.size[martian]
        return "off into space" if size == LARGE else f"grows to {SIZE_NAMES[size + 1]}"


def with_notes(preview: Preview, notes: list[str]) -> Preview:
    """A preview that says more."""
    return {**preview, "note": " · ".join([preview["note"], *notes])} if notes else preview


def _short(sight: Sight, martian: int) -> str:
    return f"{seats.name(martian // FAMILY)}'s {SIZE_NAMES[sight.size[martian]]} {martian % FAMILY + 1}"


assert (NORTH, EAST, SOUTH, WEST) == (0, 1, 2, 3)  # facings are indices of the strides
