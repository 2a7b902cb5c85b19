"""The race itself in the Baton Races of Yaz: turns, moves, throttles, pop-outs, batons and the finish."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.referees.yaz_field import MIRE, MUCK, MUD, Field

SKADINGLE, FLIBDILL, TARNOSE, LUGGANT = "S", "F", "T", "L"
KINDS = (SKADINGLE, FLIBDILL, TARNOSE, LUGGANT)
ALLOWANCE = {SKADINGLE: 6, FLIBDILL: 4, TARNOSE: 3, LUGGANT: 2}
OPEN_TERRAIN = {
    SKADINGLE: (MUD,),
    FLIBDILL: (MUD, MUCK),
    TARNOSE: (MUD, MUCK, MIRE),
    LUGGANT: (MUD, MUCK, MIRE),
}


class Yazzite(NamedTuple):
    """One of the pieces that move: its side and its short name, such as `S1`."""

    seat: int
    name: str

    @property
    def is_luggant(self) -> bool:
        """Luggants throttle and lug; all others, the runners, can carry their own side's baton (YAZ-26)."""
        return self.name[0] == LUGGANT

    @property
    def allowance(self) -> int:
        """The most hexes of one move (YAZ-2)."""
        return ALLOWANCE[self.name[0]]

    def may_enter(self, terrain: str) -> bool:
        """Whether this terrain is open to it (YAZ-2)."""
        return terrain in OPEN_TERRAIN[self.name[0]]


@dataclass(frozen=True)
class RaceOptions:
    """The options that matter once the race has begun."""

    announce: bool = True
    turn_limit: int = 60
    lugging: bool = False
    dropping: bool = False
    first_and_last: bool = False
    bulges_decide: bool = True


class Act(NamedTuple):
    """A decision of the race. `piece` is the one it names: of `pass` the receiver, of `board` the Luggant."""

    do: str
    piece: Yazzite | None = None
    hex: int | None = None


class BatonPop(NamedTuple):
    """A baton of `seat` that its owner must pop out of `hex`."""

    seat: int
    hex: int


class PiecePop(NamedTuple):
    """A piece that its owner must pop out of `hex`; a passenger by YAZ-39d, any other by YAZ-21."""

    piece: Yazzite
    hex: int
    is_passenger: bool


class Stop(NamedTuple):
    """What a stop would amount to: `plain`, `share` (YAZ-12), `throttle` or a runner's `rescue` (YAZ-42)."""

    how: str
    other: Yazzite | None = None


@dataclass
class Race:
    """A race in progress. Hexes are numbers of the field; lists of two are by seat."""

    ground: Field
    options: RaceOptions
    setter: int
    at: dict[Yazzite, int]  # where each Yazzite is; one waiting to be popped out is still in the hex it comes from
    bulges: list[set[int]]  # the bulges a side still has to break
    baton_home: list[int]  # where a side's baton was placed
    lying: list[int | None]  # where a side's baton lies, if it lies
    carrier: list[Yazzite | None] = field(default_factory=lambda: [None, None])  # who has it; a foe is a thief
    taken: list[bool] = field(default_factory=lambda: [False, False])  # whether a side's baton was ever taken
    throttler: dict[Yazzite, Yazzite] = field(default_factory=dict)  # of each throttled piece
    luggant_of: dict[Yazzite, Yazzite] = field(default_factory=dict)  # of each passenger

    turn: int = 0  # whose turn it is
    turns_begun: list[int] = field(default_factory=lambda: [0, 0])
    is_opening: bool = True  # nothing has been decided in this turn
    announced: bool = False
    is_last_turn: bool = False  # the last turn of YAZ-36
    setter_stepped: int = 0  # how many Yazzites the setting player needed for his finish
    moved: set[Yazzite] = field(default_factory=set)  # have had their move in this turn
    stepped: set[Yazzite] = field(default_factory=set)  # have made a step of their own in this turn
    given: set[Yazzite] = field(default_factory=set)  # were passed the baton since the last step (YAZ-30)

    moving: Yazzite | None = None  # the piece whose move is under way
    steps: int = 0  # its steps so far
    has_landed: bool = False  # it was popped onto an occupied hex and has not stepped on (YAZ-22)
    has_grabbed: bool = False  # it grabbed a baton in this move
    must_step: bool = False  # its next act is a step (YAZ-39c, YAZ-44)
    must_move: Yazzite | None = None  # the piece that must be the next to move (YAZ-12, YAZ-44)
    baton_pop: BatonPop | None = None
    piece_pop: PiecePop | None = None

    ranks: list[int] | None = None  # once over

    @classmethod
    def begin(
        cls,
        ground: Field,
        options: RaceOptions,
        setter: int,
        at: dict[Yazzite, int],
        bulges: set[int],
        baton_home: list[int],
    ) -> Race:
        """The race after the setting: the first turn is the setting player's (YAZ-9)."""
        race = cls(ground, options, setter, at, [set(bulges), set(bulges)], baton_home, list(baton_home))
        race.begin_turn(setter)
        return race

    def copy(self) -> Race:
        """An independent race in the same position."""
        other = copy.copy(self)
        other.at = dict(self.at)
        other.bulges = [set(self.bulges[0]), set(self.bulges[1])]
        other.lying = list(self.lying)
        other.carrier = list(self.carrier)
        other.taken = list(self.taken)
        other.throttler = dict(self.throttler)
        other.luggant_of = dict(self.luggant_of)
        other.turns_begun = list(self.turns_begun)
        other.moved = set(self.moved)
        other.stepped = set(self.stepped)
        other.given = set(self.given)
        return other

    # Turns and the finish

    def begin_turn(self, seat: int) -> None:
        """Nobody has moved, nothing is pending, nothing is announced."""
        self.turn = seat
        self.turns_begun[seat] += 1
        self.is_opening = True
        self.announced = False
        self.moved.clear()
        self.stepped.clear()
        self.given.clear()
        self._end_move()
        self.must_move = None
        self.baton_pop = None
        self.piece_pop = None

    def to_move(self) -> int | None:
        """The seat to decide, None once over. A pop is decided by the owner of what is popped."""
        if self.ranks is not None:
            return None
        if self.baton_pop is not None:
            return self.baton_pop.seat
        if self.piece_pop is not None:
            return self.piece_pop.piece.seat
        return self.turn

    def _end_turn(self) -> None:
        other = 1 - self.turn
        if self.announced:
            self._win(other)  # YAZ-34
        elif self.is_last_turn:
            self._win(self.setter)  # YAZ-36
        elif self.turn != self.setter and self.turns_begun[self.turn] >= self.options.turn_limit:
            self._reach_limit()
        else:
            self.begin_turn(other)

    def _reach_limit(self) -> None:
        """After the last turn of both: the side with fewer bulges left to break wins (YAZ-38)."""
        first, second = (len(left) for left in self.bulges)
        if not self.options.bulges_decide or first == second:
            self.ranks = [1, 1]
        else:
            self._win(0 if first < second else 1)

    def _finish(self) -> None:
        """The side whose turn it is has broken its last bulge (YAZ-35 to YAZ-37)."""
        count = len(self.stepped)
        if self.turn == self.setter:
            self.is_last_turn = True
            self.setter_stepped = count
            self.begin_turn(1 - self.setter)
        elif self.is_last_turn and count == self.setter_stepped:
            self.ranks = [1, 1]
        elif self.is_last_turn and count > self.setter_stepped:
            self._win(self.setter)
        else:
            self._win(self.turn)

    def _win(self, seat: int) -> None:
        self.ranks = [1, 2] if seat == 0 else [2, 1]

    # Who is where

    def all_in(self, hex_: int) -> list[Yazzite]:
        """All Yazzites in a hex."""
        return [piece for piece, where in self.at.items() if where == hex_]

    def is_free(self, hex_: int) -> bool:
        """Whether a hex holds no Yazzite."""
        return hex_ not in self.at.values()

    def company(self, piece: Yazzite) -> list[Yazzite]:
        """The others in its hex; its own passenger is none of them."""
        return [
            other for other in self.all_in(self.at[piece]) if other != piece and self.luggant_of.get(other) != piece
        ]

    def passenger_of(self, luggant: Yazzite) -> Yazzite | None:
        """Whom a Luggant carries."""
        return next((rider for rider, by in self.luggant_of.items() if by == luggant), None)

    def held_by(self, luggant: Yazzite) -> Yazzite | None:
        """Whom a Luggant throttles."""
        return next((victim for victim, by in self.throttler.items() if by == luggant), None)

    def is_thief(self, piece: Yazzite) -> bool:
        """Whether it holds the other side's baton."""
        return self.carrier[1 - piece.seat] == piece

    def _open_to(self, piece: Yazzite, hex_: int) -> bool:
        return piece.may_enter(self.ground.terrain[hex_])

    # Baton and bulges

    def breaks_by_entering(self, piece: Yazzite, hex_: int) -> bool:
        """Whether entering would break a bulge: with the baton, or taking it there (YAZ-25, YAZ-31)."""
        side = piece.seat
        if piece.is_luggant or hex_ not in self.bulges[side]:
            return False
        if self.carrier[side] != piece and self.lying[side] != hex_:
            return False
        is_held_back = self.options.first_and_last and hex_ == self.baton_home[side] and len(self.bulges[side]) > 1
        return not is_held_back  # YAZ-45

    def breaks_last_by_entering(self, piece: Yazzite, hex_: int) -> bool:
        """Whether entering this hex would break its side's last bulge."""
        return len(self.bulges[piece.seat]) == 1 and self.breaks_by_entering(piece, hex_)

    def is_barred(self, piece: Yazzite, hex_: int) -> bool:
        """YAZ-33, in a turn of the piece's own side."""
        if not self.options.announce or self.announced or self.is_last_turn:
            return False
        return self.breaks_last_by_entering(piece, hex_)

    def _enter(self, piece: Yazzite, hex_: int) -> None:
        side = piece.seat
        is_breaking = self.breaks_by_entering(piece, hex_)
        if not piece.is_luggant and self.lying[side] == hex_:
            self.lying[side] = None
            self.carrier[side] = piece
            self.taken[side] = True
        if is_breaking:
            self.bulges[side].remove(hex_)

    def _take_from(self, thief: Yazzite) -> None:
        """A thief loses the baton it holds, if it holds one; the owner must pop it out (YAZ-42, YAZ-44)."""
        owner = 1 - thief.seat
        if self.carrier[owner] == thief:
            self.carrier[owner] = None
            self.baton_pop = BatonPop(owner, self.at[thief])

    # What the rules allow, before looking ahead

    def open_acts(self) -> Iterator[Act]:
        """Every decision that the rules allow by themselves, before it is asked what can be completed."""
        if self.baton_pop is not None or self.piece_pop is not None:
            yield from self._pops()
            return
        if self.moving is None and self.must_move is None:
            if self.is_opening and self.options.announce and not self.is_last_turn:
                yield Act("announce")
            yield Act("end")
        yield from self.completing_acts()
        for luggant in self._acting_luggants():
            yield from self._picks(luggant)
            if self._may_grab(luggant):
                yield Act("grab")
        if self.moving is not None and self._may_set_down(self.moving):
            yield Act("set_down")
        yield from self._passes_and_drops()

    def completing_acts(self) -> Iterator[Act]:
        """The pops, stops, boardings and steps: what pending things are completed with."""
        if self.baton_pop is not None or self.piece_pop is not None:
            yield from self._pops()
        elif self.moving is not None:
            if self.stop_of(self.moving) is not None:
                yield Act("stop")
            yield from self._boardings(self.moving)
            if self.steps < self.moving.allowance:
                yield from self._steps(self.moving)
        elif self.must_move is not None:
            yield from self._steps(self.must_move)
        else:
            for piece in self.at:
                if self._may_begin(piece):
                    yield from self._steps(piece)

    def _may_begin(self, piece: Yazzite) -> bool:
        return piece.seat == self.turn and piece not in self.moved and piece not in self.throttler

    def _steps(self, piece: Yazzite) -> Iterator[Act]:
        """The next hexes of a move (YAZ-10), less those barred to it or to its passenger (YAZ-33)."""
        rider = self.passenger_of(piece)
        for hex_ in self.ground.adjacent[self.at[piece]]:
            if not self._open_to(piece, hex_) or self.is_barred(piece, hex_):
                continue
            if rider is not None and self._open_to(rider, hex_) and self.is_barred(rider, hex_):
                continue
            yield Act("step", piece, hex_)

    def stop_of(self, mover: Yazzite) -> Stop | None:
        """What a stop of the moving piece would be here, None where it may not stop."""
        if self.must_step:
            return None
        company = self.company(mover)
        if not company:
            return Stop("plain")
        friends = [other for other in company if other.seat == mover.seat]
        foes = [other for other in company if other.seat != mover.seat]
        if not foes:
            return self._share_of(friends)
        if any(friend not in self.throttler for friend in friends):
            return None  # YAZ-11, YAZ-17
        if mover.is_luggant:
            if self.turns_begun[mover.seat] == 1 or self.passenger_of(mover) is not None:
                return None  # YAZ-13, YAZ-16, YAZ-39a
            if self.held_by(mover) is not None:
                return Stop("plain")  # it grabbed without a step and holds on to its victim
            return Stop("throttle", self._victim_among(foes))
        thief = self.carrier[mover.seat]
        if thief in foes and not friends and not self.has_landed:
            return Stop("rescue", thief)  # YAZ-42, YAZ-43
        return None

    def _share_of(self, friends: list[Yazzite]) -> Stop | None:
        """YAZ-12, less its look-ahead."""
        if self.has_landed:
            return None  # YAZ-22
        friends = [friend for friend in friends if friend not in self.luggant_of]
        if len(friends) == 1 and self._may_begin(friends[0]):
            return Stop("share", friends[0])
        return None

    def _victim_among(self, foes: list[Yazzite]) -> Yazzite:
        """The one holding a friend, else the thief, else a loaded Luggant, else by name, a passenger last."""
        return min(
            foes,
            key=lambda foe: (
                self.held_by(foe) is None,
                not self.is_thief(foe),
                self.passenger_of(foe) is None,
                foe in self.luggant_of,
                foe.name,
            ),
        )

    def _boardings(self, mover: Yazzite) -> Iterator[Act]:
        """YAZ-39b: after at least one step, a Luggant alone in its hex."""
        if not self.options.lugging or mover.is_luggant or self.steps == 0:
            return
        company = self.company(mover)
        if len(company) == 1 and company[0].seat == mover.seat and company[0].is_luggant:
            yield Act("board", company[0])

    def _acting_luggants(self) -> list[Yazzite]:
        """The Luggants that may pick or grab: the moving one, else those that may begin a move."""
        if self.moving is not None:
            return [self.moving] if self.moving.is_luggant and not self.must_step else []
        if self.must_move is not None:
            return [self.must_move] if self.must_move.is_luggant else []
        return [piece for piece in self.at if piece.is_luggant and self._may_begin(piece)]

    def _steps_left(self, luggant: Yazzite) -> int:
        return luggant.allowance - (self.steps if self.moving == luggant else 0)

    def _picks(self, luggant: Yazzite) -> Iterator[Act]:
        """YAZ-39a to YAZ-39c."""
        if not self.options.lugging or self._steps_left(luggant) == 0:
            return
        if self.passenger_of(luggant) is not None or self.held_by(luggant) is not None:
            return
        for other in self.company(luggant):
            if other.seat == luggant.seat and not other.is_luggant and other not in self.throttler:
                yield Act("pick", other)

    def _may_set_down(self, mover: Yazzite) -> bool:
        """YAZ-39c."""
        rider = self.passenger_of(mover)
        if rider is None or self.must_step or self._steps_left(mover) == 0:
            return False
        return self._open_to(rider, self.at[mover]) and not self.company(mover)

    def _may_grab(self, luggant: Yazzite) -> bool:
        """YAZ-41, and YAZ-44 for a loaded Luggant."""
        enemy = 1 - luggant.seat
        here = self.at[luggant]
        if not self.options.dropping or not self.taken[enemy] or self.lying[enemy] != here:
            return False
        rider = self.passenger_of(luggant)
        if rider is None:
            return True
        if self.company(luggant):
            return False
        return self._steps_left(luggant) == 0 or self._open_to(rider, here)

    def _passes_and_drops(self) -> Iterator[Act]:
        """YAZ-20, YAZ-29, YAZ-30, YAZ-40."""
        carrier = self.carrier[self.turn]
        if carrier is None or carrier.seat != self.turn or carrier in self.throttler:
            return
        around = self.ground.adjacent[self.at[carrier]]
        for piece, where in self.at.items():
            if piece.seat != self.turn or piece.is_luggant or where not in around:
                continue
            if piece not in self.throttler and piece not in self.given:
                yield Act("pass", piece)
        if self.options.dropping:
            for hex_ in around:
                if self.is_free(hex_):
                    yield Act("drop", None, hex_)

    def _pops(self) -> Iterator[Act]:
        """The pending pop; a baton before a piece."""
        if self.baton_pop is not None:
            for hex_ in self.ground.adjacent[self.baton_pop.hex]:
                yield Act("pop_baton", None, hex_)
        elif self.piece_pop is not None:
            piece = self.piece_pop.piece
            hexes = self._passenger_pop_hexes() if self.piece_pop.is_passenger else self._pop_hexes()
            for hex_ in hexes:
                yield Act("pop", piece, hex_)

    def _pop_hexes(self) -> list[int]:
        """YAZ-21 and YAZ-23."""
        assert self.piece_pop is not None
        piece, origin, _ = self.piece_pop
        hexes = [hex_ for hex_ in self.ground.adjacent[origin] if self._open_to(piece, hex_)]
        if not any(self.is_free(hex_) for hex_ in hexes):
            hexes += [hex_ for hex_ in self.ground.at_distance(origin, 2) if self._open_to(piece, hex_)]
        if piece in self.moved:
            hexes = [hex_ for hex_ in hexes if self.is_free(hex_)]
        return [hex_ for hex_ in hexes if not self.is_barred(piece, hex_)]

    def _passenger_pop_hexes(self) -> list[int]:
        """YAZ-39d: the nearest free hexes open to it, where it does not break its last bulge."""
        assert self.piece_pop is not None
        piece, origin, _ = self.piece_pop
        hexes = [
            hex_
            for hex_ in self.ground.hexes
            if self.is_free(hex_) and self._open_to(piece, hex_) and not self.breaks_last_by_entering(piece, hex_)
        ]
        nearest = min((self.ground.distance(origin, hex_) for hex_ in hexes), default=0)
        return [hex_ for hex_ in hexes if self.ground.distance(origin, hex_) == nearest]

    # Looking ahead

    def is_pending(self) -> bool:
        """Whether a move is under way, a piece must move next, or something must be popped."""
        return not (
            self.moving is None and self.must_move is None and self.baton_pop is None and self.piece_pop is None
        )

    def is_completable(self, seen: set[tuple[object, ...]] | None = None) -> bool:
        """Whether everything pending can be completed by steps, stops, boardings and pops alone.

        Breaking the last bulge on the way does not end the search.
        """
        if not self.is_pending():
            return True
        seen = set() if seen is None else seen
        key = self._key()
        if key in seen:
            return False
        seen.add(key)
        return any(self.leaves_completable(act, seen) for act in self.completing_acts())

    def leaves_completable(self, act: Act, seen: set[tuple[object, ...]] | None = None) -> bool:
        """Whether everything pending after this act can be completed."""
        if act.do == "step" and act.hex is not None and self.is_free(act.hex):
            return True  # it may stop there, and nothing else is left pending
        after = self.copy()
        after.perform(act)
        return after.is_completable(seen)

    def _key(self) -> tuple[object, ...]:
        """All that completing depends on."""
        return (
            tuple(self.at.values()),
            frozenset(self.throttler.items()),
            frozenset(self.luggant_of.items()),
            frozenset(self.moved),
            frozenset(self.bulges[0]),
            frozenset(self.bulges[1]),
            tuple(self.lying),
            tuple(self.carrier),
            (self.moving, self.steps, self.has_landed, self.has_grabbed, self.must_step, self.must_move),
            (self.baton_pop, self.piece_pop),
        )

    def legal(self) -> list[Act]:
        """The legal decisions of the seat to move."""
        if self.ranks is not None:
            return []
        return [act for act in self.open_acts() if act.do in ("end", "announce") or self.leaves_completable(act)]

    # Carrying out

    def play(self, act: Act) -> None:
        """Carries out a legal decision, with what is automatic after it."""
        if act.do == "end":
            self._end_turn()
            return
        self.perform(act)
        self.is_opening = False
        if self._has_finished():
            self._finish()
        elif self._stops_by_itself():
            self.perform(Act("stop"))

    def _has_finished(self) -> bool:
        """Only the side whose turn it is can have broken its last bulge (YAZ-39d)."""
        return not self.bulges[self.turn]

    def _stops_by_itself(self) -> bool:
        """The allowance is spent, it may stop, and neither `board` nor `grab` is legal."""
        if self.moving is None or self.baton_pop is not None or self.piece_pop is not None:
            return False
        if self.steps < self.moving.allowance:
            return False
        legal = {act.do for act in self.legal()}
        return "stop" in legal and not legal & {"board", "grab"}

    def perform(self, act: Act) -> None:
        """Carries out one decision and nothing after it."""
        piece, hex_ = act.piece, act.hex
        if act.do == "announce":
            self.announced = True
        elif act.do == "stop":
            self._stop()
        elif act.do == "set_down":
            self._set_down()
        elif act.do == "grab":
            self._grab()
        elif act.do == "drop":
            self.carrier[self.turn] = None
            self.lying[self.turn] = hex_
        elif act.do == "pop_baton" and hex_ is not None:
            self._pop_baton(hex_)
        elif act.do == "pass" and piece is not None:
            self.carrier[self.turn] = piece
            self.given.add(piece)
        elif act.do == "pick" and piece is not None:
            self._pick(piece)
        elif act.do == "board" and piece is not None:
            self._board(piece)
        elif act.do == "step" and piece is not None and hex_ is not None:
            self._step(piece, hex_)
        elif act.do == "pop" and piece is not None and hex_ is not None:
            self._pop(piece, hex_)
        else:
            raise ValueError(f"no such decision: {act}")

    def _begin_move(self, piece: Yazzite) -> None:
        if self.moving is None:
            self.moving = piece
            self.must_move = None
            self.luggant_of.pop(piece, None)  # a passenger leaves (YAZ-39c)

    def _end_move(self) -> None:
        self.moving = None
        self.steps = 0
        self.has_landed = False
        self.has_grabbed = False
        self.must_step = False

    def _step(self, piece: Yazzite, hex_: int) -> None:
        self._begin_move(piece)
        victim = self.held_by(piece)
        if victim is not None:
            del self.throttler[victim]  # YAZ-18
        rider = self.passenger_of(piece)
        self.steps += 1
        self.stepped.add(piece)
        self.given.clear()
        self.has_landed = False
        self.must_step = False
        self.at[piece] = hex_
        self._enter(piece, hex_)
        if rider is not None:
            self.at[rider] = hex_
            if self._open_to(rider, hex_):
                self._enter(rider, hex_)  # YAZ-25, YAZ-39e

    def _stop(self) -> None:
        mover = self.moving
        assert mover is not None
        stop = self.stop_of(mover)
        assert stop is not None
        if not self.has_landed or self.has_grabbed:
            self.moved.add(mover)  # throttling on landing is not its move (YAZ-22)
        self._end_move()
        if stop.how == "share":
            self.must_move = stop.other
        elif stop.how == "throttle" and stop.other is not None:
            self._throttle(mover, stop.other)
        elif stop.how == "rescue" and stop.other is not None:
            self.throttler[mover] = stop.other  # YAZ-43
            self._take_from(stop.other)

    def _throttle(self, luggant: Yazzite, victim: Yazzite) -> None:
        """YAZ-15, YAZ-19, YAZ-39d, YAZ-43."""
        here = self.at[luggant]
        self._take_from(victim)
        freed = self.held_by(victim)
        rider = self.passenger_of(victim)
        if freed is not None:
            del self.throttler[freed]
            self.piece_pop = PiecePop(freed, here, is_passenger=False)
        elif rider is not None:
            del self.luggant_of[rider]
            self.piece_pop = PiecePop(rider, here, is_passenger=True)
        self.throttler[victim] = luggant

    def _pop(self, piece: Yazzite, hex_: int) -> None:
        is_passenger = self.piece_pop is not None and self.piece_pop.is_passenger
        is_occupied = not self.is_free(hex_)
        self.piece_pop = None
        self.at[piece] = hex_
        self._enter(piece, hex_)
        if is_occupied and not is_passenger:
            self.moving = piece
            self.has_landed = True

    def _pop_baton(self, hex_: int) -> None:
        """YAZ-42: a friend there has it at once and breaks nothing; otherwise it lies there."""
        assert self.baton_pop is not None
        owner = self.baton_pop.seat
        self.baton_pop = None
        for piece in self.all_in(hex_):
            if piece.seat == owner and not piece.is_luggant and piece not in self.throttler:
                self.carrier[owner] = piece
                return
        self.lying[owner] = hex_

    def _board(self, luggant: Yazzite) -> None:
        mover = self.moving
        assert mover is not None
        self.luggant_of[mover] = luggant
        self.moved.add(mover)
        self._end_move()
        self._take_from(luggant)  # YAZ-44

    def _pick(self, friend: Yazzite) -> None:
        luggant = next(one for one in self._acting_luggants() if self.at[one] == self.at[friend])
        self._begin_move(luggant)
        self.luggant_of[friend] = luggant
        self.must_step = True
        self._take_from(luggant)  # YAZ-44

    def _set_down(self) -> None:
        assert self.moving is not None
        rider = self.passenger_of(self.moving)
        assert rider is not None
        del self.luggant_of[rider]
        self.must_step = True

    def _grab(self) -> None:
        luggant = next(one for one in self._acting_luggants() if self._may_grab(one))
        enemy = 1 - luggant.seat
        self._begin_move(luggant)
        self.has_grabbed = True
        self.lying[enemy] = None
        self.carrier[enemy] = luggant
        rider = self.passenger_of(luggant)
        if rider is None:
            return
        if self._steps_left(luggant) > 0:
            del self.luggant_of[rider]
            self.must_step = True
            return
        self.moved.add(luggant)
        self._end_move()
        if not self._sends_off(rider):
            self._take_from(luggant)

    def _sends_off(self, rider: Yazzite) -> bool:
        """YAZ-44: the passenger of a Luggant that grabbed with its last step must move away, if it can."""
        if rider in self.moved:
            return False
        luggant = self.luggant_of.pop(rider)
        self.must_move = rider
        if self.is_completable():
            return True
        self.luggant_of[rider] = luggant
        self.must_move = None
        return False
