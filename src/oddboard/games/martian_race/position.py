"""Martian Race: positions to and from JSON."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from oddboard.core.bits import has, size
from oddboard.core.errors import BadPosition
from oddboard.core.fields import Fields
from oddboard.core.options import quoted
from oddboard.core.records import new
from oddboard.games.martian_race.decision import FACING_NAMES, martian_name
from oddboard.games.martian_race.rules.legal import legal
from oddboard.games.martian_race.rules.score import in_play, launched, others_are_out
from oddboard.games.martian_race.rules.turn import setup
from oddboard.games.martian_race.state import (
    DOG,
    DRAWING,
    ENDED,
    FAMILY,
    KILLED,
    LARGE,
    LAUNCHED,
    MARTIANS,
    MEDIUM,
    MOVING,
    NAMED,
    NOBODY,
    NORTH,
    PUSHING,
    SMALL,
    SQUARES,
    WAITING,
    State,
    Work,
    put,
    square_name,
)

PHASES = ("first", "roll", "move", "push", "over")
SIZE_NAMES = {SMALL: "small", MEDIUM: "medium", LARGE: "large"}
OFF_BOARD = {WAITING: "waiting", LAUNCHED: "launched", KILLED: "killed"}


def fresh(players: int, options: Mapping[str, Any]) -> State:
    """A state before the first decision, for complete options."""
    s = new(State)
    setup(s, players, options["martians"], options["order"] == "random")
    s.owner_decides = options["chain"] == "owner"
    s.turn_limit = options["turn_limit"]
    s.mad_dog = options["mad_dog"]
    s.dog_turns = options["dog_turns"]
    return s


def options_of(s: State) -> dict[str, Any]:
    """The options that a state was set up with."""
    return {
        "martians": int(s.family),
        "order": "random" if s.draw_first else "seats",
        "chain": "owner" if s.owner_decides else "mover",
        "turn_limit": int(s.turn_limit),
        "mad_dog": bool(s.mad_dog),
        "dog_turns": int(s.dog_turns),
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
            "fought_over": [square_name(at) for at in range(SQUARES) if int(s.fought) >> at & 1],
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
        "dog_turn": int(s.dog_turn),
        "chain": chain,
    }


class _Reader(Fields):
    """Reads the fields of a position and says which is wrong."""

    def inside(self, name: str) -> "_Reader | None":
        """An object within this one, or nothing."""
        value = self.field(name)
        return None if value is None else _Reader(value, f"{self.path}.{name}")


_SQUARES = tuple(square_name(at) for at in range(SQUARES))
_MARTIANS = tuple(martian_name(martian) for martian in range(MARTIANS))


def _mask(reader: _Reader, name: str, words: tuple[str, ...]) -> int:
    mask = 0
    for word in reader.many(name):
        if word not in words:
            raise BadPosition(f"{reader.path}.{name} has {quoted(word)}, which is none of this board")
        mask |= 1 << words.index(word)
    return mask


def from_json(position: Mapping[str, Any], checked_options: Any) -> State:
    """The state of a position. `checked_options(players, options)` completes and checks the options."""
    reader = _Reader(position, "position")
    players = reader.whole("players", 2, 5)
    options = checked_options(players, position.get("options", {}))
    s = fresh(players, options)
    s.phase = reader.one_of("phase", *PHASES)
    s.turn = reader.whole("turn", 0, players - 1)
    s.first = reader.whole("began", 0, players - 1)
    s.rounds = reader.whole("round", 0, options["turn_limit"])
    dice = reader.many("dice")
    whole = all(isinstance(die, int) and not isinstance(die, bool) for die in dice)
    if len(dice) != 2 or not whole or not 6 >= dice[0] >= dice[1] >= 0:
        raise BadPosition(
            f"position.dice is a list of two numbers from 6 to 0 (used or lost), the higher first, not {quoted(dice)}"
        )
    s.dice[:] = dice
    for place, seat in enumerate(reader.many("finished"), 1):
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players or s.place[seat]:
            raise BadPosition(f"position.finished lists seats once each, not {quoted(seat)}")
        s.place[seat] = s.finishers = place
        s.winner = seat if place == 1 else s.winner
    _read_martians(s, reader)
    dog = reader.inside("dog")
    if dog:
        s.dog_at = dog.one_of("at", *_SQUARES)
        s.dog_facing = dog.one_of("facing", *FACING_NAMES)
    if "dog_turn" in position:  # positions written before there was an end to the dog's turns lack it
        s.dog_turn = reader.whole("dog_turn", 0, options["dog_turns"])
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
    """Refuse what the rules cannot have led to, where play would go wrong or could not go on from it."""
    given = {name: value for name, value in position.items() if name != "options"}
    _compare(given, to_json(s), "position")
    _check_finishers(s)
    if s.mover != NOBODY:
        _check_chain(s)
    elif s.phase == PUSHING:
        raise BadPosition("position.chain is an object in the phase push, not null")
    _check_martians(s)
    _check_phase(s)


def _compare(given: Any, read: Any, path: str) -> None:
    """Name what was given beside the fields that a position has, or twice, or in another order than its own."""
    if isinstance(read, dict) and isinstance(given, Mapping):
        for name, value in given.items():
            if name not in read:
                raise BadPosition(f"{path} has no field {quoted(name)}")
            _compare(value, read[name], f"{path}.{name}")
    elif given != read:
        raise BadPosition(f"{path} is written {quoted(read)}, not {quoted(given)}")


def _check_martians(s: State) -> None:
    colours: dict[int, list[int]] = {}  # on each square
    for seat in range(s.seats):
        for at in s.at[seat, : s.family].tolist():
            if at >= 0:
                colours.setdefault(at, []).append(seat)
    for at, here in colours.items():
        if len(set(here)) > 1 and not int(s.fought) >> at & 1:
            raise BadPosition(f"position.martians: two colours rest on {square_name(at)} (MAR-18)", "MAR-18")
        if has(NAMED, at) and len(set(here)) < len(here):
            raise BadPosition(
                f"position.martians: {square_name(at)} holds one of a colour at a time (MAR-12)", "MAR-12"
            )
    for seat in range(s.seats):
        for number in range(s.family):
            off, big, facing = s.at[seat, number], s.sizes[seat, number], s.facing[seat, number]
            usual = {WAITING: SMALL, KILLED: SMALL, LAUNCHED: LARGE}.get(int(off), big)
            if off < 0 and (big != usual or facing != NORTH):
                raise BadPosition(
                    f"position.martians.{seat}.{number + 1}: off the board it faces n and is {SIZE_NAMES[usual]}"
                )
            if off == KILLED and s.winner == NOBODY:
                raise BadPosition(
                    f"position.martians.{seat}.{number + 1}: nobody is killed before somebody has won", "MAR-31"
                )


def _check_finishers(s: State) -> None:
    for seat in range(s.seats):
        whole = launched(s, seat) == s.family
        if whole != bool(s.place[seat]):
            wrong = "lacks a family that has" if whole else "has a family that has not"
            raise BadPosition(f"position.finished {wrong} launched all its Martians: seat {seat}", "MAR-29")
    if s.dog_at != WAITING and not (s.mad_dog and s.winner != NOBODY):
        raise BadPosition("position.dog: the Mad Dog comes when somebody has won, with the option mad_dog", "MAR-31")
    if s.dog_turn and not (s.mad_dog and s.winner != NOBODY):
        raise BadPosition("position.dog_turn is 0 until somebody has won, with the option mad_dog", "MAR-36")


def _check_chain(s: State) -> None:
    def refuse(name: str, reason: str) -> BadPosition:
        return BadPosition(f"position.chain.{name} {reason}")

    if s.phase != PUSHING:
        raise BadPosition(f"position.chain is null in the phase {PHASES[s.phase]}")
    ours = DOG if s.turn == s.winner else s.mover if s.mover // FAMILY == s.turn else NOBODY
    if s.mover != ours or not has(s.fought, s.dog_at if ours == DOG else s.at[s.mover // FAMILY, s.mover % FAMILY]):
        raise refuse("mover", "is one of the seat whose turn it is, on a square fought over")
    if size(s.fought) != s.arrivals:
        raise refuse("arrivals", "is the number of squares fought over")
    if not s.hit_by.any():
        raise refuse("waiting", "names those still to be pushed")
    arrival_on: dict[int, int] = {}  # by square
    for martian in range(MARTIANS):
        at = int(s.at[martian // FAMILY, martian % FAMILY])
        waits, pushed, bitten = s.hit_by[martian] > 0, int(s.pushed) >> martian & 1, int(s.bitten) >> martian & 1
        name = martian_name(martian)
        if waits and (
            at < 0 or not has(s.fought, at) or arrival_on.setdefault(at, s.hit_by[martian]) != s.hit_by[martian]
        ):
            raise refuse("waiting", f"has {name}, which is not where its arrival was fought over")
        if waits and martian == s.mover:
            raise refuse("waiting", f"has {name}, which set the chain off")
        if pushed and (at < 0 or waits or martian == s.mover):
            raise refuse("pushed", f"has {name}, which cannot have been pushed")
        if bitten and (at < 0 or s.mover != DOG or s.sizes[martian // FAMILY, martian % FAMILY] == SMALL):
            raise refuse("bitten", f"has {name}, which cannot have been bitten and live")


def _check_phase(s: State) -> None:
    name = PHASES[s.phase]
    if (s.phase in (MOVING, PUSHING)) < bool(s.dice.any()):
        raise BadPosition(f"position.dice: in the phase {name} no die is open")
    if s.phase == DRAWING and not s.draw_first:
        raise BadPosition("position.phase is first only where the seat that begins is drawn", "MAR-5")
    for field, seat in (("turn", s.turn if s.phase == DRAWING else 0), ("began", s.first)):
        if seat and (s.phase == DRAWING or not s.draw_first):
            raise BadPosition(f"position.{field} is 0 unless another seat was drawn to begin", "MAR-5")
    if s.phase == MOVING and not s.dice.any():
        raise BadPosition("position.dice: in the phase move a die is open")
    won = s.winner != NOBODY and (not s.mad_dog or others_are_out(s))
    over = won or s.rounds >= s.turn_limit
    last_turn = s.turn == s.winner and s.dog_turn == s.dog_turns  # of the dog's: going on or just over
    if over > (s.phase == ENDED) or (s.phase == ENDED) > (over or last_turn):
        raise BadPosition(
            "position.phase is over once a family has won (with the Mad Dog, once the others are out or its turns are "
            f"played) or the rounds are played, and only then; not {name}"
        )
    if s.phase == ENDED:
        return
    if s.turn != s.winner and not in_play(s, s.turn):
        raise BadPosition(f"position.turn: seat {s.turn} has nobody left in play", "MAR-35")
    if not legal(s, new(Work)):
        what = "chain: it cannot be completed" if s.phase == PUSHING else "dice: no open die has a lawful move"
        raise BadPosition(f"position.{what}")
