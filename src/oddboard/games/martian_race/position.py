"""Martian Race: positions to and from JSON."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from oddboard.core.errors import BadPosition
from oddboard.core.options import shown
from oddboard.core.records import new
from oddboard.games.martian_race import rules
from oddboard.games.martian_race.drawing import FACING_NAMES, SIZE_NAMES, martian_name, square_name
from oddboard.games.martian_race.moves import legal
from oddboard.games.martian_race.state import (
    DOG,
    ENDED,
    FAMILY,
    KILLED,
    LAUNCHED,
    MARTIANS,
    MOVING,
    NOBODY,
    PUSHING,
    SMALL,
    WAITING,
    State,
    Work,
    put,
)

PHASES = ("first", "roll", "move", "push", "over")
OFF_BOARD = {WAITING: "waiting", LAUNCHED: "launched", KILLED: "killed"}


def options_of(s: State) -> dict[str, Any]:
    """The options that a state was set up with."""
    return {
        "martians": int(s.family),
        "order": "random" if s.draw_first else "seats",
        "turn_limit": int(s.turn_limit),
        "mad_dog": bool(s.mad_dog),
    }


def _identities(mask: Any) -> list[str]:
    return [martian_name(martian) for martian in range(MARTIANS) if int(mask) >> martian & 1]


def to_json(s: State) -> dict[str, Any]:
    """Everything in a state."""
    martians = {}
    for seat in range(s.seats):
        for number in range(s.family):
            at = int(s.at[seat, number])
            martians[f"{seat}.{number + 1}"] = {
                "at": OFF_BOARD[at] if at < 0 else square_name(at),
                "facing": FACING_NAMES[s.facing[seat, number]],
                "size": SIZE_NAMES[s.sizes[seat, number]],
            }
    chain = None
    if s.mover != NOBODY:
        chain = {
            "mover": martian_name(int(s.mover)),
            "arrivals": int(s.arrivals),
            "waiting": [
                {"martian": martian_name(m), "hit_by": int(s.hit_by[m]), "distance": int(s.reach[m])}
                for m in range(MARTIANS)
                if s.hit_by[m]
            ],
            "pushed": _identities(s.pushed),
            "bitten": _identities(s.bitten),
            "fought_over": [square_name(at) for at in range(64) if int(s.fought) >> at & 1],
        }
    return {
        "players": int(s.seats),
        "options": options_of(s),
        "phase": PHASES[s.phase],
        "turn": int(s.turn),
        "began": int(s.first),
        "round": int(s.rounds),
        "dice": [int(die) for die in s.dice],
        "finished": [
            int(seat) for place in range(1, s.finishers + 1) for seat in range(s.seats) if s.place[seat] == place
        ],
        "martians": martians,
        "dog": None if s.dog_at == WAITING else {"at": square_name(s.dog_at), "facing": FACING_NAMES[s.dog_facing]},
        "chain": chain,
    }


class _Reader:
    """Reads the fields of a position and says which is wrong."""

    def __init__(self, value: Any, path: str) -> None:
        if not isinstance(value, Mapping):
            raise BadPosition(f"{path} is an object, not {shown(value)}")
        self.value = value
        self.path = path

    def _field(self, name: str) -> Any:
        if name not in self.value:
            raise BadPosition(f"{self.path} lacks the field {name!r}")
        return self.value[name]

    def whole(self, name: str, least: int, most: int) -> int:
        value = self._field(name)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise BadPosition(f"{self.path}.{name} is a whole number from {least} to {most}, not {shown(value)}")
        return value

    def one_of(self, name: str, *words: str) -> int:
        value = self._field(name)
        if not isinstance(value, str) or value not in words:
            raise BadPosition(f"{self.path}.{name} is one of {', '.join(words)}, not {shown(value)}")
        return words.index(value)

    def many(self, name: str) -> list[Any]:
        value = self._field(name)
        if not isinstance(value, list):
            raise BadPosition(f"{self.path}.{name} is a list, not {shown(value)}")
        return value

    def inside(self, name: str) -> "_Reader | None":
        value = self._field(name)
        return None if value is None else _Reader(value, f"{self.path}.{name}")


_SQUARES = tuple(square_name(at) for at in range(64))
_MARTIANS = tuple(martian_name(martian) for martian in range(MARTIANS))


def _mask(reader: _Reader, name: str, words: tuple[str, ...]) -> int:
    mask = 0
    for word in reader.many(name):
        if word not in words:
            raise BadPosition(f"{reader.path}.{name} has {shown(word)}, which is none of this board")
        mask |= 1 << words.index(word)
    return mask


def from_json(position: Mapping[str, Any], checked_options: Any) -> State:
    """The state of a position. `checked_options(players, options)` completes and checks the options."""
    reader = _Reader(position, "position")
    players = reader.whole("players", 2, 5)
    options = checked_options(players, position.get("options", {}))
    s = new(State)
    rules.setup(
        s, players, options["martians"], options["order"] == "random", options["turn_limit"], options["mad_dog"]
    )
    s.phase = reader.one_of("phase", *PHASES)
    s.turn = reader.whole("turn", 0, players - 1)
    s.first = reader.whole("began", 0, players - 1)
    s.rounds = reader.whole("round", 0, options["turn_limit"])
    dice = reader.many("dice")
    if len(dice) != 2 or any(isinstance(die, bool) or not isinstance(die, int) or not 0 <= die <= 6 for die in dice):
        raise BadPosition(f"position.dice is a list of two numbers from 0 (used) to 6, not {shown(dice)}")
    s.dice[:] = dice
    for place, seat in enumerate(reader.many("finished"), 1):
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players or s.place[seat]:
            raise BadPosition(f"position.finished lists seats once each, not {shown(seat)}")
        s.place[seat] = s.finishers = place
        s.winner = seat if place == 1 else s.winner
    _read_martians(s, reader)
    dog = reader.inside("dog")
    if dog:
        s.dog_at = dog.one_of("at", *_SQUARES)
        s.dog_facing = dog.one_of("facing", *FACING_NAMES)
    chain = reader.inside("chain")
    if chain:
        _read_chain(s, chain)
    _check(s, position)
    return s


def _read_martians(s: State, reader: _Reader) -> None:
    martians = reader.inside("martians")
    wanted = {f"{seat}.{number + 1}" for seat in range(s.seats) for number in range(s.family)}
    if martians is None or set(martians.value) != wanted:
        raise BadPosition(f"position.martians has exactly the Martians {', '.join(sorted(wanted))}")
    for name in sorted(wanted):
        one = martians.inside(name)
        if one is None:
            raise BadPosition(f"position.martians.{name} is an object, not null")
        seat, number = int(name[0]), int(name[2]) - 1
        s.sizes[seat, number] = one.one_of("size", *SIZE_NAMES.values()) + SMALL
        s.facing[seat, number] = one.one_of("facing", *FACING_NAMES)
        at = one.one_of("at", *_SQUARES, *OFF_BOARD.values())
        if at < len(_SQUARES):
            put(s, seat * FAMILY + number, at)
        else:
            s.at[seat, number] = list(OFF_BOARD)[at - len(_SQUARES)]


def _read_chain(s: State, chain: _Reader) -> None:
    mover = chain.one_of("mover", *_MARTIANS, "dog")
    s.mover = mover if mover < MARTIANS else DOG
    s.arrivals = chain.whole("arrivals", 1, MARTIANS)
    for index, value in enumerate(chain.many("waiting")):
        one = _Reader(value, f"{chain.path}.waiting[{index}]")
        martian = one.one_of("martian", *_MARTIANS)
        s.hit_by[martian] = one.whole("hit_by", 1, s.arrivals)
        s.reach[martian] = one.whole("distance", 1, 3)
    s.pushed = np.uint32(_mask(chain, "pushed", _MARTIANS))
    s.bitten = np.uint32(_mask(chain, "bitten", _MARTIANS))
    s.fought = np.uint64(_mask(chain, "fought_over", _SQUARES))


def _check(s: State, position: Mapping[str, Any]) -> None:
    """Refuse what the rules cannot have led to where play could not go on from it."""
    back = to_json(s)
    for name, value in position.items():
        if name == "options":
            continue
        if name not in back or back[name] != value:
            raise BadPosition(f"position.{name} does not agree with the rest; as {shown(back.get(name))} it would")
    for at in range(64):
        here = [seat for seat in range(s.seats) if s.strength[seat, at]]
        if len(here) > 1 and not int(s.fought) >> at & 1:
            raise BadPosition(f"position.martians: two colours rest on {square_name(at)} (MAR-18)", "MAR-18")
        for seat in here:
            alone = sum(s.at[seat, number] == at for number in range(s.family)) == 1
            if square_name(at) in ("a7", "h2", "a2", "h7") and not alone:
                raise BadPosition(
                    f"position.martians: {square_name(at)} holds one of a colour at a time (MAR-12)", "MAR-12"
                )
    for seat in range(s.seats):
        for number in range(s.family):
            off, size, facing = s.at[seat, number], s.sizes[seat, number], s.facing[seat, number]
            usual = {WAITING: SMALL, KILLED: SMALL, LAUNCHED: SMALL + 2}.get(int(off), size)
            if off < 0 and (size != usual or facing != 0):
                raise BadPosition(
                    f"position.martians.{seat}.{number + 1}: off the board it faces n and is {SIZE_NAMES[usual]}"
                )
    if (s.phase == PUSHING) != (s.mover != NOBODY) or (s.mover != NOBODY and not s.hit_by.any()):
        raise BadPosition("position.chain is there while pushes are waiting, in the phase push, and only then")
    if s.phase == MOVING and not s.dice.any():
        raise BadPosition("position.dice: in the phase move a die is open")
    if s.phase != ENDED and (s.rounds >= s.turn_limit or not legal(s, new(Work))):
        raise BadPosition("position: nothing could be decided in it; an ended game has the phase over")
