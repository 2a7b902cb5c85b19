"""A plain referee for Sailboat Regatta, written from the catalogue REG."""

from __future__ import annotations

import math
from collections import Counter, deque
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

Space = tuple[int, int]  # x from west to east, y from north to south, both from 0
Decision = dict[str, Any]

FORWARD: dict[str, Space] = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
NORTHWEST: Space = (-1, -1)  # where the wind blows to, everywhere (REG-1)
SINGLE_STEPS: list[Space] = [*FORWARD.values(), NORTHWEST]
FACES = range(6)
DICE_IN_A_ROLL = 4
FINISHING_COUNT = 2  # REG-3
LARGEST_SIDE = 26  # REG-19
DEFAULT_TURN_LIMIT = 300  # REG-18

CLASSIC = """
. . . . 4 4 4 4 5 5 . .
. . . . 4 4 4 4 5 5 . .
. . 1 1 0 0 5 5 5 5 5 5
. . 1 B 0 0 5 5 B 5 5 5
3 3 2 2 # # # # 1 1 0 0
3 3 2 2 # # # # 1 1 0 0
3 3 3 3 2 2 # # 1 1 0 0
3 3 3 3 2 2 # # 1 1 0 0
. . 3 3 4 4 2 2 B 1 0 0
. . 3 3 4 4 2 2 1 1 0 0
. . . . . . 4 4 E 2 . .
. . . . . . 4 4 F 2 . .
"""

COMPACT = """
. . 4 4 4 4 5 5 . .
. . 4 4 4 4 5 5 . .
1 1 0 0 5 5 5 5 5 5
1 1 0 B 5 5 B 5 5 5
3 3 2 2 # # 1 1 0 0
3 3 2 2 # # 1 1 0 0
3 3 3 3 2 2 B 1 0 0
3 3 3 3 2 2 1 1 0 0
3 3 4 4 2 2 1 1 0 0
3 3 4 4 2 2 1 1 0 0
. . . . 4 4 E 2 . .
. . . . 4 4 F 2 . .
"""

NAMED_COURSES = {"classic": CLASSIC, "compact": COMPACT}


def space_name(space: Space) -> str:
    """A column letter and a row number, `a1` at the northwest."""
    return f"{chr(ord('a') + space[0])}{space[1] + 1}"


def moved(space: Space, step: Space) -> Space:
    return space[0] + step[0], space[1] + step[1]


def read_rows(text: str) -> list[str]:
    """The signs of a course, row by row, without blanks, empty lines and `;` lines (REG-19)."""
    rows = ["".join(sign for sign in line if not sign.isspace()) for line in text.splitlines()]
    return [row for row in rows if row and not row.startswith(";")]


class Course:
    """A course, read from text; what is lawful on it, and where sails on it lead."""

    def __init__(self, text: str) -> None:
        rows = read_rows(text)
        self.check_format(rows)
        self.width = len(rows[0])
        self.height = len(rows)
        self.sign: dict[Space, str] = {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
        self.entry = self.spaces_showing("E")[0]
        self.pawn = self.spaces_showing("F")[0]
        self.buoys = self.spaces_showing("B")
        self.island = self.spaces_showing("#")
        self.open_spaces = [space for space, sign in self.sign.items() if sign in "012345E"]
        self.open = set(self.open_spaces)
        self.value: dict[Space, int] = {space: self.tile_value(space) for space in self.open_spaces}
        self.line_column = self.pawn[0]  # the line runs along this column's west side (REG-3, REG-19)
        self.line_rows = self.find_line_rows()
        # Where a sail ends and what it adds to the line count; only the lawful ones (REG-10).
        self.sails: dict[tuple[Space, str, int], tuple[Space, int]] = {}
        for space in self.open_spaces:
            for heading in FORWARD:
                for die in FACES:
                    outcome = self.sail(space, heading, die)
                    if outcome is not None:
                        self.sails[space, heading, die] = outcome
        # The directions in which a boat on a space could sail with some die (REG-15).
        self.headings: dict[Space, set[str]] = {space: set() for space in self.open_spaces}
        for space, heading, _ in self.sails:
            self.headings[space].add(heading)
        self.ways: dict[tuple[Space, int], int] = {}  # those asked for so far, by space and count

    def check_format(self, rows: list[str]) -> None:
        """REG-19 (a), all of it but the buoy north of the pawn."""
        if not rows:
            raise ValueError("(a) the course is empty")
        width, height = len(rows[0]), len(rows)
        if any(len(row) != width for row in rows):
            raise ValueError("(a) the rows differ in length")
        if width % 2 or height % 2 or width > LARGEST_SIDE or height > LARGEST_SIDE:
            raise ValueError(f"(a) {width} by {height}: width and height are even and at most {LARGEST_SIDE}")
        signs = "".join(rows)
        for sign in signs:
            if sign not in "012345#.BFE":
                raise ValueError(f"(a) {sign!r} is no sign of a course")
        for y in range(0, height, 2):
            for x in range(0, width, 2):
                block = rows[y][x : x + 2] + rows[y + 1][x : x + 2]
                if block in ("....", "####"):
                    continue
                if "." in block or "#" in block or len(set(block) - set("BFE")) != 1:
                    raise ValueError(f"(a) the block {block!r} at {space_name((x, y))} is no tile")
        if signs.count("E") != 1 or signs.count("F") != 1 or "#" not in signs:
            raise ValueError("(a) a course has one E, one F and an island")

    def spaces_showing(self, wanted: str) -> list[Space]:
        return [space for space, sign in self.sign.items() if sign == wanted]

    def tile_value(self, space: Space) -> int:
        west, north = space[0] // 2 * 2, space[1] // 2 * 2
        quadrants = [self.sign[west + x, north + y] for x in (0, 1) for y in (0, 1)]
        return next(int(sign) for sign in quadrants if sign in "012345")

    def find_line_rows(self) -> range:
        """From the first buoy north of the pawn down to the pawn (REG-19)."""
        x, y = self.pawn
        for buoy_row in range(y - 1, -1, -1):
            if self.sign[x, buoy_row] == "B":
                return range(buoy_row, y + 1)
        raise ValueError("(a) no buoy stands north of the pawn in its column")

    def lawful_step(self, start: Space, step: Space) -> bool:
        """REG-4, for a step from an open space."""
        if moved(start, step) not in self.open:
            return False
        if step == NORTHWEST:
            flanks = [moved(start, FORWARD["n"]), moved(start, FORWARD["w"])]
            return any(flank in self.open for flank in flanks)
        return True

    def crossing(self, start: Space, step: Space) -> int:
        """What a single step adds to the line count (REG-3)."""
        if start[1] not in self.line_rows:
            return 0
        return westward_crossing(self.line_column, start, step)

    def sail(self, start: Space, heading: str, die: int) -> tuple[Space, int] | None:
        """Where a sail ends and what it adds to the count, or None if no order of its steps is lawful."""
        distance = abs(die - self.value[start])  # REG-10
        for steps_before in range(distance + 1):
            steps = [FORWARD[heading]] * distance
            steps.insert(steps_before, NORTHWEST)
            outcome = self.follow(start, steps)
            if outcome is not None:
                return outcome
        return None

    def straight_sail(self, start: Space, heading: str, die: int) -> tuple[Space, int] | None:
        """The same without the diagonal step (REG-10, `diagonal = boat`); None if it leads nowhere."""
        distance = abs(die - self.value[start])
        return self.follow(start, [FORWARD[heading]] * distance) if distance > 0 else None

    def follow(self, start: Space, steps: list[Space]) -> tuple[Space, int] | None:
        """The last space and the crossings of a walk, or None if a step of it is not lawful (REG-12)."""
        space, count = start, 0
        for step in steps:
            if not self.lawful_step(space, step):
                return None
            count += self.crossing(space, step)
            space = moved(space, step)
        return space, count

    def way_to_go(self, space: Space, count: int) -> int:
        """The fewest single steps after which a boat's count would be 2 (REG-17)."""
        if (space, count) not in self.ways:
            self.ways[space, count] = self.search_way_to_go(space, count)
        return self.ways[space, count]

    def search_way_to_go(self, space: Space, count: int) -> int:
        steps_to = {(space, count): 0}
        waiting = deque([(space, count)])
        while waiting:
            here = waiting.popleft()
            if here[1] == FINISHING_COUNT:
                return steps_to[here]
            for step in SINGLE_STEPS:
                if self.lawful_step(here[0], step):
                    there = moved(here[0], step), here[1] + self.crossing(here[0], step)
                    if there not in steps_to:
                        steps_to[there] = steps_to[here] + 1
                        waiting.append(there)
        raise ValueError(f"no way to go from {space_name(space)}")

    def refusal(self) -> str | None:
        """The first of the reasons (b) to (e) of REG-19 that holds, as its letter; None if none does."""
        if self.has_unreachable_space():
            return "b"
        if self.has_becalmed_space():
            return "c"
        if any(self.count_differs_from_rounds(centre) for centre in [*self.island, *self.buoys]):
            return "d"
        if self.has_trap():
            return "e"
        return None

    def has_unreachable_space(self) -> bool:
        """REG-19 (b): by lawful single steps from the entry."""
        reached = {self.entry}
        waiting = [self.entry]
        while waiting:
            here = waiting.pop()
            for step in SINGLE_STEPS:
                there = moved(here, step)
                if self.lawful_step(here, step) and there not in reached:
                    reached.add(there)
                    waiting.append(there)
        return reached != self.open

    def has_becalmed_space(self) -> bool:
        """REG-19 (c)."""
        return any(not headings for headings in self.headings.values()) or "n" not in self.headings[self.entry]

    def count_differs_from_rounds(self, centre: Space) -> bool:
        """REG-19 (d) for one island space or buoy.

        Give every space the surplus (line count less clockwise rounds about the centre) of some walk from
        the entry to it. All closed walks have surplus 0 if and only if every step changes that number by just
        its own surplus: a closed walk then ends on the number it began with; and were some step at odds, two
        walks to its end would differ, one over it and one not, and one way back would close them both with
        different surpluses. (A way back exists: by (b) all is reached, and for a lawful northwest step there
        are two straight ones, which can be reversed.)

        Rounds are counted where a walk crosses the ray from the centre to the south, laid just west of the
        spaces below the centre: clockwise is westward there.
        """

        def surplus(start: Space, step: Space) -> int:
            rounds = westward_crossing(centre[0], start, step) if start[1] > centre[1] else 0
            return self.crossing(start, step) - rounds

        potential = {self.entry: 0}
        waiting = deque([self.entry])
        while waiting:
            here = waiting.popleft()
            for step in SINGLE_STEPS:
                there = moved(here, step)
                if self.lawful_step(here, step) and there not in potential:
                    potential[there] = potential[here] + surplus(here, step)
                    waiting.append(there)
        return any(
            potential[moved(here, step)] != potential[here] + surplus(here, step)
            for here in potential
            for step in SINGLE_STEPS
            if self.lawful_step(here, step)
        )

    def has_trap(self) -> bool:
        """REG-19 (e): a space reached from the entry by sails, from which none raise the count by 2.

        A sail changes the count by 1 at most, so some sails raise it by just 2 if and only if some raise it
        by 2 or more. The highest rise from each space is found by relaxing: a rise without a repeated space
        shows within as many rounds as there are spaces; what still improves then goes round a rising circle,
        as often as one likes.
        """
        leads: dict[Space, set[tuple[Space, int]]] = {space: set() for space in self.open_spaces}
        for (space, _, _), outcome in self.sails.items():
            leads[space].add(outcome)
        reached = {self.entry}
        waiting = [self.entry]
        while waiting:
            for there, _ in leads[waiting.pop()]:
                if there not in reached:
                    reached.add(there)
                    waiting.append(there)
        rise: dict[Space, float] = dict.fromkeys(reached, 0)
        for _ in reached:
            better = {here: max(rise[there] + count for there, count in leads[here]) for here in reached}
            if all(better[here] <= rise[here] for here in reached):
                break
            rise = {here: max(rise[here], better[here]) for here in reached}
        improving = True
        while improving:
            improving = False
            for here in reached:
                if any(rise[there] + count > rise[here] for there, count in leads[here]):
                    rise[here] = math.inf
                    improving = True
        return any(rise[here] < FINISHING_COUNT for here in reached)


def westward_crossing(column: int, start: Space, step: Space) -> int:
    """1 for a step from the column to the one west of it, -1 for one from there back, else 0."""
    if start[0] == column and step[0] == -1:
        return 1
    if start[0] == column - 1 and step[0] == 1:
        return -1
    return 0


REASONS = {
    "b": "an open space cannot be reached from the entry",
    "c": "an open space has no lawful sail, or the entry has none to the north",
    "d": "on some closed walk the line count differs from the rounds of the island or a buoy",
    "e": "from some space that boats can reach they cannot get round",
}


@lru_cache(maxsize=256)
def accepted_course(text: str) -> Course:
    """The course, or ValueError with the letter of the first reason against it (REG-19)."""
    course = Course(text)
    letter = course.refusal()
    if letter is not None:
        raise ValueError(f"({letter}) {REASONS[letter]}")
    return course


def all_rolls() -> list[tuple[tuple[int, ...], int]]:
    """The 126 rolls of four dice, highest first, with the number of ways to roll each (REG-9)."""
    rolls = []
    for dice in combinations_with_replacement(reversed(FACES), DICE_IN_A_ROLL):
        weight = math.factorial(DICE_IN_A_ROLL)
        for repeats in Counter(dice).values():
            weight //= math.factorial(repeats)
        rolls.append((dice, weight))
    return rolls


ROLLS = all_rolls()


def fleet_size(players: int) -> int:
    """REG-5."""
    if players <= 4:
        return 5
    if players <= 6:
        return 4
    if players <= 8:
        return 3
    return 2


@dataclass
class Boat:
    space: Space | None = None  # None ashore
    heading: str | None = None  # n, e, s or w; None ashore
    count: int = 0  # signed crossings of the line (REG-3)
    finished: bool = False  # once true it stays so (REG-17)


class Referee:
    """A regatta in progress. All of its state is in the attributes set in __init__."""

    def __init__(self, players: int, options: dict[str, object] | None = None) -> None:
        given = {} if options is None else options
        if not isinstance(players, int) or isinstance(players, bool) or not 2 <= players <= 14:
            raise ValueError("two to fourteen players")
        unknown = set(given) - {"course", "first", "diagonal", "turn_limit"}
        if unknown:
            raise ValueError(f"no such option: {sorted(unknown)}")
        first = given.get("first", "random")
        if first not in ("random", "seats"):
            raise ValueError("first is random or seats")
        diagonal = given.get("diagonal", "die")
        if diagonal not in ("die", "boat"):
            raise ValueError("diagonal is die or boat")
        turn_limit = given.get("turn_limit", DEFAULT_TURN_LIMIT)
        if not isinstance(turn_limit, int) or isinstance(turn_limit, bool) or turn_limit < 1:
            raise ValueError("turn_limit is a whole number of at least 1")
        course = given.get("course", "classic")
        if not isinstance(course, str):
            raise ValueError("course is classic, compact or text")

        self.players = players
        self.step_a_boat = diagonal == "boat"
        self.turn_limit = turn_limit  # turns each
        self.course = accepted_course(NAMED_COURSES.get(course, course))
        # "first" and "roll" (chance), "sailing", "coming about", "over"
        self.phase = "first" if first == "random" else "roll"
        self.seat = 0  # whose turn it is
        self.turns_ended = 0  # of all seats together
        self.dice: list[int] = []  # those of this turn's roll not yet used
        self.sail_was_possible = False  # right after this turn's roll (REG-13)
        self.sailed = False  # in this turn
        self.stepped: set[int] = set()  # with one step a boat: numbers of the boats that took it in this turn
        self.owing: int | None = None  # with one step a boat: the number of the boat that sailed and has yet to
        self.turned: set[int] = set()  # numbers of the boats that came about in this turn
        self.fleets = [[Boat() for _ in range(fleet_size(players))] for _ in range(players)]  # boat 1 first
        # (seat, boat number) from the bottom up; spaces without boats are absent
        self.stacks: dict[Space, list[tuple[int, int]]] = {}

    def copy(self) -> Referee:
        twin = Referee.__new__(Referee)
        twin.__dict__.update(self.__dict__)
        twin.dice = list(self.dice)
        twin.turned = set(self.turned)
        twin.stepped = set(self.stepped)
        twin.fleets = [[replace(boat) for boat in fleet] for fleet in self.fleets]
        twin.stacks = {space: list(stack) for space, stack in self.stacks.items()}
        return twin

    def boat(self, seat: int, number: int) -> Boat:
        return self.fleets[seat][number - 1]

    def put(self, seat: int, number: int, space: Space, heading: str) -> None:
        """Puts a boat from ashore or elsewhere on top of whatever is on a space."""
        boat = self.boat(seat, number)
        if boat.space is not None:
            left = self.stacks[boat.space]
            left.remove((seat, number))
            if not left:
                del self.stacks[boat.space]
        boat.space = space
        boat.heading = heading
        self.stacks.setdefault(space, []).append((seat, number))

    def free_afloat(self) -> list[tuple[int, Space, str]]:
        """Number, space and heading of the boats in turn that are on top of their stacks (REG-7)."""
        found = []
        for number, boat in enumerate(self.fleets[self.seat], start=1):
            if boat.space is not None and self.stacks[boat.space][-1] == (self.seat, number):
                assert boat.heading is not None
                found.append((number, boat.space, boat.heading))
        return found

    def lowest_ashore(self) -> int | None:
        for number, boat in enumerate(self.fleets[self.seat], start=1):
            if boat.space is None:
                return number
        return None

    def sail_decisions(self) -> list[Decision]:
        """Sails with the diagonal step."""
        said = {"diagonal": True} if self.step_a_boat else {}
        return [
            {"do": "sail", "boat": number, "die": die, **said}
            for number, space, heading in self.free_afloat()
            for die in sorted(set(self.dice))
            if (space, heading, die) in self.course.sails and number not in self.stepped
        ]

    def straight_decisions(self) -> list[Decision]:
        """Sails without the diagonal step: a boat yet to take it must be able to from where it ends (REG-10)."""
        found: list[Decision] = []
        for number, space, heading in self.free_afloat():
            for die in sorted(set(self.dice)):
                outcome = self.course.straight_sail(space, heading, die)
                if outcome is None:
                    continue
                if number in self.stepped or self.course.lawful_step(outcome[0], NORTHWEST):
                    found.append({"do": "sail", "boat": number, "die": die, "diagonal": False})
        return found

    def owed_decisions(self) -> list[Decision]:
        """What may be done while a boat owes its diagonal step: its own sails, and the step alone (REG-10)."""
        sails = self.sail_decisions() + self.straight_decisions()
        return [each for each in sails if each["boat"] == self.owing] + [{"do": "drift", "boat": self.owing}]

    def entered_could_sail(self) -> bool:
        """Whether a boat ashore, once entered, has a sail with the dice left (REG-13)."""
        return self.lowest_ashore() is not None and any(
            (self.course.entry, "n", die) in self.course.sails for die in self.dice
        )

    def enter_decisions(self) -> list[Decision]:
        number = self.lowest_ashore()
        if number is None:
            return []
        if not self.sailed and self.phase == "sailing" and self.sail_decisions():
            # The duty to sail cannot be escaped by entering (REG-13).
            afterwards = self.copy()
            afterwards.put(self.seat, number, self.course.entry, "n")
            if not afterwards.sail_decisions():
                return []
        return [{"do": "enter", "boat": number}]

    def about_decisions(self) -> list[Decision]:
        """REG-14."""
        found: list[Decision] = []
        for number, space, heading in self.free_afloat():
            if number not in self.turned:
                allowed = self.course.headings[space] or set(FORWARD)
                found += [
                    {"do": "about", "boat": number, "to": to} for to in FORWARD if to in allowed and to != heading
                ]
        return found

    def must_turn(self) -> bool:
        """Whether a free boat is left that cannot stay as it heads (REG-15)."""
        return any(
            self.course.headings[space] and heading not in self.course.headings[space]
            for _, space, heading in self.free_afloat()
        )

    def to_move(self) -> int | str | None:
        if self.phase == "over":
            return None
        if self.phase in ("first", "roll"):
            return "chance"
        return self.seat

    def legal(self) -> list[Decision]:
        if self.phase == "first":
            return [{"do": "first", "seat": seat, "weight": 1} for seat in range(self.players)]
        if self.phase == "roll":
            return [{"do": "roll", "dice": list(dice), "weight": weight} for dice, weight in ROLLS]
        found: list[Decision] = []
        if self.phase == "sailing" and self.owing is not None:
            return self.owed_decisions()
        if self.phase == "sailing":
            found += self.enter_decisions() + self.sail_decisions()
            if self.step_a_boat:
                found += self.straight_decisions()
            if self.sailed or not self.sail_was_possible:
                found.append({"do": "done"})
        elif self.phase == "coming about":
            found += self.enter_decisions()
            if self.sailed:
                found += self.about_decisions()
            if not (self.sailed and self.must_turn()):
                found.append({"do": "end"})
        return found

    def play(self, decision: Decision) -> None:
        match decision["do"]:
            case "first":
                self.seat = decision["seat"]
                self.phase = "roll"
            case "roll":
                self.roll(decision["dice"])
            case "enter":
                self.put(self.seat, decision["boat"], self.course.entry, "n")  # REG-6
            case "sail":
                self.sail(decision["boat"], decision["die"], decision.get("diagonal", True))
            case "drift":
                self.drift(decision["boat"])
            case "done":
                self.phase = "coming about"
            case "about":
                self.boat(self.seat, decision["boat"]).heading = decision["to"]
                self.turned.add(decision["boat"])
            case "end":
                self.end_turn()
            case unknown:
                raise ValueError(f"no such decision: {unknown}")

    def roll(self, dice: list[int]) -> None:
        self.dice = list(dice)
        self.sailed = False
        self.turned = set()
        self.stepped = set()
        self.sail_was_possible = bool(self.sail_decisions()) or self.entered_could_sail()
        self.phase = "sailing"

    def sail(self, number: int, die: int, diagonal: bool) -> None:
        boat = self.boat(self.seat, number)
        assert boat.space is not None
        assert boat.heading is not None
        self.dice.remove(die)
        self.sailed = True
        if diagonal:
            outcome = self.course.sails[boat.space, boat.heading, die]
            if self.step_a_boat:
                self.stepped.add(number)
                self.owing = None
        else:
            straight = self.course.straight_sail(boat.space, boat.heading, die)
            assert straight is not None
            outcome = straight
            self.owing = None if number in self.stepped else number
        self.arrive(number, *outcome)

    def drift(self, number: int) -> None:
        """The diagonal step alone (REG-10)."""
        boat = self.boat(self.seat, number)
        assert boat.space is not None
        self.stepped.add(number)
        self.owing = None
        self.arrive(number, moved(boat.space, NORTHWEST), self.course.crossing(boat.space, NORTHWEST))

    def arrive(self, number: int, end: Space, crossings: int) -> None:
        """A boat comes to the end of a sail or a drift, and its count is looked at (REG-3, REG-10)."""
        boat = self.boat(self.seat, number)
        assert boat.heading is not None
        self.put(self.seat, number, end, boat.heading)
        boat.count += crossings
        if boat.count == FINISHING_COUNT:
            boat.finished = True
        if all(other.finished for other in self.fleets[self.seat]):
            self.phase = "over"  # REG-17: at once

    def end_turn(self) -> None:
        self.turns_ended += 1
        if self.turns_ended == self.turn_limit * self.players:
            self.phase = "over"  # REG-18
            return
        self.seat = (self.seat + 1) % self.players
        self.phase = "roll"

    def standing(self, seat: int) -> tuple[int, int]:
        """Boats not finished and the sum of the ways to go: less is better (REG-17)."""
        unfinished = [boat for boat in self.fleets[seat] if not boat.finished]
        ways = [self.course.way_to_go(boat.space or self.course.entry, boat.count) for boat in unfinished]
        return len(unfinished), sum(ways)

    def ranks(self) -> list[int]:
        if self.phase != "over":
            raise ValueError("the race is not over")
        standings = [self.standing(seat) for seat in range(self.players)]
        return [1 + sum(other < own for other in standings) for own in standings]
