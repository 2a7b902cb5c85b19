"""Everest: what a coin, an order or a choice at the end of the round wins, breaks, prevents and comes nearer to.

Of plans only what the seat itself has laid is known: a coin is told by what it would come to if nobody interfered.
"""

import numpy as np

from oddboard.core import seats
from oddboard.core.records import copy, scratch
from oddboard.core.sentences import counted, in_words, listed
from oddboard.games.everest.codes import (
    FLEE,
    HEAL,
    LAY,
    PUT_IN_ORDER,
    SET_ASIDE,
    TAKE_HOME,
    base_taken,
    coin_laid,
    direction_of,
    fled_from,
    is_roar,
    is_snowball,
    kind_of,
)
from oddboard.games.everest.face.names import COIN_NAMES, seats_words
from oddboard.games.everest.face.preview import Happening, board_by_then, happenings_of_beat, heard_by, outcome
from oddboard.games.everest.face.unpacked import unpacked
from oddboard.games.everest.rules import RULES
from oddboard.games.everest.rules.board import hurts, place
from oddboard.games.everest.rules.mountain import ahead_of, points_to_peak
from oddboard.games.everest.rules.moving import moved
from oddboard.games.everest.rules.outlook import after_coin
from oddboard.games.everest.rules.roars import flee
from oddboard.games.everest.rules.turn import decide
from oddboard.games.everest.state import ALL_COINS, BASES, NO_RUN, OFF, SEATS, State, Work, members, square_name


def reasons(s: State, code: int, seat: int) -> list[str]:
    """What a decision of a seat is good for."""
    kind = kind_of(code)
    if kind == LAY:
        return _coin(s, seat, coin_laid(code))
    if kind == PUT_IN_ORDER:
        return _order(s, code, seat)
    if kind == TAKE_HOME:
        return [f"is {_far(s, BASES[base_taken(code)])}"]
    if kind == FLEE:
        return _flight(s, seat, fled_from(code))
    if kind == SET_ASIDE:
        after = copy(s)
        decide(after, code)
        left = [f"the {COIN_NAMES[coin]}" for coin in members(int(after.coins[seat]))]
        return [f"keeps {listed(left)}"] if left else []
    return _healing(s, code, seat) if code == HEAL else _staying(s, code, seat)


# A coin of a plan


def _coin(s: State, seat: int, laid: int) -> list[str]:
    """What a coin would come to, if nobody interfered."""
    now = unpacked(s)
    board = board_by_then(now, seat)
    here = place(board, seat)
    if here == OFF:
        return ["can change nothing more, as its yeti is off the board by then"]
    path, note, _ = outcome(now.mountain.rows, board, seat, laid)
    if is_roar(laid):
        return _roar(s, board, seat, laid)
    if is_snowball(laid):
        return _snowball(path, note)
    after = after_coin(s, np.uint64(board), seat, laid)
    return _move(s, seat, here, place(after, seat), note)


def _roar(s: State, board: int, seat: int, laid: int) -> list[str]:
    """Whom a roar strikes or may strike, or would strike if it came there by then."""
    probe = copy(s)
    probe.struck_by[:] = probe.roarers = probe.checks = 0
    struck, checks = heard_by(probe, np.uint64(board), seat, laid)
    found = [f"roars at {seats_words(struck)}, to make it run"] if struck else []
    if checks:
        found.append(f"may frighten {seats_words(checks)} beside it")
    ahead = ahead_of(s, place(board, seat), direction_of(laid))
    where = f"to {square_name(ahead)}" if ahead != OFF else "beside it"
    return found or [f"would frighten whoever comes {where} by then"]


def _snowball(path: list[int], note: str) -> list[str]:
    """Whom a snowball hits, or would hit if it came there by then."""
    if note.startswith("hits"):
        return [_told(note)]
    squares = path[1:]
    if not squares:
        return []
    if len(squares) > 2:
        return [f"would hit whoever is anywhere from {square_name(squares[0])} to {square_name(squares[-1])} by then"]
    return [f"would hit whoever is on {listed([square_name(at) for at in squares], 'or')} by then"]


def _told(note: str) -> str:
    """A note as a part of a sentence: "hits Cobalt on d4, and shoves it to d5, hurt twice"."""
    what, _, rest = note.partition(", ")
    if rest.startswith("shoved"):
        what, rest = f"{what} and shoves it {rest.removeprefix('shoved ')}", ""
        what, _, rest = what.partition(", ")
    return f"{what}, {_hurt(rest)}" if rest else what


def _pushed(part: str) -> str:
    """A push of a note: "pushes Cobalt to d5 and hurts it twice"."""
    what, _, hurt = part.partition(", hurt")
    return f"{what} and hurts it{_hurt(hurt)}" if ", hurt" in part else what


def _hurt(words: str) -> str:
    """That something is hurt, and how often: "hurt twice"."""
    return words.replace("2 times", "twice")


def _times(count: int) -> str:
    return {1: "hurt", 2: "hurt twice"}.get(count, f"hurt {in_words(count)} times")


def _move(s: State, seat: int, here: int, there: int, note: str) -> list[str]:
    """Whom a move pushes, and how near the peak it comes."""
    found = [_pushed(part) for part in note.split(" · ") if part.startswith("pushes")]
    if there == OFF:
        return found
    near, was = points_to_peak(s, there), points_to_peak(s, here)
    if near == 0:
        found.append("gets onto the peak" if was else "stays on the peak")
        if s.alone == seat:
            found.append("wins if nobody else gets there")
        elif s.alone >= 0:
            found.append(f"keeps {seats.name(int(s.alone))} from having it alone")
    elif near < was:
        found.append(f"comes to {square_name(there)}, {_far(s, there)} instead of {in_words(int(was))}")
    elif there == here:
        found.append(f"holds {square_name(here)}, {_far(s, here)}")
    else:
        verb = "ends on" if found else "gets out of the way to"
        found.append(f"{verb} {square_name(there)}, {_far(s, there)}")
    return found


def _far(s: State, at: int) -> str:
    """How far a square is from the peak."""
    points = int(points_to_peak(s, at))
    if not points:
        return "on the peak"
    return f"{in_words(points)} point{'' if points == 1 else 's'} from the peak"


# In a round, and at its end


def _order(s: State, code: int, seat: int) -> list[str]:
    """What an order brings about for the one that chooses it."""
    happened = happenings_of_beat(s, code)
    own = [each for each in happened if each.seat == seat and each.kind in ("move", "run")]
    found = [
        f"has {seats.name(each.seat)} pushed {_where(each)}"
        for each in happened
        if each.kind == "push" and each.seat != seat
    ]
    for other in range(SEATS):
        count = sum(each.kind == "hurt" and each.seat == other for each in happened)
        if count and other != seat:
            found.append(f"gets {seats.name(other)} {_times(count)}")
    if own and own[-1].squares[-1] != OFF:
        found.append(f"brings its own yeti to {square_name(own[-1].squares[-1])}, {_far(s, own[-1].squares[-1])}")
    return found or _of_orders(s, code, happened, seat)


def _where(happening: Happening) -> str:
    end = happening.squares[-1]
    return "off the board" if end == OFF else f"to {square_name(end)}"


def _of_orders(s: State, code: int, happened: list[Happening], seat: int) -> list[str]:
    """What an order spares the yeti of the one that chooses it, or lets happen to it, next to the other orders."""
    work = scratch(Work)
    codes: list[int] = work.code[: RULES.legal(s, work)].tolist()
    others = [happenings_of_beat(s, each) for each in codes if each != code]
    if all(sorted(other) == sorted(happened) for other in others):
        return ["comes to the same as any other order"]
    if not _suffered(happened, seat):
        spared = any(_suffered(other, seat) for other in others)
        return ["keeps its own yeti from being pushed or hurt"] if spared else ["leaves its own yeti in peace"]
    pushes = [each for each in _suffered(happened, seat) if each.kind == "push"]
    return [f"lets its own yeti be pushed {_where(pushes[-1])}" if pushes else "lets its own yeti be hurt"]


def _suffered(happened: list[Happening], seat: int) -> list[Happening]:
    """What others do to a yeti."""
    return [each for each in happened if each.seat == seat and each.kind in ("push", "hurt")]


def _flight(s: State, seat: int, roarer: int) -> list[str]:
    """Where a run leads."""
    after = copy(s)
    flee(after, seat, roarer)
    if after.run[seat] == NO_RUN:
        return []
    to = place(moved(s, s.board, seat, int(after.run[seat])), seat)
    return [f"runs to {square_name(to)}, {_far(s, to)}"] if to != OFF else []


def _healing(s: State, code: int, seat: int) -> list[str]:
    back = int(ALL_COINS & ~int(s.coins[seat])).bit_count()
    times = int(hurts(s.board, seat))
    found = [f"gets back {counted(back, 'coin')}"] if back else []
    if times:
        found.append(f"need not set aside {counted(times, 'coin')}")
    if found:
        return found
    after = copy(s)
    decide(after, code)
    home = place(after.board, seat)
    return [f"sets out again from {square_name(home)}, with all its coins"] if home != OFF else []


def _staying(s: State, code: int, seat: int) -> list[str]:
    here = place(s.board, seat)
    after = copy(s)
    decide(after, code)
    coins = "" if after.owed or s.coins[seat] != ALL_COINS else ", with all its coins"
    return [f"stays {_far(s, here)}{coins}"] if here != OFF else []
