"""Everest: positions to and from JSON."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from oddboard.core.errors import BadPosition
from oddboard.core.options import quoted
from oddboard.core.records import copy
from oddboard.games.everest.checks import MOST_HURTS, check
from oddboard.games.everest.drawing import DIRECTION_NAMES, SIDE_NAMES
from oddboard.games.everest.mountain import BASES, DIRECTIONS, FACES, OFF, SQUARES, square, square_name
from oddboard.games.everest.moving import hurts, place, put
from oddboard.games.everest.reading import Reader
from oddboard.games.everest.state import (
    BEATS,
    CHECKING,
    CONTEST,
    FLEEING,
    HIDDEN,
    HOMES,
    NO_COIN,
    NO_RUN,
    NOBODY,
    NOT_ROLLED,
    ORDERING,
    PLANNING,
    SEATS,
    SNOWBALLS,
    TABLE,
    WAYS,
    State,
    items_of,
    members,
    packed,
)

PHASES = ("home", "plan", "contest", "order", "check", "table", "flee", "heal", "set_aside", "over")
IN_BEATS = (CONTEST, ORDERING, CHECKING, TABLE, FLEEING)
_ABOUT = ("beat", "runs")
_SQUARE_NAMES = tuple(map(square_name, SQUARES))
_BASE_NAMES = tuple(map(square_name, BASES))


def to_json(s: State) -> dict[str, Any]:
    """Everything in a state."""
    everyone = range(s.seats)
    contest = roars = None
    if s.phase in (CONTEST, ORDERING):
        contest = {
            "about": _ABOUT[s.about_runs],
            "to_roll": members(s.to_roll),
            "dice": [None if die == NOT_ROLLED else int(die) for die in s.dice[: s.seats]],
        }
    if s.phase in (CHECKING, TABLE, FLEEING):
        roars = {
            "roarers": members(s.roarers),
            "checks": [list(divmod(pair, SEATS)) for pair in range(SEATS * SEATS) if int(s.checks) >> pair & 1],
            "struck_by": [members(s.struck_by[seat]) for seat in everyone],
            "answers": [members(s.answers[seat]) for seat in everyone],
            "rolled": members(s.rolled),
            "roared_back_at": members(s.roared_back_at),
            "flees_from": [members(s.flees_from[seat]) for seat in everyone],
        }
    return {
        "players": int(s.seats),
        "options": {"homes": "chosen" if s.homes_chosen else "dealt", "round_limit": int(s.round_limit)},
        "phase": PHASES[s.phase],
        "turn": int(s.turn),
        "round": int(s.rounds),
        "beat": int(s.beat) + 1 if s.phase in IN_BEATS else None,
        "alone_at_start": None if s.alone == NOBODY else int(s.alone),
        "winner": None if s.winner == NOBODY else int(s.winner),
        "yeti": [_yeti(s, seat) for seat in everyone],
        "agenda": ["snowballs" if item == SNOWBALLS else item for item in items_of(int(s.agenda))],
        "contest": contest,
        "roars": roars,
        "runs": [_run(s, seat) for seat in everyone],
        "left": members(s.left),
        "owed": int(s.owed),
    }


def _yeti(s: State, seat: int) -> dict[str, Any]:
    at = place(s.board, seat)
    return {
        "home": None if s.home[seat] == NOBODY else square_name(int(s.home[seat])),
        "at": None if at == OFF else square_name(int(at)),
        "hurt": int(hurts(s.board, seat)),
        "coins": members(s.coins[seat]),
        "plan": [_coin(int(coin)) for coin in s.plan[seat] if coin != NO_COIN],
    }


def _coin(coin: int) -> dict[str, Any] | str:
    if coin == HIDDEN:
        return "hidden"
    value, way = divmod(coin, WAYS)
    up, to = divmod(way, DIRECTIONS)
    return {"coin": value, "up": SIDE_NAMES[up], "to": DIRECTION_NAMES[to]}


def _run(s: State, seat: int) -> dict[str, Any] | None:
    if s.run[seat] == NO_RUN:
        return None
    points, to = divmod(int(s.run[seat]), WAYS)
    return {"points": points, "to": None if s.flees_from[seat] else DIRECTION_NAMES[to]}


def from_json(
    position: Mapping[str, Any],
    checked_options: Callable[[Any, Any], dict[str, Any]],
    start: Callable[[int, dict[str, Any]], State],
) -> State:
    """The state of a position. `checked_options` completes the options, `start` gives a fresh game of them."""
    reader = Reader(position, "position")
    players = reader.whole("players", 2, SEATS)
    options = checked_options(players, reader.value.get("options", {}))
    fresh = start(players, options)
    s = copy(fresh)
    s.phase = reader.one_of("phase", *PHASES)
    s.turn = reader.whole("turn", 0, players - 1)
    s.rounds = reader.whole("round", 0, options["round_limit"])
    s.alone = reader.seat_or_none("alone_at_start", players)
    s.winner = reader.seat_or_none("winner", players)
    _read_yeti(s, reader)
    _read_beat(s, reader)
    s.left = reader.seats("left", players)
    s.owed = reader.whole("owed", 0, FACES)
    s.agenda = _agenda(reader, players)
    contest = reader.inside("contest")
    if contest:
        s.about_runs = contest.one_of("about", *_ABOUT)
        s.to_roll = contest.seats("to_roll", players)
        for seat, die in enumerate(contest.list_of("dice", players)):
            if die is not None:
                s.dice[seat] = contest.face("dice", die)
    roars = reader.inside("roars")
    if roars:
        _read_roars(s, roars)
    _read_runs(s, reader)
    back = to_json(s)
    for name, value in position.items():
        if name != "options" and (name not in back or back[name] != value):
            raise BadPosition(f"position.{name} does not agree with the rest; as {quoted(back.get(name))} it would")
    check(s, fresh)
    return s


def _read_yeti(s: State, reader: Reader) -> None:
    for seat, given in enumerate(reader.list_of("yeti", s.seats)):
        one = Reader(given, f"position.yeti[{seat}]")
        home = one.one_or_none("home", *_BASE_NAMES)
        s.home[seat] = NOBODY if home is None else square(home)
        at = one.one_or_none("at", *_SQUARE_NAMES)
        s.board = np.uint64(s.board) & ~(np.uint64(0xFF) << np.uint64(8 * seat + 32))
        s.board = put(s.board, seat, OFF if at is None else square(at), one.whole("hurt", 0, MOST_HURTS * (BEATS + 1)))
        s.coins[seat] = one.numbers("coins", FACES)
        plan = one.list_of("plan")
        if len(plan) > BEATS:
            raise BadPosition(f"{one.path}.plan has at most three coins, not {len(plan)}")
        for beat, coin in enumerate(plan):
            s.plan[seat, beat] = HIDDEN if coin == "hidden" else _read_coin(Reader(coin, f"{one.path}.plan[{beat}]"))


def _read_coin(reader: Reader) -> int:
    coin = reader.whole("coin", 0, FACES - 1) * WAYS
    return coin + reader.one_of("up", *SIDE_NAMES) * DIRECTIONS + reader.one_of("to", *DIRECTION_NAMES)


def _read_beat(s: State, reader: Reader) -> None:
    """The beat; outside the beats it follows from the phase."""
    if s.phase in IN_BEATS:
        s.beat = reader.whole("beat", 1, BEATS) - 1
    elif s.phase == PLANNING:
        s.beat = sum(coin != NO_COIN for coin in s.plan[s.turn])
    else:
        s.beat = 0 if s.phase == HOMES else BEATS


def _agenda(reader: Reader, players: int) -> int:
    items: list[int] = []
    for item in reader.list_of("agenda"):
        known = item == "snowballs" or (isinstance(item, int) and not isinstance(item, bool) and 0 <= item < players)
        number = SNOWBALLS if item == "snowballs" else item
        if not known or number in items:
            raise BadPosition(f"position.agenda lists seats and 'snowballs' once each, not {quoted(item)}")
        items.append(number)
    if len(items) > SEATS:
        raise BadPosition("position.agenda: with snowballs at most three others act")
    return packed(tuple(items))


def _read_roars(s: State, roars: Reader) -> None:
    players = int(s.seats)
    s.roarers = roars.seats("roarers", players)
    s.rolled = roars.seats("rolled", players)
    s.roared_back_at = roars.seats("roared_back_at", players)
    for pair in roars.list_of("checks"):
        if not isinstance(pair, list) or len(pair) != 2:
            raise BadPosition(f"position.roars.checks has pairs of seats, not {quoted(pair)}")
        roarer, seat = (roars.seat("checks", each, players) for each in pair)
        s.checks |= 1 << (roarer * SEATS + seat)
    for name, masks in (("struck_by", s.struck_by), ("answers", s.answers), ("flees_from", s.flees_from)):
        for seat, given in enumerate(roars.list_of(name, players)):
            masks[seat] = Reader({name: given}, roars.path).seats(name, players)
    s.to_roll = sum(1 << seat for seat in range(players) if s.struck_by[seat])


def _read_runs(s: State, reader: Reader) -> None:
    for seat, given in enumerate(reader.list_of("runs", s.seats)):
        if given is None:
            continue
        one = Reader(given, f"position.runs[{seat}]")
        to = one.one_or_none("to", *DIRECTION_NAMES)
        s.run[seat] = one.whole("points", 2, FACES - 1) * WAYS + (0 if to is None else DIRECTION_NAMES.index(to))
