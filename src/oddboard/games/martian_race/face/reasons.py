"""Martian Race: whom a decision pushes, bites, blocks and threatens, and how many dice it is from where a Martian goes.

A decision is carried out on a copy; ways are found as the rules find them, and the dice are those that the rules'
outlook expects on an empty board.
"""

import re

from oddboard.core.reasons import fewer, measured, of_threats, parts_of, rounded, shortly
from oddboard.core.records import copy, scratch
from oddboard.core.sentences import counted
from oddboard.games.martian_race.codes import move_of, mover_of, phase_of, push_of
from oddboard.games.martian_race.face.names import MARTIAN_IDS, called_with_size, place
from oddboard.games.martian_race.face.preview import Paths, preview
from oddboard.games.martian_race.face.scene import scene
from oddboard.games.martian_race.face.threats import threats
from oddboard.games.martian_race.face.unpacked import members
from oddboard.games.martian_race.position import SIZE_NAMES
from oddboard.games.martian_race.rules.blocking import may_end_on, may_enter
from oddboard.games.martian_race.rules.outlook import DICE_TO_GO
from oddboard.games.martian_race.rules.turn import play
from oddboard.games.martian_race.state import (
    DOG,
    ENDED,
    FACES,
    FAMILY,
    GOALS,
    LARGE,
    LAUNCHED,
    MOVING,
    PUSHING,
    UP,
    State,
    Work,
    facing_of,
    place_of,
    size_of,
)

STAYS, OFF, GROWS = "stays there", "off into space", "grows to "  # of a note
SIZES = {name: size for size, name in SIZE_NAMES.items()}
_SHORT = re.compile(rf"\b({'|'.join(SIZE_NAMES.values())}) (?=\d)")  # as a note names Martians


def reasons(s: State, code: int, seat: int) -> list[str]:
    """What a decision of a seat is good for."""
    kind = phase_of(code)
    if kind not in (MOVING, PUSHING):
        return []
    after = copy(s)
    play(after, scratch(Work), code)
    mover = mover_of(int(s.turn), move_of(code)[1]) if kind == MOVING else push_of(code)[0]
    notes = [
        _in_full(after, seat, mover, part)
        for part in parts_of(preview(s, code).get("note", ""))
        if part != STAYS and not part.startswith("pushed")
    ]
    if after.phase == ENDED:
        return notes
    if kind == PUSHING:
        return [*_of_push(s, after, seat, mover), *notes, *_threats(s, after, seat, pushed=DOG if notes else mover)]
    nearer = _nearer(s, after, mover)
    found = [*notes, *_blocked(s, after, seat), *nearer, *_threats(s, after, seat, mover)]
    return found or (_lurking(after) if mover == DOG else [])


def _in_full(after: State, seat: int, mover: int, part: str) -> str:
    """A part of the preview's note with what comes next for the Martian that grows, or is gone."""
    if part.startswith(GROWS):  # maybe after what it pushes has gone on
        return f"{part}, bound for {place(int(GOALS[SIZES[part.removeprefix(GROWS)]]))}"
    if part == OFF:
        left = int((after.at[seat, : int(after.family)] != LAUNCHED).sum())
        return f"is {OFF}, with {counted(left, 'Martian')} of its family to go"
    return _SHORT.sub(r"\1 Martian ", part)


def _threats(s: State, after: State, seat: int, mover: int = DOG, pushed: int = DOG) -> list[str]:
    """What is threatened and saved; nothing of those that are to be pushed on, who do not stay where they are."""
    waiting = {MARTIAN_IDS[each] for each in range(DOG) if after.hit_by[each]}
    now, later = ([each for each in threats(at, None) if each["piece"] not in waiting] for at in (s, after))
    then = scene(after)
    for piece in then["pieces"]:
        if pushed != DOG and piece["id"] == MARTIAN_IDS[pushed]:
            piece["name"] = "it there"
    return of_threats(now, later, scene(s), then, seat, MARTIAN_IDS[mover])


def _lurking(after: State) -> list[str]:
    """Whom the Mad Dog is nearest to."""
    paths = Paths(after, DOG, may_enter(after, DOG))
    there = [each for each in range(after.seats * FAMILY) if _is_on_board(after, each)]
    near = min(((paths.fewest_steps(int(place_of(after, each))), each) for each in there), default=None)
    if near is None or near[0] > 2 * FACES:
        return []
    who = called_with_size(near[1], int(size_of(after, near[1])))
    return [f"lies in wait {counted(near[0], 'step')} from {who}"]


def _is_on_board(s: State, martian: int) -> bool:
    return bool(place_of(s, martian) >= 0)


def _dice_to_goal(s: State, martian: int) -> float:
    """The dice from a Martian to the square where it grows, or leaves."""
    size = int(size_of(s, martian))
    later = 0.0 if size == LARGE else DICE_TO_GO[size + 1, GOALS[size], UP]
    return float(DICE_TO_GO[size, int(place_of(s, martian)), int(facing_of(s, martian))] - later)


def _nearer(s: State, after: State, mover: int) -> list[str]:
    """How many dice a Martian is from its goal."""
    if mover == DOG or not _is_on_board(after, mover) or size_of(after, mover) != size_of(s, mover):
        return []
    square = int(GOALS[size_of(s, mover)])
    if place_of(after, mover) == square and facing_of(after, mover) == UP:
        return []  # it grows, which is told already
    goal, then = place(square), _dice_to_goal(after, mover)
    if _is_on_board(s, mover):
        little = f"comes a little nearer to {goal}"
        return fewer("is", f"die from {goal}", f"dice from {goal}", _dice_to_goal(s, mover), then, little)
    return [f"comes onto the board about {measured(then, 'die', 'dice')} from {goal}"]


def _of_push(s: State, after: State, seat: int, martian: int) -> list[str]:
    """What a push costs another family's Martian, or gains one's own."""
    if martian == DOG or not _is_on_board(s, martian) or not _is_on_board(after, martian):
        return []
    before, then = _dice_to_goal(s, martian), _dice_to_goal(after, martian)
    goal = place(int(GOALS[size_of(s, martian)]))
    if martian // FAMILY == seat:
        little = f"brings it a little nearer to {goal}"
        found = fewer("brings it", f"die from {goal}", f"dice from {goal}", before, then, little)
        return found or [f"leaves it about {measured(then, 'die', 'dice')} from {goal}"]
    if then > before and rounded(then) != rounded(before):
        dice = measured(then, f"die from {goal}", f"dice from {goal}")
        return [f"sets it back to about {dice} instead of {rounded(before)}"]
    return [f"leaves it about {measured(then, 'die', 'dice')} from {goal}"]


def _blocked(s: State, after: State, seat: int) -> list[str]:
    """The Martians of others that could have ended on a square with a die, and cannot any more."""
    found: dict[int, list[str]] = {}  # by square
    for martian in range(s.seats * FAMILY):
        if martian // FAMILY == seat or not _is_on_board(s, martian) or not _is_on_board(after, martian):
            continue
        shut = set(members(_open_to(s, martian))) - set(members(_open_to(after, martian)))
        if shut:
            paths = Paths(s, martian, may_enter(s, martian))
            for square in sorted(shut):
                if paths.fewest_steps(square) <= FACES:
                    found.setdefault(square, []).append(called_with_size(martian, int(size_of(s, martian))))
    return [f"blocks {place(square)} to {shortly(who)}" for square, who in found.items()][:1]


def _open_to(s: State, martian: int) -> int:
    """The squares that a Martian may end a move on."""
    return int(may_enter(s, martian)) & int(may_end_on(s, martian))
