"""A plain referee for Martian Race: every rule of the catalogue (MAR) spelled out, slowly and without tricks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

Square = str  # as in chess: "a1" to "h8"
Facing = str  # "n", "e", "s", "w" lying down, or "up"
Decision = dict[str, Any]

FILES = "abcdefgh"
RANKS = "12345678"
SQUARES: tuple[Square, ...] = tuple(file + rank for rank in RANKS for file in FILES)
UP: Facing = "up"
FACINGS: tuple[Facing, ...] = ("n", "e", "s", "w", UP)
DIRECTIONS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}

HOME: Square = "a7"
GOVERNMENT_CENTER: Square = "h2"
SUPPLY_DEPOT: Square = "a2"
LAUNCH_PAD: Square = "h7"

SMALL, MEDIUM, LARGE = 1, 2, 3
DOG_SIZE = 4  # larger than any Martian (MAR-32)
GOAL_OF = {SMALL: GOVERNMENT_CENTER, MEDIUM: SUPPLY_DEPOT, LARGE: LAUNCH_PAD}
GOALS = frozenset(GOAL_OF.values())
NAMED = GOALS | {HOME}

OFF, FINISHED, KILLED = "off", "finished", "killed"  # places that are not squares
DOG = "dog"  # the name of the Mad Dog in decisions

PARTLY_BLOCKED, BLOCKED = 3, 4  # least strengths (MAR-16)

MARTIANS_ALLOWED = {2: (5,), 3: (4, 5), 4: (3, 4), 5: (3,)}  # the first is the default (MAR-2)
DEFAULT_TURN_LIMIT = 300
DEFAULT_DOG_TURNS = 10
DICE_ROLLS = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))


def _beside(square: Square, facing: Facing) -> Square | None:
    """The square next to this one in a direction, or None over the edge."""
    east, north = DIRECTIONS[facing]
    file, rank = FILES.index(square[0]) + east, RANKS.index(square[1]) + north
    return FILES[file] + RANKS[rank] if 0 <= file < 8 and 0 <= rank < 8 else None


AHEAD: dict[tuple[Square, Facing], Square | None] = {
    (square, facing): _beside(square, facing) for square in SQUARES for facing in DIRECTIONS
}
NEIGHBOURS: dict[Square, tuple[Square, ...]] = {
    square: tuple(near for facing in DIRECTIONS if (near := AHEAD[square, facing])) for square in SQUARES
}


class Martian(NamedTuple):
    """One Martian, or the dog (whose seat is the winner's)."""

    seat: int
    size: int  # SMALL, MEDIUM or LARGE; the dog's is DOG_SIZE
    place: str  # a square, or OFF, FINISHED or KILLED
    facing: Facing  # means nothing unless it is on a square

    @property
    def stands(self) -> bool:
        return self.facing == UP

    @property
    def strength(self) -> int:
        return 2 if self.facing == UP else 1


Board = dict[str, Martian]  # by name, "seat.number"; the dog is not among them
Occupants = dict[Square, list[str]]  # who is on each square that anybody is on


class Group(NamedTuple):
    """Martians hit by one arrival and not yet pushed."""

    pusher_size: int
    pusher_stands: bool
    pusher_seat: int
    waiting: frozenset[str]


class Chain(NamedTuple):
    """Pushes under way after one move (MAR-23, MAR-25)."""

    groups: tuple[Group, ...]  # the last was hit by the latest arrival and is pushed first; none is empty
    fought: frozenset[Square]  # squares fought over
    pushed: frozenset[str]  # the Martians already pushed


Memo = dict[tuple[tuple[Martian, ...], Chain], bool]  # whether a chain on a board can be completed


def occupants_of(board: Board) -> Occupants:
    occupants: Occupants = {}
    for name, martian in board.items():
        if martian.place not in (OFF, FINISHED, KILLED):
            occupants.setdefault(martian.place, []).append(name)
    return occupants


def enemies_on(board: Board, occupants: Occupants, seat: int, square: Square) -> list[str]:
    return [name for name in occupants.get(square, ()) if board[name].seat != seat]


def strength_against(board: Board, occupants: Occupants, seat: int, square: Square) -> int:
    """The strength that colours other than this seat's have on a square (MAR-16)."""
    return sum(board[name].strength for name in enemies_on(board, occupants, seat, square))


def wrong_goal(size: int, square: Square) -> bool:
    """Whether the square is a goal, but not for this size (MAR-11)."""
    return square in GOALS and GOAL_OF[size] != square


def may_enter(board: Board, occupants: Occupants, name: str, square: Square) -> bool:
    """Whether a Martian may be on a square at least in passing (MAR-11, MAR-12, MAR-17, MAR-21)."""
    martian = board[name]
    if wrong_goal(martian.size, square):
        return False
    if square in NAMED:
        for other in occupants.get(square, ()):
            if other != name and board[other].seat == martian.seat:
                return False
    return strength_against(board, occupants, martian.seat, square) < BLOCKED


def ends_within(
    start: Martian, entry: Square, die: int, enterable: Callable[[Square], bool]
) -> set[tuple[Square, Facing]]:
    """Every square and facing that up to `die` steps lead to (MAR-7 to MAR-9), whoever may be there."""
    steps_left = die
    if start.place == OFF:
        if not enterable(entry):
            return set()
        reached = {(entry, facing) for facing in FACINGS}
        steps_left -= 1
    else:
        reached = {(start.place, start.facing)}
    latest = set(reached)
    for _ in range(steps_left):
        further: set[tuple[Square, Facing]] = set()
        for square, facing in latest:
            further.update((square, other) for other in FACINGS)
            if facing != UP:
                ahead = AHEAD[square, facing]
                if ahead is not None and enterable(ahead):
                    further.add((ahead, facing))
        latest = further - reached
        reached |= latest
    return reached


# Pushing


def start_chain(pusher: Martian, hit: list[str]) -> Chain:
    return Chain(
        (Group(pusher.size, pusher.stands, pusher.seat, frozenset(hit)),), frozenset({pusher.place}), frozenset()
    )


def full_distance(group: Group, pushed: Martian) -> int:
    """How far a push goes if nothing shortens it (MAR-19)."""
    return 1 + (group.pusher_size > pushed.size) + (group.pusher_stands and not pushed.stands)


def push_squares(board: Board, chain: Chain, name: str, distance: int) -> list[Square]:
    """The squares on which a push of exactly this distance may end, the rest of the chain apart."""
    occupants = occupants_of(board)
    seat = board[name].seat
    ends: set[Square] = set()

    def walk(path: list[Square]) -> None:
        if len(path) == distance + 1:
            ends.add(path[-1])
            return
        for near in NEIGHBOURS[path[-1]]:
            if near not in path and may_enter(board, occupants, name, near):
                walk([*path, near])

    def may_end(square: Square) -> bool:
        if square in chain.fought:
            return False
        enemies = enemies_on(board, occupants, seat, square)
        if any(enemy in chain.pushed for enemy in enemies):
            return False
        return strength_against(board, occupants, seat, square) < PARTLY_BLOCKED

    walk([board[name].place])
    return sorted(square for square in ends if may_end(square))


def after_push(board: Board, chain: Chain, name: str, to: Square) -> tuple[Board, Chain]:
    """The board and what is left of the chain once one of the latest group has been pushed (MAR-23)."""
    pushed = board[name]._replace(place=to)
    latest = chain.groups[-1]
    groups = chain.groups[:-1]
    fought = chain.fought
    still_waiting = latest.waiting - {name}
    if still_waiting:
        groups += (latest._replace(waiting=still_waiting),)
    hit = enemies_on(board, occupants_of(board), pushed.seat, to)
    if hit:
        groups += (Group(pushed.size, pushed.stands, pushed.seat, frozenset(hit)),)
        fought |= {to}
    return {**board, name: pushed}, Chain(groups, fought, chain.pushed | {name})


def stuck_for_good(board: Board, occupants: Occupants, chain: Chain, name: str, distance: int) -> bool:
    """Whether no later push of this chain can open an end for a waiting Martian; a short cut only.

    Off the fought-over squares a chain never weakens what is partly blocked or blocked, since no enemy ends
    there; a Martian already pushed stays where it is; fought-over squares and wrong goals stay closed.
    """
    martian = board[name]
    seen = {martian.place}
    latest = {martian.place}
    for _ in range(distance):
        further: set[Square] = set()
        for square in {near for place in latest for near in NEIGHBOURS[place]} - seen:
            if wrong_goal(martian.size, square):
                continue
            if square not in chain.fought:
                enemies = enemies_on(board, occupants, martian.seat, square)
                strength = sum(board[enemy].strength for enemy in enemies)
                if strength >= BLOCKED:
                    continue
                if strength < PARTLY_BLOCKED and not any(enemy in chain.pushed for enemy in enemies):
                    return False
            further.add(square)
        seen |= further
        latest = further
    return True


def can_complete(board: Board, chain: Chain, memo: Memo) -> bool:
    """Whether some sequence of lawful pushes ends the chain (MAR-22, MAR-25).

    Which distance the shortening of MAR-22 settles on does not matter here: if any distance completes the chain,
    the longest such one is lawful.
    """
    if not chain.groups:
        return True
    position = (tuple(board.values()), chain)
    if position not in memo:
        memo[position] = _can_complete(board, chain, memo)
    return memo[position]


def _can_complete(board: Board, chain: Chain, memo: Memo) -> bool:
    occupants = occupants_of(board)
    for group in chain.groups:
        for name in group.waiting:
            if stuck_for_good(board, occupants, chain, name, full_distance(group, board[name])):
                return False
    latest = chain.groups[-1]
    for name in sorted(latest.waiting):
        seat = board[name].seat
        ends: list[Square] = []
        for distance in range(1, full_distance(latest, board[name]) + 1):
            ends += [end for end in push_squares(board, chain, name, distance) if end not in ends]
        # Ends that push nobody first: they complete soonest.
        ends.sort(key=lambda end: len(enemies_on(board, occupants, seat, end)))
        for end in ends:
            if can_complete(*after_push(board, chain, name, end), memo):
                return True
    return False


def lawful_pushes(board: Board, chain: Chain) -> list[tuple[str, Square]]:
    """Each Martian that may be pushed next with each square it may go to (MAR-22, MAR-25)."""
    memo: Memo = {}
    latest = chain.groups[-1]
    pushes: list[tuple[str, Square]] = []
    for name in sorted(latest.waiting):
        for distance in range(full_distance(latest, board[name]), 0, -1):
            ends = [
                end
                for end in push_squares(board, chain, name, distance)
                if can_complete(*after_push(board, chain, name, end), memo)
            ]
            if ends:
                pushes += [(name, end) for end in ends]
                break
    return pushes


class Arrival(NamedTuple):
    """What a lawful end of a move leads to before growing, finishing or shrinking."""

    board: Board
    chain: Chain | None  # None if nobody is to be pushed
    attacked: tuple[str, ...]  # those who shrink once the chain is over, when the dog arrives (MAR-33)


def arrive(board: Board, name: str, to: Square, facing: Facing, memo: Memo) -> Arrival | None:
    """A Martian ends its move; None if it may not end there (MAR-14, MAR-17, MAR-22)."""
    before = board[name]
    if to == before.place and wrong_goal(before.size, to):
        return None
    mover = before._replace(place=to, facing=facing)
    moved = {**board, name: mover}
    occupants = occupants_of(moved)
    if strength_against(moved, occupants, mover.seat, to) >= PARTLY_BLOCKED:
        return None
    hit = enemies_on(moved, occupants, mover.seat, to)
    if not hit:
        return Arrival(moved, None, ())
    chain = start_chain(mover, hit)
    return Arrival(moved, chain, ()) if can_complete(moved, chain, memo) else None


def dog_arrives(board: Board, dog: Martian, memo: Memo) -> Arrival | None:
    """The dog, already put where it ends its move, attacks (MAR-33, MAR-34); None if it may not end there."""
    here = occupants_of(board).get(dog.place, [])
    if sum(board[name].strength for name in here) >= BLOCKED:
        return None
    bitten = dict(board)
    left: list[str] = []
    for name in here:
        if board[name].size == SMALL:
            bitten[name] = board[name]._replace(place=KILLED)
        else:
            left.append(name)
    if not left:
        return Arrival(bitten, None, ())
    chain = start_chain(dog, left)
    if can_complete(bitten, chain, memo):
        return Arrival(bitten, chain, tuple(left))
    return Arrival(bitten, None, tuple(left)) if len(left) == 1 else None


# Options


class Options(NamedTuple):
    martians: int
    order: str
    turn_limit: int
    mad_dog: bool
    chain: str
    dog_turns: int


def read_options(players: int, options: dict[str, object]) -> Options:
    """Fill in defaults and refuse what no rule allows."""
    if type(players) is not int or players not in MARTIANS_ALLOWED:
        raise ValueError(f"Martian Race is for 2 to 5 players, not {players!r}")
    unknown = set(options) - set(Options._fields)
    if unknown:
        raise ValueError(f"unknown options: {sorted(unknown)}")
    allowed = MARTIANS_ALLOWED[players]
    martians = options.get("martians", allowed[0])
    if not isinstance(martians, int) or isinstance(martians, bool) or martians not in allowed:
        raise ValueError(f"martians: {martians!r} is not one of {allowed} with {players} players (MAR-2)")
    order = options.get("order", "random")
    if not isinstance(order, str) or order not in ("random", "seats"):
        raise ValueError(f"order: {order!r} is neither 'random' nor 'seats' (MAR-5)")
    turn_limit = options.get("turn_limit", DEFAULT_TURN_LIMIT)
    if not isinstance(turn_limit, int) or isinstance(turn_limit, bool) or turn_limit < 1:
        raise ValueError(f"turn_limit: {turn_limit!r} is not a whole number of at least 1 (MAR-30)")
    mad_dog = options.get("mad_dog", False)
    if type(mad_dog) is not bool:
        raise ValueError(f"mad_dog: {mad_dog!r} is neither true nor false")
    chain = options.get("chain", "mover")
    if not isinstance(chain, str) or chain not in ("mover", "owner"):
        raise ValueError(f"chain: {chain!r} is neither 'mover' nor 'owner' (MAR-24)")
    dog_turns = options.get("dog_turns", DEFAULT_DOG_TURNS)
    if not isinstance(dog_turns, int) or isinstance(dog_turns, bool) or dog_turns < 1:
        raise ValueError(f"dog_turns: {dog_turns!r} is not a whole number of at least 1 (MAR-36)")
    return Options(martians, order, turn_limit, mad_dog, chain, dog_turns)


class Referee:
    """One game in progress.

    players, options: what was asked for, defaults filled in
    martians: the Board, every Martian by name, in seat order; replace an entry to set up a position
    dog: None until somebody has won with the option mad_dog; then a Martian of size DOG_SIZE, at first OFF
    began: the seat that began, None while that is still to be drawn
    seat: whose turn it is
    round: the number of the present round, from 1
    dice: the unused dice, None while they are still to be rolled
    mover: who ended the move whose chain is under way, None between moves
    chain: the pushes under way, None between moves
    attacked: the Martians that shrink when the dog's chain is over
    finishers: the seats all of whose Martians have finished, in that order; the first is the winner
    dog_turns_begun: the winner's turns since he has the dog, the present one included
    over: whether the game has ended
    """

    def __init__(self, players: int, options: dict[str, object] | None = None) -> None:
        self.options = read_options(players, options or {})
        self.players = players
        self.martians: Board = {
            f"{seat}.{number}": Martian(seat, SMALL, OFF, UP)
            for seat in range(players)
            for number in range(1, self.options.martians + 1)
        }
        self.dog: Martian | None = None
        self.began: int | None = None if self.options.order == "random" else 0
        self.seat = 0
        self.round = 1
        self.dice: list[int] | None = None
        self.mover: str | None = None
        self.chain: Chain | None = None
        self.attacked: tuple[str, ...] = ()
        self.finishers: list[int] = []
        self.dog_turns_begun = 0
        self.over = False

    def copy(self) -> Referee:
        other = Referee.__new__(Referee)
        other.__dict__.update(self.__dict__)
        other.martians = dict(self.martians)
        other.dice = None if self.dice is None else list(self.dice)
        other.finishers = list(self.finishers)
        return other

    # What may be decided

    def to_move(self) -> int | str | None:
        if self.over:
            return None
        if self.began is None or self.dice is None:
            return "chance"
        if self.chain is not None and self.options.chain == "owner":  # MAR-24
            return self.chain.groups[-1].pusher_seat
        return self.seat

    def legal(self) -> list[Decision]:
        if self.over:
            return []
        if self.began is None:
            return [{"do": "first", "seat": seat, "weight": 1} for seat in range(self.players)]
        if self.dice is None:
            return [{"do": "roll", "dice": [high, low], "weight": 1 if high == low else 2} for high, low in DICE_ROLLS]
        if self.chain is not None:
            pushes = lawful_pushes(self.martians, self.chain)
            return [{"do": "push", "martian": name, "to": to} for name, to in pushes]
        return list(self._moves())

    def _moves(self) -> Iterator[Decision]:
        """Every lawful move with every unused die; doubles once (MAR-10)."""
        memo: Memo = {}
        for die in sorted(set(self.dice or ()), reverse=True):
            for name in self._movable():
                lawful: dict[tuple[Square, bool], bool] = {}  # lying, the direction makes no difference
                for to, facing in sorted(self._ends(name, die)):
                    posture = (to, facing == UP)
                    if posture not in lawful:
                        lawful[posture] = self._arrival(name, to, facing, memo) is not None
                    if lawful[posture]:
                        yield {"do": "move", "die": die, "martian": name, "to": to, "facing": facing}

    def _movable(self) -> list[str]:
        """The active player's Martians on the board and the lowest-numbered one off it, or else the dog."""
        if self.dog is not None and self.dog.seat == self.seat:
            return [DOG]
        own = [name for name, martian in self.martians.items() if martian.seat == self.seat]
        on_board = [name for name in own if self.martians[name].place not in (OFF, FINISHED, KILLED)]
        off_board = [name for name in own if self.martians[name].place == OFF]
        return on_board + off_board[:1]

    def _ends(self, name: str, die: int) -> set[tuple[Square, Facing]]:
        board = self.martians
        occupants = occupants_of(board)
        if name == DOG:
            assert self.dog is not None

            def dog_may_enter(square: Square) -> bool:
                return sum(board[other].strength for other in occupants.get(square, ())) < BLOCKED

            return ends_within(self.dog, LAUNCH_PAD, die, dog_may_enter)

        def martian_may_enter(square: Square) -> bool:
            return may_enter(board, occupants, name, square)

        return ends_within(board[name], HOME, die, martian_may_enter)

    def _arrival(self, name: str, to: Square, facing: Facing, memo: Memo) -> Arrival | None:
        if name == DOG:
            assert self.dog is not None
            return dog_arrives(self.martians, self.dog._replace(place=to, facing=facing), memo)
        return arrive(self.martians, name, to, facing, memo)

    # What a decision does

    def play(self, decision: Decision) -> None:
        kind = decision["do"]
        if kind == "first":
            self.began = self.seat = decision["seat"]
        elif kind == "roll":
            self.dice = list(decision["dice"])
            self._go_on()
        elif kind == "move":
            self._move(decision["die"], decision["martian"], decision["to"], decision["facing"])
        elif kind == "push":
            self._push(decision["martian"], decision["to"])
        else:
            raise ValueError(f"no such decision: {decision!r}")

    def _move(self, die: int, name: str, to: Square, facing: Facing) -> None:
        arrival = self._arrival(name, to, facing, {})
        if arrival is None or self.dice is None:
            raise ValueError(f"{name} may not end on {to} facing {facing}")
        self.dice.remove(die)
        self.martians = arrival.board
        if name == DOG:
            assert self.dog is not None
            self.dog = self.dog._replace(place=to, facing=facing)
        self.mover = name
        self.chain = arrival.chain
        self.attacked = arrival.attacked
        if self.chain is None:
            self._settle()

    def _push(self, name: str, to: Square) -> None:
        if self.chain is None:
            raise ValueError(f"nobody is being pushed: {name}")
        self.martians, self.chain = after_push(self.martians, self.chain, name, to)
        if not self.chain.groups:
            self._settle()

    def _settle(self) -> None:
        """After move and pushes: grow, finish or shrink (MAR-28, MAR-33), then see who is out."""
        assert self.mover is not None
        if self.mover == DOG:
            for name in self.attacked:
                victim = self.martians[name]
                self.martians[name] = victim._replace(size=victim.size - 1)
        else:
            martian = self.martians[self.mover]
            if martian.stands and martian.place == GOAL_OF[martian.size]:
                if martian.size == LARGE:
                    self.martians[self.mover] = martian._replace(place=FINISHED)
                else:
                    self.martians[self.mover] = martian._replace(size=martian.size + 1)
        self.mover, self.chain, self.attacked = None, None, ()
        if self.dog is None or self.seat != self.dog.seat:
            self._see_whether_family_finished()
        if self.finishers and self._all_others_out():
            self.over = True
        self._go_on()

    def _see_whether_family_finished(self) -> None:
        """The first family to finish wins, and gets the dog if there is one (MAR-29, MAR-31)."""
        if any(martian.place != FINISHED for martian in self._family(self.seat)):
            return
        self.finishers.append(self.seat)
        if len(self.finishers) > 1:
            return
        self.dice = []
        if self.options.mad_dog:
            self.dog = Martian(self.seat, DOG_SIZE, OFF, UP)
        else:
            self.over = True

    def _family(self, seat: int) -> list[Martian]:
        return [martian for martian in self.martians.values() if martian.seat == seat]

    def _without_martians(self, seat: int) -> bool:
        return all(martian.place in (FINISHED, KILLED) for martian in self._family(seat))

    def _all_others_out(self) -> bool:
        """Whether the Mad Dog has nobody left to chase (MAR-36)."""
        return all(self._without_martians(seat) for seat in range(self.players) if seat != self.finishers[0])

    def _takes_turns(self, seat: int) -> bool:
        """Families out are passed over (MAR-35); the winner goes on with the dog."""
        return not self._without_martians(seat) or (self.dog is not None and self.dog.seat == seat)

    def _go_on(self) -> None:
        """Dice for which no lawful move is left are lost, and the turn with them (MAR-10)."""
        if not self.over and next(self._moves(), None) is None:
            self._next_turn()

    def _next_turn(self) -> None:
        self.dice = None
        while True:
            self.seat = (self.seat + 1) % self.players
            if self.seat == self.began:
                self.round += 1
                if self.round > self.options.turn_limit:  # MAR-30
                    self.over = True
                    return
            if self._takes_turns(self.seat):
                break
        if self.dog is not None and self.dog.seat == self.seat:
            if self.dog_turns_begun == self.options.dog_turns:  # MAR-36
                self.over = True
            else:
                self.dog_turns_begun += 1

    # The result

    def ranks(self) -> list[int]:
        """Order of finishing, then Martians finished, then sizes on the board (MAR-29, MAR-30, MAR-36)."""
        if not self.over:
            raise ValueError("the game is not over")
        merits = [self._merit(seat) for seat in range(self.players)]
        return [1 + sum(other > merit for other in merits) for merit in merits]

    def _merit(self, seat: int) -> tuple[int, int, int]:
        family = self._family(seat)
        precedence = self.players - self.finishers.index(seat) if seat in self.finishers else 0
        finished = sum(martian.place == FINISHED for martian in family)
        sizes = sum(martian.size for martian in family if martian.place not in (OFF, FINISHED, KILLED))
        return precedence, finished, sizes

    def margin(self) -> int:
        """The number of Martians killed by the dog (MAR-36)."""
        return sum(martian.place == KILLED for martian in self.martians.values())
