"""Yavoch: a decision as a friend would tell it."""

from oddboard.core import seats
from oddboard.core.game import Decision
from oddboard.games.yavoch.cards import WEAPONS
from oddboard.games.yavoch.field import named
from oddboard.games.yavoch.reach import is_ram, needs_roll
from oddboard.games.yavoch.state import (
    COMMAND,
    FAILING,
    FALLING,
    KIND_NAMES,
    NOBODY,
    State,
    gate_at,
    kind_at,
    mine_at,
    seat_at,
)

PIECE_NAMES = ("", "Command ship", "Archid", "Squam", "Neornith", "Trych", "gate")
A_PIECE = ("", "a Command ship", "an Archid", "a Squam", "a Neornith", "a Trych", "a gate")
_SIDES = {"low": "the two lowest levels", "high": "the two highest levels"}


def title(word: str) -> str:
    """A name of the data as people read it: `Tractor Beam`, `Matter Energy Transducer`."""
    return " ".join(part.capitalize() for part in word.split("_"))


def card_title(card: str) -> str:
    """A card as people read it: `Graviton Polarizer (Squam)`."""
    component, colon, ship = card.partition(":")
    if not colon:
        return f"{title(component)} card" if component == "wild" else title(component)
    return f"{title(component)} ({'all ships' if ship == 'all' else PIECE_NAMES[KIND_NAMES.index(ship)]})"


def whose(s: State, at: int) -> str:
    """The ship, gate or mine on a position: `Rust's Squam`."""
    if kind_at(s, at):
        return f"{seats.name(seat_at(s, at))}'s {PIECE_NAMES[kind_at(s, at)]}"
    if gate_at(s, at) != NOBODY:
        return f"{seats.name(gate_at(s, at))}'s gate"
    if mine_at(s, at) != NOBODY:
        return f"{seats.name(mine_at(s, at))}'s mine"
    return "nothing"


def tell(s: State, decision: Decision) -> str:
    """A decision in words, before it is carried out."""
    do = decision["do"]
    me = seats.name(int(s.turn))
    if do in ("move", "shuffle", "fire", "detonate", "end"):
        return _tell_turn(s, decision, me)
    if do in ("weapon", "spend", "target", "shift", "become", "clone", "share", "jump", "defend"):
        return _tell_weapon(s, decision, me)
    if do in ("levels", "formation", "place"):
        return _tell_setting(decision, me)
    return _tell_chance(s, decision, me)


def tell_secret(s: State, decision: Decision) -> str:
    """A decision in words for somebody who must not know its card."""
    me = seats.name(int(s.turn))
    if decision["do"] == "steal":
        return f"{seats.name(decision['seat'])} steals a card from {seats.name(1 - decision['seat'])}"
    return f"{me} draws a card" if decision["do"] == "draw" else f"{me} discards a card"


def _tell_setting(decision: Decision, me: str) -> str:
    if decision["do"] == "levels":
        return f"{me} sets up on {_SIDES[decision['at']]}"
    if decision["do"] == "formation":
        return f"{me} sets up the {decision['name']}"
    return f"{me} places {A_PIECE[KIND_NAMES.index(decision['ship'])]} on {decision['at']}"


def _tell_turn(s: State, decision: Decision, me: str) -> str:
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
    mine = " and leaves a mine behind" if decision.get("mine") else ""
    start = f"{whose(s, at)} goes from {decision['from']} to {decision['to']}"
    if not kind_at(s, at):
        return start
    if kind_at(s, to):
        if is_ram(s, at, to):
            return f"{start} and is lost in the gate with {whose(s, to)}{mine}"
        odds = ""
        if needs_roll(s, at, to):
            rings = 7 if kind_at(s, to) == COMMAND else int(s.rings[to])
            odds = f", and wins with {rings} or more"
        return f"{start} and attacks {whose(s, to)}{odds}{mine}"
    if mine_at(s, to) == seat_at(s, at):
        return f"{start} and takes up its mine{mine}"
    if mine_at(s, to) != NOBODY:
        return f"{start} and blows itself up on {whose(s, to)}{mine}"
    if gate_at(s, to) == seat_at(s, at) and kind_at(s, at) != COMMAND:
        return f"{start}, its gate{mine}"
    if gate_at(s, to) != NOBODY and kind_at(s, at) != COMMAND:
        return f"{start} and is lost in {whose(s, to)}{mine}"
    return f"{start}{mine}"


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
        return f"{whose(s, int(s.aim))} becomes {A_PIECE[KIND_NAMES.index(decision['ship'])]}"
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
        what = {FAILING: " for Engineering Failure", FALLING: " for the asteroid"}.get(int(s.phase), "")
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
