"""Martian Race: whom a decision pushes, bites, blocks and threatens, and how many dice it is from where a Martian goes.

A decision is carried out on a copy; ways are found as the rules find them, and the dice are those that the rules'
outlook expects on an empty board.
"""

from oddboard.core.reasons import fewer, of_threats, parts_of, rounded, shortly
from oddboard.core.records import copy, scratch
from oddboard.core.sentences import counted
from oddboard.games.martian_race.codes import move_of, mover_of, phase_of, push_of
from oddboard.games.martian_race.face.names import MARTIAN_IDS, called_with_size, place
from oddboard.games.martian_race.face.preview import Paths, preview
from oddboard.games.martian_race.face.scene import scene
from oddboard.games.martian_race.face.threats import threats
from oddboard.games.martian_race.face.unpacked import members
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

STAYS, OFF = "stays there", "off into space"  # of a note


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
        return [*notes, *_of_push(s, after, seat, mover), *_threats(s, after, seat, "")]
    nearer = _nearer(s, after, mover)
    return [*notes, *_blocked(s, after, seat), *nearer, *_threats(s, after, seat, MARTIAN_IDS[mover])]


def _in_full(after: State, seat: int, mover: int, part: str) -> str:
    """A part of the preview's note with what comes next for the Martian that has grown, or is gone."""
    if part.startswith("grows"):
        return f"{part}, which goes to {place(int(GOALS[size_of(after, mover)]))} next"
    if part == OFF:
        left = int((after.at[seat, : int(after.family)] != LAUNCHED).sum())
        return f"is {OFF}, with {counted(left, 'Martian')} of its family to go"
    return part


def _threats(s: State, after: State, seat: int, mover: str) -> list[str]:
    return of_threats(threats(s, None), threats(after, None), scene(s), scene(after), seat, mover)


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
        return fewer("is", f"die from {goal}", f"dice from {goal}", _dice_to_goal(s, mover), then)
    return [f"comes onto the board, about {rounded(then)} dice from {goal}"]


def _of_push(s: State, after: State, seat: int, martian: int) -> list[str]:
    """What a push costs another family's Martian, or gains one's own."""
    if martian == DOG or not _is_on_board(s, martian) or not _is_on_board(after, martian):
        return []
    before, then = _dice_to_goal(s, martian), _dice_to_goal(after, martian)
    who, goal = called_with_size(martian, int(size_of(s, martian))), place(int(GOALS[size_of(s, martian)]))
    if martian // FAMILY == seat:
        return fewer("brings it", f"die from {goal}", f"dice from {goal}", before, then)
    now, was = rounded(then), rounded(before)
    back = then > before and now != was
    return [f"sets {who} back to about {now} dice from {goal} instead of {was}"] if back else []


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
