"""Everest in sentences: decisions, what followed from them, and the result."""

from collections.abc import Sequence

from oddboard.core import seats
from oddboard.core.face import Past
from oddboard.core.records import copy
from oddboard.core.sentences import listed
from oddboard.games.everest.codes import (
    FLEE,
    HEAL,
    LAY,
    ORDERS,
    PUT_IN_ORDER,
    ROLL,
    SET_ASIDE,
    TAKE_HOME,
    base_taken,
    coin_laid,
    coin_set_aside,
    face_rolled,
    fled_from,
    kind_of,
    order_chosen,
    seat_rolling,
)
from oddboard.games.everest.face.names import COIN_NAMES, coins_words, item_words, laid_words, place_words, times_words
from oddboard.games.everest.face.preview import Happening, happenings
from oddboard.games.everest.rules.board import hurts, place
from oddboard.games.everest.rules.mountain import points_to_peak
from oddboard.games.everest.rules.roars import roarer_checked
from oddboard.games.everest.rules.turn import decide
from oddboard.games.everest.state import (
    BASES,
    CHECKING,
    CONTEST,
    NO_RUN,
    NOBODY,
    OFF,
    State,
    square_name,
)


def words(s: State, code: int) -> str:
    """A decision as a friend would tell it."""
    kind, who = kind_of(code), seats.name(int(s.turn))
    if kind == LAY:
        return f"{who} lays the {laid_words(coin_laid(code))}"
    if kind == ROLL:
        return _roll_words(s, code)
    if kind == PUT_IN_ORDER:
        return f"{who} chooses the order: {', then '.join(map(item_words, ORDERS[order_chosen(code)]))}"
    if kind == TAKE_HOME:
        return f"{who} makes {square_name(BASES[base_taken(code)])} its home"
    if kind == FLEE:
        return f"{who} runs from {seats.name(fled_from(code))}"
    if kind == SET_ASIDE:
        return f"{who} sets aside the {COIN_NAMES[coin_set_aside(code)]}"
    if code == HEAL:
        return f"{who} goes home and heals"
    after = copy(s)
    decide(after, code)
    return f"{who} stays" + (f" and will set aside {coins_words(int(after.owed))}" if after.owed else "")


def _roll_words(s: State, code: int) -> str:
    """A die, and what the rules make of it."""
    seat, face = seat_rolling(code), face_rolled(code)
    rolls = f"{seats.name(seat)} rolls {COIN_NAMES[face]}"
    if s.phase == CONTEST:
        return f"{rolls} for the order"
    after = copy(s)
    decide(after, code)
    if s.phase == CHECKING:
        roarer = roarer_checked(s)
        struck = int(after.struck_by[seat]) >> roarer & 1
        return f"{rolls} and {'is struck by' if struck else 'does not mind'} {seats.name(roarer)}'s roar"
    if after.run[seat] != NO_RUN:
        return f"{rolls} and is going to run"
    return f"{rolls} and {'roars back' if after.answers[seat] else 'stands and shivers'}"


def account(before: State, code: int) -> str:
    """A decision with all that followed from it by itself."""
    sentences = [words(before, code)]
    for each in happenings(before, code):
        if each.kind == "beat":
            continue
        sentence = f"{seats.name(each.seat)} {_done(each)}"
        if each.kind == "hurt":  # by what was told just before
            sentences[-1] += f", {sentence}"
        else:
            sentences.append(sentence)
    return ". ".join(sentences)


def _done(happening: Happening) -> str:
    """A happening without its subject."""
    kind, names = happening.kind, [square_name(at) for at in happening.squares]
    off = bool(names) and happening.squares[-1] == OFF
    if kind == "hurt":
        return "is hurt"
    if kind == "home":
        return f"is put home on {names[-1]}"
    if kind == "roar":
        return "roars into the void" if off else f"roars at {names[0]}"
    if kind == "throw":
        return f"throws a snowball {'off the mountain' if off else f'as far as {names[-1]}'}"
    verb = {"move": "moves", "run": "runs", "push": "is pushed"}[kind]
    return f"{verb} from {names[0]} {place_words(happening.squares[-1])}"


def turn_words(turn: Sequence[Past]) -> str:
    """A whole round: who came to the peak or lost it, was hurt or put off the mountain, and where the others went."""
    if not turn[0].before.rounds:
        return turn[-1].words if len(turn) == 1 else ""
    states = [turn[0].before, *(past.after for past in turn)]
    home = {int(past.before.turn): _went_home(past.before) for past in turn if past.code == HEAL}
    told = [
        f"{seats.name(seat)} {listed(deeds)}"
        for seat in range(states[0].seats)
        if (deeds := _round(states, seat) + ([home[seat]] if seat in home else []) or _way(states, seat))
    ]
    return f"Round {states[0].rounds}: {', '.join(told) or 'nobody came anywhere'}"


def _round(states: Sequence[State], seat: int) -> list[str]:
    """What became of a yeti in a round, from the states of it."""
    this = [s for s in states if s.rounds == states[0].rounds]
    on_top = [points_to_peak(s, place(s.board, seat)) == 0 for s in this]
    off = any(s.left >> seat & 1 for s in this)
    deeds = ["left the mountain"] if off else []
    if on_top[-1] != on_top[0]:
        deeds.append("climbed onto the peak" if on_top[-1] else "lost the peak")
    elif on_top[-1]:
        deeds.append("stayed on the peak")
    hurt = max(hurts(s.board, seat) for s in this) - hurts(this[0].board, seat)
    if hurt > 0:
        deeds.append(f"got {times_words(hurt)}")
    return deeds


def _went_home(s: State) -> str:
    return "went home to heal" if hurts(s.board, int(s.turn)) else "went home"


def _way(states: Sequence[State], seat: int) -> list[str]:
    """Where a yeti of which there is nothing else to tell has come to."""
    begun, ended = place(states[0].board, seat), place(states[-1].board, seat)
    return [f"went {place_words(ended)}"] if ended != begun else []


def secret_words(before: State) -> str:
    """A coin of somebody else's plan."""
    return f"{seats.name(int(before.turn))} lays a coin face down"


def result(s: State) -> str:
    """How the game ended."""
    if s.winner != NOBODY:
        return f"{seats.name(int(s.winner))} was alone on the peak for the whole of round {s.rounds}."
    rounds = "1 round" if s.rounds == 1 else f"{s.rounds} rounds"
    return f"Nobody held the peak for a whole round in {rounds}: a draw."
