"""Martian Race in words: decisions and the result as sentences."""

from oddboard.core import seats
from oddboard.games.martian_race.codes import draw_of, move_of, mover_of, phase_of, push_of, roll_of
from oddboard.games.martian_race.face.names import PLACE_NAMES, called_with_size
from oddboard.games.martian_race.rules.score import killed
from oddboard.games.martian_race.rules.turn import reaches_goal
from oddboard.games.martian_race.rules.walking import door_of
from oddboard.games.martian_race.state import (
    DRAWING,
    LARGE,
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


def result(s: State) -> str:
    """By what a finished game was won: all launched (MAR-29), or with the dog how many it killed (MAR-36)."""
    if s.winner == NOBODY:
        return f"The race was stopped after {s.turn_limit} turns each; no family was in space."
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
