"""Martian Race in words: decisions and the result as sentences."""

from collections.abc import Sequence

from oddboard.core import seats
from oddboard.core.face import Past
from oddboard.core.sentences import counted, listed
from oddboard.games.martian_race.codes import draw_of, move_of, mover_of, phase_of, push_of, roll_of
from oddboard.games.martian_race.face.names import PLACE_NAMES, called_with_size
from oddboard.games.martian_race.face.preview import push_way
from oddboard.games.martian_race.position import SIZE_NAMES
from oddboard.games.martian_race.rules.score import killed
from oddboard.games.martian_race.rules.turn import reaches_goal
from oddboard.games.martian_race.rules.walking import door_of
from oddboard.games.martian_race.state import (
    DOG,
    DRAWING,
    FAMILY,
    LARGE,
    LAUNCHED,
    MOVING,
    NOBODY,
    PUSHING,
    ROLLING,
    WAITING,
    State,
    facing_of,
    place_of,
    size_of,
    square_name,
)

_WAYS = ("lies north", "lies east", "lies south", "lies west", "stands")


def words(s: State, code: int) -> str:
    """A decision as a sentence."""
    kind = phase_of(code)
    if kind == DRAWING:
        return f"{seats.name(draw_of(code))} begins"
    if kind == ROLLING:
        high, low = roll_of(code)
        return f"{seats.name(s.turn)} rolls {high} and {low}"
    if kind == PUSHING:
        martian, at = push_of(code)
        return f"{_named(s, martian)} is pushed to {_where(at)}"
    die, slot, to, facing = move_of(code)
    martian = mover_of(int(s.turn), slot)
    return f"{_named(s, martian)} {_deed(s, martian, to, facing)}, with the {die}"


def turn_words(turn: Sequence[Past]) -> str:
    """What somebody did with two dice, and who was pushed by it."""
    seat = int(turn[-1].before.turn)
    entered, moved, deeds = 0, {}, []
    pushed: dict[int, int] = {}  # by Martian: how far, all pushes together
    for past in turn:
        if past.code is None or phase_of(past.code) not in (MOVING, PUSHING):
            continue
        if phase_of(past.code) == PUSHING:
            martian, to = push_of(past.code)
            pushed[martian] = pushed.get(martian, 0) + len(push_way(past.before, martian, to)) - 1
            continue
        _, slot, to, _ = move_of(past.code)
        martian = mover_of(seat, slot)
        if place_of(past.before, martian) == WAITING and martian != DOG:
            entered += 1
        elif deed := _deed_told(past.before, past.after, martian, to):
            deeds.append(deed)
        else:
            moved[martian] = f"Martian {martian % FAMILY + 1} to {_where(to)}"
    if moved:
        deeds.insert(0, f"moved {listed([*moved.values()])}")
    if entered:
        deeds.insert(0, f"brought in {counted(entered, 'Martian')}")
    deeds += [_pushes_told(owner, seat, pushed) for owner in sorted({martian // FAMILY for martian in pushed})]
    return f"{seats.name(seat)} {listed(deeds)}" if deeds else turn[-1].words


def _deed_told(before: State, after: State, martian: int, to: int) -> str:
    """What a move was that only in passing led somewhere; empty for others."""
    if martian == DOG:
        return f"sent the Mad Dog to {_where(to)}"
    who, size = f"Martian {martian % FAMILY + 1}", size_of(after, martian)
    if place_of(after, martian) == LAUNCHED:
        return f"launched {who} into space"
    if size > size_of(before, martian):
        return f"made {who} grow to {SIZE_NAMES[size]}"
    if place_of(before, martian) != to:
        return ""
    return f"{'kept' if facing_of(before, martian) == facing_of(after, martian) else 'turned'} {who} on {_where(to)}"


def _pushes_told(owner: int, seat: int, pushed: dict[int, int]) -> str:
    """Whom of a family somebody pushed; how far, if it is one."""
    family = [martian for martian in pushed if martian // FAMILY == owner]
    whose = "its own" if owner == seat else f"{seats.name(owner)}'s"
    if len(family) > 1:
        return f"pushed {whose} Martians {listed([str(martian % FAMILY + 1) for martian in family])}"
    return f"pushed {whose} Martian {family[0] % FAMILY + 1} back {pushed[family[0]]}"


def result(s: State) -> str:
    """By what a finished game was won: all launched (MAR-29), or with the dog how many it killed (MAR-36)."""
    if s.winner == NOBODY:
        return f"The race was stopped after {counted(int(s.turn_limit), 'turn')} each; no family was in space."
    if not s.mad_dog:
        return f"{seats.name(int(s.winner))} launched all {s.family} Martians in round {s.rounds + 1}."
    count = killed(s)
    return f"The Mad Dog killed {count or 'no'} Martian{'' if count == 1 else 's'}."


def _named(s: State, martian: int) -> str:
    name = called_with_size(martian, size_of(s, martian))
    return name[0].upper() + name[1:]


def _where(at: int) -> str:
    name, place = square_name(at), PLACE_NAMES.get(at)
    return f"{name} ({place})" if place else name


def _deed(s: State, martian: int, to: int, facing: int) -> str:
    """What somebody does with a die."""
    at, way, where = place_of(s, martian), _WAYS[facing], _where(to)
    if reaches_goal(s, martian, to, facing):
        if size_of(s, martian) == LARGE:
            return "stands up on the Launch Pad and is off into space"
        return f"stands on {where} and grows"
    if to == at:
        return f"waits on {where}" if facing == facing_of(s, martian) else f"{way} on {where}"
    if at == WAITING:
        return f"enters {where} and {way}" if to == door_of(martian) else f"enters, goes to {where} and {way}"
    return f"goes to {where} and {way}"
