"""Everest: what happens by itself after a decision, one thing after another, for pictures and for the log.

After the last coin is laid a whole round can pass without another decision. A *happening* is a list of words: what it
was, whose, and the squares of it in order, `off` for off the board.

    move yeti:0 square:b5 square:c5      of its own, in a run, or pushed: `move`, `run`, `push`; `home` is put home
    throw yeti:1 square:c3 square:d3     a snowball, up to the square where it hits somebody or is spent
    roar yeti:1 square:d3                towards a square; without one into the void
    hurt yeti:2
    beat 2                               the second coins of all
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from oddboard.core import seats
from oddboard.core.records import copy, from_bytes, new, to_bytes
from oddboard.games.everest import rules
from oddboard.games.everest.mountain import (
    BASES,
    DIRECTIONS,
    OFF,
    SQUARES,
    flight,
    is_fall,
    neighbour,
    square_name,
)
from oddboard.games.everest.moving import hurts, is_snowball, place
from oddboard.games.everest.rounds import go_on
from oddboard.games.everest.state import (
    ACTING,
    BEATS,
    NEXT_ITEM,
    NO_RUN,
    ROARING,
    SNOWBALLS,
    State,
    Work,
    members,
)

Happening = list[str]
OFF_WORD = "off"
KEPT = 16  # decisions in mind: their words and their trails are asked for one after the other
SQUARE_IDS = {at: f"square:{square_name(at)}" for at in SQUARES} | {OFF: OFF_WORD}
YETI_IDS = [f"yeti:{seat}" for seat in range(len(BASES))]


def happenings(before: State, code: int) -> list[Happening]:
    """Everything that follows from a decision before the next one."""
    return _followed(to_bytes(before), code)


@lru_cache(maxsize=KEPT)
def _followed(before: bytes, code: int) -> list[Happening]:
    s, work = from_bytes(State, before), new(Work)
    found: list[Happening] = []
    last = copy(s)
    rules.decide(s, code)
    # Nobody pushes in a decision itself: who has another place by it has gone home.
    found += [
        ["home", who, squares[-1]] if kind == "push" else [kind, who, *squares]
        for kind, who, *squares in _changes(last, s, None)
    ]
    while s.phase >= ACTING:
        last = copy(s)
        go_on(s, work)
        found += _step(last, s)
    return found


def _step(last: State, s: State) -> Iterator[Happening]:
    """What one step of the rules did."""
    if last.phase == ACTING and last.agenda:
        item = (int(last.agenda) & NEXT_ITEM) - 1
        if s.phase == ROARING:
            yield from _roars(last, s)
        elif item == SNOWBALLS:
            yield from _throws(last)
            yield from _changes(last, s, None)
        else:
            yield from _changes(last, s, item, int(last.plan[item, last.beat]) % DIRECTIONS)
        return
    if s.beat != last.beat and 0 <= s.beat < BEATS and last.phase == ACTING:
        yield ["beat", str(s.beat + 1)]
    yield from _changes(last, s, None)


def _roars(last: State, s: State) -> Iterator[Happening]:
    for seat in members(int(s.roarers) & ~int(last.roarers)):
        ahead = neighbour(place(s.board, seat), int(s.plan[seat, s.beat]) % DIRECTIONS)
        yield ["roar", YETI_IDS[seat], SQUARE_IDS[ahead]]


def _throws(last: State) -> Iterator[Happening]:
    there = {int(place(last.board, seat)) for seat in range(last.seats)}
    for seat in range(last.seats):
        coin, at = int(last.plan[seat, last.beat]), int(place(last.board, seat))
        if coin >= 0 and is_snowball(coin) and at != OFF:
            over = [at]
            for ahead in flight(at, coin % DIRECTIONS):
                over.append(ahead)
                if ahead in there:
                    break
            else:
                if neighbour(over[-1], coin % DIRECTIONS) == OFF:
                    over.append(OFF)
            yield ["throw", YETI_IDS[seat], *(SQUARE_IDS[each] for each in over)]


def _changes(last: State, s: State, mover: int | None, to: int | None = None) -> Iterator[Happening]:
    """Who has another place, and who was hurt; the one whose move it was, in a direction, comes first."""
    order = sorted(range(s.seats), key=lambda seat: seat != mover)
    for seat in order:
        here, there = int(place(last.board, seat)), int(place(s.board, seat))
        if here == there:
            continue
        ran = last.run[seat] != NO_RUN
        way = straight(here, there, int(last.run[seat]) % DIRECTIONS if ran else to)
        kind = "home" if way is None or here == OFF else "move" if seat == mover else "run" if ran else "push"
        yield [kind, YETI_IDS[seat], *(SQUARE_IDS[at] for at in (way or [there]))]
    for seat in order:
        for _ in range(max(0, hurts(s.board, seat) - hurts(last.board, seat))):
            yield ["hurt", YETI_IDS[seat]]


def straight(here: int, there: int, to: int | None = None) -> list[int] | None:
    """The squares from one place to another in a straight line, with both; None if there is no such line.

    Off the board there are several, of which the one in the direction given is taken, or else the shortest.
    """
    if here == OFF:
        return None
    ways = []
    for way in (_line(here, towards, there) for towards in range(DIRECTIONS)):
        if way[-1] == there:
            ways.append(way)
    if to is not None and (wanted := _line(here, to, there)) in ways:
        return wanted
    return min(ways, key=len, default=None)


def _line(here: int, to: int, there: int) -> list[int]:
    """The squares in a direction up to a place, or off the board."""
    way = [here]
    while way[-1] not in (there, OFF):
        way.append(neighbour(way[-1], to))
    return way


def told(happened: list[Happening]) -> str:
    """What happened, as a friend would tell it; empty if nothing did."""
    sentences: list[str] = []
    for kind, subject, *squares in happened:
        if kind == "beat":
            continue
        who = seats.name(int(subject.removeprefix("yeti:")))
        if kind == "hurt" and sentences:
            sentences[-1] += f", {who} is hurt"
        else:
            sentences.append(f"{who} {_done(kind, [each.removeprefix('square:') for each in squares])}")
    return ". ".join(sentences)


def _done(kind: str, names: list[str]) -> str:
    """A happening without its subject."""
    if kind == "hurt":
        return "is hurt"
    if kind == "home":
        return f"is put home on {names[-1]}"
    if kind == "roar":
        return "roars into the void" if names[0] == OFF_WORD else f"roars at {names[0]}"
    off = names[-1] == OFF_WORD
    if kind == "throw":
        return f"throws a snowball {'off the mountain' if off else f'as far as {names[-1]}'}"
    verb = {"move": "moves", "run": "runs", "push": "is pushed"}[kind]
    return f"{verb} from {names[0]} {'off the board' if off else f'to {names[-1]}'}"


def trails(happened: list[Happening]) -> dict[str, list[str]]:
    """The way of every yeti, and under `event:1` and so on each happening in its order."""
    found: dict[str, list[str]] = {}
    for kind, who, *squares in happened:
        if kind in ("move", "run", "push", "home"):
            way = [each for each in squares if each != OFF_WORD]
            known = found.setdefault(who, [])
            known += way[1:] if known and way and known[-1] == way[0] else way
    for number, each in enumerate(happened, 1):
        found[f"event:{number}"] = each
    return found


def falls(way: list[int]) -> int:
    """How often a yeti falls over a cliff on a straight way."""
    count = 0
    for here, there in pairwise(way):
        count += any(neighbour(here, to) == there and is_fall(here, to) for to in range(DIRECTIONS))
    return count
