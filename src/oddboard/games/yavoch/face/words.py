"""Yavoch: a decision as a friend would tell it, and how a game ended."""

from collections.abc import Sequence

from oddboard.core import seats
from oddboard.core.face import Past
from oddboard.core.game import Decision
from oddboard.core.sentences import counted, listed
from oddboard.games.yavoch import codes, state
from oddboard.games.yavoch.cards import WEAPONS
from oddboard.games.yavoch.decision import to_json
from oddboard.games.yavoch.face import outcome
from oddboard.games.yavoch.face.names import A_PIECE, PIECE_NAMES, card_title, title, whose
from oddboard.games.yavoch.face.unpacked import unpacked
from oddboard.games.yavoch.field import NAMES, NOWHERE, named
from oddboard.games.yavoch.rules.battles import is_ram, strength
from oddboard.games.yavoch.state import State, kind_at, mine_at

_SIDES = {"low": "the two lowest levels", "high": "the two highest levels"}


def words(s: State, code: int) -> str:
    """A decision in words, before it is carried out."""
    decision = to_json(s, code)
    do = decision["do"]
    me = seats.name(int(s.turn))
    if do in ("move", "shuffle", "fire", "detonate", "end"):
        return _tell_turn(s, code, decision, me)
    if do in ("weapon", "spend", "target", "shift", "become", "clone", "share", "jump", "defend"):
        return _tell_weapon(s, decision, me)
    if do == "first":
        return f"{seats.name(decision['seat'])} is the first player"
    if do in ("levels", "formation", "place"):
        return _tell_setting(decision, me)
    return _tell_chance(s, decision, me)


def secret_words(s: State, decision: Decision) -> str:
    """A decision in words for somebody who must not know its card."""
    me = seats.name(int(s.turn))
    if decision["do"] == "steal":
        return f"{seats.name(decision['seat'])} steals a card from {seats.name(1 - decision['seat'])}"
    return f"{me} draws a card" if decision["do"] == "draw" else f"{me} discards a card"


def turn_words(turn: Sequence[Past]) -> str:
    """The move, the shots and weapons, the rings passed on, and what either side has lost."""
    first, last, seat = turn[0].before, turn[-1].after, int(turn[0].before.turn)
    if first.phase in (state.OPENING, state.LEVELS, state.SETTING):
        return turn[0].words if len(turn) == 1 else f"{seats.name(seat)} has set up"
    deeds: list[str] = []
    rings = 0
    for past in turn:
        do = past.decision["do"]
        rings += do == "shuffle"
        if do == "move":
            at, to = named(past.decision["from"]), past.decision["to"]
            deeds.append(f"moved {_own(past.before, at)} from {past.decision['from']} to {to}")
        elif do == "fire":
            deeds.append(f"fired the cannon at {past.decision['at']}")
        elif do == "detonate":
            deeds.append(f"blew up a Trych on {past.decision['at']}")
        elif do == "weapon":
            deeds.append(f"used the {title(past.decision['weapon'])}")
    deeds += [f"passed {counted(rings, 'ring')}"] if rings else []
    for side in (1 - seat, seat):
        lost = [
            kind for kind in range(1, state.KINDS) for _ in range(_count(first, side, kind) - _count(last, side, kind))
        ]
        names = listed([PIECE_NAMES[kind] for kind in lost])
        if lost:
            deeds.append(f"destroyed {seats.name(side)}'s {names}" if side != seat else f"lost its own {names}")
    return f"{seats.name(seat)} {listed(deeds)}" if deeds else f"{seats.name(seat)} did nothing"


def _own(s: State, at: int) -> str:
    return A_PIECE[kind_at(s, at)] or "a gate"


def _count(s: State, seat: int, kind: int) -> int:
    """How many pieces of a kind a side has."""
    masks = s.gates[seat] if kind == state.GATE else s.ships[seat, kind]
    return sum(int(mask).bit_count() for mask in masks)


def _tell_setting(decision: Decision, me: str) -> str:
    if decision["do"] == "levels":
        return f"{me} sets up on {_SIDES[decision['at']]}"
    if decision["do"] == "formation":
        return f"{me} sets up the {decision['name']}"
    return f"{me} places {A_PIECE[state.KIND_NAMES.index(decision['ship'])]} on {decision['at']}"


def _tell_turn(s: State, code: int, decision: Decision, me: str) -> str:
    do = decision["do"]
    if do == "end":
        return f"{me} ends the turn"
    if do == "detonate":
        return f"{me}'s Trych on {decision['at']} detonates"
    if do == "fire":
        at = named(decision["at"])
        return f"{me}'s Command ship fires its cannon at {whose(s, at)} on {decision['at']}"
    at, to = named(decision["from"]), named(decision["to"])
    if do == "shuffle":
        return f"{whose(s, at)} on {decision['from']} passes a ring to {whose(s, to)} on {decision['to']}"
    return _tell_move(s, code, at, to)


def _tell_move(s: State, code: int, at: int, to: int) -> str:
    words = f"{whose(s, at)} goes from {NAMES[at]} to {NAMES[to]}"
    if not kind_at(s, at):
        return words
    before, comes = unpacked(s), outcome.outcome(s, code)
    now = outcome.arrival(before, comes.after, at, to)
    if kind_at(s, to):
        if is_ram(s, at, to):
            words += f" and is lost in the gate with {whose(s, to)}"
        else:
            words += f" and attacks {whose(s, to)}"
            words += f", and wins with {strength(s, to)} or more" if comes.rolled else ""
    elif mine_at(s, to) != state.NOBODY:
        words += f" and blows itself up on {whose(s, to)}" if now == NOWHERE else " and takes up its mine"
    elif now == NOWHERE:
        words += f" and is lost in {whose(s, to)}"
    elif now != to:
        words += f" and through its gate to {NAMES[now]}"
    return f"{words} and leaves a mine behind" if codes.move_mine(code) else words


def _tell_weapon(s: State, decision: Decision, me: str) -> str:
    do = decision["do"]
    if do == "weapon":
        at = named(decision["ship"])
        return f"{whose(s, at)} on {decision['ship']} readies the {title(decision['weapon'])}"
    if do == "spend":
        payer = seats.name(1 - int(s.turn)) if s.defence else me
        return f"{payer} spends the {card_title(decision['card'])}"
    if do == "target":
        return f"The {title(WEAPONS[s.weapon])} is aimed at {whose(s, named(decision['at']))} on {decision['at']}"
    if do == "shift":
        return f"{whose(s, int(s.aim))} is pulled to {decision['to']}"
    if do == "become":
        return f"{whose(s, int(s.aim))} becomes {A_PIECE[state.KIND_NAMES.index(decision['ship'])]}"
    if do == "clone":
        return f"{whose(s, int(s.source))} sends its double to {decision['to']}"
    if do == "share":
        rings = decision["rings"]
        return f"The double takes {rings} {'ring' if rings == 1 else 'rings'} along"
    if do == "jump":
        return f"{whose(s, int(s.source))} jumps to {decision['to']}"
    other = seats.name(1 - int(s.turn))
    if decision["with"] == "none":
        return f"{other} lets the attack pass"
    if decision["with"] == "self_destruct":
        return f"{other}'s ship destroys itself and its attacker"
    if "ship" in decision:
        return f"{other} deflects the blast from {whose(s, named(decision['ship']))} on {decision['ship']}"
    return f"{other} deflects the attack"


def _tell_chance(s: State, decision: Decision, me: str) -> str:
    do = decision["do"]
    if do == "die":
        what = {state.FAILING: " for Engineering Failure", state.FALLING: " for the asteroid"}.get(int(s.phase), "")
        return f"{seats.name(decision['seat'])} rolls {decision['face']}{what}"
    if do == "draw":
        return f"{me} draws the {card_title(decision['card'])}"
    if do == "top":
        kind = "a component" if decision["kind"] == "component" else "an impact"
        return f"{kind.capitalize()} lies on top of the deck"
    if do == "impact":
        return f"The impact is {title(decision['card'])}"
    if do == "steal":
        thief, owner = seats.name(decision["seat"]), seats.name(1 - decision["seat"])
        return f"{thief} steals the {card_title(decision['card'])} from {owner}"
    return f"{me} discards the {card_title(decision['card'])}"


_RESULTS = {
    state.COMMAND_LOST: "{loser}'s Command ship was destroyed.",
    state.FLEET_LOST: "{loser}'s Command ship was left without other ships.",
    state.STARVED: "{loser}'s Command ship ended its turn without a ring.",
    state.IMMOBILE: "{loser}'s fleet had no valid move as its turn began.",
    state.BOTH_COMMANDS: "Both Command ships were destroyed at once.",
    state.BOTH_FLEETS: "Both Command ships were left without other ships.",
    state.LAST_RING: "A Command ship fired its last ring and destroyed the other.",
    state.QUIET: f"Nothing was destroyed in {state.QUIET_TURNS} turns.",
    state.LIMIT: "The limit of turns was reached.",
}


def result(s: State) -> str:
    """How a finished game ended."""
    loser = seats.name(1 - int(s.winner)) if s.winner in (0, 1) else ""
    return _RESULTS.get(int(s.ending), "").format(loser=loser)
