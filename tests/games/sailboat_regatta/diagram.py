"""Sailboat Regatta: positions as short text, to be read in tests and to look at.

    i11: 0.1n 1.2w-1         a stack from the bottom up: seat.boat, heading, count if not 0, * for finished
    turn 0 sail 3 3 2 2      whose turn it is, the phase (roll, sail, about, over), and the dice left

A drawing of the course may come first, one sign a space, with small letters for stacks: then `a: 0.1n` tells what
is at the letter. After `sail` or `about` there may be `sailed`, after `about` also `turned` with numbers of boats,
and after `sail`, where a boat takes one diagonal step a turn, `drifted` with numbers and `owes` with one.
"""

import re
from typing import Any

from oddboard.core.errors import BadPosition
from oddboard.core.records import new
from oddboard.games.sailboat_regatta import position
from oddboard.games.sailboat_regatta.rules.course import read_rows
from oddboard.games.sailboat_regatta.rules.dice import dice_left
from oddboard.games.sailboat_regatta.rules.fleets import boats_on, has_drifted, has_turned, is_finished, put
from oddboard.games.sailboat_regatta.rules.ways import way_to_go
from oddboard.games.sailboat_regatta.state import HEADING_NAMES, NOBODY, SIDE, SPACES, State, Work

_BOAT = re.compile(r"(\d+)\.(\d)([nesw])([+-]\d+)?(\*)?")


def diagram(s: State) -> str:
    """The position as text, with the course drawn."""
    signs = [list(row) for row in position.course_text(s).split()]
    stacks: list[str] = []
    for space in range(SPACES):
        if boats := boats_on(s, space):
            letter = chr(ord("a") + len(stacks))
            signs[space // SIDE][space % SIDE] = letter
            stacks.append(f"{letter}: {' '.join(_boat(s, boat) for boat in reversed(boats))}")
    turn = f"turn {s.turn} {position.PHASES[s.phase]}"
    turn += "".join(f" {face}" for face in dice_left(s))
    turn += " sailed" if s.sailed else ""
    if s.drifted:
        turn += " drifted" + "".join(f" {number + 1}" for number in range(s.fleet) if has_drifted(s, number))
    turn += f" owes {s.owes + 1}" if s.owes != NOBODY else ""
    if s.turned:
        turn += " turned" + "".join(f" {number + 1}" for number in range(s.fleet) if has_turned(s, number))
    return "\n".join([*(" ".join(row) for row in signs), *stacks, turn]) + "\n"


def _boat(s: State, boat: int) -> str:
    count = f"{s.count[boat]:+d}" if s.count[boat] else ""
    home = "*" if is_finished(s, boat) else ""
    return f"{position.boat_names(s)[boat]}{HEADING_NAMES[s.heading[boat]]}{count}{home}"


def from_diagram(text: str, players: int, options: dict[str, Any]) -> State:
    """The position of a diagram; boats that are not in it are ashore."""
    s = new(State)
    position.set_up(s, players, options)
    s.phase = position.PHASES.index("roll")
    lines = [line.split() for line in text.splitlines() if line.strip()]
    letters: dict[str, int] = {}
    rows = [line for line in lines if line[0] != "turn" and not line[0].endswith(":")]
    if rows:
        letters = _letters(s, rows)
    for word, *rest in lines:
        if word == "turn":
            _read_turn(s, rest)
        elif word.endswith(":"):
            _read_stack(s, letters, word[:-1], rest)
    for seat in range(s.seats):
        if any(s.at[seat * int(s.fleet) + number] < 0 for number in range(s.afloat[seat])):
            raise BadPosition(f"boats of seat {seat} with lower numbers than one afloat cannot be ashore")
    position.check(s)
    return s


def _letters(s: State, rows: list[list[str]]) -> dict[str, int]:
    """Where the letters of a drawing stand; the rest of it must be the course."""
    drawn, course = ["".join(row) for row in rows], read_rows(position.course_text(s))
    if [len(row) for row in drawn] != [len(row) for row in course]:
        raise BadPosition(f"the drawing has not the {s.width} by {s.height} spaces of the course")
    letters = {}
    for y, row in enumerate(drawn):
        for x, sign in enumerate(row):
            if sign.islower():
                letters[sign] = y * SIDE + x
            elif sign != course[y][x]:
                raise BadPosition(f"row {y + 1} of the drawing has {sign!r} where the course has {course[y][x]!r}")
    return letters


def _read_stack(s: State, letters: dict[str, int], place: str, tokens: list[str]) -> None:
    space = letters[place] if place in letters else position.open_space(s, place)
    if space is None:
        raise BadPosition(f"{place!r} is neither a letter of the drawing nor a space of open water")
    for token in tokens:
        match = _BOAT.fullmatch(token)
        if not match or int(match[1]) >= s.seats or not 1 <= int(match[2]) <= s.fleet:
            raise BadPosition(f"{token!r} is no boat of this race; write them as 0.1n")
        seat = int(match[1])
        boat = seat * int(s.fleet) + int(match[2]) - 1
        s.heading[boat] = HEADING_NAMES.index(match[3])
        s.count[boat] = int(match[4] or 0)
        s.afloat[seat] += 1
        put(s, boat, space)
        if match[5]:
            s.finished |= 1 << boat
        s.to_go[boat] = 0 if match[5] else way_to_go(s, new(Work), space, int(s.count[boat]))


def _read_turn(s: State, words: list[str]) -> None:
    s.turn = int(words[0])
    s.phase = position.PHASES.index(words[1]) if len(words) > 1 else s.phase
    listed = "dice"
    for word in words[2:]:
        if not word.isdigit():
            listed = word
            s.sailed = 1
        elif listed == "turned":
            s.turned |= 1 << (int(word) - 1)
        elif listed == "drifted":
            s.drifted |= 1 << (int(word) - 1)
        elif listed == "owes":
            s.owes = int(word) - 1
        else:
            s.dice[int(word)] += 1
            s.faces |= 1 << int(word)
