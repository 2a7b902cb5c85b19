"""The Baton Races of Yaz: decisions as a friend would tell them, and how a race ended."""

from collections.abc import Sequence

from oddboard.core import seats
from oddboard.core.face import Past
from oddboard.core.sentences import counted, listed
from oddboard.games.yaz.codes import ANNOUNCE, PASS, POP, STEP, STOP, hex_of, what_of, whose_of
from oddboard.games.yaz.decision import to_json
from oddboard.games.yaz.face.preview import Effects, effects, newly_throttled, played
from oddboard.games.yaz.face.scene import CALLED
from oddboard.games.yaz.names import KIND_NAMES, LETTERS, TERRAIN_NAMES, piece_name
from oddboard.games.yaz.rules.turn import to_move
from oddboard.games.yaz.state import DRAWN, KIND, NOBODY, RACING, SEATS, State

NAMED = 3  # Yazzites that a turn is told with by their names; more are counted


def named(name: str) -> str:
    """A piece as people call it: Skadingle 1."""
    return f"{KIND_NAMES[LETTERS.index(name[0])]} {name[1:]}"


def _effect(effect: Effects) -> str:
    """What a step or a pop does with the baton."""
    taking = ", takes the baton" if effect.takes else ""
    if not effect.broken:
        return taking
    return taking + (" and breaks the last bulge!" if effect.finishes else " and breaks the bulge")


def _company(before: State, after: State) -> str:
    """What a piece has done by stopping where somebody is; nothing if nobody was."""
    seat = int(before.turn)
    victim = newly_throttled(before, after, seat)
    if victim != NOBODY:
        return f"sits down on {seats.name(1 - seat)}'s {KIND_NAMES[KIND[victim]]}"
    if after.pop_baton != NOBODY:
        return "jumps on the thief and frees the baton"
    return "stops on a friend, who must move next" if after.next != NOBODY else ""


def words(s: State, code: int) -> str:
    """A decision as a sentence, before it is carried out."""
    decision = to_json(s, code)
    do, what = decision["do"], what_of(code)
    seat = max(0, int(to_move(s)))
    who = seats.name(seat)
    where = decision.get("hex", "")
    mover = named(piece_name(int(s.mover))) if s.mover != NOBODY else ""
    if what in (STEP, POP):
        verb = "goes to" if what == STEP else "pops out to"
        effect = _effect(effects(s, played(s, code), seat))
        return f"{who}'s {named(decision['piece'])} {verb} {where}{effect}"
    if what == STOP:
        return f"{who}'s {mover} {_company(s, played(s, code)) or 'stops'}"
    terrain = TERRAIN_NAMES[int(s.terrain[hex_of(code)])] if where else ""
    return {
        "setter": lambda: f"{seats.name(decision['seat'])} sets the race",
        "place": lambda: f"{who} places a {KIND_NAMES[LETTERS.index(decision['kind'])]} in {where}",
        "bulge": lambda: f"{who} puts a bulge in {where}, in the {terrain}",
        "coin": lambda: f"The coin falls: {seats.name(decision['seat'])}'s baton is placed first",
        "baton": lambda: f"{who} puts {seats.name(1 - seat)}'s baton in {where}",
        "announce": lambda: f"{who} announces the finish",
        "pass": lambda: f"{who} passes the baton to {named(decision['to'])}",
        "end": lambda: f"{who} ends the turn",
        "board": lambda: f"{who}'s {mover or 'runner'} climbs on {named(decision['luggant'])}",
        "pick": lambda: f"{who}'s {mover or 'Luggant'} picks up {named(decision['piece'])}",
        "set_down": lambda: f"{who}'s {mover or 'Luggant'} sets its passenger down",
        "drop": lambda: f"{who} puts the baton down in {where}",
        "grab": lambda: f"{who}'s Luggant takes {seats.name(1 - seat)}'s baton",
        "pop_baton": lambda: f"{who}'s baton pops out to {where}",
    }[do]()


def account(before: State, code: int) -> str:
    """A past decision with what followed of itself: a step that used up a move ends in a stop."""
    sentence, after = words(before, code), played(before, code)
    stopped = what_of(code) == STEP and after.mover == NOBODY and after.turn == before.turn
    company = _company(before, after) if stopped else ""
    return f"{sentence} and {company}" if company else sentence


def turn_words(turn: Sequence[Past]) -> str:
    """Who went somewhere, and what came of it: the baton, the bulges, whoever was sat on."""
    first, last = turn[0].before, turn[-1].after
    if first.phase != RACING:
        return turn[-1].words if len(turn) == 1 else ""
    seat = int(first.turn)
    whats = [(what_of(past.code), past.code) for past in turn if past.code is not None and past.seat == seat]
    went = dict.fromkeys(named(piece_name(whose_of(code))) for what, code in whats if what == STEP)
    passed = [named(piece_name(whose_of(code))) for what, code in whats if what == PASS]
    moved = listed([*went]) if len(went) <= NAMED else counted(len(went), "Yazzite")
    deeds = [f"moved {moved}"] if went else []
    deeds += ["announced the finish"] if any(what == ANNOUNCE for what, _ in whats) else []
    done = effects(first, last, seat)
    deeds += ["took the baton"] if done.takes else []
    deeds += [f"passed the baton to {passed[-1]}"] if passed else []
    deeds += [f"broke {counted(done.broken, 'bulge')}"] if done.broken else []
    victim = newly_throttled(first, last, seat)
    deeds += [f"sat down on {seats.name(1 - seat)}'s {CALLED[victim]}"] if victim != NOBODY else []
    return f"{seats.name(seat)} {listed(deeds) or 'moved nobody'}"


def result(s: State) -> str:
    """What ranks do not say of a finished race."""
    broken = [int(s.bulges) - int(s.standing[seat]).bit_count() for seat in range(SEATS)]
    counts = f"{seats.name(0)} broke {broken[0]} of {s.bulges} bulges, {seats.name(1)} broke {broken[1]}."
    if s.winner == DRAWN:
        return f"The race is a draw. {counts}"
    loser = 1 - int(s.winner)
    at_limit = s.turn == s.setter and s.turn_number == s.turn_limit
    if all(s.standing) and s.turn == loser and not at_limit:
        return f"{seats.name(loser)} announced the finish and did not make it. {counts}"
    fewer = "" if any(s.standing) else f" {seats.name(int(s.winner))} needed fewer Yazzites for the last."
    return counts + fewer
