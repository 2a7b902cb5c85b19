"""Everest: what a decision would do, and what a past one did.

After the last coin is laid a whole round can pass without another decision. A *happening* is what it was, whose, and
the squares of it in order. On a page it is a list of words, `off` for off the board:

    move yeti:0 square:b5 square:c5      of its own, in a run, or pushed: `move`, `run`, `push`; `home` is put home
    throw yeti:1 square:c3 square:d3     a snowball, up to the square where it hits somebody or is spent
    roar yeti:1 square:d3                towards a square
    hurt yeti:2
    beat 2                               the second coins of all

Nothing is worked out here. A way is found by asking the rules where one, two, … points lead; whom a snowball hits, by
asking them what the snowballs of the first one, two, … throwers do.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from oddboard.core import seats
from oddboard.core.bits import NONE
from oddboard.core.records import copy, from_bytes, new, to_bytes
from oddboard.core.scene import Preview
from oddboard.games.everest.codes import (
    FLEE,
    HEAL,
    LAY,
    ORDERS,
    PUT_IN_ORDER,
    ROLL,
    SNOWBALLS,
    TAKE_HOME,
    base_taken,
    coin_laid,
    coin_of,
    direction_of,
    first_item,
    fled_from,
    is_roar,
    is_snowball,
    items_of,
    kind_of,
    laid_coin,
    order_chosen,
    seat_rolling,
)
from oddboard.games.everest.decision import laid_to_json
from oddboard.games.everest.face.names import (
    SQUARE_IDS,
    YETI_IDS,
    die_id,
    laid_id,
    place_words,
    seats_words,
    times_words,
)
from oddboard.games.everest.face.unpacked import Unpacked, unpacked
from oddboard.games.everest.rules.board import action, hurts, occupied, place, with_action
from oddboard.games.everest.rules.conflicts import order_by_seats
from oddboard.games.everest.rules.mountain import (
    NO_WAY,
    UP_CLIFF,
    Mountain,
    ahead_of,
    edge,
    lay_out,
    mountain_of,
    points_to_peak,
)
from oddboard.games.everest.rules.moving import moved, price
from oddboard.games.everest.rules.outlook import after_coin
from oddboard.games.everest.rules.plans import plan_size
from oddboard.games.everest.rules.roars import roar, runs
from oddboard.games.everest.rules.snowballs import thrown
from oddboard.games.everest.rules.turn import actions_of_beat, decide, go_on
from oddboard.games.everest.state import (
    ACTING,
    ALL_COINS,
    BASES,
    BEATS,
    FACES,
    HIDDEN,
    NO_ACTION,
    OFF,
    PLANNING,
    ROARING,
    SEATS,
    VALUE,
    WAYS,
    State,
    Work,
    members,
    square_name,
)

KEPT = 16  # past decisions in mind: their words and their trails are asked for one after the other
BOARDS = 128  # of which it is known what every coin would do


class Happening(NamedTuple):
    """Something that happens by itself: to whom, on which squares, OFF for off the board."""

    kind: str
    seat: int  # of a beat, its number
    squares: tuple[int, ...] = ()

    def as_words(self) -> list[str]:
        """As a page reads it."""
        if self.kind == "beat":
            return ["beat", str(self.seat + 1)]
        return [self.kind, YETI_IDS[self.seat], *(SQUARE_IDS[at] for at in self.squares)]


# What one action does


def _way(boards: Iterable[Any], seat: int) -> tuple[int, ...]:
    """The squares that a yeti is on in one board after another."""
    way: list[int] = []
    for board in boards:
        if not way or way[-1] != place(board, seat):
            way.append(place(board, seat))
    return tuple(way)


def _hurts(before: Any, after: Any, first: int) -> Iterator[Happening]:
    """Who was hurt between two boards, one seat before the others."""
    for seat in (first, *(other for other in range(SEATS) if other != first)):
        yield from [Happening("hurt", seat)] * (hurts(after, seat) - hurts(before, seat))


def _moves(s: State, board: Any, mover: int, laid: int, kind: str) -> list[Happening]:
    """A move or a run, and whom it pushes."""
    to = direction_of(laid)
    boards = [board, *(moved(s, board, mover, laid_coin(points, VALUE, to)) for points in range(1, coin_of(laid) + 1))]
    ways = [(kind if seat == mover else "push", seat, _way(boards, seat)) for seat in range(SEATS)]
    found = [Happening(*each) for each in ways if len(each[-1]) > 1]
    return [*sorted(found, key=lambda each: each.seat != mover), *_hurts(board, boards[-1], mover)]


def _throws(s: State, board: Any, actions: Any) -> list[Happening]:
    """All snowballs of a beat, and whom they hit."""
    throws, changes = [], []
    after, known = board, {}
    for seat in range(SEATS):
        laid = action(actions, seat)
        if not is_snowball(laid):
            continue
        known[seat] = laid
        before, after = after, thrown(s, board, _actions(known))
        hit = [other for other in range(SEATS) if hurts(after, other) > hurts(before, other)]
        throws.append(Happening("throw", seat, _flight(s, board, seat, direction_of(laid), hit)))
        for other in hit:
            way = _way((before, after), other)
            changes += [Happening("push", other, way)] if len(way) > 1 else []
            changes += _hurts(before, after, other)
    return throws + changes


def _actions(known: dict[int, int]) -> Any:
    """The actions of some seats, as those of a beat."""
    actions = NONE
    for seat in range(SEATS):
        actions = with_action(actions, seat, known.get(seat, NO_ACTION))
    return actions


def _flight(s: State, board: Any, thrower: int, to: int, hit: list[int]) -> tuple[int, ...]:
    """The way of a snowball from its thrower to the one that it hits, or to its end."""
    way = [place(board, thrower)]
    ends = [place(board, seat) for seat in hit]
    for at in mountain_of(s).flight(way[0], to):
        way.append(at)
        if at in ends:
            break
    return tuple(way)


def _roars(s: State, board: Any, roarer: int, laid: int) -> Happening:
    """A roar towards a square."""
    return Happening("roar", roarer, (ahead_of(s, place(board, roarer), direction_of(laid)),))


# What follows from a decision


def happenings(before: State, code: int) -> list[Happening]:
    """Everything that follows from a decision before the next one."""
    return _followed(to_bytes(before), code)


@lru_cache(maxsize=KEPT)
def _followed(before: bytes, code: int) -> list[Happening]:
    s, work = from_bytes(State, before), new(Work)
    found = _decided(s, code)
    while s.phase >= ACTING:
        last = copy(s)
        go_on(s, work)
        found += _step(last, s)
    return found


def happenings_of_beat(before: State, code: int) -> list[Happening]:
    """What follows from a decision in its beat: what is laid for the next may not be known."""
    s, work = copy(before), new(Work)
    found = _decided(s, code)
    while s.phase >= ACTING and (s.agenda or s.phase == ROARING):
        last = copy(s)
        go_on(s, work)
        found += _step(last, s)
    return found


def _decided(s: State, code: int) -> list[Happening]:
    """Carry out a decision; what happens with it at once."""
    last = copy(s)
    decide(s, code)
    if last.about_runs and kind_of(code) == PUT_IN_ORDER:
        return _runs(last, ORDERS[order_chosen(code)])
    return _comes_home(last, s)


def _step(last: State, s: State) -> list[Happening]:
    """What one step of the rules did."""
    if last.phase == ROARING:
        return _runs(last, items_of(order_by_seats(runs(last)))) if s.phase == ACTING else []
    if last.agenda:
        item = first_item(int(last.agenda))
        if s.phase == ROARING:
            return [_roars(s, s.board, seat, int(s.plan[seat, s.beat])) for seat in members(s.roarers)]
        if item == SNOWBALLS:
            return _throws(s, last.board, actions_of_beat(last))
        return _moves(s, last.board, item, int(last.plan[item, last.beat]), "move")
    if s.beat != last.beat and s.beat < BEATS and s.phase != PLANNING:
        return [Happening("beat", int(s.beat))]
    return _comes_home(last, s)


def _runs(last: State, order: Iterable[int]) -> list[Happening]:
    """All that run do so, in an order."""
    found: list[Happening] = []
    board = last.board
    for seat in order:
        found += _moves(last, board, seat, int(last.run[seat]), "run")
        board = moved(last, board, seat, int(last.run[seat]))
    return found


def _comes_home(last: State, s: State) -> list[Happening]:
    """Whoever has another place by itself, or by a choice at the end of the round, has been put home."""
    return [
        Happening("home", seat, (place(s.board, seat),))
        for seat in range(s.seats)
        if place(last.board, seat) != place(s.board, seat)
    ]


def trails(before: State, code: int) -> dict[str, list[str]]:
    """The way of every yeti, and under `event:1` and so on each happening in its order."""
    found: dict[str, list[str]] = {}
    happened = happenings(before, code)
    for each in happened:
        if each.kind in ("move", "run", "push", "home"):
            way = [SQUARE_IDS[at] for at in each.squares if at != OFF]
            known = found.setdefault(YETI_IDS[each.seat], [])
            known += way[1:] if known and way and known[-1] == way[0] else way
    for number, each in enumerate(happened, 1):
        found[f"event:{number}"] = each.as_words()
    return found


def marks(s: State, code: int) -> list[str]:
    """The yeti, the laid coin or the die that a decision was about."""
    kind, mover = kind_of(code), YETI_IDS[int(s.turn)]
    if kind == LAY:
        return [laid_id(int(s.turn), int(s.beat))]
    if kind == ROLL:
        return [die_id(seat_rolling(code)), YETI_IDS[seat_rolling(code)]]
    if kind == PUT_IN_ORDER:
        return [YETI_IDS[item] for item in ORDERS[order_chosen(code)] if item != SNOWBALLS]
    if kind == FLEE:
        return [mover, YETI_IDS[fled_from(code)]]
    if kind == TAKE_HOME:
        return [mover, SQUARE_IDS[BASES[base_taken(code)]]]
    return [mover]


# What a coin would do


def preview(s: State, code: int) -> Preview:
    """Where a coin would lead if nobody interfered, and what it would do to others."""
    if code == HEAL:
        return _preview_of_healing(s)
    if kind_of(code) != LAY:
        return {}
    now = unpacked(s)
    path, note, warning = outcome(now.mountain.rows, board_by_then(now, now.turn), now.turn, coin_laid(code))
    found = Preview(note=note)
    if len(path) > 1:
        found["path"] = [SQUARE_IDS[at] for at in path]
    if warning:
        found["warning"] = warning
    if now.beat + 1 == plan_size(s, now.turn):
        found["confirm"] = "Lay plan"
    return found


def _preview_of_healing(s: State) -> Preview:
    """Going home is of no use where nothing is to heal."""
    seat = int(s.turn)
    return {} if hurts(s.board, seat) or s.coins[seat] != ALL_COINS else {"idle": True}


def board_by_then(now: Unpacked, seat: int) -> int:
    """The board after the coins that a seat has laid, if nobody else did anything."""
    board = now.s.board
    for laid in now.laid(seat):
        if laid != HIDDEN:
            board = after_coin(now.s, board, seat, laid)
    return int(board)


def ghosts(now: Unpacked, seat: int) -> list[dict[str, Any]] | None:
    """Where the coins that a seat has laid would lead, one after another; None if they are not to be known."""
    found: list[dict[str, Any]] = []
    board = now.s.board
    for beat, laid in enumerate(now.laid(seat)):
        if laid == HIDDEN:
            return None
        path, note, _ = outcome(now.mountain.rows, int(board), seat, laid)
        board = after_coin(now.s, board, seat, laid)
        at = place(board, seat)
        found.append(
            {
                "beat": beat + 1,
                **laid_to_json(laid),
                "at": SQUARE_IDS[at] if at != OFF else None,
                "path": [SQUARE_IDS[each] for each in path],
                "note": note,
            }
        )
    return found if found or seat == now.turn else None


@lru_cache(maxsize=BOARDS * FACES * WAYS)
def outcome(rows: tuple[str, ...], content: int, seat: int, laid: int) -> tuple[list[int], str, str]:
    """The squares of a move or a flight on a mountain with a board, what it would come to in a few words, a warning."""
    s, board = _bare(rows), np.uint64(content)
    if place(board, seat) == OFF:
        return [], "lost: off the board by then", ""
    if is_roar(laid):
        return [], _roar_note(s, board, seat, laid), ""
    if is_snowball(laid):
        happened = _throws(s, board, _actions({seat: laid}))
        note = _throw_note(happened)
    else:
        happened = _moves(s, board, seat, laid, "move")
        note = _move_note(s, board, seat, happened) or _stop_note(s, board, seat, direction_of(laid))
    path = next((each.squares for each in happened if each.seat == seat and each.squares), ())
    return [at for at in path if at != OFF], note, _warning(happened, seat)


def _warning(happened: list[Happening], seat: int) -> str:
    """Why somebody may regret what happens to its own yeti; empty if there is no reason."""
    if any(each.seat == seat and OFF in each.squares and each.kind != "throw" for each in happened):
        return "Your yeti would leave the mountain."
    return "Your yeti would fall and be hurt." if _hurt_times(happened, seat) else ""


@lru_cache
def _bare(rows: tuple[str, ...]) -> State:
    """A mountain, and nothing else."""
    s = new(State)
    lay_out(s, Mountain(rows))
    return s


def _is_peak(s: State, at: int) -> bool:
    return points_to_peak(s, at) == 0


def _hurt_times(happened: list[Happening], seat: int) -> int:
    return sum(each.kind == "hurt" and each.seat == seat for each in happened)


def _move_note(s: State, board: Any, mover: int, happened: list[Happening]) -> str:
    """A move in a few words; none if it goes nowhere."""
    notes = []
    for each in happened:
        if not each.squares:
            continue
        end, hurt = each.squares[-1], _hurt_times(happened, each.seat)
        if each.seat != mover:
            notes.append(
                f"pushes {seats.name(each.seat)} {place_words(end)}" + (f", {times_words(hurt)}" if hurt else "")
            )
            continue
        notes.append("onto the peak" if _is_peak(s, end) and not _is_peak(s, place(board, mover)) else place_words(end))
        if hurt:
            notes.append(f"falls, {times_words(hurt)}")
    return " · ".join(notes)


def _stop_note(s: State, board: Any, mover: int, to: int) -> str:
    """Why a move goes nowhere."""
    here = place(board, mover)
    ahead, points = ahead_of(s, here, to), price(s, ~occupied(board), here, to)
    other = next((seats.name(seat) for seat in range(SEATS) if seat != mover and place(board, seat) == ahead), "")
    if edge(s, here, to) == UP_CLIFF:
        return "stays: nobody climbs a cliff"
    if points == NO_WAY:
        return f"stays: {other} cannot be pushed"
    return f"stays: {f'pushing {other}' if other else 'this step'} takes {points} points"


def _throw_note(happened: list[Happening]) -> str:
    """A snowball in a few words."""
    throw, *rest = happened
    end = throw.squares[-1]
    if not rest:
        return "snowball: flies off the board" if end == OFF else "snowball: spent on the rise"
    hit, hurt = rest[0].seat, _hurt_times(rest, rest[0].seat)
    note = f"hits {seats.name(hit)} on {square_name(end)}"
    if rest[0].kind == "push":
        note += f", shoved {place_words(rest[0].squares[-1])}"
    return note + (f", {times_words(hurt)}" if hurt > 1 else "")


def _roar_note(bare: State, board: Any, seat: int, laid: int) -> str:
    """Whom a roar would strike, and who would have to roll whether it does."""
    struck, checks = heard_by(bare, board, seat, laid)
    note = f"roars at {seats_words(struck) or 'nobody'}"
    return note + (f" · {seats_words(checks)} may be struck too" if checks else "")


def heard_by(bare: State, board: Any, seat: int, laid: int) -> tuple[list[int], list[int]]:
    """The seats that a roar would strike, and those that would have to roll whether it does."""
    s = copy(bare)
    s.board = board
    s.plan[seat, s.beat] = laid
    roar(s, 1 << seat)
    struck = [other for other in range(SEATS) if s.struck_by[other]]
    return struck, [pair % SEATS for pair in range(SEATS * SEATS) if int(s.checks) >> pair & 1]
