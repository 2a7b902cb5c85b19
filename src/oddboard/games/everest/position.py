"""Everest: positions to and from JSON."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from oddboard.core.errors import BadPosition
from oddboard.core.fields import Fields
from oddboard.core.options import quoted
from oddboard.core.records import copy
from oddboard.games.everest.codes import SNOWBALLS, coin_of, direction_of, items_of, laid_coin, packed
from oddboard.games.everest.decision import DIRECTION_NAMES, SIDE_NAMES, SNOWBALLS_WORD, laid_to_json
from oddboard.games.everest.mountains import name_or_text
from oddboard.games.everest.position_checks import MOST_HURTS, check
from oddboard.games.everest.rules.board import hurts, place, put
from oddboard.games.everest.rules.mountain import mountain_of
from oddboard.games.everest.state import (
    ACE,
    BASES,
    BEATS,
    CHECKING,
    CONTEST,
    FACES,
    FLEEING,
    HIDDEN,
    HOMES,
    IN_BEATS,
    NO_COIN,
    NO_RUN,
    NOBODY,
    NOT_ROLLED,
    OFF,
    ORDERING,
    PLANNING,
    SEATS,
    TABLE,
    VALUE,
    State,
    members,
    square,
    square_name,
)

PHASES = ("home", "plan", "contest", "order", "check", "table", "flee", "heal", "set_aside", "over")
_HIDDEN_WORD = "hidden"  # in place of a coin
_ABOUT = ("beat", "runs")
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
        "options": {
            "mountain": name_or_text(mountain_of(s)),
            "homes": "chosen" if s.homes_chosen else "dealt",
            "round_limit": int(s.round_limit),
        },
        "phase": PHASES[s.phase],
        "turn": int(s.turn),
        "round": int(s.rounds),
        "beat": int(s.beat) + 1 if s.phase in IN_BEATS else None,
        "alone_at_start": None if s.alone == NOBODY else int(s.alone),
        "winner": None if s.winner == NOBODY else int(s.winner),
        "yeti": [_yeti(s, seat) for seat in everyone],
        "agenda": [SNOWBALLS_WORD if item == SNOWBALLS else item for item in items_of(int(s.agenda))],
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


def _coin(laid: int) -> dict[str, Any] | str:
    return _HIDDEN_WORD if laid == HIDDEN else laid_to_json(laid)


def _run(s: State, seat: int) -> dict[str, Any] | None:
    run = int(s.run[seat])
    if run == NO_RUN:
        return None
    return {"points": coin_of(run), "to": None if s.flees_from[seat] else DIRECTION_NAMES[direction_of(run)]}


def from_json(
    position: Mapping[str, Any],
    checked_options: Callable[[Any, Any], dict[str, Any]],
    start: Callable[[int, dict[str, Any]], State],
) -> State:
    """The state of a position. `checked_options` completes the options, `start` gives a fresh game of them."""
    given = Fields(position)
    players = given.whole("players", 2, SEATS)
    options = checked_options(players, position.get("options", {}))
    fresh = start(players, options)
    s = copy(fresh)
    s.phase = given.one_of("phase", *PHASES)
    s.turn = given.whole("turn", 0, players - 1)
    s.rounds = given.whole("round", 0, options["round_limit"])
    s.alone = _seat_or_nobody(given, "alone_at_start", players)
    s.winner = _seat_or_nobody(given, "winner", players)
    for seat, one in enumerate(_one_each(given, "yeti", players)):
        _read_yeti(s, seat, Fields(one, f"position.yeti[{seat}]"))
    _read_beat(s, given)
    s.left = _mask(given, "left", players)
    s.owed = given.whole("owed", 0, FACES)
    s.agenda = _agenda(given, players)
    if given.field("contest") is not None:
        _read_contest(s, Fields(given.field("contest"), "position.contest"))
    if given.field("roars") is not None:
        _read_roars(s, Fields(given.field("roars"), "position.roars"))
    for seat, one in enumerate(_one_each(given, "runs", players)):
        if one is not None:
            _read_run(s, seat, Fields(one, f"position.runs[{seat}]"))
    back = to_json(s)
    for name, value in position.items():
        if name != "options" and (name not in back or back[name] != value):
            raise BadPosition(f"position.{name} does not agree with the rest; as {quoted(back.get(name))} it would")
    check(s, fresh)
    return s


def _is_number(value: Any, bound: int) -> bool:
    """Whether it is a whole number from 0 up, below a bound."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < bound


def _numbers(given: Fields, name: str, values: Any, bound: int) -> int:
    """A list of different whole numbers below a bound, as a mask."""
    if not isinstance(values, list):
        raise given.wrong(name, "a list")
    mask = 0
    for value in values:
        if not _is_number(value, bound) or mask >> value & 1:
            raise BadPosition(
                f"{given.path}.{name} lists numbers from 0 to {bound - 1}, each once, not {quoted(value)}"
            )
        mask |= 1 << value
    return mask


def _mask(given: Fields, name: str, bound: int) -> int:
    """A field with a list of seats or coins, as a mask."""
    return _numbers(given, name, given.field(name), bound)


def _one_each(given: Fields, name: str, players: int) -> list[Any]:
    """A list with something for each seat."""
    if len(given.many(name)) != players:
        raise given.wrong(name, f"a list of {players}, one for each seat")
    return given.many(name)


def _seat_or_nobody(given: Fields, name: str, players: int) -> int:
    return NOBODY if given.field(name) is None else given.whole(name, 0, players - 1)


def _word_or_none(given: Fields, name: str, words: Sequence[str]) -> str | None:
    return None if given.field(name) is None else words[given.one_of(name, *words)]


def _read_yeti(s: State, seat: int, one: Fields) -> None:
    home = _word_or_none(one, "home", _BASE_NAMES)
    s.home[seat] = NOBODY if home is None else square(home)
    at = _word_or_none(one, "at", [square_name(at) for at in mountain_of(s).squares])
    s.board = put(s.board, seat, OFF if at is None else square(at), one.whole("hurt", 0, MOST_HURTS * (BEATS + 1)))
    s.coins[seat] = _mask(one, "coins", FACES)
    plan = one.many("plan")
    if len(plan) > BEATS:
        raise BadPosition(f"{one.path}.plan has at most {BEATS} coins, not {len(plan)}")
    for beat, coin in enumerate(plan):
        s.plan[seat, beat] = HIDDEN if coin == _HIDDEN_WORD else _read_coin(Fields(coin, f"{one.path}.plan[{beat}]"))


def _read_coin(one: Fields) -> int:
    coin, up, to = one.whole("coin", 0, FACES - 1), one.one_of("up", *SIDE_NAMES), one.one_of("to", *DIRECTION_NAMES)
    return laid_coin(coin, up, to)


def _read_beat(s: State, given: Fields) -> None:
    """The beat; outside the beats it follows from the phase."""
    if s.phase in IN_BEATS:
        s.beat = given.whole("beat", 1, BEATS) - 1
    elif s.phase == PLANNING:
        s.beat = sum(coin != NO_COIN for coin in s.plan[s.turn])
    else:
        s.beat = 0 if s.phase == HOMES else BEATS


def _agenda(given: Fields, players: int) -> int:
    items: list[int] = []
    for item in given.many("agenda"):
        number = SNOWBALLS if item == SNOWBALLS_WORD else item
        if not (item == SNOWBALLS_WORD or _is_number(item, players)) or number in items:
            raise BadPosition(f"position.agenda lists seats and 'snowballs' once each, not {quoted(item)}")
        items.append(number)
    if len(items) > SEATS:
        raise BadPosition("position.agenda: with snowballs at most three others act")
    return packed(tuple(items))


def _read_contest(s: State, contest: Fields) -> None:
    players = int(s.seats)
    s.about_runs = contest.one_of("about", *_ABOUT)
    s.to_roll = _mask(contest, "to_roll", players)
    for seat, die in enumerate(_one_each(contest, "dice", players)):
        if die is not None and not _is_number(die, FACES):
            raise BadPosition(f"position.contest.dice has faces from 0 to {FACES - 1}, not {quoted(die)}")
        s.dice[seat] = NOT_ROLLED if die is None else die


def _read_roars(s: State, roars: Fields) -> None:
    players = int(s.seats)
    s.roarers = _mask(roars, "roarers", players)
    s.rolled = _mask(roars, "rolled", players)
    s.roared_back_at = _mask(roars, "roared_back_at", players)
    for pair in roars.many("checks"):
        if not isinstance(pair, list) or len(pair) != 2 or not all(_is_number(each, players) for each in pair):
            raise BadPosition(f"position.roars.checks has pairs of seats from 0 to {players - 1}, not {quoted(pair)}")
        s.checks |= 1 << (pair[0] * SEATS + pair[1])
    for name, masks in (("struck_by", s.struck_by), ("answers", s.answers), ("flees_from", s.flees_from)):
        for seat, listed in enumerate(_one_each(roars, name, players)):
            masks[seat] = _numbers(roars, name, listed, players)
    s.to_roll = sum(1 << seat for seat in range(players) if s.struck_by[seat])


def _read_run(s: State, seat: int, one: Fields) -> None:
    to = _word_or_none(one, "to", DIRECTION_NAMES)
    s.run[seat] = laid_coin(one.whole("points", ACE + 1, FACES - 1), VALUE, DIRECTION_NAMES.index(to) if to else 0)
