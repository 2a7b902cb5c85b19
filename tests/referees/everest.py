"""Everest, refereed plainly: the mountain, the yeti on it, and one decision asked for at a time."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from itertools import pairwise, permutations
from typing import Any, NamedTuple

SNOWBALLS = "snowballs"  # stands for all throwers in an order (EVE-11)
MOVE, ROAR, SNOWBALL = "move", "roar", "snowball"
BEATS = 3
FACES = range(6)  # of the die, and the six coins: 0 is null, 1 the ace
NULL, ACE = 0, 1

# What the referee waits for; ACTING waits for nothing.
HOME, PLAN, CONTEST, ORDER, CHECK, TABLE, FLEE = "home", "plan", "contest", "order", "check", "table", "flee"
HEAL_OR_STAY, SET_ASIDE, ACTING, OVER = "heal_or_stay", "set_aside", "acting", "over"

Item = int | str  # of an order: a seat, or SNOWBALLS

# EVE-1: rows 1 to 6 from the north, columns a to h from the west
MOUNTAIN = ("11111111", "12333321", ".245542.", ".245542.", "12333321", "11111111")
BASES = ("a2", "h2", "h5", "a5")
TOWARDS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
CLIFF = 2


def heights(mountain: str) -> dict[str, int]:
    """The heights of the squares of the standard mountain, or of one that is written out (EVE-1)."""
    rows = MOUNTAIN if mountain == "everest" else mountain.split()
    return {
        column + str(row): int(height)
        for row, line in enumerate(rows, start=1)
        for column, height in zip("abcdefgh", line, strict=True)
        if height != "."
    }


@dataclass
class Board:
    """Where the yeti are and how often each was hurt this round."""

    place: list[str | None]  # by seat; None is off the board
    hurt: list[int]  # by seat
    height: dict[str, int]  # by square

    def copy(self) -> Board:
        return Board(list(self.place), list(self.hurt), self.height)

    def next_square(self, square: str, to: str) -> str | None:
        """The neighbour in that direction; None is off the board (EVE-1)."""
        east, south = TOWARDS[to]
        neighbour = chr(ord(square[0]) + east) + str(int(square[1]) + south)
        return neighbour if neighbour in self.height else None

    def is_on(self, seat: int) -> bool:
        return self.place[seat] is not None

    def yeti_on(self, square: str) -> int | None:
        return self.place.index(square) if square in self.place else None

    def square_of(self, seat: int) -> str:
        square = self.place[seat]
        if square is None:
            raise ValueError(f"the yeti of seat {seat} is off the board")
        return square

    def neighbours(self, seat: int) -> dict[int, str]:
        """The yeti on the four squares next to this one, by seats, with the direction towards each."""
        found: dict[int, str] = {}
        for to in TOWARDS:
            square = self.next_square(self.square_of(seat), to)
            neighbour = None if square is None else self.yeti_on(square)
            if neighbour is not None:
                found[neighbour] = to
        return dict(sorted(found.items()))

    def shift(self, seat: int, to: str) -> None:
        """One square on, onto a free square or off the board; over a cliff it hurts (EVE-14, EVE-15, EVE-19)."""
        here = self.square_of(seat)
        ahead = self.next_square(here, to)
        if ahead is not None and self.height[here] - self.height[ahead] >= CLIFF:
            self.hurt[seat] += 1
        self.place[seat] = ahead

    def cost(self, seat: int, to: str) -> int | None:
        """Points that one square on costs a yeti that moves or runs; None where it cannot (EVE-13 to EVE-18)."""
        here = self.square_of(seat)
        ahead = self.next_square(here, to)
        if ahead is None:
            return 1
        rise = self.height[ahead] - self.height[here]
        if rise >= CLIFF:
            return None
        cost = 2 if rise > 0 else 1
        if self.yeti_on(ahead) is None:
            return cost
        beyond = self.next_square(ahead, to)
        push = 1
        if beyond is not None:
            climb = self.height[beyond] - self.height[ahead]
            if climb >= CLIFF or self.yeti_on(beyond) is not None:
                return None
            push = 2 if climb > 0 else 1
        falls = rise <= -CLIFF
        return cost if falls else cost + push

    def move(self, seat: int, to: str, points: int) -> None:
        """A move or a run; one that is off the board does neither."""
        while self.is_on(seat):
            cost = self.cost(seat, to)
            if cost is None or cost > points:
                return
            points -= cost
            ahead = self.next_square(self.square_of(seat), to)
            pushed = None if ahead is None else self.yeti_on(ahead)
            if pushed is not None:
                self.shift(pushed, to)
            self.shift(seat, to)

    def target(self, thrower: int, to: str) -> int | None:
        """Whom a snowball hits (EVE-20)."""
        here = self.square_of(thrower)
        while (ahead := self.next_square(here, to)) is not None:
            hit = self.yeti_on(ahead)
            if hit is not None or self.height[ahead] > self.height[here]:
                return hit
            here = ahead
        return None

    def throw(self, throws: dict[int, str]) -> None:
        """All snowballs of a beat at once: thrower and direction (EVE-21, EVE-22)."""
        hits: list[tuple[int, str]] = []
        for thrower, to in sorted(throws.items()):
            hit = self.target(thrower, to) if self.is_on(thrower) else None
            if hit is not None:
                hits.append((hit, to))
        for hit, _ in hits:
            self.hurt[hit] += 1
        for hit, to in hits:
            if not self.is_on(hit):
                continue
            here = self.square_of(hit)
            ahead = self.next_square(here, to)
            if ahead is None or (self.height[ahead] <= self.height[here] and self.yeti_on(ahead) is None):
                self.shift(hit, to)


class Coin(NamedTuple):
    """A coin laid in a plan (EVE-6)."""

    coin: int
    up: str  # "value" or "suit"
    to: str

    @property
    def kind(self) -> str:
        if self.up == "suit":
            return SNOWBALL
        return ROAR if self.coin == NULL else MOVE


def throws_among(actions: dict[int, Coin]) -> dict[int, str]:
    return {seat: coin.to for seat, coin in actions.items() if coin.kind == SNOWBALL}


def orders(actions: dict[int, Coin]) -> list[list[Item]]:
    """All orders that may be chosen (EVE-11, EVE-12): neighbouring roars stand with rising seats."""
    items: list[Item] = [seat for seat in sorted(actions) if actions[seat].kind != SNOWBALL]
    if throws_among(actions):
        items.append(SNOWBALLS)

    def is_roar(item: Item) -> bool:
        return isinstance(item, int) and actions[item].kind == ROAR

    def is_proper(order: tuple[Item, ...]) -> bool:
        neighbouring = [(a, b) for a, b in pairwise(order) if is_roar(a) and is_roar(b)]
        return all(int(a) < int(b) for a, b in neighbouring)

    return [list(order) for order in permutations(items) if is_proper(order)]


def seats_order(actions: dict[int, Coin]) -> list[Item]:
    """The order of a beat without conflict (EVE-12)."""
    order: list[Item] = []
    for seat in sorted(actions):
        kind = actions[seat].kind
        if kind == MOVE:
            order.append(seat)
        elif kind == SNOWBALL and SNOWBALLS not in order:
            order.append(SNOWBALLS)
        elif kind == ROAR and seat not in order:
            order.extend(roarer for roarer in sorted(actions) if actions[roarer].kind == ROAR)
    return order


def in_conflict(board: Board, actions: dict[int, Coin]) -> bool:
    """Whether the actions of one beat are in conflict (EVE-10)."""
    outcomes: set[object] = set()
    a_roar_may_strike = False
    for order in orders(actions):
        trial = board.copy()
        ears: dict[int, tuple[list[int], list[int]]] = {}  # for each roar whom it strikes, whom it may strike
        for item in order:
            if not isinstance(item, int):
                trial.throw(throws_among(actions))
            elif actions[item].kind == MOVE:
                trial.move(item, actions[item].to, actions[item].coin)
            else:
                near = trial.neighbours(item) if trial.is_on(item) else {}
                strikes = [seat for seat, to in near.items() if to == actions[item].to]
                may_strike = [seat for seat, to in near.items() if to != actions[item].to]
                ears[item] = (strikes, may_strike)
                a_roar_may_strike = a_roar_may_strike or bool(near)
        outcomes.add((tuple(trial.place), tuple(trial.hurt), repr(sorted(ears.items()))))
    others_act = any(coin.kind != ROAR for coin in actions.values())
    return len(outcomes) > 1 or (a_roar_may_strike and others_act)


def runs_in_conflict(board: Board, runs: dict[int, tuple[str, int]]) -> bool:
    """The same for runs, which are a beat of moves (EVE-27)."""
    outcomes: set[object] = set()
    for order in permutations(sorted(runs)):
        trial = board.copy()
        for seat in order:
            trial.move(seat, *runs[seat])
        outcomes.add((tuple(trial.place), tuple(trial.hurt)))
    return len(outcomes) > 1


@dataclass
class Roars:
    """Roars that go together, and what they lead to until the runs begin (EVE-23 to EVE-26)."""

    coin_roarers: set[int]  # whose own coin is one of these roars, and who are on the board
    struck: dict[int, set[int]] = field(default_factory=dict)  # in this wave: the one struck, and by whom
    checks: list[tuple[int, int]] = field(default_factory=list)  # still to roll in this wave: roarer, neighbour
    tables: list[int] = field(default_factory=list)  # still to roll on the table in this wave
    roared_back_at: set[int] = field(default_factory=set)  # struck so in this wave: an ace counts as null
    roaring_back: dict[int, set[int]] = field(default_factory=dict)  # in the next wave: who, and at whom
    rolled: set[int] = field(default_factory=set)  # on the table, in any wave
    points: dict[int, int] = field(default_factory=dict)  # of those that are going to run
    scared_by: dict[int, set[int]] = field(default_factory=dict)  # who struck a runner when it rolled to run
    flees: list[int] = field(default_factory=list)  # runners whose players are still to choose (EVE-26)

    def strike(self, roarer: int, seat: int) -> None:
        self.struck.setdefault(seat, set()).add(roarer)

    def begin_wave_of_coins(self, board: Board, actions: dict[int, Coin]) -> None:
        for roarer in sorted(self.coin_roarers):
            for seat, to in board.neighbours(roarer).items():
                if to == actions[roarer].to:
                    self.strike(roarer, seat)
                else:
                    self.checks.append((roarer, seat))

    def begin_wave_of_roars_back(self, board: Board) -> None:
        """EVE-24, EVE-25: whom they roar back at is struck, if it is a coin roarer; others next to them check."""
        roaring, self.roaring_back = self.roaring_back, {}
        self.struck, self.roared_back_at = {}, set()
        for roarer, first_roarers in sorted(roaring.items()):
            for seat in board.neighbours(roarer):
                if seat in self.points:
                    continue
                if seat in first_roarers:
                    if seat in self.coin_roarers or seat not in self.rolled:
                        self.strike(roarer, seat)
                        self.roared_back_at.add(seat)
                elif seat not in self.rolled:
                    self.checks.append((roarer, seat))

    def check(self, face: int) -> None:
        roarer, seat = self.checks.pop(0)
        if face == NULL:
            self.strike(roarer, seat)

    def roll_on_table(self, face: int) -> None:
        seat = self.tables.pop(0)
        self.rolled.add(seat)
        if face > ACE:
            self.points[seat] = face
            self.scared_by[seat] = self.struck[seat]
        elif face == ACE and seat not in self.roared_back_at:
            self.roaring_back[seat] = self.struck[seat]


def direction_between(here: str, there: str) -> str:
    """The direction from a square to its neighbour."""
    east, south = ord(there[0]) - ord(here[0]), int(there[1]) - int(here[1])
    return next(to for to, step in TOWARDS.items() if step == (east, south))


class Referee:
    """A game of Everest in progress."""

    def __init__(self, players: int, options: dict[str, object] | None = None) -> None:
        given = dict(options or {})
        height = heights(str(given.pop("mountain", "everest")))
        homes = given.pop("homes", "dealt")
        round_limit = given.pop("round_limit", 60)
        if isinstance(players, bool) or not isinstance(players, int) or not 2 <= players <= 4:
            raise ValueError(f"EVE-5: two to four play, not {players!r}")
        if homes not in ("dealt", "chosen"):
            raise ValueError(f"EVE-4: homes are dealt or chosen, not {homes!r}")
        if isinstance(round_limit, bool) or not isinstance(round_limit, int) or round_limit < 1:
            raise ValueError(f"EVE-33: round_limit is a whole number of at least 1, not {round_limit!r}")
        if given:
            raise ValueError(f"unknown options: {sorted(given)}")
        self.players = players
        self.round_limit = round_limit
        self.home: list[str] = []  # by seat; grows while homes are chosen
        self.board = Board([None] * players, [0] * players, height)
        self.peak = [square for square in height if height[square] == max(height.values())]
        self.coins: list[set[int]] = [set(FACES) for _ in range(players)]  # in use, by seat
        self.phase = HOME  # what the referee waits for
        self.turn = 0  # the seat asked in HOME, PLAN, ORDER, HEAL_OR_STAY and SET_ASIDE
        self.round = 0  # from 1
        self.alone_at_start: int | None = None  # the only yeti on the peak when the round began (EVE-28)
        self.plans: list[list[Coin]] = [[] for _ in range(players)]
        self.beat = 0  # 0, 1, 2
        self.actions: dict[int, Coin] = {}  # of this beat, of those on the board when it began
        self.agenda: list[Item] = []  # what is still to be done in this beat
        self.ordering_runs = False  # whether a CONTEST or ORDER is about runs (EVE-27), not about the beat
        self.to_roll: list[int] = []  # in a CONTEST, the seats whose dice are still to be rolled
        self.dice: dict[int, int] = {}  # in a CONTEST, those rolled since the last tie
        self.roars: Roars | None = None  # being resolved
        self.runs: dict[int, tuple[str, int]] = {}  # direction and points of those that run
        self.left: set[int] = set()  # the seats whose yeti left the board, at the end of a round
        self.owed = 0  # coins the seat asked has still to set aside
        self.winner: int | None = None  # once over; None is a draw
        if homes == "dealt":
            self.home = ["a2", "h5"] if players == 2 else list(BASES[:players])
            self.begin_round()

    def copy(self) -> Referee:
        return deepcopy(self)

    def to_move(self) -> int | str | None:
        if self.phase == OVER:
            return None
        if self.phase in (CONTEST, CHECK, TABLE):
            return "chance"
        if self.phase == FLEE:
            return self.roars_now().flees[0]
        return self.turn

    def legal(self) -> list[dict[str, Any]]:
        if self.phase == HOME:
            return [{"do": "home", "square": base} for base in BASES if base not in self.home]
        if self.phase == PLAN:
            laid = {coin.coin for coin in self.plans[self.turn]}
            return [
                {"do": "coin", "coin": coin, "up": up, "to": to}
                for coin in sorted(self.coins[self.turn] - laid)
                for up in ("value", "suit")
                for to in TOWARDS
            ]
        if self.phase in (CONTEST, CHECK, TABLE):
            seat = self.seat_rolling()
            return [{"do": "roll", "seat": seat, "face": face, "weight": 1} for face in FACES]
        if self.phase == ORDER:
            return [{"do": "order", "order": order} for order in self.orders_offered()]
        if self.phase == FLEE:
            roars = self.roars_now()
            return [{"do": "flee", "from": seat} for seat in sorted(roars.scared_by[roars.flees[0]])]
        if self.phase == HEAL_OR_STAY:
            must_heal = self.board.hurt[self.turn] >= len(self.coins[self.turn])  # EVE-30
            return [{"do": "heal"}] if must_heal else [{"do": "heal"}, {"do": "stay"}]
        if self.phase == SET_ASIDE:
            return [{"do": "set_aside", "coin": coin} for coin in sorted(self.coins[self.turn])]
        return []

    def play(self, decision: dict[str, Any]) -> None:
        bare = {name: value for name, value in decision.items() if name != "weight"}
        if bare not in [{name: value for name, value in d.items() if name != "weight"} for d in self.legal()]:
            raise ValueError(f"illegal: {decision}")
        if self.phase == HOME:
            self.choose_home(bare["square"])
        elif self.phase == PLAN:
            self.lay_coin(Coin(bare["coin"], bare["up"], bare["to"]))
        elif self.phase == CONTEST:
            self.roll_for_order(bare["face"])
        elif self.phase == ORDER:
            self.choose_order(list(bare["order"]))
        elif self.phase == CHECK:
            self.roars_now().check(bare["face"])
            self.go_on_with_roars()
        elif self.phase == TABLE:
            self.roars_now().roll_on_table(bare["face"])
            self.go_on_with_roars()
        elif self.phase == FLEE:
            roars = self.roars_now()
            roars.scared_by[roars.flees.pop(0)] = {bare["from"]}
            self.go_on_to_runs()
        elif self.phase == HEAL_OR_STAY:
            self.heal_or_stay(bare["do"] == "heal")
        elif self.phase == SET_ASIDE:
            self.coins[self.turn].remove(bare["coin"])
            self.owed -= 1
            self.go_on_setting_aside()
        while self.phase == ACTING:
            self.next_action()

    def ranks(self) -> list[int]:
        if self.phase != OVER:
            raise ValueError("the game is not over")
        if self.winner is None:
            return [1] * self.players
        return [1 if seat == self.winner else 2 for seat in range(self.players)]

    # Homes and plans

    def choose_home(self, square: str) -> None:
        self.home.append(square)
        self.turn += 1
        if self.turn == self.players:
            self.begin_round()

    def begin_round(self) -> None:
        if self.round == 0:
            self.board.place = list(self.home)
        self.round += 1
        self.board.hurt = [0] * self.players
        self.left = set()
        self.alone_at_start = self.alone_on_peak()
        self.plans = [[] for _ in range(self.players)]
        self.ask_for_plan(0)

    def alone_on_peak(self) -> int | None:
        there = [seat for seat in range(self.players) if self.board.place[seat] in self.peak]
        return there[0] if len(there) == 1 else None

    def ask_for_plan(self, first: int) -> None:
        """The next seat from this one on that still has a coin to lay; after the last the beats begin (EVE-7)."""
        for seat in range(first, self.players):
            if len(self.plans[seat]) < min(BEATS, len(self.coins[seat])):
                self.phase, self.turn = PLAN, seat
                return
        self.phase, self.beat = ACTING, 0
        self.begin_beat()

    def lay_coin(self, coin: Coin) -> None:
        self.plans[self.turn].append(coin)
        self.ask_for_plan(self.turn)

    # Beats

    def begin_beat(self) -> None:
        self.actions = {
            seat: plan[self.beat]
            for seat, plan in enumerate(self.plans)
            if self.beat < len(plan) and self.board.is_on(seat)
        }
        if in_conflict(self.board, self.actions):
            self.begin_contest(about_runs=False)
        else:
            self.agenda = seats_order(self.actions)

    def next_action(self) -> None:
        """Do what comes next in the beat; after the last of it the next beat or the end of the round."""
        if not self.agenda:
            self.beat += 1
            if self.beat < BEATS:
                self.begin_beat()
            else:
                self.end_round()
            return
        item = self.agenda.pop(0)
        if not isinstance(item, int):
            self.board.throw(throws_among(self.actions))
        elif self.actions[item].kind == MOVE:
            self.board.move(item, self.actions[item].to, self.actions[item].coin)
        else:
            together = [item]
            while self.agenda and self.is_roar(self.agenda[0]):
                together.append(int(self.agenda.pop(0)))
            self.roar(together)

    def is_roar(self, item: Item) -> bool:
        return isinstance(item, int) and self.actions[item].kind == ROAR

    # Conflicts

    def begin_contest(self, about_runs: bool) -> None:
        self.phase, self.ordering_runs = CONTEST, about_runs
        self.to_roll, self.dice = list(range(self.players)), {}

    def seat_rolling(self) -> int:
        if self.phase == CONTEST:
            return self.to_roll[0]
        roars = self.roars_now()
        return roars.checks[0][1] if self.phase == CHECK else roars.tables[0]

    def roll_for_order(self, face: int) -> None:
        self.dice[self.to_roll.pop(0)] = face
        if self.to_roll:
            return
        highest = [seat for seat in sorted(self.dice) if self.dice[seat] == max(self.dice.values())]
        if len(highest) == 1:
            self.phase, self.turn = ORDER, highest[0]
        else:
            self.to_roll, self.dice = highest, {}

    def orders_offered(self) -> list[list[Item]]:
        if self.ordering_runs:
            return [list(order) for order in permutations(sorted(self.runs))]
        return orders(self.actions)

    def choose_order(self, order: list[Item]) -> None:
        self.phase = ACTING
        if self.ordering_runs:
            self.run([int(seat) for seat in order])
        else:
            self.agenda = order

    # Roars

    def roars_now(self) -> Roars:
        if self.roars is None:
            raise ValueError("nobody roars")
        return self.roars

    def roar(self, together: list[int]) -> None:
        self.roars = Roars({seat for seat in together if self.board.is_on(seat)})
        self.roars.begin_wave_of_coins(self.board, self.actions)
        self.begin_rolling_in_wave()

    def begin_rolling_in_wave(self) -> None:
        """The checks of a wave; without any, its table rolls."""
        self.phase = CHECK
        self.go_on_with_roars()

    def go_on_with_roars(self) -> None:
        """All checks of a wave, then its table rolls, then the next wave, at last the flights (EVE-25)."""
        roars = self.roars_now()
        if self.phase == CHECK and not roars.checks:
            self.phase = TABLE
            roars.tables = sorted(roars.struck)
        if self.phase == TABLE and not roars.tables:
            if roars.roaring_back:
                roars.begin_wave_of_roars_back(self.board)
                self.begin_rolling_in_wave()
            else:
                roars.flees = [seat for seat in sorted(roars.points) if len(roars.scared_by[seat]) > 1]
                self.go_on_to_runs()

    def go_on_to_runs(self) -> None:
        """The choices of EVE-26, then the runs (EVE-27)."""
        roars = self.roars_now()
        if roars.flees:
            self.phase = FLEE
            return
        self.runs = {}
        for seat in sorted(roars.points):
            (scarer,) = roars.scared_by[seat]
            away = direction_between(self.board.square_of(scarer), self.board.square_of(seat))
            self.runs[seat] = (away, roars.points[seat])
        self.roars = None
        if runs_in_conflict(self.board, self.runs):
            self.begin_contest(about_runs=True)
        else:
            self.phase = ACTING
            self.run(sorted(self.runs))

    def run(self, order: list[int]) -> None:
        for seat in order:
            self.board.move(seat, *self.runs[seat])
        self.runs = {}

    # The end of the round

    def end_round(self) -> None:
        alone = self.alone_on_peak()
        if alone is not None and alone == self.alone_at_start:
            self.phase, self.winner = OVER, alone
        elif self.round >= self.round_limit:
            self.phase = OVER
        else:
            self.left = {seat for seat in range(self.players) if not self.board.is_on(seat)}
            for seat in sorted(self.left):
                self.come_home(seat)
            self.ask_at_end_of_round(0)

    def come_home(self, seat: int) -> None:
        """An occupant is sent to its own base, and so on (EVE-32)."""
        occupant = self.board.yeti_on(self.home[seat])
        self.board.place[seat] = self.home[seat]
        if occupant is not None and occupant != seat:
            self.come_home(occupant)

    def ask_at_end_of_round(self, seat: int) -> None:
        if seat == self.players:
            self.begin_round()
            return
        self.turn = seat
        if seat in self.left:  # EVE-31: it cannot heal
            self.owed = min(self.board.hurt[seat], len(self.coins[seat]))
            self.go_on_setting_aside()
        else:
            self.phase = HEAL_OR_STAY

    def heal_or_stay(self, heals: bool) -> None:
        if heals:
            self.coins[self.turn] = set(FACES)
            self.come_home(self.turn)
        self.owed = 0 if heals else self.board.hurt[self.turn]
        self.go_on_setting_aside()

    def go_on_setting_aside(self) -> None:
        if self.owed:
            self.phase = SET_ASIDE
        else:
            self.ask_at_end_of_round(self.turn + 1)
