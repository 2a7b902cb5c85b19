"""Sailboat Regatta: a course read from text, what is lawful on it, and the tables that a state holds of it.

A grid is an array of 26 by 26, row by row from the north; what lies beyond a smaller course is out of bounds.
"""

from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from oddboard.games.sailboat_regatta.state import (
    BEYOND,
    BUOY,
    EAST,
    FACES,
    FINISHING_COUNT,
    HEADINGS,
    ISLAND,
    KIND_SHIFT,
    LAYERS,
    NORTH,
    OPEN,
    OUT,
    PAWN,
    SIDE,
    SOUTH,
    SPACES,
    STEP,
    VALUE_SHIFT,
    WAYS,
    WEST,
    WITH_THE_WIND,
    space_name,
)

CLASSIC_TEXT = """\
....444455..
....444455..
..1100555555
..1B0055B555
3322####1100
3322####1100
333322##1100
333322##1100
..334422B100
..3344221100
......44E2..
......44F2..
"""
COMPACT_TEXT = """\
..444455..
..444455..
1100555555
110B55B555
3322##1100
3322##1100
333322B100
3333221100
3344221100
3344221100
....44E2..
....44F2..
"""
SMALL_TEXT = """\
; A course of one's own to begin with: small, and open in the southwest.
....4400
....4400
..112200
..112200
3333##33
3333##33
553311B0
55331100
..3300E3
..3300F3
"""
NAMED = {"classic": CLASSIC_TEXT, "compact": COMPACT_TEXT}

Grid = np.ndarray[Any, Any]
Space = tuple[int, int]  # column and row from the northwest

_FORWARD = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}
_WITH_THE_WIND = (-1, -1)
_STEPS = (*_FORWARD.values(), _WITH_THE_WIND)
_SIGNS = {".": OUT, "#": ISLAND, "B": BUOY, "F": PAWN}
_VALUES = "012345"
_LONGEST = FACES - 1  # the longest way forward with one die


class CourseRefused(ValueError):
    """A course that is none: the letter of the first reason against it (REG-19), and a sentence."""

    def __init__(self, letter: str, message: str) -> None:
        super().__init__(f"({letter}) {message}")
        self.letter = letter


@dataclass(frozen=True)
class Course:
    """A course, and what the rules look up on it."""

    text: str  # as it is written without anything to skip
    width: int
    height: int
    entry: int
    line: int
    line_top: int
    line_foot: int
    water: Grid
    ends: Grid  # of every sail, by heading, face and start; BEYOND for one that is not lawful
    crossed: Grid  # what each adds to the count
    way: Grid
    lap: int
    far: bool


def _named(place: Space) -> str:
    return space_name(place[1] * SIDE + place[0])


def read_rows(text: str) -> list[str]:
    """The rows of signs in a text (REG-19)."""
    rows = ["".join(line.split()) for line in text.splitlines()]
    return [row for row in rows if row and not row.startswith(";")]


@lru_cache(maxsize=64)
def read_course(text: str) -> Course:
    """The course of a text; CourseRefused gives the first reason against it (REG-19)."""
    rows = read_rows(text)
    _check_format(rows)
    return _Survey(rows).course()


def _check_format(rows: list[str]) -> None:
    """Reason (a), but for the buoy at the head of the line."""
    if not rows:
        raise CourseRefused("a", "the course is empty")
    width, height = len(rows[0]), len(rows)
    if width % 2 or height % 2 or width > SIDE or height > SIDE:
        raise CourseRefused("a", f"width and height are even and at most {SIDE}, not {width} by {height}")
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise CourseRefused("a", f"row {number} has {len(row)} spaces and the first one {width}")
        for sign in row:
            if sign not in "012345#.BFE":
                raise CourseRefused("a", f"row {number} has the sign {sign!r}; there are 0 to 5 # . B F E")
    for y in range(0, height, 2):
        for x in range(0, width, 2):
            tile = rows[y][x : x + 2] + rows[y + 1][x : x + 2]
            values = set(tile) - set("BFE")
            if tile not in ("....", "####") and (len(values) != 1 or not values <= set(_VALUES)):
                raise CourseRefused(
                    "a",
                    f"the two by two spaces from {_named((x, y))} ({tile}) are neither all '.', nor all '#', "
                    "nor a tile that shows one value",
                )
    signs = "".join(rows)
    for sign, what in (("E", "entry"), ("F", "pawn")):
        if signs.count(sign) != 1:
            raise CourseRefused("a", f"a course has one {what} {sign}, not {signs.count(sign)}")
    if "#" not in signs:
        raise CourseRefused("a", "a course has an island #")


def shifted(grid: Grid, step: Space) -> Grid:
    """What lies one step away from each space, nothing (0) from beyond the edge."""
    x, y = step
    moved = np.zeros_like(grid)
    moved[max(0, -y) : SIDE - max(0, y), max(0, -x) : SIDE - max(0, x)] = grid[
        max(0, y) : SIDE + min(0, y), max(0, x) : SIDE + min(0, x)
    ]
    return moved


class _Survey:
    """A course of the right format being looked over."""

    def __init__(self, rows: list[str]) -> None:
        self.rows = rows
        self.kind = np.zeros((SIDE, SIDE), np.int64)
        self.value = np.zeros((SIDE, SIDE), np.int64)
        self.places: dict[str, list[Space]] = {"E": [], "F": [], "B": [], "#": []}
        for y, row in enumerate(rows):
            for x, sign in enumerate(row):
                self.kind[y, x] = _SIGNS.get(sign, OPEN)
                self.places.setdefault(sign, []).append((x, y))
                if self.kind[y, x] == OPEN:
                    self.value[y, x] = self._tile_value(x, y)
        self.open = self.kind == OPEN
        self.entry = self.places["E"][0]
        self.line, self.line_foot = self.places["F"][0]
        self.line_top = self._head_of_line()
        # Every lawful single step (REG-4), as (start, end) with what it adds to the count (REG-3).
        flank = shifted(self.open, _FORWARD[NORTH]) | shifted(self.open, _FORWARD[WEST])
        self.lawful = {step: self.open & shifted(self.open, step) for step in _STEPS}
        self.lawful[_WITH_THE_WIND] &= flank
        self.ways_on: dict[Space, list[tuple[Space, int]]] = {}
        for step in _STEPS:
            for y, x in np.argwhere(self.lawful[step]).tolist():
                end = (x + step[0], y + step[1])
                self.ways_on.setdefault((x, y), []).append((end, self._crossing((x, y), end)))
        self.faces = self._faces()
        self.ends, self.crossed = self._sails()

    def _tile_value(self, x: int, y: int) -> int:
        west, north = x - x % 2, y - y % 2
        tile = self.rows[north][west : west + 2] + self.rows[north + 1][west : west + 2]
        return next(int(sign) for sign in tile if sign in _VALUES)

    def _head_of_line(self) -> int:
        for y in range(self.line_foot - 1, -1, -1):
            if self.kind[y, self.line] == BUOY:
                return y
        raise CourseRefused("a", "no buoy B stands north of the pawn F in its column, where the line begins")

    def _crossing(self, start: Space, end: Space) -> int:
        if not self.line_top <= start[1] <= self.line_foot:
            return 0
        return int(start[0] >= self.line) - int(end[0] >= self.line)

    def _faces(self) -> list[Grid]:
        """For each heading the sets of faces with a lawful sail from each space (REG-10, REG-12)."""
        found = []
        for heading in range(HEADINGS):
            step = _FORWARD[heading]
            ahead = self.open  # from here so many spaces forward are open
            sails = self.lawful[_WITH_THE_WIND]  # from here so many spaces forward and the diagonal are lawful
            faces = np.zeros((SIDE, SIDE), np.int64)
            for distance in range(_LONGEST + 1):
                if distance > 0:
                    ahead = self.open & shifted(ahead, step)
                    diagonal_first = self.lawful[_WITH_THE_WIND] & shifted(ahead, _WITH_THE_WIND)
                    sails = diagonal_first | (self.open & shifted(sails, step))
                for face in range(FACES):
                    faces |= (sails & (np.abs(face - self.value) == distance)).astype(np.int64) << face
            found.append(faces)
        return found

    def _sails(self) -> tuple[Grid, Grid]:
        """Where every lawful sail ends, and what it adds to the count: by heading, face and start (REG-3, REG-10)."""
        start = np.arange(SPACES)
        row, value = start // SIDE, self.value.reshape(SPACES)
        within = (self.line_top < row) & (row <= self.line_foot)  # see `crossings` for why the ends alone tell
        ends = np.full((HEADINGS, FACES, SPACES), BEYOND)
        crossed = np.zeros((HEADINGS, FACES, SPACES), np.int64)
        for heading in range(HEADINGS):
            for face in range(FACES):
                lawful = (self.faces[heading].reshape(SPACES) >> face & 1) == 1
                end = start + np.abs(face - value) * STEP[heading] + STEP[WITH_THE_WIND]
                ends[heading, face] = np.where(lawful, end, BEYOND)
                west = (start % SIDE >= self.line).astype(np.int64) - (end % SIDE >= self.line)
                crossed[heading, face] = np.where(lawful & within, west, 0)
        return ends, crossed

    def course(self) -> Course:
        """The course, if there is nothing against it."""
        self._check_reach()
        self._check_wind()
        self._check_rounds()
        self._check_traps()
        ways, lap, far = self._settled_ways()
        water = self.kind << KIND_SHIFT
        for heading, faces in enumerate(self.faces):
            water |= faces << (FACES * heading)
        water |= self.value << VALUE_SHIFT
        return Course(
            text="\n".join(self.rows) + "\n",
            width=len(self.rows[0]),
            height=len(self.rows),
            entry=self.entry[1] * SIDE + self.entry[0],
            line=self.line,
            line_top=self.line_top,
            line_foot=self.line_foot,
            water=water.reshape(SPACES).astype(np.int32),
            ends=self.ends,
            crossed=self.crossed,
            way=ways.reshape(WAYS, SPACES).astype(np.int16),
            lap=lap,
            far=far,
        )

    def _check_reach(self) -> None:
        """Reason (b)."""
        reached = {self.entry}
        waiting = [self.entry]
        while waiting:
            for end, _ in self.ways_on.get(waiting.pop(), []):
                if end not in reached:
                    reached.add(end)
                    waiting.append(end)
        for y, x in np.argwhere(self.open).tolist():
            if (x, y) not in reached:
                raise CourseRefused("b", f"{_named((x, y))} cannot be reached from the entry")

    def _check_wind(self) -> None:
        """Reason (c)."""
        becalmed = np.argwhere(self.open & (np.bitwise_or.reduce(self.faces) == 0)).tolist()
        if becalmed:
            y, x = becalmed[0]
            raise CourseRefused("c", f"from {_named((x, y))} there is no lawful sail in any direction")
        if self.faces[NORTH][self.entry[1], self.entry[0]] == 0:
            raise CourseRefused("c", f"from the entry {_named(self.entry)} there is no lawful sail to the north")

    def _check_rounds(self) -> None:
        """Reason (d): count less rounds must be a matter of place alone, for every island space and buoy.

        Rounds are counted at a ray from the centre to the north, along the east side of its column: clockwise is
        eastward there. A step with the wind passes the same ray as the straight steps around it.
        """
        centres = np.array(self.places["#"] + self.places["B"])

        def surplus(start: Space, end: Space, count: int) -> Grid:
            eastward = (end[0] > centres[:, 0]).astype(np.int64) - (start[0] > centres[:, 0])
            return count - np.where(end[1] < centres[:, 1], eastward, 0)

        surpluses = {self.entry: np.zeros(len(centres), np.int64)}
        waiting = deque([self.entry])
        while waiting:
            start = waiting.popleft()
            for end, count in self.ways_on[start]:
                here = surpluses[start] + surplus(start, end, count)
                if end not in surpluses:
                    surpluses[end] = here
                    waiting.append(end)
                elif (here != surpluses[end]).any():
                    x, y = centres[np.flatnonzero(here != surpluses[end])[0]].tolist()
                    what = "buoy" if self.kind[y, x] == BUOY else "island space"
                    raise CourseRefused(
                        "d",
                        f"boats can go round the {what} {_named((x, y))} without crossing the line as often, "
                        "or cross it without going round",
                    )

    def _check_traps(self) -> None:
        """Reason (e): the highest rise of the count by sails, from every space that sails lead to."""
        starts, ends, counts = self._sails_from_entry()
        here = np.unique(starts)
        rise = np.zeros(SPACES, np.int64)
        for _ in range(len(here)):  # a walk without a circle is no longer
            better = rise.copy()
            np.maximum.at(better, starts, rise[ends] + counts)
            if (better == rise).all() or (better[here] >= FINISHING_COUNT).all():
                rise = better
                break
            rise = better
        endless = np.zeros(SPACES, bool)  # whence a circle can be reached that raises the count every time
        endless[starts[rise[ends] + counts > rise[starts]]] = True
        while (starts_too := endless[ends] & ~endless[starts]).any():
            endless[starts[starts_too]] = True
        for space in here.tolist():
            if rise[space] < FINISHING_COUNT and not endless[space]:
                raise CourseRefused("e", f"boats can get to {space_name(space)}, and from there never round")

    def _sails_from_entry(self) -> tuple[Grid, Grid, Grid]:
        """Start, end and crossings of every sail that boats can make, one after the other, from the entry."""
        sails: list[tuple[int, int, int]] = []
        entry = self.entry[1] * SIDE + self.entry[0]
        reached = {entry}
        waiting = [entry]
        while waiting:
            start = waiting.pop()
            here = zip(self.ends[..., start].flat, self.crossed[..., start].flat, strict=True)
            for end, count in {(int(end), int(count)) for end, count in here if end != BEYOND}:
                sails.append((start, end, count))
                if end not in reached:
                    reached.add(end)
                    waiting.append(end)
        starts, ends, counts = np.array(sails).T
        return starts, ends, counts

    def _settled_ways(self) -> tuple[Grid, int, bool]:
        """Ways to go for WAYS rounds, the lap that each later round adds, and whether that holds only further on.

        If one round more adds the same everywhere, so does every later one: each round's ways follow from the
        round before in the same manner.
        """
        layers = WAYS + 1
        while True:
            ways = self._ways_to_go(layers)
            last = (ways[layers - 1] - ways[layers - 2])[self.open]
            if (last == last[0]).all() or layers == LAYERS:
                return ways[:WAYS], int(last.min()), layers > WAYS + 1
            layers = min(2 * layers, LAYERS)

    def _ways_to_go(self, layers: int) -> Grid:
        """The fewest single steps from each space to one more crossing, to two more, and so on (REG-17)."""
        before: dict[Space, list[tuple[Space, int]]] = {}
        for start, ways in self.ways_on.items():
            for end, count in ways:
                before.setdefault(end, []).append((start, count))
        ways_to_go = np.zeros((layers, SIDE, SIDE), np.int64)
        missing = layers * len(self.ways_on)
        steps = {(space, 0): 0 for space in self.ways_on}
        waiting = deque(steps)
        while missing:
            end, rounds = waiting.popleft()
            for start, count in before[end]:
                node = (start, rounds + count)
                if node[1] > 0 and node not in steps:
                    steps[node] = steps[end, rounds] + 1
                    waiting.append(node)
                    if node[1] <= layers:
                        ways_to_go[node[1] - 1, start[1], start[0]] = steps[node]
                        missing -= 1
        return ways_to_go
